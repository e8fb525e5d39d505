"""Tags as chips, and the line that a new one is written in."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QEvent, QObject, QStringListModel, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QCompleter, QFrame, QHBoxLayout, QLabel, QLineEdit, QToolButton, QWidget

from ..plain import as_it_is
from ..theme import Theme
from ..widgets import leave_drops

__all__ = ["TagBox", "TagChip", "chip_style"]


def chip_style(theme: Theme) -> str:
    """Return the style sheet of a panel that has chips."""
    colours = theme.interface
    return (
        f"QFrame#chip {{ background: {colours.selection.name()}; border: none; border-radius: 10px; }}"
        f"QFrame#chip QLabel {{ background: transparent; color: {colours.accent.name()}; font-weight: 600; }}"
        f"QFrame#chip QToolButton {{ background: transparent; color: {colours.text.name()};"
        " border: 1px solid transparent; border-radius: 8px; padding: 0 3px; }"
        f"QFrame#chip QToolButton:hover {{ background: {colours.hover.name()}; }}"
        f"QFrame#chip QToolButton:focus {{ border-color: {colours.accent.name()}; }}"
    )


class TagBox(QLineEdit):
    """Where a tag is written; tags in use are offered. Enter gives it, Escape ends."""

    given = Signal(str)
    done = Signal()

    def __init__(self) -> None:
        super().__init__()
        leave_drops(self)
        self.setMaxLength(200)
        self.setFixedWidth(150)
        self.offers = QStringListModel(self)
        completer = QCompleter(self.offers, self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        self.setCompleter(completer)
        # Later, for the completer itself writes its choice into the box when it is made.
        completer.activated.connect(self._give, Qt.ConnectionType.QueuedConnection)
        self.returnPressed.connect(self._entered)

    def offer(self, tags: list[str]) -> None:
        """Complete to these tags."""
        self.offers.setStringList(tags)

    def _entered(self) -> None:
        popup = self.completer().popup()
        if popup is None or not (popup.isVisible() and popup.currentIndex().isValid()):  # else its choice will come
            self._give(self.text())

    def _give(self, tag: str) -> None:
        self.clear()
        if tag.strip():
            self.given.emit(tag)
        else:
            self.done.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """End at Escape; show what there is at Down."""
        if event.key() == Qt.Key.Key_Escape:
            self.done.emit()
        elif event.key() == Qt.Key.Key_Down:
            self.completer().setCompletionPrefix(self.text())
            self.completer().complete()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        """End where nothing was written."""
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason and not self.text().strip():
            self.done.emit()


class TagChip(QFrame):
    """A tag with what removes it: a button for the mouse and for the keyboard."""

    remove_wanted = Signal(str)
    step_wanted = Signal(str, int)

    def __init__(self, tag: str, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.tag = tag
        self.setObjectName("chip")
        text = QLabel(self)
        text.setTextFormat(Qt.TextFormat.PlainText)
        text.setText(text.fontMetrics().elidedText(tag, Qt.TextElideMode.ElideMiddle, 220))
        text.setToolTip(f"<qt>{escape(tag)}</qt>" if text.text() != tag else "")
        self.remove = QToolButton(self)
        self.remove.setText("×")
        self.remove.setAccessibleName(name)
        self.remove.setToolTip(as_it_is(name))
        self.remove.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.remove.clicked.connect(lambda: self.remove_wanted.emit(self.tag))
        self.remove.installEventFilter(self)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(9, 1, 3, 1)
        layout.setSpacing(2)
        layout.addWidget(text)
        layout.addWidget(self.remove)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Take keys: Delete, Backspace and Enter remove, arrows move on."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            key = event.key()
            if key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace, Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.remove_wanted.emit(self.tag)
                return True
            if key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
                self.step_wanted.emit(self.tag, 1 if key == Qt.Key.Key_Right else -1)
                return True
        return super().eventFilter(watched, event)
