"""The plots of the program as pages, so that every format of figures can write them; their numbers go with them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from PySide6.QtCore import QCoreApplication

from treelens.engine.errors import Totals

from ..document import Document
from ..error_data import MEASURES, error_rows, groups
from ..plot_data import LARGEST, Floats, curve, export_data, points
from .axes import Axes, Scale
from .error_bars import Bars, bar_looks, bar_role
from .looks import THEMES, Looks, load_looks
from .page import Box, Dot, Mark, Page, Path, Text, moved, visible
from .sheet import MARGIN, shortened, wrapped
from .spec import WIDTHS, points_of
from .typeface import Typeface

__all__ = ["PLOTS", "PlotSpec", "curves_page", "errors_page", "plot_page", "scatter_page"]

Rows = Sequence[Sequence[str | int | float]]

_HIGH = 0.62  # the height of a plot, as a part of its width
_FAINT = 0.4  # dots that lie upon each other are darker


@dataclass(frozen=True)
class PlotSpec:
    """How a plot should be."""

    width: str = "column"
    font: str = "sans"
    size: float = 8.0
    theme: str = "light"
    title: bool = True
    legend: bool = True
    caption: str = ""

    def __post_init__(self) -> None:
        if self.theme not in THEMES:
            raise ValueError(f"{self.theme!r} is no theme: choose one of {', '.join(THEMES)}")
        if self.points < 12 * self.size:
            raise ValueError(f"a plot in type of {self.size:g} pt needs a width of {12 * self.size / 72:.2f} in")

    @property
    def points(self) -> float:
        """The width in points."""
        return points_of(self.width) or WIDTHS["column"]


class _Sheet:
    """A page that is filled from the top: title, axes, legend, caption."""

    def __init__(self, spec: PlotSpec, title: str, looks: Looks | None = None) -> None:
        self.spec, self.title = spec, visible(title)
        self.face = Typeface(spec.font, looks or load_looks(spec.theme, spec.size))
        self.room = spec.points - 2 * MARGIN
        self.marks: list[Mark] = []
        self.y = 0.0
        if spec.title:
            self._add(wrapped(self.title, self.room, "title", self.face), 0.4)

    def _add(self, block: Iterator[Mark], behind: float) -> None:
        made = list(moved(block, 0.0, self.y))
        self.marks += made
        if made:
            self.y = max(mark.box[3] for mark in made) + behind * self.spec.size

    def axes(self, across: Scale, up: Scale, *, square: bool = False) -> Axes:
        """Draw axes as wide as the page; square ones are no higher than the page is wide."""
        made = Axes(across, up, self.face, self.room, _HIGH * self.room, self.y)
        if square:
            made.bottom = made.top + made.right - made.left
        self.marks += made.marks()
        self.y = made.below
        return made

    def bars(self, kinds: Sequence[tuple[str, Mapping[int, int]]], systems: Sequence[int], name: str) -> None:
        """Draw bars as wide as the page, in as many groups as there are kinds."""
        made = Bars(kinds, systems, name, self.face, self.room, self.y)
        self.marks += made.marks()
        self.y = made.below

    def legend(self, entries: Sequence[tuple[str, str, str]]) -> None:
        """Draw samples of lines or bars (their kinds and roles) and names, in as many rows as are needed."""
        if self.spec.legend:
            self.y += 0.6 * self.spec.size
            self._add(_entries(entries, self.face, self.room), 0.0)

    def page(self, data: Rows) -> Page:
        """Return the page."""
        if self.spec.caption:
            self.y += 0.8 * self.spec.size
            self._add(wrapped(self.spec.caption, self.room, "caption", self.face), 0.0)
        marks = tuple(moved(self.marks, MARGIN, MARGIN))
        high = round(self.y + 2 * MARGIN, 2)
        rows = tuple(tuple(row) for row in data)
        return Page(self.spec.points, high, self.face.looks, self.face, marks, (), self.title, rows)


def _entries(entries: Sequence[tuple[str, str, str]], face: Typeface, room: float) -> Iterator[Mark]:
    """Set the entries of a legend in columns of one width."""
    size, high = face.looks.size, face.height("legend")
    sample = 2.2 * size
    names = [shortened(name, room - sample - 0.5 * size, "legend", face) for name, _, _ in entries]
    wide = max((face.width(name, "legend") for name in names), default=0.0) + sample + 1.6 * size
    columns = max(1, min(len(entries), int((room + 1.1 * size) // wide)))
    rows = -(-len(entries) // columns)
    for number, (name, (_, kind, role)) in enumerate(zip(names, entries, strict=True)):
        x, y = number // rows * wide, (number % rows + 0.5) * high
        if kind == "swatch":
            yield Box(x, y - 0.3 * size, sample, 0.6 * size, kind, role)
        else:
            yield Path(((x, y), (x + sample, y)), kind, role)
        yield Text(name, x + sample + 0.5 * size, y, *face.measure(name, "legend"), "legend", anchor="start")


def scatter_page(values: Floats, spec: PlotSpec, title: str = "", data: Rows = ()) -> Page:
    """Draw E against T, one dot a sentence; NaN where there is no score."""
    scored = values[~np.isnan(values).any(axis=1)]
    low = min(90.0, 10 * float(np.floor(scored.min() / 10))) if len(scored) else 0.0
    sheet = _Sheet(spec, title or _said("E against T, one dot a sentence"))
    axes = sheet.axes(Scale(low, 100, _said("E dice")), Scale(low, 100, _said("T dice")), square=True)
    sheet.marks.append(Path(((axes.x(low), axes.y(low)), (axes.x(100), axes.y(100))), "diagonal"))
    radius = sheet.face.looks.length(1.6 if len(scored) <= 400 else 1.2)
    for x, y in scored.tolist():
        sheet.marks.append(Dot(axes.x(x), axes.y(y), radius, opacity=_FAINT))
    sheet.y += radius
    return sheet.page(data)


def curves_page(
    names: Sequence[str], curves: dict[int, Floats], current: int, spec: PlotSpec, title: str = "", data: Rows = ()
) -> Page:
    """Draw F1 by size of fragments, one curve a system; the current one is thick and on top."""
    top = max((float(values[:, 1].max(initial=0.0)) for values in curves.values()), default=100.0)
    top = max(10.0, 10 * float(np.ceil(top / 10)))
    sheet = _Sheet(spec, title or _said("F1 by fragment size"))
    sizes = [size for size in (1, 5, 10, 15, 20, 25) if size <= LARGEST]
    axes = sheet.axes(Scale(1, LARGEST, _said("fragment size"), sizes), Scale(0, top, _said("F1")))
    for system in sorted(curves, key=lambda system: system == current):
        spots = tuple((axes.x(x), axes.y(y)) for x, y in curves[system].tolist())
        if len(spots) > 1:
            sheet.marks.append(Path(spots, _kind(system, current), f"system {system}"))
    ends = {system: float(values[-1, 1]) if len(values) else 0.0 for system, values in curves.items()}
    order = sorted(ends, key=lambda system: -ends[system])
    sheet.legend([(names[system], _kind(system, current), f"system {system}") for system in order])
    return sheet.page(data)


def errors_page(
    names: Sequence[str],
    totals: Mapping[int, Totals],
    current: int,
    spec: PlotSpec,
    measure: str = "brackets",
    title: str = "",
    data: Rows = (),
) -> Page:
    """Draw errors by kind, in groups of one bar a system; the current one's are darker."""
    systems = sorted(totals)
    looks = bar_looks(load_looks(spec.theme, spec.size), systems, current)
    sheet = _Sheet(spec, title or _said("Errors by kind"), looks)
    axis = {"brackets": "bracket errors explained", "repairs": "repairs", "sentences": "sentences"}[measure]
    sheet.bars(groups(totals, measure), systems, _said(axis))
    sheet.legend([(names[system], "swatch", bar_role(system)) for system in systems])
    return sheet.page(data)


def _kind(system: int, current: int) -> str:
    return "current" if system == current else "curve"


def _scatter(document: Document, system: int, spec: PlotSpec) -> Page:
    title = f"{_said('E against T, one dot a sentence')}: {document.names[system]}"
    return scatter_page(points(document.study, system), spec, title, export_data(document, system, "scatter"))


def _curves(document: Document, system: int, spec: PlotSpec) -> Page:
    found = {number: curve(document.study, number) for number in range(len(document.names))}
    known = {number: values for number, values in found.items() if values is not None}
    return curves_page(document.names, known, system, spec, data=export_data(document, system, "curves"))


def _errors(document: Document, system: int, spec: PlotSpec, measure: str) -> Page:
    """Draw the errors of all systems; what is not explained yet is waited for."""
    totals = {number: document.errors.totals(number) for number in range(len(document.names))}
    return errors_page(document.names, totals, system, spec, measure, data=error_rows(document.names, totals))


#: The plots there are, by name: of a document, a system and a spec.
PLOTS: dict[str, Callable[[Document, int, PlotSpec], Page]] = {
    "scatter": _scatter,
    "curves": _curves,
    **{
        "errors" if measure == MEASURES[0] else f"errors-{measure}": partial(_errors, measure=measure)
        for measure in MEASURES
    },
}


def plot_page(which: str, document: Document, system: int, spec: PlotSpec) -> Page:
    """Return a plot of the program, as it is at this moment."""
    if which not in PLOTS:
        raise ValueError(f"there is no plot named {which!r}: choose one of {', '.join(PLOTS)}")
    return PLOTS[which](document, system, spec)


def _said(text: str) -> str:
    return QCoreApplication.translate("Figure", text)
