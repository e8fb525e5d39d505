"""The list of sentences: columns, rankings and filters by keys and clicks, at any width."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QWidget

from treelens.engine.filters import Context, parse
from treelens.engine.metrics import METRICS, choose
from treelens.engine.prepare import preset
from treelens.engine.study import Study
from treelens.gui.rankings import PRESETS, ChosenRanking
from treelens.gui.theme import load_theme

Key, LEFT = Qt.Key, Qt.MouseButton.LeftButton
NUMBER, WORDS, E, T, FRAGMENTS, GAP = range(6)


def headings(panel):
    return [panel.model.headerData(section, Qt.Orientation.Horizontal) for section in range(panel.model.columnCount())]


def click_heading(qtbot, panel, section):
    heading = panel.table.heading
    place = QPoint(heading.sectionViewportPosition(section) + 10, heading.height() // 2)
    qtbot.mouseClick(heading.viewport(), LEFT, pos=place)


def menu_entry(panel, section, text):
    menu = panel.menu_of(section)
    return next(action for action in menu.actions() if action.text() == text)


# --- opening and systems ----------------------------------------------------------------------------------------------


def test_it_opens_with_the_default(panel):
    assert headings(panel) == ["#", "Sentence", "E", "T", "Frag", "Rank gap"]
    assert panel.column_texts() == ["e-dice", "t-dice", "freval-15"]
    assert panel.ranking_text() == "gap e-dice t-dice"
    assert panel.ranking.currentText() == "by gap E Dice − T Dice"
    assert [panel.system.itemText(row) for row in range(panel.system.count())] == panel.names
    assert panel.filter_bar.narrowed.isHidden()


def test_columns_and_ranking_follow_the_system(panel, scored):
    panel.set_columns(["f1", "linkgrammar.f1"])
    panel.set_ranking_text("score f1")
    panel.set_system(1)
    assert [column.system for column in panel.model.columns] == [1, 2]
    assert panel.model.ranking.columns[0].system == 1
    assert panel.model.order[0] == np.nanargmin(scored.scores(1, METRICS["f1"]))
    assert panel.system.currentText() == "stanford"
    panel.set_ranking_text("score berkeley.f1")
    panel.set_system(2)
    assert panel.model.ranking.columns[0].system == 0


def test_a_filter_on_scores_follows_the_system(panel, scored):
    panel.filter.setText("f1:<60")
    for system in (0, 1, 2):
        panel.set_system(system)
        assert panel.model.rowCount() == int((scored.scores(system, METRICS["f1"]) < 0.6).sum())


def test_choosing_a_system_by_key_is_a_wish(qtbot, panel):
    panel.system.setFocus()
    with qtbot.waitSignal(panel.system_wanted) as wish:
        qtbot.keyClick(panel.system, Key.Key_Down)
    assert wish.args == [1]


def test_another_study_begins_anew_but_keeps_columns(panel, demo_banks):
    panel.set_columns(["f1", "berkeley.t-dice", "linkgrammar.f1"])
    panel.set_ranking_text("score linkgrammar.f1")
    panel.filter.setText("lake")
    panel.open(Context(Study(demo_banks[0], demo_banks[1:2], preset("collins"))))
    assert panel.column_texts() == ["f1", "berkeley.t-dice"]
    assert panel.chosen_ranking == PRESETS[0]
    assert panel.filter.text() == ""
    assert panel.model.rowCount() == 120
    assert panel.filter_bar.narrowed.isHidden()


# --- columns ----------------------------------------------------------------------------------------------------------


def test_columns_by_their_written_form(qtbot, panel):
    with qtbot.waitSignal(panel.columns_changed) as told:
        panel.set_columns(["f1", "gone", "stanford.t-cost", "nobody.f1", "f1"])
    assert told.args == [["f1", "stanford.t-cost"]]
    assert panel.column_texts() == ["f1", "stanford.t-cost"]
    assert headings(panel)[2:4] == ["F1", "T cost stanford"]
    panel.set_system(1)
    assert headings(panel)[2:4] == ["F1", "T cost"]
    panel.set_system(2)
    assert headings(panel)[2:4] == ["F1", "T cost stanford"]
    panel.set_columns([])
    assert headings(panel) == ["#", "Sentence", "Rank gap"]


def test_a_column_that_is_chosen_is_selected_with_its_row(panel):
    panel.go_to(14)
    panel.set_columns(["e-dice", "t-dice", "freval-15", "f1", "exact"])
    assert len(panel.table.selectionModel().selectedIndexes()) == panel.model.columnCount()


def test_the_menu_of_a_heading(panel):
    menu_entry(panel, T, "Move left").trigger()
    assert panel.column_texts() == ["t-dice", "e-dice", "freval-15"]
    assert not menu_entry(panel, E, "Move left").isEnabled()
    assert not menu_entry(panel, FRAGMENTS, "Move right").isEnabled()
    menu_entry(panel, E, "Remove this column").trigger()
    assert panel.column_texts() == ["e-dice", "freval-15"]
    menu_entry(panel, E, "Rank by this").trigger()
    assert panel.ranking_text() == "score e-dice"
    texts = [action.text() for action in panel.menu_of(WORDS).actions() if action.text()]
    assert texts == ["Rank by this", "Choose columns…"]


@pytest.mark.parametrize(("width", "least"), [(340, 100), (390, 130), (700, 400)])
def test_sentences_can_be_read_at_any_width(qtbot, make_panel, scored, width, least):
    panel = make_panel(scored, width)
    table = panel.table
    assert table.columnWidth(WORDS) - 10 >= least
    assert table.heading.length() == table.viewport().width()
    qtbot.waitUntil(lambda: not table.horizontalScrollBar().isVisible())
    assert table.columnWidth(GAP) >= 70


def test_more_columns_than_fit_scroll(make_panel, scored):
    panel = make_panel(scored, 280)
    assert panel.width() == 280 == panel.minimumWidth()
    panel.set_columns([f"{name}.{metric}" for name in panel.names for metric in ("f1", "e-dice", "precision")])
    assert panel.table.columnWidth(WORDS) == 120
    assert panel.table.horizontalScrollBar().isVisible()
    assert panel.table.heading.height() > 40
    for section in range(2, panel.model.gap_column):
        assert panel.table.columnWidth(section) >= 34


def test_a_narrow_panel_asks_for_no_more_room_than_it_says(panel):
    for child in (panel.filter_bar, panel.table):
        assert child.minimumSizeHint().width() <= 280 - 16


# --- ranking ----------------------------------------------------------------------------------------------------------


def test_clicks_on_headings_rank_and_the_chooser_says_so(qtbot, panel):
    click_heading(qtbot, panel, E)
    assert panel.ranking_text() == "score e-dice"
    assert panel.ranking.currentText() == "by E Dice, worst first"
    assert panel.ranking.currentData() == PRESETS[2]
    click_heading(qtbot, panel, E)
    assert panel.ranking_text() == "score e-dice reversed"
    assert panel.ranking.currentText() == "by E Dice, best first"
    click_heading(qtbot, panel, WORDS)
    assert panel.ranking.currentText() == "longest first"
    click_heading(qtbot, panel, NUMBER)
    assert panel.model.order.tolist() == list(range(120))
    assert panel.ranking.currentText() == "as in the file"
    click_heading(qtbot, panel, GAP)
    assert panel.ranking_text() == "gap e-dice t-dice"
    click_heading(qtbot, panel, GAP)
    assert panel.ranking_text() == "gap e-dice t-dice reversed"


def test_a_column_of_a_fixed_system_ranks_by_that_system(qtbot, panel):
    panel.set_columns(["f1", "stanford.f1"])
    click_heading(qtbot, panel, 3)
    assert panel.ranking_text() == "score stanford.f1"


def test_the_chooser_is_truthful_when_the_model_is_sorted(panel):
    panel.model.sort(T, Qt.SortOrder.DescendingOrder)
    assert panel.ranking_text() == "score t-dice reversed"
    assert panel.ranking.currentText() == "by T Dice, best first"


def test_presets_by_key(qtbot, panel):
    panel.ranking.setFocus()
    with qtbot.waitSignal(panel.ranking_changed) as told:
        qtbot.keyClick(panel.ranking, Key.Key_Down)
    assert told.args == [PRESETS[1]]
    assert panel.ranking_text() == "gap e-dice freval-15"


def test_rankings_by_their_written_form(panel, scored):
    panel.set_ranking_text("systems f1 stanford berkeley")
    assert panel.ranking.currentText() == "by gap stanford − berkeley, F1"
    assert "|rank(F1 of stanford) − rank(F1 of berkeley)|" in panel.ranking.toolTip()
    panel.set_ranking_text("score nobody.f1")
    assert panel.chosen_ranking == PRESETS[0]
    panel.set_ranking_text("no ranking at all")
    assert panel.chosen_ranking == PRESETS[0]


# --- filter -----------------------------------------------------------------------------------------------------------


def test_typing_filters_at_once_and_says_how_many(qtbot, panel, scored):
    panel.focus_filter()
    qtbot.keyClicks(panel.filter, "len:>12")
    found = int(parse("len:>12").matches(Context(scored)).sum())
    assert panel.model.rowCount() == found
    narrowed = panel.filter_bar.narrowed
    assert narrowed.isVisible()
    assert narrowed.count.text() == f"{found} of 120 sentences"
    qtbot.mouseClick(narrowed.clear, LEFT)
    assert panel.filter.text() == ""
    assert panel.model.rowCount() == 120
    assert not narrowed.isVisible()


def test_escape_empties_the_box(qtbot, panel):
    panel.focus_filter()
    qtbot.keyClicks(panel.filter, "len:>12")
    panel.filter.close_proposals()
    qtbot.keyClick(panel.filter, Key.Key_Escape)
    assert panel.filter.text() == ""
    assert panel.model.rowCount() == 120


def test_nothing_found_is_said(panel):
    panel.filter.setText("xyzzy")
    assert panel.table.message.isVisible()
    assert "No sentence" in panel.table.message.text()
    panel.filter.clear()
    assert not panel.table.message.isVisible()


def test_what_is_wrong_is_shown_with_its_place(panel):
    before = panel.model.rowCount()
    panel.filter.setText("lake len:x")
    assert panel.complaint.isVisible()
    assert "number" in panel.complaint.text()
    assert panel.filter.wrong_part() == "x"
    assert "         ^" in panel.filter.accessibleDescription()
    assert panel.model.rowCount() == before
    panel.filter.setText("lake len:5-20")
    assert not panel.complaint.isVisible()
    assert panel.filter.wrong_part() == ""
    assert panel.filter.accessibleDescription() == ""


def test_half_a_filter_is_not_called_wrong_while_it_is_typed(qtbot, panel):
    panel.focus_filter()
    qtbot.keyClicks(panel.filter, "len:")
    assert not panel.complaint.isVisible()
    qtbot.waitUntil(panel.complaint.isVisible)
    qtbot.keyClicks(panel.filter, ">5")
    assert not panel.complaint.isVisible()


def test_the_place_of_an_error_is_underlined(qtbot, panel):
    panel.filter.setText("len:5")
    plain = panel.filter.grab().toImage()
    panel.filter.setText("len:x")
    bad = load_theme("light").interface.bad
    image = panel.filter.grab().toImage()

    def red(picture):
        spots = [(x, y) for x in range(picture.width()) for y in range(picture.height())]
        return [(x, y) for x, y in spots if picture.pixelColor(x, y).hue() == bad.hue()]

    assert not red(plain)
    spots = red(image)
    assert spots
    caret = panel.filter.cursorRect().center().x()
    assert all(caret - 14 < x < caret + 8 for x, _ in spots)


def test_enter_leads_to_the_table_if_nothing_is_proposed(qtbot, panel):
    panel.focus_filter()
    qtbot.keyClicks(panel.filter, "the")
    panel.filter.close_proposals()
    qtbot.keyClick(panel.filter, Key.Key_Return)
    assert panel.table.hasFocus()
    assert panel.filter.text() == "the"


def test_a_brush_narrows_and_can_be_dropped(qtbot, panel):
    panel.set_brush(np.arange(120) < 10)
    narrowed = panel.filter_bar.narrowed
    assert narrowed.count.text() == "10 of 120 sentences"
    panel.filter.setText("xyzzy")
    assert "rectangle" in panel.table.message.text()
    with qtbot.waitSignal(panel.brush_dropped):
        qtbot.mouseClick(narrowed.clear, LEFT)
    assert panel.model.rowCount() == 120
    with qtbot.assertNotEmitted(panel.brush_dropped):
        panel.show_all()


def test_the_sentence_stays_if_it_can_and_else_the_first_is_shown(qtbot, panel):
    panel.go_to(14)
    seen = []
    panel.chosen.connect(seen.append)
    panel.filter.setText("id:10-20")
    assert seen == []
    assert panel.model.sentence_at(panel.table.currentIndex().row()) == 14
    panel.filter.setText("id:30-40")
    assert seen == [panel.model.sentence_at(0)]
    assert panel.table.currentIndex().row() == 0
    panel.filter.setText("id:999")
    panel.filter.setText("id:41")
    assert seen[1:] == [40]


def test_tgrep_is_searched_for_beside_the_window(qtbot, panel, scored):
    panel.filter.setText("/NP < PP/")
    assert panel.filter_bar.narrowed.bar.isVisible()
    assert "searching" in panel.filter_bar.narrowed.count.text()
    qtbot.waitUntil(lambda: not panel.filter_bar.narrowed.bar.isVisible(), timeout=20000)
    assert panel.model.rowCount() == int(parse("/NP < PP/").matches(Context(scored)).sum())
    panel.filter.setText("/NP < (/")
    qtbot.waitUntil(panel.complaint.isVisible, timeout=20000)


def test_tags_are_looked_up_again(panel):
    panel.filter.setText("tag:figure")
    assert panel.model.rowCount() == 0
    panel.context.tags = {3: ["figure"]}
    panel.filter_again("label:")
    assert panel.model.rowCount() == 0
    panel.filter_again("tag:")
    assert panel.model.order.tolist() == [3]


def test_a_sentence_that_is_hidden_is_shown(panel):
    panel.filter.setText("xyzzy")
    assert not panel.go_to(14)
    panel.show_sentence(14)
    assert panel.filter.text() == ""
    assert panel.model.sentence_at(panel.table.currentIndex().row()) == 14
    assert panel.step(1)
    panel.set_brush(np.arange(120) == 0)
    assert not panel.step(1)


# --- scores that are still to come ------------------------------------------------------------------------------------


@pytest.fixture
def empty(make_panel, demo_banks):
    """The list before anything is scored."""
    return make_panel(Study(demo_banks[0], demo_banks[1:3], preset("collins")))


def test_scores_are_asked_for_once(qtbot, empty):
    with qtbot.waitSignal(empty.metrics_wanted) as wish:
        empty.set_columns(["e-dice", "f1"])
    assert [metric.name for metric in wish.args[0]] == ["f1"]
    with qtbot.assertNotEmitted(empty.metrics_wanted):
        empty.set_columns(["f1"])
        empty.set_ranking_text("score f1")
        empty.set_system(1)
    with qtbot.waitSignal(empty.metrics_wanted) as wish:
        empty.set_ranking(ChosenRanking.from_text("score leaf-ancestor"))
    assert [metric.name for metric in wish.args[0]] == ["leaf-ancestor"]
    assert {metric.name for metric in empty.needed_metrics()} == {"f1", "leaf-ancestor"}


def test_scores_that_are_there_are_not_asked_for(qtbot, panel):
    with qtbot.assertNotEmitted(panel.metrics_wanted):
        panel.set_columns(["leaf-ancestor"])
        panel.filter.setText("tagging:<90")


def test_a_filter_waits_for_its_scores(qtbot, empty):
    with qtbot.waitSignal(empty.metrics_wanted) as wish:
        empty.filter.setText("f1:<60")
    assert [metric.name for metric in wish.args[0]] == ["f1"]
    assert empty.model.rowCount() == 0
    assert "scores for F1 are being computed" in empty.filter_bar.narrowed.count.text()
    assert "computed" in empty.table.message.text()
    study = empty.context.study
    assert study.fill(choose(["f1"])).wait(60)
    empty.scores_arrived()
    assert empty.model.rowCount() == int((study.scores(0, METRICS["f1"]) < 0.6).sum()) > 0
    assert "computed" not in empty.filter_bar.narrowed.count.text()


def test_scores_that_arrive_disturb_no_filter_on_words(empty, monkeypatch):
    empty.filter.setText("the")
    asked = []
    monkeypatch.setattr(empty.filter_bar, "ask_again", lambda: asked.append(1))
    empty.scores_arrived()
    assert not asked


# --- manners ----------------------------------------------------------------------------------------------------------


def test_the_tab_key_goes_through_everything(qtbot, panel):
    panel.filter.setText("the")
    panel.system.setFocus()
    seen = []
    for _ in range(7):
        widget = panel.focusWidget()
        seen.append(widget)
        qtbot.keyClick(widget, Key.Key_Tab)
    bar = panel.filter_bar
    expected = [panel.system, panel.ranking, panel.columns_button, panel.filter, bar.help_button, bar.narrowed.clear]
    assert seen == [*expected, panel.table]


def test_everything_has_a_name_for_who_cannot_see(panel):
    bar = panel.filter_bar
    for widget in (panel.system, panel.ranking, panel.columns_button, panel.filter, bar.help_button, panel.table):
        assert isinstance(widget, QWidget)
        assert widget.accessibleName()


def test_dark_and_light(panel):
    panel.set_theme(load_theme("dark"))
    assert panel.table.itemDelegate().colours is panel.filter.colours
    panel.set_theme(load_theme("light"))
    panel.grab()
