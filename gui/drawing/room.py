"""Making the best of the room there is: how close words come to each other, and how far apart rows are.

Words first come closer to each other; only then is a drawing painted smaller. One that would have to be too small to
be read is scrolled, and then there is no reason to squeeze its words.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from .model import Options
from .plan import Plan

__all__ = ["edges", "row_gap", "spaced"]

_CLOSEST = 0.4  # the least distance of words, as a part of what is wanted …
_SCROLLED = 0.75  # … and the distance in a drawing that does not fit anyway
_AIR = 0.5, 2.0  # the least distance of rows, as a part of what is wanted, and the largest as it is painted


def edges(plans: Sequence[Plan]) -> tuple[float, float]:
    """Return how far plans reach to the left and to the right."""
    left = min((item.x - item.width / 2 for plan in plans for item in plan.items()), default=0.0)
    right = max((item.x + item.width / 2 for plan in plans for item in plan.items()), default=0.0)
    return left, right


def spaced(settle: Callable[[Options], list[Plan]], options: Options) -> list[Plan]:
    """Settle plans with as much air between words as there is room for."""
    plans = settle(options)
    room = options.room
    if room is None or (wide := _width(plans, options)) <= room.width:
        return plans
    least = _CLOSEST * options.word_gap
    scrolled = replace(options, word_gap=_SCROLLED * options.word_gap)
    if room.smallest * _CLOSEST * wide > room.width:  # even if there were nothing but air between words
        return settle(scrolled)
    closest = settle(replace(options, word_gap=least))
    narrow = _width(closest, options)
    if room.smallest * narrow > room.width:
        return settle(scrolled)
    if narrow >= room.width:
        return closest
    part = (room.width - narrow) / (wide - narrow)
    return settle(replace(options, word_gap=least + part * (options.word_gap - least)))


def _width(plans: Sequence[Plan], options: Options) -> float:
    left, right = edges(plans)
    return right - left + 2 * options.margin


def row_gap(width: float, usual: float, height: Callable[[float], float], options: Options) -> float:
    """Return the distance of rows that makes a page as high as the room, or the *usual* one if there is no room given.

    *height* is the height of the page for any distance, a linear function.
    """
    room = options.room
    if room is None:
        return usual
    scale, fixed = room.scale(width), height(0.0)
    slope = height(1.0) - fixed
    wanted = (room.height_for(width) / scale - fixed) / slope if slope > 0 else usual
    return max(_AIR[0] * options.row_gap, min(_AIR[1] * options.row_gap / scale, wanted))
