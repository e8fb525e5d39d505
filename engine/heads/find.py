"""Finding the heads of trees, one by one or of a whole treebank.

The head word of a phrase is the head word of its head child; the head words of the other children depend on it. So
heads give dependencies, and the *maximal projection* of a word: the highest node that it heads.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from .. import symbols
from ..kernels import heads as kernel
from ..kernels import views
from ..prepare.apply import Prepared
from ..treebank import Analysis, Sentence, Treebank
from ..trees import IntArray, Tree
from .derivations import completed, table_marks
from .marks import marks_of
from .rules import HeadRules, fitting_rules, head_rules
from .tables import make_tables, scans_of

__all__ = ["ROOT", "BankHeads", "Heads", "find_heads", "heads_of", "rules_of"]

ROOT = -1  #: the governor of a word that heads a whole tree

Flags = NDArray[np.uint8]


@dataclass(frozen=True)
class Heads:
    """The heads of one tree: by node the child that the head is in, the position of the head word, and why.

    By position: the governor of each word (:data:`ROOT` for the head of the tree), the symbol of the label of their
    dependency (-1 for the head of the tree), and whether it is punctuation. A dependency is labelled with the phrase
    that joins the two words; one from CoNLL-U with its relation.

    >>> from ..trees import Node, tree_of
    >>> words = [Node("NNS", 1), Node("dogs", 2, 0), Node("VP", 0), Node("VBP", 4), Node("bark", 5, 1)]
    >>> heads = find_heads(tree_of([Node("S", -1), Node("NP", 0), *words]), head_rules("collins"))
    >>> heads.word[0], heads.governor, heads.why(0)
    (1, (1, -1), 'rule S: left VP')
    """

    child: tuple[int, ...]
    word: tuple[int, ...]
    reason: tuple[int, ...]
    governor: tuple[int, ...]
    joint: tuple[int, ...]
    ignored: tuple[bool, ...]
    rules: HeadRules

    def is_maximal(self, tree: Tree, node: int) -> bool:
        """Say whether a phrase is the maximal projection of its head word."""
        above = tree.parent[node]
        return self.word[node] >= 0 and (above < 0 or self.word[above] != self.word[node])

    def why(self, node: int) -> str:
        """Say in words by which rule the head of a node was chosen; nothing for a word."""
        reason = self.reason[node]
        if reason >= 0:
            scan = scans_of(self.rules)[reason]
            found = " ".join([scan.step.end, *(["any"] if scan.step.together else []), *scan.labels])
            if scan.label in self.rules.guessed:
                return f"by the name of the rule: {found}"
            return f"rule {scan.label}: {found}" if scan.label is not None else f"no rule for this label: {found}"
        if reason <= kernel.REASSIGNED:
            return f"reassigned: {self.rules.reassign[kernel.REASSIGNED - reason]}"
        return {
            kernel.ONLY: "the only child that could be",
            kernel.MARKED: "marked in the file",
            kernel.COORDINATED: "the conjunct before a coordinator",
        }.get(reason, "")


@dataclass(frozen=True)
class BankHeads:
    """The heads of all trees of a treebank, in the same columns one after the other."""

    child: IntArray
    word: IntArray
    reason: IntArray
    governor: IntArray
    joint: IntArray
    text: IntArray  #: the symbol of each word
    ignored: Flags
    first_node: NDArray[np.int64]
    first_word: NDArray[np.int64]  #: the first word of each tree, and behind the last one the number of all
    rules: HeadRules

    @property
    def nbytes(self) -> int:
        """The memory that they take, in bytes."""
        by_node, by_word = (self.child, self.word, self.reason), (self.governor, self.joint, self.text, self.ignored)
        return sum(column.nbytes for column in (*by_node, *by_word))

    def tree(self, number: int) -> Heads:
        """Return the heads of one tree."""
        nodes = slice(int(self.first_node[number]), int(self.first_node[number + 1]))
        words = slice(int(self.first_word[number]), int(self.first_word[number + 1]))
        child, word, reason = (tuple(column[nodes].tolist()) for column in (self.child, self.word, self.reason))
        governor, joint = (tuple(column[words].tolist()) for column in (self.governor, self.joint))
        ignored = tuple(map(bool, self.ignored[words].tolist()))
        return Heads(child, word, reason, governor, joint, ignored, self.rules)

    @cached_property
    def fallbacks(self) -> int:
        """How many phrases have a label without a rule, so that only the general one was left to choose."""
        general = sum(scan.label is None for scan in scans_of(self.rules))
        return int(((self.reason >= 0) & (self.reason < general)).sum())

    @cached_property
    def guessed(self) -> int:
        """How many phrases have a rule that only the name of their label tells."""
        scans = scans_of(self.rules)
        told = [place for place, scan in enumerate(scans) if scan.label in self.rules.guessed]
        return int(np.isin(self.reason, told).sum())

    @property
    def chosen(self) -> int:
        """How many phrases had more than one child to choose from."""
        return int(((self.reason >= 0) | (self.reason < kernel.ONLY)).sum())


def find_heads(tree: Tree, rules: HeadRules, marked: Sequence[bool] | Flags | None = None) -> Heads:
    """Find the heads of one tree; *marked* says by node which ones the file marks as heads."""
    bank = Treebank.of([Sentence((Analysis(tree),))])
    marks = np.zeros(len(tree), dtype=np.uint8) if marked is None else np.asarray(marked, dtype=np.uint8)
    return _find(bank, rules, marks).tree(0)


def heads_of(prepared: Prepared, side: str, rules: HeadRules | None = None) -> BankHeads:
    """Return the heads of all prepared trees of a side, gold or system, by its rules or by others; found once."""
    rules = rules or rules_of(prepared, side)
    return prepared.derived(
        ("heads", rules), lambda: _find(prepared.bank, rules, table_marks(prepared, rules, marks_of(prepared)))
    )


def rules_of(prepared: Prepared, side: str) -> HeadRules:
    """Return the rules by which heads of a side are found.

    Dependencies say themselves what their heads are. Derivations go by a table, completed by the names of their rules.
    Other trees go by the rules that were asked for, or by those that know most of their labels.
    """
    preparation = prepared.preparation
    name = (preparation.system_heads if side == "system" else "") or preparation.heads
    key = "head rules", side
    if key not in prepared.decided:
        if prepared.original.format == "conllu":
            rules = head_rules("dependencies")
        elif prepared.original.format == "delphin":
            rules = completed(head_rules(name or "derivations"), [label for label, _ in _phrases(prepared)])
        else:
            rules = head_rules(name) if name else fitting_rules(_phrases(prepared))
        prepared.decided[key] = rules.for_side(side)
    found: HeadRules = prepared.decided[key]
    return found


def _phrases(prepared: Prepared) -> list[tuple[str, int]]:
    """Return the labels of phrases with their numbers; tags are left out, as far as they are alone above words."""
    label, parent = prepared.bank.columns.label, prepared.bank.columns.parent
    own = np.arange(len(label)) - np.repeat(prepared.bank.first[:-1], np.diff(prepared.bank.first))
    above_word = np.zeros(len(label) + 1, dtype=bool)
    words = np.flatnonzero((label < 0) & (parent == own - 1))
    above_word[words - 1] = True
    phrases = (label >= 0) & ~above_word[: len(label)]
    numbers, counts = np.unique(label[phrases], return_counts=True)
    texts = symbols.texts()
    return [(texts[number], count) for number, count in zip(numbers.tolist(), counts.tolist(), strict=True)]


def _find(bank: Treebank, rules: HeadRules, marks: Flags) -> BankHeads:
    """Run the kernel over all trees of a treebank."""
    label = bank.columns.label
    nodes = len(label)
    used = np.unique(label[label >= 0])
    tables = make_tables(rules, used.tolist())
    upto = np.concatenate([[0], np.cumsum(label < 0)]).astype(np.int64)
    first_word = np.ascontiguousarray(upto[bank.first])
    by_node = [np.empty(nodes, dtype=np.int32) for _ in range(3)]
    by_word = [np.full(int(first_word[-1]), -1, dtype=np.int32) for _ in range(3)]
    ignored = np.zeros(int(first_word[-1]), dtype=np.uint8)
    largest = int(np.diff(bank.first).max(initial=0)) + 2
    scratch = [np.empty(largest, dtype=np.uint8 if name == "weak" else np.int32) for name in _SCRATCH]
    kernel.find_heads(
        *views(label, bank.columns.parent, bank.columns.start, bank.first, first_word, marks),
        *views(*tables),
        rules.labelled_by == "dependent",
        *views(*by_node, *by_word, ignored, *scratch),
    )
    child, word, reason = by_node
    governor, joint, text = by_word
    return BankHeads(child, word, reason, governor, joint, text, ignored, bank.first, first_word, rules)


_SCRATCH = ("column", "weak", "below", "following", "kids")
