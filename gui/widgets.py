"""Small widgets with a look: the style sheet goes by their names."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QFrame, QLabel, QPushButton, QWidget

from .plain import as_it_is

__all__ = ["button", "frame", "label", "leave_drops", "waiting"]


def label(text: str = "", look: str = "", *, wrap: bool = False) -> QLabel:
    """Return a text with a look: heading, muted, title …; nothing in it is markup."""
    made = QLabel(text)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setObjectName(look)
    made.setWordWrap(wrap)
    return made


def button(text: str, look: str = "", tip: str = "", *, name: str = "") -> QPushButton:
    """Return a button with a look: primary or link; *name* is for who cannot see the text."""
    made = QPushButton(text)
    made.setObjectName(look)
    made.setToolTip(as_it_is(tip))
    if name:
        made.setAccessibleName(name)
    return made


def frame(look: str) -> QFrame:
    """Return a frame with a look: card or legend."""
    made = QFrame()
    made.setObjectName(look)
    return made


def leave_drops(part: QWidget) -> None:
    """Leave files that are dropped on a part of the window to the window, which opens them."""
    part.setAcceptDrops(False)
    if isinstance(part, QAbstractScrollArea):
        part.viewport().setAcceptDrops(False)


@contextmanager
def waiting() -> Iterator[None]:
    """Let the pointer say that the window is at work, while it cannot say anything else."""
    QApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
    try:
        yield
    finally:
        QApplication.restoreOverrideCursor()
