"""Making the best of the room there is: how close words come to each other, and how far apart rows are.

Words first come closer to each other; only then is a drawing painted smaller. One that would have to be too small to
be read is scrolled, and then there is no reason to squeeze its words.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from .model import Options
from .plan import Plan

__all__ = ["edges", "row_gap", "settle_in_room"]

_CLOSEST = 0.4  # the least distance of words, as a part of what is wanted …
_SCROLLED = 0.75  # … and the distance in a drawing that does not fit anyway
_AIR = 0.35, 2.0  # the least distance of rows, as a part of what is wanted, and the largest as it is painted


def edges(plans: Sequence[Plan]) -> tuple[float, float]:
    """Return how far plans reach to the left and to the right."""
    rows = [row for plan in plans for row in (*plan.rows, plan.bottom) if row]
    left = min([min([item.x - item.width / 2 for item in row]) for row in rows], default=0.0)
    right = max([max([item.x + item.width / 2 for item in row]) for row in rows], default=0.0)
    return left, right


def settle_in_room(plans: Sequence[Plan], settle: Callable[[Options], None], options: Options) -> None:
    """Settle plans with as much air between words as there is room for.

    *settle* settles them with the air that it is given, whatever was settled before. It takes most of the time that a
    drawing takes, so it is not called where words alone, without a tree over them, already say what it would find.
    """
    room = options.room
    if room is None:
        settle(options)
        return
    least = replace(options, word_gap=_CLOSEST * options.word_gap)
    scrolled = replace(options, word_gap=_SCROLLED * options.word_gap)
    if room.smallest * _least_width(plans, least) > room.width:
        settle(scrolled)
        return
    wide = None
    if _least_width(plans, options) <= room.width:
        settle(options)
        wide = _width(plans, options)
        if wide <= room.width:
            return
    settle(least)
    narrow = _width(plans, options)
    if room.smallest * narrow > room.width:
        settle(scrolled)
    elif narrow < room.width:
        if wide is None:
            settle(options)
            wide = _width(plans, options)
        part = (room.width - narrow) / (wide - narrow)
        settle(replace(least, word_gap=least.word_gap + part * (options.word_gap - least.word_gap)))


def _least_width(plans: Sequence[Plan], options: Options) -> float:
    """Return the width that the widest row of words alone needs."""
    rows = [plan.bottom for plan in plans if plan.bottom]
    texts = (sum(item.width for item in row) + (len(row) - 1) * options.word_gap for row in rows)
    return max(texts, default=0.0) + 2 * options.margin


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
