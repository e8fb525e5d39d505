"""Fragments of trees: counting them exactly, and which ones two trees share.

A fragment is any connected, non-empty set of nodes of the roof (what is neither word nor tag); a node may keep any of
its children. Bastings and Sima'an 2014, "All fragments count in parser evaluation", compare two trees by all their
fragments, each *situated*: with the labels and spans of its nodes. The fragments whose highest node is v are counted
by a polynomial, the coefficient of x^s being the number of those with s nodes:

    f_v(x) = x · ∏ (1 + f_c(x)) over the children c of v

Two trees share a fragment when its nodes are matched brackets in both and its links lead from parent to child in
both (the paper's definition): those are the fragments of the forest of matched nodes and shared links. The program
that the authors released leaves the links of the system tree unchecked; both counts are kept here.

Counts soon pass 64 bits (a node with 100 children has 2^100 fragments), so they are Python's whole numbers. A tree
of 30 nodes takes some 50 µs, one of 5,000 nodes a few seconds for all sizes, or milliseconds for sizes up to 25.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import NamedTuple, TypeVar

from ..prepare.settings import Preparation
from ..trees import Tree
from .mapping import Mapping
from .spans import e_mapping
from .words import same_words

__all__ = [
    "FragmentCounts",
    "count_fragments",
    "fragment_counts",
    "fragment_mapping",
    "maximal_matched_fragments",
    "unmatched_fragments",
]

Item = TypeVar("Item")

# Slots of more bits than this are multiplied one by one where the smaller factor has at most so many of them.
_WIDE, _FEW = 400, 200


@dataclass(frozen=True)
class FragmentCounts:
    """How many fragments of each size, from 1 on, there are in a pair of trees or, added up, in a corpus.

    ``common`` are the shared ones, ``code`` the gold ones of which all nodes are matched brackets.

    >>> FragmentCounts((3, 2), (1,), (1,), (1,)) + FragmentCounts((1,), (2, 1), (), ())
    FragmentCounts(gold=(4, 2), system=(3, 1), common=(1,), code=(1,))
    """

    gold: tuple[int, ...] = ()
    system: tuple[int, ...] = ()
    common: tuple[int, ...] = ()
    code: tuple[int, ...] = ()

    def __add__(self, other: FragmentCounts) -> FragmentCounts:
        return FragmentCounts(
            _sum(self.gold, other.gold),
            _sum(self.system, other.system),
            _sum(self.common, other.common),
            _sum(self.code, other.code),
        )

    @property
    def largest(self) -> int:
        """The size of the largest fragment in either tree."""
        return max(len(self.gold), len(self.system))


def _sum(one: Iterable[int], other: Iterable[int]) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip_longest(one, other, fillvalue=0))


class _Slots(NamedTuple):
    """Polynomials as single whole numbers: one slot of *width* bits for each coefficient, x^0 the lowest.

    Kronecker's substitution: where no coefficient outgrows its slot, a product of numbers is the product of the
    polynomials. Powers beyond *limit* are left out. The width is a multiple of eight.
    """

    width: int
    limit: int

    def degree(self, packed: int) -> int:
        """Return the highest power of x."""
        return (packed.bit_length() - 1) // self.width

    def cut(self, packed: int) -> int:
        """Leave out what is beyond the limit."""
        return packed & ((1 << self.width * (self.limit + 1)) - 1) if self.degree(packed) > self.limit else packed

    def times(self, one: int, other: int) -> int:
        """Multiply two polynomials."""
        if self.width <= _WIDE:
            return self.cut(one * other)
        if other > one:
            one, other = other, one
        if self.degree(other) > _FEW:
            return self.cut(one * other)
        product = 0  # small numbers in wide slots: leave out the multiplications by the zeros between them
        for coefficient in reversed(self.unpack(other)):
            product = (product << self.width) + one * coefficient
        return self.cut(product)

    def unpack(self, packed: int) -> list[int]:
        """Return the coefficients, x^0 first."""
        step = self.width // 8
        data = packed.to_bytes(step * (self.degree(packed) + 1), "little")
        return [int.from_bytes(data[at : at + step], "little") for at in range(0, len(data), step)]


def fragment_counts(parents: Sequence[int], largest: int | None = None) -> list[int]:
    """Return how many fragments of each size, from 1 on, a forest has; with *largest*, none beyond that size.

    *parents* gives the number of each node's parent, -1 at a root; parents come before their children.

    >>> fragment_counts([-1, 0, 0, 2])
    [4, 3, 2, 1]
    >>> fragment_counts([-1] + [0] * 100)[50] == math.comb(100, 50) > 2**63
    True
    """
    if any(above >= node for node, above in enumerate(parents)):
        raise ValueError("a parent stands behind its child")
    limit = len(parents) if largest is None else min(largest, len(parents))
    if limit < 1:
        return []
    slots = _Slots(_width(parents, limit), limit)
    products = [1] * len(parents)
    total = 0
    for node in range(len(parents) - 1, -1, -1):
        rooted = slots.cut(products[node] << slots.width)
        products[node] = 0  # not needed any more
        total += rooted
        if parents[node] >= 0:
            products[parents[node]] = slots.times(products[parents[node]], rooted + 1)
    return slots.unpack(total)[1:]


def _width(parents: Sequence[int], limit: int) -> int:
    """Return bits enough for any count: there are no more fragments than in all, nor than sets of so many nodes."""
    products = [1] * len(parents)
    total = 0
    for node in range(len(parents) - 1, -1, -1):
        total += products[node]
        if parents[node] >= 0:
            products[parents[node]] *= products[node] + 1
    sets = math.comb(len(parents), min(limit, len(parents) // 2))
    return -(-min(total, sets).bit_length() // 8) * 8


def count_fragments(
    gold: Tree, system: Tree, preparation: Preparation, largest: int | None = None
) -> FragmentCounts | None:
    """Count the fragments of two prepared trees, any spans and any equalities; None where their words differ.

    >>> from ..trees import Node, tree_of
    >>> one = tree_of([Node("S", -1), Node("NP", 0), Node("old", 1, 0), Node("men", 1, 1), Node("sleep", 0, 2)])
    >>> other = tree_of([Node("S", -1), Node("old", 0, 0), Node("men", 0, 1), Node("sleep", 0, 2)])
    >>> count_fragments(one, other, Preparation("raw"))
    FragmentCounts(gold=(2, 1), system=(1,), common=(1,), code=(1,))
    """
    if not system.words or not same_words(gold, system, preparation):
        return None
    mapping = e_mapping(gold, system, preparation, look_for_others=False)
    forests = (
        _links(gold, sorted(mapping.gold_nodes)),
        _links(system, sorted(mapping.system_nodes)),
        _shared_links(mapping),
        _links(gold, sorted(mapping.to_system)),
    )
    return FragmentCounts(*(tuple(fragment_counts(forest, largest)) for forest in forests))


def _links(tree: Tree, nodes: Sequence[int]) -> list[int]:
    """Return for each of some nodes the place of its parent among them, -1 if the parent is not there."""
    places = {node: place for place, node in enumerate(nodes)}
    return [places.get(tree.parent[node], -1) for node in nodes]


def _shared_links(mapping: Mapping) -> list[int]:
    """Return for each pair, in the order of the gold nodes, the place of the pair of their parents, -1 if none."""
    pairs = sorted(mapping.pairs)
    places = {pair: place for place, pair in enumerate(pairs)}
    return [places.get((mapping.gold.parent[one], mapping.system.parent[other]), -1) for one, other in pairs]


def fragment_mapping(gold: Tree, system: Tree, preparation: Preparation) -> Mapping:
    """Return the matched brackets of two prepared trees as a mapping of kind "fragments".

    It is the E-mapping of the roofs, over the words that can be aligned where the words differ.
    """
    return replace(e_mapping(gold, system, preparation), kind="fragments")


def maximal_matched_fragments(mapping: Mapping) -> list[set[tuple[int, int]]]:
    """Return the largest shared fragments as sets of pairs (gold node, system node), the highest first.

    They are the trees of the forest of matched nodes and shared links; every shared fragment is part of one.
    """
    return _components(sorted(mapping.pairs), _shared_links(mapping))


def unmatched_fragments(mapping: Mapping) -> tuple[list[set[int]], list[set[int]]]:
    """Return the largest fragments without a matched node, those of the gold tree and those of the system tree."""
    gold, system = mapping.deletions, mapping.insertions
    return _components(gold, _links(mapping.gold, gold)), _components(system, _links(mapping.system, system))


def _components(items: Sequence[Item], parents: Sequence[int]) -> list[set[Item]]:
    """Gather the items of a forest by tree, parents before children."""
    trees: list[set[Item]] = []
    home: list[set[Item]] = []
    for item, above in zip(items, parents, strict=True):
        if above < 0:
            trees.append(set())
        home.append(trees[-1] if above < 0 else home[above])
        home[-1].add(item)
    return trees
