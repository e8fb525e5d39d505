"""Systems spread over processes of this machine, each of which prepares gold once.

Processes, not threads. Measured with two on a machine of two cores, under all measures of trees: on 46 systems of 420
sentences while others used the machine too, processes did 1.94 times what one did, threads 1.04 and 1.6 times in two
runs (the kernels release the interpreter's lock, but reading and adding up do not). ``make bench`` measures it again on
100 systems of 400 sentences, and how long two processes wait for anything but a core: 0.0 to 0.5 % of their time since
they read files themselves and send back no more than is wanted of them; before, up to 28 % where others used the
machine, as neither a file nor a result fits into a pipe. Starting them takes 0.6 s of work for each.
"""

from __future__ import annotations

import signal
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from pathlib import Path
from typing import TypeVar

from ..files import is_file, is_folder
from ..formats.stretches import LongText
from ..problems import TreelensError
from ..source import Source
from .promises import in_order
from .recipe import Finish, Recipe
from .systems import System

__all__ = ["score_in_processes"]

Made = TypeVar("Made")


def score_in_processes(recipe: Recipe, systems: Iterable[System], jobs: int, finish: Finish[Made]) -> Iterator[Made]:
    """Score systems in their order in so many processes, which are given two more than they work on, each.

    Processes read files themselves: a pipe holds less than a file does, so whoever is sent its text waits until this
    process has a core to send it with. Only what is no file, such as a pipe, is read here.
    """
    with ProcessPoolExecutor(jobs, get_context("spawn"), _begin, (recipe,)) as pool:

        def promise(system: System) -> Future[Made]:
            source = None if _is_there_for_all(system.path) else recipe.opened(system.path)
            return pool.submit(_score, system, source, finish)

        try:
            yield from in_order(promise, systems, 3 * jobs)
        except BrokenProcessPool:
            raise TreelensError("a process that scored systems has ended, perhaps for want of memory") from None


def _is_there_for_all(path: str) -> bool:
    """Say whether another process finds the same under a path: not a pipe, nor what only this process has opened."""
    return (is_file(path) or is_folder(path)) and not Path(path).is_relative_to("/dev")


_recipe: Recipe | None = None  # what this process works by, if it is one of many


def _begin(recipe: Recipe) -> None:
    """Take over the recipe; an interruption is left to the process that asked for the work."""
    global _recipe
    _recipe = recipe
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _score(system: System, source: Source | LongText | None, finish: Finish[Made]) -> Made:
    if _recipe is None:
        raise RuntimeError("this process has no recipe")
    return finish(_recipe.result(system.name, source or _recipe.opened(system.path)), _recipe.chosen)
