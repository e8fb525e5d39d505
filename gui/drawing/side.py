"""Two trees side by side over the same row of words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from treelens.engine.align.words import align_words
from treelens.engine.trees import Tree

from .axis import axis_of
from .compose import compose, from_right, page_of
from .model import Drawing, Measure, Options
from .plan import Plan
from .settle import settle
from .shown import plan_of

__all__ = ["place_side", "shared_words"]

_MOST = 1_000_000  # pairs of words that may be compared in order to align two sentences

Renamed = tuple[Mapping[int, str], Mapping[int, str]]


def shared_words(gold: Sequence[str], system: Sequence[str]) -> list[tuple[int, int]]:
    """Return the positions of words that get the same place: equal ones, and ones that replace each other.

    >>> shared_words("the cat sat".split(), "the fat cat sat".split())
    [(0, 0), (1, 2), (2, 3)]
    """
    if gold == system or len(gold) * len(system) > _MOST:
        return [(at, at) for at in range(min(len(gold), len(system)))]
    return align_words(gold, system)


def plan_both(
    gold: Tree,
    system: Tree,
    roles: tuple[Mapping[int, str], Mapping[int, str]],
    measure: Measure,
    options: Options,
    system_folded: frozenset[int],
    renamed: Renamed,
) -> tuple[Plan, Plan]:
    """Plan and measure two trees."""
    one = plan_of(gold, roles[0], options, "gold", renamed[0])
    other = plan_of(system, roles[1], replace(options, folded=system_folded), "system", renamed[1])
    one.measure(measure)
    other.measure(measure)
    return one, other


def settle_both(plans: tuple[Plan, Plan], gold: Sequence[str], system: Sequence[str], options: Options) -> None:
    """Settle two plans over the words of their sentences on one axis."""
    axis = axis_of(plans, [len(gold), len(system)], shared_words(gold, system))
    for plan in plans:
        settle(plan, axis, options)
    axis.finish()


def place_side(
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
) -> tuple[Drawing, Drawing]:
    """Draw two trees on pages of the same size; a word that both have is at the same place on both.

    ``options.folded`` are nodes of the gold tree, *system_folded* those of the other.
    """
    plans = plan_both(gold, system, (gold_roles, system_roles), measure, options, system_folded, renamed)
    settle_both(plans, gold.words, system.words, options)
    page = page_of(plans, options)
    one, other = (compose(plan, page) for plan in plans)
    return (from_right(one), from_right(other)) if mirrored else (one, other)
