"""Scoring one system against gold: pairing, preparation, counts, and which sentences could be compared."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import symbols
from .align import spans
from .cache import Cache
from .files import is_folder
from .metrics import parseval
from .metrics.base import Addends, Family, Metric, Tally, mean_of
from .metrics.registry import FAMILIES, family_of
from .pairing import Pairing, pair
from .prepare.apply import Prepared, prepare
from .prepare.settings import Preparation
from .problems import TreelensError
from .reuse import Paired, same_pairs
from .treebank import Treebank

__all__ = [
    "ERROR",
    "OK",
    "SKIP",
    "STATUS_NAMES",
    "Comparison",
    "Earlier",
    "Part",
    "compare",
    "system_names",
    "tree_pairs",
]

OK, ERROR, SKIP = 0, 1, 2
STATUS_NAMES = ("ok", "error", "skip")

#: Counts of some sentences, with their places.
Part = tuple[NDArray[np.int64], Any]


@dataclass(frozen=True)
class Earlier:
    """What was counted before, of all sentences or of some: by family, the parts that are there."""

    trees: Paired
    parts: Mapping[str, Sequence[Part]]

    def taken(self, now: Paired) -> dict[str, Part]:
        """Return what is still true, by family: counts of sentences whose two trees were compared before."""
        old, new = same_pairs(self.trees, now)
        size = len(self.trees.pairing.partner)
        found = {}
        for family in FAMILIES:
            if parts := self.parts.get(family.name):
                known = np.isin(old, np.concatenate([places for places, _ in parts]))
                counts = family.joined(parts, size)
                found[family.name] = new[known], family.taken(counts, old[known])
        return {name: part for name, part in found.items() if len(part[0])}


@dataclass(frozen=True)
class Comparison:
    """One system against gold, one entry a gold sentence.

    ``status`` tells which sentences were compared, ``messages`` why others were not; ``parsed`` tells where both sides
    have a tree, also if the words differ. ``whole`` is the system's file with all analyses, whichever of them the
    settings compare. Each family of measures is counted when one of them is first asked for. What is reused of an
    earlier comparison never changes, so that several threads may count the rest.
    """

    gold: Prepared
    test: Prepared
    pairing: Pairing
    lengths: NDArray[np.int32]
    status: NDArray[np.int8]
    parsed: NDArray[np.bool_]
    messages: dict[int, str]
    whole: Treebank
    jobs: int = 1
    _counts: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)
    _reused: dict[str, Part] = field(default_factory=dict, repr=False, compare=False)

    @property
    def system(self) -> Treebank:
        """The system's trees as they were read, the analysis first that is compared."""
        return self.test.original

    @property
    def sides(self) -> tuple[Prepared, Prepared]:
        """Gold and the system, prepared."""
        return self.gold, self.test

    @property
    def compared(self) -> NDArray[np.bool_]:
        """Which sentences were compared."""
        found: NDArray[np.bool_] = self.status == OK
        return found

    def only(self, sentence: int) -> Comparison:
        """Return the comparison of one sentence alone, with nothing counted; no other tree is looked at."""
        here = slice(sentence, sentence + 1)
        partner = self.pairing.partner[here]
        there = self.system.best()[partner[partner >= 0]]
        return Comparison(
            self.gold.some(self.gold.original.best()[here]),
            self.test.some(there),
            replace(self.pairing, partner=np.where(partner >= 0, 0, -1)),
            self.lengths[here],
            self.status[here],
            self.parsed[here],
            {0: self.messages[sentence]} if sentence in self.messages else {},
            self.whole,
            self.jobs,
        )

    def counts(self, family: Family) -> Any:
        """Return what a family counts, one entry a gold sentence."""
        if family.name not in self._counts:
            places, pairs = self.uncounted(family)
            counted = family.count(self.gold, self.test, pairs, self.jobs)
            self.keep(family, family.joined([*self.reused(family), (places, counted)], len(self.status)))
        return self._counts[family.name]

    def reused(self, family: Family) -> list[Part]:
        """Return what is known from an earlier comparison of trees that have not changed: one part, or none."""
        return [self._reused[family.name]] if family.name in self._reused else []

    def uncounted(self, family: Family) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the sentences that are still to be counted, and the numbers of their trees, one pair a row."""
        places, pairs = tree_pairs(self.gold, self.test, self.pairing)
        return _without(places, pairs, self.reused(family))

    def counting(self, family: Family, cache: Cache | None = None) -> Iterator[int]:
        """Count a family that takes long, in pieces: yield how many sentences are done; what is cached is not counted.

        Whoever stops asking stops the work.
        """
        if family.name in self._counts or self.load(family, cache):
            return
        places, pairs = self.uncounted(family)
        size = self.piece(family)
        parts = self.reused(family)
        for begin in range(0, max(1, len(pairs)), size):
            cut = slice(begin, begin + size)
            parts.append((places[cut], family.count(self.gold, self.test, pairs[cut], self.jobs)))
            yield min(begin + size, len(pairs))
        self.keep(family, family.joined(parts, len(self.status)))
        self.save(family, cache)

    def piece(self, family: Family) -> int:
        """Return how many sentences :meth:`counting` counts in one go: few enough to tell how far it is."""
        return 4 * family.piece(self.gold, self.test, max(1, len(self.status)))

    def load(self, family: Family, cache: Cache | None) -> bool:
        """Take counts from a cache, and say whether they were there."""
        entry = cache.load(self.key(family)) if cache is not None else None
        counts = family.unpacked(entry, len(self.status)) if entry is not None else None
        if counts is not None:
            self.keep(family, counts)
        return counts is not None

    def save(self, family: Family, cache: Cache | None) -> None:
        """Put what was counted into a cache."""
        if cache is not None:
            cache.save(self.key(family), family.packed(self._counts[family.name]))

    def key(self, family: Family) -> str:
        """Return the name under which counts are cached: everything that decides them."""
        return Cache.key(
            *(f"{bank.digest} {bank.format} {bank.by_line}" for bank in (self.gold.original, self.system)),
            self.gold.preparation.digest(),
            self.pairing.method,
            family.name,
        )

    def earlier(self, parts: Mapping[str, Sequence[Part]]) -> Earlier:
        """Return what is counted by now, for a comparison to come; *parts* are of families not counted to the end."""
        places = np.flatnonzero(self.pairing.partner >= 0)
        reused = {name: [part] for name, part in self._reused.items()}
        counted = {
            family.name: [(places, family.taken(self._counts[family.name], places))]
            for family in FAMILIES
            if family.name in self._counts
        }
        return Earlier(Paired(self.gold, self.test, self.pairing), {**reused, **parts, **counted})

    def keep(self, family: Family, counts: Any) -> None:
        """Take over counts that were made elsewhere."""
        self._counts[family.name] = family.narrow(counts)

    @property
    def counted(self) -> set[str]:
        """Names of the families that are counted by now."""
        return set(self._counts)

    def defined(self, metric: Metric) -> NDArray[np.bool_]:
        """Return which sentences a metric can say something of."""
        aligned = self.gold.preparation.align_words and family_of(metric).can_align_words
        return self.parsed if aligned or not metric.needs_same_words else self.compared

    def scores(self, metric: Metric) -> NDArray[np.float64]:
        """Return a metric's score of each sentence, NaN where there is none."""
        family = family_of(metric)
        scores = family.scores(metric, self.counts(family))
        scores[~self.defined(metric)] = np.nan
        if self._zeros(metric):
            scores[self.unanswered & self._could_be_scored(metric, scores)] = 0.0
        return scores

    def tally(self, metric: Metric, known: NDArray[np.float64] | None = None) -> Tally:
        """Return a metric over the corpus; the scores of its sentences may be *known* already.

        Where sentences without a parse count 0, there is a mean over sentences only: nothing was counted of them.
        """
        family = family_of(metric)
        if not self._zeros(metric):
            return family.tally(metric, self.counts(family), self.defined(metric), known)
        scores = self.scores(metric) if known is None else known
        missing = int(np.isnan(scores).sum())
        return Tally(None, mean_of(scores).total(), len(scores) - missing, missing)

    def averages(self, metric: Metric) -> tuple[str, ...]:
        """Return the ways in which a metric can be averaged here."""
        return ("macro",) if self._zeros(metric) else family_of(metric).averages

    def addends(self, metric: Metric, average: str, chosen: NDArray[np.bool_]) -> Addends:
        """Take a metric's score of the chosen sentences, all of them scored, apart into what is added up over them."""
        if average not in self.averages(metric):
            raise TreelensError(f"{metric.name} has no {average} average here, only {self.averages(metric)[0]}")
        if self._zeros(metric):
            return mean_of(self.scores(metric)[chosen])
        family = family_of(metric)
        return family.addends(metric, self.counts(family), chosen, average)

    def _zeros(self, metric: Metric) -> bool:
        """Say whether sentences without a parse count 0 under a metric; a number of mistakes is not 0 there."""
        return self.gold.preparation.missing == "zero" and metric.is_share and family_of(metric).zero_if_missing

    def _could_be_scored(self, metric: Metric, scores: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Say of which sentences of gold a metric could say something, if the system had parsed them.

        Of none where it says nothing of all those that the system did parse: then it has not what the metric needs.
        """
        gold = self.gold.original
        if (np.isnan(scores).all() and self.parsed.any()) or (
            metric.needs == "derivations" and gold.format != "delphin"
        ):
            return np.zeros(len(scores), dtype=bool)
        if metric.needs == "meanings":
            return np.array([number in gold.semantics for number in gold.best().tolist()], dtype=bool)
        return np.ones(len(scores), dtype=bool)

    @cached_property
    def unanswered(self) -> NDArray[np.bool_]:
        """Which sentences gold has a tree of and the system has none that could be read."""
        gold, system = self.gold.bank, self.test.bank
        here = np.diff(gold.first)[self.gold.original.best()] > 0
        lost = [problem.sentence for problem in self.gold.original.problems if problem.sentence is not None]
        here[lost] = False
        if self.gold.preparation.max_length is not None:
            here &= self.lengths <= self.gold.preparation.max_length
        best = self.test.original.best()[self.pairing.partner]
        there = (self.pairing.partner >= 0) & (best >= 0)
        there &= np.diff(system.first)[best] > 0
        found: NDArray[np.bool_] = here & ~there
        return found

    @property
    def only_failures(self) -> bool:
        """Say whether the system has nothing but failed parses."""
        return not self.system.first[-1] and not self.system.problems


def tree_pairs(gold: Prepared, test: Prepared, pairing: Pairing) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the gold sentences that have a partner, and the numbers of both trees, one pair a row."""
    places = np.flatnonzero(pairing.partner >= 0)
    mine, theirs = gold.original.best()[places], test.original.best()[pairing.partner[places]]
    return places, np.ascontiguousarray(np.stack([mine, theirs], axis=1))


def compare(
    gold: Prepared,
    system: Treebank,
    preparation: Preparation,
    method: str | None = None,
    jobs: int = 1,
    earlier: Earlier | None = None,
) -> Comparison:
    """Pair a system with prepared gold trees, and find out which sentences can be compared.

    What is known from an *earlier* comparison of the same trees is not counted again.
    """
    whole = system
    if preparation.rank > 1:
        system = system.at_rank(preparation.rank)
    pairing = pair(gold.original, system, method)
    test = prepare(system, preparation)
    places, pairs = tree_pairs(gold, test, pairing)
    reused = {} if earlier is None else earlier.taken(Paired(gold, test, pairing))
    known = [reused.pop(parseval.FAMILY.name)] if parseval.FAMILY.name in reused else []
    changed, others = _without(places, pairs, known)
    counted = parseval.count(gold, test, others, jobs)
    counts = parseval.FAMILY.joined([*known, (changed, counted)], len(gold.original))
    outcome = counts["outcome"][places]
    status = np.full(len(gold.original), SKIP, dtype=np.int8)
    status[places] = np.where(outcome == spans.COMPARED, OK, np.where(outcome == spans.NO_WORDS, SKIP, ERROR))
    if gold.original.format == "delphin":  # an item that was not treebanked is no mistake of the system's
        status[np.diff(gold.original.first)[gold.original.best()] == 0] = SKIP
    empty = np.diff(system.first)[system.best()] == 0
    messages = {
        position: _reason(counts, position, bool(partner >= 0), bool(partner >= 0 and empty[partner]))
        for position in np.flatnonzero(status != OK).tolist()
        for partner in [int(pairing.partner[position])]
    }
    parsed = status != SKIP
    parsed &= np.diff(gold.bank.first)[gold.original.best()] > 0
    _faults(gold.original, system, pairing, status, parsed, messages)
    lengths = gold.lengths[gold.original.best()]
    if preparation.max_length is not None:
        for position in np.flatnonzero(lengths > preparation.max_length).tolist():
            status[position], parsed[position] = SKIP, False
            messages[position] = f"longer than {preparation.max_length} words"
    counted = {parseval.FAMILY.name: parseval.FAMILY.narrow(counts)}
    return Comparison(gold, test, pairing, lengths, status, parsed, messages, whole, jobs, counted, reused)


def _without(
    places: NDArray[np.int64], pairs: NDArray[np.int64], parts: Sequence[Part]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Leave out the places that are in one of the parts."""
    left = ~np.isin(places, np.concatenate([known for known, _ in parts])) if parts else slice(None)
    return places[left], pairs[left]


def _reason(counts: Mapping[str, NDArray[np.int64]], position: int, paired: bool, unparsed: bool) -> str:
    """Say in words why a sentence was not compared."""
    if not paired:
        return "no system tree"
    outcome, gold, test = (int(counts[name][position]) for name in ("outcome", "gold", "test"))
    if outcome == spans.NO_WORDS:
        return "no parse" if unparsed else "no word is left to compare"
    if outcome == spans.LENGTHS:
        return f"{gold} words in gold, {test} in the system" if gold else "no gold tree"
    one, other = symbols.text(gold), symbols.text(test)
    return f"words differ: {one} in gold, {other} in the system{_likeness(one, other)}"


def _likeness(one: str, other: str) -> str:
    """Say so if two words look alike but are written in other characters."""
    if unicodedata.normalize("NFC", one) == unicodedata.normalize("NFC", other):
        return ", the same letters in other Unicode characters"
    return ", the same but for case" if one.casefold() == other.casefold() else ""


def _faults(
    gold: Treebank,
    system: Treebank,
    pairing: Pairing,
    status: NDArray[np.int8],
    parsed: NDArray[np.bool_],
    messages: dict[int, str],
) -> None:
    """Mark sentences that could not be read."""
    for problem in gold.problems:
        if problem.sentence is not None:
            status[problem.sentence], parsed[problem.sentence] = ERROR, False
            messages[problem.sentence] = f"gold: {problem.message}"
    places = {int(partner): position for position, partner in enumerate(pairing.partner)} if system.problems else {}
    for problem in system.problems:
        if problem.sentence in places:
            position = places[problem.sentence]
            status[position], parsed[position] = ERROR, False
            messages[position] = problem.message


def system_names(paths: Sequence[str]) -> list[str]:
    """Name systems after their files, with as much of the path as tells them apart.

    >>> system_names(["a/x.mrg", "b/x.mrg", "b/y.mrg.gz"])
    ['a/x', 'b/x', 'y']
    """
    bare = [(Path(path) if is_folder(path) else _without_suffix(Path(path))).parts for path in paths]
    tails = Counter("/".join(parts[-depth:]) for parts in bare for depth in range(1, len(parts) + 1))
    names = []
    for parts in bare:
        longer = ("/".join(parts[-depth:]) for depth in range(1, len(parts) + 1))
        names.append(next((name for name in longer if tails[name] == 1), "/".join(parts)))
    often = Counter(names)
    return [path if often[name] > 1 else name for name, path in zip(names, paths, strict=True)]


def _without_suffix(path: Path) -> Path:
    """Drop the suffix of a compression and then the last one: ``x.v2.mrg.gz`` is ``x.v2``."""
    if path.suffix.lower() in (".gz", ".xz", ".bz2"):
        path = path.with_suffix("")
    return path.with_suffix("") if path.stem else path
