"""A system against others: computed beside the window while the panel is seen, and led from to sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal

from treelens.engine.agreement.significance import Resampling
from treelens.engine.breakdowns import break_down, rows
from treelens.engine.breakdowns.dimensions import DIMENSIONS
from treelens.engine.contests import Contest, contests
from treelens.engine.filters import Stopped, parse
from treelens.engine.metrics import METRICS, Metric, family_of

from .counting import Counting
from .document import Document
from .looking import Looking
from .models.rivalry import Names, contest_headings, contest_lines, row_headings, row_lines
from .panels.compare import ALL_OTHERS, PARTS, SCORES, ComparePanel
from .panels.scores import CHIEF
from .rivals import Place, by_difference, differing_in, places
from .tasks import Task

__all__ = ["Comparing"]

Floats = NDArray[np.float64]
Tell = Callable[[int, int], bool]

_USED = {family_of(METRICS["e-dice"]).name}  #: what filters on systems look at
_STEPS = 1000  #: into which a pass is divided for the progress bar


class Asked(NamedTuple):
    """What is to be computed: everything that decides it."""

    what: str
    first: int
    others: tuple[int, ...]
    metrics: tuple[str, ...]
    average: str
    correction: str
    seed: int
    by: str


@dataclass
class _Draws:
    """Tells how far drawing is, over several passes; ends it when nobody wants the result any more."""

    tell: Tell
    least: int = 2  #: passes: one for intervals, and one for swapping systems
    passes: int = 0

    def __call__(self, blocks: Iterable[Floats], total: int) -> Iterator[Floats]:
        """Hand blocks on."""
        self.passes += 1
        for done, block in enumerate(blocks, 1):
            part = self.passes - 1 + done / total
            if not self.tell(round(_STEPS * part), _STEPS * max(self.least, self.passes)):
                raise Stopped
            yield block


class Comparing(QObject):
    """Fills the panel of comparisons; what is chosen there becomes filter and ranking of the list."""

    failed = Signal(object)

    def __init__(self, looking: Looking, counting: Counting, panel: ComparePanel) -> None:
        super().__init__(looking)
        self.looking = looking
        self.panel = panel
        self.samples = Resampling().samples
        self._all_others = False
        self._document: Document | None = None
        self._known: dict[Asked, Any] = {}
        self._measures: dict[tuple[object, ...], list[Metric]] = {}
        self._now: Asked | None = None  # what is shown or being computed
        self._declined: Asked | None = None  # what somebody cancelled
        self._task: Task | None = None
        self._ending: list[Task] = []
        for changed in (panel.opened, panel.changed, looking.shown, counting.settled, counting.done):
            changed.connect(self.follow)
        panel.other_chosen.connect(self._choose_other)
        panel.cancelled.connect(self.cancel)
        panel.wanted.connect(self._compute_after_all)
        panel.contest_chosen.connect(self._show_contest)
        panel.bin_chosen.connect(self._show_bin)
        panel.place_chosen.connect(self._show_place)

    # --- what is asked for ----------------------------------------------------------------------------------------

    def follow(self) -> None:
        """Show what is asked for, if anybody sees it; compute it if it is not known."""
        document = self.looking.document
        if document is None or not self.panel.isVisible():
            return
        if document is not self._document:
            self._end()
            self._document, self._known, self._measures = document, {}, {}
            self._now = self._declined = None
        self.panel.show_systems(document.names, document.current, self._other(document))
        asked = self._asked(document)
        if isinstance(asked, str):
            self._end()
            self._now = None
            self.panel.say(asked)
        elif asked != self._now:
            self._end()
            self._now = asked
            if asked in self._known:
                self._show(document, asked)
            elif asked == self._declined:
                self.panel.say(self.tr("cancelled"), can_compute=True)
            else:
                self._begin(document, asked)

    def _other(self, document: Document) -> int:
        """Return the system that is compared with: that of the third pane, unless all are."""
        if self._all_others and len(document.systems) > 2:
            return ALL_OTHERS
        second = self.looking.second
        known = second < len(document.systems) and second != document.current
        return second if known else (document.current + 1) % len(document.systems)

    def _asked(self, document: Document) -> Asked | str:
        """Return what is to be computed, or why nothing is."""
        panel, first = self.panel, document.current
        if len(document.systems) < 2:
            return self.tr("Open a second system to compare with.")
        other = self._other(document)
        others = tuple(one for one in range(len(document.systems)) if one != first) if other < 0 else (other,)
        what, average, by = panel.what, "", ""
        metrics: tuple[str, ...] = ()
        if what == SCORES:
            average = panel.average.currentData()
            found = self._metrics(document, (first, *others), average)
            if found is None:
                return self.tr("scores are being computed…")
            metrics = tuple(metric.name for metric in found)
            if not metrics:
                return self.tr("There is no score of these systems that can be averaged so.")
        elif what == PARTS:
            by = panel.by.currentData()
            if len(others) > 1:
                return self.tr("Choose one system to compare with.")
        elif not all(document.study.comparison(one).counted >= _USED for one in range(len(document.systems))):
            return self.tr("scores are being computed…")
        correction = panel.correction.currentData() if what == SCORES else ""
        return Asked(what, first, others, metrics, average, correction, panel.seed.value(), by)

    def _metrics(self, document: Document, systems: tuple[int, ...], average: str) -> list[Metric] | None:
        """Return the chief measures and those of the list that these systems have scores of; None: not counted yet.

        Of measures that say the same of all sentences there is only one: it would be corrected for twice.
        """
        wanted = [METRICS["f1"], *(METRICS[name] for name in CHIEF)]
        wanted += self.looking.parts.sentences.needed_metrics()
        key = systems, average, *(metric.name for metric in wanted)
        if key in self._measures:
            return self._measures[key]
        compared = [document.study.comparison(system) for system in systems]
        found: dict[bytes, Metric] = {}
        for metric in dict.fromkeys(wanted):
            if not all(family_of(metric).name in one.counted for one in compared):
                return None
            scores = np.array([one.scores(metric) for one in compared])
            if all(average in one.averages(metric) for one in compared) and not np.isnan(scores).all(axis=1).any():
                found.setdefault(np.round(scores, 12).tobytes(), metric)
        self._measures[key] = list(found.values())
        return self._measures[key]

    # --- computing ------------------------------------------------------------------------------------------------

    def _begin(self, document: Document, asked: Asked) -> None:
        self.panel.show_busy(self.tr("computing…"))
        task = self._task = Task(lambda tell: self._computed(document, asked, tell), telling=True)
        task.progress.connect(lambda done, total: self._tell(asked, done, total))
        task.finished.connect(lambda found: self._finished(document, asked, found))
        task.failed.connect(lambda error: self._failed(asked, error))
        task.start()

    def _computed(self, document: Document, asked: Asked, tell: Tell) -> Any:
        """Compute beside the window."""
        how = self._how(asked, document)._replace(watched=_Draws(tell, 2 * len(asked.others)))
        compared = [document.study.comparison(system) for system in range(len(document.systems))]
        if asked.what == SCORES:
            pairs = [(asked.first, other) for other in asked.others]
            metrics = [METRICS[name] for name in asked.metrics]
            return contests(compared, metrics, asked.average, pairs, how, asked.correction)
        if asked.what == PARTS:
            both = (asked.others[0], asked.first)  # differences are to the first of them
            for system in both if asked.by == "error" else ():
                if not document.errors.fill(system, tell):
                    raise Stopped
            broken = break_down(
                [compared[system] for system in both], asked.by, lambda place: document.errors.all(both[place])
            )
            return rows(broken, how)
        return [self._number_of(document, place) for place in self._places(document, asked)]

    def _number_of(self, document: Document, place: Place) -> int:
        return int(parse(place.filter).matches(document.context).sum()) if place.filter else len(document.gold)

    def _places(self, document: Document, asked: Asked) -> list[Place]:
        other = document.names[asked.others[0]] if len(asked.others) == 1 else None
        return places(document.names[asked.first], other, len(document.systems))

    def _how(self, asked: Asked, document: Document) -> Resampling:
        return Resampling(self.samples, asked.seed, jobs=document.study.jobs)

    def _tell(self, asked: Asked, done: int, total: int) -> None:
        if asked == self._now:
            self.panel.show_progress(done, total)

    def _finished(self, document: Document, asked: Asked, found: object) -> None:
        if document is self._document:
            if asked.what in (SCORES, PARTS):  # scores may still arrive that places look at
                self._known[asked] = found
            if asked == self._now:
                self._end()
                self._show(document, asked, found)

    def _failed(self, asked: Asked, error: object) -> None:
        if asked == self._now:
            self._end()
            self.panel.say(str(error))

    def _show(self, document: Document, asked: Asked, found: object = None) -> None:
        found = self._known.get(asked, found)
        names = Names(document.names[asked.first], document.names[asked.others[0]])
        if asked.what == SCORES:
            assert isinstance(found, list)
            several = len(asked.others) > 1
            how = self._how(asked, document)
            lines = contest_lines(found, document.names, how, several=several)
            self.panel.show_scores(
                contest_headings(names._replace(second="") if several else names, asked.correction), lines
            )
        elif asked.what == PARTS:
            assert isinstance(found, list)
            title = DIMENSIONS[asked.by].title if asked.by in DIMENSIONS else self.tr("kind of error")
            second, first = found
            self.panel.show_parts(row_headings(title, names, lost=asked.by == "error"), row_lines(first, second, names))
        else:
            assert isinstance(found, list)
            self.panel.show_places(self._places(document, asked), found)

    def cancel(self) -> None:
        """Compute no more of this, until it is asked for again."""
        if self._task is not None:
            self._end()
            self._declined = self._now
            self.panel.say(self.tr("cancelled"), can_compute=True)

    def _compute_after_all(self) -> None:
        self._declined = self._now = None
        self.follow()

    def _end(self) -> None:
        """Let the task that runs end by itself, unheard."""
        self._ending = [task for task in self._ending if not task.wait(0)]
        if self._task is not None:
            self._task.cancel()
            self._ending.append(self._task)
            self._task = None

    def stop(self) -> None:
        """Let go of all work beside the window."""
        self._end()
        for task in self._ending:
            task.wait(10)
        self._ending = []

    # --- what is led to -------------------------------------------------------------------------------------------

    def _choose_other(self, other: int) -> None:
        self._all_others = other == ALL_OTHERS
        if other >= 0:
            self.looking.choose_second(other)
        self.follow()

    def _show_contest(self, contest: Contest) -> None:
        """List the sentences on which two systems differ most under a measure."""
        assert self._document is not None
        one, other = self._document.names[contest.first], self._document.names[contest.second]
        self._show_place(Place("", "", by_difference(one, other, contest.metric)))

    def _show_bin(self, by: str, bin: str) -> None:
        """List the sentences in which two systems differ in a bin of a breakdown."""
        if self._document is not None and self._now is not None:
            one, other = self._document.names[self._now.first], self._document.names[self._now.others[0]]
            self._show_place(Place("", differing_in(one, other, by, bin), by_difference(one, other)))

    def _show_place(self, place: Place) -> None:
        """Write a filter into its box, and rank."""
        self.looking.parts.sentences.list_anew(place.filter, place.ranking)
