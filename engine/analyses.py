"""What each analysis of a sentence would have scored, and which of them would have been the best to choose."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from .metrics import Metric, family_of
from .metrics.ties import TiedFamily
from .scoring import Comparison

__all__ = ["analysis_scores", "oracle"]


def analysis_scores(comparison: Comparison, sentence: int, metrics: Sequence[Metric]) -> NDArray[np.float64]:
    """Return the scores of all analyses that a system has of a sentence, a row each, against the first one of gold.

    Scores that need the same words are undefined (NaN) where words differ, as in the scores of a corpus.
    """
    bank, partner = comparison.system, int(comparison.pairing.partner[sentence])
    numbers = [] if partner < 0 else [partner] if bank.analyses is None else bank.analyses[partner]
    numbers = [number for number in numbers if bank.first[number + 1] > bank.first[number]]
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


def oracle(scores: NDArray[np.float64], metric: Metric) -> int | None:
    """Return which of the scores of analyses is the best, the first of equals, or None if there is none.

    >>> from .metrics import METRICS
    >>> oracle(np.array([0.5, np.nan, 0.75, 0.75]), METRICS["lp"])
    2
    """
    if np.isnan(scores).all():
        return None
    return int(np.nanargmax(scores) if metric.larger_is_better else np.nanargmin(scores))
