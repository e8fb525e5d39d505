"""Two trees mirrored: gold above, the system hanging below, the words between them."""

from __future__ import annotations

from collections.abc import Sequence

from .compose import Page, compose, from_right, page_of, upside_down, usual_gap
from .drawn import Part
from .model import Drawing, Measure, Options
from .plan import Item, Plan
from .room import row_gap
from .row import settled

__all__ = ["place_mirror"]


def place_mirror(gold: Part, system: Part, measure: Measure, options: Options, *, mirrored: bool = False) -> Drawing:
    """Draw gold above and the system below one row of words; two rows if the words, or what is folded, differ.

    Words that both share are of side ``both`` and carry the id of gold's word.
    """
    same_words = gold.drawn.tree.words == system.drawn.tree.words

    def join(plans: Sequence[Plan]) -> None:
        if same_words and _same_bottom(*plans):
            for one, other in zip(plans[0].bottom, plans[1].bottom, strict=True):
                _join(one, other)

    plans = settled((gold, system), measure, options, join)
    above, below, height = _pages(plans, options)
    upper, lower = compose(plans[0], above), upside_down(compose(plans[1], below), height)
    labels = [*upper.labels, *(label for label in lower.labels if label.side != "both")]
    drawing = Drawing(above.width, height, tuple(labels), upper.strokes + lower.strokes)
    return from_right(drawing) if mirrored else drawing


def _pages(plans: Sequence[Plan], options: Options) -> tuple[Page, Page, float]:
    """Return the page of the upper and of the lower tree, and how high they are together."""
    shared = all(item.side == "both" for plan in plans for item in plan.bottom)

    def facing(gap: float) -> tuple[Page, Page, float]:
        above, below = (page_of(plans, options, len(plan.rows), gap) for plan in plans)
        apart = 0.0 if shared and above.words else above.words + gap
        return above, below, above.bottom + apart + below.bottom

    usual = usual_gap(plans, options)
    gap = row_gap(page_of(plans, options).width, usual, lambda gap: facing(gap)[2], options)
    return facing(gap)


def _same_bottom(gold: Plan, system: Plan) -> bool:
    """Say whether the bottom rows show the same, and put both in the order of the words."""
    for plan in (gold, system):
        plan.bottom.sort(key=lambda item: item.span)
    one, other = ([(item.text, item.kind, item.span, item.node < 0) for item in plan.bottom] for plan in (gold, system))
    return one == other


def _join(gold: Item, system: Item) -> None:
    """Let a word of gold stand for the system's as well, in the role that says more."""
    telling = system if gold.role in ("plain", "match") else gold
    for item in (gold, system):
        item.side, item.role, item.badge, item.width = "both", telling.role, telling.badge, telling.width
