"""The analyses of the sentence that is looked at: scored beside the window, listed, and shown one after the other."""

from __future__ import annotations

from collections import OrderedDict
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, QTimer, Signal

from treelens.engine.analyses import analysis_scores
from treelens.engine.metrics import METRICS, Metric

from .document import Document
from .looking import Looking
from .panels.analyses import AnalysesPanel
from .tasks import Task

__all__ = ["Analysing", "usual_measures"]

Scores = dict[str, NDArray[np.float64]]  #: of all analyses of a sentence, by measure

#: What is shown of analyses until somebody chooses other measures, by the format of gold.
_USUAL = {"delphin": ("lp", "la", "lnm", "led"), "conllu": ("uas", "las")}
_OTHERWISE, _ACROSS = ("f1", "t-dice"), ("mph-f1", "usd")
_PAUSE = 60  #: milliseconds that a sentence is looked at before its analyses are scored
_KEPT = 500  #: sentences whose scores are kept


def usual_measures(document: Document) -> tuple[str, ...]:
    """Return the measures by which analyses are judged at first, those that can say something of the files."""
    return _ACROSS if document.across else _USUAL.get(document.gold.format, _OTHERWISE)


class _Listed(NamedTuple):
    """A sentence whose analyses are listed, under which system and measures."""

    document: Document
    system: int
    sentence: int
    metrics: tuple[Metric, ...]

    def is_same(self, other: _Listed | None) -> bool:
        """Say whether the same is listed; documents are never compared by what is in them."""
        return other is not None and self.document is other.document and self[1:] == other[1:]

    def missing(self, known: Scores) -> list[Metric]:
        """Return the measures to be scored next: those of trees first, for meanings take long."""
        left = [metric for metric in self.metrics if metric.name not in known]
        return [metric for metric in left if metric.needs != "meanings"] or left


def _scores(listed: _Listed, metrics: list[Metric]) -> Scores:
    """Score all analyses of a sentence."""
    comparison = listed.document.study.comparison(listed.system)
    found = analysis_scores(comparison, listed.sentence, metrics)
    return {metric.name: found[:, place] for place, metric in enumerate(metrics)}


class Analysing(QObject):
    """Fills the panel of analyses while it is to be seen, and shows the analysis that is chosen there or by keys."""

    said = Signal(str)  #: something that need not be answered
    failed = Signal(object)

    def __init__(self, looking: Looking, panel: AnalysesPanel) -> None:
        super().__init__(looking)
        self.looking = looking
        self.panel = panel
        self._listed: _Listed | None = None
        self._known: OrderedDict[tuple[int, int], Scores] = OrderedDict()  # by system and sentence
        self._tasks: list[Task] = []  # must not go before their threads do
        self._pause = QTimer(self, interval=_PAUSE, singleShot=True)
        self._pause.timeout.connect(self._score)
        looking.shown.connect(self.follow)
        looking.parts.sentences.ranking_changed.connect(lambda _: self.follow())
        panel.opened.connect(self.follow)
        panel.measures_changed.connect(self.follow)
        panel.chosen.connect(looking.show_analysis)

    # --- what is listed -------------------------------------------------------------------------------------------

    def follow(self) -> None:
        """List the analyses of the sentence that is looked at, if anybody sees the list."""
        document, sentence = self.looking.document, self.looking.sentence
        if document is None or sentence < 0 or not self.panel.is_seen:
            return
        if self._listed is None or document is not self._listed.document:
            self._known.clear()
        listed = _Listed(document, document.current, sentence, self._metrics(document))
        if not listed.is_same(self._listed):
            self._listed = listed
            self._list(listed)
        self.panel.select(self.looking.analysis)

    def _metrics(self, document: Document) -> tuple[Metric, ...]:
        """Return the measures that were chosen; else the usual ones, and what sentences are ranked by."""
        ranked = (column.metric.name for column in self.looking.parts.sentences.chosen_ranking.columns)
        self.panel.usual = list(dict.fromkeys([*usual_measures(document), *ranked]))
        names = self.panel.usual if self.panel.measures is None else self.panel.measures
        return tuple(METRICS[name] for name in names if name in METRICS)

    def _list(self, listed: _Listed) -> None:
        there = listed.document.analyses(listed.sentence, listed.system)
        self.panel.show_analyses(listed.document.names[listed.system], there, listed.metrics)
        self._pause.stop()
        if there.numbers:
            self._show_scores(listed)

    # --- scores ---------------------------------------------------------------------------------------------------

    def _show_scores(self, listed: _Listed) -> None:
        """Show the scores that are known, and see to those that are not."""
        known = self._known.get((listed.system, listed.sentence), {})
        self.panel.show_scores(known)
        if listed.missing(known):
            self._pause.start()

    def _score(self) -> None:
        listed = self._listed
        if listed is None:
            return
        self.cancel()
        if self._tasks:  # what nobody wants any more must end first, so that a quick walk does not pile up work
            self._pause.start()
            return
        metrics = listed.missing(self._known.get((listed.system, listed.sentence), {}))
        task = Task(lambda: _scores(listed, metrics))
        task.finished.connect(lambda scores: self._scored(listed, scores))
        task.failed.connect(self.failed)
        self._tasks.append(task)
        task.start()

    def _scored(self, listed: _Listed, scores: Scores) -> None:
        if self._listed is None or listed.document is not self._listed.document:
            return
        self._known.setdefault((listed.system, listed.sentence), {}).update(scores)
        if len(self._known) > _KEPT:
            self._known.popitem(last=False)
        if listed.is_same(self._listed):
            self._show_scores(listed)

    def cancel(self) -> None:
        """Hear of no scores that are still to come."""
        for task in self._tasks:
            task.cancel()
        self._tasks = [task for task in self._tasks if not task.wait(0)]

    def stop(self) -> None:
        """Let go of all work beside the window."""
        self._pause.stop()
        self.cancel()
        for task in self._tasks:
            task.wait(10)

    # --- walking --------------------------------------------------------------------------------------------------

    def step(self, by: int) -> None:
        """Show the next or previous analysis of the sentence."""
        document, sentence = self.looking.document, self.looking.sentence
        if document is None or sentence < 0:
            return
        there = document.analyses(sentence, document.current)
        now = self.looking.analysis if self.looking.analysis is not None else next(iter(there.in_use), 0)
        if 0 <= now + by < len(there.numbers):
            self.looking.show_analysis(now + by)
        elif len(there.numbers) > 1:
            self.said.emit(self.tr("there is no further analysis of this sentence"))
        else:
            self.said.emit(
                self.tr("{} has no other analysis of this sentence").format(document.names[document.current])
            )
