"""Is a difference more than chance? Intervals by bootstrap, and two tests for two systems on the same sentences.

All of it rests on one fact: a score of a corpus is made of sums over its sentences (:class:`~..metrics.base.Addends`).
Another corpus of the same sort is the same sentences with other weights, and its sums are weights times addends: one
product of matrices for some thousand corpora.

- **Bootstrap** (Efron 1979): draw as many sentences as there are, with replacement, and score them, many times. The
  interval is that between two percentiles of the scores. For two systems the same sentences are drawn, so that hard
  sentences are hard for both.
- **Paired bootstrap test** (Berg-Kirkpatrick et al. 2012, two-sided): how often the difference of a draw is as far from
  the difference that was seen as that one is from 0.
- **Approximate randomisation** (Noreen 1989, Yeh 2000): if it did not matter which system made which parse, swapping
  the two on a sentence would change nothing. Swap them on each sentence with a chance of one half, many times; how
  often is the difference as large as the one that was seen?

Both p-values are two-sided and have 1 added above and below the line (Davison and Hinkley 1997), so that none is 0.
One seed gives one result, whatever the number of threads: each block of draws has random numbers of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..metrics.base import Addends

__all__ = [
    "CORRECTIONS",
    "NOT_COVERED",
    "USUAL",
    "Difference",
    "Estimate",
    "Resampling",
    "adjusted",
    "estimate",
    "estimates",
    "paired_tests",
    "resampled",
]

Floats = NDArray[np.float64]

#: What none of these numbers can tell; it is shown wherever they are.
NOT_COVERED = (
    "Intervals and p-values tell how differently another draw of sentences like these could have turned out. They do "
    "not cover texts of other kinds or domains, parsers trained again from other random seeds, errors in the gold "
    "trees, or sentences of one document that resemble each other: each of these can make a result less certain than "
    "it looks here."
)

_WEIGHTS = 1 << 21  #: numbers in a block of weights: 16 megabytes
_DIGITS = 12  #: differences that agree in so many digits are the same


def _unwatched(blocks: Iterable[Floats], total: int) -> Iterable[Floats]:
    return blocks


class Resampling(NamedTuple):
    """How often is drawn, from which seed, what share of the draws an interval holds, and in how many threads.

    *watched* is given the blocks of draws as they are made, and how many there will be; it hands them on.
    """

    samples: int = 10_000
    seed: int = 1
    confidence: float = 0.95
    jobs: int = 1
    watched: Callable[[Iterable[Floats], int], Iterable[Floats]] = _unwatched


USUAL = Resampling()


class Estimate(NamedTuple):
    """A score or a difference with its interval; NaN where there is none."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Difference:
    """Two systems on the same sentences: how much the first is above the second, and whether that may be chance."""

    first: Estimate
    second: Estimate
    difference: Estimate
    paired_bootstrap: float  #: p-value
    randomisation: float  #: p-value


def estimates(scores: Sequence[Addends], how: Resampling) -> list[Estimate]:
    """Return scores over the same sentences with their intervals.

    >>> accuracy = Addends(np.array([[8, 9, 5, 7.0], [9, 9, 9, 9]]), lambda sums: sums[:, 0] / sums[:, 1])
    >>> [round(number, 2) for number in estimates([accuracy], Resampling(samples=1000))[0]]
    [0.81, 0.64, 0.94]
    """
    drawn = resampled(_stacked(scores), how).T
    return [estimate(_total(one), draws, how.confidence) for one, draws in zip(scores, drawn, strict=True)]


def paired_tests(pairs: Sequence[tuple[Addends, Addends]], how: Resampling) -> list[Difference]:
    """Compare pairs of scores, all over the same sentences."""
    pairs = [_as_tall(*pair) for pair in pairs]
    drawn = resampled(_stacked([side for pair in pairs for side in pair]), how).T
    both_ways = [_with_rival(*sides) for pair in pairs for sides in (pair, pair[::-1])]
    swapped = resampled(_stacked(both_ways), how, _coins).T
    return [
        _difference(pair, first, second, one - other, how.confidence)
        for pair, first, second, one, other in zip(
            pairs, drawn[::2], drawn[1::2], swapped[::2], swapped[1::2], strict=True
        )
    ]


def _difference(
    pair: tuple[Addends, Addends], first: Floats, second: Floats, swapped: Floats, confidence: float
) -> Difference:
    mine, theirs = map(_total, pair)
    seen = mine - theirs
    return Difference(
        estimate(mine, first, confidence),
        estimate(theirs, second, confidence),
        estimate(seen, first - second, confidence),
        _p_value(first - second - seen, seen),
        _p_value(swapped, seen),
    )


def _total(one: Addends) -> float:
    found = one.total()
    return float("nan") if found is None else found


def estimate(value: float, draws: Floats, confidence: float) -> Estimate:
    """Return a value with the interval that holds a share of its draws; those that are NaN are left out."""
    known = draws[~np.isnan(draws)]
    if not len(known):
        return Estimate(value, float("nan"), float("nan"))
    low, high = np.quantile(known, [(1 - confidence) / 2, (1 + confidence) / 2]).tolist()
    return Estimate(value, low, high)


def _p_value(draws: Floats, seen: float) -> float:
    """Return how often draws are at least as far from 0 as what was seen."""
    known = np.round(np.abs(draws[~np.isnan(draws)]), _DIGITS)
    if np.isnan(seen):
        return float("nan")
    return float((np.count_nonzero(known >= np.round(abs(seen), _DIGITS)) + 1) / (len(known) + 1))


# --- drawing ------------------------------------------------------------------------------------------------------

#: Makes weights of sentences: for so many draws, of so many sentences.
Weights = Callable[[np.random.Generator, int, int], Floats]


def _with_replacement(random: np.random.Generator, draws: int, sentences: int) -> Floats:
    """Draw as many sentences as there are: how often each came up."""
    places = random.integers(sentences, size=(draws, sentences)) + sentences * np.arange(draws)[:, np.newaxis]
    often = np.bincount(places.ravel(), minlength=draws * sentences)
    return often.reshape(draws, sentences).astype(np.float64)


def _coins(random: np.random.Generator, draws: int, sentences: int) -> Floats:
    """Toss a coin for each sentence: either it counts, or the one that stands for it in the second half does."""
    tails = random.integers(2, size=(draws, sentences // 2), dtype=np.int8).astype(np.float64)
    return np.concatenate([1 - tails, tails], axis=1)


def resampled(score: Addends, how: Resampling, weights: Weights = _with_replacement) -> Floats:
    """Score draws of the sentences, one draw a row."""
    sentences = score.numbers.shape[1]
    if not sentences:
        return np.full_like(score.score(np.zeros((how.samples, len(score.numbers)))), np.nan)
    size = max(1, _WEIGHTS // sentences)

    def block(begin: int) -> Floats:
        random = np.random.default_rng([how.seed, begin // size])
        return score.score(weights(random, min(size, how.samples - begin), sentences) @ score.numbers.T)

    begins = range(0, how.samples, size)
    if how.jobs == 1:
        return np.concatenate(list(how.watched(map(block, begins), len(begins))))
    pool = ThreadPoolExecutor(how.jobs)
    try:
        return np.concatenate(list(how.watched(pool.map(block, begins), len(begins))))
    finally:
        pool.shutdown(cancel_futures=True)  # whoever watches may have stopped it


def _stacked(scores: Sequence[Addends]) -> Addends:
    """Put scores over the same sentences into one: a draw then has a column for each of them."""
    cuts = np.cumsum([len(one.numbers) for one in scores])[:-1]

    def score(sums: Floats) -> Floats:
        parts = np.split(sums, cuts, axis=1)
        return np.stack([one.score(part) for one, part in zip(scores, parts, strict=True)], axis=1)

    return Addends(np.concatenate([one.numbers for one in scores]), score)


def _with_rival(one: Addends, other: Addends) -> Addends:
    """Return a score over twice the sentences: a system's own, and behind them its rival's."""
    return Addends(np.concatenate([one.numbers, other.numbers], axis=1), one.score)


def _as_tall(one: Addends, other: Addends) -> tuple[Addends, Addends]:
    """Let two scores have as many numbers of each sentence: what one lacks, such as large fragments, is 0 there."""
    height = max(len(one.numbers), len(other.numbers))
    one, other = (
        Addends(np.pad(side.numbers, [(0, height - len(side.numbers)), (0, 0)]), side.score) for side in (one, other)
    )
    return one, other


# --- many comparisons ---------------------------------------------------------------------------------------------


def _holm(sorted_p: Floats) -> Floats:
    return np.maximum.accumulate(sorted_p * np.arange(len(sorted_p), 0, -1))


def _benjamini_hochberg(sorted_p: Floats) -> Floats:
    grown = sorted_p * len(sorted_p) / np.arange(1, len(sorted_p) + 1)
    return np.minimum.accumulate(grown[::-1])[::-1]


#: What p-values become where there are many: for the chance of any false find (Holm 1979), or for the share of false
#: ones among the finds (Benjamini and Hochberg 1995). They take and return p-values in rising order.
CORRECTIONS: dict[str, Callable[[Floats], Floats]] = {
    "holm": _holm,
    "bh": _benjamini_hochberg,
    "none": lambda sorted_p: sorted_p,
}


def adjusted(p_values: Sequence[float], method: str = "holm") -> list[float]:
    """Correct p-values for their number; those that are NaN stay out of it.

    >>> adjusted([0.01, 0.04, 0.03]), adjusted([0.01, 0.04, 0.03], "bh")
    ([0.03, 0.06, 0.06], [0.03, 0.04, 0.04])
    """
    given = np.array(p_values, dtype=np.float64)
    known = np.flatnonzero(~np.isnan(given))
    order = known[np.argsort(given[known], kind="stable")]
    given[order] = np.minimum(1, CORRECTIONS[method](given[order]))
    made: list[float] = given.tolist()
    return made
