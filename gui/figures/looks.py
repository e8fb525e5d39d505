"""How things on a page look: one table for all painters, from a theme's colours and ``resources/figures/roles.toml``.

>>> looks = load_looks("light", 10.0)
>>> looks.pen("branch", "deletion")
Pen(colour='#a9580a', width=0.9, dash=(3.24, 2.16))
>>> looks.text("tag", "plain").colour, looks.fill("phrase", "deletion"), looks.fill("word", "deletion")
('#5d6875', '#fdf1e4', None)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..appearance import looks_table, theme_names, theme_values

__all__ = ["THEMES", "Looks", "Pen", "Type", "load_looks", "mixed"]

#: The themes there are, by name.
THEMES = theme_names()

_USUAL = 10.0  # the size of type that lengths in the table are meant for
_THINNEST = 0.35  # printers lose thinner lines
_PLAIN = ("plain", "match")
_UNBOXED = ("word", "fold")
_COLOURED = ("link", "arrow")  # lines that look the same whatever their role, but for the colour


@dataclass(frozen=True, slots=True)
class Pen:
    """A line: colour, width and dashes (lengths of dash, gap, dash …) in points; ends and corners are round."""

    colour: str
    width: float
    dash: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Type:
    """A text: its size in points, and how it is set."""

    colour: str
    size: float
    bold: bool = False
    italic: bool = False


@dataclass(frozen=True)
class Looks:
    """A theme's colours and the table of lines and texts, for type of a size."""

    theme: str
    dark: bool
    size: float
    colours: Mapping[str, str]
    table: Mapping[str, Any]

    @property
    def page(self) -> str:
        """The colour of the page."""
        return self.colours["page"]

    def boxed(self, kind: str, role: str) -> bool:
        """Say whether there is a box around labels of this kind and role."""
        return kind not in _UNBOXED and bool(self._role(role).get("box"))

    def badge(self, role: str) -> str:
        """Return the sign of a role."""
        return str(self._role(role).get("badge", ""))

    def text(self, kind: str, role: str) -> Type:
        """Return how texts of a kind are set, in the colour of their role if it has one."""
        row = self.table["texts"].get(kind) or self.table["texts"]["phrase"]
        own = self.colours.get(self._role(role).get("text", f"{role}_text")) or self._colour(role)
        colour = own or self.colours[row["colour"]]
        return Type(colour, self.size * row["size"], row.get("bold", False), row.get("italic", False))

    def pen(self, kind: str, role: str, weight: float = 0.0) -> Pen:
        """Return the pen for lines of a kind (of boxes ``box``) and a role, thicker by so many plain lines."""
        series = self._series(role)
        row = self.table["lines"].get(kind)
        if row is None:
            row = self._role(role)
            more = weight * self._role("plain")["width"]
            return self._pen(row, row["line"], self._colour(role) or self.colours["branch"], more)
        own = self._colour(role) if kind in _COLOURED else None
        colour = series[0] if series else own or self.colours[row["colour"]]
        line = series[1] if series and not row.get("always") else row["line"]
        return self._pen(row, line, mixed(colour, self.page, row.get("fade", 0.0)))

    def fill(self, kind: str, role: str) -> str | None:
        """Return what boxes of a kind and a role, and dots, are filled with; None if with nothing."""
        if kind == "dot":
            series = self._series(role)
            return series[0] if series else self._colour(role) or self.colours["phrase"]
        return self.colours.get(f"{role}_fill") if kind == "swatch" or self.boxed(kind, role) else None

    def length(self, points: float) -> float:
        """Return a length that is meant for type of 10 pt."""
        return points * self.size / _USUAL

    def _pen(self, row: Mapping[str, Any], line: str, colour: str, more: float = 0.0) -> Pen:
        width = max(_THINNEST, self.length(row["width"] + more))
        return Pen(colour, round(width, 3), tuple(round(part * width, 3) for part in self.table["dashes"][line]))

    def _role(self, role: str) -> Mapping[str, Any]:
        roles: Mapping[str, Mapping[str, Any]] = self.table["roles"]
        return roles.get(role) or roles["plain"]

    def _colour(self, role: str) -> str | None:
        return None if role in _PLAIN or role not in self.table["roles"] else self.colours.get(role)

    def _series(self, role: str) -> tuple[str, str] | None:
        """Return colour and line of the system that a role ``system 3`` stands for."""
        name, _, number = role.partition(" ")
        if name != "system" or not number.isdecimal():
            return None
        table = self.table["series"]
        colours = table.get(self.theme) or table["dark" if self.dark else "light"]
        return colours[int(number) % len(colours)], table["lines"][int(number) % len(table["lines"])]


def load_looks(theme: str, size: float) -> Looks:
    """Read a theme by its name, for type of a size in points."""
    values = theme_values(theme)
    colours = {"page": values["interface"]["page"], **values["tree"]}
    return Looks(theme, values["dark"], size, colours, looks_table())


def mixed(colour: str, other: str, part: float) -> str:
    """Return a colour mixed with a part of another: painters need no transparency.

    >>> mixed("#000000", "#ffffff", 0.5)
    '#808080'
    """
    if not part:
        return colour
    pairs = ((int(colour[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(one + (two - one) * part):02x}" for one, two in pairs)
