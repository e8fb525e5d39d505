"""One meaning: read from text, turned into elementary dependencies, and taken apart into what can be compared.

An MRS (Copestake et al. 2005) lists predications and leaves their scope open; elementary dependencies (EDS; Oepen and
Lønning 2006) are the graph of its predications and their arguments. Dridan and Oepen 2011 compare two such graphs by
triples that are anchored in the text: names of predicates, arguments between two stretches of text, constants,
properties of variables, and the top.
"""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import Any

__all__ = ["PARTS", "STATES", "Meaning", "State", "meaning_of"]

#: The parts of elementary dependencies, by name.
PARTS = ("names", "arguments", "constants", "properties", "tops")
Span = tuple[int, int]
_NEAR = 20  #: letters behind a mistake that are shown


class State(IntEnum):
    """What can be done with a meaning; larger is worse."""

    FINE = 0
    NO_POSITIONS = 1  #: nothing in it says which part of the text it is of
    NO_GRAPH = 2  #: it cannot be turned into elementary dependencies
    BROKEN = 3  #: the text cannot be read
    MISSING = 4  #: there is none


#: The same in words.
STATES = {
    State.FINE: "",
    State.NO_POSITIONS: "has no positions in the text",
    State.NO_GRAPH: "cannot be turned into elementary dependencies",
    State.BROKEN: "cannot be read",
    State.MISSING: "is missing",
}


@dataclass(frozen=True)
class Meaning:
    """A meaning as PyDelphin's objects: the MRS, and the EDS where it could be made; *why* says what is wrong."""

    mrs: Any = None
    eds: Any = None
    state: State = State.MISSING
    why: str = ""

    @cached_property
    def predications(self) -> Counter[Hashable]:
        """How often each predicate occurs with each constant: two equivalent meanings have the same."""
        from delphin import predicate

        return Counter((predicate.normalize(ep.predicate), ep.carg) for ep in self.mrs.rels)

    @cached_property
    def triples(self) -> dict[str, Counter[Hashable]]:
        """What elementary dependencies consist of, by part."""
        graph = self.eds
        spans = {node.id: (node.cfrom, node.cto) for node in graph.nodes}
        edges = [(spans[node.id], role, spans.get(target)) for node in graph.nodes for role, target in _edges(node)]
        properties = [(spans[node.id], *one) for node in graph.nodes for one in node.properties.items()]
        return {
            "names": Counter((spans[node.id], node.predicate) for node in graph.nodes),
            "arguments": Counter(edge for edge in edges if edge[2] is not None),
            "constants": Counter((spans[node.id], node.carg) for node in graph.nodes if node.carg),
            "properties": Counter(properties),
            "tops": Counter([spans[graph.top]] if graph.top in spans else []),
        }

    @cached_property
    def bare_triples(self) -> dict[str, Counter[Hashable]]:
        """The same without labels, only positions; constants and properties would say nothing that names do not."""
        parts = self.triples
        bare: dict[str, Counter[Hashable]] = {"tops": parts["tops"]}
        for part, places in (("names", (0,)), ("arguments", (0, 2))):
            bare[part] = Counter()
            for triple, times in parts[part].items():
                bare[part][tuple(triple[place] for place in places)] += times  # type: ignore[index]
        return bare


def _edges(node: Any) -> list[tuple[str, str]]:
    return list(node.edges.items())


def meaning_of(text: str | None) -> Meaning:
    """Read a meaning; whatever is wrong with it becomes its state, never an error.

    >>> rain = "[ LTOP: h0 INDEX: e2 [ e ] RELS: < [ _rain_v_1<3:9> LBL: h1 ARG0: e2 ] > HCONS: < h0 qeq h1 > ]"
    >>> meaning_of(rain).state
    <State.FINE: 0>
    >>> meaning_of("[ LTOP: h0").state, meaning_of("").state
    (<State.BROKEN: 3>, <State.MISSING: 4>)
    """
    if not text or not text.strip():
        return Meaning()
    from delphin import eds
    from delphin.codecs import simplemrs

    try:
        made = simplemrs.decode(text)
    except Exception as error:  # the library says in many ways that a text is none of its own
        return Meaning(state=State.BROKEN, why=_reason(error))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a constraint that leads nowhere leaves out an argument, nothing more
            graph = eds.from_mrs(made)
        bad = not graph.nodes
    except Exception as error:  # as above
        return Meaning(made, state=State.NO_GRAPH, why=_reason(error))
    if bad or all(node.cfrom < 0 or node.cto < 0 for node in graph.nodes):
        return Meaning(made, graph, State.NO_POSITIONS)
    return Meaning(made, graph, State.FINE)


def _reason(error: Exception) -> str:
    """Say in one line what is wrong with a text, and where, as far as the library tells."""
    from delphin.exceptions import PyDelphinSyntaxError

    if isinstance(error, StopIteration):  # it ran out of text without a word
        return "it ends too early"
    if isinstance(error, PyDelphinSyntaxError) and error.message and error.offset is not None:
        there = (error.text or "")[error.offset :][:_NEAR]
        return f"{error.message} at letter {error.offset + 1}" + (f", before {there!r}" if there else "")
    text = str(error).strip() or type(error).__name__
    return text.splitlines()[0][:200]
