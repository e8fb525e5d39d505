"""What could not be aligned where gold and a system were cut into words differently.

Measures that go by heads compare such sentences over the words they have in common. This says what was left out: words
without a counterpart (punctuation aside), and brackets that end within what is one word of the other side.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from .align.headed import Headed, headed
from .align.projections import compare_projections
from .prepare.settings import Preparation
from .scoring import ERROR, Comparison

__all__ = ["Lost", "lost_of", "lost_words"]


#: The heads of so many sentences are found at once in the time that one takes by itself.
_ONE_AMONG = 300


class Lost(NamedTuple):
    """What of a sentence was left out: words of gold and of the system, and how many brackets."""

    sentence: int  #: counted from 0
    gold: tuple[str, ...]
    system: tuple[str, ...]
    brackets: int

    def __bool__(self) -> bool:
        return bool(self.gold or self.system or self.brackets)

    def __str__(self) -> str:
        parts = [
            f"“{' '.join(words)}” in {side} only"
            for words, side in ((self.gold, "gold"), (self.system, "the system"))
            if words
        ]
        if self.brackets:
            ending = "1 bracket ends" if self.brackets == 1 else f"{self.brackets} brackets end"
            parts.append(f"{ending} within a word of the other side")
        return "; ".join(parts)


def lost_words(comparison: Comparison) -> Iterator[Lost]:
    """Yield what was left out of each sentence whose words differ, nothing of it perhaps."""
    gold, test = comparison.gold, comparison.test
    different = np.flatnonzero((comparison.status == ERROR) & comparison.parsed)
    numbers, partners = gold.original.best(), test.original.best()[comparison.pairing.partner]
    few = len(different) * _ONE_AMONG < len(comparison.status)
    for position in different.tolist():
        mine = headed(gold, int(numbers[position]), "gold", one=few)
        theirs = headed(test, int(partners[position]), "system", one=few)
        yield lost_of(mine, theirs, gold.preparation, position)


def lost_of(gold: Headed, system: Headed, preparation: Preparation, sentence: int = 0) -> Lost:
    """Return what is left out of one sentence."""
    found = compare_projections(gold, system, preparation)
    words, others = (
        tuple(side.tree.words[at] for at in lost if not side.heads.ignored[at])
        for side, lost in zip((gold, system), found.alignment.lost, strict=True)
    )
    return Lost(sentence, words, others, sum(map(len, found.beyond)))
