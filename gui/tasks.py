"""Work beside the window: every long job runs in a thread and reports by signals, never by calls into widgets.

The contract: a task starts, may tell how far it is, may hand over parts of its result, can be cancelled, and ends with
a result or an error. Signals arrive in the window's own thread. A task that was cancelled says nothing any more. One
that has ended lets go of everything by itself, whether anybody wanted its result or not.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import shiboken6
from PySide6.QtCore import QObject, Qt, Signal, SignalInstance

from treelens.engine.metrics import Metric
from treelens.engine.study import Filled, Job, Study

__all__ = ["Filling", "Task", "end_all"]

_BREATH = 0.1  #: seconds between two reports of progress


class Task(QObject):
    """A function that runs in a thread of its own.

    With *telling* the function is called with :meth:`tell`, to say how far it is and to hear whether to go on.
    """

    finished = Signal(object)
    failed = Signal(object)
    progress = Signal(int, int)  #: how much of how much is done, not too often
    part = Signal(object)  #: a part of the result, handed over by :meth:`share`
    _ended = Signal()  # the last that comes from the thread

    def __init__(self, work: Callable[..., Any], parent: QObject | None = None, *, telling: bool = False) -> None:
        super().__init__(parent)
        self._work: Callable[..., Any] | None = work
        self._telling = telling
        self._told = time.monotonic()
        self._cancelled = threading.Event()
        self._thread = threading.Thread(target=self._run, name="treelens-task", daemon=True)
        # Qt holds what is connected, and that may hold this and all that was open: no garbage collector would see it.
        self._ended.connect(self._let_go, Qt.ConnectionType.QueuedConnection)

    def deleteLater(self) -> None:  # noqa: N802
        """Let go of what is connected; may be called more than once, also when that is done.

        A task that was started goes by itself when its thread has ended: until then the thread may speak through it.
        """
        if self._thread.ident is None and shiboken6.isValid(self):
            super().deleteLater()

    def _let_go(self) -> None:
        self._thread.join()  # it has said its last
        super().deleteLater()

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def cancel(self) -> None:
        """Say nothing of the result; a function that tells how far it is can end, others run to their end."""
        self._cancelled.set()

    def wait(self, seconds: float = 60) -> bool:
        """Wait for the thread to end."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def tell(self, done: int, total: int) -> bool:
        """Report progress, ten times a second at most; return whether anybody still wants the result."""
        now = time.monotonic()
        if now - self._told >= _BREATH and not self._cancelled.is_set():
            self._told = now
            self._say(self.progress, done, total)
        return not self._cancelled.is_set()

    def share(self, part: object) -> bool:
        """Hand over a part of the result; return whether anybody still wants the rest."""
        self._say(self.part, part)
        return not self._cancelled.is_set()

    def _run(self) -> None:
        work, self._work = self._work, None
        assert work is not None
        try:
            result = work(self.tell) if self._telling else work()
        except Exception as error:
            self._say(self.failed, error)
        else:
            self._say(self.finished, result)
        with contextlib.suppress(RuntimeError):  # the window, and with it this, is gone
            self._ended.emit()

    def _say(self, signal: SignalInstance, *values: Any) -> None:
        if not self._cancelled.is_set():
            with contextlib.suppress(RuntimeError):  # the window, and with it this, is gone
                signal.emit(*values)


def end_all(tasks: Iterable[Task]) -> None:
    """Let go of tasks: nobody wants their results any more."""
    for task in tasks:
        task.cancel()
        task.wait(10)
        task.deleteLater()


class Filling(QObject):
    """A study being filled: its news as signals, of which only those of the newest job arrive."""

    filled = Signal(object)
    finished = Signal()
    failed = Signal(object)
    _told = Signal(int, object)  # from a thread: the number of a job, and its news, its error, or None at its end

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._job: Job | None = None
        self._number = 0  # of the newest job
        self._told.connect(self._hear)
        self._watcher: threading.Thread | None = None

    def start(self, study: Study, metrics: Sequence[Metric], first: Sequence[int] = (), system: int = 0) -> None:
        """Fill a study, beginning with what is looked at; what was being filled before is cancelled."""
        self.cancel()
        number = self._number
        job = study.fill(metrics, lambda news: self._told.emit(number, news), first, system)
        self._job = job
        self._watcher = threading.Thread(target=self._watch, args=(job, number), name="treelens-watch", daemon=True)
        self._watcher.start()

    def hurry(self, sentence: int, system: int) -> None:
        """Fill next what is missing of a sentence under a system."""
        if self._job is not None:
            self._job.hurry(sentence, system)

    def cancel(self) -> None:
        """Stop; what is on its way from a thread does not arrive any more."""
        self._number += 1
        if self._job is not None:
            self._job.cancel()
            self._job = None

    def wait(self, seconds: float = 60) -> bool:
        """Wait for the work under way to end."""
        if self._watcher is not None:
            self._watcher.join(seconds)
            return not self._watcher.is_alive()
        return True

    def _watch(self, job: Job, number: int) -> None:
        job.wait()
        with contextlib.suppress(RuntimeError):  # the window, and with it this, is gone
            self._told.emit(number, job.error)

    def _hear(self, number: int, news: object) -> None:
        if number != self._number:
            return
        if isinstance(news, Filled):
            self.filled.emit(news)
        elif news is None:
            self.finished.emit()
        else:
            self.failed.emit(news)
