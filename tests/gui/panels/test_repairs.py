"""The panel on what went wrong: sentences, by clicks and keys, and the steps from the system's tree to gold."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea

from treelens.engine.errors import Errors
from treelens.gui.panels.repairs import RepairsPanel
from treelens.gui.theme import load_theme
from treelens.gui.views.repair_delegate import RowRole, spans_of

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture(scope="session")
def errors(scored):
    return Errors(scored.comparison)


@pytest.fixture
def panel(qtbot):
    from treelens.gui.app import application

    application("light")
    area = QScrollArea()
    area.setWidgetResizable(True)
    made = RepairsPanel(load_theme("light"))
    area.setWidget(made)
    qtbot.addWidget(area)
    area.resize(280, 400)
    area.show()
    area.activateWindow()
    qtbot.waitUntil(area.isActiveWindow)
    made.area = area
    return made


@pytest.fixture
def told(panel):
    """What the panel has told: repairs by their place, and steps."""
    found = []
    panel.chosen.connect(
        lambda repair: found.append(None if repair is None else panel.explanation.repairs.index(repair))
    )
    panel.stepped.connect(lambda done: found.append(("step", done)))
    return found


def click(qtbot, panel, row, keys=Qt.KeyboardModifier.NoModifier) -> None:
    place = panel.list.visualItemRect(panel.list.item(row)).center()
    qtbot.mouseClick(panel.list.viewport(), LEFT, keys, place)


def test_each_repair_has_its_kind_its_share_and_its_sentence(panel, errors):
    one = errors.of(0, 14)
    panel.show_repairs(one)
    rows = [panel.list.item(number).data(RowRole) for number in range(panel.list.count())]
    assert [row.repair for row in rows] == list(one.repairs)
    assert [row.share for row in rows] == ["explains 18 of 19", "explains 1 of 19"]
    said = panel.list.item(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert said == f"NP attachment, explains 18 of 19: {one.repairs[0].sentence}"
    assert panel.note.text() == "2 repairs · fewest possible"
    assert not panel.unexplained.isVisible()


def test_places_of_both_sides_are_marked_in_every_sentence(errors):
    for one in errors.all(0):
        for repair in one.repairs if one else ():
            spans = {span.side: repair.sentence[span.start : span.start + span.length] for span in spans_of(repair)}
            if repair.is_attachment:
                assert spans["system"] == repair.before.named(repair.text)
                assert spans["gold"] == repair.after.named(repair.text)
            elif repair.what == "relabel":
                assert (spans["system"], spans["gold"]) == repair.labels
            else:
                assert len(spans.keys() & {"gold", "system"}) == 1


def test_it_says_when_nothing_is_wrong_and_hides_without_two_trees(panel, errors):
    right = next(one for one in errors.all(0) if one is not None and not one.brackets)
    panel.show_repairs(right)
    assert panel.isVisible()
    assert panel.note.text() == "nothing: the brackets are the same"
    assert not panel.list.isVisible()
    assert not panel.heading.forth.isVisible()
    panel.show_repairs(None)
    assert not panel.isVisible()


def test_it_says_when_fewer_might_do_and_what_is_not_explained(panel, errors):
    one = errors.of(0, 14)
    panel.show_repairs(replace(one, exact=False, repairs=one.repairs[:1]))
    assert panel.note.text() == "1 repair · best found, maybe not the fewest"
    assert panel.unexplained.isVisible()
    assert "NP “Thursday” is missing" in panel.unexplained.text()


def test_a_click_chooses_and_a_click_with_ctrl_lets_go(qtbot, panel, errors, told):
    panel.show_repairs(errors.of(0, 14))
    click(qtbot, panel, 1)
    click(qtbot, panel, 1)
    click(qtbot, panel, 0)
    click(qtbot, panel, 0, Qt.KeyboardModifier.ControlModifier)
    assert told == [1, 0, None]


def test_keys_walk_choose_and_let_go(qtbot, panel, errors, told):
    panel.show_repairs(errors.of(0, 99))
    panel.list.setFocus()
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_End, Qt.Key.Key_Home, Qt.Key.Key_Return):
        qtbot.keyClick(panel.list, key)
    last = panel.list.count() - 1
    assert told[-3:] == [last, 0, 0]
    qtbot.keyClick(panel.list, Qt.Key.Key_Escape)
    assert told[-1] is None
    assert not panel.list.selectedItems()
    qtbot.keyClick(panel.list, Qt.Key.Key_Return)
    assert told[-1] == 0


def test_the_row_that_is_walked_to_is_in_view(qtbot, panel, errors, told):
    panel.area.resize(280, 160)
    panel.show_repairs(errors.of(0, 99))
    qtbot.wait(20)
    panel.list.setFocus()
    for key in (Qt.Key.Key_End, Qt.Key.Key_Home):
        qtbot.keyClick(panel.list, key)
        row = panel.list.visualItemRect(panel.list.currentItem())
        for corner in (row.topLeft(), row.bottomLeft()):
            place = panel.list.viewport().mapTo(panel.area.viewport(), corner)
            assert panel.area.viewport().rect().contains(place)


def test_to_be_made_forget_tells_nothing(qtbot, panel, errors, told):
    panel.show_repairs(errors.of(0, 14))
    click(qtbot, panel, 0)
    panel.forget()
    assert told == [0]
    assert not panel.list.selectedItems()
    click(qtbot, panel, 0)
    assert told == [0, 0]


def test_steps_go_forth_and_back_and_end(qtbot, panel, errors, told):
    panel.show_repairs(errors.of(0, 14))
    assert panel.heading.forth.text() == "Step ▶"
    for _ in range(3):
        qtbot.mouseClick(panel.heading.forth, LEFT)
    assert told == [("step", 1), ("step", 2)]
    assert panel.heading.place.text() == "2 of 2"
    assert not panel.heading.forth.isEnabled()
    assert all(panel.list.item(row).data(RowRole).done for row in range(2))
    qtbot.mouseClick(panel.heading.back, LEFT)
    assert [panel.list.item(row).data(RowRole).done for row in range(2)] == [True, False]
    qtbot.mouseClick(panel.heading.leave, LEFT)
    assert told[2:] == [("step", 1), ("step", -1)]
    assert not panel.heading.leave.isVisible()
    panel.step(-1)
    assert len(told) == 4


def test_back_from_the_first_step_is_the_tree_as_it_is_then_the_end(panel, errors, told):
    panel.show_repairs(errors.of(0, 14))
    for by in (1, -1, -1, -1):
        panel.step(by)
    assert told == [("step", 1), ("step", 0), ("step", -1)]


def test_while_stepping_a_row_leads_to_the_tree_after_it(qtbot, panel, errors, told):
    panel.show_repairs(errors.of(0, 99))
    panel.step(1)
    click(qtbot, panel, 3)
    panel.list.setFocus()
    qtbot.keyClick(panel.list, Qt.Key.Key_Up)
    assert told == [("step", 1), ("step", 4), ("step", 3)]


def test_another_sentence_begins_anew_without_telling(qtbot, panel, errors, told):
    panel.show_repairs(errors.of(0, 14))
    panel.step(1)
    panel.show_repairs(errors.of(0, 16))
    assert told == [("step", 1)]
    assert panel.done == -1
    assert not panel.heading.leave.isVisible()


@pytest.mark.parametrize("width", [260, 420])
def test_all_rows_are_there_whatever_the_width(qtbot, panel, errors, width):
    """The list does not scroll: what it is in does."""
    panel.area.resize(width, 300)
    panel.show_repairs(errors.of(0, 99))
    qtbot.wait(20)
    last = panel.list.visualItemRect(panel.list.item(panel.list.count() - 1))
    assert last.bottom() <= panel.list.viewport().height()
    assert last.right() <= panel.list.viewport().width()
    assert panel.list.verticalScrollBar().maximum() == 0
    assert panel.area.verticalScrollBar().maximum() > 0
    assert panel.area.horizontalScrollBar().maximum() == 0


@pytest.mark.parametrize("name", ["light", "dark", "okabe-ito", "print"])
def test_it_is_painted_in_the_colours_of_a_theme(qtbot, panel, errors, name):
    theme = load_theme(name)
    panel.set_theme(theme)
    panel.show_repairs(errors.of(0, 14))
    qtbot.wait(20)
    image = panel.grab().toImage()
    seen = {image.pixelColor(x, y).getRgb()[:3] for x in range(image.width()) for y in range(image.height())}
    for role in ("deletion", "insertion"):
        wanted = theme.tree.get(role, "phrase").getRgb()[:3]  # texts have soft edges
        assert min(sum(abs(a - b) for a, b in zip(colour, wanted, strict=True)) for colour in seen) < 40


def test_english_about_hebrew_is_read_from_the_left(qtbot, panel, tmp_path):
    from treelens.engine.formats import load
    from treelens.engine.prepare import preset
    from treelens.engine.study import Study

    gold, system = tmp_path / "gold.mrg", tmp_path / "system.mrg"
    gold.write_text("(S (NP (D ה) (N התאחדות)) (VP (V נותנת) (N הכל)))\n", encoding="utf-8")
    system.write_text("(S (NP (D ה)) (XP (N התאחדות) (V נותנת) (N הכל)))\n", encoding="utf-8")
    study = Study(load(gold), [load(system)], preset("raw"), jobs=1)
    explanation = Errors(study.comparison).of(0, 0)
    panel.show_repairs(explanation)
    for row in range(panel.list.count()):
        shown = panel.list.item(row).data(RowRole)
        layout = panel.delegate._sentence(shown, panel.list.font())
        assert layout.textOption().textDirection() == Qt.LayoutDirection.LeftToRight
        assert layout.text().replace("\u2068", "").replace("\u2069", "") == shown.repair.sentence
        for span, part in zip(spans_of(shown.repair), layout.formats(), strict=True):
            bare = layout.text()[part.start : part.start + part.length].replace("\u2068", "").replace("\u2069", "")
            assert bare == shown.repair.sentence[span.start : span.start + span.length]
    assert panel.list.count()
