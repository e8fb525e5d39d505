"""The chooser of rankings and the dialog to make one up."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialogButtonBox

from treelens.engine.filters import Context
from treelens.engine.metrics import METRICS
from treelens.engine.prepare import preset
from treelens.engine.study import Study
from treelens.gui.panels.ranking import RankingBox, RankingDialog
from treelens.gui.rankings import PRESETS, ChosenRanking

Key = Qt.Key
pytestmark = pytest.mark.qt_log_ignore("does not support raise", "does not support grabbing the keyboard")
OK = QDialogButtonBox.StandardButton.Ok


def entries(box):
    return [box.itemText(row) for row in range(box.count()) if box.itemText(row)]


def choose(qtbot, panel, kind):
    """Choose one of the last entries; return the dialog that opens."""
    panel.ranking.setCurrentIndex(panel.ranking.findData(kind))
    panel.ranking.activated.emit(panel.ranking.currentIndex())
    dialog = panel.findChild(RankingDialog)
    assert dialog is not None
    qtbot.waitUntil(dialog.isActiveWindow)
    return dialog


def test_entries(panel):
    invitations = ["Gap between two measures…", "Gap between two systems…", "By a score…"]
    assert entries(panel.ranking) == [*(ranking.label() for ranking in PRESETS), *invitations]


def test_a_gap_between_measures_by_keys(qtbot, panel):
    dialog = choose(qtbot, panel, "measures")
    assert panel.ranking.currentText() == PRESETS[0].label()  # nothing has changed yet
    assert [box.chosen.name for box in dialog.measures] == ["e-dice", "t-dice"]
    dialog.measures[1].setFocus()
    qtbot.keyClicks(dialog.measures[1], "Leaf")
    assert "rank(Leaf-ancestor)" in dialog.says.text()
    qtbot.keyClick(dialog, Key.Key_Return)
    assert panel.ranking_text() == "gap e-dice leaf-ancestor"
    assert panel.ranking.currentText() == "by gap E Dice − Leaf-ancestor"
    assert "by gap E Dice − Leaf-ancestor" in entries(panel.ranking)
    panel.ranking.wanted.emit(PRESETS[4])
    assert "by gap E Dice − Leaf-ancestor" in entries(panel.ranking)


def test_a_gap_between_systems(qtbot, panel, scored):
    dialog = choose(qtbot, panel, "systems")
    assert [box.currentText() for box in dialog.systems] == ["berkeley", "stanford"]
    dialog.measures[0].choose(METRICS["f1"])
    dialog.systems[1].setCurrentText("berkeley")
    assert not dialog.buttons.button(OK).isEnabled()
    assert "differ" in dialog.says.text()
    dialog.systems[1].setCurrentText("linkgrammar")
    qtbot.mouseClick(dialog.buttons.button(OK), Qt.MouseButton.LeftButton)
    assert panel.ranking_text() == "systems f1 berkeley linkgrammar"
    assert [column.system for column in panel.model.contrast.columns] == [0, 2]


def test_a_score_of_a_fixed_system_best_first(qtbot, panel):
    dialog = choose(qtbot, panel, "score")
    dialog.measures[0].choose(METRICS["t-cost"])
    dialog.systems[0].setCurrentText("stanford")
    dialog.order.setCurrentIndex(1)
    assert dialog.says.text() == "ranked by T cost of stanford, best first"
    dialog.accept()
    assert panel.ranking_text() == "score stanford.t-cost reversed"
    assert panel.model.ranking.descending is False


def test_escape_changes_nothing(qtbot, panel):
    dialog = choose(qtbot, panel, "score")
    qtbot.keyClick(dialog, Key.Key_Escape)
    assert panel.chosen_ranking == PRESETS[0]
    assert panel.ranking.currentText() == PRESETS[0].label()


def test_a_dialog_begins_with_what_is_in_use(qtbot, panel):
    panel.set_ranking_text("systems f1 stanford linkgrammar")
    dialog = choose(qtbot, panel, "systems")
    assert [box.currentText() for box in dialog.systems] == ["stanford", "linkgrammar"]
    assert dialog.measures[0].chosen.name == "f1"
    assert dialog.chosen() == panel.chosen_ranking


@pytest.mark.parametrize("kind", ["measures", "systems", "score"])
@pytest.mark.parametrize(
    "text", ["file", "length", "score b.f1", "gap e-dice t-dice", "systems f1 b a", "gap a.f1 t-dice"]
)
def test_every_dialog_begins_with_something_that_can_be_had(qtbot, kind, text):
    dialog = RankingDialog(kind, ["a", "b"], ChosenRanking.from_text(text))
    qtbot.addWidget(dialog)
    assert dialog.buttons.button(OK).isEnabled()
    assert dialog.chosen().ranking(0, ["a", "b"]) is not None


def test_with_one_system_there_is_no_gap_between_two(make_panel, demo_banks):
    box = make_panel(Study(demo_banks[0], demo_banks[1:2], preset("collins"))).ranking
    row = box.findData("systems")
    assert not box.model().index(row, 0).flags() & Qt.ItemFlag.ItemIsEnabled
    assert box.itemData(row, Qt.ItemDataRole.ToolTipRole) == "There is only one system"


def test_only_some_rankings_of_ones_own_are_remembered(qtbot):
    box = RankingBox()
    qtbot.addWidget(box)
    box.offer(2)
    for name in list(METRICS)[:8]:
        box.show_ranking(ChosenRanking.from_text(f"score {name}"))
    assert len(entries(box)) == len(PRESETS) + 5 + 3
    assert box.currentText() == ChosenRanking.from_text(f"score {list(METRICS)[7]}").label()


def test_a_narrow_chooser_elides(qtbot, panel):
    panel.resize(280, 500)
    panel.ranking.grab()
    assert panel.ranking.width() < 160
    panel.ranking.showPopup()
    text = panel.ranking.fontMetrics().horizontalAdvance(PRESETS[1].label())
    assert panel.ranking.view().width() > text > 160
    panel.ranking.hidePopup()


def test_rankings_of_another_study_are_forgotten(panel, scored):
    panel.set_ranking_text("systems f1 stanford berkeley")
    panel.open(Context(scored))
    assert len(entries(panel.ranking)) == len(PRESETS) + 3
