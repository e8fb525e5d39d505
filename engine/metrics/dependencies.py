"""Dependencies: those that follow from the heads of trees (USD, LSD), and those that CoNLL-U files give (UAS, LAS).

USD is the F1 of pairs (word, word it depends on), LSD also asks for the label of the phrase that joins them; the head
of a tree counts as one pair with nothing above it (Packard's syntactic dependencies). Both exist for any trees.

UAS and LAS need CoNLL-U on both sides and are what the scorer of the CoNLL 2018 shared task calls so: the F1 of words
with the right head and, for LAS, the right relation without its subtype (``nmod:poss`` is ``nmod``), punctuation
included. With ``-nopunct``, words that are PUNCT in gold are left out. Words are aligned by their letters where the
sides were cut into words differently; a word without a counterpart is an error of that side. Two derivations of one
sentence are compared where their words begin in the chart.

Where analyses are tied, USD and LSD are averaged over them (:mod:`.ties`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import symbols
from ..align.arcs import compare_arcs, universal
from ..align.derived import both_derived, chart_arcs
from ..align.headed import headed, token_pieces
from ..align.letters import Alignment, Piece, align_letters, pieces_of
from ..heads import heads_of
from ..prepare.apply import Prepared
from ..prepare.tables import equivalence
from ..treebank import Tokens, Treebank
from ..trees import IntArray
from .base import Family, Metric, share
from .ties import TiedFamily

__all__ = ["FAMILIES"]

_PACKARD = "Packard 2013"
_CONLL = "CoNLL 2018 shared task"
_PUNCTUATION = "PUNCT"


def _f1(above: str, prefix: str = "") -> Any:
    return share(above, f"{prefix}gold + {prefix}test", scale=2)


def _metric(name: str, title: str, definition: str, reference: str, formula: Any) -> Metric:
    return Metric(name, title, definition, reference, formula, needs_same_words=False)


_FROM_HEADS = (
    _metric("usd", "Dependencies", "F1 of (word, head) pairs, by head rules", _PACKARD, _f1("attached")),
    _metric("lsd", "Dependencies, labelled", "as USD, with the phrase that joins the words", _PACKARD, _f1("labelled")),
)
_FROM_FILES = (
    _metric("uas", "UAS", "F1 of words with the right head (CoNLL-U)", _CONLL, _f1("attached")),
    _metric("las", "LAS", "as UAS, with the right relation", _CONLL, _f1("labelled")),
    _metric(
        "uas-nopunct",
        "UAS without punctuation",
        "as UAS, gold PUNCT left out",
        _CONLL,
        _f1("spoken-attached", "spoken-"),
    ),
    _metric(
        "las-nopunct",
        "LAS without punctuation",
        "as LAS, gold PUNCT left out",
        _CONLL,
        _f1("spoken-labelled", "spoken-"),
    ),
)


def _count_heads(gold: Prepared, test: Prepared, pairs: NDArray[np.int64], jobs: int = 1) -> dict[str, Any]:
    """Count the dependencies of pairs of trees: in ``gold`` and ``test``, ``attached`` alike, ``labelled`` alike."""
    counts = {name: np.zeros(len(pairs), dtype=np.int64) for name in ("gold", "test", "attached", "labelled")}
    slow = _count_same(gold, test, pairs, counts)
    derived = both_derived(gold, test)
    for row in slow:
        number, other = pairs[row].tolist()
        if derived:
            for name, value in _count_chart(gold, test, number, other).items():
                counts[name][row] = value
            continue
        found = compare_arcs(headed(gold, number, "gold"), headed(test, other, "system"), gold.preparation)
        counts["gold"][row], counts["test"][row] = map(len, found.taking_part)
        counts["attached"][row], counts["labelled"][row] = len(found.attached), len(found.labelled)
    return counts


def _count_chart(gold: Prepared, test: Prepared, number: int, other: int) -> dict[str, int]:
    """Count the dependencies of two derivations that were cut into words differently."""
    mine, theirs = chart_arcs(gold, number, "gold"), chart_arcs(test, other, "system")
    labelled = Counter(mine) & Counter(theirs)
    attached = Counter(arc[:2] for arc in mine) & Counter(arc[:2] for arc in theirs)
    return {"gold": len(mine), "test": len(theirs), "attached": attached.total(), "labelled": labelled.total()}


def _count_same(gold: Prepared, test: Prepared, pairs: NDArray[np.int64], counts: dict[str, Any]) -> Sequence[int]:
    """Count the pairs that have the same words, all at once; return the rows of the others."""
    preparation = gold.preparation
    mine, theirs = heads_of(gold, "gold"), heads_of(test, "system")
    words, words_closed = equivalence(preparation.equal_words)
    if not (words_closed and equivalence(preparation.equal_labels)[1]):
        return range(len(pairs))
    sizes = [np.diff(side.first_word)[pairs[:, column]] for column, side in enumerate((mine, theirs))]
    alike = np.flatnonzero(sizes[0] == sizes[1])
    ours, others = (
        _places(side.first_word[pairs[alike, column]], sizes[0][alike]) for column, side in enumerate((mine, theirs))
    )
    rows = np.repeat(np.arange(len(alike)), sizes[0][alike])

    def agreeing(which: NDArray[np.bool_]) -> NDArray[np.int64]:
        found: NDArray[np.int64] = np.bincount(rows[which], minlength=len(alike))
        return found

    same = agreeing(words[mine.text[ours]] == words[theirs.text[others]]) == sizes[0][alike]
    attached = mine.governor[ours] == theirs.governor[others]
    one, other = mine.joint[ours], theirs.joint[others]
    comparable = mine.rules.labelled_by == theirs.rules.labelled_by
    if comparable and mine.rules.labelled_by == "dependent":
        one, other = _universal(one), _universal(other)
    labels, _ = equivalence(preparation.equal_labels)  # of all symbols, also those of relations just made
    labelled = attached & ((_classes(labels, one) == _classes(labels, other)) if comparable else True)
    chosen = alike[same]
    counts["gold"][chosen] = counts["test"][chosen] = sizes[0][chosen]
    counts["attached"][chosen] = agreeing(attached)[same]
    counts["labelled"][chosen] = agreeing(labelled)[same]
    done = np.zeros(len(pairs), dtype=bool)
    done[chosen] = True
    rest: list[int] = np.flatnonzero(~done).tolist()
    return rest


def _places(first: NDArray[np.int64], sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the places of stretches, given by where each begins and how long it is, one after the other."""
    ends = np.cumsum(sizes)
    found: NDArray[np.int64] = np.arange(int(ends[-1]) if len(ends) else 0) + np.repeat(first - ends + sizes, sizes)
    return found


def _classes(table: IntArray, labels: IntArray) -> IntArray:
    """Return the classes of labels; -1, of the head of a tree, is its own."""
    return np.where(labels < 0, -1, table[labels])


def _universal(labels: IntArray) -> IntArray:
    """Return relations without their subtypes, where some have one."""
    used = np.unique(labels[labels >= 0])
    table = np.arange(int(used.max(initial=0)) + 1, dtype=np.int32)
    table[used] = symbols.symbols(universal(symbols.text(number)) for number in used.tolist())
    return np.where(labels < 0, -1, table[labels])


_SPOKEN = "spoken-"
_NAMES = ("gold", "test", "attached", "labelled")


def _count_files(gold: Prepared, test: Prepared, pairs: NDArray[np.int64], jobs: int = 1) -> dict[str, Any]:
    """Count what two CoNLL-U files say of each word; nothing where one of them is of another format.

    Columns as of dependencies from heads; those with ``spoken-`` in front are without punctuation.
    """
    counts = {prefix + name: np.zeros(len(pairs), dtype=np.int64) for prefix in ("", _SPOKEN) for name in _NAMES}
    for row, (number, other) in enumerate(pairs.tolist()):
        mine, theirs = _tokens(gold.original, number), _tokens(test.original, other)
        if mine is None or theirs is None:
            continue
        for name, value in _compare_tokens(gold.original, test.original, number, other, mine, theirs).items():
            counts[name][row] = value
    return counts


def _tokens(bank: Treebank, number: int) -> Tokens | None:
    found = bank.tokens.get(number)
    return found if found is not None and "head" in found else None


def _compare_tokens(
    gold: Treebank, test: Treebank, number: int, other: int, mine: Tokens, theirs: Tokens
) -> dict[str, int]:
    words, other_words = gold.tree(number).words, test.tree(other).words
    pairs = _aligned((mine, words), (theirs, other_words)).pairs
    place = {0: 0} | {one + 1: another + 1 for one, another in pairs}
    attached, labelled = [], []
    for one, another in pairs:
        if place.get(int(mine["head"][one])) == int(theirs["head"][another]):
            attached.append(one)
            if universal(mine["deprel"][one]) == universal(theirs["deprel"][another]):
                labelled.append(one)
    silent = {one for one, tag in enumerate(mine["upos"]) if tag == _PUNCTUATION}
    matched = sum(one in silent for one, _ in pairs)
    return {
        "gold": len(words),
        "test": len(other_words),
        "attached": len(attached),
        "labelled": len(labelled),
        "spoken-gold": len(words) - len(silent),
        "spoken-test": len(other_words) - matched,
        "spoken-attached": sum(one not in silent for one in attached),
        "spoken-labelled": sum(one not in silent for one in labelled),
    }


def _aligned(one: tuple[Tokens, Sequence[str]], other: tuple[Tokens, Sequence[str]]) -> Alignment:
    """Align words by their letters; the same words in the same tokens need no look at letters."""
    mine, theirs = (_pieces(*side) for side in (one, other))
    if mine == theirs and list(one[1]) == list(other[1]):
        size = len(one[1])
        return Alignment((), tuple((at, at) for at in range(size)), (size, size))
    return align_letters(mine, theirs, (one[1], other[1]))


def _pieces(tokens: Tokens, words: Sequence[str]) -> list[Piece]:
    return list(token_pieces(tokens, words) or pieces_of(words))


FAMILIES = (
    TiedFamily("dependencies", _FROM_HEADS, _count_heads, aligns_letters=True),
    Family("conllu", _FROM_FILES, _count_files, aligns_letters=True),
)
