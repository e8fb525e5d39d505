"""The panel on one sentence: scores and the edit script, by clicks and keys."""

import pytest
from PySide6.QtCore import Qt

from treelens.engine.metrics import METRICS
from treelens.engine.study import Standing
from treelens.gui.drawing import Step
from treelens.gui.panels.scores import CHIEF
from treelens.gui.panels.sentence import SentencePanel
from treelens.gui.theme import load_theme

SCRIPT = [
    Step("deletion", "gold", 3, "delete NP"),
    Step("swap", "gold", 4, "relabel"),
    Step("insertion", "system", 2, "+"),
]


@pytest.fixture
def panel(qtbot):
    made = SentencePanel(load_theme("light"))
    qtbot.addWidget(made)
    made.resize(280, 700)
    made.show()
    return made


def standing(metric):
    nothing = float("nan")
    return Standing(metric, nothing, nothing, 0) if metric.name == "tagging" else Standing(metric, 0.5, 3.5, 1200)


def test_words_are_no_markup(panel):
    panel.show_words(3, "<b>a</b> & b")
    assert panel.words.text().endswith("&lt;b&gt;a&lt;/b&gt; &amp; b")


def test_a_word_that_is_wider_than_the_panel_pushes_nothing_out(qtbot, panel):
    panel.scores.show_scores(standing)
    panel.show_words(1, "x" * 9000)
    qtbot.waitUntil(lambda: panel.words.height() > 100)
    assert panel.widget().width() <= panel.viewport().width()


@pytest.mark.parametrize("width", [250, 280, 400])
def test_names_of_measures_are_not_cut_for_bars(qtbot, panel, width):
    panel.resize(width, 700)
    panel.scores.show_scores(standing)
    table = panel.scores.table
    shown = [row for row in range(table.rowCount()) if not table.isRowHidden(row)]
    needed = max(table.fontMetrics().horizontalAdvance(table.item(row, 0).text()) for row in shown)
    qtbot.waitUntil(lambda: table.isColumnHidden(2) or table.columnWidth(0) >= needed + 8)
    assert width < 400 or not table.isColumnHidden(2)


def test_chief_measures_first_and_the_others_on_demand(qtbot, panel):
    table = panel.scores.table
    panel.scores.show_scores(standing)
    shown = [row for row in range(table.rowCount()) if not table.isRowHidden(row)]
    assert [table.item(row, 0).text() for row in shown] == [METRICS[name].title for name in CHIEF]
    assert [table.item(shown[0], column).text() for column in (1, 3)] == ["50.0", "3.5/1,200"]
    low = table.height()
    qtbot.mouseClick(panel.scores.more, Qt.MouseButton.LeftButton)
    assert not any(table.isRowHidden(row) for row in range(table.rowCount()))
    assert table.rowCount() == len(METRICS)
    assert table.height() > low
    row = next(row for row in range(table.rowCount()) if table.item(row, 0).text() == METRICS["tagging"].title)
    assert table.item(row, 1).text() == "n/a"


def test_a_measure_can_be_ranked_by(qtbot, panel):
    panel.scores.show_scores(standing)
    panel.scores.table.setCurrentCell(1, 0)
    panel.scores.table.setFocus()
    with qtbot.waitSignal(panel.scores.measure_wanted) as told:
        qtbot.keyClick(panel.scores.table, Qt.Key.Key_Return)
    assert told.args == [CHIEF[1]]


def test_steps_go_forth_and_back_and_end(qtbot, panel):
    script = panel.script
    script.show_script(SCRIPT)
    told = []
    script.stepped.connect(told.append)
    for _ in range(4):
        qtbot.mouseClick(script.heading.forth, Qt.MouseButton.LeftButton)
    assert told == [1, 2, 3]
    assert script.list.item(0).text() == "✓ delete NP"
    assert not script.heading.forth.isEnabled()
    qtbot.mouseClick(script.heading.back, Qt.MouseButton.LeftButton)
    assert told[-1] == 2
    qtbot.mouseClick(script.heading.leave, Qt.MouseButton.LeftButton)
    assert told[-1] == -1
    assert script.list.item(0).text() == "delete NP"
    assert not script.heading.back.isVisible()
    script.step(-1)
    assert told[-1] == -1


def test_back_from_the_first_step_is_gold_then_the_end(panel):
    panel.script.show_script(SCRIPT)
    told = []
    panel.script.stepped.connect(told.append)
    for by in (1, -1, -1, -1):
        panel.script.step(by)
    assert told == [1, 0, -1]


def test_operations_lead_to_their_nodes_by_keys(qtbot, panel):
    script = panel.script
    script.show_script(SCRIPT)
    told = []
    script.chosen.connect(lambda side, node: told.append((side, node)))
    script.list.setFocus()
    qtbot.keyClick(script.list, Qt.Key.Key_Down)
    qtbot.keyClick(script.list, Qt.Key.Key_Down)
    assert told[-1] in (("gold", 4), ("system", 2))


def test_nothing_to_do_is_said_and_nothing_to_compare_hides_the_script(panel):
    panel.script.show_script([])
    assert "no differences" in panel.script.list.item(0).text()
    assert not panel.script.heading.forth.isVisible()
    panel.script.show_script(None)
    assert not panel.script.isVisible()
