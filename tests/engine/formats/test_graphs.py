import pytest
from hypothesis import given
from strategies import trees

from treelens.engine.formats.graphs import Vertex, graph_tree, said, vertices_of
from treelens.engine.formats.lines import SentenceError


def word(text: str, parent: str | None) -> Vertex:
    return Vertex("", "T", parent, word=text, refers=7)


def test_children_stand_in_the_order_of_their_first_words():
    tree = graph_tree([word("a", "2"), word("b", "1"), Vertex("1", "P", None), Vertex("2", "Q", None)])
    assert str(tree) == "(Q (T a)) (P (T b))"


def test_phrases_may_be_discontinuous():
    tree = graph_tree([word("a", "1"), word("b", "2"), word("c", "1"), Vertex("1", "P", "2"), Vertex("2", "S", None)])
    assert str(tree) == "(S (P (T a) (T c)) (T b))"
    assert tree.words == ("a", "b", "c")
    assert tree.gaps == {1: (0, 2)}


def test_edges_become_functions_only_if_they_say_something():
    phrase = Vertex("1", "P", None)
    assert graph_tree([word("a", "1"), phrase]).functions is None
    assert graph_tree([word("a", "1")._replace(edge="HD"), phrase]).functions == ("--", "HD", "")


def test_a_phrase_without_words_is_kept_behind_its_sisters():
    tree = graph_tree([Vertex("2", "E", "1"), word("a", "1"), Vertex("1", "P", None)])
    assert [tree.text(node) for node in range(4)] == ["P", "T", "a", "E"]
    assert tree.span(3) == (1, 1)


@pytest.mark.parametrize(
    ("vertices", "message"),
    [
        ([word("a", "9")], "refers to '9'"),
        ([word("a", "1"), Vertex("1", "P", None), Vertex("1", "Q", None)], "second '1'"),
        ([word("a", "1"), Vertex("1", "P", "2"), Vertex("2", "Q", "1")], "circle"),
        ([word("a", "1"), Vertex("1", "P", "1")], "circle"),
    ],
)
def test_what_is_no_tree_is_refused(vertices, message):
    with pytest.raises(SentenceError, match=message):
        graph_tree(vertices)


@given(trees(discontinuous=True))
def test_a_tree_is_the_same_after_a_way_through_vertices(tree):
    assert graph_tree(vertices_of(tree)) == tree


def test_a_deep_tree_takes_no_recursion():
    depth = 100_000
    chain = [Vertex(str(n), "X", str(n + 1) if n < depth else None) for n in range(1, depth + 1)]
    tree = graph_tree([word("a", "1"), *chain])
    assert len(tree) == depth + 2
    assert len(vertices_of(tree)) == depth + 1


def test_columns_that_say_nothing_are_left_out():
    assert said({"morph": ["--", ""]}) is None
