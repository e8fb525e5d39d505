"""When a parser writes its file anew: what became of its scores, told in a banner and in the panel of runs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PySide6.QtCore import QObject, Signal

from treelens.engine.filters.changed import Changed
from treelens.engine.metrics import METRICS, Metric, family_of
from treelens.engine.runs import Became, History, Since, became

from .counting import Counting
from .document import Document
from .looking import Looking
from .models.became import corpus_change
from .models.chosen import ChosenColumn
from .panels.runs import RunsPanel
from .panels.scores import CHIEF
from .rankings import ChosenRanking
from .tasks import Task, end_all
from .views.banner import Banner

__all__ = ["Rerunning"]


@dataclass(frozen=True)
class _Asked:
    """A system, a run to compare with, and the measures that are counted in both."""

    system: int
    since: Since
    metrics: tuple[Metric, ...]


class Rerunning(QObject):
    """Compares systems whose files were written anew with what they were, beside the window."""

    failed = Signal(object)
    panel_wanted = Signal()  #: the panel of runs is to be shown

    def __init__(self, looking: Looking, counting: Counting, panel: RunsPanel, banner: Banner) -> None:
        super().__init__(looking)
        self.looking = looking
        self.panel = panel
        self.banner = banner
        self._document: Document | None = None
        self._since: Since = "before"
        self._seen: dict[str, History] = {}
        self._news: list[int] = []  # systems that were written anew and not told of
        self._known: dict[_Asked, list[Became]] = {}
        self._tasks: dict[_Asked, Task] = {}
        self._ending: list[Task] = []  # nobody wants their results, but their threads still run
        self._gold_changed = False
        for changed in (panel.opened, looking.system_changed, counting.settled, counting.done):
            changed.connect(self.follow)
        panel.since_chosen.connect(self._choose_since)
        panel.sentences_wanted.connect(lambda kind, metric: self._list(self.looking.system, kind, metric))

    def set_document(self, document: Document) -> None:
        """Take over what was read; what was written anew since the last time is told as soon as it is scored."""
        self._let_go()
        before = self._document
        self._gold_changed = before is not None and before.gold.digest != document.gold.digest
        runs = dict(document.context.runs)
        paths = [bank.path for bank in document.systems]
        self._news = [
            place for place, path in enumerate(paths) if path in runs and runs[path] is not self._seen.get(path)
        ]
        if not runs or self._news:
            self.banner.hide()
        self._document, self._seen, self._known = document, runs, {}
        document.context.since = self._since

    def _let_go(self) -> None:
        """Want no results any more, without waiting for threads to end."""
        self._ending = [task for task in (*self._ending, *self._tasks.values()) if not task.wait(0)]
        for task in self._ending:
            task.cancel()
        self._tasks = {}

    def stop(self) -> None:
        """Let go of all work beside the window."""
        self._let_go()
        end_all(self._ending)
        self._ending = []

    # --- computing ------------------------------------------------------------------------------------------------

    def follow(self) -> None:
        """Show what is known, and compare what is not, as far as anybody sees it."""
        document = self._document
        if document is None or document is not self.looking.document:
            return
        if self.panel.isVisible():
            self._fill_panel(document)
        if self._news:
            system = document.current if document.current in self._news else self._news[0]
            found = self._found(document, system)
            if found:
                self._tell(document, system, found[0])
                self._news = []

    def _fill_panel(self, document: Document) -> None:
        system = document.current
        history = document.context.runs.get(document.systems[system].path)
        if history is None:
            self.panel.show_name("", self._since)
            self.panel.say(self._why_nothing(document))
            return
        self.panel.show_name(self.tr("{} · run {}").format(document.names[system], history.runs), self._since)
        found = self._found(document, system)
        if found is None:
            self.panel.say(self.tr("scores are being computed…"))
        elif not found:
            self.panel.say(self.tr("There is no score that both runs have."))
        else:
            self.panel.show_became(found)

    def _why_nothing(self, document: Document) -> str:
        others = [document.names[place] for place, bank in enumerate(document.systems) if bank.path in self._seen]
        name = document.names[document.current]
        if others:
            return self.tr("{} is as it was. Written anew: {}.").format(name, ", ".join(others))
        return self.tr(
            "No file was written anew since it was opened. Files are watched: when a parser writes its file again, "
            "this tells which sentences got better, and which worse."
        )

    def _found(self, document: Document, system: int) -> list[Became] | None:
        """Return what became of a system; None while that is not known."""
        asked = self._asked(document, system)
        if not asked.metrics:
            return None
        if asked in self._known:
            return self._known[asked]
        if asked not in self._tasks:
            self._begin(document, asked)
        return None

    def _asked(self, document: Document, system: int) -> _Asked:
        wanted = [METRICS["f1"], *(METRICS[name] for name in CHIEF), *self.looking.parts.sentences.needed_metrics()]
        counted = document.study.comparison(system).counted
        history = document.context.runs[document.systems[system].path]
        known = history.since(self._since).scores
        ready = [one for one in dict.fromkeys(wanted) if one.name in known and family_of(one).name in counted]
        return _Asked(system, self._since, tuple(ready))

    def _begin(self, document: Document, asked: _Asked) -> None:
        comparison = document.study.comparison(asked.system)
        history = document.context.runs[document.systems[asked.system].path]
        task = self._tasks[asked] = Task(
            lambda: [became(history, asked.since, comparison, metric) for metric in asked.metrics]
        )
        task.finished.connect(lambda found: self._finished(asked, found, task))
        task.failed.connect(self.failed)
        task.start()

    def _finished(self, asked: _Asked, found: list[Became | None], task: Task) -> None:
        if self._tasks.get(asked) is task:  # nobody has stopped it just before it was done
            del self._tasks[asked]
            task.deleteLater()
            self._known[asked] = _distinct([one for one in found if one is not None])
            self.follow()

    # --- telling --------------------------------------------------------------------------------------------------

    def _tell(self, document: Document, system: int, one: Became) -> None:
        """Show the banner."""
        name = Path(document.paths[0] if self._gold_changed else document.systems[system].path).name
        better, worse = len(one.sentences.better), len(one.sentences.worse)
        others = 0 if self._gold_changed else len(self._news) - 1
        said = self.tr("{} was written anew: {}")
        if self._since == "first":
            said = self.tr("{} was written anew; since the first run: {}")
        text = said.format(name, corpus_change(one))
        if others:
            text += self.tr(" · and {} other files").format(others) if others > 1 else self.tr(" · and another file")
        ways = []
        for kind, size, words in (("better", better, self.tr("{} better")), ("worse", worse, self.tr("{} worse"))):
            if size:
                ways.append((words.format(f"{size:,}"), lambda kind=kind: self._list(system, kind, one.metric)))
        if not ways:
            text += " · " + self.tr("no score of a sentence changed")
        self.banner.tell(text, [*ways, (self.tr("Runs"), self.panel_wanted.emit)])

    def _choose_since(self, since: Since) -> None:
        """Compare with another run, everywhere."""
        self._since = since
        if self._document is not None:
            self._document.context.since = since
            self.looking.parts.sentences.filter_again("changed:")
            self.looking.parts.sentences.rerank()
        self.follow()

    def _list(self, system: int, kind: str, metric: Metric) -> None:
        """List the sentences of a system that changed, the largest changes first."""
        self.looking.choose_system(system)
        wanted = Changed(kind, None if metric == METRICS["f1"] else metric)
        self.looking.parts.sentences.list_anew(str(wanted), ChosenRanking("gain", (ChosenColumn(metric),)))


def _distinct(found: list[Became]) -> list[Became]:
    """Leave out measures that say nothing, and those that say the same as one before them."""
    known = [one for one in found if not np.isnan(one.gains).all()]
    said = {(one.gains.tobytes(), corpus_change(one).removeprefix(one.metric.title)): one for one in reversed(known)}
    kept = {id(one) for one in said.values()}
    return [one for one in known if id(one) in kept]
