"""The filter box: proposals by keys and mouse, help, and answers that come late."""

import threading
import time

import numpy as np
import pytest
from PySide6.QtCore import Qt

from treelens.engine.filters import Context, FilterError, Stopped, parse
from treelens.engine.filters.patterns import HasPattern
from treelens.engine.filters.terms import HasTag
from treelens.gui.panels import filter_box, filter_run
from treelens.gui.panels.filter_help import LANGUAGE
from treelens.gui.panels.filter_run import FilterRun
from treelens.gui.panels.proposals import meaning

Key, LEFT = Qt.Key, Qt.MouseButton.LeftButton

# Said by the platform that draws into memory, where windows are shown above others.
pytestmark = pytest.mark.qt_log_ignore("does not support raise", "does not support grabbing the keyboard")


@pytest.fixture
def box(panel):
    panel.focus_filter()
    return panel.filter


def type_(qtbot, box, text, proposals=True):
    """Type, and wait for the list of proposals to be open, or for the time in which it would have opened."""
    qtbot.keyClicks(box, text)
    if proposals:
        qtbot.waitUntil(box.proposals.isVisible)
    else:
        qtbot.wait(80)
        assert not box.proposals.isVisible()


# --- proposals --------------------------------------------------------------------------------------------------------


def test_tab_takes_the_first_and_goes_on(qtbot, box):
    type_(qtbot, box, "lake or lab")
    assert box.proposals.first() == "label:"
    qtbot.keyClick(box, Key.Key_Tab)
    assert box.text() == "lake or label:"
    assert box.hasFocus()
    qtbot.waitUntil(box.proposals.isVisible)
    assert "label:NP" in box.proposals.listed()
    qtbot.keyClicks(box, "PP")
    qtbot.waitUntil(lambda: "label:NP" not in box.proposals.listed())


def test_arrows_mark_and_enter_takes(qtbot, box):
    type_(qtbot, box, "st")
    second = box.proposals.listed()[1]
    assert box.proposals.marked() == ""
    for key in (Key.Key_Down, Key.Key_Down, Key.Key_Down, Key.Key_Up):
        qtbot.keyClick(box, key)
    assert box.proposals.marked() == second
    qtbot.keyClick(box, Key.Key_Return)
    assert box.text() == second
    assert not box.proposals.isVisible() or second.endswith((":", "."))


def test_enter_takes_nothing_that_is_not_marked(qtbot, box):
    type_(qtbot, box, "the")
    with qtbot.waitSignal(box.returnPressed):
        qtbot.keyClick(box, Key.Key_Return)
    assert box.text() == "the"
    assert not box.proposals.isVisible()


def test_up_from_nothing_marks_the_last(qtbot, box):
    type_(qtbot, box, "st")
    qtbot.keyClick(box, Key.Key_Up)
    assert box.proposals.marked() == box.proposals.listed()[-1]
    qtbot.keyClick(box, Key.Key_Down)
    assert box.proposals.marked() == ""


def test_escape_closes_the_list_first(qtbot, box):
    type_(qtbot, box, "lab")
    qtbot.keyClick(box, Key.Key_Escape)
    assert not box.proposals.isVisible()
    assert box.text() == "lab"
    qtbot.keyClick(box, Key.Key_Escape)
    assert box.text() == ""


def test_only_the_part_under_the_cursor_is_replaced(qtbot, box):
    box.setText("lake -(labxx or len:>5)")
    box.setCursorPosition(len("lake -(la"))
    qtbot.keyClicks(box, "b")
    qtbot.waitUntil(box.proposals.isVisible)
    qtbot.keyClick(box, Key.Key_Tab)
    assert box.text() == "lake -(label: or len:>5)"
    assert box.cursorPosition() == len("lake -(label:")


def test_a_click_takes_a_proposal(qtbot, box):
    type_(qtbot, box, "lab")
    item = box.proposals.topLevelItem(0)
    place = box.proposals.visualItemRect(item).center()
    qtbot.mouseClick(box.proposals.viewport(), LEFT, pos=place)
    assert box.text() == "label:"


def test_keys_open_the_list_on_an_empty_line(qtbot, box):
    qtbot.keyClick(box, Key.Key_Down)
    assert box.proposals.isVisible()
    assert "len:" in box.proposals.listed()
    box.close_proposals()
    qtbot.keyClick(box, Key.Key_Space, Qt.KeyboardModifier.ControlModifier)
    assert box.proposals.isVisible()
    assert box.text() == ""


def test_nothing_is_proposed_where_there_is_nothing(qtbot, box):
    type_(qtbot, box, "xqz", proposals=False)
    box.clear()
    type_(qtbot, box, '"the old', proposals=False)
    box.setText("lab")  # not typed
    qtbot.wait(80)
    assert not box.proposals.isVisible()


def test_tab_moves_on_when_the_list_is_closed(qtbot, box, panel):
    qtbot.keyClick(box, Key.Key_Tab)
    assert panel.focusWidget() is panel.filter_bar.help_button


def test_the_list_closes_with_the_focus_and_with_the_window(qtbot, box, panel):
    type_(qtbot, box, "lab")
    panel.resize(420, 600)
    qtbot.waitUntil(lambda: not box.proposals.isVisible())
    type_(qtbot, box, "e")
    panel.table.setFocus()
    assert not box.proposals.isVisible()


def test_words_of_many_sentences_are_counted_beside_the_window(qtbot, monkeypatch, make_panel, scored):
    panel = make_panel(scored)
    monkeypatch.setattr(filter_box, "_MANY", 10)
    panel.filter.context = context = Context(scored)
    panel.focus_filter()
    threads = []
    monkeypatch.setattr(
        filter_box,
        "Task",
        lambda work, parent: _Noted(lambda: (threads.append(threading.current_thread()), work()), parent),
    )
    qtbot.keyClicks(panel.filter, "th")
    qtbot.waitUntil(panel.filter.proposals.isVisible)
    assert "texts" in vars(context)
    assert threads
    assert threads[0] is not threading.main_thread()


_Noted = filter_box.Task


def test_meanings():
    assert meaning("label:", []) == "a node of this label"
    assert meaning("t-dice:", []) == "T Dice"
    assert meaning("differ:t-dice", []) == "T Dice"
    assert meaning("gold.label:", []) == "a node of this label"
    assert meaning("label:NP", []) == ""


# --- help -------------------------------------------------------------------------------------------------------------


def test_every_example_of_the_help_is_a_filter():
    for example, _ in LANGUAGE:
        parse(example)


def test_help_by_keys(qtbot, box, panel):
    qtbot.keyClicks(box, "len:>5")
    box.close_proposals()
    panel.filter_bar.help_button.setFocus()
    qtbot.keyClick(panel.filter_bar.help_button, Key.Key_Space)
    help_ = panel.filter_bar.help
    assert help_.isVisible()
    qtbot.keyClick(help_.list, Key.Key_Down)
    qtbot.keyClick(help_.list, Key.Key_Return)
    assert not help_.isVisible()
    assert box.text() == "len:>5 photo*"
    assert panel.focusWidget() is box


def test_help_closes(qtbot, panel):
    qtbot.mouseClick(panel.filter_bar.help_button, LEFT)
    help_ = panel.filter_bar.help
    assert help_.isVisible()
    qtbot.keyClick(help_.list, Key.Key_Escape)
    assert not help_.isVisible()
    assert panel.filter.text() == ""


# --- answers ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def run(qtbot):
    made = FilterRun()
    made.answers = []
    made.found.connect(lambda asked, mask: made.answers.append((str(asked), mask)))
    made.wrong.connect(lambda error: made.answers.append(error))
    yield made
    made.stop()
    assert made.wait()


def test_quick_filters_are_answered_at_once(run, scored):
    context = Context(scored)
    run.ask("the", context)
    run.ask("", context)
    run.ask("len:x", context)
    (the, mask), (_, nothing), error = run.answers
    assert the == "the"
    assert np.array_equal(mask, parse("the").matches(context))
    assert nothing is None
    assert isinstance(error, FilterError)


def test_long_lists_wait_for_a_pause(qtbot, run, scored, monkeypatch):
    monkeypatch.setattr(filter_run, "_AT_ONCE", 10)
    for text in ("t", "th", "the"):
        run.ask(text, Context(scored))
        qtbot.wait(20)
    assert not run.answers
    qtbot.waitUntil(lambda: bool(run.answers))
    assert [text for text, _ in run.answers] == ["the"]


def test_slow_filters_tell_how_far_they_are_and_end_when_nobody_asks(qtbot, run, scored, monkeypatch):
    ended = []

    def slow(self, search, among):
        try:
            for done in range(1000):
                search.step(done, 1000)
                time.sleep(0.01)
        except Stopped:
            ended.append(self.pattern)
            raise
        return among

    monkeypatch.setattr(HasPattern, "find", slow)
    told = []
    run.progress.connect(lambda done, total: told.append((done, total)))
    with qtbot.waitSignals([run.busy, run.progress], timeout=20000):
        run.ask("/NP/", Context(scored))
    assert told[0][1] == 1000
    run.ask("the", Context(scored))
    qtbot.waitUntil(lambda: ended == ["NP"])
    qtbot.wait(50)
    assert [text for text, _ in run.answers] == ["the"]


def test_an_answer_that_comes_late_is_not_heard(qtbot, run, scored, monkeypatch):
    go_on = threading.Event()

    def stubborn(self, search, among):
        go_on.wait(10)
        return among

    monkeypatch.setattr(HasPattern, "find", stubborn)
    run.ask("/NP/", Context(scored))
    qtbot.waitUntil(lambda: run._task is not None)
    task = run._task
    with qtbot.waitSignal(run.busy) as busy:
        run.ask("lake", Context(scored))
    assert busy.args == [False]
    go_on.set()
    assert task.wait(10)
    qtbot.wait(50)
    assert [text for text, _ in run.answers] == ["lake"]


def test_an_answer_that_is_already_on_its_way_is_not_heard(qtbot, run, scored):
    run.ask("/NP/", Context(scored))
    run._start()  # as after the pause, but without letting events run
    assert run._task.wait(20)  # its signal waits in the queue now
    run.ask("lake", Context(scored))
    qtbot.wait(50)
    assert [text for text, _ in run.answers] == ["lake"]


def test_news_do_not_end_a_search_but_are_looked_at_after_it(qtbot, panel, scored, monkeypatch):
    monkeypatch.setattr(filter_run, "_AT_ONCE", 10)
    searches, shown = [], []
    holds = HasTag.holds

    def noted(self, context):
        found = holds(self, context)
        searches.append(1)
        time.sleep(0.05)
        return found

    monkeypatch.setattr(HasTag, "holds", noted)
    panel.filter.setText("tag:x")
    qtbot.waitUntil(lambda: bool(searches))
    for number in range(3):
        panel.context.tags = {number: ["x"]}
        panel.filter_again("tag:")
    panel.filter_bar.run.busy.connect(shown.append)
    qtbot.waitUntil(lambda: panel.model.order.tolist() == [2])
    assert len(searches) == 2
    assert True not in shown


def test_what_goes_wrong_in_a_search_is_said(qtbot, run, scored, monkeypatch):
    monkeypatch.setattr(HasPattern, "find", lambda *_: 1 / 0)
    run.ask("/NP/", Context(scored))
    qtbot.waitUntil(lambda: bool(run.answers), timeout=20000)
    assert "division by zero" in str(run.answers[0])
