"""Meanings as arcs and as graphs: nothing overlaps, whatever leads where, and everything is drawn once."""

import pytest
from geometry import USUAL, check_arcs, measure
from hypothesis import given
from hypothesis import strategies as st

from treelens.gui.drawing import Options, Room
from treelens.gui.drawing.layers import place_layers
from treelens.gui.drawing.meaning_arcs import place_meaning_arcs
from treelens.gui.drawing.predicates import Argument, Meant, Predicate

NAMES = ["udef_q", "compound", "_the_q", "_Donaudampfschiff_n_1", "be"]
SIZE = 6
ROLES = ["match", "deletion", "swap"]


@st.composite
def meants(draw, side="gold"):
    """Any graph over six words: arguments may lead round in circles, or from a predicate to itself."""
    number = draw(st.integers(0, 7))
    spans = draw(
        st.lists(st.tuples(st.integers(0, SIZE - 1), st.integers(0, SIZE - 1)), min_size=number, max_size=number)
    )
    predicates = tuple(
        Predicate(NAMES[(first + at) % 5], at, min(first, last), max(first, last), ROLES[at % 3], "−" if at % 3 else "")
        for at, (first, last) in enumerate(spans)
    )
    ends = st.tuples(st.integers(0, number - 1), st.integers(0, number - 1)) if number else st.nothing()
    edges = draw(st.lists(ends, max_size=9)) if number else []
    arguments = [Argument(*edge, f"ARG{at}", number + at, ROLES[at % 3]) for at, edge in enumerate(edges)]
    if number and draw(st.booleans()):
        arguments.append(Argument(-1, draw(st.integers(0, number - 1)), "top", number + len(edges)))
    return Meant(side, predicates, tuple(arguments))


def check_drawn(drawing, *sides):
    """Check that nothing overlaps, and that every predicate and every argument has a label and a line."""
    check_arcs(drawing)
    drawn = sorted((label.side, label.node) for label in drawing.labels if label.kind != "word")
    assert drawn == sorted((meant.side, each.node) for meant in sides for each in (*meant.predicates, *meant.arguments))
    lines = {(stroke.side, stroke.node) for stroke in drawing.strokes if stroke.kind == "arc"}
    arrows = [(stroke.side, stroke.node) for stroke in drawing.strokes if stroke.kind == "arrow"]
    wanted = sorted((meant.side, each.node) for meant in sides for each in meant.arguments)
    assert sorted(lines) == sorted(arrows) == wanted


@given(meants(), meants("system"), st.booleans())
def test_arcs_of_any_meanings(gold, system, mirrored):
    words = [f"w{'o' * at}rd" for at in range(SIZE)]
    drawing = place_meaning_arcs(words, gold, system, measure, USUAL, mirrored=mirrored)
    check_drawn(drawing, gold, system)
    row = {label.text: label for label in drawing.labels if label.kind == "word"}
    places = [row[word].x for word in words]
    assert places == sorted(places, reverse=mirrored)
    middle = row[words[0]].y
    assert all((label.y < middle) == (label.side == "gold") for label in drawing.labels if label.kind != "word")


@given(meants(), st.integers(100, 1500), st.integers(100, 700))
def test_in_little_room(gold, width, height):
    options = Options(room=Room(width, height, 32))
    check_drawn(place_meaning_arcs(["a"] * SIZE, gold, Meant("system"), measure, options), gold)
    check_drawn(place_layers(gold, measure, options), gold)


@given(meants(), st.booleans())
def test_graphs_of_any_meaning(gold, mirrored):
    check_drawn(place_layers(gold, measure, USUAL, mirrored=mirrored), gold)


def test_arguments_are_below_what_they_belong_to():
    chain = Meant(
        "gold",
        tuple(Predicate("p", at, 0, 0) for at in range(3)),
        (Argument(2, 0, "ARG1", 3), Argument(0, 1, "ARG1", 4)),
    )
    y = {label.node: label.y for label in place_layers(chain, measure, USUAL).labels}
    assert y[2] < y[3] < y[0] < y[4] < y[1]


def test_a_quantifier_is_right_above_what_it_binds():
    deep = Meant(
        "gold",
        tuple(Predicate(name, at, 0, 0) for at, name in enumerate(("verb", "verb", "noun", "q"))),
        (Argument(0, 1, "ARG1", 4), Argument(1, 2, "ARG1", 5), Argument(3, 2, "BV", 6)),
    )
    y = {label.node: label.y for label in place_layers(deep, measure, USUAL).labels}
    assert y[3] == y[1] > y[0]


def test_partners_stand_above_each_other():
    gold = Meant("gold", (Predicate("dog", 0, 1, 1, partner=0), Predicate("q", 1, 0, 2)))
    drawing = place_meaning_arcs(["a", "b", "c"], gold, Meant("system", gold.predicates[:1]), measure, USUAL)
    x = {(label.side, label.node): label.x for label in drawing.labels}
    assert x["gold", 0] == x["system", 0] == x["both", 1]


def test_brackets_reach_over_the_words_of_a_predicate():
    wide = Meant("gold", (Predicate("compound", 0, 1, 2),))
    drawing = place_meaning_arcs(["aa", "bb", "cc"], wide, Meant("system"), measure, USUAL)
    (bracket,) = [stroke for stroke in drawing.strokes if stroke.kind == "drop"]
    words = [label.box for label in drawing.labels if label.kind == "word"]
    xs = [x for x, _ in bracket.points]
    assert (min(xs), max(xs)) == pytest.approx((words[1][0], words[2][2]))


@pytest.mark.parametrize(("pair", "every"), [("erg-mrs-ace", 1), ("ws213-release", 8)])
def test_real_meanings(shared, pair, every):
    from treelens.gui.document import open_document
    from treelens.gui.views.meanings import Meanings
    from treelens.gui.views.told import told

    folder = shared / "data" / "delphin" / pair
    document = open_document([str(folder / "gold"), str(folder / "system")])
    drawn = 0
    for sentence in range(0, len(document.gold), every):
        meanings = Meanings(told(document.shown(sentence, 0)))
        if not meanings.problems():
            drawn += 1
            words = [word.text for word in meanings.told.words]
            check_drawn(place_meaning_arcs(words, *meanings.parts, measure, USUAL), *meanings.parts)
            for part in meanings.parts:
                check_drawn(place_layers(part, measure, USUAL), part)
    assert drawn > 15
