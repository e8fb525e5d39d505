"""Nine of the fourteen measures for the design of parsers, those of the tree: ETM AXB ZXB LP UP LA LNM POS NCM.

Packard 2013 compares measures by what a developer would decide by them. All are averaged over sentences, and 100 is
perfect; where analyses are tied, a sentence scores the mean over them (:mod:`.ties`). The measures of dependencies are
in :mod:`.dependencies` (USD, LSD), those of meaning in :mod:`.semantics` (EMM, LED, UED).

=====  ==========================================================================================
ETM    1 if both trees are the same: labels, tags, words and shape; ids and scores do not matter
AXB    system brackets that cross a gold bracket, as a negative number, so that larger is better
ZXB    1 if none crosses
LP     F1 of labelled brackets; of a derivation these are its rules, all of them, each as often as it occurs
UP     the same without labels
LA     leaf-ancestor measure of Sampson and Babarczy, with their costs
LNM    share of gold words over which the system has the same lexical entry (derivations only)
POS    share of gold words with the same tag; in derivations, the part of speech of the lexical type
NCM    1 if both trees have the same number of nodes
=====  ==========================================================================================

Two derivations are compared where they lie in the chart, so that they need not have the same words; other trees only
where words agree. The settings may leave unary nodes and lexical rules out of the brackets.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..align.derived import both_derived, chart_tree
from ..align.spans import COMPARED, count_spans, nodes_in, paired
from ..align.words import same_words
from ..conventions import conventions
from ..prepare.apply import Prepared
from ..prepare.settings import Preparation
from ..prepare.tables import equivalence, same
from ..treebank import Treebank
from ..trees import Tree
from . import leaf_ancestor
from .base import Counts, Formula, Metric, share
from .ties import TiedFamily

__all__ = ["FAMILY", "Brackets", "brackets"]

_PACKARD = "Packard 2013"
Ints = NDArray[np.int64]
_AT_ONCE = 4096  #: pairs whose nodes are compared in one go


def _yes(column: str) -> Formula:
    return share(column, "compared")


def _metric(name: str, title: str, definition: str, formula: Formula, **more: Any) -> Metric:
    return Metric(name, title, definition, _PACKARD, formula, needs_same_words=False, **more)


METRICS = (
    _metric("etm", "ETM, exact tree match", "1 if both trees are the same", _yes("exact")),
    _metric(
        "axb",
        "AXB, crossing brackets, negative",
        "minus the number of system brackets that cross a gold bracket",
        Formula(lambda counts: -counts["crossing"], lambda counts: counts["compared"]),
        is_share=False,
    ),
    _metric("zxb", "ZXB, no crossing brackets", "1 if no system bracket crosses a gold one", _yes("uncrossed")),
    _metric(
        "lp", "LP, labelled PARSEVAL", "F1 of brackets, labelled with rules", share("matched", "gold + test", scale=2)
    ),
    _metric("up", "UP, unlabelled PARSEVAL", "F1 of brackets", share("unlabelled", "gold + test", scale=2)),
    _metric("la", "LA, leaf-ancestor", "leaf-ancestor with Sampson's costs", share("lineages", "lineage-words")),
    _metric(
        "lnm",
        "LNM, lexeme names",
        "words over which the lexical entry is the same",
        share("lexemes", "lexeme-words"),
        needs="derivations",
    ),
    _metric("pos", "POS, parts of speech", "words whose tag or lexical type is the same", share("tags", "tagged")),
    _metric("ncm", "NCM, node count", "1 if both trees have the same number of nodes", _yes("as-large")),
)

_COLUMNS = (
    "compared",
    "exact",
    "as-large",
    "gold",
    "test",
    "matched",
    "unlabelled",
    "crossing",
    "uncrossed",
    "lexemes",
    "lexeme-words",
    "tags",
    "tagged",
)


def _count(gold: Prepared, test: Prepared, pairs: Ints, jobs: int = 1) -> dict[str, NDArray[Any]]:
    """Count everything that trees alone tell of pairs of them."""
    counts: dict[str, NDArray[Any]] = {name: np.zeros(len(pairs), dtype=np.int64) for name in _COLUMNS}
    derived = both_derived(gold, test)
    if derived or gold.preparation.brackets_without:
        _count_slowly(gold, test, pairs, counts, derived)
    else:
        _count_quickly(gold, test, pairs, counts, jobs)
    counts["uncrossed"] = counts["compared"] * (counts["crossing"] == 0)
    same_shapes(gold, test, pairs, counts)
    lineages = leaf_ancestor.count(gold, test, pairs, jobs)
    return counts | {"lineages": lineages["sampson"], "lineage-words": lineages["words"]}


def _count_quickly(gold: Prepared, test: Prepared, pairs: Ints, counts: Counts, jobs: int) -> None:
    """Count brackets and tags of trees with the same words all at once."""
    found = count_spans(gold, test, pairs, jobs)
    compared = found["outcome"] == COMPARED
    counts["compared"][:] = compared
    for name in ("gold", "test", "matched", "unlabelled", "crossing", "tags", "tagged"):
        counts[name][compared] = found[name][compared]


def _count_slowly(gold: Prepared, test: Prepared, pairs: Ints, counts: Counts, derived: bool) -> None:
    """Count the brackets and words of one pair after the other: in the chart, or without some of the nodes."""
    preparation = gold.preparation
    for row, (number, other) in enumerate(pairs.tolist()):
        one, another = chart_tree(gold, number), chart_tree(test, other)
        if not len(one) or not len(another) or not (derived or same_words(one, another, preparation)):
            continue
        counts["compared"][row] = 1
        for name, value in brackets(one, another, preparation)._asdict().items():
            counts[name][row] = value
        if derived:
            words, others = _entries(gold, number, one), _entries(test, other, another)
            counts["lexeme-words"][row] = len(words)
            counts["lexemes"][row] = sum(others.get(at, ("", ""))[0] == entry for at, (entry, _) in words.items())
            if all(kind for _, kind in (*words.values(), *others.values())):
                counts["tagged"][row] = len(words)
                counts["tags"][row] = sum(others.get(at, ("", ""))[1] == kind for at, (_, kind) in words.items())
        else:
            tags = [(a, b) for a, b in zip(one.tags, another.tags, strict=True) if a is not None]
            counts["tagged"][row] = len(tags)
            counts["tags"][row] = sum(b is not None and same(a, b, preparation.equal_labels) for a, b in tags)


class Brackets(NamedTuple):
    """Brackets of two trees: of each, those that match with and without labels, and those that cross."""

    gold: int
    test: int
    matched: int
    unlabelled: int
    crossing: int


def brackets(gold: Tree, test: Tree, preparation: Preparation) -> Brackets:
    """Compare the brackets of two trees that lie over the same positions.

    >>> from ..trees import Node, tree_of
    >>> tree = tree_of([Node("hd-cmp_c", -1), Node("n_sg_ilr", 0), Node("dog_n1", 1), Node("dog", 2, 0)])
    >>> brackets(tree, tree, Preparation("raw", brackets_without=("lexical",)))
    Brackets(gold=1, test=1, matched=1, unlabelled=1, crossing=0)
    """
    mine, theirs = (_bracket_nodes(tree, preparation) for tree in (gold, test))
    matched = len(paired(gold, test, mine, theirs, preparation))
    unlabelled = len(paired(gold, test, mine, theirs, preparation, labelled=False))
    sets = {frozenset(gold.positions(node)) for node in mine}
    crossing = 0
    for node in theirs:
        here = frozenset(test.positions(node))
        crossing += any(here & other and here - other and other - here for other in sets)
    return Brackets(len(mine), len(theirs), matched, unlabelled, crossing)


def _bracket_nodes(tree: Tree, preparation: Preparation) -> list[int]:
    """Return the nodes that count as brackets: no words, no tags, and not what the settings leave out."""
    nodes = nodes_in(tree, "roof", preparation)
    if "unary" in preparation.brackets_without:
        nodes = [node for node in nodes if len(tree.children(node)) > 1]
    if "lexical" in preparation.brackets_without:
        lexical = conventions().is_lexical_rule
        nodes = [node for node in nodes if not (len(tree.children(node)) == 1 and lexical(tree.text(node)))]
    return nodes


def _entries(prepared: Prepared, number: int, tree: Tree) -> dict[tuple[int, int], tuple[str, str]]:
    """Return by position in the chart the lexical entry over a word and its part of speech, empty if unknown."""
    tokens = prepared.original.tokens.get(number, {})
    kinds = tokens.get("type", ())
    leaves = tree.leaves
    known = len(kinds) == len(leaves)
    return {
        tree.span(leaf): (tree.text(tree.parent[leaf]), conventions().part_of_speech(kinds[place]) if known else "")
        for place, leaf in enumerate(leaves)
        if tree.parent[leaf] >= 0
    }


def same_shapes(gold: Prepared, test: Prepared, pairs: Ints, counts: Counts) -> None:
    """Say of each pair that is compared whether the trees are the same, and whether they have as many nodes."""
    mine, theirs = gold.bank, test.bank
    sizes, others = np.diff(mine.first)[pairs[:, 0]], np.diff(theirs.first)[pairs[:, 1]]
    counts["as-large"][:] = counts["compared"] * (sizes == others)
    rows = np.flatnonzero(counts["as-large"])
    for begin in range(0, len(rows), _AT_ONCE):
        some = rows[begin : begin + _AT_ONCE]
        counts["exact"][some] = _same_trees(mine, theirs, pairs[some], sizes[some], gold.preparation)


def _same_trees(
    mine: Treebank, theirs: Treebank, pairs: Ints, sizes: Ints, preparation: Preparation
) -> NDArray[np.bool_]:
    """Say of each pair of trees, which have as many nodes, whether they are the same."""
    upto = np.concatenate([[0], np.cumsum(sizes)])
    within = np.arange(upto[-1]) - np.repeat(upto[:-1], sizes)
    one, other = (
        [column[within + np.repeat(bank.first[numbers], sizes)] for column in bank.columns[:3]]
        for bank, numbers in zip((mine, theirs), pairs.T, strict=True)
    )
    differs = (one[1] != other[1]) | (one[2] != other[2])
    classes, closed = equivalence(preparation.equal_labels)
    word_classes, words_closed = equivalence(preparation.equal_words)
    if closed and words_closed:
        differs |= _classes(one[0], classes, word_classes) != _classes(other[0], classes, word_classes)
    before = np.concatenate([[0], np.cumsum(differs)])
    found: NDArray[np.bool_] = before[upto[1:]] == before[upto[:-1]]
    if not (closed and words_closed):
        for row in np.flatnonzero(found).tolist():
            number, partner = pairs[row].tolist()
            found[row] = _alike(mine.tree(number), theirs.tree(partner), preparation)
    return found


def _classes(label: NDArray[np.int32], labels: NDArray[np.int32], words: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return labels and words as classes of equal ones; those of words stay below 0."""
    return np.where(label >= 0, labels[np.maximum(label, 0)], ~words[np.maximum(~label, 0)])


def _alike(one: Tree, other: Tree, preparation: Preparation) -> bool:
    """Say whether trees of the same shape have equal labels and words, where these cannot be put into classes."""
    return all(
        one.is_word(node) == other.is_word(node)
        and same(
            one.text(node),
            other.text(node),
            preparation.equal_words if one.is_word(node) else preparation.equal_labels,
        )
        for node in range(len(one))
    )


FAMILY = TiedFamily("packard", METRICS, _count)
