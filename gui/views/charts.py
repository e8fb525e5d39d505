"""The charts: a scatter of sentences, and curves of systems. pyqtgraph draws them; it is imported when one is made."""

from __future__ import annotations

from html import escape
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QIcon,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPen,
    QPixmap,
    QShortcut,
)
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QGraphicsRectItem,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QToolTip,
    QVBoxLayout,
)

from ..document import Document
from ..plain import as_it_is
from ..plot_data import LARGEST, Floats
from ..theme import Theme
from ..widgets import button, label, leave_drops
from .elided import Elided
from .export_button import export_button
from .looks import line_of_system

__all__ = ["Curves", "Scatter"]

Mask = NDArray[np.bool_]

_REACH = 9.0  # pixels within which a click or the pointer finds a dot or a curve
# Dots drawn one by one stay vectors in an exported figure, but 100,000 take 1.1 s; pictures of dots take 12 ms.
_MANY = 2000
_DEEP, _STEPS = 4, 20  #: of many dots: how many are drawn at one place, and places in a unit of an axis


def _faded(colour: QColor, alpha: int) -> QColor:
    made = QColor(colour)
    made.setAlpha(alpha)
    return made


class _Chart(QFrame):
    """A plot on a card: a title, a note beside it, two axes. Tells clicks and hovers in units of the axes."""

    export_wanted = Signal(
        str
    )  #: ``export``: a figure of it; ``copy``: the same on the clipboard; ``data``: its numbers

    def __init__(self, title: str, across: str, up: str) -> None:
        import pyqtgraph

        super().__init__()
        self.setObjectName("card")
        self.names = {"bottom": across, "left": up}
        self.plot: Any = pyqtgraph.PlotWidget()
        self.plot.setFrameShape(QFrame.Shape.NoFrame)
        self.plot.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.plot.setMenuEnabled(False)
        leave_drops(self.plot)
        self.plot.hideButtons()
        self.plot.setMinimumSize(160, 110)
        self.plot.getPlotItem().setContentsMargins(0, 4, 12, 0)  # room for half a number beyond the ends of an axis
        self.plot.setAccessibleName(title)
        self.box: Any = self.plot.getViewBox()
        self.note = label("", "muted")
        self.head = QHBoxLayout()
        self.head.setContentsMargins(12, 8, 8, 0)
        self.head.addWidget(Elided(title, "heading"), 1)
        self.head.addWidget(self.note)
        self.head.addWidget(export_button(title, self.export_wanted.emit))
        self.body = QHBoxLayout()
        self.body.setContentsMargins(8, 0, 10, 6)
        self.body.addWidget(self.plot, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(1, 1, 1, 1)
        layout.setSpacing(4)
        layout.addLayout(self.head)
        layout.addLayout(self.body, 1)
        self._pressed: QPointF | None = None
        self.plot.viewport().installEventFilter(self)

    def paint_axes(self, theme: Theme) -> None:
        """Give background and axes the colours and the font of the window."""
        colours = theme.interface
        font = QFont(QApplication.font())
        font.setPointSizeF(font.pointSizeF() * 0.9)
        self.plot.setBackground(colours.page)
        for side, name in self.names.items():
            axis = self.plot.getAxis(side)
            axis.enableAutoSIPrefix(False)
            axis.setPen(self.line(colours.border, 1.2))
            axis.setTextPen(colours.muted)
            axis.setStyle(tickFont=font, tickLength=-4, maxTickLevel=0, hideOverlappingLabels=False)
            axis.setLabel(name, color=colours.muted.name())
            axis.label.setFont(font)

    def line(self, colour: QColor, width: float = 1.0, style: Qt.PenStyle = Qt.PenStyle.SolidLine) -> QPen:
        """Return a pen whose width is the same at any zoom, in pixels as large as the screen's text wants them."""
        made = QPen(colour, width * self.devicePixelRatioF(), style)
        made.setCosmetic(True)
        return made

    def place(self, position: QPointF) -> QPointF:
        """Return a position of the pointer in units of the axes."""
        found: QPointF = self.box.mapSceneToView(self.plot.mapToScene(position.toPoint()))
        return found

    def position(self, x: float, y: float) -> QPointF:
        """Return where a place of the plot is on its widget."""
        return QPointF(self.plot.mapFromScene(self.box.mapViewToScene(QPointF(x, y))))

    def pixels(self) -> tuple[float, float]:
        """Return how much of either axis a pixel is."""
        width, height = self.box.viewPixelSize()
        return float(width), float(height)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Watch the pointer; a press and a release at the same place are a click."""
        if not isinstance(event, QMouseEvent):
            return False
        left = event.button() == Qt.MouseButton.LeftButton
        if event.type() == QEvent.Type.MouseMove and event.buttons() == Qt.MouseButton.NoButton:
            QToolTip.showText(event.globalPosition().toPoint(), self.tip(self.place(event.position())), self.plot)
        elif event.type() == QEvent.Type.MouseButtonPress and left:
            self._pressed = event.position()
        elif event.type() == QEvent.Type.MouseButtonDblClick and left:
            self._pressed = None
            self.fit()
        elif event.type() == QEvent.Type.MouseButtonRelease and left and self._pressed is not None:
            if self.is_click(event.position()):
                self.click(self.place(event.position()))
            self._pressed = None
        return False

    def is_click(self, position: QPointF) -> bool:
        """Say whether the pointer has hardly moved since it was pressed."""
        if self._pressed is None:
            return False
        return (position - self._pressed).manhattanLength() < QApplication.startDragDistance()

    def tip(self, place: QPointF) -> str:
        """Return what is said of the thing under the pointer."""
        raise NotImplementedError

    def click(self, place: QPointF) -> None:
        """Follow a click."""
        raise NotImplementedError

    def fit(self) -> None:
        """Show everything."""
        raise NotImplementedError


def _seen(spots: Floats) -> NDArray[np.bool_]:
    """Say which of many dots are worth drawing: where some lie on each other, more below them are not seen.

    >>> _seen(np.array([[50, 50.001]] * 9 + [[50, 51.0]])).tolist().count(True)
    5
    """
    places = np.round(_STEPS * spots).astype(np.int64)
    keys = places[:, 0] << 32 | places[:, 1]
    order = np.argsort(keys, kind="stable")
    listed = keys[order]
    seen = np.ones(len(spots), dtype=np.bool_)
    seen[order[_DEEP:]] = listed[_DEEP:] != listed[:-_DEEP]
    return seen


class Scatter(_Chart):
    """E against T: a click chooses a sentence, a rectangle many."""

    chosen = Signal(int)
    brushed = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__(self.tr("E against T"), self.tr("E dice"), self.tr("T dice"))
        from pyqtgraph import PlotCurveItem, ScatterPlotItem

        self.document: Document | None = None
        self.values: Floats = np.empty((0, 2))
        self.sentences: NDArray[np.int64] = np.empty(0, dtype=np.int64)
        self.current = -1
        self.inside: Mask | None = None
        self._corner: QPointF | None = None
        self._moved = False
        self.diagonal = PlotCurveItem([0, 100], [0, 100])
        self.dots = ScatterPlotItem(pxMode=True, antialias=True, size=6, pen=None)
        self.ring = ScatterPlotItem(useCache=False, pxMode=True, antialias=True, size=13)
        self.rectangle = QGraphicsRectItem()
        self.rectangle.hide()
        for item in (self.diagonal, self.dots, self.ring, self.rectangle):
            self.plot.addItem(item, ignoreBounds=True)
        self.brush = button(self.tr("Brush"), "", self.tr("Drag a rectangle to filter sentences (or Shift+drag)"))
        self.brush.setCheckable(True)
        self.clear = button(self.tr("Clear"), "link", self.tr("Forget the rectangle (Esc)"))
        self.clear.hide()
        self.clear.clicked.connect(self.clear_brush)
        for tool in (self.clear, self.brush):
            self.head.insertWidget(self.head.count() - 1, tool)
        escape_key = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        escape_key.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        escape_key.activated.connect(self.clear_brush)
        self.brush.toggled.connect(self._show_cursor)
        self.box.setLimits(xMin=-3, xMax=103, yMin=-3, yMax=103)
        self.box.sigRangeChangedManually.connect(self._zoomed)
        self._by_hand = False
        self.set_theme(theme)
        self.fit()

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        colours = theme.interface
        self.paint_axes(theme)
        self.diagonal.setPen(self.line(_faded(colours.muted, 150), 1, Qt.PenStyle.DashLine))
        self.dots.setBrush(QBrush(_faded(colours.text, 105 if theme.dark else 85)))
        self.ring.setPen(self.line(colours.accent, 2))
        self.ring.setBrush(QBrush(_faded(colours.accent, 70)))
        self.rectangle.setPen(self.line(colours.accent, 1.2))
        self.rectangle.setBrush(QBrush(_faded(colours.accent, 30)))
        self.brush.setStyleSheet(
            "QPushButton { padding: 2px 9px; }"
            f"QPushButton:checked {{ background: {colours.accent.name()}; color: {colours.accent_text.name()};"
            f" border-color: {colours.accent.name()}; }}"
        )

    def set_values(self, document: Document, values: Floats, *, complete: bool = True) -> None:
        """Draw the scores of all sentences, NaN where there is none; *complete*: and will be none."""
        self.document = document
        if not np.array_equal(values, self.values, equal_nan=True):
            self._draw(values)
        if self.inside is not None:
            self._take(self.rectangle.rect(), complete=complete)
        self._tell()

    def _draw(self, values: Floats) -> None:
        self.values = values
        self.sentences = np.flatnonzero(~np.isnan(values).any(axis=1))
        spots = values[self.sentences]
        many = len(spots) > _MANY
        self.dots.setData(pos=spots[_seen(spots)] if many else spots, useCache=many)
        self.set_current(self.current)
        if not self._by_hand:
            self.fit()

    def set_current(self, sentence: int) -> None:
        """Draw a ring around a sentence's dot."""
        self.current = sentence
        there = self.sentences[self.sentences == sentence]
        self.ring.setData(pos=self.values[there])

    def _tell(self) -> None:
        scored = len(self.sentences)
        if self.inside is not None:
            self.note.setText(self.tr("{} of {}").format(f"{int(self.inside.sum()):,}", f"{scored:,}"))
        else:
            self.note.setText(self.tr("{} sentences").format(f"{scored:,}") if scored else self.tr("no scores yet"))
        self.clear.setVisible(self.inside is not None)
        self.plot.setAccessibleDescription(self.note.text())

    # --- what is under the pointer

    def under(self, place: QPointF) -> NDArray[np.int64]:
        """Return the sentences whose dot is nearest to a place, if near enough; several may share one dot."""
        if not len(self.sentences):
            return self.sentences
        away = (self.values[self.sentences] - (place.x(), place.y())) / self.pixels()
        distances = np.hypot(*away.T)
        nearest = distances.min()
        return self.sentences[distances <= nearest + 1e-6] if nearest <= _REACH else self.sentences[:0]

    def tip(self, place: QPointF) -> str:
        """Return number and words of the sentence under the pointer."""
        found = self.under(place)
        if self.document is None or not len(found):
            return ""
        first = self._next(found)
        e, t = self.values[first]
        text = f"<b>{first + 1}</b>&nbsp; {escape(' '.join(self.document.gold[first].words))}<br>E {e:.1f} · T {t:.1f}"
        more = self.tr("{} more here: click again for the next").format(len(found) - 1) if len(found) > 1 else ""
        return f"{text}<br><i>{more}</i>" if more else text

    def click(self, place: QPointF) -> None:
        """Choose the sentence; at a dot that several share, the one after the current; beside all dots, clear."""
        found = self.under(place)
        if len(found):
            self.chosen.emit(self._next(found))
        else:
            self.clear_brush()

    def _next(self, found: NDArray[np.int64]) -> int:
        later = found[found > self.current] if self.current in found else found
        return int(later[0] if len(later) else found[0])

    # --- the rectangle

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Draw a rectangle where one is wanted; leave everything else to the plot."""
        if not isinstance(event, QMouseEvent):
            return False
        if event.type() == QEvent.Type.MouseButtonPress and event.button() == Qt.MouseButton.LeftButton:
            if self.brush.isChecked() or event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
                self._pressed, self._moved = event.position(), False
                self._corner = self.place(event.position())
                return True
        elif self._corner is not None and event.type() == QEvent.Type.MouseMove:
            self._drag(event.position())
            return True
        elif self._corner is not None and event.type() == QEvent.Type.MouseButtonRelease:
            self._drop(event.position())
            return True
        return super().eventFilter(watched, event)

    def _drag(self, position: QPointF) -> None:
        self._moved = self._moved or not self.is_click(position)
        if self._moved and self._corner is not None:
            self.rectangle.setRect(QRectF(self._corner, self.place(position)).normalized())
            self.rectangle.show()

    def _drop(self, position: QPointF) -> None:
        self._drag(position)
        self._corner = self._pressed = None
        if self._moved:
            self._take(self.rectangle.rect())
        else:
            self.click(self.place(position))

    def _take(self, area: QRectF, *, complete: bool = True) -> None:
        """Take the sentences in an area; one whose score is still to come stays what it was."""
        x, y = self.values.T
        with np.errstate(invalid="ignore"):  # a comparison with NaN is False, as it should be
            mask = (x >= area.left()) & (x <= area.right()) & (y >= area.top()) & (y <= area.bottom())
        if not complete and self.inside is not None:
            mask |= self.inside & np.isnan(self.values).any(axis=1)
        if self.inside is None or not np.array_equal(mask, self.inside):
            self.inside = mask
            self._tell()
            self.brushed.emit(mask.copy())

    def clear_brush(self) -> None:
        """Forget the rectangle."""
        self.rectangle.hide()
        if self.inside is not None:
            self.inside = None
            self._tell()
            self.brushed.emit(None)

    def _show_cursor(self, on: bool) -> None:
        self.plot.setCursor(Qt.CursorShape.CrossCursor if on else Qt.CursorShape.ArrowCursor)

    # --- the part that is shown

    def _zoomed(self) -> None:
        self._by_hand = True

    def fit(self) -> None:
        """Show all dots, both axes alike, so that the diagonal goes from corner to corner."""
        self._by_hand = False
        low = float(self.values[self.sentences].min(initial=100.0)) if len(self.sentences) else 0.0
        low = min(90.0, 10 * np.floor(low / 10))
        air = (100 - low) * 0.025
        self.box.setRange(xRange=(low - air, 100 + air), yRange=(low - air, 100 + air), padding=0)


class Curves(_Chart):
    """F1 by size of fragments: a click on a curve or its name chooses the system."""

    chosen = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__(self.tr("F1 by fragment size"), self.tr("fragment size"), self.tr("F1"))
        self.theme = theme
        self.names_of: list[str] = []
        self.curves: dict[int, Floats] = {}
        self.current = 0
        self.lines: dict[int, Any] = {}
        self.legend = QListWidget()
        self.legend.setAccessibleName(self.tr("Systems, by F1 of large fragments"))
        self.legend.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.legend.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.legend.setIconSize(QSize(26, 10))
        self.legend.itemClicked.connect(self._named)
        self.legend.itemActivated.connect(self._named)
        self.body.addWidget(self.legend)
        self.box.setMouseEnabled(False, False)
        self.plot.getAxis("bottom").setTicks([[(size, str(size)) for size in (1, 5, 10, 15, 20, 25)]])
        self.set_theme(theme)
        self.fit()

    def pen(self, system: int) -> QPen:
        """Return the line of a system: a colour and a style, thick if it is the current one."""
        colour, style = line_of_system(system, self.theme)
        width = 2.6 if system == self.current else 1.6
        return self.line(colour, width, style)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self.theme = theme
        self.paint_axes(theme)
        self._draw()

    def set_curves(self, names: list[str], curves: dict[int, Floats], current: int) -> None:
        """Draw the curves that are known; the current system's is thick and on top."""
        same = curves.keys() == self.curves.keys() and all(curves[each] is self.curves[each] for each in curves)
        if same and names == self.names_of:
            if current != self.current:
                self._mark(current)
            return
        self.names_of, self.curves, self.current = list(names), dict(curves), current
        self._draw()
        self.fit()
        known = len(curves) == len(names)
        self.note.setText("" if known else self.tr("{} of {} counted").format(len(curves), len(names)))
        self.plot.setAccessibleDescription(", ".join(names[system] for system in curves))

    def _draw(self) -> None:
        from pyqtgraph import PlotCurveItem

        for line in self.lines.values():
            self.plot.removeItem(line)
        self.lines = {}
        for system, values in self.curves.items():
            line = PlotCurveItem(*values.T, pen=self.pen(system), antialias=True)
            line.setZValue(system == self.current)
            self.plot.addItem(line, ignoreBounds=True)
            self.lines[system] = line
        self._list()

    def _mark(self, current: int) -> None:
        """Make another system's curve and name the one that stands out."""
        before, self.current = self.current, current
        for system in {before, current} & self.lines.keys():
            self.lines[system].setPen(self.pen(system))
            self.lines[system].setZValue(system == current)
        for row in range(self.legend.count()):
            item = self.legend.item(row)
            font = item.font()
            font.setBold(item.data(Qt.ItemDataRole.UserRole) == current)
            item.setFont(font)

    def _list(self) -> None:
        """List the systems as their curves end, the highest first."""
        self.legend.clear()
        ends = {system: float(values[-1, 1]) if len(values) else 0.0 for system, values in self.curves.items()}
        for system in sorted(ends, key=lambda system: -ends[system]):
            item = QListWidgetItem(self._swatch(system), self.names_of[system])
            item.setData(Qt.ItemDataRole.UserRole, system)
            item.setToolTip(as_it_is(self.names_of[system]))
            font = self.legend.font()
            font.setBold(system == self.current)
            item.setFont(font)
            self.legend.addItem(item)
        width = self.legend.sizeHintForColumn(0) + 14
        self.legend.setFixedWidth(max(40, min(width, 130)))

    def _swatch(self, system: int) -> QIcon:
        picture = QPixmap(QSize(26, 10) * 2)
        picture.setDevicePixelRatio(2)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = self.pen(system)
        pen.setCosmetic(False)
        pen.setWidthF(2)
        painter.setPen(pen)
        painter.drawLine(QPointF(2, 5), QPointF(24, 5))
        painter.end()
        return QIcon(picture)

    def _named(self, item: QListWidgetItem) -> None:
        self.chosen.emit(int(item.data(Qt.ItemDataRole.UserRole)))

    def under(self, place: QPointF) -> int | None:
        """Return the system whose curve is nearest to a place, if near enough."""
        pixel = self.pixels()[1]
        away = {
            system: abs(float(np.interp(place.x(), *values.T)) - place.y()) / pixel
            for system, values in self.curves.items()
            if len(values) and values[0, 0] - 0.5 <= place.x() <= values[-1, 0] + 0.5
        }
        nearest = min(away, key=lambda system: away[system], default=None)
        return nearest if nearest is not None and away[nearest] <= _REACH else None

    def tip(self, place: QPointF) -> str:
        """Return the system under the pointer and its F1 there."""
        system = self.under(place)
        if system is None:
            return ""
        values = self.curves[system]
        size, f1 = values[int(np.abs(values[:, 0] - place.x()).argmin())]
        shown = self.tr("size {}: F1 {}").format(int(size), f"{f1:.1f}")
        return f"<b>{escape(self.names_of[system])}</b><br>{shown}"

    def click(self, place: QPointF) -> None:
        """Choose the system."""
        system = self.under(place)
        if system is not None:
            self.chosen.emit(system)

    def fit(self) -> None:
        """Show all curves."""
        top = max((float(values[:, 1].max(initial=0.0)) for values in self.curves.values()), default=100.0)
        top = max(10.0, 10 * np.ceil(top / 10))
        self.box.setRange(xRange=(0.4, LARGEST + 0.4), yRange=(-0.01 * top, top * 1.02), padding=0)
