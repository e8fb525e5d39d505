"""What is left of a system when its trees are gone: everything that is printed, drawn or kept of its scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from .. import remarks
from ..common_ground import Lost, lost_words
from ..metrics import Metric, Tally, family_of, semantics
from ..profiles import Unusable, unusable_meanings
from ..scoring import Comparison

__all__ = ["Result", "result_of"]

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Result:
    """One system against gold: plain values, which can go from process to process.

    Entries of arrays and keys of mappings are gold sentences, counted from 0. ``said`` has the lines that people should
    read about it, ``lost`` what measures by heads left out of sentences, ``unusable`` the meanings that could not be
    compared. ``complete`` says whether every sentence was read and compared, ``usable`` whether any measure had
    something to say of any sentence (or the system failed on purpose on all of them).
    """

    name: str
    path: str
    lengths: NDArray[np.int32]
    status: NDArray[np.int8]
    messages: Mapping[int, str]
    tallies: Mapping[str, Tally]
    scores: Mapping[str, Floats]
    said: tuple[str, ...]
    lost: Mapping[int, Lost]
    unusable: tuple[Unusable, ...]
    complete: bool
    usable: bool

    def without_sentences(self, *, sizes: bool = False) -> Result:
        """Return the same without what is kept of each sentence, and without *sizes* of fragments unless wanted."""
        tallies = self.tallies if sizes else {name: replace(one, sizes=None) for name, one in self.tallies.items()}
        return replace(self, messages={}, scores={}, lost={}, tallies=tallies)


def result_of(name: str, comparison: Comparison, metrics: Sequence[Metric], *, by_sentence: bool = True) -> Result:
    """Score a comparison under *metrics*, *by_sentence* too if so wanted, and keep what does not need the trees."""
    families = [family_of(metric) for metric in metrics]
    lost = list(lost_words(comparison)) if any(family.aligns_letters for family in families) else []
    scores = {metric.name: comparison.scores(metric) for metric in metrics} if by_sentence else {}
    return Result(
        name,
        comparison.system.path,
        comparison.lengths,
        comparison.status,
        comparison.messages,
        {metric.name: comparison.tally(metric, scores.get(metric.name)) for metric in metrics},
        scores,
        (
            *remarks.on_file(comparison.system),
            *remarks.on_comparison(name, comparison, metrics, lost),
            *remarks.on_measures(name, comparison, metrics),
        ),
        {one.sentence: one for one in lost if one},
        tuple(unusable_meanings(comparison)) if semantics.FAMILY in families else (),
        bool(comparison.compared.all()) and not comparison.system.problems,
        comparison.only_failures or any(comparison.defined(metric).any() for metric in metrics),
    )
