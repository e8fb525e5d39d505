"""A system assessed with a suite: its parses paired, recognised and judged."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from .pairs import pair_suite
from .parses import Parses
from .recognisers import Recogniser
from .recognising import recognise
from .scores import Scores, Verdict, judge
from .suites import Suite

__all__ = ["Assessed", "assess"]


@dataclass(frozen=True)
class Assessed:
    """What a system makes of a suite, sentence by sentence."""

    suite: Suite
    recogniser: Recogniser
    places: NDArray[np.int64]  #: the position of each sentence's parse, -1 where there is none
    verdicts: tuple[Verdict, ...]
    notes: tuple[str, ...] = ()

    @cached_property
    def scores(self) -> Scores:
        """The scores over all sentences."""
        return Scores.sum(verdict.scores for verdict in self.verdicts)

    @cached_property
    def unknown(self) -> list[str]:
        """The phenomena of the suite that the recogniser has no rule for: they can never be found."""
        return [name for name in self.suite.names() if name not in self.recogniser]


def assess(suite: Suite, recogniser: Recogniser, parses: Parses, pairing: str | None = None) -> Assessed:
    """Judge the parses of a system."""
    places, notes = pair_suite(suite, parses, pairing)
    found = recognise(recogniser, parses)
    verdicts = tuple(
        judge(item.expected, found.of(place), suite.weights)
        for item, place in zip(suite.items, places.tolist(), strict=True)
    )
    return Assessed(suite, recogniser, places, verdicts, tuple(notes))
