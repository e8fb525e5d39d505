"""What goes wrong inside the window is shown, told on stderr, and costs nothing."""

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMessageBox

from treelens.gui.app import _crash_guard
from treelens.gui.session import NotesStore


@pytest.fixture
def crash(window):
    """Lets an error get to where errors get that nobody caught, and returns the dialog's texts."""
    hook, seen = _crash_guard(window), []

    def look():
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        seen.append((box.text(), box.informativeText(), box.detailedText()))
        box.accept()

    def happen(error):
        QTimer.singleShot(50, look)
        try:
            raise error
        except type(error) as caught:
            hook(type(caught), caught, caught.__traceback__)
        return seen[-1]

    return happen


def test_the_dialog_says_what_happened_and_where(crash, capsys):
    text, short, details = crash(RuntimeError("the <tree> fell over"))
    assert "Nothing that was open is lost" in text
    assert short == "RuntimeError: the <tree> fell over"
    assert "test_app.py" in details
    assert "RuntimeError: the <tree> fell over" in capsys.readouterr().err


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_a_note_that_is_being_typed_is_kept(qtbot, demo, crash, demo_folder):
    demo.sentences.go_to(3)
    qtbot.keyClicks(demo.notes_panel.box, "half a thou")
    crash(ValueError("x"))
    assert demo.files.notes.note(3) == "half a thou"
    words = [" ".join(tree.words) for tree in demo.document.gold]
    assert NotesStore.for_gold(str(demo_folder / "gold.mrg"), 120, words.__getitem__).note(3) == "half a thou"
    qtbot.keyClicks(demo.notes_panel.box, "ght")  # the window goes on
    demo.notes_panel.commit()
    assert demo.files.notes.note(3) == "half a thought"


def test_notes_that_cannot_be_kept_do_not_hide_the_error(window, crash, monkeypatch):
    def broken():
        raise RuntimeError("another one")

    monkeypatch.setattr(window.notes_panel, "commit", broken)
    assert crash(KeyError("first"))[1] == "KeyError: 'first'"
    monkeypatch.undo()


def test_who_interrupts_the_program_gets_out_of_it(window, monkeypatch):
    closed = []
    monkeypatch.setattr(QApplication, "quit", lambda: closed.append(True))
    _crash_guard(window)(KeyboardInterrupt, KeyboardInterrupt(), None)
    assert closed == [True]
