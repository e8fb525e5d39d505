"""Very many systems scored beside the window: one after the other, none of them kept but for its scores."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from treelens.engine.metrics import Metric
from treelens.engine.prepare import Preparation
from treelens.engine.sweep import MANY, Recipe, Summary, System, sum_up_systems
from treelens.engine.treebank import Treebank

from .tasks import Task

__all__ = ["Sweeping"]

_PACE = 1000  #: milliseconds between two reports of what is there


class Sweeping(QObject):
    """Scores systems against gold, in processes; tells what it has now and then."""

    arrived = Signal(object)  #: summaries by system that were not told before
    done = Signal()
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._task: Task | None = None
        self._ending: list[Task] = []  # cancelled, but their processes still end what they are at
        self._lock = threading.Lock()
        self._news: dict[int, Summary] = {}  # what the task has found and nobody was told yet
        self._timer = QTimer(self, interval=_PACE)
        self._timer.timeout.connect(self._tell)

    @property
    def busy(self) -> bool:
        """Whether systems are being scored."""
        return self._task is not None

    def start(
        self,
        gold: Treebank,
        preparation: Preparation,
        systems: Sequence[System],
        wanted: Sequence[int],
        metrics: Sequence[Metric],
    ) -> None:
        """Score those of the systems that are wanted."""
        self.cancel()
        chosen = [systems[place] for place in wanted]
        news: dict[int, Summary] = {}
        self._news = news

        def work(tell: Callable[[int, int], bool]) -> None:
            recipe = Recipe.of(gold, preparation, metrics, cached=len(chosen) >= MANY)
            jobs = os.cpu_count() or 1
            summaries = sum_up_systems(recipe, chosen, jobs, spread=len(chosen) >= MANY)
            for number, (place, summary) in enumerate(zip(wanted, summaries, strict=True), start=1):
                with self._lock:
                    news[place] = summary
                if not tell(number, len(chosen)):
                    return

        self._task = Task(work, self, telling=True)
        self._task.finished.connect(lambda _: self._end())
        self._task.failed.connect(self._fail)
        self._timer.start()
        self._task.start()

    def cancel(self) -> None:
        """Score no more; what is there stays."""
        if self._task is not None:
            self._task.cancel()
            self._tell()
            self._ending = [task for task in (*self._ending, self._task) if not task.wait(0)]
            self._task = None
        self._timer.stop()
        self._news = {}

    def stop(self) -> None:
        """Score no more, and wait until nothing is at work."""
        self.cancel()
        for task in self._ending:
            task.wait(30)

    def _tell(self) -> None:
        with self._lock:
            news = dict(self._news)
            self._news.clear()
        if news:
            self.arrived.emit(news)

    def _end(self) -> None:
        self._task = None
        self._timer.stop()
        self._tell()
        self.done.emit()

    def _fail(self, error: object) -> None:
        self._end()
        self.failed.emit(error)
