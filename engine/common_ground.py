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
    for position in np.flatnonzero((comparison.status == ERROR) & comparison.parsed).tolist():
        partner = int(comparison.pairing.partner[position])
        mine = headed(gold, int(gold.bank.best()[position]), "gold", one=True)
        theirs = headed(test, int(test.bank.best()[partner]), "system", one=True)
        yield lost_of(mine, theirs, gold.preparation, position)


def lost_of(gold: Headed, system: Headed, preparation: Preparation, sentence: int = 0) -> Lost:
    """Return what is left out of one sentence."""
    found = compare_projections(gold, system, preparation)
    words, others = (
        tuple(side.tree.words[at] for at in lost if not side.heads.ignored[at])
        for side, lost in zip((gold, system), found.alignment.lost, strict=True)
    )
    return Lost(sentence, words, others, sum(map(len, found.beyond)))
