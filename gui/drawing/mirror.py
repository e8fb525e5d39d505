"""Two trees mirrored: gold above, the system hanging below, the words between them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from .compose import Page, compose, from_right, page_of, upside_down, usual_gap
from .drawn import Drawn, Part
from .model import Drawing, Measure, Options
from .plan import Item, Plan
from .room import row_gap
from .row import settled

__all__ = ["place_mirror"]


def place_mirror(gold: Part, system: Part, measure: Measure, options: Options, *, mirrored: bool = False) -> Drawing:
    """Draw gold above and the system below one row of words; two rows if the words, or what is folded, differ.

    Words that both share are of side ``both`` and carry the id of gold's word. Traces that only one of the trees has
    stand between them in the same row, and are its own.
    """

    def join(plans: Sequence[Plan]) -> None:
        for one, other in _same_words(plans, (gold.drawn, system.drawn)):
            _join(one, other)

    plans = settled((gold, system), measure, options, join)
    above, below, height = _pages(plans, options)
    upper, lower = compose(plans[0], above), upside_down(compose(plans[1], below), height)
    labels = [*upper.labels, *(label for label in lower.labels if label.side != "both")]
    drawing = Drawing(above.width, height, tuple(labels), upper.strokes + lower.strokes)
    return from_right(drawing) if mirrored else drawing


def _pages(plans: Sequence[Plan], options: Options) -> tuple[Page, Page, float]:
    """Return the page of the upper and of the lower tree, and how high they are together."""
    shared = any(all(item.side == "both" for item in plan.bottom) for plan in plans)

    def facing(gap: float) -> tuple[Page, Page, float]:
        above, below = (page_of(plans, options, len(plan.rows), gap) for plan in plans)
        apart = 0.0 if shared and above.words else above.words + gap
        return above, below, above.bottom + apart + below.bottom

    usual = usual_gap(plans, options)
    gap = row_gap(page_of(plans, options).width, usual, lambda gap: facing(gap)[2], options)
    return facing(gap)


def _same_words(plans: Sequence[Plan], trees: Sequence[Drawn]) -> list[tuple[Item, Item]]:
    """Return the items of both bottom rows in pairs, or none if the rows do not show the same words.

    The rows may differ in traces, as long as all of them are in one tree: those of two would have to be kept apart.
    """
    for plan in plans:
        plan.bottom.sort(key=lambda item: item.span)
    rows = [plan.bottom for plan in plans]
    if not _alike(rows, [list(range(len(tree.tree.leaves) + 1)) for tree in trees]):
        rows = [_spoken(plan, tree) for plan, tree in zip(plans, trees, strict=True)]
        both_silent = all(len(row) < len(plan.bottom) for row, plan in zip(rows, plans, strict=True))
        if both_silent or not _alike(rows, [_places(tree) for tree in trees]):
            return []
    return list(zip(*rows, strict=True))


def _alike(rows: Sequence[Sequence[Item]], places: Sequence[Sequence[int]]) -> bool:
    """Say whether rows show the same; *places* has for each position of a word where it is among those compared."""
    shown = [
        [(item.text, item.kind, own[item.span[0]], own[item.span[1]]) for item in row]
        for row, own in zip(rows, places, strict=True)
    ]
    return shown[0] == shown[1]


def _spoken(plan: Plan, tree: Drawn) -> list[Item]:
    """Return what is on the bottom row, without traces."""
    return [item for item in plan.bottom if not tree.empty.issuperset(range(*item.span))]


def _places(tree: Drawn) -> list[int]:
    """Return for each position how many words there are before it that are no traces."""
    return [0, *accumulate(at not in tree.empty for at in range(len(tree.tree.leaves)))]


def _join(gold: Item, system: Item) -> None:
    """Let a word of gold stand for the system's as well, in the role that says more.

    Where only the system's is compared it stands for both.
    """
    if gold.node < 0 <= system.node:
        gold.side, gold.node, gold.role, gold.badge = system.side, system.node, system.role, system.badge
        gold.width, system.side = system.width, "both"
        return
    telling = system if gold.role in ("plain", "match") else gold
    for item in (gold, system):
        item.side, item.role, item.badge, item.width = "both", telling.role, telling.badge, telling.width
