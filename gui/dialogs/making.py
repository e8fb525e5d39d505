"""Drawing a figure beside the window: the newest spec wins, and at most one is being drawn."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer, Signal

from treelens.engine.problems import TreelensError

from ..figures import Page, Spec, Wanted
from ..tasks import Task

__all__ = ["Made", "Making"]

_PAUSE = 60  # milliseconds: who types or turns a wheel has not finished yet
_SLOW = 250  # milliseconds after which it is said that something is being drawn


@dataclass(frozen=True)
class Made:
    """A spec, and its page; or why there is none."""

    spec: Spec
    page: Page | None = None
    problem: Exception | None = None


class Making(QObject):
    """Draws what is wanted, spec after spec."""

    made = Signal(object)  #: a :class:`Made`
    busy = Signal()  #: it takes longer than one would notice

    def __init__(self, wanted: Wanted, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.wanted = wanted
        self._spec: Spec | None = None  # the newest; None when it is drawn
        self._task: Task | None = None
        self._soon = QTimer(self, interval=_PAUSE, singleShot=True)
        self._soon.timeout.connect(self._begin)
        self._slow = QTimer(self, interval=_SLOW, singleShot=True)
        self._slow.timeout.connect(self.busy)

    def want(self, spec: Spec) -> None:
        """Draw this spec next."""
        self._spec = spec
        self._soon.start()

    @property
    def is_idle(self) -> bool:
        """Whether everything that was wanted is drawn."""
        return self._spec is None and self._task is None

    def now(self, spec: Spec) -> Made:
        """Draw a spec while whoever asks waits."""
        return _made(self.wanted, spec)

    def stop(self) -> None:
        """Draw nothing any more."""
        self._soon.stop()
        self._slow.stop()
        self._spec = None
        if self._task is not None:
            self._task.cancel()
            self._task.wait(10)
            self._task = None

    def _begin(self) -> None:
        if self._spec is None or self._task is not None:
            return
        spec, self._spec = self._spec, None
        self._task = Task(lambda: _made(self.wanted, spec), self)
        self._task.finished.connect(self._done)
        self._task.failed.connect(lambda error: self._done(Made(spec, problem=error)))
        self._slow.start()
        self._task.start()

    def _done(self, made: Made) -> None:
        self._slow.stop()
        self._task = None
        if self._spec is None:
            self.made.emit(made)
        elif not self._soon.isActive():
            self._begin()


def _made(wanted: Wanted, spec: Spec) -> Made:
    try:
        return Made(spec, wanted.page(spec))
    except (ValueError, TreelensError) as error:
        return Made(spec, problem=error)
