"""Many comparisons of meanings in processes of their own, so that neither the window nor one core has to wait for them.

Reading a meaning is Python's work and takes milliseconds; in threads it would make the window stutter. Workers are
started when there is enough to do, in fresh processes (``spawn``), are given small portions, and stay for next time.
Where no process can be started, the work is done here.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import current_process, get_context

from .compare import LIMIT, compare_many

__all__ = ["MANY", "compare_in_workers"]

MANY = 200  #: from how many meanings on workers are worth their start
_PORTION = 8  #: pairs that a worker is given at a time
_MOST = 8

_lock = threading.Lock()
_pool: ProcessPoolExecutor | None = None


def compare_in_workers(pairs: Sequence[tuple[str, str]], limit: float = LIMIT) -> list[tuple[int, ...]]:
    """Do what :func:`~treelens.engine.semantics.compare.compare_many` does, in other processes.

    What is interrupted takes back the portions that no worker has begun.
    """
    if current_process().daemon:  # as workers of a cluster are, which may have no processes of their own
        return compare_many(pairs, limit)
    portions = [pairs[begin : begin + _PORTION] for begin in range(0, len(pairs), _PORTION)]
    try:
        futures = [_workers().submit(compare_many, portion, limit) for portion in portions]
        return _gathered(futures)
    except (BrokenProcessPool, OSError):
        _forget()
        return compare_many(pairs, limit)


def _gathered(futures: Sequence[Future[list[tuple[int, ...]]]]) -> list[tuple[int, ...]]:
    try:
        return [row for future in futures for row in future.result()]
    except BaseException:
        for future in futures:
            future.cancel()
        raise


def _workers() -> ProcessPoolExecutor:
    global _pool
    with _lock:
        if _pool is None:
            cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
            _pool = ProcessPoolExecutor(min(cores, _MOST), mp_context=get_context("spawn"), initializer=_begin)
        return _pool


def _forget() -> None:
    global _pool
    with _lock:
        _pool = None


def _begin() -> None:
    """Leave an interruption to the process that asked for the work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
