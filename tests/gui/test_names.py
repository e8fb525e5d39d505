"""Everything that can be used has a name: for who hears the window, and for who works it by keys."""

import re

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDockWidget,
    QGroupBox,
    QLabel,
    QLineEdit,
    QMenu,
    QTabBar,
    QWidget,
)

#: Their own parts are named by them: the line of an editable chooser, the list it unfolds, the button of a line.
WHOLE = (QComboBox, QAbstractSpinBox, QLineEdit)
#: Actions that open a dialog of the program's own.
DIALOGS = ("palette", "shortcuts", "go-to", "about")


def path_of(widget):
    """Say where a widget is, from its window down."""
    steps = []
    while widget is not None:
        name = widget.objectName()
        steps.append(f"{type(widget).__name__}#{name}" if name else type(widget).__name__)
        widget = widget.parentWidget()
    return "/".join(reversed(steps))


def is_part(widget):
    """Say whether a widget is a part of a control, or one that Qt adds and names itself."""
    above = widget.parentWidget()
    if isinstance(above, QAbstractScrollArea):  # its page, its headers, its corner
        return True
    while above is not None:
        if isinstance(above, WHOLE):
            return True
        above = above.parentWidget()
    return widget.objectName().startswith("qt_")


def is_control(widget):
    """Say whether a widget is there to be used: the focus can go there, or it can be pressed. Labels say themselves."""
    if isinstance(widget, QLabel | QTabBar | QMenu) or widget.isWindow() or is_part(widget):
        return False
    return widget.focusPolicy() != Qt.FocusPolicy.NoFocus or isinstance(widget, QAbstractButton)


def name_of(widget, window):
    """Return what a screen reader calls a widget: the name it was given, its text, or the label that belongs to it."""
    texts = [widget.accessibleName()]
    if isinstance(widget, QAbstractButton):
        texts.append(widget.text())
    if isinstance(widget, QGroupBox):
        texts.append(widget.title())
    texts += [label.text() for label in window.findChildren(QLabel) if label.buddy() is widget]
    return next((text for text in texts if any(char.isalnum() for char in text)), "")


def nameless(window):
    """Return where controls without a name are, one a line. A sign such as ◀ is no name."""
    controls = [widget for widget in window.findChildren(QWidget) if is_control(widget)]
    return "\n".join(sorted(path_of(widget) for widget in controls if not name_of(widget, window)))


def menus_of(window):
    """Return all menus, those within menus too, by their titles."""
    found, waiting = {}, [action.menu() for action in window.menuBar().actions()]
    while waiting:
        menu = waiting.pop()
        found[menu.title()] = menu
        waiting += [action.menu() for action in menu.actions() if action.menu() is not None]
    return found


def used(menu):
    """Return the actions of a menu that a person sees."""
    return [action for action in menu.actions() if action.isVisible() and not action.isSeparator()]


def mnemonic(text):
    """Return the letter that chooses an entry, or nothing."""
    found = re.search("&([^&])", text.replace("&&", ""))
    return found[1].casefold() if found else ""


def shared_mnemonics(texts):
    """Return texts of which an earlier one has the same letter."""
    letters = [mnemonic(text) for text in texts]
    return [text for text, letter in zip(texts, letters, strict=True) if letter and letters.count(letter) > 1]


def test_controls_of_the_empty_window(window):
    without = nameless(window)
    assert not without, without


def test_controls_with_the_demo_open(qtbot, demo):
    for dock in demo.findChildren(QDockWidget):
        dock.show()  # some make their widgets only then
    qtbot.wait(50)
    without = nameless(demo)
    assert not without, without


@pytest.mark.parametrize("action", DIALOGS)
def test_controls_of_dialogs(demo, action):
    found = []

    def look():
        dialog = QApplication.activeModalWidget()
        found.append((dialog.windowTitle() or dialog.accessibleName(), nameless(dialog)))
        dialog.close()

    QTimer.singleShot(0, look)
    demo.actions_[action].trigger()
    ((title, without),) = found
    assert title
    assert not without, without


def test_entries_of_menus_have_texts_and_explain_themselves(demo):
    entries = [(title, action) for title, menu in menus_of(demo).items() for action in used(menu)]
    assert len(entries) > 20
    assert [(title, action.objectName()) for title, action in entries if not action.text()] == []
    silent = [f"{title} > {action.text()}" for title, action in entries if not action.menu() and not action.statusTip()]
    assert not silent, "\n".join(silent)


def test_no_two_entries_of_a_menu_share_a_letter(demo):
    menus = {"menu bar": demo.menuBar(), **menus_of(demo)}
    shared = {title: shared_mnemonics([action.text() for action in used(menu)]) for title, menu in menus.items()}
    lines = [f"{title} > {text}" for title, texts in shared.items() for text in texts]
    assert not lines, "\n".join(lines)
