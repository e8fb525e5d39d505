"""The notes panel by clicks and keys; every edit is undone and redone."""

import gc

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QUndoStack
from PySide6.QtWidgets import QApplication

from treelens.gui.panels.notes import NotesPanel
from treelens.gui.session import Journal, NotesStore
from treelens.gui.theme import load_theme

WORDS = ["the cat sat", "a dog ran", "it rained"]
CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def store(tmp_path):
    return NotesStore(len(WORDS), WORDS.__getitem__, Journal(tmp_path / "j.jsonl"))


@pytest.fixture
def stack(qapp):
    return QUndoStack()


@pytest.fixture
def panel(qtbot, store, stack):
    made = NotesPanel(load_theme("light"), stack)
    qtbot.addWidget(made)
    made.resize(320, 300)
    made.show()
    made.activateWindow()
    qtbot.waitExposed(made)
    made.show_sentence(store, 0)
    return made


def tags(panel):
    return [chip.tag for chip in panel.chips]


def give_tag(qtbot, panel, text):
    if panel.add_button.isVisible():
        qtbot.mouseClick(panel.add_button, Qt.MouseButton.LeftButton)
    qtbot.keyClicks(panel.tag_box, text)
    qtbot.keyClick(panel.tag_box, Qt.Key.Key_Return)
    QApplication.processEvents()


# --- tags -------------------------------------------------------------------------------------------------------------


def test_tags_are_added_and_removed(qtbot, panel, store, stack):
    give_tag(qtbot, panel, "figure 3")
    give_tag(qtbot, panel, "odd")
    assert tags(panel) == ["figure 3", "odd"]
    assert store.tags_of(0) == ("figure 3", "odd")
    qtbot.mouseClick(panel.chips[0].remove, Qt.MouseButton.LeftButton)
    assert tags(panel) == ["odd"]
    stack.undo()
    assert tags(panel) == ["figure 3", "odd"]  # in its old place
    stack.undo()
    stack.undo()
    assert tags(panel) == []
    stack.redo()
    assert store.tags_of(0) == ("figure 3",)


def test_undo_is_in_the_journal_too(qtbot, panel, store, stack, tmp_path):
    give_tag(qtbot, panel, "x")
    stack.undo()
    assert NotesStore(3, WORDS.__getitem__, Journal(tmp_path / "j.jsonl")).noted() == []
    stack.redo()
    assert NotesStore(3, WORDS.__getitem__, Journal(tmp_path / "j.jsonl")).tags_of(0) == ("x",)


def test_a_tag_is_given_once(qtbot, panel, stack):
    give_tag(qtbot, panel, "x")
    give_tag(qtbot, panel, "  x ")
    assert tags(panel) == ["x"]
    assert stack.count() == 1


def test_enter_on_nothing_and_escape_end_the_asking(qtbot, panel):
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Escape):
        panel.ask_for_tag()
        assert panel.tag_box.isVisible()
        qtbot.keyClick(panel.tag_box, key)
        assert not panel.tag_box.isVisible()
        assert panel.add_button.isVisible()
        assert panel.add_button.hasFocus()


@pytest.mark.qt_log_ignore("This plugin does not support")  # said by the platform that draws into memory
def test_tags_in_use_are_offered_but_not_those_it_has(qtbot, panel, store):
    for sentence, tag in ((1, "attachment"), (2, "attachment"), (2, "figure"), (0, "mine")):
        store.add_tag(sentence, tag)
    panel.ask_for_tag()
    assert panel.tag_box.offers.stringList() == ["attachment", "figure"]
    give_tag(qtbot, panel, "figure")
    assert panel.tag_box.offers.stringList() == ["attachment"]


@pytest.mark.qt_log_ignore("This plugin does not support")  # said by the platform that draws into memory
def test_a_completion_is_one_tag(qtbot, panel, store, stack):
    store.add_tag(1, "attachment")
    panel.ask_for_tag()
    qtbot.keyClicks(panel.tag_box, "tach")
    popup = panel.tag_box.completer().popup()
    qtbot.waitUntil(popup.isVisible)
    qtbot.keyClick(popup, Qt.Key.Key_Down)
    qtbot.keyClick(popup, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: tags(panel) == ["attachment"])
    QApplication.processEvents()
    assert tags(panel) == ["attachment"]
    assert stack.count() == 1
    assert panel.tag_box.text() == ""


@pytest.mark.qt_log_ignore("This plugin does not support")  # said by the platform that draws into memory
def test_a_new_tag_may_be_part_of_an_old_one(qtbot, panel, store):
    store.add_tag(1, "attachment")
    panel.ask_for_tag()
    qtbot.keyClicks(panel.tag_box, "attach")
    popup = panel.tag_box.completer().popup()
    qtbot.waitUntil(popup.isVisible)
    qtbot.keyClick(popup, Qt.Key.Key_Return)
    QApplication.processEvents()
    assert tags(panel) == ["attach"]


@pytest.mark.qt_log_ignore("This plugin does not support")  # said by the platform that draws into memory
def test_down_shows_all_tags_in_use(qtbot, panel, store):
    store.set_tags(1, ["a", "b"])
    panel.ask_for_tag()
    qtbot.keyClick(panel.tag_box, Qt.Key.Key_Down)
    popup = panel.tag_box.completer().popup()
    qtbot.waitUntil(popup.isVisible)
    assert popup.model().rowCount() == 2
    popup.hide()


def test_chips_by_keyboard_alone(qtbot, panel, store):
    store.set_tags(0, ["a", "b", "c"])
    panel.chips[0].remove.setFocus()
    qtbot.keyClick(panel.chips[0].remove, Qt.Key.Key_Right)
    assert panel.chips[1].remove.hasFocus()
    qtbot.keyClick(panel.chips[1].remove, Qt.Key.Key_Delete)
    assert tags(panel) == ["a", "c"]
    assert panel.chips[1].remove.hasFocus()
    qtbot.keyClick(panel.chips[1].remove, Qt.Key.Key_Space)
    assert tags(panel) == ["a"]
    qtbot.keyClick(panel.chips[0].remove, Qt.Key.Key_Backspace)
    assert tags(panel) == []
    assert panel.add_button.hasFocus()


def test_tab_goes_from_chips_to_the_note_and_out(qtbot, panel, store):
    store.set_tags(0, ["a", "b"])
    panel.chips[0].remove.setFocus()
    for widget in (panel.chips[1].remove, panel.add_button, panel.box):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        assert widget.hasFocus()
    qtbot.keyClick(panel.box, Qt.Key.Key_Tab)
    assert panel.box.toPlainText() == ""
    assert not panel.box.hasFocus()


def test_many_chips_take_several_lines_and_do_not_overlap(qtbot, panel, store):
    store.set_tags(0, [f"tag number {number}" for number in range(12)] + ["long " * 40])
    qtbot.waitUntil(lambda: panel.chips[-1].y() > panel.chips[0].y())
    boxes = [chip.geometry() for chip in panel.chips]
    assert not any(one.intersects(other) for place, one in enumerate(boxes) for other in boxes[:place])
    assert all(box.right() <= panel.width() for box in boxes)
    assert max(box.bottom() for box in boxes) < panel.box.y()


def test_a_tag_is_text_and_no_markup(panel, store):
    store.add_tag(0, "<b>NP</b>")
    assert panel.chips[0].layout().itemAt(0).widget().textFormat() == Qt.TextFormat.PlainText


# --- notes ------------------------------------------------------------------------------------------------------------


def test_a_pause_makes_one_edit(qtbot, panel, store, stack):
    qtbot.keyClicks(panel.box, "high in gold")
    assert store.note(0) == ""
    qtbot.waitUntil(lambda: store.note(0) == "high in gold", timeout=3000)
    assert stack.count() == 1
    stack.undo()
    assert (store.note(0), panel.box.toPlainText()) == ("", "")
    stack.redo()
    assert (store.note(0), panel.box.toPlainText()) == ("high in gold", "high in gold")
    qtbot.wait(700)
    assert stack.count() == 1  # showing it is no edit


def test_leaving_the_sentence_keeps_what_was_typed(qtbot, panel, store, stack):
    qtbot.keyClicks(panel.box, "half a thou")
    panel.show_sentence(store, 1)
    assert (store.note(0), store.note(1)) == ("half a thou", "")
    assert panel.box.toPlainText() == ""
    assert stack.count() == 1


def test_leaving_the_box_keeps_what_was_typed(qtbot, panel, store):
    panel.box.setFocus()
    qtbot.keyClicks(panel.box, "x")
    panel.add_button.setFocus()
    assert store.note(0) == "x"


def test_hiding_the_panel_keeps_what_was_typed(qtbot, panel, store):
    qtbot.keyClicks(panel.box, "x")
    panel.hide()
    assert store.note(0) == "x"


def kept(tmp_path):
    """Return the notes as they would be found after a kill at this moment."""
    return NotesStore(3, WORDS.__getitem__, Journal(tmp_path / "j.jsonl"))


def test_every_key_is_in_the_journal_and_none_is_an_edit(qtbot, panel, store, stack, tmp_path):
    panel._pause.setInterval(60_000)
    for end in range(1, 10):
        qtbot.keyClicks(panel.box, "on and on"[end - 1])
        assert kept(tmp_path).note(0) == "on and on"[:end]
    qtbot.keyClick(panel.box, Qt.Key.Key_Backspace)
    assert kept(tmp_path).note(0) == "on and o"
    assert (stack.count(), store.note(0)) == (0, "")
    panel.commit()
    assert stack.count() == 1
    stack.undo()
    assert (store.note(0), kept(tmp_path).note(0)) == ("", "")
    stack.redo()
    assert kept(tmp_path).note(0) == "on and o"


def test_what_is_being_typed_is_in_the_session_too(qtbot, panel, store, stack):
    store.add_tag(0, "t")
    qtbot.keyClicks(panel.box, "x")
    store.add_tag(0, "u")
    assert [(note.text, note.tags) for note in store.notes()] == [("x", ("t", "u"))]
    panel.commit()
    assert [(note.text, note.tags) for note in store.notes()] == [("x", ("t", "u"))]


def test_typing_that_comes_to_nothing_is_no_edit(qtbot, panel, store, stack, tmp_path):
    store.set_note(0, "x")
    panel.box.moveCursor(panel.box.textCursor().MoveOperation.End)
    qtbot.keyClicks(panel.box, "y")
    assert kept(tmp_path).note(0) == "xy"
    qtbot.keyClick(panel.box, Qt.Key.Key_Backspace)
    panel.commit()
    assert (store.note(0), kept(tmp_path).note(0)) == ("x", "x")
    assert stack.count() == 0


def test_showing_a_note_writes_nothing(panel, store, tmp_path):
    store.set_note(1, "two\r\nlines")  # the box has other ends of lines
    before = (tmp_path / "j.jsonl").read_bytes()
    panel.show_sentence(store, 1)
    panel.show_sentence(store, 0)
    assert (tmp_path / "j.jsonl").read_bytes() == before


def test_a_disk_that_is_full_is_said_while_typing(qtbot, panel, store, monkeypatch, tmp_path):
    def full(*_, **__):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Journal, "_write", full)
        qtbot.keyClicks(panel.box, "ab")
        assert "No space left" in panel.trouble.text()
    qtbot.keyClicks(panel.box, "c")
    assert (panel.trouble.text(), kept(tmp_path).note(0)) == ("", "abc")


def test_keys_for_undo_in_the_box_undo_edits(qtbot, panel, store, stack):
    give_tag(qtbot, panel, "t")
    qtbot.keyClicks(panel.box, "abc")
    qtbot.keyClick(panel.box, Qt.Key.Key_Z, CONTROL)
    assert (store.note(0), panel.box.toPlainText(), tags(panel)) == ("", "", ["t"])
    qtbot.keyClick(panel.box, Qt.Key.Key_Z, CONTROL)
    assert tags(panel) == []
    qtbot.keyClick(panel.box, Qt.Key.Key_Z, CONTROL | SHIFT)
    qtbot.keyClick(panel.box, Qt.Key.Key_Z, CONTROL | SHIFT)
    assert (panel.box.toPlainText(), tags(panel)) == ("abc", ["t"])


def test_a_tag_given_while_typing_comes_after_the_text(qtbot, panel, store, stack):
    qtbot.keyClicks(panel.box, "abc")
    panel.add_tag("t")
    stack.undo()
    assert (store.note(0), store.tags_of(0)) == ("abc", ())


def test_what_is_being_typed_is_not_overwritten(qtbot, panel, store):
    qtbot.keyClicks(panel.box, "mine")
    store.set_note(0, "theirs")
    assert panel.box.toPlainText() == "mine"
    panel.commit()
    assert store.note(0) == "mine"


def test_the_cursor_stays_where_it_was(panel, store):
    store.set_note(0, "one two")
    cursor = panel.box.textCursor()
    cursor.setPosition(3)
    panel.box.setTextCursor(cursor)
    store.set_note(0, "one two three")
    assert panel.box.textCursor().position() == 3
    store.set_note(0, "😀")
    assert panel.box.textCursor().position() <= 2


# --- sentences, stores and signals ------------------------------------------------------------------------------------


def test_undo_leads_to_the_sentence_it_changed(qtbot, panel, store, stack):
    panel.add_tag("t")
    panel.show_sentence(store, 2)
    with qtbot.waitSignal(panel.sentence_wanted) as wanted:
        stack.undo()
    assert wanted.args == [0]
    assert store.tags_of(0) == ()
    with qtbot.assertNotEmitted(panel.sentence_wanted):
        panel.add_tag("here")


def test_signals_say_which_sentence(qtbot, panel, store):
    with qtbot.waitSignal(panel.tags_changed) as changed:
        panel.add_tag("t")
    assert changed.args == [0]
    with qtbot.waitSignal(panel.note_changed) as changed:
        store.set_note(2, "x")
    assert changed.args == [2]
    with qtbot.assertNotEmitted(panel.tags_changed):
        store.set_note(0, "y")


def test_each_sentence_has_its_own(panel, store):
    store.set_note(1, "dog")
    store.set_tags(1, ["x"])
    panel.show_sentence(store, 1)
    assert (panel.box.toPlainText(), tags(panel)) == ("dog", ["x"])
    panel.show_sentence(store, 0)
    assert (panel.box.toPlainText(), tags(panel)) == ("", [])


def test_another_store_is_followed_and_the_old_one_is_not(qtbot, panel, store):
    other = NotesStore(3, WORDS.__getitem__)
    panel.show_sentence(other, 0)
    store.add_tag(0, "old")
    assert tags(panel) == []
    other.add_tag(0, "new")
    assert tags(panel) == ["new"]


def test_nothing_can_be_written_where_nothing_is_open(qtbot, panel, stack):
    panel.show_sentence(None, -1)
    assert not panel.box.isEnabled()
    assert not panel.add_button.isEnabled()
    panel.add_tag("x")
    panel.ask_for_tag()
    panel.commit()
    assert stack.count() == 0


def test_trouble_with_the_disk_is_said(panel, store, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Journal, "record", full)
        panel.add_tag("t")
        assert panel.trouble.isVisible()
        assert "No space left" in panel.trouble.text()
    panel.add_tag("u")
    assert not panel.trouble.isVisible()


def test_the_store_may_outlive_the_panel(qapp, store, stack):
    panel = NotesPanel(load_theme("dark"), stack)
    panel.show_sentence(store, 0)
    panel.deleteLater()
    qapp.sendPostedEvents(None, 52)  # deferred deletion
    store.add_tag(0, "x")
    del panel
    gc.collect()
    store.add_tag(0, "y")
    assert store.tags_of(0) == ("x", "y")


def test_all_has_a_name_for_who_cannot_see_it(panel, store):
    store.add_tag(0, "odd")
    widgets = (panel.box, panel.add_button, panel.tag_box, panel.chips[0].remove)
    names = [QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name) for widget in widgets]
    assert names == ["Note", "Add a tag", "New tag", "Remove the tag odd"]


def test_both_themes_draw_chips(panel, store):
    store.add_tag(0, "odd")
    for name in ("light", "dark"):
        theme = load_theme(name)
        panel.set_theme(theme)
        image = panel.chips[0].grab().toImage()
        assert image.pixelColor(12, 3) == theme.interface.selection
