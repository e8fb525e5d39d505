"""Runs of a parser: what a system scored before its file was written anew, sentence by sentence and as a whole.

A parser is changed and run again, and its file is written anew. What is told then is the difference to the run before,
or to the first one: which sentences got better, which worse. Only numbers are kept of earlier runs, no trees.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .agreement.changes import Changes, changes
from .metrics.base import Metric, Tally
from .metrics.registry import FAMILIES
from .scoring import Comparison
from .study import Study
from .treebank import Treebank

__all__ = ["Became", "History", "Run", "Runs", "Since", "became", "run_of", "runs_after"]

Floats = NDArray[np.float64]
Since = Literal["before", "first"]  #: which run is compared with


class Run(NamedTuple):
    """What a system scored under the measures that were counted: each sentence of gold, and the corpus."""

    scores: Mapping[str, Floats]
    corpus: Mapping[str, Tally]


@dataclass(frozen=True)
class History:
    """The runs of a system that can be compared with: the first and the one before; *runs* counts that of now too."""

    first: Run
    before: Run
    runs: int

    def since(self, which: Since) -> Run:
        """Return one of them."""
        return self.first if which == "first" else self.before


#: What was before, by the file of each system that was written anew.
Runs = Mapping[str, History]


def run_of(comparison: Comparison) -> Run:
    """Take down what is counted to the end of a system."""
    counted = [metric for family in FAMILIES if family.name in comparison.counted for metric in family.metrics]
    return Run(
        {metric.name: comparison.scores(metric) for metric in counted},
        {metric.name: comparison.tally(metric) for metric in counted},
    )


def runs_after(before: Study, known: Runs, now: Study) -> Runs:
    """Return the earlier runs of a study whose files were read again; *known* are those that were there before that.

    A system whose file is what it was keeps its runs. Where gold has other sentences, or the settings are others,
    scores cannot be compared, and all runs are forgotten.
    """
    if before.preparation != now.preparation or not _same_sentences(before.gold, now.gold):
        return {}
    places = {bank.path: place for place, bank in enumerate(before.systems)}
    made: dict[str, History] = {}
    for bank in now.systems:
        place, history = places.get(bank.path), known.get(bank.path)
        if place is not None and _rewritten([(before.gold, now.gold), (before.systems[place], bank)]):
            run = run_of(before.comparison(place))
            history = History(history.first if history else run, run, history.runs + 1 if history else 2)
        if history is not None:
            made[bank.path] = history
    return made


def _rewritten(files: list[tuple[Treebank, Treebank]]) -> bool:
    return any(one.digest != other.digest or one.format != other.format for one, other in files)


def _same_sentences(one: Treebank, other: Treebank) -> bool:
    """Say whether two files have the same words, sentence by sentence."""
    if one.digest == other.digest:
        return True
    return len(one) == len(other) and all(mine.words == theirs.words for mine, theirs in zip(one, other, strict=True))


class Became(NamedTuple):
    """What became of a system under a measure: its score then and now, and the sentences that changed."""

    metric: Metric
    before: Tally
    now: Tally
    sentences: Changes
    gains: Floats  #: by how much each sentence got better; NaN where it has no score in one of the runs


def became(history: History, since: Since, comparison: Comparison, metric: Metric) -> Became | None:
    """Compare a system with an earlier run of it; None where the measure is not counted in both."""
    then = history.since(since)
    family = next(family for family in FAMILIES if metric in family.metrics)
    if metric.name not in then.scores or family.name not in comparison.counted:
        return None
    scores, now = then.scores[metric.name], comparison.scores(metric)
    gains = np.round(now - scores if metric.larger_is_better else scores - now, 12)
    told = changes(scores, now, larger_is_better=metric.larger_is_better)
    return Became(metric, then.corpus[metric.name], comparison.tally(metric), told, gains)
