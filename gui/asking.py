"""Questions about gold and the system that is looked at: answered beside the window, and led from to sentences."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import QObject, Signal

from treelens.engine.profiles import LIKENESS, QUESTIONS, USES, Change, answer, has_meanings, use
from treelens.engine.scoring import Comparison

from .counting import Counting
from .document import Document
from .looking import Looking
from .panels.profiles import ProfilesPanel
from .tasks import Task, end_all

__all__ = ["Asking"]


@dataclass
class _Answers:
    """What is known of a system: how many sentences answer each question, and what is used more or less often."""

    numbers: dict[str, int]
    changes: dict[str, list[Change]] = field(default_factory=dict)


def _answers(comparison: Comparison) -> _Answers:
    """Answer everything that needs no meanings."""
    numbers = {one.name: len(answer(comparison, one)) for one in QUESTIONS if not one.needs_meanings}
    return _Answers(numbers, {what: use(comparison, what) for what in USES})


class Asking(QObject):
    """Fills the panel of profiles while it is to be seen; what is chosen there becomes the filter of the list.

    Meanings are compared with all other measures, once those that are shown are counted; their questions are answered
    as soon as that is done.
    """

    failed = Signal(object)

    def __init__(self, looking: Looking, counting: Counting, panel: ProfilesPanel) -> None:
        super().__init__(looking)
        self.looking = looking
        self.panel = panel
        self._document: Document | None = None
        self._listed = -1  # the system whose answers are shown
        self._known: dict[int, _Answers] = {}
        self._tasks: dict[int, Task] = {}
        for changed in (panel.opened, looking.system_changed, counting.settled, counting.done):
            changed.connect(self.follow)
        looking.parts.sentences.filter_bar.changed.connect(self.follow)  # it may have compared meanings
        panel.filter_wanted.connect(looking.parts.sentences.filter.setText)

    def follow(self) -> None:
        """Show what is known of the system that is looked at, if anybody sees it, and find out the rest."""
        document = self.looking.document
        if document is None or not self.panel.is_seen:
            return
        if document is not self._document:
            self.stop()
            self._document, self._known, self._listed = document, {}, -1
        system = document.current
        if system != self._listed:
            self._listed = system
            self.panel.show_name(document.names[system], derived=document.gold.format == "delphin")
        if system in self._known:
            self._show(document, system)
        elif system not in self._tasks:
            self._begin(document, system)

    def _show(self, document: Document, system: int) -> None:
        comparison, known = document.study.comparison(system), self._known[system]
        meanings = has_meanings(comparison)
        if meanings and {family.name for family in LIKENESS} <= comparison.counted:
            known.numbers |= {one.name: len(answer(comparison, one)) for one in QUESTIONS if one.needs_meanings}
        if self.panel.changes is not known.changes:
            self.panel.show_changes(known.changes)
        self.panel.show_answers(known.numbers, meanings=meanings)

    def _begin(self, document: Document, system: int) -> None:
        """Answer beside the window. The task stays until its last word is heard."""
        comparison = document.study.comparison(system)
        task = self._tasks[system] = Task(lambda: _answers(comparison))
        task.finished.connect(lambda answers: self._answered(system, answers, task))
        task.failed.connect(self.failed)
        task.start()

    def _answered(self, system: int, answers: _Answers, task: Task) -> None:
        if self._tasks.get(system) is task:  # nobody has stopped it just before it was done
            del self._tasks[system]
            task.deleteLater()
            self._known[system] = answers
            self.follow()

    def stop(self) -> None:
        """Let go of all work beside the window."""
        end_all(self._tasks.values())
        self._tasks = {}
