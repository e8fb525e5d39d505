"""A plot on screen: the same page that figures are made of, with hover, clicks and keys.

Pages are laid out for the size that the widget has. What can be pointed at comes with them
(:class:`~treelens.gui.figures.chart.Picture`): the pointer finds the nearest spot or line, arrow keys go from spot to
spot, and a click or Enter leads where the spot leads.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from html import escape

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFontDatabase,
    QFontInfo,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QPolygonF,
    QResizeEvent,
)
from PySide6.QtWidgets import QApplication, QToolTip, QWidget

from ..figures.chart import Picture, Place, Spot
from ..figures.page import Mark
from ..figures.paint import marks_in_pieces, paint_some
from ..figures.plot_sheet import PlotSpec
from ..theme import Theme

__all__ = ["PictureView"]

#: Makes a picture for a spec and a height in points.
Maker = Callable[[PlotSpec, float], Picture]

_REACH = 10.0  #: pixels within which the pointer finds a spot
_BESIDE = 5.0  #: and a line
_SAME = 0.75  #: pixels within which spots lie upon each other
_PAUSE = 40  #: milliseconds after the last change of size until the page is laid out anew
_MOMENT = 0.04  #: seconds that are painted in one go
_ASKEW = 3.0  #: how much worse it is to go sideways than ahead, for arrow keys
_LEAST = 12 * 14  #: a page is no narrower
_WAYS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


class PictureView(QWidget):
    """Shows a picture, or a text in its place."""

    chosen = Signal(object)  #: the :class:`Spot` that was clicked
    pointed = Signal(str)  #: what is under the pointer, in a line; empty: nothing

    def __init__(self, name: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.picture: Picture | None = None
        self.message = ""
        self.marked: Callable[[Spot], bool] | None = None  #: which spots are marked, if any are
        self._maker: Maker | None = None
        self._at: int | None = None  # the place under the pointer, or where arrow keys have gone
        self._followed = -1  # the place that was clicked last
        self._drawn: QPixmap | None = None
        self._xy = np.empty((0, 2))
        self._half = np.empty((0, 2))
        self._lines: dict[int, list[int]] = {}
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self._soon = QTimer(self, interval=_PAUSE, singleShot=True)
        self._soon.timeout.connect(self._lay_out)
        self._left: Iterator[Mark] = iter(())  # what of the page is still to be painted
        self._going_on = QTimer(self, interval=0, singleShot=True)
        self._going_on.timeout.connect(self._paint_more)

    def sizeHint(self) -> QSize:  # noqa: N802
        """Take what there is."""
        return QSize(420, 320)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Do with little."""
        return QSize(_LEAST, 120)

    # --- what is shown --------------------------------------------------------------------------------------------

    def show_picture(self, maker: Maker, description: str = "") -> None:
        """Show what this makes for the size of the widget, now and whenever that changes."""
        self._maker, self.message = maker, ""
        self.setAccessibleDescription(description)
        self._lay_out()

    def show_message(self, text: str) -> None:
        """Show a text where there is no picture."""
        self._going_on.stop()
        self._maker, self.picture, self._drawn, self.message = None, None, None, text
        self._at = None
        self.setAccessibleDescription(text)
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self.theme = theme
        self._lay_out()

    def spec(self) -> PlotSpec:
        """Return how pages are drawn here: as wide as the widget, in the window's type and colours."""
        font = QApplication.font()
        family = font.family() if font.family() in QFontDatabase.families() else "sans"
        size = min(float(QFontInfo(font).pixelSize()), max(self.width(), _LEAST) / 12)
        width = f"{max(self.width(), _LEAST)}pt"
        return PlotSpec(width, family, size, self.theme.name, title=False, legend=False)

    def _lay_out(self) -> None:
        self._soon.stop()
        self._going_on.stop()
        self._drawn = None
        if self._maker is not None:
            try:
                self._take(self._maker(self.spec(), float(self.height())))
            except ValueError as error:
                self.show_message(str(error))
        self.update()

    def _take(self, picture: Picture) -> None:
        before = self.spot
        self.picture = picture
        places = picture.places
        self._xy = np.array([(place.x, place.y) for place in places], dtype=np.float64).reshape(-1, 2)
        self._half = np.array([place.half for place in places], dtype=np.float64).reshape(-1, 2)
        self._lines = {}
        for number, place in enumerate(places):
            if place.line >= 0:
                self._lines.setdefault(place.line, []).append(number)
        same = (number for number, place in enumerate(places) if before is not None and place.spot == before)
        self._at = next(same, None)

    @property
    def spot(self) -> Spot | None:
        """What is pointed at."""
        if self.picture is None or self._at is None or self._at >= len(self.picture.places):
            return None
        return self.picture.places[self._at].spot

    def place_of(self, spot: Spot) -> QPoint:
        """Return where a spot is on the widget."""
        assert self.picture is not None
        place = next(place for place in self.picture.places if place.spot == spot)
        return QPoint(round(place.x), round(place.y))

    # --- painting -------------------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Lay the page out anew, a moment later: sizes come in hundreds."""
        super().resizeEvent(event)
        if self._maker is not None:
            self._soon.start()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Paint the page, and what is pointed at over it."""
        painter = QPainter(self)
        colours = self.theme.interface
        painter.fillRect(self.rect(), colours.page)
        if self.picture is None:
            painter.setPen(colours.muted)
            room = self.rect().adjusted(24, 12, -24, -12)
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, self.message)
            return
        painter.drawPixmap(0, 0, self._pixmap(self.picture))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        marked = self.marked
        for place in self.picture.places if marked is not None else ():
            if marked is not None and marked(place.spot):
                self._ring(painter, place, 2.0)
        if self._at is not None:
            self._point_out(painter, self.picture.places[self._at])

    def _pixmap(self, picture: Picture) -> QPixmap:
        if self._drawn is None:
            ratio = self.devicePixelRatioF()
            self._drawn = QPixmap(self.size() * ratio)
            self._drawn.setDevicePixelRatio(ratio)
            self._drawn.fill(self.theme.interface.page)
            self._left = marks_in_pieces(picture.page)
            self._paint_more()
        return self._drawn

    def _paint_more(self) -> None:
        """Paint on for a moment; pages of thousands of lines fill before one's eyes, and the window goes on working."""
        if self._drawn is None or self.picture is None:
            return
        painter = QPainter(self._drawn)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        if not paint_some(self._left, self.picture.page, painter, _MOMENT):
            self._going_on.start()
        painter.end()
        self.update()

    @property
    def busy(self) -> bool:
        """Whether the page that is seen is not yet what it will be."""
        unpainted = self.picture is not None and self._drawn is None
        return self.isVisible() and (unpainted or self._soon.isActive() or self._going_on.isActive())

    def _ring(self, painter: QPainter, place: Place, width: float) -> None:
        painter.setPen(QPen(self.theme.interface.accent, width))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if place.half[0]:
            x, y = place.half
            painter.drawRoundedRect(QRectF(place.x - x, place.y - y, 2 * x, 2 * y), 3, 3)
        else:
            painter.drawEllipse(QPointF(place.x, place.y), 6, 6)

    def _point_out(self, painter: QPainter, place: Place) -> None:
        assert self.picture is not None
        if place.line >= 0:
            points = [self.picture.places[number] for number in self._lines[place.line]]
            painter.setPen(QPen(self.theme.interface.accent, 2.4))
            painter.drawPolyline(QPolygonF([QPointF(each.x, each.y) for each in points]))
        self._ring(painter, place, 2.2)

    # --- the pointer ----------------------------------------------------------------------------------------------

    def under(self, position: QPointF) -> int | None:
        """Return the place that is under the pointer: in its box, near its dot, or on its line."""
        if not len(self._xy):
            return None
        away = np.abs(self._xy - (position.x(), position.y()))
        inside = np.flatnonzero((away <= self._half).all(axis=1) & (self._half[:, 0] > 0))
        if len(inside):
            return int(inside[0])
        distances = np.where(self._half[:, 0] > 0, np.inf, np.hypot(*away.T))
        nearest = int(np.argmin(distances))
        return nearest if distances[nearest] <= _REACH else self._on_line(position, distances)

    def _on_line(self, position: QPointF, distances: np.ndarray) -> int | None:
        here, found, least = np.array([position.x(), position.y()]), None, _BESIDE
        for numbers in self._lines.values():
            if len(numbers) < 2:
                continue
            begins, ends = self._xy[numbers[:-1]], self._xy[numbers[1:]]
            way = ends - begins
            part = np.clip(((here - begins) * way).sum(axis=1) / np.maximum((way**2).sum(axis=1), 1e-9), 0, 1)
            away = np.hypot(*(begins + part[:, None] * way - here).T)
            nearest = int(np.argmin(away))
            if away[nearest] <= least:
                least = float(away[nearest])
                found = min(numbers[nearest : nearest + 2], key=lambda number: distances[number])
        return found

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Say what is under the pointer."""
        self._point_at(self.under(event.position()), event.globalPosition().toPoint())

    def leaveEvent(self, event: QEvent) -> None:  # noqa: N802
        """Point at nothing, unless keys did."""
        if not self.hasFocus():
            self._point_at(None, None)
        super().leaveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Lead where the spot leads."""
        if event.button() == Qt.MouseButton.LeftButton and (found := self.under(event.position())) is not None:
            self._point_at(self._next_there(found), None)
            self._follow()
        super().mousePressEvent(event)

    def _next_there(self, number: int) -> int:
        """Return the place to follow of those that lie upon each other: at a second click, the next of them."""
        there = np.flatnonzero(np.abs(self._xy - self._xy[number]).max(axis=1) < _SAME)
        later = there[there > self._followed] if self._followed in there else there
        self._followed = int(later[0] if len(later) else there[0])
        return self._followed

    def _point_at(self, number: int | None, where: QPoint | None) -> None:
        self.setCursor(Qt.CursorShape.ArrowCursor if number is None else Qt.CursorShape.PointingHandCursor)
        if number != self._at:
            self._at = number
            spot = self.spot
            self.pointed.emit(spot.text.replace("\n", " · ") if spot is not None else "")
            self.update()
        if where is not None:
            QToolTip.showText(where, _tip(self.spot), self)

    def _follow(self) -> None:
        if (spot := self.spot) is not None:
            self.chosen.emit(spot)

    # --- keys -----------------------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Arrows go from spot to spot, Enter leads where it leads."""
        key = Qt.Key(event.key())
        if key in _WAYS and len(self._xy):
            number = 0 if self._at is None else self._beside(*_WAYS[key])
            assert self.picture is not None
            place = self.picture.places[number]
            self._point_at(number, self.mapToGlobal(QPoint(round(place.x) + 12, round(place.y) + 12)))
            self.setAccessibleDescription(place.spot.text)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._follow()
        else:
            super().keyPressEvent(event)

    def _beside(self, across: int, down: int) -> int:
        """Return the next place in a direction: on the same line if there is one, else the nearest."""
        assert self.picture is not None
        assert self._at is not None
        ahead = (self._xy - self._xy[self._at]) * (across or 1, down or 1)
        on, off = (ahead[:, 0], ahead[:, 1]) if across else (ahead[:, 1], ahead[:, 0])
        cost = np.where(on > 0.5, on + _ASKEW * np.abs(off), math.inf)
        line = self.picture.places[self._at].line
        same = [number for number in self._lines.get(line, ()) if math.isfinite(cost[number])]
        if same:
            return min(same, key=lambda number: float(on[number]))
        nearest = int(np.argmin(cost))
        return nearest if math.isfinite(cost[nearest]) else self._at

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        """Show where one is."""
        super().focusInEvent(event)
        self.update()


def _tip(spot: Spot | None) -> str:
    """Return a tool tip, its first line in bold."""
    if spot is None:
        return ""
    first, *others = spot.text.split("\n")
    return "<br>".join([f"<b>{escape(first)}</b>", *map(escape, others)])
