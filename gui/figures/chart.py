"""Charts as plain values, and the one way in which they become pictures, on paper and on screen.

A :class:`Chart` has two axes and series of spots between them. A :class:`Picture` is its page together with the place
of every spot on it, so that whoever shows the page can tell what is under a pointer, and where it leads.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from .axes import Axes, Scale
from .page import Dot, Mark, Page, Path, Text
from .plot_sheet import PlotSheet, PlotSpec, Rows
from .sheet import MARGIN, shortened, wrapped

__all__ = ["Chart", "Picture", "Place", "Series", "Spot", "picture_of"]

_MANY = 40  #: from so many lines on they are thin
_LEGEND = 30  #: more names than these help nobody
_ROW = 1.5  #: the height of a row of names beside the y axis, in ems
_BEHIND = 0.22  #: of the width at most belongs to names behind the axes

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Spot:
    """A point of a chart: where it is, what it tells, and the systems and measures that it leads to."""

    x: float
    y: float
    text: str
    systems: tuple[int, ...] = ()
    metrics: tuple[str, ...] = ()


@dataclass(frozen=True)
class Series:
    """Spots of one sort: joined by a line or not, in the colour and the dashes of a number."""

    name: str
    spots: tuple[Spot, ...]
    style: int = 0
    line: bool = True
    dots: bool = True
    strong: bool = False  #: drawn thick and on top
    group: str = ""  #: what its colour stands for, where that is many lines: the legend has one entry for all of them
    more: tuple[tuple[str, tuple[Point, ...]], ...] = ()  #: kinds of other lines that belong to it, and their points


@dataclass(frozen=True)
class Chart:
    """All that is drawn between two axes, and its numbers as rows of a table, a header first."""

    title: str
    across: Scale
    up: Scale
    series: tuple[Series, ...]
    rows: Rows
    note: str = ""  #: what must be known to read it
    marks: tuple[Spot, ...] = ()  #: places that are marked, such as where an order is turned round
    joined: tuple[tuple[Point, Point], ...] = ()  #: pairs of points with a thin line between them
    behind: tuple[tuple[float, str], ...] = ()  #: texts behind the axes, each at a y
    square: bool = False
    legend: bool = True

    @cached_property
    def many(self) -> bool:
        """Whether there are so many lines that each is thin."""
        return sum(each.line for each in self.series) > _MANY


@dataclass(frozen=True, slots=True)
class Place:
    """A spot on a page, in points; the number of its line, -1 if it is on none; half the size of what it stands for."""

    x: float
    y: float
    spot: Spot
    line: int = -1
    half: Point = (0.0, 0.0)


@dataclass(frozen=True)
class Picture:
    """A page, and all that can be pointed at on it."""

    page: Page
    places: tuple[Place, ...]


def picture_of(chart: Chart, spec: PlotSpec, height: float | None = None) -> Picture:
    """Draw a chart; *height* is that of the whole page, which then has no legend."""
    sheet = PlotSheet(spec, chart.title)
    if chart.note:
        sheet.add(wrapped(chart.note, sheet.room, "note", sheet.face), 0.5)
    room = None if height is None else height - sheet.y - 2 * MARGIN
    if room is None and chart.up.texts:
        room = _ROW * spec.size * (len(chart.up.texts) + 3)
    square, behind = chart.square and room is None, _width(chart, sheet)
    axes = sheet.axes(chart.across, chart.up, square=square, height=room, behind=behind)
    places: list[Place] = []
    for number, series in sorted(enumerate(chart.series), key=lambda each: each[1].strong):
        points = [(axes.x(spot.x), axes.y(spot.y)) for spot in series.spots]
        line = number if series.line else -1
        places += [Place(x + MARGIN, y + MARGIN, spot, line) for (x, y), spot in zip(points, series.spots, strict=True)]
        sheet.marks += _series(series, tuple(points), axes, chart, sheet.face.looks.length(1.0))
    for pair in chart.joined:
        sheet.marks.append(Path(tuple((axes.x(x), axes.y(y)) for x, y in pair), "diagonal"))
    for spot in chart.marks:
        places.append(Place(axes.x(spot.x) + MARGIN, axes.y(spot.y) + MARGIN, spot))
        sheet.marks.append(Dot(axes.x(spot.x), axes.y(spot.y), sheet.face.looks.length(2.0), role="disagree"))
    sheet.marks += _behind(chart, axes, sheet)
    if height is None and chart.legend and 1 < len(chart.series) <= _LEGEND:
        sheet.legend([(each.name, _kind(each, chart), f"system {each.style}") for each in chart.series])
    return Picture(sheet.page(chart.rows), tuple(places))


def _kind(series: Series, chart: Chart) -> str:
    if not series.line:
        return "dot"
    return "current" if series.strong else "thread" if chart.many else "curve"


def _series(series: Series, spots: tuple[Point, ...], axes: Axes, chart: Chart, unit: float) -> Iterator[Mark]:
    role, kind = f"system {series.style}", _kind(series, chart)
    for other, points in series.more:
        yield Path(tuple((axes.x(x), axes.y(y)) for x, y in points), other, role)
    if series.line and len(spots) > 1:
        yield Path(spots, kind, role)
    if series.dots and not (chart.many and series.line and not series.strong):
        radius = unit * (2.6 if series.strong else 1.7)
        yield from (Dot(x, y, radius, role=role, opacity=1.0 if len(spots) < 200 else 0.5) for x, y in spots)


def _width(chart: Chart, sheet: PlotSheet) -> float:
    """Return how much room texts behind the axes need."""
    wide = max((sheet.face.width(text, "tick") for _, text in chart.behind), default=0.0)
    return min(wide, _BEHIND * sheet.room) + sheet.spec.size if chart.behind else 0.0


def _behind(chart: Chart, axes: Axes, sheet: PlotSheet) -> Iterator[Mark]:
    for y, text in chart.behind:
        shown = shortened(text, sheet.room - axes.right - 0.5 * sheet.spec.size, "tick", sheet.face)
        measure = sheet.face.measure(shown, "tick")
        yield Text(shown, axes.right + 0.5 * sheet.spec.size, axes.y(y), *measure, "tick", anchor="start")
