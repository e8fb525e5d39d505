"""Bars of errors by kind, in groups of one bar a system, as marks on a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from .axes import Scale, ticks
from .looks import Looks, mixed
from .page import Box, Mark, Path, Text
from .sheet import shortened
from .typeface import Typeface

__all__ = ["Bars", "bar_looks", "bar_role"]

_MOST_NAME = 0.46  # of the width at most belongs to the names of kinds
_LIGHTER = 0.55  # how much of the page's colour is in the bars of systems that are not the current one

Groups = Sequence[tuple[str, Mapping[int, int]]]


def bar_role(system: int) -> str:
    """Return the role of a system's bars; it is also the name of their style in TikZ."""
    return f"bar-{system}"


def bar_looks(looks: Looks, systems: Sequence[int], current: int) -> Looks:
    """Give each system's bars the colour and the line of its curve; those of the current one are filled with it."""
    colours, roles = dict(looks.colours), dict(looks.table["roles"])
    lines = looks.table["series"]["lines"]
    for system in systems:
        role, colour = bar_role(system), looks.pen("current", f"system {system}").colour
        colours[role] = colour
        colours[f"{role}_fill"] = colour if system == current else mixed(colour, looks.page, _LIGHTER)
        roles[role] = {"line": lines[system % len(lines)], "width": 0.6, "box": True}
    return replace(looks, colours=colours, table={**looks.table, "roles": roles})


class Bars:
    """Groups of bars above each other: names to their left, numbers below or, if there is one system, behind them."""

    def __init__(self, groups: Groups, systems: Sequence[int], name: str, face: Typeface, room: float, top: float):
        self.groups, self.systems, self.face, self.top = groups, systems, face, top
        size = face.looks.size
        self.name = name
        self.names = [shortened(kind, _MOST_NAME * room, "tick", face) for kind, _ in groups]
        self.left = max((face.width(each, "tick") for each in self.names), default=0.0) + 0.6 * size
        most = max((value for _, values in groups for value in values.values()), default=0)
        self.tick = 0.3 * size
        behind = face.width(f"{most:,}", "tick") + 0.5 * size if self.single else 0.0
        self.right = room - max(behind, face.width(f"{most:,}", "tick") / 2)
        self.scale = Scale(0, max(most, 1), name, ticks(0, max(most, 1), self._ticks(most)))
        self.thick = min(0.8, max(0.34, 1.9 / max(len(systems), 1))) * size
        self.group = max(self.thick * len(systems), face.height("tick")) + (0.25 if self.single else 0.55) * size
        self.bottom = top + max(len(groups), 1) * self.group

    @property
    def single(self) -> bool:
        """Whether there is one system, so that there is room for a number behind each bar."""
        return len(self.systems) == 1

    @property
    def below(self) -> float:
        """The y at which everything ends."""
        return self.bottom + self.tick + self.face.height("tick") + self.face.height("axis")

    def _ticks(self, most: int) -> int:
        """Return how many numbers there may be below the bars without running into each other."""
        wide = self.face.width(f"{most:,}", "tick") + self.face.looks.size
        return max(1, min(6, int((self.right - self.left) / wide)))

    def x(self, value: float) -> float:
        """Return where a number is on the page."""
        return self.left + self.scale.part(value) * (self.right - self.left)

    def marks(self) -> Iterator[Mark]:
        """Draw grid, names, bars and numbers."""
        yield from self._axis()
        for place, ((_, values), name) in enumerate(zip(self.groups, self.names, strict=True)):
            middle = self.top + (place + 0.5) * self.group
            text = self.left - 0.6 * self.face.looks.size
            yield Text(name, text, middle, *self.face.measure(name, "tick"), "tick", anchor="end")
            yield from self._bars(values, middle)
        yield Path(((self.left, self.top), (self.left, self.bottom), (self.right, self.bottom)), "axis")

    def _axis(self) -> Iterator[Mark]:
        face = self.face
        for value in self.scale.numbers:
            x, text = self.x(value), f"{value:,g}"
            if value:
                yield Path(((x, self.top), (x, self.bottom)), "grid")
            yield Path(((x, self.bottom), (x, self.bottom + self.tick)), "axis")
            y = self.bottom + self.tick + face.height("tick") / 2
            yield Text(text, x, y, *face.measure(text, "tick"), "tick")
        wide = face.width(self.name, "axis")
        middle = max((self.left + self.right) / 2, wide / 2)
        middle = min(middle, self.right - wide / 2) if wide < self.right else wide / 2
        yield Text(self.name, middle, self.below - face.height("axis") / 2, *face.measure(self.name, "axis"), "axis")

    def _bars(self, values: Mapping[int, int], middle: float) -> Iterator[Mark]:
        """Draw the bars of a kind, one system below the other; lines lie inside their length."""
        top = middle - self.thick * len(self.systems) / 2
        for number, system in enumerate(self.systems):
            value = values.get(system, 0)
            line = self.face.looks.pen("box", bar_role(system)).width
            if value:
                wide = max(self.x(value) - self.left - line, line / 2)
                y = top + number * self.thick + line / 2
                yield Box(self.left + line / 2, y, wide, self.thick - line, "swatch", bar_role(system))
            if self.single:
                text, x = f"{value:,}", self.x(value) + 0.4 * self.face.looks.size
                yield Text(text, x, middle, *self.face.measure(text, "tick"), "tick", anchor="start")
