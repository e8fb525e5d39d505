"""What is looked at bracket by bracket: pairs of trees with the same words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..align.brackets import tags_of
from ..heads import HeadRules, rules_of
from ..metrics.quotes import repaired_trees
from ..prepare.apply import Prepared
from ..prepare.settings import Preparation
from ..scoring import Comparison, tree_pairs
from ..treebank import Analysis, Sentence, Treebank
from ..trees import Tree

__all__ = ["Ground", "grounds"]

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


class Ground(NamedTuple):
    """Pairs of trees with the same words, the sentences they are of, how long these are, and both sides' head rules."""

    gold: Prepared
    test: Prepared
    pairs: Ints
    sentences: Ints
    lengths: Ints
    rules: tuple[HeadRules | None, HeadRules | None] = (None, None)

    @property
    def sides(self) -> tuple[tuple[Prepared, str, HeadRules | None], ...]:
        """Gold and the system, what each is called, and its head rules."""
        return (self.gold, "gold", self.rules[0]), (self.test, "system", self.rules[1])


def grounds(one: Comparison, chosen: Bools) -> Iterator[Ground]:
    """Yield the pairs of trees of the chosen sentences; apart from the others, those whose quotes EVALB repairs."""
    places, pairs = tree_pairs(one.gold, one.test, one.pairing)
    places, pairs = places[chosen[places]], pairs[chosen[places]]
    lengths = one.lengths.astype(np.int64)
    rules = rules_of(one.gold, "gold"), rules_of(one.test, "system")
    sizes = (
        np.bincount(tags_of(side, pairs[:, place])[0], minlength=len(pairs)) for place, side in enumerate(one.sides)
    )
    alike = np.equal(*sizes)
    yield Ground(one.gold, one.test, pairs[alike], places[alike], lengths[places[alike]], rules)
    if not alike.all():
        repaired = [repaired_trees(one.gold, one.test, *pair) for pair in pairs[~alike].tolist()]
        gold, test = (_as_they_are(trees, one.gold.preparation) for trees in zip(*filter(None, repaired), strict=True))
        own = np.stack([np.arange(len(repaired))] * 2, axis=1)
        yield Ground(gold, test, own, places[~alike], lengths[places[~alike]], rules)


def _as_they_are(trees: Sequence[Tree], preparation: Preparation) -> Prepared:
    """Take trees that are prepared already as a treebank."""
    return Prepared.of(Treebank.of([Sentence((Analysis(tree),)) for tree in trees]), preparation)
