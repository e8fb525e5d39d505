"""T-mappings: the tree edit distance of Zhang and Shasha, exactly, with the mapping that attains it.

A T-mapping pairs nodes of two trees one to one, words included, and keeps left-to-right order and ancestry. Its cost
is the number of deletions, insertions and swaps; the distance is the least cost (Zhang & Shasha 1989, "Simple fast
algorithms for the editing distance between trees and related problems"; as a measure of parses, Emms 2008). A parse in
several pieces is compared as if under a root of its own, which costs nothing.

Among mappings of least cost the one returned pairs the most words with the word at the same position, then has the
most label matches; then the gold nodes in preorder decide, the first one that is treated differently: better paired
than not, better with an earlier node than with a later one.

:func:`t_mapping` is for one pair of trees, :func:`map_edits` and :func:`count_edits` for many, at once and in several
threads. Similar trees take time about linear in their nodes, others about quadratic where trees branch to the right;
memory is 16 bytes for each pair of nodes that may meet. How it works is told in :mod:`treelens.engine.kernels.edits`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping as Table
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..kernels import edits as kernel
from ..kernels import views
from ..prepare.apply import Prepared, prepare
from ..prepare.settings import Preparation
from ..prepare.tables import equivalence, same
from ..problems import TreelensError
from ..treebank import Analysis, Sentence, Treebank
from ..trees import IntArray, Tree
from .bulk import in_threads
from .mapping import Mapping

__all__ = ["COLUMNS", "Costs", "MappedTrees", "count_edits", "map_edits", "t_mapping"]

COLUMNS = (
    "cost",
    "gold",
    "test",
    "matches",
    "swaps",
    "pairs",
    "gold_words",
    "test_words",
    "word_pairs",
    "same_words",
)

Gains = NDArray[np.int64]

_CELLS = 1 << 16  # entries of the tables to begin with
_ALIGNED = 1 << 22  # entries of the tables that only save time, at most
_MOST_CELLS = 1 << 26  # 1 GB


@dataclass(frozen=True)
class Costs:
    """What each operation costs; none may be negative.

    ``per_label`` makes nodes of a label (not words) dearer or cheaper: deleting or inserting one costs so many times
    more, and a swap as many times as the dearer of its two labels. A pair that costs as much as deleting one node and
    inserting the other is left out, unless it is a match or a pair of words at the same position.

    >>> Costs(delete=2, per_label={"NP": 0.5}).unit
    Fraction(1, 2)
    """

    delete: float = 1
    insert: float = 1
    swap: float = 1
    per_label: Table[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        costs = (self.delete, self.insert, self.swap, *self.per_label.values())
        if not all(math.isfinite(cost) and cost >= 0 for cost in costs):
            raise TreelensError("costs of edits must be numbers that are not negative")

    @property
    def unit(self) -> Fraction:
        """The greatest fraction of which all costs are multiples: sums of them are exact, whatever floats do."""
        factors = [_exact(factor) for factor in self.per_label.values()]
        values = [
            _exact(cost) * factor
            for cost in (self.delete, self.insert, self.swap)
            for factor in (Fraction(1), *factors)
        ]
        return Fraction(1, math.lcm(*(value.denominator for value in values)))


class MappedTrees(NamedTuple):
    """The T-mappings of many pairs of trees.

    ``partner[first[p] + node]`` is the system node that gold node *node* of pair *p* is mapped to, or -1; nodes are
    those of the prepared trees. ``counts`` has the columns of :func:`count_edits`.
    """

    counts: dict[str, NDArray[np.int64]]
    first: NDArray[np.int64]
    partner: IntArray

    def pairs(self, pair: int) -> list[tuple[int, int]]:
        """Return the mapping of one pair of trees."""
        partner = self.partner[int(self.first[pair]) : int(self.first[pair + 1])]
        nodes = np.flatnonzero(partner >= 0)
        return list(zip(nodes.tolist(), partner[nodes].tolist(), strict=True))


def count_edits(
    gold: Prepared, test: Prepared, pairs: NDArray[np.int64], jobs: int = 1, *, roof: bool = False
) -> dict[str, NDArray[np.int64]]:
    """Compare pairs of trees, each given as a row (number of the gold tree, number of the test tree).

    Columns: ``cost`` of the mapping, nodes of ``gold`` and ``test``, ``matches``, ``swaps`` and both as ``pairs``,
    ``gold_words``, ``test_words``, ``word_pairs`` (pairs of two words in the mapping) and ``same_words`` (1 where both
    sentences have the same words). With *roof* words and tags take no part. Two trees that are too large and too
    different to be mapped have zeros in all columns.
    """
    return map_edits(gold, test, pairs, jobs, roof=roof).counts


def map_edits(
    gold: Prepared, test: Prepared, pairs: NDArray[np.int64], jobs: int = 1, *, roof: bool = False
) -> MappedTrees:
    """Map pairs of trees, each given as a row (number of the gold tree, number of the test tree)."""
    run = _Run(gold, test, pairs, roof)
    if run.closed:
        run.all(jobs)
    else:
        for row, (one, other) in enumerate(pairs.tolist()):
            taking_part = _Nodes.of(gold.bank.tree(one), roof), _Nodes.of(test.bank.tree(other), roof)
            bits = kernel.SAVING_BITS, kernel.PLACE_BITS
            run.one(row, kernel.GIVEN, -1, _gains(*taking_part, gold.preparation, Costs(), bits)[0])
    return MappedTrees(_columns(run.rows, roof), run.first, run.partner)


class _Run:
    """Pairs of trees on their way through the kernel."""

    def __init__(self, gold: Prepared, test: Prepared, pairs: NDArray[np.int64], roof: bool) -> None:
        labels, labels_closed = equivalence(gold.preparation.equal_labels)
        words, words_closed = equivalence(gold.preparation.equal_words)
        self.closed = labels_closed and words_closed  # classes say what is equal
        self.banks = gold.bank, test.bank
        self.classes = views(labels, words)
        self.pairs = np.ascontiguousarray(pairs, dtype=np.int64).reshape(-1, 2)
        self.roof = roof
        self.sizes = [np.diff(bank.first) for bank in self.banks]
        self.first = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(self.sizes[0][self.pairs[:, 0]])])
        self.partner = np.full(int(self.first[-1]), -1, dtype=np.int32)
        self.rows = np.zeros((len(self.pairs), kernel.FIELDS), dtype=np.int64)

    def all(self, jobs: int) -> None:
        """Map all pairs by label classes, in as many threads as there are jobs."""
        in_threads(lambda rows: self.part(rows), len(self.pairs), jobs)

    def one(self, row: int, rule: int, bound: int, gains: Gains | None = None) -> int:
        """Map one pair by another rule and return the gain."""
        if not self.part(slice(row, row + 1), rule, bound, gains):
            sizes = [int(sizes[number]) for sizes, number in zip(self.sizes, self.pairs[row], strict=True)]
            raise TreelensError(
                f"trees of {sizes[0]} and {sizes[1]} nodes are too large and too different to be mapped"
            )
        return int(self.rows[row, 0])

    def part(self, rows: slice, rule: int = kernel.BEST, bound: int = -1, gains: Gains | None = None) -> bool:
        """Run the kernel over some of the pairs, giving it larger tables where it asks for them.

        Pairs that would need too large ones are left out, their rows zeros; return whether there were none.
        """
        complete = True
        pairs = self.pairs[rows]
        longest = 2 + max(int(sizes[pairs[:, side]].max(initial=0)) for side, sizes in enumerate(self.sizes))
        sides = [self._side(bank, longest) for bank in (*self.banks, *self.banks)]
        given = np.zeros(1, dtype=np.int64) if gains is None else np.ascontiguousarray(gains).reshape(-1)
        scratch = views(*(np.empty(length, dtype=np.int32) for length in (*[longest] * 4, 2 * longest)))
        cells, done, needed = _CELLS, 0, np.zeros(1, dtype=np.int64)
        while True:
            tables = views(
                *(np.empty(cells, dtype=np.int64) for _ in range(2)),
                *(np.empty(min(cells, _ALIGNED), dtype=np.int32) for _ in range(2)),
            )
            done = kernel.map_trees(
                *sides,
                kernel.Table(*tables, given.data, scratch),
                pairs.reshape(-1).data,
                done,
                self.roof,
                rule,
                bound,
                *views(self.rows[rows].reshape(-1), self.first[rows], self.partner, needed),
            )
            if done == len(pairs):
                return complete
            cells = int(needed[0])
            if cells > _MOST_CELLS:
                complete = False
                self.rows[rows][done] = 0
                done, cells = done + 1, _CELLS
            del tables

    def _side(self, bank: Treebank, longest: int) -> Any:
        scratch = views(*(np.empty(longest, dtype=np.int32) for _ in range(9)))
        return kernel.Side(*views(*bank.columns[:3], bank.first), *self.classes, scratch)


def _columns(rows: NDArray[np.int64], roof: bool) -> dict[str, NDArray[np.int64]]:
    """Take gains apart into columns."""
    value, gold, test, gold_words, test_words, word_pairs, same_words = rows.T
    saving = value >> kernel.SAVING_BITS
    matches = value & ((1 << kernel.PLACE_BITS) - 1)
    swaps = saving - 2 * matches
    words = [column * (not roof) for column in (gold_words, test_words, word_pairs)]
    columns = (gold + test - saving, gold, test, matches, swaps, matches + swaps, *words, same_words)
    return dict(zip(COLUMNS, columns, strict=True))


def t_mapping(
    gold: Tree,
    system: Tree,
    preparation: Preparation,
    *,
    roof: bool = False,
    costs: Costs | None = None,
    unique: bool = True,
) -> Mapping:
    """Map one tree to another at least cost, after preparing both; node ids are those of the trees as given.

    With *roof*, words and tags take no part. *unique* asks whether another mapping costs as little, which takes about
    as long again.

    >>> from ..trees import Node, tree_of
    >>> tree = tree_of([Node("S", -1), Node("NP", 0), Node("she", 1, 0), Node("VP", 0), Node("sleeps", 3, 1)])
    >>> other = tree_of([Node("S", -1), Node("she", 0, 0), Node("VP", 0), Node("sleeps", 2, 1)])
    >>> found = t_mapping(tree, other, Preparation("raw"))
    >>> found.cost, found.pairs, found.unique
    (1, ((0, 0), (2, 1), (3, 2), (4, 3)), True)
    """
    prepared = [prepare(Treebank.of([Sentence((Analysis(tree),))]), preparation) for tree in (gold, system)]
    nodes = [_Nodes.of(side.bank.tree(0), roof) for side in prepared]
    run = _Run(prepared[0], prepared[1], np.zeros((1, 2), dtype=np.int64), roof)
    cost: float
    if costs is None and run.closed:
        saving = run.one(0, kernel.BEST, -1) >> kernel.SAVING_BITS
        total = len(nodes[0].ids) + len(nodes[1].ids)
        cost, alone = total - saving, _alone(run, saving, total) if unique else None
    else:
        cost, alone = _map_at_costs(run, nodes[0], nodes[1], preparation, costs or Costs(), unique)
    partner = run.partner.tolist()
    mapped = [(node, partner[node]) for node in range(len(partner)) if partner[node] >= 0]
    origin = [side.origin.tolist() for side in prepared]
    swapped = _swapped(nodes[0].tree, nodes[1].tree, mapped, preparation)
    return Mapping(
        "t",
        gold,
        system,
        tuple((origin[0][one], origin[1][other]) for one, other in mapped),
        frozenset((origin[0][one], origin[1][other]) for one, other in swapped),
        frozenset(origin[0][node] for node in nodes[0].ids),
        frozenset(origin[1][node] for node in nodes[1].ids),
        cost,
        alone,
    )


def _alone(run: _Run, saving: int, nodes: int) -> bool:
    """Say whether no other mapping costs as little as the one found.

    The other mapping that costs as little and differs in most pairs is looked for: each pair of the mapping found
    takes 1 off its gain, each other pair adds 1. The mapping itself comes to minus its number of pairs, any other to
    more.
    """
    pairs = int((run.partner >= 0).sum())
    return saving == nodes or run.one(0, kernel.OTHER, nodes - saving) == (saving << kernel.SAVING_BITS) - pairs


@dataclass(frozen=True)
class _Nodes:
    """The nodes of a prepared tree that take part."""

    tree: Tree
    ids: list[int]

    @classmethod
    def of(cls, tree: Tree, roof: bool) -> _Nodes:
        """Take all nodes, or the roof: without words and tags."""
        label, parent, size = tree.label, tree.parent, len(tree)
        if not roof:
            return cls(tree, list(range(size)))
        tags = {
            node - 1
            for node in range(1, size)
            if label[node] < 0 and parent[node] == node - 1 and (node + 1 == size or parent[node + 1] != node - 1)
        }
        return cls(tree, [node for node in range(size) if label[node] >= 0 and node not in tags])

    @property
    def words(self) -> int:
        """The number of words."""
        return sum(self.tree.is_word(node) for node in self.ids)


def _map_at_costs(
    run: _Run, gold: _Nodes, system: _Nodes, preparation: Preparation, costs: Costs, unique: bool
) -> tuple[float, bool | None]:
    """Map one pair at other costs; return the cost, and whether no other mapping costs as little."""
    place = min(len(gold.ids), len(system.ids)).bit_length() + 1
    bits = place + min(gold.words, system.words).bit_length(), place
    gains, savings, total = _gains(gold, system, preparation, costs, bits)
    saving = run.one(0, kernel.GIVEN, -1, gains) >> bits[0]
    cost = (total - saving) * costs.unit
    alone = None
    if unique:
        partner = run.partner.copy()
        order = {node: number for number, node in enumerate(system.ids)}
        mapped = [(number, order[partner[node]]) for number, node in enumerate(gold.ids) if partner[node] >= 0]
        signs = np.ones_like(savings)
        for pair in mapped:
            signs[pair] = -1
        others = np.where(savings >= 0, (savings << bits[0]) + signs, -1)
        alone = run.one(0, kernel.GIVEN, -1, others) == (saving << bits[0]) - len(mapped)
        run.partner[:] = partner
    return int(cost) if cost.denominator == 1 else float(cost), alone


def _gains(
    gold: _Nodes, system: _Nodes, preparation: Preparation, costs: Costs, bits: tuple[int, int]
) -> tuple[Gains, Gains, int]:
    """Return what each pair of nodes gains, as one number and what it saves, and the cost of no pair at all.

    Costs are counted in units; *bits* says how far to shift savings and same positions.
    """
    deleted = [_cost(gold.tree, node, costs.delete, costs) for node in gold.ids]
    inserted = [_cost(system.tree, node, costs.insert, costs) for node in system.ids]
    swaps = [[_cost(side.tree, node, costs.swap, costs) for node in side.ids] for side in (gold, system)]
    total = sum(deleted) + sum(inserted)
    if total.bit_length() + bits[0] > 62:
        raise TreelensError("costs of edits differ too much in size for trees as large as these")
    equal = _equal(gold, system, preparation)
    swap = np.maximum.outer(*(np.array(side, dtype=np.int64) for side in swaps))
    savings = np.add.outer(np.array(deleted, dtype=np.int64), np.array(inserted, dtype=np.int64))
    savings -= np.where(equal, 0, swap)
    place = [
        np.array([side.tree.start[node] if side.tree.is_word(node) else none for node in side.ids], dtype=np.int64)
        for side, none in ((gold, -1), (system, -2))
    ]
    gains = (savings << bits[0]) + (np.equal.outer(*place).astype(np.int64) << bits[1]) + equal
    return gains, savings, total


def _cost(tree: Tree, node: int, cost: float, costs: Costs) -> int:
    """Return the cost of an operation on a node, in units."""
    factor = 1 if tree.is_word(node) else costs.per_label.get(tree.text(node), 1)
    return int(_exact(cost) * _exact(factor) / costs.unit)


def _exact(value: float) -> Fraction:
    """Return a number as it is written: 0.1 is a tenth."""
    return Fraction(str(value))


def _equal(gold: _Nodes, system: _Nodes, preparation: Preparation) -> NDArray[np.bool_]:
    """Say of all pairs of nodes whether labels, or words, are equal."""
    numbers: dict[tuple[bool, str], int] = {}
    keys = [
        [numbers.setdefault((side.tree.is_word(node), side.tree.text(node)), len(numbers)) for node in side.ids]
        for side in (gold, system)
    ]
    known = [[_same(one, other, preparation) for other in numbers] for one in numbers]
    table = np.array(known, dtype=bool).reshape(len(numbers), len(numbers))
    found: NDArray[np.bool_] = table[np.ix_(*(np.array(side, dtype=np.int64) for side in keys))]
    return found


def _same(one: tuple[bool, str], other: tuple[bool, str], preparation: Preparation) -> bool:
    """Compare two nodes, each given as whether it is a word and its text."""
    equal = preparation.equal_words if one[0] else preparation.equal_labels
    return one[0] == other[0] and same(one[1], other[1], equal)


def _swapped(gold: Tree, system: Tree, pairs: list[tuple[int, int]], preparation: Preparation) -> list[tuple[int, int]]:
    """Return the pairs whose labels, or words, differ."""
    return [
        (one, other)
        for one, other in pairs
        if not _same((gold.is_word(one), gold.text(one)), (system.is_word(other), system.text(other)), preparation)
    ]
