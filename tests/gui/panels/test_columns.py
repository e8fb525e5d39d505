"""Choosing columns in the matrix of measures and systems, by keys and clicks."""

import pytest
from PySide6.QtCore import Qt

from treelens.engine.metrics import METRICS
from treelens.gui.models.chosen import ChosenColumn, columns_from
from treelens.gui.models.column_matrix import ColumnMatrix
from treelens.gui.panels.columns import ColumnsDialog
from treelens.gui.panels.measures import groups_of_measures

Key, LEFT, Role = Qt.Key, Qt.MouseButton.LeftButton, Qt.ItemDataRole

# Said by the platform that draws into memory, where windows are shown above others.
pytestmark = pytest.mark.qt_log_ignore("does not support raise", "does not support grabbing the keyboard")


@pytest.fixture
def dialog(qtbot, panel):
    qtbot.mouseClick(panel.columns_button, LEFT)
    made = panel.findChild(ColumnsDialog)
    qtbot.waitUntil(made.isActiveWindow)
    return made


def row_of(dialog, name):
    return dialog.matrix.rows.index(METRICS[name])


def rectangle(dialog, name, column):
    index = dialog.matrix.index(row_of(dialog, name), column)
    dialog.table.scrollTo(index)
    return dialog.table.visualRect(index)


def test_every_measure_is_there_once():
    names = [metric.name for _, measures in groups_of_measures() for metric in measures]
    assert sorted(names) == sorted(METRICS)


def test_the_matrix_is_a_good_model(qtmodeltester, qapp):
    qtmodeltester.check(ColumnMatrix(groups_of_measures(), ["a", "b"]))


def test_it_begins_with_what_is_shown(dialog):
    matrix = dialog.matrix
    checked = [
        str(column)
        for row in range(matrix.rowCount())
        for place in range(matrix.columnCount())
        if (column := matrix.column_at(matrix.index(row, place)))
        and Qt.CheckState(matrix.index(row, place).data(Role.CheckStateRole)) == Qt.CheckState.Checked
    ]
    assert sorted(checked) == ["e-dice", "freval-15", "t-dice"]


def test_clicks_apply_at_once(qtbot, dialog, panel):
    for name, column in (("f1", 2), ("e-dice", 0)):
        place = rectangle(dialog, name, column).center()
        qtbot.mouseClick(dialog.table.viewport(), LEFT, pos=place)
    assert panel.column_texts() == ["t-dice", "freval-15", "stanford.f1"]
    assert panel.model.columns[-1].system == 1
    qtbot.mouseClick(dialog.reset, LEFT)
    assert panel.column_texts() == ["e-dice", "t-dice", "freval-15"]
    assert dialog.matrix.chosen == panel.columns


def test_everything_by_keys(qtbot, dialog, panel):
    assert dialog.focusWidget() is dialog.search
    qtbot.keyClicks(dialog.search, "tagging")
    qtbot.keyClick(dialog.search, Key.Key_Down)
    assert dialog.focusWidget() is dialog.table
    qtbot.keyClick(dialog.table, Key.Key_Space)
    qtbot.keyClick(dialog.table, Key.Key_Right)
    qtbot.keyClick(dialog.table, Key.Key_Space)
    assert panel.column_texts()[3:] == ["tagging", "berkeley.tagging"]
    qtbot.keyClick(dialog.table, Key.Key_Space)
    assert panel.column_texts()[3:] == ["tagging"]
    qtbot.keyClick(dialog.table, Key.Key_Escape)
    qtbot.waitUntil(lambda: panel.findChild(ColumnsDialog) is None)
    qtbot.keyClick(panel.columns_button, Key.Key_Space)
    assert panel.findChild(ColumnsDialog) is not None


def test_arrows_step_over_the_titles_of_groups(qtbot, dialog):
    dialog.table.setFocus()
    last = row_of(dialog, "tagging")
    dialog.table.setCurrentIndex(dialog.matrix.index(last, 1))
    qtbot.keyClick(dialog.table, Key.Key_Down)
    assert dialog.matrix.rows[last + 1] == "E and T mappings"
    assert dialog.table.currentIndex().row() == last + 2


def test_searching_hides_other_measures(qtbot, dialog):
    dialog.search.setText("jaccard roof")
    shown = [row for row in range(dialog.matrix.rowCount()) if not dialog.table.isRowHidden(row)]
    assert [getattr(dialog.matrix.rows[row], "name", dialog.matrix.rows[row]) for row in shown] == [
        "E and T mappings",
        "e-jaccard",
        "t-jaccard-roof",
    ]
    dialog.search.setText("no such thing")
    assert dialog.nothing.isVisible()
    qtbot.keyClick(dialog.search, Key.Key_Escape)
    assert dialog.search.text() == ""
    assert dialog.isVisible()
    assert not any(dialog.table.isRowHidden(row) for row in range(dialog.matrix.rowCount()))


def test_it_hears_of_changes_elsewhere_and_goes_with_the_study(qtbot, dialog, panel):
    panel.set_columns(["exact"])
    assert dialog.matrix.chosen == [ChosenColumn(METRICS["exact"])]
    panel.open(panel.context)
    qtbot.waitUntil(lambda: panel.findChild(ColumnsDialog) is None)


def test_cells_speak(dialog):
    index = dialog.matrix.index(row_of(dialog, "f1"), 2)
    assert index.data(Role.AccessibleTextRole) == "F1, stanford: not shown"
    index = dialog.matrix.index(row_of(dialog, "e-dice"), 0)
    assert index.data(Role.AccessibleTextRole) == "E Dice, the system that is looked at: shown"
    tip = dialog.matrix.headerData(row_of(dialog, "f1"), Qt.Orientation.Vertical, Role.ToolTipRole)
    assert METRICS["f1"].definition in tip


def test_fifty_systems_scroll(qtbot):
    names = [f"system-{number}" for number in range(50)]
    dialog = ColumnsDialog(names, columns_from(["system-49.f1"], names), names[0])
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.table.horizontalScrollBar().maximum() > 1000
    assert dialog.table.verticalHeader().width() < dialog.width() / 2
    seen = []
    dialog.changed.connect(seen.append)
    index = dialog.matrix.index(row_of(dialog, "f1"), 50)
    dialog.table.setCurrentIndex(index)
    dialog.table.setFocus()
    assert dialog.table.viewport().rect().contains(dialog.table.visualRect(index))
    qtbot.keyClick(dialog.table, Key.Key_Space)
    assert seen == [[]]


def test_a_click_on_the_title_of_a_group_does_nothing(qtbot, dialog, panel):
    model, before = dialog.table.model(), list(panel.columns)
    row = next(row for row in range(model.rowCount()) if model.column_at(model.index(row, 0)) is None)
    place = dialog.table.visualRect(model.index(row, 0)).center()
    qtbot.mouseClick(dialog.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert panel.columns == before
