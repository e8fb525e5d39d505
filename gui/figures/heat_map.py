"""Maps of measures by measures: a square of boxes with their numbers, stronger in colour the more there is to see.

Columns are numbered, and rows tell whose number it is: so any number of measures with names of any length fits.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ..appearance import theme_values
from ..visible import visible
from .chart import Picture, Place, Spot
from .looks import Looks, load_looks, mixed
from .page import Box, Mark, Text
from .plot_sheet import PlotSheet, PlotSpec, Rows
from .sheet import MARGIN, shortened, wrapped
from .typeface import Typeface

__all__ = ["HeatMap", "correlation", "heat_picture"]

_WIDE, _HIGH = 4.0, 2.2  # a box at most, in ems
_STEPS = 10  # shades of a colour
_STRONGEST = 0.5  # how much of the colour itself is in the strongest shade: numbers can be read on all of them
_NAMES = 0.42  # of the width at most belongs to the names of rows
_AIR = 0.5  # between a number and the edge of its box, in ems


@dataclass(frozen=True)
class HeatMap:
    """A square of numbers: what each shows, how strong it is (from −1 to 1, or NaN), and what it tells."""

    title: str
    names: Sequence[str]
    shown: Sequence[Sequence[str]]
    strengths: Sequence[Sequence[float]]
    spots: Sequence[Sequence[Spot]] = ()
    rows: Rows = ()
    note: str = ""


def correlation(value: float) -> str:
    """Return a correlation as it is written into its box.

    >>> correlation(-0.456), correlation(float("nan"))
    ('−0.46', 'n/a')
    """
    return "n/a" if math.isnan(value) else f"{value:.2f}".replace("-", "−")


def heat_picture(heat: HeatMap, spec: PlotSpec, height: float | None = None) -> Picture:
    """Draw a map as wide as the page, but its boxes not too wide; *height* is that of the whole page."""
    sheet = PlotSheet(spec, heat.title, _shaded(load_looks(spec.theme, spec.size)))
    if heat.note:
        sheet.add(wrapped(heat.note, sheet.room, "note", sheet.face), 0.5)
    boxes = _Boxes(heat, sheet.face, sheet.room, sheet.y, None if height is None else height - sheet.y - 2 * MARGIN)
    sheet.marks += boxes.marks()
    sheet.y = boxes.bottom
    places = tuple(replace(each, x=each.x + MARGIN, y=each.y + MARGIN) for each in boxes.places())
    return Picture(sheet.page(heat.rows), places)


class _Boxes:
    """Where the boxes of a map are."""

    def __init__(self, heat: HeatMap, face: Typeface, room: float, top: float, height: float | None) -> None:
        self.heat, self.face = heat, face
        size, number = face.looks.size, max(len(heat.names), 1)
        titles = [visible(f"{place} {name}") for place, name in enumerate(heat.names, start=1)]
        self.names = [shortened(title, _NAMES * room, "legend", face) for title in titles]
        self.left = max((face.width(name, "legend") for name in self.names), default=0.0) + 0.8 * size
        self.wide = min(_WIDE * size, (room - self.left) / number)
        self.high = min(_HIGH * size, self.wide if self.wide < _HIGH * size else _HIGH * size)
        if height is not None:
            self.high = min(_HIGH * size, height / (number + 1))
        self.top = top
        self.bottom = top + (number + 1) * self.high

    def marks(self) -> Iterator[Mark]:
        """Draw names, boxes, and numbers where there is room for them."""
        face, size = self.face, self.face.looks.size
        room = self.high >= face.height("legend") * 0.8
        for row, name in enumerate(self.names):
            heading, y = str(row + 1), self._y(row)
            x = self.left + (row + 0.5) * self.wide
            if face.width(heading, "legend") <= self.wide:
                yield Text(heading, x, self.top + self.high / 2, *face.measure(heading, "legend"), "legend")
            yield Text(name, self.left - 0.8 * size, y, *face.measure(name, "legend"), "legend", anchor="end")
            for column, text in enumerate(self.heat.shown[row]):
                left, role = self.left + column * self.wide, _role(self.heat.strengths[row][column])
                yield Box(
                    left, y - self.high / 2, self.wide - 1, self.high - 1, "swatch", role, min(2.0, self.high / 5)
                )
                if room and face.width(text, "legend") + _AIR * size <= self.wide:
                    x = left + (self.wide - 1) / 2
                    yield Text(text, x, y - 0.5, *face.measure(text, "legend"), "legend")

    def _y(self, row: int) -> float:
        return self.top + (row + 1.5) * self.high

    def places(self) -> Iterator[Place]:
        """Return where each box is."""
        half = ((self.wide - 1) / 2, (self.high - 1) / 2)
        for row, spots in enumerate(self.heat.spots):
            for column, spot in enumerate(spots):
                x = self.left + column * self.wide + half[0]
                yield Place(x, self._y(row) - 0.5, spot, half=half)


def _role(strength: float) -> str:
    if math.isnan(strength):
        return "unknown"
    return f"{'for' if strength >= 0 else 'against'} {min(_STEPS, round(_STEPS * abs(strength)))}"


def _shaded(looks: Looks) -> Looks:
    """Add roles for all shades: what boxes are filled with. Negative numbers have another colour."""
    interface = theme_values(looks.theme)["interface"]
    shades = {
        f"{name} {step}": mixed(looks.page, interface[colour], _STRONGEST * step / _STEPS)
        for name, colour in (("for", "bar_positive"), ("against", "bar_negative"))
        for step in range(_STEPS + 1)
    } | {"unknown": looks.page}
    colours, roles = dict(looks.colours), dict(looks.table["roles"])
    for role, shade in shades.items():
        colours |= {role: shade, f"{role}_fill": shade}
        roles[role] = {"line": "solid", "width": 0.4, "box": True}
    return replace(looks, colours=colours, table={**looks.table, "roles": roles})
