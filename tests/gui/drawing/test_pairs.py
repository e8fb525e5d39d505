"""Two trees: side by side, mirrored and merged, with their roles and links."""

import pytest
from geometry import NEAR, USUAL, check, check_tree, measure, near, options, pair_of, visible
from hypothesis import given
from hypothesis import strategies as st
from strategies import flat
from tree_pairs import tree_over, tree_pairs

from treelens.engine.align.edits import t_mapping
from treelens.engine.align.mapping import Mapping
from treelens.engine.align.registry import align
from treelens.engine.prepare.settings import Preparation
from treelens.engine.trees import Tree
from treelens.gui.drawing import (
    Drawing,
    Options,
    badges_of,
    disagreement_roles,
    links,
    place_mirror,
    place_overlay,
    place_row,
    roles_of,
)

RAW = Preparation("raw")
some_pairs = st.booleans().flatmap(lambda gaps: tree_pairs(discontinuous=gaps))
kinds = st.sampled_from(["e", "t", "fragments"])
folds = st.frozensets(st.integers(0, 20), max_size=2)


@st.composite
def mappings(draw: st.DrawFn) -> Mapping:
    gold, system = draw(some_pairs)
    kind = draw(kinds)
    return align(kind if not (gold.gaps or system.gaps) else "e", gold, system, RAW)


def words_of(drawing: Drawing, tree: Tree) -> list[tuple[float, float]]:
    shown = {label.node: (label.x, label.y) for label in drawing.labels if label.kind == "word"}
    return [shown.get(leaf, (-1, -1)) for leaf in tree.leaves]


@given(mappings(), options, folds)
def test_side_by_side(mapping, options, folded):
    gold, system = mapping.gold, mapping.system
    parts = pair_of(gold, system, roles_of(mapping), badges_of(mapping), (options.folded, folded))
    one, other = place_row(parts, measure, options)
    check(one, options)
    check(other, options)
    check_tree(one, gold, options)
    check_tree(other, system, Options(options.words, options.tags, folded=folded), "system")
    assert (one.width, one.height) == (other.width, other.height)
    if gold.words == system.words:
        for here, there in zip(words_of(one, gold), words_of(other, system), strict=True):
            assert near(here, there) or (-1, -1) in (here, there)


def test_words_that_only_one_has_get_a_place_of_their_own():
    gold = flat([("S", [("the", 0), ("cat", 1), ("sat", 2)])])
    system = flat([("S", [("the", 0), ("fat", 1), ("cat", 2), ("sat", 3)])])
    drawings = place_row(pair_of(gold, system), measure, USUAL)
    one, other = (words_of(drawing, tree) for drawing, tree in zip(drawings, (gold, system), strict=True))
    assert one == [other[0], *other[2:]]


@given(mappings(), options, folds)
def test_mirror(mapping, options, folded):
    gold, system = mapping.gold, mapping.system
    parts = pair_of(gold, system, roles_of(mapping), folded=(options.folded, folded))
    drawing = place_mirror(*parts, measure, options)
    check(drawing, options)
    check_tree(drawing, gold, options)
    shown = visible(system, Options(options.words, options.tags, folded=folded))
    below = {label.node: label.y for label in drawing.labels if label.side == "system" and label.kind != "fold"}
    assert all(below[parent] > below[node] for node, parent in shown.items() if node in below and parent >= 0)


def test_mirror_has_one_row_of_words_if_they_are_the_same():
    gold = flat([("S", [("NP", [("she", 0)]), ("sat", 1)])])
    system = flat([("S", [("she", 0), ("VP", [("sat", 1)])])])
    drawing = place_mirror(*pair_of(gold, system), measure, USUAL)
    assert [(label.text, label.side) for label in drawing.labels if label.kind == "word"] == [
        ("she", "both"),
        ("sat", "both"),
    ]
    drawing = place_mirror(*pair_of(gold, system, folded=(frozenset(), frozenset({0}))), measure, USUAL)
    assert sorted(label.side for label in drawing.labels if label.kind in ("word", "fold")) == [
        "gold",
        "gold",
        "system",
    ]


def rounded(point: tuple[float, float]) -> tuple[float, float]:
    return round(point[0], 3), round(point[1], 3)


def check_overlay(drawing: Drawing, mapping: Mapping) -> None:
    """Check that both trees are there, each line from the bottom of one label to the top of another."""
    tops = {rounded((label.x, label.box[1])) for label in drawing.labels}
    bottoms = {rounded((label.x, label.box[3])) for label in drawing.labels}
    corners = {(stroke.points[0]) for stroke in drawing.strokes if stroke.kind == "drop"}
    for stroke in drawing.strokes:
        start, end = stroke.points[0], stroke.points[-1]
        assert start[1] < end[1]
        if stroke.kind == "branch":
            assert rounded(start) in bottoms
            assert rounded(end) in tops or end in corners
        if stroke.kind == "drop":
            assert rounded(end) in tops
    of_gold = [label.node for label in drawing.labels if label.side != "system"]
    of_system = [label.node for label in drawing.labels if label.side == "system"]
    assert sorted(of_gold) == list(range(len(mapping.gold)))
    both = sum(label.side == "both" for label in drawing.labels)
    assert len(set(of_system)) + both == len(mapping.system)


@given(mappings())
def test_overlay(mapping):
    drawing = place_overlay(mapping, measure, USUAL)
    check(drawing)
    check_overlay(drawing, mapping)


@given(mappings(), options)
def test_overlay_of_what_is_shown(mapping, options):
    check(place_overlay(mapping, measure, options), options)


@given(st.lists(st.sampled_from("ab"), min_size=1, max_size=7).flatmap(lambda w: tree_over(w, discontinuous=False)))
def test_overlay_of_a_tree_with_itself_is_the_tree(tree):
    drawing = place_overlay(t_mapping(tree, tree, RAW), measure, USUAL)
    check_tree(drawing, tree, USUAL, "both")
    assert {label.side for label in drawing.labels} == {"both"}


def test_overlay_of_crossed_unary_chains_takes_a_pair_apart():
    one = flat([("A", [("B", [("X", [("w", 0)])])])])
    other = flat([("B", [("A", [("X", [("w", 0)])])])])
    mapping = align("e", one, other, RAW)
    assert len(mapping.pairs) == 4
    drawing = place_overlay(mapping, measure, USUAL)
    check(drawing)
    check_overlay(drawing, mapping)
    assert sorted(label.text for label in drawing.labels) == ["A", "A", "B", "X", "w"]


def test_overlay_roles_and_badges():
    one = flat([("S", [("NP", [("N", [("she", 0)])]), ("VP", [("V", [("sat", 1)])])])])
    other = flat([("S", [("N", [("she", 0)]), ("XP", [("V", [("sat", 1)])])])])
    drawing = place_overlay(t_mapping(one, other, RAW), measure, USUAL)
    assert {label.text: (label.role, label.side, label.badge) for label in drawing.labels} == {
        "S": ("match", "both", ""),
        "NP": ("deletion", "gold", "−"),
        "N": ("match", "both", ""),
        "she": ("match", "both", ""),
        "VP": ("swap", "both", "VP→XP"),
        "V": ("match", "both", ""),
        "sat": ("match", "both", ""),
    }
    lines = {(stroke.node, stroke.role, stroke.side) for stroke in drawing.strokes if stroke.side != "both"}
    assert lines == {(1, "deletion", "gold"), (2, "deletion", "gold"), (1, "insertion", "system")}


def test_overlay_folds_what_is_the_same():
    one = flat([("S", [("NP", [("D", [("a", 0)]), ("N", [("cat", 1)])]), ("VP", [("V", [("sat", 2)])])])])
    other = flat([("S", [("NP", [("D", [("a", 0)]), ("N", [("cat", 1)])]), ("XP", [("V", [("sat", 2)])])])])
    mapping = align("e", one, other, RAW)
    drawing = place_overlay(mapping, measure, Options(folded=frozenset({0, 1})))
    assert [label.text for label in drawing.labels if label.kind == "fold"] == ["a cat"]


@given(mappings())
def test_links(mapping):
    one, other = place_row(pair_of(mapping.gold, mapping.system, roles_of(mapping)), measure, USUAL)
    made = links(mapping, one, other, (one.width + 20, 0))
    assert {stroke.node for stroke in made} <= mapping.to_system.keys()
    phrases = [pair for pair in mapping.pairs if not mapping.gold.is_word(pair[0])]
    assert len(made) >= len(phrases)
    ends = {label.node: label for label in other.labels}
    for stroke in made:
        assert len(stroke.points) == 4
        x, y = stroke.points[-1]
        label = ends[mapping.to_system[stroke.node]]
        assert x == pytest.approx(label.box[0] + one.width + 20, abs=NEAR)
        assert y == pytest.approx(label.y)


@given(mappings())
def test_roles(mapping):
    gold, system = roles_of(mapping)
    assert sum(role == "deletion" for role in gold.values()) == len(mapping.deletions)
    assert sum(role == "insertion" for role in system.values()) == len(mapping.insertions)
    assert sum(role == "swap" for role in gold.values()) == len(mapping.swaps)
    assert disagreement_roles(mapping, mapping) == (gold, system)


def test_disagreement():
    one = flat([("S", [("NP", [("N", [("she", 0)])]), ("VP", [("V", [("sat", 1)])])])])
    other = flat([("S", [("NP", [("N", [("she", 0)])]), ("XP", [("V", [("sat", 1)])])])])
    e, t = align("e", one, other, RAW), align("t", one, other, RAW)
    gold, system = disagreement_roles(e, t)
    assert [node for node, role in gold.items() if role == "disagree"] == [4]
    assert [node for node, role in system.items() if role == "disagree"] == [4]
