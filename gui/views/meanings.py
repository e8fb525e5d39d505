"""The meanings of one sentence, gold's and a system's, as they are looked at. Plain values without Qt.

Reading a meaning takes time, the first time even more: texts are collected first (:mod:`.told`), and :class:`Meanings`
reads them when it is asked. What is drawn goes by keys as in trees: a side and an id. On each side predicates come
first, then arguments, and at last the mark of the top; words are of ``both`` sides.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from treelens.engine.semantics import STATES, Meaning, State, meaning_of
from treelens.engine.semantics.graphs import Graph, GraphNode, GraphPairs, compare_graphs, graph_of, words_within
from treelens.engine.semantics.lines import Row, compare_lines

from ..drawing.predicates import Argument, Meant, Predicate
from ..drawing.roles import badge_of
from .comparison import Key
from .told import Told

__all__ = ["SIDES", "Meanings"]

SIDES = ("gold", "system")
TOP = "top"


@dataclass(frozen=True)
class Meanings:
    """Two meanings of a sentence, compared; made from what is told in whatever thread."""

    told: Told

    @cached_property
    def read(self) -> tuple[Meaning, Meaning]:
        """Both meanings, read."""
        return meaning_of(self.told.gold), meaning_of(self.told.system)

    @cached_property
    def graphs(self) -> tuple[Graph, Graph]:
        """Both as graphs."""
        gold, system = map(graph_of, self.read)
        return gold, system

    @cached_property
    def pairs(self) -> GraphPairs:
        """What both share."""
        return compare_graphs(*self.graphs)

    @cached_property
    def rows(self) -> list[Row]:
        """Both as text, line by line."""
        return compare_lines(*self.read)

    def prepare(self) -> Meanings:
        """Find out everything that takes time, and return the same."""
        _ = self.parts, self.rows
        return self

    # --- what is wrong ----------------------------------------------------------------------------------------------

    @property
    def comparable(self) -> bool:
        """Whether both graphs are there and say of which part of the text they are; else nothing is marked in them."""
        return all(meaning.state == State.FINE for meaning in self.read)

    def flaws(self) -> dict[str, str]:
        """Say for each side whose meaning cannot be compared why."""
        found = {}
        for side, text, meaning in zip(SIDES, (self.told.gold, self.told.system), self.read, strict=True):
            if meaning.state != State.FINE:
                reason = STATES[meaning.state] + (f": {meaning.why}" if meaning.why else "")
                found[side] = "no analysis" if text is None else f"the MRS {reason}"
        return found

    def problems(self) -> dict[str, str]:
        """Say for each side whose meaning cannot even be drawn why."""
        drawn = [side for side, one in zip(SIDES, self.read, strict=True) if one.state == State.NO_POSITIONS]
        return {side: why for side, why in self.flaws().items() if side not in drawn}

    @property
    def other_lines(self) -> int:
        """How many lines of the MRSs differ."""
        return sum(row.role != "match" for row in self.rows)

    # --- what is drawn ----------------------------------------------------------------------------------------------

    def words_of(self, node: GraphNode) -> tuple[int, int]:
        """Return the first and the last word of a predicate: those it touches, else the one nearest to it."""
        words = self.told.words
        found = words_within(node.span, [str(each.begin) for each in words], [str(each.end) for each in words])
        if found:
            return found[0], found[-1]
        nearest = min(range(len(words)), key=lambda at: abs(words[at].begin - node.span[0]), default=0)
        return nearest, nearest

    @cached_property
    def partners(self) -> tuple[dict[int, int], dict[int, int]]:
        """From ids of gold to those of the system, and back: of predicates, arguments and tops."""
        if not self.comparable:
            return {}, {}
        pairs, (gold, system) = self.pairs, self.graphs
        ours, theirs = len(gold.nodes), len(system.nodes)
        found = [*pairs.nodes, *pairs.swapped_nodes]
        found += [(ours + one, theirs + other) for one, other in (*pairs.edges, *pairs.swapped_edges)]
        if gold.top is not None and system.top is not None and self._same_top:
            found.append((ours + len(gold.edges), theirs + len(system.edges)))
        return dict(found), {other: one for one, other in found}

    @property
    def _same_top(self) -> bool:
        gold, system = self.graphs
        both = gold.top is not None and system.top is not None
        return both and gold.nodes[gold.top or 0].span == system.nodes[system.top or 0].span

    def text(self, side: int, own: int) -> str:
        """Return the label of something by its id: a predicate with its constant, a role, or the mark of the top."""
        graph = self.graphs[side]
        if own < len(graph.nodes):
            node = graph.nodes[own]
            return f"{node.predicate}({node.constant})" if node.constant else node.predicate
        place = own - len(graph.nodes)
        return graph.edges[place].role if place < len(graph.edges) else TOP

    def role(self, side: int, own: int) -> str:
        """Return what became of something: it is a swap if its partner is called otherwise."""
        if not self.comparable:
            return "match"
        partner = self.partners[side].get(own)
        if partner is None:
            return ("deletion", "insertion")[side]
        return "match" if self.text(1 - side, partner) == self.text(side, own) else "swap"

    def _badge(self, side: int, own: int) -> str:
        partner = self.partners[side].get(own)
        other = self.text(1 - side, partner) if partner is not None else ""
        return badge_of(self.role(side, own), self.text(side, own), other, SIDES[side])

    def size(self, side: int) -> int:
        """Return how many ids there are on a side."""
        graph = self.graphs[side]
        return len(graph.nodes) + len(graph.edges) + (graph.top is not None)

    @cached_property
    def parts(self) -> tuple[Meant, Meant]:
        """Both sides as they are drawn."""
        gold, system = (self._part(side) for side in (0, 1))
        return gold, system

    def _part(self, side: int) -> Meant:
        graph, partners = self.graphs[side], self.partners[side]
        predicates = tuple(
            Predicate(
                self.text(side, own),
                own,
                *self.words_of(node),
                self.role(side, own),
                self._badge(side, own),
                partners.get(own, -1),
            )
            for own, node in enumerate(graph.nodes)
        )
        ends = [(edge.source, edge.target) for edge in graph.edges]
        ends += [(-1, graph.top)] if graph.top is not None else []
        arguments = tuple(
            Argument(source, target, self.text(side, own), own, self.role(side, own), self._badge(side, own))
            for own, (source, target) in enumerate(ends, len(graph.nodes))
        )
        return Meant(SIDES[side], predicates, arguments)

    @cached_property
    def roles(self) -> dict[str, dict[int, str]]:
        """What became of everything, by side and id."""
        return {name: {own: self.role(side, own) for own in range(self.size(side))} for side, name in enumerate(SIDES)}

    @property
    def counts(self) -> dict[str, int]:
        """How many there are of each role; both of a swap, and both of a match, are one."""
        ours, theirs = (Counter(self.roles[side].values()) for side in SIDES)
        return {
            "deletion": ours["deletion"],
            "insertion": theirs["insertion"],
            "swap": ours["swap"],
            "match": ours["match"],
        }

    @cached_property
    def differences(self) -> list[Key]:
        """Everything worth stopping at, from left to right."""
        keys = [
            (name, own)
            for side, name in enumerate(SIDES)
            for own, role in self.roles[name].items()
            if role in ("deletion", "insertion") or (role == "swap" and side == 0)
        ]
        return sorted(keys, key=lambda key: (self._start(key), SIDES.index(key[0]), key[1]))

    def _start(self, key: Key) -> int:
        graph = self.graphs[SIDES.index(key[0])]
        return graph.nodes[self._owner(key)].span[0]

    def _owner(self, key: Key) -> int:
        """Return the predicate that something belongs to: itself, where an argument comes from, or the top."""
        side, own = key
        graph = self.graphs[SIDES.index(side)]
        if own < len(graph.nodes):
            return own
        place = own - len(graph.nodes)
        return graph.edges[place].source if place < len(graph.edges) else graph.top or 0

    # --- pointing ---------------------------------------------------------------------------------------------------

    def keys(self, key: Key) -> list[Key]:
        """Return what lights up with something: its partner and its words; of a word the predicates over it."""
        side, own = key
        if side == "both":
            word = self.told.words[own]
            return [key, *self.within((word.begin, word.end))]
        number = SIDES.index(side)
        partner = self.partners[number].get(own)
        found = [key, *([(SIDES[1 - number], partner)] if partner is not None else [])]
        if own < len(self.graphs[number].nodes):
            first, last = self.words_of(self.graphs[number].nodes[own])
            found += [("both", word) for word in range(first, last + 1)]
        return found

    def within(self, letters: tuple[int, int]) -> list[Key]:
        """Return the predicates of both sides that are over nothing but these letters."""
        return [
            (name, own)
            for name, graph in zip(SIDES, self.graphs, strict=True)
            for own, node in enumerate(graph.nodes)
            if letters[0] <= node.span[0] and node.span[1] <= letters[1]
        ]

    def letters(self, key: Key) -> tuple[int, int]:
        """Return which letters of the text something is over."""
        side, own = key
        if side == "both":
            return self.told.words[own].begin, self.told.words[own].end
        return self.graphs[SIDES.index(side)].nodes[self._owner(key)].span

    def next_to(self, key: Key, way: str) -> Key | None:
        """Return what is next to something: ``left`` and ``right`` in the text, ``up`` and ``down`` along arguments.

        Up leads to the first predicate that has this one as an argument, down to its own first argument; from an
        argument to the predicates at its ends. Words have only neighbours, and the predicates over them.
        """
        side, own = key
        if side == "both":
            if way in ("left", "right"):
                at = own + (1 if way == "right" else -1)
                return ("both", at) if 0 <= at < len(self.told.words) else None
            over = [each for each in self.keys(key)[1:] if each[0] == ("gold" if way == "up" else "system")]
            return over[0] if over else None
        graph = self.graphs[SIDES.index(side)]
        if own >= len(graph.nodes):
            return self._end_of(key, way)
        if way in ("left", "right"):
            found = own + (1 if way == "right" else -1)
            return (side, found) if 0 <= found < len(graph.nodes) else None
        ends = [(edge.target, edge.source) if way == "up" else (edge.source, edge.target) for edge in graph.edges]
        return next(((side, other) for one, other in ends if one == own), None)

    def _end_of(self, key: Key, way: str) -> Key | None:
        side, own = key
        graph = self.graphs[SIDES.index(side)]
        place = own - len(graph.nodes)
        if way in ("left", "right"):
            return self.next_to((side, self._owner(key)), way)
        if place >= len(graph.edges):
            return (side, graph.top or 0) if way == "down" else None
        return side, graph.edges[place].source if way == "up" else graph.edges[place].target
