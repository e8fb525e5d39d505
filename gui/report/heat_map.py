"""A map of correlations: a square of boxes with their numbers, stronger in colour the further from 0."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ..appearance import theme_values
from ..figures.looks import Looks, load_looks, mixed
from ..figures.page import Box, Mark, Page, Text, moved, visible
from ..figures.sheet import MARGIN
from ..figures.typeface import Typeface
from .pictures import FONT, SIZE

__all__ = ["heat_map"]

_WIDE, _HIGH = 4.0, 2.2  # a box, in ems
_STEPS = 10  # shades of a colour
_STRONGEST = 0.5  # how much of the colour itself is in the strongest shade: numbers can be read on all of them


def heat_map(names: Sequence[str], values: Sequence[Sequence[float]], title: str, theme: str) -> Page:
    """Draw a square of correlations, from −1 to 1 or NaN; columns are numbered, and rows tell whose number it is."""
    face = Typeface(FONT, _shaded(load_looks(theme, SIZE)))
    rows = [visible(f"{place} {name}") for place, name in enumerate(names, start=1)]
    left = max(face.width(row, "legend") for row in rows) + 0.8 * SIZE
    marks = tuple(moved(_marks(rows, values, left, face), MARGIN, MARGIN))
    width, height = (max(mark.box[side] for mark in marks) + MARGIN for side in (2, 3))
    return Page(round(width, 2), round(height, 2), face.looks, face, marks, (), title)


def _marks(rows: Sequence[str], values: Sequence[Sequence[float]], left: float, face: Typeface) -> Iterator[Mark]:
    wide, high = _WIDE * SIZE, _HIGH * SIZE
    for place, row in enumerate(rows):
        heading, y = str(place + 1), (place + 1.5) * high
        yield Text(heading, left + (place + 0.5) * wide, 0.5 * high, *face.measure(heading, "legend"), "legend")
        yield Text(row, left - 0.8 * SIZE, y, *face.measure(row, "legend"), "legend", anchor="end")
        for column, value in enumerate(values[place]):
            x, role, shown = left + column * wide, _role(value), _number(value)
            yield Box(x, (place + 1) * high, wide - 1, high - 1, "swatch", role, 2.0)
            yield Text(shown, x + (wide - 1) / 2, y - 0.5, *face.measure(shown, "legend"), "legend")


def _number(value: float) -> str:
    return "n/a" if math.isnan(value) else f"{value:.2f}".replace("-", "−")


def _role(value: float) -> str:
    return "unknown" if math.isnan(value) else f"{'for' if value >= 0 else 'against'} {round(_STEPS * abs(value))}"


def _shaded(looks: Looks) -> Looks:
    """Add roles for all shades: what boxes are filled with. Negative correlations have another colour."""
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
