"""Letters are the window's keys where trees are looked at, and a search in a chooser or list with the focus."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication


def type_at(qtbot, window, widget, text):
    """Type where the focus is, so that shortcuts have their say."""
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    widget.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(widget.hasFocus)
    for letter in text:
        QTest.keyClick(window.windowHandle(), letter)
    QApplication.processEvents()


def test_a_letter_in_the_chooser_of_systems_leads_to_a_system(qtbot, demo):
    alignment, sentence = demo.trees.alignment, demo.sentence
    names = demo.document.names
    wanted = next(name for name in names if name[0] not in (names[0][0], "1", "2", "3"))
    type_at(qtbot, demo, demo.sentences.system, wanted[0])
    assert demo.looking.system == names.index(wanted)
    type_at(qtbot, demo, demo.sentences.system, "n2")  # keys of the window elsewhere
    assert (demo.trees.alignment, demo.sentence) == (alignment, sentence)
    assert demo.trees._selected is None or demo.trees._selected[1] < 0


def test_other_keys_are_the_windows_in_a_chooser_too(qtbot, demo):
    type_at(qtbot, demo, demo.sentences.system, "]")
    assert demo.looking.system == 1


def test_letters_search_the_outline(qtbot, demo):
    demo.docks.reveal("outline")
    demo.sentences.go_to(14)
    view = demo.outline.view
    view.setCurrentIndex(view.model().index(0, 0))
    differences = demo.trees._selected
    type_at(qtbot, demo, view, "2")
    assert demo.trees.alignment == "e"
    assert demo.trees._selected == differences


def test_letters_are_the_windows_among_sentences_and_steps(qtbot, demo):
    demo.sentences.go_to(14)
    for widget in (demo.sentences.table, demo.this.script.list, demo.this.repairs.list, demo.trees.gold_pane):
        demo.set_alignment("e")
        type_at(qtbot, demo, widget, "2")
        assert demo.trees.alignment == "t", widget


def test_who_chooses_by_mouse_goes_on_with_keys(demo):
    assert not demo.sentences.system.focusPolicy() & Qt.FocusPolicy.ClickFocus
    assert demo.sentences.system.focusPolicy() & Qt.FocusPolicy.TabFocus
