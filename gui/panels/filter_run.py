"""Asking a study what a filter says, so that nobody has to wait for it.

Quick filters on short lists are answered at once. On long lists the answer waits until typing pauses, and is found in a
thread; so are tgrep patterns and phenomena, which look at trees, and whatever may have to be found out first, such as
kinds of error and meanings. Of a long search the first hits come at once, and the others as they are found. A newer
question ends an older one, and an answer that comes too late is never heard.
"""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal

from treelens.engine.filters import Context, Filter, FilterError, parse
from treelens.engine.filters.texts import Bools

from ..tasks import Task

__all__ = ["FilterRun"]

_AT_ONCE = 200_000  #: trees that a quick filter gets through before anybody notices
_SLOW = ("/", "tgrep:", "phenomenon:", "lost:", "gained:", "error:", "same:", "other:", "use:", "=")
_PAUSE = 120  #: milliseconds without a key that count as a pause


class FilterRun(QObject):
    """One question at a time, the newest."""

    found = Signal(object, object)  #: the :class:`Filter` and the mask of sentences it lets through; two None for all
    growing = Signal(object, object)  #: the same, while the search goes on: what is found by now
    wrong = Signal(object)  #: a :class:`FilterError`
    busy = Signal(bool)  #: whether an answer is being looked for
    progress = Signal(int, int)  #: sentences done, of how many

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._number = 0
        self._task: Task | None = None
        self._ending: list[Task] = []  # must not go before their threads do
        self._question: tuple[str, Context] | None = None
        self._pause = QTimer(self, interval=_PAUSE, singleShot=True)
        self._pause.timeout.connect(self._start)

    @property
    def is_busy(self) -> bool:
        """Whether an answer is being looked for."""
        return self._question is not None

    def ask(self, text: str, context: Context, *, quietly: bool = False) -> None:
        """Ask; the answer comes by a signal, at once if that is possible. *quietly* nobody is told of the search."""
        self.stop()
        if not text.strip():
            self.found.emit(None, None)
        elif _may_be_slow(text) or len(context) * (1 + len(context.names)) > _AT_ONCE:
            self._question = text, context
            self._pause.start()
            if not quietly:
                self.busy.emit(True)
        else:
            try:
                answer = _answer(text, context)
            except FilterError as error:
                self.wrong.emit(error)
            else:
                self.found.emit(*answer)

    def stop(self) -> None:
        """Ask nothing any more, and hear no answer that is still to come."""
        self._number += 1
        self._pause.stop()
        if self._task is not None:
            self._task.cancel()
            self._ending = [task for task in (*self._ending, self._task) if not task.wait(0)]
            self._task = None
        if self._question is not None:
            self._question = None
            self.busy.emit(False)

    def wait(self, seconds: float = 10) -> bool:
        """Wait for all threads to end."""
        tasks = [*self._ending, self._task] if self._task is not None else self._ending
        return all(task.wait(seconds) for task in tasks)

    def _start(self) -> None:
        assert self._question is not None
        text, context = self._question
        number = self._number
        task = self._task = Task(lambda: _growing(text, context, task))
        task.part.connect(lambda answer: self.growing.emit(*answer) if number == self._number else None)
        task.finished.connect(lambda answer: self._finish(number, answer))
        task.failed.connect(lambda error: self._finish(number, error))
        task.progress.connect(lambda done, total: self._tell(number, done, total))
        task.start()

    def _tell(self, number: int, done: int, total: int) -> None:
        if number == self._number:
            self.progress.emit(done, total)

    def _finish(self, number: int, answer: object) -> None:
        if number != self._number:
            return
        self.stop()
        if isinstance(answer, tuple):
            self.found.emit(*answer)
        elif isinstance(answer, FilterError):
            self.wrong.emit(answer)
        else:
            self.wrong.emit(FilterError(f"this filter cannot be answered: {answer}", 0))


def _may_be_slow(text: str) -> bool:
    """Say whether a filter may ask for something that takes long, without reading it."""
    return any(part in text for part in _SLOW)


def _answer(text: str, context: Context) -> tuple[Filter, Bools]:
    asked = parse(text)
    return asked, asked.matches(context)


def _growing(text: str, context: Context, task: Task) -> tuple[Filter, Bools]:
    """Answer, and hand over what is found on the way; runs beside the window."""
    asked = parse(text)
    mask = np.zeros(len(context), dtype=np.bool_)
    for done, mask in asked.growing(context, task.tell):
        if done < len(context) and mask.any():
            task.share((asked, mask))
    return asked, mask
