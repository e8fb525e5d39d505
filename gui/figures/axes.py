"""Two axes with their numbers and names, as marks on a page; whatever a plot shows is drawn between them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .page import Mark, Path, Text, visible
from .typeface import Typeface

__all__ = ["Axes", "Scale", "ticks"]


def ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Return round numbers from *low* to *high*, no more than *most*.

    >>> ticks(0, 100), ticks(52, 100, 5), ticks(0, 1, 3)
    ([0, 20, 40, 60, 80, 100], [60, 70, 80, 90, 100], [0.0, 0.5, 1.0])
    """
    if not high > low:
        return [low]
    rough = (high - low) / max(most, 1)
    power: float = 10 ** math.floor(math.log10(rough))
    for step in (power, 2 * power, 2.5 * power, 5 * power, 10 * power, 20 * power):
        first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
        if last - first < most:
            break
    made = [number * step for number in range(first, last + 1)]
    return [round(number) for number in made] if step >= 1 and step == int(step) else [round(each, 10) for each in made]


@dataclass(frozen=True)
class Scale:
    """One axis: its range, what it is called, and its numbers (round ones if none are given)."""

    low: float
    high: float
    name: str
    numbers: Sequence[float] = ()

    def part(self, value: float) -> float:
        """Return where a value is, from 0 to 1."""
        return (value - self.low) / (self.high - self.low)


class Axes:
    """A rectangle on a page between two axes. y grows upwards in the plot, downwards on the page."""

    def __init__(self, across: Scale, up: Scale, typeface: Typeface, width: float, height: float, top: float) -> None:
        self.across, self.up, self.typeface = across, up, typeface
        size = typeface.looks.size
        self.tick = 0.3 * size
        self.numbers = [(value, _shown(value)) for value in up.numbers or ticks(up.low, up.high)]
        wide = max((typeface.width(text, "tick") for _, text in self.numbers), default=0.0)
        self.left = wide + self.tick + 0.35 * size
        #: The y axis is named above itself, so that no text is turned.
        self.top = top + typeface.height("axis") + typeface.height("tick") / 2
        self.right = width - typeface.width(_shown(across.high), "tick") / 2
        self.bottom = self.top + height

    @property
    def below(self) -> float:
        """The y at which the numbers and the name of the x axis end."""
        face = self.typeface
        return self.bottom + self.tick + face.height("tick") + face.height("axis") + 0.1 * face.looks.size

    def x(self, value: float) -> float:
        """Return where a value of the x axis is on the page."""
        return self.left + self.across.part(value) * (self.right - self.left)

    def y(self, value: float) -> float:
        """Return where a value of the y axis is on the page."""
        return self.bottom - self.up.part(value) * (self.bottom - self.top)

    def marks(self, left: float = 0.0) -> Iterator[Mark]:
        """Draw grid, axes, numbers and names; *left* is where the name of the y axis begins."""
        face = self.typeface
        for value, text in self.numbers:
            y = self.y(value)
            if value > self.up.low:
                yield Path(((self.left, y), (self.right, y)), "grid")
            yield Path(((self.left - self.tick, y), (self.left, y)), "axis")
            yield Text(text, self.left - 1.5 * self.tick, y, *face.measure(text, "tick"), "tick", anchor="end")
        numbers = self.across.numbers or ticks(self.across.low, self.across.high)
        middle = self.bottom + self.tick + face.height("tick") / 2
        for value in numbers:
            x, text = self.x(value), _shown(value)
            yield Path(((x, self.bottom), (x, self.bottom + self.tick)), "axis")
            yield Text(text, x, middle, *face.measure(text, "tick"), "tick")
        yield Path(((self.left, self.top), (self.left, self.bottom), (self.right, self.bottom)), "axis")
        yield from self._names(left)

    def _names(self, left: float) -> Iterator[Mark]:
        face = self.typeface
        up, across = visible(self.up.name), visible(self.across.name)
        y = self.top - face.height("tick") / 2 - face.height("axis") / 2
        yield Text(up, left, y, *face.measure(up, "axis"), "axis", anchor="start")
        y = self.below - face.height("axis") / 2
        yield Text(across, (self.left + self.right) / 2, y, *face.measure(across, "axis"), "axis")


def _shown(value: float) -> str:
    return f"{value:g}"
