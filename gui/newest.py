"""Work beside the window of which only the newest wish counts: what was wanted before is forgotten."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Signal

from .tasks import Task

__all__ = ["Newest"]


class Newest(QObject):
    """Does one piece of work at a time, and of those that wait only the last."""

    done = Signal(object)  #: the result of the newest wish
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._task: Task | None = None
        self._next: Callable[[], Any] | None = None

    @property
    def busy(self) -> bool:
        """Whether something is being worked on."""
        return self._task is not None

    def want(self, work: Callable[[], Any]) -> None:
        """Do this next, and nothing that was wanted before."""
        self._next = work
        if self._task is None:
            self._begin()

    def stop(self) -> None:
        """Do nothing any more."""
        self._next = None
        if self._task is not None:
            self._task.cancel()
            self._task.wait(10)
            self._task = None

    def _begin(self) -> None:
        work, self._next = self._next, None
        if work is None:
            return
        self._task = task = Task(work, self)
        task.finished.connect(lambda result: self._end(self.done, result))
        task.failed.connect(lambda error: self._end(self.failed, error))
        task.start()

    def _end(self, signal: Any, value: object) -> None:
        if self._task is not None:
            self._task.deleteLater()
            self._task = None
        if self._next is None:
            signal.emit(value)
        else:
            self._begin()
