"""From a placed drawing to marks: boxes, texts and lines, in the order in which they are painted and read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..drawing import Drawing, Label, Stroke
from ..visible import visible
from .looks import Looks
from .page import Box, Mark, Path, Text
from .placing import Placed

__all__ = ["line", "marks_of"]

_ORDER = {"drop": 0, "branch": 1, "triangle": 1, "arc": 1, "arrow": 2, "link": 2}


def marks_of(placed: Placed, panel: int, looks: Looks) -> Iterator[Mark]:
    """Return the marks of a drawing: lines, boxes, then texts, those of the tree first and the words in a row."""
    drawing = placed.drawing
    for stroke in sorted(
        drawing.strokes, key=lambda stroke: (_ORDER[stroke.kind], stroke.role not in ("plain", "match"))
    ):
        yield line(stroke)
    for label in drawing.labels:
        if looks.boxed(label.kind, label.role):
            yield _box(label)
    order = sorted(drawing.labels, key=_as_read)
    hung = _Hung(drawing, order)
    for number, label in enumerate(order):
        yield _text(label, panel, number, hung)


def line(stroke: Stroke) -> Path:
    """Return a stroke as a mark."""
    closed = stroke.kind in ("triangle", "arrow")
    return Path(stroke.points, stroke.kind, stroke.role, closed, stroke.curved, stroke.weight)


def _as_read(label: Label) -> tuple[bool, float, float, int]:
    """Order the labels of a tree from the top, row by row; its words come last, in one row."""
    return label.kind in ("word", "fold"), round(label.y, 3), label.x, label.node


def _box(label: Label) -> Box:
    left, top, right, bottom = label.box
    inset = 0.06 * label.height  # so that a line comes to the box, not into it
    return Box(left, top + inset, right - left, bottom - top - 2 * inset, label.kind, label.role, 0.22 * label.height)


def _text(label: Label, panel: int, number: int, hung: _Hung) -> Text:
    return Text(
        visible(label.shown),
        label.x,
        label.y,
        label.width,
        label.height,
        label.kind,
        label.role,
        "middle",
        panel,
        number,
        hung.parent(label),
        hung.weights.get((label.side, label.node), 0.0),
    )


class _Hung:
    """What each label of a drawing hangs on: the one that a line leads from to it."""

    def __init__(self, drawing: Drawing, order: Sequence[Label]) -> None:
        self.ends: dict[tuple[float, float], int] = {}
        for number, label in enumerate(order):
            if label.kind not in ("word", "fold"):
                _, top, _, bottom = label.box
                self.ends[_near(label.x, top)] = self.ends[_near(label.x, bottom)] = number
        self.starts: dict[tuple[str, int], tuple[float, float]] = {}
        self.weights = {(stroke.side, stroke.node): stroke.weight for stroke in drawing.strokes if stroke.weight}
        for stroke in drawing.strokes:
            if stroke.kind in ("branch", "drop", "triangle"):  # the first line for a node begins where it hangs
                self.starts.setdefault((stroke.side, stroke.node), stroke.points[0])
        self.folds = {(label.side, label.node): number for number, label in enumerate(order) if label.kind != "fold"}

    def parent(self, label: Label) -> int:
        """Return the number of the label that a label hangs on, -1 at a root."""
        if label.kind == "fold":
            return self.folds.get((label.side, label.node), -1)
        start = self.starts.get((label.side, label.node))
        found = self.ends.get(_near(*start), -1) if start else -1
        return -1 if found >= 0 and found == self.folds[label.side, label.node] else found


def _near(x: float, y: float) -> tuple[float, float]:
    return round(x, 3), round(y, 3)
