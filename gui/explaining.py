"""Explaining errors beside the window: of the system that is looked at, then of the others.

It is meant to begin when scores are complete, so that it never delays them. Most of an explanation is made in Python,
which keeps the interpreter from the window meanwhile; so it works for a few milliseconds at a time and then rests.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from .document import Document
from .models.known_errors import KnownErrors
from .tasks import Task

__all__ = ["Explaining"]

_NEWS = 300  #: milliseconds between two tellings that errors have arrived
_WORK, _REST = 0.003, 0.004  #: seconds without, and with, the interpreter left to the window
_MANY = 40_000  #: explanations that are kept before systems that nobody looks at are left alone


class Explaining(QObject):
    """Fills a document's ``known_errors``."""

    arrived = Signal(int)  #: a system of which more errors are known
    progress = Signal(int, int)  #: sentences explained, of how many
    done = Signal()  #: everything that is wanted is explained
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._work: _Work | None = None
        self._task: Task | None = None
        self._ending: list[Task] = []  # must not go before their threads do
        self._known: KnownErrors | None = None
        self._told: dict[int, int] = {}  # of each system, how many sentences somebody has heard of
        self._news = QTimer(self, interval=_NEWS, singleShot=True)
        self._news.timeout.connect(self._tell)

    @property
    def is_busy(self) -> bool:
        """Whether errors are being explained."""
        return self._task is not None

    def start(self, document: Document, system: int) -> None:
        """Explain the errors of a document, those of a system first; what is known already is not explained again."""
        self.cancel()
        if self._known is not document.known_errors:
            self._known, self._told = document.known_errors, {}
        self._work = _Work(document.known_errors, len(document.systems), system)
        self._go_on()

    def look_at(self, system: int) -> None:
        """Explain next the errors of another system."""
        if self._work is not None:
            self._work.looked_at = system
            if self._task is None and not self._work.known.is_complete(system):
                self._go_on()

    def cancel(self) -> None:
        """Stop; what is known stays known."""
        self._news.stop()
        if self._task is not None:
            self._task.cancel()
            self._ending = [task for task in (*self._ending, self._task) if not task.wait(0)]
        self._task = self._work = None

    def wait(self, seconds: float = 10) -> bool:
        """Wait for all threads to end."""
        tasks = [*self._ending, self._task] if self._task is not None else self._ending
        return all(task.wait(seconds) for task in tasks)

    def _go_on(self) -> None:
        assert self._work is not None
        task = self._task = Task(self._work.run, telling=True)
        task.progress.connect(self._progressed)
        task.finished.connect(self._finished)
        task.failed.connect(self._failed)
        task.start()

    def _progressed(self, done: int, total: int) -> None:
        self.progress.emit(done, total)
        if not self._news.isActive():
            self._news.start()

    def _tell(self) -> None:
        """Tell of each system of which more is known than before."""
        known = self._known
        if known is None or self._work is None:
            return
        for system in range(self._work.systems):
            count = known.count(system)
            if count != self._told.get(system, 0):
                self._told[system] = count
                self.arrived.emit(system)

    def _finished(self) -> None:
        self._news.stop()
        self._task = None
        self._tell()
        if self._work is not None and self._work.next() is not None:  # looked at only just now
            self._go_on()
        else:
            self.done.emit()

    def _failed(self, error: object) -> None:
        self._news.stop()
        self._task = None
        self._tell()
        self.failed.emit(error)


class _Work:
    """What is to be explained; runs in a thread of its own, with regard for the window's."""

    def __init__(self, known: KnownErrors, systems: int, looked_at: int) -> None:
        self.known = known
        self.systems = systems
        self.looked_at = looked_at  #: may be changed while it runs

    def next(self) -> int | None:
        """Return the system to be explained: the one that is looked at, then others, but not too many at all."""
        if not self.known.is_complete(self.looked_at):
            return self.looked_at
        others = (system for system in range(self.systems) if not self.known.is_complete(system))
        return next(others, None) if self._done() + self.known.size <= _MANY else None

    def run(self, tell: Callable[[int, int], bool]) -> None:
        """Explain until nothing is left or nobody wants more."""
        while (system := self.next()) is not None:
            if not self._explain(system, tell):
                return

    def _explain(self, system: int, tell: Callable[[int, int], bool]) -> bool:
        """Explain a system until another is looked at; say whether to go on."""
        looked_at = self.looked_at
        begun = time.perf_counter()
        for sentence in self.known.missing(system):
            self.known.explain(system, sentence)
            if time.perf_counter() - begun >= _WORK:
                if not tell(self._done(), self.systems * self.known.size):
                    return False
                if self.looked_at != looked_at:
                    return True
                time.sleep(_REST)
                begun = time.perf_counter()
        return True

    def _done(self) -> int:
        return sum(map(self.known.count, range(self.systems)))
