"""Curves between the nodes of two drawings that a mapping pairs."""

from __future__ import annotations

from treelens.engine.align.mapping import Mapping

from .model import Drawing, Label, Stroke

__all__ = ["links"]

_PULL = 0.3  # how far the points that pull a curve are from its ends, as a part of the distance
_BOW = 1.6  # how far they pull it up, in heights of a label, so that it passes above labels of the same row


def links(mapping: Mapping, gold: Drawing, system: Drawing, offset: tuple[float, float]) -> list[Stroke]:
    """Return a curve for each pair of phrases or tags that are both shown, and for words at different positions.

    *offset* is where the system's drawing begins, seen from gold's; the curves are in gold's coordinates. Each stroke
    has four points, a cubic Bézier curve, and the id of the gold node. Where the drawings stand side by side a curve
    goes from the right of one label to the left of the other; else from bottom to top.
    """
    ours, theirs = _by_node(gold, ("gold", "both")), _by_node(system, ("system",))
    made = []
    for pair in mapping.pairs:
        one, other = ours.get(pair[0]), theirs.get(pair[1])
        if one is None or other is None:
            continue
        if one.kind == other.kind == "word" and mapping.gold.span(pair[0]) == mapping.system.span(pair[1]):
            continue
        points = _beside(one, other, offset) if offset[0] >= gold.width else _below(one, other, offset)
        made.append(Stroke(points, "link", "swap" if pair in mapping.swapped else "match", "both", pair[0]))
    return made


def _by_node(drawing: Drawing, sides: tuple[str, ...]) -> dict[int, Label]:
    return {label.node: label for label in drawing.labels if label.side in sides and label.kind != "fold"}


Curve = tuple[tuple[float, float], ...]


def _beside(one: Label, other: Label, offset: tuple[float, float]) -> Curve:
    start, end = one.box[2], other.box[0] + offset[0]
    pull = _PULL * (end - start)
    down = other.y + offset[1]
    bow = _BOW * one.height
    return (start, one.y), (start + pull, one.y - bow), (end - pull, down - bow), (end, down)


def _below(one: Label, other: Label, offset: tuple[float, float]) -> Curve:
    start, end = one.box[3], other.box[1] + offset[1]
    pull = _PULL * (end - start)
    across = other.x + offset[0]
    return (one.x, start), (one.x, start + pull), (across, end - pull), (across, end)
