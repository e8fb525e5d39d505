"""How much a process holds: memory, objects, threads and open files; and whether that grows.

Memory is what the system says of the process (RSS). Before it is asked, garbage is collected and glibc is told to give
back what it keeps for later (``malloc_trim``): what the program has let go of is not counted as held. Otherwise glibc
is used as the program itself uses it (:mod:`treelens.gui.collecting`).
"""

from __future__ import annotations

import ctypes
import gc
import os
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication

__all__ = ["Measure", "growth", "measured", "verdict"]

#: By which part each may grow. Objects come and go with what is explained and drawn at the moment, by a tenth and more
#: from one measure to the next; what leaks goes beyond that, and shows in memory, too.
_ALLOWED = {"memory": 0.05, "widgets": 0.05, "wrappers": 0.25, "objects": 0.25}
_FEW = 4  #: threads and open files by which their number may be larger at the end: some are just being used
_PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True)
class Measure:
    """What was held at a moment at which the window rests."""

    minute: float
    deeds: int
    memory: float  #: in megabytes
    widgets: int
    wrappers: int  #: objects of Qt that Python knows
    objects: int  #: Python's own that can hold others
    threads: int
    files: int

    def __str__(self) -> str:
        """Return a row of the table that :func:`heading` heads."""
        return (
            f"{self.minute:7.1f} {self.deeds:8,} {self.memory:9.1f} {self.widgets:8,} {self.wrappers:9,} "
            f"{self.objects:10,} {self.threads:8} {self.files:6}"
        )


HEADING = " minute    deeds    RSS MB  widgets  wrappers    objects  threads  files"


def measured(minute: float, deeds: int) -> Measure:
    """Collect what is garbage, and measure what is left."""
    for _ in range(3):
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        QApplication.processEvents()
        gc.collect()
    _give_back()
    return Measure(
        minute=minute,
        deeds=deeds,
        memory=int(Path("/proc/self/statm").read_text().split()[1]) * _PAGE / 1e6,
        widgets=len(QApplication.allWidgets()),
        wrappers=len(shiboken6.getAllValidWrappers()),
        objects=len(gc.get_objects()),
        threads=_entries("/proc/self/task"),
        files=_entries("/proc/self/fd"),
    )


def _entries(folder: str) -> int:
    return sum(1 for _ in Path(folder).iterdir())


def _give_back() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).malloc_trim(0)


def growth(measures: Sequence[Measure], what: str) -> float:
    """Return by which part the last quarter is larger than the second one, going by the middle of each.

    >>> growth([Measure(n, 0, memory, 0, 0, 0, 0, 0) for n, memory in enumerate([1, 2, 4, 4, 5, 5, 5, 5])], "memory")
    0.25
    """
    values = [asdict(one)[what] for one in measures]
    quarter = max(1, len(values) // 4)
    before, after = median(values[quarter : 2 * quarter]), median(values[-quarter:])
    return float(after / before - 1)


def verdict(measures: Sequence[Measure]) -> list[str]:
    """Return what grows that should not; none if all is well."""
    if len(measures) < 4:
        return ["too few measures to say whether memory grows: let it run for longer"]
    found = [
        f"{what} grew by {by:.1%} from the second to the last quarter"
        for what, allowed in _ALLOWED.items()
        if (by := growth(measures, what)) > allowed
    ]
    quarter = len(measures) // 4
    for what in ("threads", "files"):
        before, after = (min(asdict(one)[what] for one in part) for part in (measures[quarter:], measures[-quarter:]))
        if after > before + _FEW:
            found.append(f"{what} grew from {before} to {after}")
    return found
