"""Counting beside the window: what is shown first, then everything else; told at a pace that can be painted."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal

from treelens.engine.metrics import METRICS, choose
from treelens.engine.study import Filled, Study

from .tasks import Filling

__all__ = ["Counting"]

_SOON, _LATER = 80, 250  #: milliseconds between two paintings of scores, and between two rankings


class Counting(QObject):
    """Fills a study with all measures, those that are wanted first."""

    working = Signal(str)  #: what is being done
    progress = Signal(int, int)  #: how much of how much is done
    arrived = Signal(object)  #: sentences that have new scores
    settled = Signal()  #: time to rank by the scores there are
    wanted_done = Signal()  #: what was wanted is complete
    done = Signal()  #: everything is complete, or there is nothing to do
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._filling = Filling(self)
        self._filling.filled.connect(self._filled)
        self._filling.finished.connect(self._finished)
        self._filling.failed.connect(self.failed)
        self._news: list[Filled] = []
        self._left: list[str] = []  # measures to be counted after those that are wanted
        self._first = True
        self._study: Study | None = None
        self._looked_at = (0, 0)
        self._soon = QTimer(self, interval=_SOON, singleShot=True)
        self._soon.timeout.connect(self._tell)
        self._later = QTimer(self, interval=_LATER, singleShot=True)
        self._later.timeout.connect(self.settled)

    def start(self, study: Study, wanted: Iterable[str], sentence: int, system: int) -> None:
        """Count these measures for all systems, beginning with a sentence and a system; then the others."""
        names = list(dict.fromkeys(wanted))
        if study is not self._study:
            self._quiet()  # what was not told yet is of other sentences
        self._study, self._looked_at, self._first = study, (sentence, system), True
        self._left = [name for name in METRICS if name not in names]
        self.working.emit(self.tr("scoring…"))
        self._count(names)

    def _count(self, names: list[str]) -> None:
        assert self._study is not None
        sentence, system = self._looked_at
        self._filling.start(self._study, choose(names, groups=False), [sentence], system)

    def look_at(self, sentence: int, system: int) -> None:
        """Count next what is missing of a sentence under a system."""
        self._looked_at = sentence, system
        self._filling.hurry(sentence, system)

    def cancel(self) -> None:
        """Stop."""
        self._left = []
        self._filling.cancel()
        self._quiet()

    def wait(self, seconds: float = 10) -> bool:
        """Wait for the work under way to end."""
        return self._filling.wait(seconds)

    def _quiet(self) -> None:
        self._soon.stop()
        self._later.stop()
        self._news = []

    def _filled(self, news: Filled) -> None:
        self._news.append(news)
        for timer in (self._soon, self._later):
            if not timer.isActive():
                timer.start()

    def _tell(self) -> None:
        news, self._news = self._news, []
        if news:
            self.progress.emit(news[-1].done, news[-1].total)
            self.arrived.emit(np.concatenate([one.places for one in news]))

    def _finished(self) -> None:
        self._quiet()
        self.settled.emit()
        if self._first:
            self._first = False
            self.wanted_done.emit()
        left, self._left = self._left, []
        if left:
            self.working.emit(self.tr("counting the other measures…"))
            self._count(left)
        else:
            self.done.emit()
