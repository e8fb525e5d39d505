"""One tree: nothing overlaps, whatever the tree and whatever is shown of it."""

import subprocess
import sys
import time

from geometry import check, check_centred, check_tree, measure, options, place_tree, roles, wide_words
from hypothesis import given
from hypothesis import strategies as st
from strategies import flat, trees
from tree_pairs import tree_over

from treelens.engine.trees import Node, Tree, tree_of
from treelens.gui.drawing import Options

any_tree = st.lists(wide_words, min_size=1, max_size=8).flatmap(
    lambda words: st.booleans().flatmap(lambda gaps: tree_over(words, discontinuous=gaps))
)


def drawn(tree: Tree, **chosen):
    return place_tree(tree, {}, Options(**chosen))


@given(any_tree, roles, options)
def test_any_tree(tree, roles, options):
    drawing = place_tree(tree, roles, options)
    check(drawing, options)
    check_tree(drawing, tree, options)


@given(trees(discontinuous=True, words=wide_words), roles, options)
def test_discontinuous_trees(tree, roles, options):
    drawing = place_tree(tree, roles, options)
    check(drawing, options)
    check_tree(drawing, tree, options)


@given(trees(words=wide_words), roles, options)
def test_continuous_trees_are_centred(tree, roles, options):
    drawing = place_tree(tree, roles, options)
    check(drawing, options)
    check_centred(drawing, tree, options)


@given(any_tree, options)
def test_mirrored(tree, options):
    drawing = place_tree(tree, {}, options, mirrored=True)
    check(drawing, options)
    plain = place_tree(tree, {}, options)
    assert [drawing.width - label.x for label in plain.labels] == [label.x for label in drawing.labels]


def test_nothing():
    drawing = drawn(tree_of([]))
    assert not drawing.labels
    assert not drawing.strokes


def test_narrow_words_need_no_more_room_than_they_take():
    tree = flat([("S", [("NP", [("D", [("the", 0)]), ("N", [("cat", 1)])]), ("VP", [("V", [("sat", 2)])])])])
    assert drawn(tree).width == 3 * 21 + 2 * 14 + 2 * 16


def test_untagged_words_hang_on_the_phrase():
    drawing = drawn(flat([("S", [("NP", [("the", 0), ("cat", 1)]), ("sat", 2)])]))
    strokes = sorted((stroke.node, stroke.kind) for stroke in drawing.strokes)
    assert strokes == [(1, "branch"), (2, "branch"), (3, "branch"), (4, "branch"), (4, "drop")]


def test_fold_shows_its_words_in_one_text():
    tree = flat([("S", [("NP", [("D", [("the", 0)]), ("N", [("cat", 1)])]), ("VP", [("V", [("sat", 2)])])])])
    drawing = drawn(tree, folded=frozenset({1}))
    assert [(label.text, label.kind) for label in drawing.labels] == [
        ("S", "phrase"),
        ("NP", "phrase"),
        ("VP", "phrase"),
        ("V", "tag"),
        ("the cat", "fold"),
        ("sat", "word"),
    ]
    (triangle,) = [stroke for stroke in drawing.strokes if stroke.kind == "triangle"]
    assert (triangle.node, len(triangle.points)) == (1, 3)


def test_long_fold_leaves_out_the_middle():
    tree = flat([("S", [("N", [(f"word{number}", number)]) for number in range(30)])])
    (fold,) = [label for label in drawn(tree, folded=frozenset({0})).labels if label.kind == "fold"]
    assert len(fold.text) <= 40
    assert fold.text.startswith("word0 word1")
    assert fold.text.endswith("word29")


def test_roles_have_boxes_and_badges():
    tree = flat([("S", [("NP", [("she", 0)]), ("VP", [("sat", 1)])])])
    roles = {1: "deletion", 3: "swap"}
    drawing = place_tree(tree, roles, Options(), badges={3: "VP→SQ-1"})
    shown = {label.node: label for label in drawing.labels}
    assert [shown[node].badge for node in (0, 1, 3)] == ["", "−", "VP→SQ-1"]
    assert shown[1].width > measure("− NP", "phrase")[0]
    assert {stroke.node: stroke.role for stroke in drawing.strokes}[3] == "swap"


def test_functions():
    tree = tree_of([Node("NP-SBJ", -1), Node("NN", 0), Node("a-b", 1, 0)], functions=("--", "HD", ""))
    assert [label.text for label in drawn(tree).labels] == ["NP-SBJ", "NN-HD", "a-b"]
    assert [label.text for label in drawn(tree, functions=False).labels] == ["NP", "NN", "a-b"]


def test_geometry_is_without_qt():
    code = "import sys, treelens.gui.drawing; print(any(name.startswith('PySide6') for name in sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def chain(length: int) -> Tree:
    nodes = [Node("X", number - 1) for number in range(length)]
    return tree_of([*nodes, Node("word", length - 1, 0)])


def right_branching(words: int) -> Tree:
    nodes: list[Node] = []
    above = -1
    for position in range(words):
        nodes += [Node("XP", above), Node("N", len(nodes)), Node("a", len(nodes) + 1, position)]
        above = len(nodes) - 3
    return tree_of(nodes)


def seconds(tree: Tree, times: int = 1) -> float:
    best = float("inf")
    for _ in range(times):
        begin = time.perf_counter()
        drawn(tree)
        best = min(best, time.perf_counter() - begin)
    return best


def test_any_depth_and_fast():
    """Well above what is usual (1.5 ms and 0.1 s), so that a busy machine does not fail."""
    assert seconds(chain(10_000)) < 2
    assert seconds(right_branching(1_667)) < 2
    assert seconds(right_branching(50), times=5) < 0.02
