"""Trees: columns, spans, other libraries' trees, and any depth."""

import networkx
import nltk
import pytest
from hypothesis import given
from hypothesis import strategies as st

from treelens.engine.formats import brackets
from treelens.engine.source import Source
from treelens.engine.treebank import Treebank
from treelens.engine.trees import Node, Tree, from_networkx, from_nltk, tree_of


def read(text: str) -> Treebank:
    return Treebank.joined(brackets.read(Source("test.mrg", text.encode())))


@st.composite
def nested(draw):
    """A random nltk.Tree with words in any place."""
    leaves = st.sampled_from(["a", "b", "(", "é", "x y"])
    inner = st.recursive(
        leaves,
        lambda below: st.builds(nltk.Tree, st.sampled_from(["S", "NP", ""]), st.lists(below, max_size=4)),
        max_leaves=20,
    )
    return nltk.Tree("TOP", draw(st.lists(inner, max_size=4)))


@given(nested())
def test_to_and_from_nltk(tree):
    ours = from_nltk(tree)
    assert ours.to_nltk() == tree
    assert list(ours.words) == tree.leaves()


@given(nested())
def test_to_and_from_networkx(tree):
    ours = from_nltk(tree)
    graph = ours.to_networkx()
    assert from_networkx(graph) == ours
    assert networkx.is_arborescence(graph)


@given(nested())
def test_spans_and_orders(tree):
    ours = from_nltk(tree)
    for node in range(len(ours)):
        below = ours.children(node)
        start, end = ours.span(node)
        if not ours.is_word(node):
            assert end - start == sum(ours.end[child] - ours.start[child] for child in below)
        assert all(ours.parent[child] == node < child for child in below)
    order = ours.postorder()
    assert sorted(order) == list(range(len(ours)))
    place = {node: position for position, node in enumerate(order)}
    assert all(place[child] < place[node] for node in order for child in ours.children(node))


def test_discontinuous_constituents_keep_their_positions():
    tree = tree_of(
        [Node("S", -1), Node("VP", 0), Node("wake", 1, 0), Node("up", 1, 2), Node("NP", 0), Node("him", 4, 1)]
    )
    assert tree.span(1) == (0, 3)
    assert list(tree.positions(1)) == [0, 2]
    assert list(tree.positions(0)) == [0, 1, 2]
    assert tree.words == ("wake", "him", "up")
    assert from_networkx(tree.to_networkx()) == tree


def test_a_cycle_is_no_tree():
    with pytest.raises(ValueError, match="not a tree"):
        from_networkx(networkx.DiGraph([(1, 2), (2, 1)]))


def test_every_node_knows_where_it_came_from():
    tree = read("(S\n  (NP (DT thé)\n      (NN cat)))\n").tree(0)
    places = [tree.location(node) for node in range(len(tree))]
    assert places[0] == ("test.mrg", 1, 1)
    assert places[1] == ("test.mrg", 2, 3)
    assert tree.text(5) == "cat"
    assert places[5] == ("test.mrg", 3, 11)


def test_equality_is_of_shape_and_labels_not_of_place():
    assert read("(S (A a))").tree(0) == read("  (S  (A   a))").tree(0)
    assert read("(S (A a))").tree(0) != read("(S (A b))").tree(0)
    assert len({read("(S (A a))").tree(0), read(" (S (A a))").tree(0)}) == 1


@pytest.mark.parametrize(
    "text", ["(X " * 100_000 + "(A a)" + ")" * 100_000, "(X (A a) " * 50_000 + "(A b)" + ")" * 50_000]
)
def test_very_deep_trees(text):
    tree = read(text).tree(0)
    assert str(tree) == text
    assert len(tree.postorder()) == len(tree)
    assert tree == read(str(tree)).tree(0)


def test_memory_of_a_tree():
    """Less than 2 KB for 70 nodes: five columns of four bytes, and a small object that is made when looked at."""
    bank = read("(S " + "(NP (DT a) (NN b))" * 14 + ")\n")
    assert len(bank.tree(0)) == 71
    assert bank.columns.nbytes < 2000


def test_pieces_of_a_parse_are_one_tree_with_several_roots():
    tree = read("(NP (NN cat)) (VP (VBD sat))").tree(0)
    assert isinstance(tree, Tree)
    assert [tree.text(root) for root in tree.roots] == ["NP", "VP"]
    assert tree.to_nltk().label() == ""
