"""A meaning as a graph in layers: predicates above their arguments, each layer from left to right in the text.

Layers are the generations of the graph once it has no cycles, and whatever has arguments is as near to them as can be:
an edge that would close a cycle counts the other way round.
Between two layers of predicates there is a row for the labels of edges, so that these have room like anything else; an
edge over several layers passes through *bends* on the rows between. Then every line leads from one row to the next, and
nothing on a row overlaps: no line meets a label.

Rows are ordered by where their neighbours are (barycentres; Sugiyama et al. 1981), up and down a few times, and the
order with the fewest crossings is kept. Places follow in the same way: everything moves to the middle of its
neighbours as far as its row allows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from .framing import framed
from .model import Drawing, Label, Measure, Options, Stroke
from .plan import BEND, Item, Plan
from .predicates import Argument, Meant

__all__ = ["place_layers"]

_SWEEPS = 6  # times that rows are ordered, and places found, from the top and from the bottom
_ROWS = 0.35  # air between rows, as a part of that between rows of a tree …
_LEAST = 0.6  # … and in heights of a word: room for the head of an arrow
_BESIDE = 0.6  # air between labels, as a part of that between words
_ARROW = (0.46, 0.18)  # the length of an arrow's head and half its width, in heights of a word
_ENDS = 0.7  # the part of a label's width on which lines end


@dataclass(eq=False)
class _Node:
    """Something on a row: a predicate, the label of an edge, or a bend; with its neighbours on the next rows."""

    item: Item
    start: float  #: where it is in the text
    above: list[_Node] = field(default_factory=list)
    below: list[_Node] = field(default_factory=list)


@dataclass(eq=False)
class _Chain:
    """An edge from its upper end to its lower end; the arrow is at its last node, or (backwards) at its first."""

    argument: Argument
    nodes: list[_Node]
    backwards: bool = False


def place_layers(meant: Meant, measure: Measure, options: Options, *, mirrored: bool = False) -> Drawing:
    """Draw a meaning as a graph in layers; with *mirrored* from right to left."""
    return framed(_Layers(meant, measure), options, mirrored=mirrored)


class _Layers:
    """The rows of a graph, labels of edges and predicates in turn; the first one is for the mark of the top."""

    def __init__(self, meant: Meant, measure: Measure) -> None:
        self.meant = meant
        self.plan = Plan()
        self.em = measure("x", "word")[1]
        self.rows: list[list[_Node]] = []
        layer = _layers(meant)
        self.predicates = [
            self._add(
                Item(each.text, "predicate", each.role, meant.side, each.node, 2 * layer[place] + 1, badge=each.badge),
                each.first,
            )
            for place, each in enumerate(meant.predicates)
        ]
        self.chains = [self._chain(argument, layer) for argument in meant.arguments]
        self.plan.measure(measure)
        self._order()

    def _add(self, item: Item, start: float) -> _Node:
        node = _Node(self.plan.add(item), start)
        while len(self.rows) <= item.row:
            self.rows.append([])
        self.rows[item.row].append(node)
        return node

    def _chain(self, argument: Argument, layer: Sequence[int]) -> _Chain:
        """Put the label of an edge, and bends, on the rows between its ends; the mark of the top has one end only."""
        label = Item(argument.text, "relation", argument.role, self.meant.side, argument.node, badge=argument.badge)
        target = self.predicates[argument.target]
        if argument.source < 0 or argument.source == argument.target:
            label.row = target.item.row - 1
            nodes = [self._add(label, target.start), target]
        else:
            source = self.predicates[argument.source]
            backwards = layer[argument.source] > layer[argument.target]
            upper, lower = (target, source) if backwards else (source, target)
            middle = (upper.start + lower.start) / 2
            label.row = upper.item.row + 1
            bends = [
                self._add(Item("", BEND, argument.role, self.meant.side, argument.node, row), lower.start)
                for row in range(label.row + 1, lower.item.row)
            ]
            nodes = [upper, self._add(label, middle), *bends, lower]
        for one, other in pairwise(nodes):
            one.below.append(other)
            other.above.append(one)
        return _Chain(argument, nodes, argument.source >= 0 and nodes[-1] is not target)

    # --- the order of rows ------------------------------------------------------------------------------------------

    def _order(self) -> None:
        """Order all rows so that few lines cross."""
        for row in self.rows:
            row.sort(key=lambda node: node.start)
        best, fewest = [list(row) for row in self.rows], self._crossings()
        for _ in range(_SWEEPS):
            if not fewest:
                break
            for rows, side in ((self.rows[1:], "above"), (self.rows[-2::-1], "below")):
                place = {node: at for row in self.rows for at, node in enumerate(row)}
                for row in rows:
                    _sort_by_neighbours(row, side, place)
                    place.update((node, at) for at, node in enumerate(row))
                if (found := self._crossings()) < fewest:
                    best, fewest = [list(row) for row in self.rows], found
        self.rows = best

    def _crossings(self) -> int:
        """Return how many pairs of lines cross."""
        total = 0
        for upper, lower in pairwise(self.rows):
            place = {node: at for at, node in enumerate(lower)}
            seen: list[int] = []
            for node in upper:
                ends = [place[each] for each in node.below]
                total += sum(other > end for end in ends for other in seen)
                seen += ends
        return total

    # --- from left to right -----------------------------------------------------------------------------------------

    def settle(self, options: Options) -> None:
        """Give everything a place with so much air."""
        gap = _BESIDE * options.word_gap
        for row in self.rows:
            _spread(row, [0.0] * len(row), gap)
        for sweep in range(_SWEEPS):
            for row in self.rows if sweep % 2 else reversed(self.rows):
                _spread(row, [_middle(node) for node in row], gap)

    # --- drawing ----------------------------------------------------------------------------------------------------

    def _pitch(self, gap: float) -> float:
        return self.plan.height + _LEAST * self.em + _ROWS * gap

    @property
    def _first(self) -> int:
        """The first row that is not empty: the one before all predicates is, unless the top is there."""
        return next((at for at, row in enumerate(self.rows) if row), 0)

    def height(self, gap: float) -> float:
        """Return how high all of it is."""
        rows = len(self.rows) - self._first
        return rows * self._pitch(gap) - (self._pitch(gap) - self.plan.height) if rows else 0.0

    def draw(self, across: float, down: float, gap: float) -> Drawing:
        """Draw everything at places moved *across* and *down*."""
        pitch, high = self._pitch(gap), self.plan.height
        y = [down + high / 2 + (row - self._first) * pitch for row in range(len(self.rows))]
        for item in self.plan.items():
            item.x += across
        labels = tuple(
            Label(
                item.text, item.x, y[item.row], item.width, high, item.kind, item.role, item.side, item.node, item.badge
            )
            for item in self.plan.items()
            if item.kind != BEND
        )
        ends = self._ends()
        strokes = [stroke for chain in self.chains for stroke in self._strokes(chain, ends, y)]
        return Drawing(0, 0, labels, tuple(strokes))

    def _ends(self) -> dict[tuple[_Node, _Node], float]:
        """Return where, beside the middle of a predicate, its lines end: side by side in the order of their others."""
        found = {}
        for node in self.predicates:
            for others in (node.above, node.below):
                order = sorted(others, key=lambda other: other.item.x)
                for at, other in enumerate(order):
                    found[node, other] = (at + 0.5 - len(order) / 2) * _ENDS * node.item.width / len(order)
        return found

    def _strokes(self, chain: _Chain, ends: dict[tuple[_Node, _Node], float], y: Sequence[float]) -> Iterator[Stroke]:
        """Draw the lines of an edge from row to row, through bends, and the head of its arrow."""
        look = chain.argument.role, self.meant.side, chain.argument.node
        half = self.plan.height / 2
        long, wide = (part * self.em for part in _ARROW)
        for at, (upper, lower) in enumerate(pairwise(chain.nodes)):
            start = upper.item.x + ends.get((upper, lower), 0.0), y[upper.item.row] + half
            end = lower.item.x + ends.get((lower, upper), 0.0), y[lower.item.row] - half
            if at == 0 and chain.backwards:
                yield Stroke(
                    (start, (start[0] - wide, start[1] + long), (start[0] + wide, start[1] + long)), "arrow", *look
                )
                start = start[0], start[1] + 0.8 * long
            if lower is chain.nodes[-1] and not chain.backwards:
                yield Stroke((end, (end[0] - wide, end[1] - long), (end[0] + wide, end[1] - long)), "arrow", *look)
                end = end[0], end[1] - 0.8 * long
            yield Stroke((start, end), "arc", *look)
            if lower.item.kind == BEND:
                yield Stroke((end, (end[0], end[1] + 2 * half)), "arc", *look)


def _layers(meant: Meant) -> list[int]:
    """Return the layer of each predicate: how many are above it at most, but no further up than its arguments need.

    So a quantifier stands right above its noun, wherever that is, and not in one long row with all the others.
    """
    import networkx

    graph = networkx.DiGraph()
    graph.add_nodes_from(range(len(meant.predicates)))
    for argument in meant.arguments:
        if argument.source >= 0 and argument.source != argument.target:
            graph.add_edge(argument.source, argument.target)
    _without_cycles(graph)
    found = [0] * len(meant.predicates)
    for number, generation in enumerate(networkx.topological_generations(graph)):
        for place in generation:
            found[place] = number
    for place in reversed(list(networkx.topological_sort(graph))):
        found[place] = min((found[below] - 1 for below in graph.successors(place)), default=found[place])
    return found


def _without_cycles(graph: Any) -> None:
    """Turn edges round until there are no cycles; it is the last edge of a cycle that is turned."""
    import networkx

    while True:
        try:
            *_, (source, target) = networkx.find_cycle(graph)
        except networkx.NetworkXNoCycle:
            return
        graph.remove_edge(source, target)
        if not networkx.has_path(graph, source, target):
            graph.add_edge(target, source)


def _sort_by_neighbours(row: list[_Node], side: str, place: dict[_Node, int]) -> None:
    """Order a row by the middle of each one's neighbours on one side; who has none stays where it is."""
    wanted = {}
    for at, node in enumerate(row):
        others = [place[other] for other in getattr(node, side)]
        wanted[node] = sum(others) / len(others) if others else at
    row.sort(key=lambda node: (wanted[node], node.start))


def _middle(node: _Node) -> float:
    """Return the middle of all neighbours, or where a node is if it has none."""
    others = [other.item.x for other in (*node.above, *node.below)]
    return sum(others) / len(others) if others else node.item.x


def _spread(row: Sequence[_Node], wanted: Sequence[float], gap: float) -> None:
    """Place a row as near to what is wanted as its order and widths allow.

    Least squares under an order: neighbours that would overlap become a block, which stands at the mean of what its
    members want (pool adjacent violators).
    """
    blocks: list[tuple[float, int]] = []  # where each begins, without the widths before it, and of how many it is
    offsets = [0.0]
    for one, other in pairwise(row):
        offsets.append(offsets[-1] + (one.item.width + other.item.width) / 2 + gap)
    for place, offset in zip(wanted, offsets, strict=False):
        start, number = place - offset, 1
        while blocks and blocks[-1][0] > start:
            before, members = blocks.pop()
            start = (before * members + start * number) / (members + number)
            number += members
        blocks.append((start, number))
    starts = [start for start, number in blocks for _ in range(number)]
    for node, start, offset in zip(row, starts, offsets, strict=False):
        node.item.x = start + offset
