"""A text that gives way: it is cut short where there is no room for all of it, and then told by its tool tip."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QWidget

from ..plain import as_it_is

__all__ = ["Elided"]

_LEAST = 24


class Elided(QLabel):
    """A label of one line that may become narrower than its text. ``text()`` is always all of it."""

    def __init__(self, text: str = "", look: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._whole = ""
        self._added: int | None = None  # what the look adds to the width of a text, once it is known
        self.setObjectName(look)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)

    def text(self) -> str:
        """Return the whole text."""
        return self._whole

    def setText(self, text: str) -> None:  # noqa: N802
        """Show another text."""
        self._whole = text
        self.setAccessibleName(text)
        self.updateGeometry()
        self._cut()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        """Measure anew in another font."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._added = None
            self._cut()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Cut anew for another width."""
        super().resizeEvent(event)
        self._cut()

    def sizeHint(self) -> QSize:  # noqa: N802
        """Ask for room for the whole text."""
        hint = super().sizeHint()
        return QSize(self._padding() + self.fontMetrics().horizontalAdvance(self._whole) + 2, hint.height())

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Do with little."""
        return QSize(min(_LEAST, self.sizeHint().width()), super().minimumSizeHint().height())

    def _padding(self) -> int:
        """Return what the look adds to the width of a text: asked for with every text, and the same for all."""
        if self._added is None:
            bare = self.fontMetrics().horizontalAdvance(super().text())
            self._added = max(0, super().sizeHint().width() - bare)
        return self._added

    def _cut(self) -> None:
        room = max(0, self.width() - self._padding())
        shown = self.fontMetrics().elidedText(self._whole, Qt.TextElideMode.ElideRight, room)
        if shown != super().text():
            super().setText(shown)
        tip = self._whole if shown != self._whole else ""
        if self.toolTip() != as_it_is(tip):
            self.setToolTip(as_it_is(tip))
