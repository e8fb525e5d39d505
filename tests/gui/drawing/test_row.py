"""Any number of trees on one axis, and drawings that make the best of the room there is."""

from pathlib import Path

import pytest
from geometry import check, check_tree, measure, near, options, place_tree, wide_words
from hypothesis import given
from hypothesis import strategies as st
from strategies import flat
from tree_pairs import tree_over

from treelens.engine.formats import load
from treelens.engine.prepare import prepare, preset
from treelens.engine.trees import Tree
from treelens.gui.drawing import Drawing, Drawn, Options, Part, Room, place_mirror, place_row
from treelens.gui.drawing import row as rows
from treelens.gui.views.compared import Compared, Parse, Shown

DEMO = Path(__file__).parents[3] / "resources" / "demo"
SIDES = ("gold", "system", "second")
sentences = st.lists(wide_words, min_size=1, max_size=7)


@st.composite
def several_trees(draw: st.DrawFn) -> list[Tree]:
    """Draw three trees, mostly over the same words."""
    words = draw(sentences)
    others = [draw(sentences) if draw(st.integers(0, 3)) == 0 else words for _ in range(2)]
    gaps = draw(st.booleans())
    return [draw(tree_over(own, discontinuous=gaps)) for own in (words, *others)]


def parts(trees: list[Tree]) -> list[Part]:
    return [Part(Drawn.of(tree), side) for tree, side in zip(trees, SIDES, strict=False)]


def words_of(drawing: Drawing, tree: Tree) -> list[tuple[float, float]]:
    shown = {label.node: (label.x, label.y) for label in drawing.labels if label.kind == "word"}
    return [shown[leaf] for leaf in tree.leaves]


@given(several_trees(), options, st.booleans())
def test_three_trees(trees, options, mirrored):
    drawings = place_row(parts(trees), measure, options, mirrored=mirrored)
    assert len({(drawing.width, drawing.height) for drawing in drawings}) == 1
    unfolded = Options(options.words, options.tags)
    for drawing, tree, side in zip(drawings, trees, SIDES, strict=True):
        check(drawing, options)
        if not mirrored:
            check_tree(drawing, tree, unfolded, side)
        if options.words and tree.words == trees[0].words:
            here, there = words_of(drawing, tree), words_of(drawings[0], trees[0])
            assert all(near(one, other) for one, other in zip(here, there, strict=True))


@given(st.lists(wide_words, min_size=2, max_size=9).flatmap(lambda words: tree_over(words, discontinuous=False)))
def test_words_come_closer_before_anything_is_painted_smaller(tree):
    natural = place_tree(tree, {}, Options())
    tight = place_tree(tree, {}, Options(word_gap=5.6)).width
    for part in (0.0, 0.5, 1.0):
        room = Room(tight + part * (natural.width - tight) + 0.1, 400)
        drawing = place_tree(tree, {}, Options(room=room))
        check(drawing, Options(word_gap=5.6, row_gap=10.5))
        assert drawing.width <= room.width + 1e-6
    assert natural.width >= drawing.width >= tight - 1e-6


@given(several_trees(), st.integers(60, 1500))
def test_settling_again_leaves_no_trace_of_what_was_settled_before(trees, width):
    """However often plans were settled to find the right air, the drawing is the one of that air alone."""
    found = place_row(parts(trees), measure, Options(room=Room(float(width), 400.0)))
    wide = place_row(parts(trees), measure, Options())[0].width
    tight = place_row(parts(trees), measure, Options(word_gap=5.6))[0].width
    part = min(1.0, max(0.0, (width - tight) / (wide - tight))) if wide > tight else 1.0
    gap = 10.5 if 0.72 * tight > width else 5.6 + part * 8.4
    for drawing, other in zip(found, place_row(parts(trees), measure, Options(word_gap=gap)), strict=True):
        assert [label.x for label in drawing.labels] == pytest.approx([label.x for label in other.labels])


@pytest.mark.parametrize(("width", "times"), [(10_000, 1), (2_400, 3), (2_000, 1), (300, 1)])
def test_plans_are_settled_no_more_often_than_needed(monkeypatch, width, times):
    """Words alone tell that they must come close, or that the drawing must be scrolled; only between is air sought."""
    settled = []
    real = rows.settle

    def counted(plan, axis, options):
        settled.append(plan)
        real(plan, axis, options)

    monkeypatch.setattr(rows, "settle", counted)
    tree = flat([("S", [("N", [("w" * 10, at)]) for at in range(30)])])
    place_row(parts([tree]), measure, Options(room=Room(float(width), 400.0)))
    assert len(settled) == times


@given(several_trees(), st.integers(150, 900), st.integers(60, 900))
def test_rows_use_the_height(trees, width, height):
    """A page is as high as the room, as far as rows may be moved."""

    def placed(height: float) -> tuple[Drawing, ...]:
        chosen = Options(room=Room(float(width), height, strip=30))
        row = place_row(parts(trees), measure, chosen)
        return *row, place_mirror(*parts(trees[:2]), measure, chosen)

    for drawing, lowest, highest in zip(placed(height), placed(1.0), placed(1e6), strict=True):
        check(drawing, Options(word_gap=5.6, row_gap=10.5))
        room = Room(float(width), float(height), strip=30)
        fitting = room.height_for(drawing.width) / room.scale(drawing.width)
        assert drawing.height == pytest.approx(max(lowest.height, min(highest.height, fitting)))


@pytest.mark.parametrize("system", ["berkeley", "opennlp", "linkgrammar"])
def test_the_demo_in_three_panes_of_any_width(system):
    collins = preset("collins")
    banks = [prepare(load(DEMO / f"{name}.mrg"), collins) for name in ("gold", system, "bllip")]
    for number in range(0, 120, 7):
        gold, one, two = (Parse.of(bank, int(bank.original.best()[number])) for bank in banks)
        compared = Compared(Shown(gold, one, collins), Shown(gold, two, collins), "t")
        for width in (206.0, 520.0, 2000.0):
            chosen = Options(room=Room(width, 500.0, 32))
            for drawing in place_row(compared.parts(chosen), measure, chosen):
                check(drawing, Options(word_gap=5.6, row_gap=10.5))
