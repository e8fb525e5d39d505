"""The errors of systems added up as soon as all of a system's sentences are explained; of many, beside the window."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from treelens.engine.errors import Totals

from .document import Document
from .tasks import Task, end_all

__all__ = ["ErrorCounts"]

_AT_ONCE = 5000  #: sentences whose errors are added up without keeping anybody waiting


class ErrorCounts(QObject):
    """Totals of the systems of a document that are known by now."""

    counted = Signal(int, object)  #: a system, and its :class:`Totals`
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document: Document | None = None
        self.totals: dict[int, Totals] = {}
        self._tasks: dict[int, Task] = {}

    def set_document(self, document: Document) -> None:
        """Forget another document's; tell of those systems that are known already."""
        self.stop()
        self.document, self.totals = document, {}
        for system in range(len(document.systems)):
            self.arrived(system)

    def arrived(self, system: int) -> None:
        """Add up the errors of a system, if they are all explained and that is not done."""
        document = self.document
        if document is None or system in self.totals or system in self._tasks:
            return
        if not document.known_errors.is_complete(system):
            return
        if len(document.gold) <= _AT_ONCE:
            self._take(system, document.errors.totals(system))
        else:
            self._begin(document, system)

    def _begin(self, document: Document, system: int) -> None:
        """Add up beside the window. The task stays until its last word is heard, whoever else goes before."""
        task = self._tasks[system] = Task(lambda: document.errors.totals(system))
        task.finished.connect(lambda totals: self._finished(system, totals, task))
        task.failed.connect(self.failed)
        task.start()

    def stop(self) -> None:
        """Let go of all work beside the window."""
        end_all(self._tasks.values())
        self._tasks = {}

    def _finished(self, system: int, totals: Totals, task: Task) -> None:
        if self._tasks.get(system) is task:  # nobody has stopped it just before it was done
            del self._tasks[system]
            task.deleteLater()
            self._take(system, totals)

    def _take(self, system: int, totals: Totals) -> None:
        self.totals[system] = totals
        self.counted.emit(system, totals)
