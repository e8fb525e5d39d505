"""Scoring many systems, holding no more of them than are being scored: one is read, scored and dropped.

Few systems are scored in this process, in threads inside the kernels; from :data:`MANY` on, processes are worth their
start (see :mod:`~treelens.engine.sweep.processes`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from ..formats import opened
from ..metrics import Metric
from ..source import Source
from .recipe import Finish, Recipe, Watch, unwatched
from .result import Result
from .standings import Summary, of_result
from .systems import System

__all__ = ["MANY", "open_systems", "score_systems", "sum_up_systems"]

Made = TypeVar("Made")

MANY = 32  #: from how many systems on processes are worth their start


def score_systems(
    recipe: Recipe, systems: Iterable[System], jobs: int = 1, *, spread: bool = False, watch: Watch = unwatched
) -> Iterator[Result]:
    """Score systems in their order, in this process (where *watch* hears of it) or *spread* over so many jobs.

    Whoever stops asking stops the work; what was counted until then is in the cache, if there is one.
    """
    return _each(recipe, systems, jobs, spread, watch, _all_of_it)


def sum_up_systems(
    recipe: Recipe, systems: Iterable[System], jobs: int = 1, *, spread: bool = False
) -> Iterator[Summary]:
    """Score systems as :func:`score_systems` does and keep a summary of each: little goes from process to process."""
    return _each(recipe, systems, jobs, spread, unwatched, of_result)


def _each(
    recipe: Recipe, systems: Iterable[System], jobs: int, spread: bool, watch: Watch, finish: Finish[Made]
) -> Iterator[Made]:
    if spread and jobs > 1:
        from .processes import score_in_processes

        return score_in_processes(recipe, systems, jobs, finish)
    return (
        finish(recipe.result(system.name, recipe.opened(system.path), jobs, watch), recipe.chosen) for system in systems
    )


def _all_of_it(result: Result, metrics: Sequence[Metric]) -> Result:
    return result


def open_systems(recipe: Recipe, systems: Iterable[System]) -> Iterator[tuple[System, Source]]:
    """Open the files of systems as gold was opened, one at a time."""
    for system in systems:
        yield system, opened(system.path, recipe.format, by_line=recipe.by_line)
