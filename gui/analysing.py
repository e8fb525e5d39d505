"""The analyses of the sentence that is looked at: scored beside the window, listed, and shown one after the other."""

from __future__ import annotations

from collections import OrderedDict
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, QTimer, Signal

from treelens.engine.analyses import analysis_scores
from treelens.engine.metrics import METRICS, Metric
from treelens.engine.scoring import Comparison

from .document import Document
from .looking import Looking
from .panels.analyses import AnalysesPanel
from .tasks import Task

__all__ = ["Analysing", "usual_measures"]

#: What is shown of analyses until somebody chooses other measures, by the format of gold.
_USUAL = {"delphin": ("lp", "la", "lnm", "led"), "conllu": ("uas", "las")}
_OTHERWISE, _ACROSS = ("f1", "t-dice"), ("mph-f1", "usd")
_PAUSE = 60  #: milliseconds that a sentence is looked at before its analyses are scored
_KEPT = 500  #: sentences whose scores are kept


def usual_measures(document: Document) -> tuple[str, ...]:
    """Return the measures by which analyses are judged at first, those that can say something of the files."""
    return _ACROSS if document.across else _USUAL.get(document.gold.format, _OTHERWISE)


class _Wanted(NamedTuple):
    """A sentence whose analyses are to be scored under measures, and by what they are told from others."""

    comparison: Comparison
    system: int
    sentence: int
    metrics: tuple[Metric, ...]

    @property
    def key(self) -> tuple[int, int, tuple[str, ...]]:
        """What tells it from others of the same document."""
        return self.system, self.sentence, tuple(metric.name for metric in self.metrics)

    def scores(self) -> NDArray[np.float64]:
        """Compute the scores."""
        return analysis_scores(self.comparison, self.sentence, self.metrics)


class Analysing(QObject):
    """Fills the panel of analyses while it is to be seen, and shows the analysis that is chosen there or by keys."""

    said = Signal(str)  #: something that need not be answered
    failed = Signal(object)

    def __init__(self, looking: Looking, panel: AnalysesPanel) -> None:
        super().__init__(looking)
        self.looking = looking
        self.panel = panel
        self._document: Document | None = None
        self._known: OrderedDict[tuple[int, int, tuple[str, ...]], NDArray[np.float64]] = OrderedDict()
        self._listed: _Wanted | None = None
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
        if document is None or sentence < 0 or not self.panel.isVisible():
            return
        if document is not self._document:
            self._document, self._listed = document, None
            self._known.clear()
        system = document.current
        wanted = _Wanted(document.study.comparison(system), system, sentence, self._metrics(document))
        if self._listed is None or wanted.key != self._listed.key:
            self._list(document, wanted)
        self.panel.select(self.looking.analysis)

    def _metrics(self, document: Document) -> tuple[Metric, ...]:
        """Return the measures that were chosen; else the usual ones, and what sentences are ranked by."""
        ranked = (column.metric.name for column in self.looking.parts.sentences.chosen_ranking.columns)
        self.panel.usual = list(dict.fromkeys([*usual_measures(document), *ranked]))
        names = self.panel.usual if self.panel.measures is None else self.panel.measures
        return tuple(METRICS[name] for name in names if name in METRICS)

    def _list(self, document: Document, wanted: _Wanted) -> None:
        self._pause.stop()
        self._listed = wanted
        scores = self._known.get(wanted.key)
        name, there = document.names[wanted.system], document.analyses(wanted.sentence, wanted.system)
        self.panel.show_analyses(name, there, wanted.metrics, scores)
        if scores is None and there.numbers:
            self._pause.start()

    # --- scores ---------------------------------------------------------------------------------------------------

    def _score(self) -> None:
        wanted = self._listed
        if wanted is None:
            return
        self.cancel()
        task = Task(wanted.scores)
        task.finished.connect(lambda scores: self._scored(wanted, scores))
        task.failed.connect(self.failed)
        self._tasks.append(task)
        task.start()

    def _scored(self, wanted: _Wanted, scores: NDArray[np.float64]) -> None:
        document = self.looking.document
        if document is None or document is not self._document:
            return
        self._known[wanted.key] = scores
        if len(self._known) > _KEPT:
            self._known.popitem(last=False)
        if wanted is self._listed:
            self._list(document, wanted)
            self.panel.select(self.looking.analysis)

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
