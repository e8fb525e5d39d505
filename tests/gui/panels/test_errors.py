"""Errors in the list of sentences: the column, the ranking and the filter, by keys and clicks."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt

from treelens.engine.errors import KINDS, Errors
from treelens.engine.filters import Context
from treelens.gui.models.chosen import ERRORS, ChosenColumn
from treelens.gui.models.known_errors import KnownErrors
from treelens.gui.models.roles import CellRole
from treelens.gui.panels.proposals import meaning
from treelens.gui.panels.ranking import RankingDialog
from treelens.gui.rankings import ChosenRanking

Key, LEFT = Qt.Key, Qt.MouseButton.LeftButton
WORDS = 1
BERKELEY, STANFORD, LINKGRAMMAR = range(3)

# Said by the platform that draws into memory, where windows are shown above others.
pytestmark = pytest.mark.qt_log_ignore("does not support raise", "does not support grabbing the keyboard")


@pytest.fixture
def known(scored):
    """What is known of the demo's errors: at first nothing."""
    return KnownErrors(Errors(scored.comparison), len(scored.gold))


@pytest.fixture
def panel(make_panel, scored, known):
    made = make_panel(scored, 600)
    context = Context(scored)
    context.errors = known.errors
    made.open(context, known)
    return made


def explain(panel, known, system=BERKELEY):
    for sentence in known.missing(system):
        known.explain(system, sentence)
    panel.errors_arrived(system)


def having(known, system, *kinds):
    explained = enumerate(known.errors.all(system))
    return [n for n, one in explained if one and any(not kinds or repair.kind in kinds for repair in one.repairs)]


def listed(panel):
    return sorted(panel.model.order.tolist())


def filtered(qtbot, panel, text):
    """Type a filter and wait for its answer."""
    panel.focus_filter()
    qtbot.keyClicks(panel.filter, text)
    panel.filter.close_proposals()
    qtbot.waitUntil(
        lambda: not panel.filter_bar.run.is_busy and str(panel.filter_bar.filter or "") != "", timeout=10_000
    )
    return listed(panel)


# --- the column -------------------------------------------------------------------------------------------------------


def test_it_is_chosen_by_keys(qtbot, panel):
    qtbot.mouseClick(panel.columns_button, LEFT)
    dialog = panel._choosing
    qtbot.keyClicks(dialog.search, "went wrong")
    shown = [row for row in range(dialog.matrix.rowCount()) if not dialog.table.isRowHidden(row)]
    assert [dialog.matrix.rows[row] for row in shown] == ["What went wrong", ERRORS]
    qtbot.keyClick(dialog.search, Key.Key_Down)
    qtbot.keyClick(dialog.table, Key.Key_Space)
    qtbot.keyClick(dialog.table, Key.Key_Right)
    qtbot.keyClick(dialog.table, Key.Key_Right)
    qtbot.keyClick(dialog.table, Key.Key_Space)
    assert panel.column_texts()[-2:] == ["errors", "stanford.errors"]
    dialog.close()
    panel.set_columns(panel.column_texts())
    assert panel.columns[-1] == ChosenColumn(ERRORS, "stanford")


def test_no_scores_are_asked_for(qtbot, panel):
    with qtbot.assertNotEmitted(panel.metrics_wanted):
        panel.set_columns(["errors"])
        panel.set_ranking_text("errors")
    assert ERRORS not in panel.needed_metrics()


def test_chips_appear_when_they_are_known_and_follow_the_system(panel, known):
    panel.set_columns(["errors"])
    index = panel.model.index(panel.model.row_of(14), 2)
    assert index.data(CellRole).chips == []
    before = panel.table.grab().toImage()
    explain(panel, known)
    assert panel.model.index(panel.model.row_of(14), 2).data(CellRole).chips
    assert panel.table.grab().toImage() != before
    panel.set_system(STANFORD)
    assert panel.model.index(panel.model.row_of(14), 2).data(CellRole).chips == []


@pytest.mark.parametrize(("width", "least"), [(400, 110), (600, 180), (900, 330)])
def test_it_leaves_the_sentence_room(qtbot, panel, known, width, least):
    explain(panel, known)
    panel.set_columns(["e-dice", "t-dice", "freval-15", "errors"])
    panel.resize(width, 600)
    qtbot.waitUntil(lambda: panel.table.heading.length() == panel.table.viewport().width())
    assert panel.table.columnWidth(WORDS) >= least
    assert panel.table.columnWidth(5) >= 60


# --- the ranking ------------------------------------------------------------------------------------------------------


def test_ranked_by_keys_in_the_box(qtbot, panel, known):
    row = panel.ranking.findText("most repairs first")
    panel.ranking.setFocus()
    while panel.ranking.currentIndex() != row:
        qtbot.keyClick(panel.ranking, Key.Key_Down)
    assert panel.ranking_text() == "errors"
    explain(panel, known)
    counts = known.repairs(BERKELEY)
    assert counts[panel.model.sentence_at(0)] == np.nanmax(counts)
    assert "repairs" in panel.ranking.toolTip()


def test_ranked_by_a_click_on_the_heading(qtbot, panel, known):
    panel.set_columns(["f1", "errors"])
    explain(panel, known)
    heading = panel.table.heading
    for text, extreme in (("errors", np.nanmax), ("errors reversed", np.nanmin)):
        place = QPoint(heading.sectionViewportPosition(3) + 10, heading.height() // 2)
        qtbot.mouseClick(heading.viewport(), LEFT, pos=place)
        assert panel.ranking_text() == text
        counts = known.repairs(BERKELEY)
        assert counts[panel.model.sentence_at(0)] == extreme(counts)
    assert panel.ranking.currentText() == "fewest repairs first"


def test_a_selected_sentence_stays_selected_while_errors_arrive(qtbot, panel, known):
    panel.set_ranking_text("errors")
    panel.go_to(50)
    with qtbot.assertNotEmitted(panel.chosen):
        explain(panel, known)
    assert panel.model.sentence_at(panel.table.currentIndex().row()) == 50


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("errors", "most repairs first"),
        ("errors reversed", "fewest repairs first"),
        ("score stanford.errors", "most repairs first of stanford"),
    ],
)
def test_rankings_are_written_down(text, label):
    made = ChosenRanking.from_text(text, ["berkeley", "stanford"])
    assert (str(made), made.label()) == (text, label)
    assert made.turned().turned() == made
    assert ChosenRanking.from_text("score errors") == ChosenRanking.from_text("errors")
    assert ChosenRanking.from_text("errors f1") is None


def test_a_dialog_begins_with_measures_only(qtbot, panel):
    dialog = RankingDialog("score", panel.names, ChosenRanking.from_text("errors"))
    qtbot.addWidget(dialog)
    assert str(dialog.chosen()) == "score e-dice"


# --- the filter -------------------------------------------------------------------------------------------------------


def test_filters_by_kind(qtbot, panel, known):
    assert filtered(qtbot, panel, "error:PP") == having(known, BERKELEY, "PP attachment") != []
    panel.filter.clear()
    assert filtered(qtbot, panel, "error:coordination") == having(known, BERKELEY, "coordination") != []
    panel.filter.clear()
    assert filtered(qtbot, panel, "error:") == having(known, BERKELEY)
    panel.filter.clear()
    assert filtered(qtbot, panel, "-error:") == sorted(set(range(120)) - set(having(known, BERKELEY)))
    panel.filter.clear()
    assert filtered(qtbot, panel, "linkgrammar.error:PP") == having(known, LINKGRAMMAR, "PP attachment")


def test_a_filter_follows_the_system(qtbot, panel, known):
    filtered(qtbot, panel, "error:PP")
    panel.set_system(LINKGRAMMAR)
    qtbot.waitUntil(lambda: listed(panel) == having(known, LINKGRAMMAR, "PP attachment"))


def test_errors_are_explained_in_a_thread(qtbot, panel, known):
    panel.focus_filter()
    busy = []
    panel.filter_bar.run.busy.connect(busy.append)
    panel.filter.setText("error:PP")
    assert busy == [True]
    assert known.errors._found == {}  # nobody waited
    qtbot.waitUntil(lambda: panel.filter_bar.passing is not None, timeout=10_000)
    assert busy == [True, False]


def test_tab_completes_kinds(qtbot, panel):
    panel.focus_filter()
    box = panel.filter
    qtbot.keyClicks(box, "err")
    qtbot.waitUntil(box.proposals.isVisible)
    qtbot.keyClick(box, Key.Key_Tab)
    assert box.text() == "error:"
    qtbot.waitUntil(lambda: box.proposals.isVisible() and "error:PP" in box.proposals.listed())
    assert len(box.proposals.listed()) == len(KINDS)
    qtbot.keyClicks(box, "lab")
    qtbot.waitUntil(lambda: box.proposals.listed() == ["error:different"])
    qtbot.keyClick(box, Key.Key_Tab)
    assert box.text() == "error:different"
    assert meaning("error:different", []) == "different label"
    assert meaning("berkeley.error:PP", ["berkeley"]) == "PP attachment"


def test_a_kind_that_does_not_exist_is_told_with_those_that_do(qtbot, panel):
    panel.focus_filter()
    qtbot.keyClicks(panel.filter, "lake error:XY")
    qtbot.waitUntil(panel.complaint.isVisible, timeout=5_000)
    assert panel.complaint.text().startswith("no kind of error is called XY; there are PP attachment, NP attachment")
    assert panel.complaint.text().endswith("other")
    assert panel.filter.wrong_part() == "XY"
