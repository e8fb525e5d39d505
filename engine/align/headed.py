"""A tree with its heads and the stretches of text its words are written as; and the words that two such trees share.

Everything that is compared by heads starts here, whether a side is a tree of phrases or of dependencies, and whether
both sides were cut into the same words or not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from ..heads import HeadRules, Heads, find_heads, head_rules, heads_of, rules_of
from ..heads.derivations import table_marks
from ..heads.marks import marks_in
from ..prepare.apply import Prepared
from ..prepare.settings import Preparation
from ..treebank import Tokens
from ..trees import Tree
from .letters import Alignment, Piece, Unit, align_letters, pieces_of
from .words import same_words

__all__ = ["Headed", "aligned", "headed", "headed_tree", "token_pieces"]


@dataclass(frozen=True)
class Headed:
    """A prepared tree and its heads; ``pieces`` only where several words are written as one."""

    tree: Tree
    heads: Heads
    pieces: tuple[Piece, ...] | None = None

    @property
    def written(self) -> Sequence[Piece]:
        """The stretches of text that the words are written as."""
        return self.pieces or pieces_of(self.tree.words)

    @property
    def has_relations(self) -> bool:
        """Whether it comes from dependencies, which are labelled with relations rather than phrases."""
        return self.heads.rules.labelled_by == "dependent"


def headed(prepared: Prepared, number: int, side: str, *, rules: HeadRules | None = None, one: bool = False) -> Headed:
    """Return a prepared tree, by its number, with its heads by the rules of its side, or by others.

    *one*: do not prepare all other trees and find their heads first.
    """
    tokens = prepared.original.tokens.get(number)
    if one:
        alone = prepared.some([number])
        tree = alone.bank.tree(0)
        rules = rules or rules_of(prepared, side)
        marks = marks_in(prepared.original.tree(number), alone.origin.tolist(), tree)
        heads = find_heads(tree, rules, table_marks(alone, rules, marks))
    else:
        tree = prepared.bank.tree(number)
        heads = heads_of(prepared, side, rules).tree(number)
    return Headed(tree, heads, token_pieces(tokens, tree.words) if tokens else None)


def headed_tree(tree: Tree, preparation: Preparation, side: str) -> Headed:
    """Return a tree that is in no treebank with heads by the rules that were asked for, or those of Collins."""
    name = (preparation.system_heads if side == "system" else "") or preparation.heads or "collins"
    return Headed(tree, find_heads(tree, head_rules(name).for_side(side)))


def token_pieces(tokens: Tokens, words: Sequence[str]) -> tuple[Piece, ...] | None:
    """Return how words are written where CoNLL-U says that several are one token; None if it says so nowhere.

    >>> token_pieces({"above": ("1-2\\tdu\\t_", "", "")}, ["de", "le", "pain"])
    (Piece(text='du', words=2), Piece(text='pain', words=1))
    """
    above = tokens.get("above", ())
    ranges: dict[int, Piece] = {}
    for line in (line for lines in above for line in lines.split("\n")):
        first, _, last = line.split("\t", 1)[0].partition("-")
        if first.isdigit() and last.isdigit() and not line.startswith("#"):
            ranges[int(first) - 1] = Piece(line.split("\t")[1], int(last) - int(first) + 1)
    if not ranges or len(above) != len(words):
        return None
    made, at = [], 0
    while at < len(words):
        made.append(ranges.get(at) or Piece(words[at]))
        at += made[-1].words
    return tuple(made) if at == len(words) else None


def aligned(gold: Headed, system: Headed, preparation: Preparation) -> Alignment:
    """Align the words of two trees: in order where they are the same, else by their letters."""
    if same_words(gold.tree, system.tree, preparation):
        size = len(gold.tree.words)
        units = tuple(Unit((at, at + 1), (at, at + 1)) for at in range(size))
        return Alignment(units, tuple((at, at) for at in range(size)), (size, size))
    return _by_letters(tuple(gold.written), tuple(system.written), gold.tree.words, system.tree.words)


@lru_cache(maxsize=20_000)
def _by_letters(
    mine: tuple[Piece, ...], theirs: tuple[Piece, ...], words: tuple[str, ...], others: tuple[str, ...]
) -> Alignment:
    """Align by letters; the same sentences come again with every measure, and every rule that is tried."""
    return align_letters(mine, theirs, (words, others))
