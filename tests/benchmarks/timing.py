"""Measuring time, and saying what it came to."""

from __future__ import annotations

import resource
import subprocess
import time
from collections.abc import Callable


def best(task: Callable[[], object], times: int = 3) -> float:
    """Return the shortest of several runs, in seconds."""
    found = []
    for _ in range(times):
        begun = time.perf_counter()
        task()
        found.append(time.perf_counter() - begun)
    return min(found)


def run(*command: str) -> None:
    """Run a program to its end, its output thrown away."""
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def cpu_seconds(*command: str) -> float:
    """Return the processor time that a program takes, all threads together."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run(*command)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def report(task: str, ours: float, theirs: float, peer: str, wanted: float) -> None:
    """Print one line: both times and their ratio."""
    ratio = theirs / ours
    print(f"{task}: {_seconds(ours)}, {peer} {_seconds(theirs)}: {ratio:,.1f} times faster (wanted: {wanted:,})")


def _seconds(value: float) -> str:
    return f"{value:.2f} s" if value >= 1 else f"{1000 * value:.3g} ms" if value >= 1e-3 else f"{1e6 * value:.3g} µs"
