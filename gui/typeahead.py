"""Letters go where they are typed: a list or chooser with the keyboard's focus is searched by them.

The window has keys of one letter, such as N for the next difference. Qt asks for shortcuts before the widget that has
the focus gets a key, so that in a chooser "n" would never lead to the system "neural". The widget is asked first here,
about letters and digits only; all other keys are the window's wherever one is.

The list of sentences and the lists that are stepped through are driven by the window's own letters. They say so with
:func:`leave_letters`.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QComboBox, QWidget

__all__ = ["TypeAhead", "leave_letters"]

_LEFT = "treelens_leaves_letters"
_COMMANDS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier


def leave_letters(view: QAbstractItemView) -> None:
    """Let the window's keys work in a list also where they are letters."""
    view.setProperty(_LEFT, True)


class TypeAhead(QObject):
    """Follows the keyboard's focus through the windows of the program, and keeps letters for what has it."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        program = QApplication.instance()
        assert isinstance(program, QApplication)
        program.focusChanged.connect(self._moved)

    def _moved(self, before: QWidget | None, now: QWidget | None) -> None:
        if before is not None:
            before.removeEventFilter(self)
        if isinstance(now, QComboBox | QAbstractItemView) and not now.property(_LEFT):
            now.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Say of a letter that it is not for shortcuts."""
        if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
            return False
        letter = event.text().isalnum() and not event.modifiers() & _COMMANDS
        if letter:
            event.accept()
        return letter
