"""One tree, or several in a row, each on a page of its own and all over the same words: gold, a system, another.

The root is on top, each row a depth, the words in a row at the bottom. No two texts overlap and no line goes through a
text. How that comes about is told in :mod:`.settle`; it takes time about linear in the number of nodes, and nothing
recurses.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from treelens.engine.align.words import align_words

from .axis import axis_of
from .compose import compose, from_right, page_of
from .drawn import Drawn, Part
from .model import Drawing, Measure, Options
from .plan import Plan
from .room import settle_in_room
from .settle import settle
from .shown import plan_of

__all__ = ["place_row", "settled", "shared_words"]

_MOST = 1_000_000  # pairs of words that may be compared in order to align two sentences


def shared_words(gold: Sequence[str], system: Sequence[str]) -> list[tuple[int, int]]:
    """Return the positions of words that get the same place: equal ones, and ones that replace each other.

    >>> shared_words("the cat sat".split(), "the fat cat sat".split())
    [(0, 0), (1, 2), (2, 3)]
    """
    if gold == system or len(gold) * len(system) > _MOST:
        return [(at, at) for at in range(min(len(gold), len(system)))]
    return align_words(gold, system)


def _shared(gold: Drawn, system: Drawn) -> list[tuple[int, int]]:
    """Return the positions of words that share a place; traces take no part."""
    ours, theirs = (
        [at for at in range(len(each.tree.leaves)) if at not in each.empty] if each.empty else None
        for each in (gold, system)
    )
    words = [
        each.tree.words if spoken is None else tuple(each.tree.words[at] for at in spoken)
        for each, spoken in ((gold, ours), (system, theirs))
    ]
    pairs = shared_words(*words)
    return [(ours[at] if ours else at, theirs[to] if theirs else to) for at, to in pairs]


def settled(
    parts: Sequence[Part],
    measure: Measure,
    options: Options,
    before: Callable[[list[Plan]], object] = lambda plans: None,
) -> list[Plan]:
    """Plan trees and settle them on one axis, with as much air as there is room for.

    *before* is called with plans that are measured but not settled.
    """
    lengths = [len(part.drawn.tree.leaves) for part in parts]
    shared = [_shared(parts[0].drawn, part.drawn) for part in parts[1:]]

    plans = [plan_of(part, options) for part in parts]
    for plan in plans:
        plan.measure(measure)
    before(plans)

    def settle_all(options: Options) -> None:
        for plan in plans:
            plan.restart()
        axis = axis_of(plans, lengths, shared)
        for plan in plans:
            settle(plan, axis, options)
        axis.finish()

    settle_in_room(plans, settle_all, options)
    return plans


def place_row(
    parts: Sequence[Part], measure: Measure, options: Options, *, mirrored: bool = False
) -> tuple[Drawing, ...]:
    """Draw trees on pages of the same size; a word that one shares with the first is at the same place on both.

    With *mirrored* everything is drawn from right to left. What is folded is said by the parts, not by *options*.
    """
    plans = settled(parts, measure, options)
    page = page_of(plans, options)
    drawings = tuple(compose(plan, page) for plan in plans)
    return tuple(from_right(drawing) for drawing in drawings) if mirrored else drawings
