"""Garbage is collected in the window's own thread, and nowhere else.

Python collects garbage in whichever thread happens to make the next object. Work beside the window makes many, and
among the garbage may be widgets, which Qt lets only the window's thread destroy: elsewhere the program crashes, seldom
and without a word. So Python's own collecting is switched off, and a timer does it here.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

__all__ = ["Collecting"]

_PAUSE = 400  #: milliseconds between two looks
_MANY = 2000, 12, 12  #: of each generation: what is young, what has outlived that, and the rest


class Collecting(QObject):
    """Collects what Python would have collected, as often."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
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
