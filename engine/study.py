"""Gold, systems and settings: a table of scores that fills itself.

A :class:`Study` is what the window looks at. It compares each system with gold and counts, family by family, in the
background, a few hundred sentences at a time and the ones on screen first. Scores can be read at any moment; what is
not there yet is NaN. Everything counted once is kept on disk and found again when the same files are opened with the
same settings.

Settings never change within a study. Other settings make a new one (:meth:`Study.again`), and the old one stops: its
results cannot be mistaken for the new one's. Files that were read again make a new one too, which takes over what the
one *before* has counted of trees that are still the same.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .agreement import rank_of
from .cache import Cache
from .metrics.base import Family, Metric, Tally
from .metrics.registry import family_of
from .narrow import Coded, coded, whole
from .prepare.apply import Prepared, prepare
from .prepare.settings import Preparation
from .scoring import Comparison, Earlier, compare
from .treebank import Treebank

__all__ = ["Filled", "Job", "Standing", "Study"]

Floats = NDArray[np.float64]
Places = NDArray[np.int64]


@dataclass(frozen=True)
class Filled:
    """News of a study: scores of a family that are there now, and how much of the job is done."""

    system: int
    family: str
    places: Places
    done: int
    total: int


@dataclass(frozen=True)
class Standing:
    """A sentence under a measure: its score, and its rank among the sentences that have one; NaN where it has none.

    Where that is only because it is still to be *counted*, it is not so.
    """

    metric: Metric
    value: float
    rank: float
    of: int
    counted: bool = True


@dataclass(eq=False)
class _Piece:
    """A stretch of sentences of one system, to be counted for one family."""

    system: int
    family: Family
    places: Places
    pairs: NDArray[np.int64]

    @property
    def name(self) -> int:
        """What it goes by among the parts of its family."""
        return _name(self.places)

    def has_any(self, sentences: Sequence[int]) -> bool:
        """Say whether it reaches over one of these sentences."""
        return len(self.places) > 0 and any(self.places[0] <= one <= self.places[-1] for one in sentences)


def _name(places: Places) -> int:
    """Return the first of some sentences, by which no others go; -1 if there is none."""
    return int(places[0]) if len(places) else -1


class Study:
    """A table of scores: gold sentences down, systems and measures across."""

    chunk = 256  #: sentences that are counted in one go

    def __init__(
        self,
        gold: Treebank,
        systems: Sequence[Treebank],
        preparation: Preparation,
        *,
        pairing: str | None = None,
        jobs: int = 1,
        cache: Cache | None = None,
        before: Study | None = None,
    ) -> None:
        self.gold = gold
        self.systems = tuple(systems)
        self.preparation = preparation
        self.pairing = pairing
        self.jobs = jobs
        self.cache = cache
        self._lock = threading.RLock()
        self._prepared: Prepared | None = None
        self._comparisons: dict[int, Comparison] = {}
        self._making: dict[int, threading.Lock] = {}  # by system, while it is compared
        self._scores: dict[tuple[int, str], Floats | Coded] = {}  # coded when the last of them is there
        self._parts: dict[tuple[int, str], dict[int, tuple[Places, Any]]] = {}  # by the first place of each
        self._jobs: list[Job] = []
        self._earlier = {} if before is None else before.counted()  # by file, until it is compared

    @classmethod
    def of(cls, compared: Sequence[Comparison]) -> Study:
        """Return a study of systems that are compared with gold already."""
        gold = compared[0].gold
        made = cls(gold.original, [one.system for one in compared], gold.preparation, jobs=compared[0].jobs)
        made._prepared, made._comparisons = gold, dict(enumerate(compared))
        return made

    def again(self, preparation: Preparation) -> Study:
        """Return a study of the same files under other settings; this one stops its work."""
        self.cancel()
        made = Study(self.gold, self.systems, preparation, pairing=self.pairing, jobs=self.jobs, cache=self.cache)
        made.chunk = self.chunk
        return made

    def beside(self, systems: Sequence[Treebank]) -> Study:
        """Return a study of other systems and the same gold, to be :meth:`joined` with this one."""
        made = Study(self.gold, systems, self.preparation, pairing=self.pairing, jobs=self.jobs, cache=self.cache)
        made.chunk, made._prepared = self.chunk, self._prepared
        return made

    def joined(self, other: Study, systems: Sequence[Treebank]) -> Study:
        """Return a study of these systems, each of which is in this one or in the *other*, with all they know of them.

        What is still counted here goes on, but only what was counted until now is in the new study.
        """
        made = self.beside(systems)
        places = {id(bank): place for place, bank in enumerate(made.systems)}
        for study in (self, other):
            with study._lock:
                made._prepared = made._prepared or study._prepared
                place_of = [places[id(bank)] for bank in study.systems]
                made._comparisons |= {place_of[system]: one for system, one in study._comparisons.items()}
                made._scores |= {(place_of[system], name): one for (system, name), one in study._scores.items()}
                made._parts |= {(place_of[system], name): dict(one) for (system, name), one in study._parts.items()}
                made._earlier |= study._earlier
        return made

    def comparison(self, system: int) -> Comparison:
        """Return one system against gold: which sentences can be compared, and everything that was counted."""
        known = self._comparisons.get(system)
        if known is not None:
            return known
        with self._lock:
            if self._prepared is None:
                self._prepared = prepare(self.gold, self.preparation)
            making = self._making.setdefault(system, threading.Lock())
        with making:  # others may compare other systems meanwhile
            if system not in self._comparisons:
                bank = self.systems[system]
                with self._lock:
                    earlier = self._earlier.pop(bank.path, None)
                self._comparisons[system] = compare(
                    self._prepared, bank, self.preparation, self.pairing, self.jobs, earlier
                )
            return self._comparisons[system]

    def counted(self) -> dict[str, Earlier]:
        """Return by file what is counted of each system by now, for a study of the same files read again."""
        with self._lock:
            return {
                one.system.path: one.earlier(
                    {family: list(parts.values()) for (of, family), parts in self._parts.items() if of == system}
                )
                for system, one in list(self._comparisons.items())
            }

    def scores(self, system: int, metric: Metric) -> Floats:
        """Return the scores of a metric as far as they are known, NaN where there is none (yet)."""
        with self._lock:
            known = self._scores.get((system, metric.name))
            return np.full(len(self.gold), np.nan) if known is None else np.array(whole(known))

    def standing(self, system: int, metric: Metric, sentence: int) -> Standing:
        """Return how a sentence stands under a measure, as far as scores are known; rank 1 is best."""
        counted = family_of(metric).name in self.comparison(system).counted
        with self._lock:
            kept = self._scores.get((system, metric.name))
            if kept is None:
                return Standing(metric, float("nan"), float("nan"), 0, counted)
            known = whole(kept)
            rank = rank_of(known, sentence, larger_is_better=metric.larger_is_better)
            return Standing(metric, float(known[sentence]), rank, int(np.count_nonzero(~np.isnan(known))), counted)

    def tally(self, system: int, metric: Metric) -> Tally | None:
        """Return a metric over the corpus, or None while it is still being counted."""
        comparison = self.comparison(system)
        return comparison.tally(metric) if family_of(metric).name in comparison.counted else None

    def fill(
        self,
        metrics: Sequence[Metric],
        listener: Callable[[Filled], None] = lambda news: None,
        first: Sequence[int] = (),
        system: int = 0,
    ) -> Job:
        """Start to fill the columns of these metrics for all systems.

        Sentences in *first* come first, then the *system* that is looked at, then the others.
        """
        families = list({family_of(metric).name: family_of(metric) for metric in metrics}.values())
        job = Job(self, families, listener, first, system)
        self._jobs = [*(other for other in self._jobs if not other.wait(0)), job]
        job.start()
        return job

    def cancel(self) -> None:
        """Stop all work."""
        for job in self._jobs:
            job.cancel()

    def _known(self, system: int, family: Family) -> bool:
        """Say whether a family is counted, by now or in the cache."""
        comparison = self.comparison(system)
        if family.name not in comparison.counted and not comparison.load(family, self.cache):
            for places, counts in comparison.reused(family):
                self._put(system, family, places, counts)
        if family.name not in comparison.counted:
            return False
        found = {(system, metric.name): coded(comparison.scores(metric)) for metric in family.metrics}
        with self._lock:
            self._scores |= found
        return True

    def _pieces(self, system: int, family: Family) -> list[_Piece]:
        """Cut the sentences that have a partner into pieces; where there is none, into one that is empty.

        Pieces that a job counted before it was cancelled are not counted again.
        """
        comparison = self.comparison(system)
        places, pairs = comparison.uncounted(family)
        chunk = family.piece(comparison.gold, comparison.test, self.chunk)
        cuts = [slice(begin, begin + chunk) for begin in range(0, max(1, len(places)), chunk)]
        pieces = [_Piece(system, family, places[cut], pairs[cut]) for cut in cuts]
        with self._lock:
            done = self._parts.get((system, family.name), {})
            return [piece for piece in pieces if piece.name not in done]

    def _count(self, piece: _Piece) -> None:
        """Count a piece."""
        comparison = self.comparison(piece.system)
        counts = piece.family.count(comparison.gold, comparison.test, piece.pairs, 1)
        self._put(piece.system, piece.family, piece.places, counts)

    def _put(self, system: int, family: Family, places: Places, counts: Any) -> None:
        """Put what was counted of some sentences into the table; the last of them make the family complete."""
        comparison = self.comparison(system)
        found = {metric: family.scores(metric, counts) for metric in family.metrics}
        with self._lock:
            for metric, scores in found.items():
                scores[~comparison.defined(metric)[places]] = np.nan
                column = self._scores.setdefault((system, metric.name), np.full(len(self.gold), np.nan))
                if not isinstance(column, Coded):  # else two jobs counted the same, and the other one was first
                    column[places] = scores
            parts = self._parts.setdefault((system, family.name), {})
            parts[_name(places)] = places, family.narrow(counts)
            if sum(len(some) for some, _ in parts.values()) < int((comparison.pairing.partner >= 0).sum()):
                return
            del self._parts[system, family.name]
        comparison.keep(family, family.joined([part for _, part in sorted(parts.items())], len(self.gold)))
        comparison.save(family, self.cache)
        if self.preparation.missing == "zero":
            self._known(system, family)  # also sentences that are in no piece have a score now
            return
        with self._lock:
            for metric in family.metrics:
                self._scores[system, metric.name] = coded(whole(self._scores[system, metric.name]))


class Job:
    """Work of a study in the background: it can be watched, waited for and cancelled.

    The listener is called from the threads that do the work, one call at a time, never after :meth:`cancel` has
    returned and the calls under way have ended. What goes wrong is kept in ``error``.
    """

    def __init__(
        self,
        study: Study,
        families: Sequence[Family],
        listener: Callable[[Filled], None],
        first: Sequence[int],
        system: int,
    ) -> None:
        self.error: BaseException | None = None
        self._study = study
        self._families = families
        self._listener = listener
        self._first = first
        self._system = system
        self._cancelled = threading.Event()
        self._telling = threading.Lock()
        self._waiting: deque[_Piece] = deque()
        self._total = self._done = 0
        self._thread = threading.Thread(target=self._run, name="treelens-study", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def cancel(self) -> None:
        """Stop after the pieces under way."""
        self._cancelled.set()

    @property
    def cancelled(self) -> bool:
        """Whether the job was told to stop."""
        return self._cancelled.is_set()

    def wait(self, timeout: float | None = None) -> bool:
        """Wait for the end; return whether it has come."""
        self._thread.join(timeout)
        return not self._thread.is_alive()

    def hurry(self, sentence: int, system: int) -> None:
        """Count next what is still missing of a sentence under a system."""
        for piece in reversed(list(self._waiting)):
            if piece.system == system and piece.has_any([sentence]):
                try:
                    self._waiting.remove(piece)
                except ValueError:
                    continue  # a thread has taken it meanwhile
                self._waiting.appendleft(piece)

    def _run(self) -> None:
        try:
            self._plan()
            helpers = [
                threading.Thread(target=self._work, name="treelens-study", daemon=True)
                for _ in range(self._study.jobs - 1)
            ]
            for helper in helpers:
                helper.start()
            self._work()
            for helper in helpers:
                helper.join()
        except BaseException as error:
            self.error = error

    def _plan(self) -> None:
        """List what is to be counted: the most wanted first, then system by system; what is known is told at once.

        Trees of systems that nobody counts need not be held meanwhile.
        """
        size = len(self._study.gold)
        for family in self._families:
            for system in range(len(self._study.systems)):
                if self.cancelled:
                    return
                if self._study._known(system, family):
                    self._tell(system, family, np.arange(size))
                else:
                    self._waiting.extend(self._study._pieces(system, family))
                    for places, _ in self._study.comparison(system).reused(family):
                        self._tell(system, family, places)
        self._total = len(self._waiting)
        self._waiting = deque(
            sorted(
                self._waiting,
                key=lambda piece: (not piece.has_any(self._first), piece.system != self._system, piece.system),
            )
        )

    def _work(self) -> None:
        try:
            while not self.cancelled:
                try:
                    piece = self._waiting.popleft()
                except IndexError:
                    return
                self._study._count(piece)
                self._tell(piece.system, piece.family, piece.places, done=1)
        except BaseException as error:
            self.error = error
            self.cancel()

    def _tell(self, system: int, family: Family, places: Places, done: int = 0) -> None:
        with self._telling:
            self._done += done
            if not self.cancelled:
                self._listener(Filled(system, family.name, places, self._done, self._total))
