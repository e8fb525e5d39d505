"""Fragments: the polynomials against listing all fragments one by one, and what two trees share."""

import math
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reading import read_text
from tree_pairs import PREPARATIONS, prepared, tree_pairs

from treelens.engine.align.fragments import (
    FragmentCounts,
    count_fragments,
    fragment_counts,
    fragment_mapping,
    maximal_matched_fragments,
    unmatched_fragments,
)
from treelens.engine.align.spans import nodes_in
from treelens.engine.align.words import same_words
from treelens.engine.formats import brackets
from treelens.engine.prepare import Preparation
from treelens.engine.trees import Tree

RAW = Preparation("raw")


@st.composite
def forests(draw, largest=10):
    size = draw(st.integers(0, largest))
    return [draw(st.integers(-1, node - 1)) for node in range(size)]


def trees_of(text: str) -> list[Tree]:
    return [sentence.tree for sentence in read_text(brackets, text)]


def connected(nodes: tuple[int, ...], parents) -> bool:
    """A set of nodes is connected when all but one have their parent in it."""
    return sum(parents[node] not in nodes for node in nodes) == 1


def listed(nodes, parents) -> list[tuple[int, ...]]:
    """Return all fragments, by trying all sets of nodes."""
    sets = (chosen for size in range(1, len(nodes) + 1) for chosen in combinations(nodes, size))
    return [chosen for chosen in sets if connected(chosen, parents)]


def by_size(fragments) -> tuple[int, ...]:
    sizes = [len(fragment) for fragment in fragments]
    return tuple(sizes.count(size) for size in range(1, max(sizes, default=0) + 1))


@given(forests())
def test_counts_equal_the_listed_ones(parents):
    assert tuple(fragment_counts(parents)) == by_size(listed(range(len(parents)), parents))


def multiplied(parents) -> list[int]:
    """Multiply the polynomials out, coefficient by coefficient."""
    products = [[1] for _ in parents]
    total = [0] * len(parents)
    for node in reversed(range(len(parents))):
        for size, number in enumerate(products[node]):
            total[size] += number
        if parents[node] >= 0:
            factor, old = [1, *products[node]], products[parents[node]]
            new = [0] * (len(factor) + len(old) - 1)
            for i, a in enumerate(old):
                for j, b in enumerate(factor):
                    new[i + j] += a * b
            products[parents[node]] = new
    while total and not total[-1]:
        total.pop()
    return total


@given(forests(largest=150), st.one_of(st.none(), st.integers(1, 160)))
def test_large_counts_are_exact(parents, largest):
    assert fragment_counts(parents, largest) == multiplied(parents)[:largest]


@pytest.mark.parametrize("children", [62, 63, 64, 65, 399, 401, 900])
def test_flat_trees_have_binomially_many(children):
    counts = fragment_counts([-1] + [0] * children)
    assert counts[0] == children + 1
    assert counts[1:] == [math.comb(children, size) for size in range(1, children + 1)]
    assert fragment_counts([-1] + [0] * children, 3) == counts[:3]


def test_wide_slots_multiply_large_factors_too():
    """Two flat nodes under one: products of two long polynomials, in slots of more than 400 bits."""
    parents = [-1, 0, *[1] * 250, 0, *[252] * 250]
    assert fragment_counts(parents) == multiplied(parents)


def test_five_thousand_nodes_up_to_a_size():
    chain = [node - 1 for node in range(5000)]
    assert fragment_counts(chain, 25) == [5000 - size for size in range(25)]
    assert fragment_counts([-1] + [0] * 4999, 25)[24] == math.comb(4999, 24)


def test_odd_arguments():
    assert fragment_counts([]) == []
    assert fragment_counts([-1, 0], 0) == []
    assert fragment_counts([-1, -1, -1]) == [3]
    with pytest.raises(ValueError, match="behind its child"):
        fragment_counts([1, -1])


def situated(tree: Tree, fragment: tuple[int, ...]):
    """Return what must agree of two fragments: labels, words and links of the nodes."""
    name = {node: (tree.text(node), tuple(tree.positions(node)), tree.span(node)) for node in fragment}
    return frozenset((name[node], name.get(tree.parent[node])) for node in fragment)


@given(st.booleans().flatmap(lambda flag: tree_pairs(discontinuous=flag)))
def test_shared_fragments_are_those_in_both_lists(pair):
    """Where no two nodes of a tree have the same label and words, a fragment is what its nodes are."""
    found = count_fragments(*pair, RAW)
    if found is None:
        assert not same_words(*pair, RAW)
        return
    roofs = [nodes_in(tree, "roof", RAW) for tree in pair]
    lists = [listed(roof, tree.parent) for tree, roof in zip(pair, roofs, strict=True)]
    assert (found.gold, found.system) == tuple(map(by_size, lists))
    sets = [{situated(tree, each) for each in all_} for tree, all_ in zip(pair, lists, strict=True)]
    if all(len(one) == len(all_) for one, all_ in zip(sets, lists, strict=True)):
        assert found.common == by_size(sets[0] & sets[1])
        nodes = {node for (node,) in (each for each in lists[0] if len(each) == 1)}
        alone = {situated(pair[1], (node,)) for node in roofs[1]}
        matched = {node for node in nodes if situated(pair[0], (node,)) in alone}
        assert found.code == by_size(each for each in lists[0] if set(each) <= matched)


@given(tree_pairs(), PREPARATIONS)
def test_shared_fragments_with_equal_nodes(pair, preparation):
    gold, system = (prepared([tree], preparation).bank.tree(0) for tree in pair)
    found = count_fragments(gold, system, preparation)
    mapping = fragment_mapping(gold, system, preparation)
    assert (found is None) == (mapping.words_aligned or not system.words)
    if found is None:
        return
    partner = mapping.to_system
    all_matched = [each for each in listed(sorted(mapping.gold_nodes), gold.parent) if set(each) <= set(partner)]
    shared = [
        each
        for each in all_matched
        if all(system.parent[partner[node]] == partner[gold.parent[node]] for node in each if gold.parent[node] in each)
    ]
    assert found.code == by_size(all_matched)
    assert found.common == by_size(shared)
    for one, other in ((found.common, found.gold), (found.common, found.system)):
        assert all(a <= b for a, b in zip(one, other, strict=False))
        assert len(one) <= len(other)


@given(tree_pairs())
def test_fragments_are_taken_apart(pair):
    """Every matched or unmatched node is in exactly one maximal fragment, and each is connected in both trees."""
    mapping = fragment_mapping(*pair, RAW)
    assert mapping.kind == "fragments"
    matched = maximal_matched_fragments(mapping)
    assert sorted(pair for fragment in matched for pair in fragment) == sorted(mapping.pairs)
    for fragment in matched:
        for side, tree in enumerate(pair):
            assert connected(tuple(nodes[side] for nodes in fragment), tree.parent)
    for fragments, tree, nodes in zip(
        unmatched_fragments(mapping), pair, (mapping.deletions, mapping.insertions), strict=True
    ):
        assert sorted(node for fragment in fragments for node in fragment) == nodes
        assert all(connected(tuple(fragment), tree.parent) for fragment in fragments)


def test_an_attachment_error_in_fragments():
    gold, system = trees_of(
        "(S (NP (N she)) (VP (V saw) (NP (N men)) (PP (P with) (NP (N hats)))))\n"
        "(S (NP (N she)) (VP (V saw) (NP (NP (N men)) (PP (P with) (NP (N hats))))))\n"
    )
    mapping = fragment_mapping(gold, system, RAW)
    texts = [sorted(gold.text(node) for node, _ in fragment) for fragment in maximal_matched_fragments(mapping)]
    assert texts == [["NP", "S", "VP"], ["NP"], ["NP", "PP"]]
    assert unmatched_fragments(mapping) == ([], [{7}])
    assert count_fragments(gold, system, RAW) == FragmentCounts(
        gold=tuple(fragment_counts([-1, 0, 0, 2, 2, 4])),
        system=tuple(fragment_counts([-1, 0, 0, 2, 3, 3, 5])),
        common=tuple(fragment_counts([-1, 0, 0, -1, -1, 4])),
        code=tuple(fragment_counts([-1, 0, 0, 2, 2, 4])),
    )


def test_the_highest_of_equal_nodes_is_matched():
    gold, system = trees_of("(S (NP (NP (X a) (X b))) (X c))\n(S (NP (X a) (X b)) (X c))\n")
    assert count_fragments(gold, system, RAW) == FragmentCounts((3, 2, 1), (2, 1), (2, 1), (2, 1))


def test_links_count_in_the_paper_and_not_in_the_program():
    gold, system = trees_of("(S (NP (A (X a) (X b))) (X c))\n(S (NP (Q (A (X a) (X b)))) (X c))\n")
    counts = count_fragments(gold, system, RAW)
    assert counts is not None
    assert (counts.common, counts.code) == ((3, 1), (3, 2, 1))


def test_no_counts_for_different_words():
    gold, system = trees_of("(S (X a) (X b))\n(S (X a) (X c))\n")
    assert count_fragments(gold, system, RAW) is None
