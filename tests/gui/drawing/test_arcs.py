"""Arcs over words: nothing overlaps and no arc runs through a label, however dependencies cross."""

from __future__ import annotations

import pytest
from geometry import USUAL, check_arcs, measure
from hypothesis import given
from hypothesis import strategies as st

from treelens.engine.trees import Node, tree_of
from treelens.gui.drawing import Drawn, Options, Part, Room
from treelens.gui.drawing.arcs import Arc, Arcade, levels
from treelens.gui.drawing.dependencies import Tag, Word, place_arcs, place_tree_and_arcs

LABELS = ("det", "nsubj:pass", "compound:prt", "x", "punct")
ROLES = ("match", "deletion", "insertion", "swap", "quiet", "move")


@st.composite
def governors(draw, most=14):
    """Return a tree of dependencies: for each word the one it depends on, -1 for one of them; arcs may cross."""
    size = draw(st.integers(1, most))
    order = draw(st.permutations(range(size)))
    found = [-1] * size
    for at, word in enumerate(order[1:], 1):
        found[word] = order[draw(st.integers(0, at - 1))]
    return found


def arcs_of(governor, draw_from, side="gold"):
    made = []
    for word, above in enumerate(governor):
        text, role = LABELS[(word + draw_from) % len(LABELS)], ROLES[(word * draw_from) % len(ROLES)]
        badge = {"deletion": "−", "insertion": "+", "swap": f"{text}→obl"}.get(role, "")
        made.append(Arc(above, word, text, role, side, word, badge))
    return made


def words_of(size, tags=True):
    texts = ["a", "the", "Donaudampfschiff", "of"]
    return [
        Word(
            texts[at % 4],
            "both",
            at,
            above=Tag("NOUN", "gold", at) if tags else None,
            below=Tag("NN", "system", at) if tags else None,
            position=at,
        )
        for at in range(size)
    ]


def test_short_arcs_are_inside_long_ones():
    found, under = levels([Arc(1, 2, "", "", "", 0), Arc(0, 2, "", "", "", 0), Arc(0, 3, "", "", "", 0)], 4)
    assert found == [1, 2, 3]
    assert under == [(0, 0), (0, 1), (2, 0)]


def test_a_root_lies_below_an_arc_over_it():
    arcs = [Arc(-1, 1, "root", "match", "gold", 1), Arc(0, 2, "x", "match", "gold", 2)]
    assert Arcade(arcs, 3, measure).levels == [1, 2]


def test_arcs_on_one_word_do_not_cross():
    arcs = [Arc(2, at, "x", "match", "gold", at) for at in (0, 1, 3, 4)]
    drawing = place_arcs(words_of(5), [*arcs, Arc(-1, 2, "root", "match", "gold", 2)], (), measure, USUAL)
    feet = {(stroke.node, stroke.points[0][0]) for stroke in drawing.strokes if len(stroke.points) == 6}
    middle = next(label.x for label in drawing.labels if label.kind == "word" and label.node == 2)
    near = sorted((x, node) for node, x in feet if abs(x - middle) < 60)
    assert [node for _, node in near if node != 2][-4:] == [1, 0, 4, 3]


@given(governors(), governors(), st.integers(0, 5), st.booleans(), st.booleans())
def test_random_dependencies(gold, system, seed, tags, mirrored):
    size = max(len(gold), len(system))
    above, below = arcs_of(gold, seed), arcs_of(system, seed + 1, "system")
    drawing = place_arcs(words_of(size, tags), above, below, measure, USUAL, mirrored=mirrored)
    check_arcs(drawing)
    relations = [label for label in drawing.labels if label.kind == "relation"]
    assert len(relations) == len(gold) + len(system)
    row = next(label.y for label in drawing.labels if label.kind == "word")
    assert all((label.y < row) == (label.side == "gold") for label in relations)
    words = [label.x for label in drawing.labels if label.kind == "word"]
    assert words == sorted(words, reverse=mirrored)


@given(governors(), governors(), st.integers(0, 5))
def test_arcs_of_two_parses_over_each_other(gold, system, seed):
    size = max(len(gold), len(system))
    several = [arc for arc in arcs_of(system, seed, "system") if not arc.is_root]
    check_arcs(place_arcs(words_of(size), arcs_of(gold, seed) + several, (), measure, USUAL))


@given(governors(), st.integers(100, 1500), st.integers(100, 700))
def test_arcs_in_little_room(gold, width, height):
    options = Options(room=Room(width, height, 32))
    check_arcs(place_arcs(words_of(len(gold)), arcs_of(gold, 2), arcs_of(gold, 3, "system"), measure, options))


@given(governors(9), st.integers(0, 5), st.booleans(), st.booleans())
def test_a_tree_on_the_other_side(gold, seed, tree_above, mirrored):
    words = words_of(len(gold), tags=False)
    nodes = [Node("S", -1)]
    for at, word in enumerate(words):
        if at % 3 == 0:
            phrase = len(nodes)
            nodes.append(Node("NP", 0))
        nodes += [Node("NN", phrase), Node(word.text, len(nodes), at)]
    part = Part(Drawn.of(tree_of(nodes)), "gold")
    arcs = arcs_of(gold, seed, "system")
    drawing = place_tree_and_arcs(part, words, arcs, measure, USUAL, tree_above=tree_above, mirrored=mirrored)
    check_arcs(drawing)
    row = [label.y for label in drawing.labels if label.kind == "word"]
    assert len(row) == len(gold)
    for label in drawing.labels:
        if label.kind in ("phrase", "tag"):
            assert (label.y < row[0]) == tree_above
        elif label.kind == "relation":
            assert (label.y > row[0]) == tree_above


def test_no_arcs_at_all():
    drawing = place_arcs(words_of(3), (), (), measure, USUAL)
    assert [label.text for label in drawing.labels if label.kind == "word"] == ["a", "the", "Donaudampfschiff"]


def test_thousands_of_words():
    size = 3_000
    arcs = [Arc(-1 if not at else 0, at, "x", "match", "gold", at) for at in range(size)]
    drawing = place_arcs(words_of(size, tags=False), arcs, (), measure, USUAL)
    assert drawing.width < 400_000


@pytest.mark.parametrize("mirrored", [False, True])
def test_an_arrow_points_at_the_word_that_depends(mirrored):
    arcs = [Arc(-1, 0, "root", "match", "gold", 0), Arc(0, 1, "obj", "match", "gold", 1)]
    drawing = place_arcs(words_of(2), arcs, (), measure, USUAL, mirrored=mirrored)
    words = {label.node: label for label in drawing.labels if label.kind == "word"}
    for stroke in drawing.strokes:
        if stroke.kind == "arrow":
            tip = max(stroke.points, key=lambda point: point[1])
            assert words[stroke.node].box[0] - 6 < tip[0] < words[stroke.node].box[2] + 6
