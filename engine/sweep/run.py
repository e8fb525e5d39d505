"""Scoring many systems, holding no more of them than are being scored: one is read, scored and dropped.

Few systems are scored in this process, in threads inside the kernels; from :data:`MANY` on, processes are worth their
start (see :mod:`~treelens.engine.sweep.processes`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..formats import opened, opened_long
from ..formats.stretches import LongText
from ..source import Source
from .recipe import Recipe, Watch, unwatched
from .result import Result
from .systems import System

__all__ = ["MANY", "open_systems", "score_systems"]

MANY = 32  #: from how many systems on processes are worth their start


def score_systems(
    recipe: Recipe, systems: Iterable[System], jobs: int = 1, *, spread: bool = False, watch: Watch = unwatched
) -> Iterator[Result]:
    """Score systems in their order, in this process (where *watch* hears of it) or *spread* over so many jobs.

    Whoever stops asking stops the work; what was counted until then is in the cache, if there is one.
    """
    each = _long_or_short(recipe, systems)
    if spread and jobs > 1:
        from .processes import score_in_processes

        return score_in_processes(recipe, each, jobs)
    return (recipe.result(system.name, source, jobs, watch) for system, source in each)


def open_systems(recipe: Recipe, systems: Iterable[System]) -> Iterator[tuple[System, Source]]:
    """Open the files of systems as gold was opened, one at a time."""
    for system in systems:
        yield system, opened(system.path, recipe.format, by_line=recipe.by_line)


def _long_or_short(recipe: Recipe, systems: Iterable[System]) -> Iterator[tuple[System, Source | LongText]]:
    """Open the files of systems; those that are too large to be held are only looked through."""
    for system in systems:
        yield system, opened_long(system.path, recipe.format, by_line=recipe.by_line)
