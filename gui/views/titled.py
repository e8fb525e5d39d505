"""A pane with a title to its left and a note to its right, or a message in its place; and several of them in a row."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from ..widgets import label
from .elided import Elided
from .tree_pane import TreePane

__all__ = ["Titled", "show_frames", "side_by_side"]


def side_by_side(frames: Iterable[QWidget], parent: QWidget) -> QSplitter:
    """Return a row of frames with a line between them that can be moved; none of them vanishes."""
    made = QSplitter(Qt.Orientation.Horizontal, parent)
    for number, each in enumerate(frames):
        made.addWidget(each)
        made.setStretchFactor(number, 1)
    made.setHandleWidth(1)
    made.setChildrenCollapsible(False)
    return made


def show_frames(splitter: QSplitter, frames: Mapping[str, QWidget], names: Collection[str]) -> None:
    """Show these frames of a row and no others; all get the same room when there were others before."""
    if all(frame.isHidden() != (name in names) for name, frame in frames.items()):
        return
    for name, frame in frames.items():
        frame.setVisible(name in names)
    splitter.setSizes([splitter.width() if name in names else 0 for name in frames])


class Titled(QFrame):
    """A tree pane with what it is called."""

    def __init__(self, pane: TreePane, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.pane = pane
        self.title = Elided("", "paneTitle")
        self.note = Elided("", "paneNote")
        self.message = label("", "muted", wrap=True)
        self.message.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.message.setContentsMargins(12, 12, 12, 12)
        head = QHBoxLayout()
        head.addWidget(self.title)
        head.addStretch(1)
        head.addWidget(self.note)
        self.stack = QStackedWidget()
        self.stack.addWidget(pane)
        self.stack.addWidget(self.message)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(self.stack, 1)

    def set_note(self, text: str) -> None:
        """Say something beside the title."""
        self.note.setText(text)
        self._adapt()

    def set_title(self, text: str) -> None:
        """Call the pane something."""
        self.title.setText(text)
        self._adapt()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Leave the room to the title where there is little."""
        super().resizeEvent(event)
        self._adapt()

    def _adapt(self) -> None:
        needed = self.title.sizeHint().width() + self.note.sizeHint().width()
        self.note.setVisible(bool(self.note.text()) and needed <= self.width())

    def say(self, text: str) -> None:
        """Show a message in place of a tree, or the tree again if it is empty."""
        self.message.setText(text)
        self.stack.setCurrentIndex(1 if text else 0)
