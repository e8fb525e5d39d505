"""Two trees mirrored: gold above, the system hanging below, the words between them."""

from __future__ import annotations

from collections.abc import Mapping

from treelens.engine.trees import Tree

from .compose import compose, from_right, page_of, upside_down
from .model import Drawing, Measure, Options
from .plan import Item, Plan
from .side import Renamed, plan_both, settle_both

__all__ = ["place_mirror"]


def place_mirror(
    gold: Tree,
    system: Tree,
    gold_roles: Mapping[int, str],
    system_roles: Mapping[int, str],
    measure: Measure,
    options: Options,
    *,
    system_folded: frozenset[int] = frozenset(),
    renamed: Renamed = ({}, {}),
    mirrored: bool = False,
) -> Drawing:
    """Draw gold above and the system below one row of words; two rows if the words, or what is folded, differ.

    Words that both share are of side ``both`` and carry the id of gold's word.
    """
    plans = plan_both(gold, system, (gold_roles, system_roles), measure, options, system_folded, renamed)
    shared = gold.words == system.words and _same_bottom(*plans)
    if shared:
        for one, other in zip(plans[0].bottom, plans[1].bottom, strict=True):
            _join(one, other)
    settle_both(plans, gold.words, system.words, options)
    above, below = (page_of(plans, options, len(plan.rows)) for plan in plans)
    apart = 0.0 if shared and above.words else above.words + options.row_gap
    height = above.bottom + apart + below.bottom
    upper, lower = compose(plans[0], above), upside_down(compose(plans[1], below), height)
    labels = [*upper.labels, *(label for label in lower.labels if label.side != "both")]
    drawing = Drawing(above.width, height, tuple(labels), upper.strokes + lower.strokes)
    return from_right(drawing) if mirrored else drawing


def _same_bottom(gold: Plan, system: Plan) -> bool:
    """Say whether the bottom rows show the same, and put both in the order of the words."""
    for plan in (gold, system):
        plan.bottom.sort(key=lambda item: item.span)
    one, other = ([(item.text, item.kind, item.span) for item in plan.bottom] for plan in (gold, system))
    return one == other


def _join(gold: Item, system: Item) -> None:
    """Let a word of gold stand for the system's as well, in the role that says more."""
    telling = system if gold.role in ("plain", "match") else gold
    for item in (gold, system):
        item.side, item.role, item.badge, item.width = "both", telling.role, telling.badge, telling.width
