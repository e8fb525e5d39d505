"""Meanings in words: what a predicate, an argument or a word is, and what became of it, in a line."""

from __future__ import annotations

from .comparison import Key
from .meanings import SIDES, Meanings

__all__ = ["explain"]


def explain(meanings: Meanings, key: Key) -> str:
    """Say in a line what something is, and what became of it."""
    side, own = key
    if side == "both":
        over = meanings.keys(key)[1:]
        names = ", ".join(dict.fromkeys(meanings.text(SIDES.index(name), each) for name, each in over))
        return f"“{meanings.told.words[own].text}”: {names or 'no predicate over it'}."
    number = SIDES.index(side)
    graph = meanings.graphs[number]
    if own < len(graph.nodes):
        said = _predicate(meanings, number, own)
    elif own < len(graph.nodes) + len(graph.edges):
        edge = graph.edges[own - len(graph.nodes)]
        said = f"{edge.role} of {meanings.text(number, edge.source)} is {meanings.text(number, edge.target)}"
    else:
        said = f"{meanings.text(number, graph.top or 0)} is the top"
    return f"{said}: {_fate(meanings, number, own)}." if meanings.comparable else f"{said}."


def _predicate(meanings: Meanings, side: int, own: int) -> str:
    node = meanings.graphs[side].nodes[own]
    first, last = meanings.words_of(node)
    words = " ".join(word.text for word in meanings.told.words[first : last + 1])
    properties = " ".join(f"{name} {value}" for name, value in node.properties)
    return f"{meanings.text(side, own)} over “{words}”" + (f", {properties}" if properties else "")


def _fate(meanings: Meanings, side: int, own: int) -> str:
    role, partner = meanings.role(side, own), meanings.partners[side].get(own)
    if partner is None:
        return "the system lacks it" if role == "deletion" else "gold does not have it"
    if role == "swap":
        return f"{'the system has' if side == 0 else 'gold has'} {meanings.text(1 - side, partner)}"
    other = _other_properties(meanings, side, own, partner)
    return f"on both sides, {other}" if other else "on both sides"


def _other_properties(meanings: Meanings, side: int, own: int, partner: int) -> str:
    """Say which properties the partner of a predicate has otherwise."""
    if own >= len(meanings.graphs[side].nodes):
        return ""
    ours = dict(meanings.graphs[side].nodes[own].properties)
    theirs = dict(meanings.graphs[1 - side].nodes[partner].properties)
    unlike = [name for name in sorted(ours.keys() | theirs.keys()) if ours.get(name) != theirs.get(name)]
    said = " ".join(f"{name} {theirs.get(name, 'unsaid')}" for name in unlike)
    return f"{'the system' if side == 0 else 'gold'} with {said}" if said else ""
