"""A page on a desk: painted by what paints pictures, at the size of the window or at its true size."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from ..figures.page import Mark, Page
from ..figures.paint import paint

__all__ = ["Preview"]

_AROUND = 20  # the desk around a page, in pixels
_NEAR = 3.0  # how far lines and shadows may reach out of their box, in points
_DESK = {False: ("#dde1e6", "#b9c0c9"), True: ("#0d1116", "#000000")}  # the desk, and shadows on it
_FADED = 165  # how much of the desk is seen through a page that is not what was asked for
_LARGEST_TYPE = 2.5  # a small figure is not blown up beyond this to fill the room


class Preview(QScrollArea):
    """Shows a page; it is painted anew for every zoom, so it is as crisp as the screen."""

    zoomed = Signal(float)  #: another scale; 1 is the true size

    def __init__(self, name: str, *, dark: bool) -> None:
        super().__init__()
        self.page: Page | None = None
        self.fits = True
        self.sheet = _Sheet(self, dark=dark)
        self.setWidget(self.sheet)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        desk = _DESK[dark][0]
        self.setStyleSheet(f"QScrollArea {{ background: {desk}; }} QScrollArea > QWidget {{ background: {desk}; }}")

    def show_page(self, page: Page | None, *, fresh: bool = True) -> None:
        """Show a page; one that is not fresh is dimmed, for what was asked for cannot be drawn."""
        self.page = page
        self.sheet.fresh = fresh
        self.setAccessibleDescription(page.title if page is not None else "")
        self._arrange()

    def zoom(self, *, fits: bool) -> None:
        """Show all of a page, or its true size."""
        self.fits = fits
        self._arrange()

    @property
    def scale(self) -> float:
        """Pixels to a point."""
        true = self.logicalDpiX() / 72
        if self.page is None or not self.fits:
            return true
        room = self.size() - QSize(2 * _AROUND, 2 * _AROUND)
        whole = min(room.width() / self.page.width, room.height() / self.page.height)
        return max(0.05, min(whole, _LARGEST_TYPE * true))

    def _arrange(self) -> None:
        scale = self.scale
        if self.page is not None:
            wide, high = (round(length * scale) + 2 * _AROUND for length in (self.page.width, self.page.height))
            room = self.viewport().size() if not self.fits else self.size()
            self.sheet.resize(max(wide, room.width()), max(high, room.height()))
        else:
            self.sheet.resize(self.size())
        self.sheet.update()
        self.zoomed.emit(scale * 72 / self.logicalDpiX())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Fit anew."""
        super().resizeEvent(event)
        self._arrange()

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802
        """Scroll; with Ctrl, go between both sizes."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier and event.angleDelta().y():
            self.zoom(fits=event.angleDelta().y() < 0)
        else:
            super().wheelEvent(event)


class _Sheet(QWidget):
    """The desk with the page on it."""

    def __init__(self, preview: Preview, *, dark: bool) -> None:
        super().__init__()
        self.preview, self.dark, self.fresh = preview, dark, True

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Paint the part of the page that is in sight."""
        painter = QPainter(self)
        desk, shadow = (QColor(colour) for colour in _DESK[self.dark])
        painter.fillRect(event.rect(), desk)
        page = self.preview.page
        if page is None:
            return
        scale = self.preview.scale
        wide, high = page.width * scale, page.height * scale
        corner = QPointF(round((self.width() - wide) / 2), round((self.height() - high) / 2))
        painter.fillRect(QRectF(corner, corner + QPointF(wide, high)).adjusted(-1, -1, 1, 2), shadow)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        painter.translate(corner)
        painter.scale(scale, scale)
        painter.setClipRect(QRectF(0, 0, page.width, page.height))
        left, top = (event.rect().x() - corner.x()) / scale, (event.rect().y() - corner.y()) / scale
        seen = QRectF(left, top, event.rect().width() / scale, event.rect().height() / scale)
        paint(replace(page, marks=tuple(each for each in page.marks if _meets(each, seen))), painter, background=True)
        if not self.fresh:
            desk.setAlpha(_FADED)
            painter.fillRect(QRectF(0, 0, page.width, page.height), desk)


def _meets(mark: Mark, area: QRectF) -> bool:
    left, top, right, bottom = mark.box
    return (
        left <= area.right() + _NEAR
        and right >= area.left() - _NEAR
        and top <= area.bottom() + _NEAR
        and bottom >= area.top() - _NEAR
    )
