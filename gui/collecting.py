"""Garbage is collected in the window's own thread, and nowhere else.

Python collects garbage in whichever thread happens to make the next object. Work beside the window makes many, and
among the garbage may be widgets, which Qt lets only the window's thread destroy: elsewhere the program crashes, seldom
and without a word. So Python's own collecting is switched off, and a timer does it here.

What is let go of goes back to the C library, and glibc keeps it for later in as many heaps as it has given to threads.
Tasks are threads that come and go, so each heap would keep what the largest task needed: a window that is open all day
would hold several times what it uses. Two heaps are enough. Large columns are better off in no heap at all: glibc gives
them back to the system when they go, but only until it has seen some go; from then on it keeps up to 32 MB of each for
later, with holes between them. Told where large begins, it leaves that be: five systems of 100,000 sentences take a
third less.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import sys

from PySide6.QtCore import QObject, QTimer

__all__ = ["Collecting"]

_PAUSE = 400  #: milliseconds between two looks
_HEAPS = -8, 2  #: glibc's M_ARENA_MAX, and how many there may be
_LARGE = -3, 1 << 18  #: glibc's M_MMAP_THRESHOLD, and how many bytes are given back at once
_MANY = 2000, 12, 12  #: of each generation: what is young, what has outlived that, and the rest


class Collecting(QObject):
    """Collects what Python would have collected, as often."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        _share_heaps()
        self._timer = QTimer(self, interval=_PAUSE)
        self._timer.timeout.connect(self.collect)
        self._timer.start()

    def collect(self) -> None:
        """Collect the oldest generation of which there is enough."""
        counts = gc.get_count()
        for generation in (2, 1, 0):
            if counts[generation] > _MANY[generation]:
                gc.collect(generation)
                return


def _share_heaps() -> None:
    """Let threads share heaps, and nothing large be in them, where the C library has such a thing."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):  # another C library
            for setting in (_HEAPS, _LARGE):
                ctypes.CDLL(None).mallopt(*setting)
