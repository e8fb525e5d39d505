"""A page for a plot, filled from the top: title, axes, legend, caption; and how a plot should be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..visible import visible
from .axes import Axes, Scale
from .error_bars import Bars
from .looks import THEMES, Looks, load_looks
from .page import Box, Dot, Mark, Page, Path, Text, moved
from .sheet import MARGIN, shortened, wrapped
from .spec import WIDTHS, points_of
from .typeface import Typeface

__all__ = ["PlotSheet", "PlotSpec", "Rows"]

Rows = Sequence[Sequence[str | int | float]]

_HIGH = 0.62  # the height of a plot, as a part of its width


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


class PlotSheet:
    """A page that is filled from the top: title, axes, legend, caption."""

    def __init__(self, spec: PlotSpec, title: str, looks: Looks | None = None) -> None:
        self.spec, self.title = spec, visible(title)
        self.face = Typeface(spec.font, looks or load_looks(spec.theme, spec.size))
        self.room = spec.points - 2 * MARGIN
        self.marks: list[Mark] = []
        self.y = 0.0
        if spec.title:
            self.add(wrapped(self.title, self.room, "title", self.face), 0.4)

    def add(self, block: Iterable[Mark], behind: float) -> None:
        """Put marks below what is there, and so many ems of air behind them."""
        made = list(moved(block, 0.0, self.y))
        self.marks += made
        if made:
            self.y = max(mark.box[3] for mark in made) + behind * self.spec.size

    def axes(
        self, across: Scale, up: Scale, *, square: bool = False, height: float | None = None, behind: float = 0.0
    ) -> Axes:
        """Draw axes as wide as the page, but for what is to stand *behind* them.

        Square ones are no higher than the page is wide; *height* is that of everything from here on, with the numbers
        and names of the axes.
        """
        made = Axes(across, up, self.face, self.room - behind, _HIGH * self.room, self.y)
        if square:
            made.bottom = made.top + made.right - made.left
        if height is not None:
            made.bottom = max(made.top + self.spec.size, made.bottom + self.y + height - made.below)
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
            self.add(_entries(entries, self.face, self.room), 0.0)

    def page(self, data: Rows) -> Page:
        """Return the page."""
        if self.spec.caption:
            self.y += 0.8 * self.spec.size
            self.add(wrapped(self.spec.caption, self.room, "caption", self.face), 0.0)
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
        elif kind == "dot":
            yield Dot(x + sample / 2, y, 0.25 * size, role=role)
        else:
            yield Path(((x, y), (x + sample, y)), kind, role)
        yield Text(name, x + sample + 0.5 * size, y, *face.measure(name, "legend"), "legend", anchor="start")
