"""Elementary dependencies as a graph to look at, and what two of them share.

A node is a predicate over a stretch of the text, an edge is one of its arguments. Two graphs share what their triples
share (:mod:`.meanings`), so what is drawn adds up to the score: nodes by stretch and predicate, edges by the stretches
they lead from and to and by the role. What is left over is *missing* in the system or *extra* there; where only the
label is another, the two are a *swap*.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from .meanings import Meaning, Span

__all__ = ["Edge", "Graph", "GraphNode", "GraphPairs", "compare_graphs", "graph_of", "paired", "words_within"]

Pairs = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class GraphNode:
    """A predicate: its name in the graph, the stretch of text, its constant, and the properties of its variable."""

    id: str
    predicate: str
    span: Span
    constant: str | None = None
    properties: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Edge:
    """An argument: from one node to another, both by their place in the graph."""

    source: int
    role: str
    target: int


@dataclass(frozen=True)
class Graph:
    """The nodes of a meaning from left to right, their arguments, and which node is the top."""

    nodes: tuple[GraphNode, ...] = ()
    edges: tuple[Edge, ...] = ()
    top: int | None = None


def graph_of(meaning: Meaning) -> Graph:
    """Return the graph of a meaning; one without elementary dependencies has none.

    >>> from .meanings import meaning_of
    >>> rain = "[ LTOP: h0 INDEX: e2 [ e ] RELS: < [ _rain_v_1<3:9> LBL: h1 ARG0: e2 ] > HCONS: < h0 qeq h1 > ]"
    >>> graph_of(meaning_of(rain))
    Graph(nodes=(GraphNode(id='e2', predicate='_rain_v_1', span=(3, 9), constant=None, properties=()),),
          edges=(), top=0)
    """
    if meaning.eds is None:
        return Graph()
    ordered = sorted(meaning.eds.nodes, key=lambda node: (node.cfrom, node.cto, node.predicate))
    place = {node.id: at for at, node in enumerate(ordered)}
    edges = (
        Edge(place[node.id], role, place[target])
        for node in ordered
        for role, target in node.edges.items()
        if target in place
    )
    return Graph(tuple(map(_node, ordered)), tuple(edges), place.get(meaning.eds.top))


def _node(node: Any) -> GraphNode:
    properties = tuple(sorted(node.properties.items()))
    return GraphNode(node.id, node.predicate, (node.cfrom, node.cto), node.carg, properties)


@dataclass(frozen=True)
class GraphPairs:
    """What two graphs share, as pairs of places: nodes and edges that are the same, and those of another label."""

    nodes: Pairs
    swapped_nodes: Pairs
    edges: Pairs
    swapped_edges: Pairs


def compare_graphs(gold: Graph, test: Graph) -> GraphPairs:
    """Pair what is the same in two graphs, and then what differs in its label only, each in order."""
    nodes = paired(gold.nodes, test.nodes, lambda node: (node.span, node.predicate))
    swapped = paired(gold.nodes, test.nodes, lambda node: node.span, nodes)

    def ends(graph: Graph, edge: Edge) -> tuple[Span, Span]:
        return graph.nodes[edge.source].span, graph.nodes[edge.target].span

    mine = [(ends(gold, edge), edge.role) for edge in gold.edges]
    theirs = [(ends(test, edge), edge.role) for edge in test.edges]
    edges = paired(mine, theirs, lambda edge: edge)
    return GraphPairs(nodes, swapped, edges, paired(mine, theirs, lambda edge: edge[0], edges))


def paired(gold: Sequence[Any], test: Sequence[Any], key: Callable[[Any], Hashable], done: Pairs = ()) -> Pairs:
    """Pair items of equal keys in order, as many as both sides have; those that are done take no part."""
    mine_done, theirs_done = ({pair[side] for pair in done} for side in (0, 1))
    free: dict[Hashable, list[int]] = {}
    for place in reversed(range(len(test))):
        if place not in theirs_done:
            free.setdefault(key(test[place]), []).append(place)
    found = []
    for place, item in enumerate(gold):
        if place not in mine_done and (there := free.get(key(item))):
            found.append((place, there.pop()))
    return tuple(found)


def words_within(span: Span, begins: Iterable[str], ends: Iterable[str]) -> list[int]:
    """Return the positions of the words that a stretch of text touches; *begins* and *ends* are the words' letters.

    They are the columns ``from`` and ``to`` beside a derivation; a word whose letters are not known is in no stretch.

    >>> words_within((4, 12), ["0", "4", "", "8"], ["3", "7", "", "12"])
    [1, 3]
    """
    places = enumerate(zip(begins, ends, strict=True))
    known = [(at, int(begin), int(end)) for at, (begin, end) in places if begin.isdigit() and end.isdigit()]
    return [at for at, begin, end in known if begin < span[1] and span[0] < end]
