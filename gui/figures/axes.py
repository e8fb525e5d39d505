"""Two axes with their numbers and names, as marks on a page; whatever a plot shows is drawn between them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..visible import visible
from .page import Mark, Path, Text
from .sheet import shortened
from .typeface import Typeface

__all__ = ["Axes", "Scale", "ticks"]

_LABELS = 0.34  # of the width at most belongs to texts beside the y axis


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
    """One axis: its range, what it is called, its numbers (round ones if none are given), and texts in their place.

    An axis whose *low* is larger than its *high* runs downwards, as one of ranks.
    """

    low: float
    high: float
    name: str
    numbers: Sequence[float] = ()
    texts: Sequence[str] = ()

    def shown(self, most: int = 6) -> list[tuple[float, str]]:
        """Return the numbers of the axis, each with what is written there.

        >>> Scale(0, 1, "", texts=["a", "b"], numbers=[0, 1]).shown(), Scale(0, 9, "").shown(2)
        ([(0, 'a'), (1, 'b')], [(0, '0'), (5, '5')])
        """
        numbers = self.numbers or ticks(min(self.low, self.high), max(self.low, self.high), most)
        texts = self.texts or [_shown(value) for value in numbers]
        return list(zip(numbers, texts, strict=True))

    def part(self, value: float) -> float:
        """Return where a value is, from 0 to 1."""
        return (value - self.low) / (self.high - self.low)


class Axes:
    """A rectangle on a page between two axes. y grows upwards in the plot, downwards on the page."""

    def __init__(self, across: Scale, up: Scale, typeface: Typeface, width: float, height: float, top: float) -> None:
        self.across, self.up, self.typeface = across, up, typeface
        size = typeface.looks.size
        self.tick = 0.3 * size
        self.numbers = [(value, shortened(text, _LABELS * width, "tick", typeface)) for value, text in up.shown()]
        wide = max((typeface.width(text, "tick") for _, text in self.numbers), default=0.0)
        self.left = wide + self.tick + 0.35 * size
        #: The y axis is named above itself, so that no text is turned.
        self.top = top + typeface.height("axis") + typeface.height("tick") / 2
        self.right = width - self._beyond(width)
        self.bottom = self.top + height
        self.texts = [(value, self._lines(text)) for value, text in across.shown(self._most())]

    def _beyond(self, width: float) -> float:
        """Return how far the last text below the x axis reaches beyond its end."""
        if not self.across.texts:
            return self.typeface.width(_shown(self.across.high), "tick") / 2
        part = 1 - self.across.part(self.across.numbers[-1])
        slot = (width - self.left) / len(self.across.texts)
        return max(0.0, min(self.typeface.width(self.across.texts[-1], "tick"), slot) / 2 - part * (width - self.left))

    def _most(self) -> int:
        """Return how many numbers there may be below the x axis without running into each other."""
        face = self.typeface
        wide = max(face.width(_shown(end), "tick") for end in (self.across.low, self.across.high))
        return max(2, min(6, int((self.right - self.left) / (wide + 1.5 * face.looks.size))))

    def _lines(self, text: str) -> list[str]:
        """Return what is written below the x axis, in lines that are no wider than their part of it."""
        if not self.across.texts:
            return [text]
        room = (self.right - self.left) / len(self.across.texts) - 0.4 * self.typeface.looks.size
        lines: list[str] = []
        for word in text.replace("-", "- ").split():
            longer = lines[-1] + ("" if lines[-1].endswith("-") else " ") + word if lines else word
            if lines and self.typeface.width(longer, "tick") <= room:
                lines[-1] = longer
            else:
                lines.append(word)
        return [shortened(line, room, "tick", self.typeface) for line in lines]

    @property
    def below(self) -> float:
        """The y at which the numbers and the name of the x axis end."""
        face = self.typeface
        lines = max((len(lines) for _, lines in self.texts), default=1)
        name = face.height("axis") if self.across.name else 0.0
        return self.bottom + self.tick + lines * face.height("tick") + name + 0.1 * face.looks.size

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
            if value != self.up.low:
                yield Path(((self.left, y), (self.right, y)), "grid")
            yield Path(((self.left - self.tick, y), (self.left, y)), "axis")
            yield Text(text, self.left - 1.5 * self.tick, y, *face.measure(text, "tick"), "tick", anchor="end")
        for value, lines in self.texts:
            x = self.x(value)
            yield Path(((x, self.bottom), (x, self.bottom + self.tick)), "axis")
            for place, text in enumerate(lines):
                y = self.bottom + self.tick + (place + 0.5) * face.height("tick")
                yield Text(text, x, y, *face.measure(text, "tick"), "tick")
        yield Path(((self.left, self.top), (self.left, self.bottom), (self.right, self.bottom)), "axis")
        yield from self._names(left)

    def _names(self, left: float) -> Iterator[Mark]:
        face = self.typeface
        up, across = visible(self.up.name), visible(self.across.name)
        y = self.top - face.height("tick") / 2 - face.height("axis") / 2
        yield Text(up, left, y, *face.measure(up, "axis"), "axis", anchor="start")
        if not across:
            return
        y = self.below - face.height("axis") / 2
        yield Text(across, (self.left + self.right) / 2, y, *face.measure(across, "axis"), "axis")


def _shown(value: float) -> str:
    return f"{value:g}"
