"""Meanings as arcs: one row of words, gold's predicates and arguments above it, the system's below.

Predicates stand in rows over their words, those over few words next to these, those over many further out, with a
bracket below them that reaches over their words. Beyond all rows are the arcs (:mod:`.arcs`); their legs come down
through the rows to the predicates.

Everything hangs on *slots*, which are ordered from left to right: a word with the first predicate over it, every other
predicate by itself; a predicate and its partner on the other side share one. On each row, labels and the legs that pass
must keep apart. These are differences of places, so going from left to right once finds the leftmost places, going back
the rightmost ones; half way between is as right as both, and even. Whatever then moves everything behind a slot to the
right, to make room for the label of an arc, keeps all of it true.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from .arcs import Arc, Arcade
from .dependencies import moved
from .framing import framed
from .model import Drawing, Label, Measure, Options, Stroke
from .plan import Item, Plan
from .predicates import Meant, Predicate

__all__ = ["place_meaning_arcs"]

_LEVELS = 0.3  # air between levels of arcs, as a part of that between rows of a tree
_ROWS = 0.1  # air between rows of predicates, as the same …
_LEAST = 0.5  # … and in heights of a word: room for the head of an arrow, or for a bracket
_BESIDE = 0.45  # air between labels on a row, as a part of that between words
_TICK = 0.18  # the ends of a bracket, in heights of a word

Extent = tuple[object, float]  #: on a row: how far something reaches to both sides, with half of the air around it


def place_meaning_arcs(
    words: Sequence[str], above: Meant, below: Meant, measure: Measure, options: Options, *, mirrored: bool = False
) -> Drawing:
    """Draw two meanings over the same words; with *mirrored* from right to left."""
    return framed(_Page(words, (above, below), measure), options, mirrored=mirrored)


@dataclass
class _Slot:
    """A place on the axis: a word (-1: none), and a predicate of each side (-1: none) by its place."""

    word: int = -1
    places: list[int] = field(default_factory=lambda: [-1, -1])
    rank: int = 0  #: of a predicate over one word: how many stand closer to it
    x: float = 0.0


def _slots(size: int, sides: Sequence[Meant], widths: Sequence[Sequence[float]]) -> list[_Slot]:
    """Return all slots from left to right: before each word and behind it what else is over it, or around there.

    Of the predicates over a word one that both sides have stands on the word itself, the widest of several.
    """
    over: list[list[_Slot]] = [[] for _ in range(size)]
    wide: list[list[tuple[tuple[int, int], _Slot]]] = [[] for _ in range(size)]
    for pair in _pairs(sides):
        own = [(side, place) for side, place in enumerate(pair) if place >= 0]
        side, place = own[0]
        predicate = sides[side].predicates[place]
        slot = _Slot(places=list(pair))
        if predicate.first == predicate.last:
            over[predicate.first].append(slot)
        else:
            middle = (predicate.first + predicate.last) // 2
            wide[middle].append(((predicate.first, predicate.last), slot))
    made: list[_Slot] = []
    for word in range(size):
        stack = sorted(over[word], key=lambda slot: (min(slot.places) < 0, -_width(slot, widths))) or [_Slot()]
        stack[0].word = word
        for rank, slot in enumerate(stack):
            slot.rank = rank
        made += [*reversed(stack[2::2]), stack[0], *stack[1::2]]
        made += [slot for _, slot in sorted(wide[word], key=lambda each: each[0])]
    return made


def _pairs(sides: Sequence[Meant]) -> Iterator[tuple[int, int]]:
    """Return predicates and their partners over the same words, by their places; -1 where there is none."""
    gold, system = (side.predicates for side in sides)
    done = set()
    for place, predicate in enumerate(gold):
        other = predicate.partner
        if other >= 0 and _over(system[other]) == _over(predicate):
            done.add(other)
            yield place, other
        else:
            yield place, -1
    yield from ((-1, place) for place in range(len(system)) if place not in done)


def _over(predicate: Predicate) -> tuple[int, int]:
    return predicate.first, predicate.last


def _width(slot: _Slot, widths: Sequence[Sequence[float]]) -> float:
    return max(own[place] for own, place in zip(widths, slot.places, strict=True) if place >= 0)


class _Side:
    """One side of the row of words: its predicates in rows, and its arcs."""

    def __init__(self, meant: Meant, items: Sequence[Item], ranks: Mapping[int, int], measure: Measure) -> None:
        self.meant, self.items = meant, items
        self.order = list(ranks)  #: predicates in the order of slots
        self.place = {predicate: at for at, predicate in enumerate(self.order)}
        self.rows = 0
        self._stack(ranks)
        self.arcade = Arcade(list(self._arcs()), len(self.order), measure)
        for predicate, reach in zip(self.order, self.arcade.reach, strict=True):
            items[predicate].width = max(items[predicate].width, 2 * reach)  # legs come down on it

    def _stack(self, ranks: Mapping[int, int]) -> None:
        """Give each predicate a row above all that is over its words: those over few words first."""
        predicates = self.meant.predicates
        tops = [0] * (1 + max((each.last for each in predicates), default=0))

        def precedence(place: int) -> tuple[int, int]:
            return predicates[place].last - predicates[place].first, ranks[place]

        for place in sorted(self.order, key=precedence):
            over = slice(predicates[place].first, predicates[place].last + 1)
            row = max(tops[over])
            tops[over] = [row + 1] * len(tops[over])
            self.items[place].row = row
            self.rows = max(self.rows, row + 1)

    def _arcs(self) -> Iterator[Arc]:
        for each in self.meant.arguments:
            from_elsewhere = each.source not in (-1, each.target)
            start = self.place[each.source] if from_elsewhere else -1
            yield Arc(start, self.place[each.target], each.text, each.role, self.meant.side, each.node, each.badge)

    def extents(self, predicate: int, gap: float) -> Iterator[Extent]:
        """Return what a predicate occupies: its label, and its legs on all rows beyond and below the arcs."""
        item, side = self.items[predicate], self.meant.side
        legs = self.arcade.reach[self.place[predicate]]
        beside = _BESIDE * gap / 2
        yield (side, item.row), item.width / 2 + beside
        for row in range(item.row + 1, self.rows + 1):
            yield (side, row), legs + beside


class _Page:
    """Words and both sides."""

    def __init__(self, words: Sequence[str], sides: Sequence[Meant], measure: Measure) -> None:
        self.plan = Plan()
        self.words = [self.plan.add(Item(word, "word", "plain", "both", at)) for at, word in enumerate(words)]
        items = [
            [
                Item(each.text, "predicate", each.role, side.side, each.node, 0, badge=each.badge)
                for each in side.predicates
            ]
            for side in sides
        ]
        for item in (item for side in items for item in side):
            self.plan.add(item)
        self.plan.measure(measure)
        self.em = measure("x", "word")[1]
        self.slots = _slots(len(words), sides, [[item.width for item in side] for side in items])
        self.sides = []
        for number, (side, own) in enumerate(zip(sides, items, strict=True)):
            ranks = {slot.places[number]: slot.rank for slot in self.slots if slot.places[number] >= 0}
            self.sides.append(_Side(side, own, ranks, measure))

    # --- from left to right -----------------------------------------------------------------------------------------

    def settle(self, options: Options) -> None:
        """Place slots with so much air, and make room for the labels of arcs."""
        extents = [list(self._extents(slot, options.word_gap)) for slot in self.slots]
        lefts = _leftmost(extents)
        width = lefts[-1] if lefts else 0.0
        rights = [width - x for x in reversed(_leftmost(list(reversed(extents))))]
        for slot, left, right in zip(self.slots, lefts, rights, strict=True):
            slot.x = (left + right) / 2
        for number in (0, 1):
            self._widen(number)
        for slot in self.slots:
            if slot.word >= 0:
                self.words[slot.word].x = slot.x
            for side, place in zip(self.sides, slot.places, strict=True):
                if place >= 0:
                    side.items[place].x = slot.x

    def _extents(self, slot: _Slot, gap: float) -> Iterator[Extent]:
        if slot.word >= 0:
            yield "words", (self.words[slot.word].width + gap) / 2
        for side, place in zip(self.sides, slot.places, strict=True):
            if place >= 0:
                yield from side.extents(place, gap)

    def _widen(self, number: int) -> None:
        """Make room for the labels of the arcs of a side."""
        own = [at for at, slot in enumerate(self.slots) if slot.places[number] >= 0]

        def push(place: int, by: float) -> None:
            for slot in self.slots[own[place] :]:
                slot.x += by

        self.sides[number].arcade.widen(lambda place: self.slots[own[place]].x, push)

    # --- from the words outwards ------------------------------------------------------------------------------------

    def _pitch(self, gap: float) -> float:
        return self.plan.height + _LEAST * self.em + _ROWS * gap

    def _rise(self, side: _Side, gap: float) -> float:
        """Return how high the rows of a side are, from the words to where arcs stand."""
        return side.rows * self._pitch(gap)

    def height(self, gap: float) -> float:
        """Return how high all of it is."""
        sides = sum(self._rise(side, gap) + side.arcade.height(_LEVELS * gap) for side in self.sides)
        return sides + self.plan.bottom_height

    def draw(self, across: float, down: float, gap: float) -> Drawing:
        """Draw words and both sides at places moved *across* and *down*."""
        above = self.sides[0]
        first = down + self._rise(above, gap) + above.arcade.height(_LEVELS * gap)
        for item in self.plan.items():
            item.x += across
        high = self.plan.bottom_height
        labels = [_label(item, first + high / 2, high) for item in self.words]
        strokes: list[Stroke] = []
        for side, base, way in zip(self.sides, (first, first + high), (-1, 1), strict=True):
            made = self._drawn(side, base, way, gap)
            labels += made.labels
            strokes += made.strokes
        return Drawing(0, 0, tuple(labels), tuple(strokes))

    def _drawn(self, side: _Side, base: float, way: int, gap: float) -> Drawing:
        """Draw a side that stands on *base* (way -1), or hangs from it."""
        pitch, high = self._pitch(gap), self.plan.height
        labels = [_label(item, base + way * ((item.row + 1) * pitch - high / 2), high) for item in side.items]
        strokes = list(self._brackets(side, base, way, pitch))
        side.arcade.depths = [(side.rows - 1 - side.items[place].row) * pitch for place in side.order]
        standing = base + way * self._rise(side, gap)
        arcs, lines = side.arcade.draw(lambda place: side.items[side.order[place]].x, _LEVELS * gap)
        labels += [label._replace(y=standing - way * label.y) for label in arcs]
        strokes += [moved(line, standing, -way) for line in lines]
        return Drawing(0, 0, tuple(labels), tuple(strokes))

    def _brackets(self, side: _Side, base: float, way: int, pitch: float) -> Iterator[Stroke]:
        """Draw below each predicate over several words a bracket over them."""
        for item, predicate in zip(side.items, side.meant.predicates, strict=True):
            if predicate.first == predicate.last:
                continue
            first, last = self.words[predicate.first], self.words[predicate.last]
            y = base + way * ((item.row + 1) * pitch - self.plan.height - 0.1 * self.em)
            foot = y - way * _TICK * self.em
            ends = first.x - first.width / 2, last.x + last.width / 2
            points = (ends[0], foot), (ends[0], y), (ends[1], y), (ends[1], foot)
            yield Stroke(points, "drop", item.role, item.side, item.node)


def _leftmost(extents: Sequence[Sequence[Extent]]) -> list[float]:
    """Return the leftmost places of things that, on the rows they share, may not overlap; they stay in their order.

    >>> _leftmost([[("a", 2.0)], [("b", 9.0)], [("a", 3.0), ("b", 1.0)]])
    [0.0, 0.0, 10.0]
    """
    ends: dict[object, float] = {}
    found: list[float] = []
    for own in extents:
        least = found[-1] if found else 0.0
        found.append(max([least, *(ends[row] + half for row, half in own if row in ends)]))
        ends.update((row, found[-1] + half) for row, half in own)
    return found


def _label(item: Item, y: float, high: float) -> Label:
    return Label(item.text, item.x, y, item.width, high, item.kind, item.role, item.side, item.node, item.badge)
