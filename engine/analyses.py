"""What each analysis of a sentence would have scored, and which of them would have been the best to choose."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .metrics import Metric, family_of
from .metrics.ties import TiedFamily
from .scoring import Comparison

__all__ = ["Analyses", "analyses_of", "analysis_scores", "oracle", "score_in_use"]

Floats = NDArray[np.float64]


class Analyses(NamedTuple):
    """All analyses that a system has of a sentence, in the parser's order; their places are counted from 0."""

    numbers: tuple[int, ...] = ()  #: of their trees in the system's file
    own: tuple[float | None, ...] = ()  #: what the parser itself thought of each, where it said so
    in_use: tuple[int, ...] = ()  #: the place of the analysis that is compared, then those tied with it


def analyses_of(comparison: Comparison, sentence: int) -> Analyses:
    """Return the analyses of a sentence, also those that the settings leave out; none where the parse failed."""
    bank, partner = comparison.whole, int(comparison.pairing.partner[sentence])
    if partner < 0:
        return Analyses()
    numbers = tuple(number for number in bank.numbers(partner) if bank.first[number + 1] > bank.first[number])
    first = next(iter(comparison.system.numbers(partner)), -1)
    tied = {} if comparison.gold.preparation.ties == "first" else comparison.system.tied
    in_use = tuple(numbers.index(number) for number in tied.get(first, (first,)) if number in numbers)
    return Analyses(numbers, tuple(map(bank.scores.get, numbers)), in_use)


def analysis_scores(comparison: Comparison, sentence: int, metrics: Sequence[Metric]) -> Floats:
    """Return the scores of all analyses that a system has of a sentence, a row each, against the first one of gold.

    Scores that need the same words are undefined (NaN) where words differ, as in the scores of a corpus.
    """
    numbers = analyses_of(comparison, sentence).numbers
    first = int(comparison.gold.original.best()[sentence])
    pairs = np.array([(first, number) for number in numbers], dtype=np.int64).reshape(len(numbers), 2)
    made = np.full((len(numbers), len(metrics)), np.nan)
    if not numbers:
        return made
    known = {}
    for place, metric in enumerate(metrics):
        family = family_of(metric)
        if family.name not in known:
            count = family.count_pairs if isinstance(family, TiedFamily) else family.count
            known[family.name] = count(comparison.gold, comparison.test, pairs, comparison.jobs)
        counts = known[family.name]
        made[:, place] = metric.scores(counts) if isinstance(family, TiedFamily) else family.scores(metric, counts)
    return made


def oracle(scores: Floats, metric: Metric) -> int | None:
    """Return which of the scores of analyses is the best, the first of equals, or None if there is none.

    >>> from .metrics import METRICS
    >>> oracle(np.array([0.5, np.nan, 0.75, 0.75]), METRICS["lp"])
    2
    """
    if np.isnan(scores).all():
        return None
    return int(np.nanargmax(scores) if metric.larger_is_better else np.nanargmin(scores))


def score_in_use(scores: Floats, metric: Metric, in_use: Sequence[int]) -> float:
    """Return what the sentence scores now: as the analysis in use does, or, by measures that average ties, their mean.

    >>> from .metrics import METRICS
    >>> scores = np.array([0.5, 0.75, 1.0])
    >>> score_in_use(scores, METRICS["lp"], (0, 1)), score_in_use(scores, METRICS["f1"], (0, 1))
    (0.625, 0.5)
    """
    counted = list(in_use if isinstance(family_of(metric), TiedFamily) else in_use[:1])
    known = scores[counted][~np.isnan(scores[counted])]
    return float(known.mean()) if len(known) else float("nan")
