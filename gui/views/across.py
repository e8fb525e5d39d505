"""Curves from pane to pane, between a node and its partner in another tree, and the arrow of a repair.

A transparent widget lies over the panes. It knows no trees: it is told which labels belong together, asks the panes
where these are just now, and paints a curve wherever both can be seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen, QRegion
from PySide6.QtWidgets import QWidget

from ..drawing import Label
from ..drawing.links import Curve, below, beside
from ..theme import Theme
from .arrow import Box, bow, cut, head, over, path_of
from .compared import Link
from .comparison import Key
from .tree_pane import TreePane

__all__ = ["LinksAcross"]

View = tuple[QRectF, float, float, float]  #: where a page is seen, its scale, x and y of its corner

_ARROW = 2.6  # the width of an arrow's dots
_RING = 3.0  # how far a ring is from its label
_ALL = {"still": 0.2, "match": 0.45, "swap": 0.85}  # how strong the curves of all pairs are
_FAR = 0.6  # what is left of that for a curve that passes through a pane between


@dataclass(frozen=True, slots=True)
class _End:
    """A label and the pane that it is in."""

    pane: TreePane
    label: Label


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A link both ends of which are drawn."""

    one: _End
    other: _End
    role: str
    still: bool  #: whether it joins nodes that stand at the same place in both trees, or tags of the same word
    far: bool  #: whether there is a pane between
    quiet: bool = False  #: whether it tells too little to be shown with all others


class LinksAcross(QWidget):
    """All pairs faintly, if they are wanted; what is pointed at or selected strongly, in any case."""

    def __init__(self, panes: Mapping[str, TreePane], over: QWidget, theme: Theme) -> None:
        super().__init__(over.parentWidget())
        self.panes = panes
        self.theme = theme
        self._over = over
        self._all: list[_Drawn] = []
        self._strong: dict[str, list[_Drawn]] = {"hover": [], "selected": []}
        self._arrow: tuple[_End, _End, _End] | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setObjectName("qt_rubberband")  # by this name Qt leaves a widget out of what screen readers are told
        over.installEventFilter(self)
        for pane in panes.values():
            pane.moved.connect(self.update)
            pane.resized.connect(self.update)
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self.theme = theme
        self.update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Lie over the panes wherever they go."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Move):
            self.setGeometry(self._over.geometry())
        return False

    # --- what is painted ------------------------------------------------------------------------------------------

    def show_links(self, links: Iterable[Link]) -> None:
        """Paint these links, and those that are pointed out.

        Of links that pass through a pane between, only those that tell something: with all, one would see none.
        """
        several = [drawn for link in links if (drawn := self._drawn(link)) is not None]
        self._all = [drawn for drawn in several if not drawn.quiet]
        self._appear()

    def point_out(self, kind: str, links: Iterable[Link]) -> None:
        """Paint these links strongly; *kind* is hover or selected."""
        before = self._strong[kind]
        self._strong[kind] = [drawn for link in links if (drawn := self._drawn(link)) is not None]
        if before or self._strong[kind]:
            self._appear()

    def show_arrow(self, ends: tuple[Sequence[Key], Sequence[Key], Sequence[Key]] | None) -> None:
        """Paint an arrow from labels, given by the first and the last of them, to another; None: no arrow.

        Each is told by several keys, of which the first that is drawn counts.
        """
        found = [self._end(keys[0][0], *keys) for keys in ends] if ends else []
        before, self._arrow = self._arrow, None
        if len(found) == 3 and found[0] and found[1] and found[2] and found[0].label is not found[2].label:
            self._arrow = found[0], found[1], found[2]
        if before or self._arrow:
            self._appear()

    def _appear(self) -> None:
        """Be there only while there is something to paint: a widget over others makes them slower to scroll."""
        there = bool(self._all or any(self._strong.values()) or self._arrow)
        if there == self.isHidden():
            self.setVisible(there)
            self.raise_()
        self.update()

    def _drawn(self, link: Link) -> _Drawn | None:
        one, other = self._end("gold", link.gold, link.other), self._end(link.other[0], link.other)
        if one is None or other is None or one.label is other.label:
            return None
        at_home = one.label.y == other.label.y or one.label.kind == "tag"
        still = link.same_words and link.role == "match" and at_home
        far = link.other[0] == "second" and self.panes["system"].isVisibleTo(self._over)
        quiet = far and link.same_words and link.role == "match"
        return _Drawn(one, other, link.role, still, far, quiet)

    def _end(self, side: str, *keys: tuple[str, int]) -> _End | None:
        """Return where one of these is drawn: in the pane of its side, or in that of gold, where one shows all."""
        places = [self.panes[side], self.panes["gold"]]
        shown = (_End(pane, label) for pane in places for key in keys if (label := pane.label_of(key)) is not None)
        return next((end for end in shown if end.pane.isVisibleTo(self._over)), None)

    # --- painting -------------------------------------------------------------------------------------------------

    def curves(self) -> list[tuple[Curve, str]]:
        """Return the curves that are seen now, in coordinates of this widget, each with its looks."""
        views = {pane: self._view(pane) for pane in self.panes.values() if pane.isVisible()}
        selected = self._strong["selected"]
        strong = [(drawn, "hover") for drawn in self._strong["hover"] if drawn not in selected]
        strong += [(drawn, "selected") for drawn in selected]
        faint = [(drawn, "still" if drawn.still else drawn.role) for drawn in self._all]
        found = []
        for drawn, looks in [*faint, *strong]:
            points = _curve(drawn, views)
            if points is not None:
                name = f"{looks} {drawn.role}" if looks in self._strong else f"far {looks}" if drawn.far else looks
                found.append((points, name))
        return found

    def arrow(self) -> Curve | None:
        """Return the arrow, in coordinates of this widget; one that leads out of sight ends at the edge."""
        if self._arrow is None or not all(end.pane.isVisible() for end in self._arrow):
            return None
        views = [self._view(end.pane) for end in self._arrow]
        first, last, end = (_box(end.label, view) for end, view in zip(self._arrow, views, strict=True))
        gap = _RING * views[0][1]
        if self._arrow[0].pane is self._arrow[2].pane:
            return cut(bow(first, last, end, gap, views[0][0]), views[0][0])
        return cut(over(first, end, gap), views[0][0] | views[2][0])

    def _view(self, pane: TreePane) -> View:
        """Return where a pane's page is seen here, its scale, and where the page's corner is."""
        viewport = pane.viewport()
        corner = viewport.mapTo(self._over, viewport.rect().topLeft())
        seen = QRectF(QPointF(corner), viewport.size().toSizeF())
        moved = pane.viewportTransform()
        return seen, moved.m11(), corner.x() + moved.dx(), corner.y() + moved.dy()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Paint the curves."""
        self.paint(QPainter(self))

    def paint(self, painter: QPainter) -> None:
        """Paint the curves, all of one look at once."""
        paths: dict[str, QPainterPath] = {}
        for points, looks in self.curves():
            path = paths.setdefault(looks, QPainterPath())
            path.moveTo(*points[0])
            path.cubicTo(*points[1], *points[2], *points[3])
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        whole, free = self._seen()
        for looks, path in paths.items():
            if looks.endswith(("still", "match")) and looks.split()[0] not in self._strong:
                painter.setClipRect(whole)  # faint enough to cross labels, and that is faster
            else:
                painter.setClipRegion(free)
            painter.strokePath(path, self._pen(looks.split()))
        self._paint_arrow(painter, free)

    def _paint_arrow(self, painter: QPainter, free: QRegion) -> None:
        """Paint the arrow, its line under labels and its head above all."""
        curve = self.arrow()
        if curve is None or self._arrow is None:
            return
        seen = self._view(self._arrow[0].pane)[0] | self._view(self._arrow[2].pane)[0]
        painter.setClipRegion(free & seen.toAlignedRect())
        pen = QPen(self.theme.tree.move, _ARROW, Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.RoundCap)
        pen.setDashPattern([0.01, 2.0])  # round dots
        painter.strokePath(path_of(curve), pen)
        painter.setClipRect(seen)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.theme.tree.move)
        painter.drawPolygon(head(curve))

    def _seen(self) -> tuple[QRect, QRegion]:
        """Return where curves may be: over the panes and between them, not over titles; and that without labels."""
        whole = QRectF()
        taken: list[QRect] = []
        for pane in self.panes.values():
            if pane.isVisible():
                view = self._view(pane)
                whole |= view[0]
                taken += _boxes(pane.drawing.labels, view)
        page = whole.toAlignedRect()
        return page, QRegion(page) - _united(taken)

    def _pen(self, looks: Sequence[str]) -> QPen:
        tree, role = self.theme.tree, looks[-1]
        if looks[0] in self._strong:
            width, style = (1.8, Qt.PenStyle.DashLine) if looks[0] == "selected" else (1.2, Qt.PenStyle.DashLine)
            return QPen(tree.get(role, "link"), width, style, Qt.PenCapStyle.FlatCap)
        colour = QColor(tree.swap if role == "swap" else tree.link)
        colour.setAlphaF(_ALL.get(role, _ALL["match"]) * (_FAR if looks[0] == "far" else 1.0))
        pen = QPen(colour, 1.0, Qt.PenStyle.DashDotLine if role == "swap" else Qt.PenStyle.SolidLine)
        pen.setCosmetic(True)  # any wider than a pixel of the screen, curves take thirty times as long to paint
        return pen


def _curve(drawn: _Drawn, views: Mapping[TreePane, View]) -> Curve | None:
    """Return a link as it is seen, or None if one of its ends is out of sight."""
    boxes = []
    for end in (drawn.one, drawn.other):
        view = views.get(end.pane)
        if view is None:
            return None
        seen, box = view[0], _box(end.label, view)
        if box[0] > seen.right() or box[2] < seen.left() or box[1] > seen.bottom() or box[3] < seen.top():
            return None
        boxes.append(box)
    return _between(boxes[0], boxes[1], _RING * views[drawn.one.pane][1], drawn)


def _box(label: Label, view: View) -> Box:
    """Return where a label is, as a page is seen."""
    _, scale, x, y = view
    left, top, right, bottom = label.box
    return left * scale + x, top * scale + y, right * scale + x, bottom * scale + y


def _between(one: Box, other: Box, gap: float, drawn: _Drawn) -> Curve:
    """Return a curve from side to side, from bottom to top in one pane, or from top to top between words in a row."""
    middles = [(box[0] + box[2]) / 2 for box in (one, other)]
    if drawn.one.pane is drawn.other.pane:
        return below((middles[0], one[3] + gap), (middles[1], other[1] - gap))
    if drawn.one.label.kind == drawn.other.label.kind == "word":
        return beside((middles[0], one[1] - gap), (middles[1], other[1] - gap), one[3] - one[1])
    start, end = (one[2] + gap, (one[1] + one[3]) / 2), (other[0] - gap, (other[1] + other[3]) / 2)
    return beside(start, end, one[3] - one[1])


def _boxes(labels: Sequence[Label], view: View) -> list[QRect]:
    """Return the boxes of labels that are seen; not of words, which curves do not come near."""
    seen, scale, x, y = view
    left, top, right, bottom = (seen.left() - x) / scale, (seen.top() - y) / scale, seen.right(), seen.bottom()
    right, bottom = (right - x) / scale, (bottom - y) / scale
    found = []
    for label in labels:
        across, down = label.width / 2, label.height / 2
        if label.kind in ("word", "fold") or not left - across < label.x < right + across:
            continue
        if top - down < label.y < bottom + down:
            corner = int((label.x - across) * scale + x), int((label.y - down) * scale + y)
            found.append(QRect(*corner, int(label.width * scale) + 1, int(label.height * scale) + 1))
    return found


def _united(boxes: Sequence[QRect]) -> QRegion:
    """Return a region of many boxes, united in halves: one by one takes time that grows with the square."""
    if len(boxes) <= 1:
        return QRegion(boxes[0]) if boxes else QRegion()
    middle = len(boxes) // 2
    return _united(boxes[:middle]) | _united(boxes[middle:])
