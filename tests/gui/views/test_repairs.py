"""Repairs in the centre of the window: both places and an arrow, and the system's tree on its way to gold."""

from dataclasses import replace

import pytest
from error_pairs import RAW, explain
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication

from treelens.engine.errors import Errors
from treelens.engine.formats import load
from treelens.engine.study import Study
from treelens.gui.views.compared import Parse, Shown
from treelens.gui.views.pointed import tops_over

from .conftest import COLLINS, DEMO


@pytest.fixture(scope="session")
def errors() -> Errors:
    gold, *systems = (load(DEMO / f"{name}.mrg") for name in ("gold", "berkeley", "stanford"))
    return Errors(Study(gold, systems, COLLINS).comparison)


@pytest.fixture
def show(view, shown, errors):
    """Show a sentence, counted from 1, and return what went wrong in it."""

    def made(number, layout="side", size=(1300, 640)):
        view.resize(*size)
        view.set_layout(layout)
        view.show_sentence(shown(number), shown(number, "bllip"))
        settle()
        return errors.of(0, number - 1)

    return made


def settle() -> None:
    """Let layouts and timers run."""
    for _ in range(4):
        QApplication.processEvents()


def ringed(view, kind) -> set[str]:
    """Return what is ringed in visible panes, as side:label."""
    found = set()
    for pane in view.panes.values():
        for key in pane.ringed(kind) if pane.isVisible() else ():
            found.add(f"{key[0]}:{pane.label_of(key).text}")
    return found


def place(view, pane, key) -> tuple[float, float, float, float]:
    """Return the box of a label in coordinates of what the arrow is painted on."""
    corner = pane.viewport().mapTo(view.splitter, QPoint(0, 0))
    moved, (left, top, right, bottom) = pane.viewportTransform(), pane.label_of(key).box
    one, other = moved.map(left, top), moved.map(right, bottom)
    return one[0] + corner.x(), one[1] + corner.y(), other[0] + corner.x(), other[1] + corner.y()


def touches(point, box, by=8.0) -> bool:
    return box[0] - by <= point[0] <= box[2] + by and box[1] - by <= point[1] <= box[3] + by


def node(tree, label, words) -> int:
    return next(n for n in range(len(tree)) if tree.text(n) == label and tuple(tree.positions(n)) == tuple(words))


# --- pointing out -----------------------------------------------------------------------------------------------------


def test_both_places_light_up_and_the_arrow_leads_to_where_it_belongs(view, show):
    repair = show(15).repairs[0]
    view.point_out(repair)
    assert ringed(view, "block") == {"gold:NP", "system:NNP"}
    assert ringed(view, "site") == {"gold:VP", "system:NP"}
    arrow = view.across.arrow()
    system = view.comparison.system
    target = view.comparison.mapping.to_system[repair.after.node]
    assert system.text(target) == "VP"
    assert touches(arrow[0], place(view, view.system_pane, ("system", tops_over(system, repair.words)[0])))
    assert touches(arrow[3], place(view, view.system_pane, ("system", target)))


def test_a_place_that_the_system_lacks_is_the_bracket_over_its_words(view, show):
    repair = show(30).repairs[0]
    view.point_out(repair)
    target = node(view.comparison.system, "VP", repair.after.words)
    assert touches(view.across.arrow()[3], place(view, view.system_pane, ("system", target)))


def test_the_arrow_goes_across_where_the_system_has_no_such_place(view):
    """The system is flat: it has nowhere to hang the phrase but where it hangs."""
    one = explain(
        "(S (NP (NP (DT the) (NN man)) (PP (IN in) (NP (NN town)))) (VP (VBZ waits) (ADVP (RB here))))",
        "(S (NP (DT the) (NN man) (PP (IN in) (NP (NN town)))) (VP (VBZ waits) (ADVP (RB here))))",
    )
    view.resize(1300, 640)
    view.show_sentence(Shown(Parse(one.gold), Parse(one.system), RAW))
    settle()
    repair = replace(one.repairs[0], what="move", words=(2, 3), roots=(tops_over(one.system, (2, 3))[0],))
    assert view.comparison.mapping.to_system[repair.after.node] == one.system.parent[repair.roots[0]]
    view.point_out(repair)
    start, end = view.across.arrow()[0], view.across.arrow()[3]
    assert touches(start, place(view, view.system_pane, ("system", tops_over(one.system, repair.words)[0])))
    assert touches(end, place(view, view.gold_pane, ("gold", repair.after.node)))
    assert start[0] > view.gold_side.width() > end[0]


@pytest.mark.parametrize("layout", ["side", "three", "mirror"])
def test_every_repair_of_every_sentence_can_be_pointed_out(view, shown, errors, layout):
    view.set_layout(layout)
    for number in (8, 15, 17, 30, 41, 69, 100):
        view.show_sentence(shown(number), shown(number, "bllip"))
        for repair in errors.of(0, number - 1).repairs:
            view.point_out(repair)
            assert ringed(view, "block")
            assert (view.across.arrow() is not None) == (repair.is_attachment and repair.after.node >= 0)
            view.grab()


def test_within_a_row_the_arrow_goes_over_the_labels(view, show):
    repair = show(100).repairs[1]
    view.point_out(repair)
    start, one, other, end = view.across.arrow()
    assert abs(start[1] - end[1]) < 3
    assert max(one[1], other[1]) < min(start[1], end[1]) - 10


def test_an_arrow_that_leads_out_of_sight_has_its_head_at_the_edge(view, show):
    repair = show(15, size=(760, 420)).repairs[0]
    view.zoom(1.6)
    settle()
    view.point_out(repair)
    settle()
    pane = view.system_pane
    corner = pane.viewport().mapTo(view.splitter, QPoint(0, 0))
    seen = QRectF(pane.viewport().rect().translated(corner))
    target = place(view, pane, ("system", view.comparison.mapping.to_system[repair.after.node]))
    assert not seen.contains(target[0], target[1])
    x, y = view.across.arrow()[3]
    assert seen.contains(x, y)
    assert min(x - seen.left(), seen.right() - x, y - seen.top(), seen.bottom() - y) < 12


def test_in_an_overlay_there_are_rings_only(view, show):
    view.point_out(show(17, "overlay").repairs[0])
    assert ringed(view, "block") == {"both:ADVP"}
    assert ringed(view, "site") == {"both:VP", "system:VP"}
    assert view.across.arrow() is None


def test_the_arrow_is_painted_dotted_in_its_colour_with_a_head(view, show):
    view.point_out(show(69).repairs[0])
    image = QImage(view.across.size(), QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    view.across.paint(painter)
    painter.end()
    colour: QColor = view.theme.tree.move
    x, y = view.across.arrow()[3]
    assert any(image.pixelColor(int(x) + by, int(y)).rgb() == colour.rgb() for by in range(2, 9))
    opaque = [image.pixelColor(at, int(y)).alpha() for at in range(int(x), int(x) + 60)]
    assert 0 in opaque[12:]
    assert max(opaque[12:]) > 100


@pytest.mark.parametrize("how", ["esc", "click", "sentence", "select"])
def test_it_is_let_go_of_and_told(qtbot, view, show, shown, how):
    repair = show(15).repairs[0]
    view.point_out(repair)
    told = []
    view.released.connect(lambda: told.append(how))
    if how == "esc":
        view.system_pane.setFocus()
        qtbot.keyClick(view.system_pane, Qt.Key.Key_Escape)
    elif how == "click":
        label = view.gold_pane.label_of(("gold", 0))
        at = view.gold_pane.mapFromScene(label.x, label.y)
        qtbot.mouseClick(view.gold_pane.viewport(), Qt.MouseButton.LeftButton, pos=at)
    elif how == "sentence":
        view.show_sentence(shown(17))
    else:
        view.select("gold", 1)
    assert told == [how]
    assert not ringed(view, "block")
    assert view.across.arrow() is None


def test_going_from_one_to_the_next_is_no_letting_go(view, show):
    one = show(15)
    told = []
    view.released.connect(lambda: told.append(1))
    for repair in (*one.repairs, None):
        view.point_out(repair)
    assert not told
    assert not ringed(view, "block")


def test_what_is_pointed_out_is_revealed_and_stays_when_drawn_anew(view, show):
    repair = show(15, size=(760, 420)).repairs[0]
    view.zoom(2.2)
    settle()
    view.point_out(repair)
    settle()
    key = ("system", tops_over(view.comparison.system, repair.words)[0])
    pane = view.system_pane
    seen = pane.mapToScene(pane.viewport().rect()).boundingRect()
    assert seen.contains(*[pane.label_of(key).x, pane.label_of(key).y])
    before = ringed(view, "block")
    view.set_options(view.options, show_links=True, fold=False)
    view.set_alignment("t")
    assert ringed(view, "block") == before
    assert view.across.arrow() is not None


def test_a_sentence_says_what_is_pointed_out(qtbot, view, show):
    repair = show(17).repairs[0]
    with qtbot.waitSignal(view.explained) as told:
        view.point_out(repair)
    said = [told.args[0]]
    view.explained.connect(said.append)
    view.gold_pane.hovered.emit("gold", 0)
    view.gold_pane.hovered.emit("", -1)
    assert said[-1] == repair.sentence


# --- the system's tree under repair -----------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", ["side", "three", "mirror", "overlay"])
def test_after_all_repairs_nothing_is_left_to_do(view, show, layout):
    one = show(15, layout)
    for done in range(len(one.repairs) + 1):
        view.show_repairs_done(done, one)
        settle()
        left = one.brackets - sum(repair.brackets for repair in one.repairs[:done])
        counts = view.compared.one.counts
        assert counts["deletion"] + counts["insertion"] + 2 * counts["swap"] == left
    note = view.gold_side.note if layout == "mirror" else view.system_side.note
    assert note.text().endswith("after 2 of 2 repairs")
    view.show_repairs_done(None)
    settle()
    notes = [side.note.text() for side in view.sides.values() if side.isVisible()]
    assert notes
    assert not any("repairs" in note for note in notes)
    assert view.compared.one.counts["deletion"] == 10


def test_what_was_repaired_last_stands_out_and_gold_stays(view, show):
    one = show(15)
    before = [(label.text, label.node) for label in view.gold_pane.drawing.labels]
    view.show_repairs_done(1, one)
    roles = {label.text: label.role for label in view.system_pane.drawing.labels if label.role == "move"}
    assert roles == {"NNP": "move"}
    view.show_repairs_done(2, one)
    added = [label for label in view.system_pane.drawing.labels if label.badge == "+"]
    assert [(label.text, label.role) for label in added] == [("NP", "deletion")]
    assert [(label.text, label.node) for label in view.gold_pane.drawing.labels] == before


def test_the_comparison_of_the_sentence_stays_what_it_is(view, show):
    """The edit script and the outline are about the trees in the files."""
    one = show(15)
    before = view.comparison.script
    view.show_repairs_done(2, one)
    assert view.comparison.script == before


def test_nodes_are_told_by_the_ids_of_the_tree_in_the_file(qtbot, view, show):
    one = show(15)
    view.show_repairs_done(2, one)
    told = []
    view.selected.connect(lambda *key: told.append(key))
    added = next(label for label in view.system_pane.drawing.labels if label.badge == "+")
    own = next(label for label in view.system_pane.drawing.labels if label.text == "PP")
    for label in (own, added):
        at = view.system_pane.mapFromScene(label.x, label.y)
        qtbot.mouseClick(view.system_pane.viewport(), Qt.MouseButton.LeftButton, pos=at)
        settle()
        assert ringed(view, "selected")
    (side, number), none = told
    assert side == "system"
    assert one.system.text(number) == "PP"
    assert none == ("", -1)
    view.select("system", number)
    assert "system:PP" in ringed(view, "selected")


def test_repairs_and_steps_of_the_edit_script_exclude_each_other(view, show):
    one = show(15)
    view.show_step(3)
    view.show_repairs_done(1, one)
    assert "steps" not in view.gold_side.note.text()
    view.show_step(3)
    assert "steps" in view.gold_side.note.text()
    assert "repairs" not in view.system_side.note.text()
    view.show_repairs_done(None)
    assert "steps" in view.gold_side.note.text()


def test_another_sentence_or_another_explanation_shows_no_repairs(view, show, shown, errors):
    view.show_repairs_done(1, show(15))
    view.show_sentence(shown(17))
    assert "repairs" not in view.system_side.note.text()
    view.show_repairs_done(1, errors.of(0, 14))
    assert "repairs" not in view.system_side.note.text()


def test_pointing_out_shows_the_trees_as_they_are(view, show):
    one = show(15)
    view.show_repairs_done(1, one)
    view.point_out(one.repairs[0])
    assert "repairs" not in view.system_side.note.text()
    assert ringed(view, "block") == {"gold:NP", "system:NNP"}
