"""By what brackets, and words, are told apart. Each dimension gives every bracket, or word, a key.

======  ==================================================================================================
label   the label of the bracket
span    how many words it is over
length  how many words the sentence has, counted as EVALB does
depth   how many brackets there are down to it, itself included, from the root
head    the tag of its head word, by the head rules of the settings
tag     of words, not of brackets: their tags
======  ==================================================================================================

A bracket of gold has gold's key, one of the system the system's own: the recall of depth 3 is of gold's brackets that
deep, its precision of the system's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import symbols
from ..align.brackets import depths, matched_brackets, tags_of, widths
from ..heads import heads_of
from ..prepare.tables import same
from .bins import DEPTHS, LENGTHS, SPANS, name_of, numbers_of
from .grounds import Ground

__all__ = ["DIMENSIONS", "Dimension", "Items", "items_of"]

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
_UNTAGGED = -1


class Items(NamedTuple):
    """Brackets or words of one side: the sentence of each, its key, and whether the other side has it too."""

    sentence: Ints
    key: Ints
    matched: Bools


class Dimension(NamedTuple):
    """What tells things apart: the key of each node of a side, and what a key is called.

    *key* takes a ground, the number of the side, and the pair and node of each bracket; None: words are told apart by
    their tags. Keys of a dimension that is *ordered* stand in their own order, others by how often they occur.
    """

    title: str
    name: Callable[[int], str]
    key: Callable[[Ground, int, Ints, Ints], Ints] | None
    ordered: bool = False


def _label(ground: Ground, side: int, pair: Ints, node: Ints) -> Ints:
    return ground.sides[side][0].bank.columns.label[node].astype(np.int64)


def _span(ground: Ground, side: int, pair: Ints, node: Ints) -> Ints:
    return numbers_of(widths(ground.sides[side][0].bank)[node], SPANS)


def _length(ground: Ground, side: int, pair: Ints, node: Ints) -> Ints:
    return numbers_of(ground.lengths[pair], LENGTHS)


def _depth(ground: Ground, side: int, pair: Ints, node: Ints) -> Ints:
    return numbers_of(depths(ground.sides[side][0].bank)[node], DEPTHS)


def _head(ground: Ground, side: int, pair: Ints, node: Ints) -> Ints:
    prepared, name, rules = ground.sides[side]
    owner, tags = tags_of(prepared, ground.pairs[:, side])
    first = np.searchsorted(owner, np.arange(len(ground.pairs)))
    word = heads_of(prepared, name, rules).word[node]
    found: Ints = np.where(word >= 0, tags[np.minimum(first[pair] + word, len(tags) - 1)], _UNTAGGED)
    return found


def _text(key: int) -> str:
    return "(none)" if key == _UNTAGGED else symbols.text(key)


DIMENSIONS = {
    "label": Dimension("label", _text, _label),
    "span": Dimension("words in the bracket", lambda key: name_of(key, SPANS), _span, ordered=True),
    "length": Dimension("words in the sentence", lambda key: name_of(key, LENGTHS), _length, ordered=True),
    "depth": Dimension("depth of the bracket", lambda key: name_of(key, DEPTHS), _depth, ordered=True),
    "head": Dimension("tag of the head word", _text, _head),
    "tag": Dimension("tag of the word", _text, None),
}


def items_of(ground: Ground, dimension: Dimension) -> tuple[Items, Items]:
    """Return what is counted by a dimension, of gold and of the system."""
    if dimension.key is None:
        return _words(ground)
    gold, test = (
        Items(ground.sentences[brackets.pair], dimension.key(ground, side, *brackets[:2]), brackets.matched)
        for side, brackets in enumerate(matched_brackets(ground.gold, ground.test, ground.pairs))
    )
    return gold, test


def _words(ground: Ground) -> tuple[Items, Items]:
    """Return the words that have a tag, with whether the other side has the same there."""
    pair, gold = tags_of(ground.gold, ground.pairs[:, 0])
    _, test = tags_of(ground.test, ground.pairs[:, 1])
    kinds, kind = np.unique(np.stack([gold, test]), axis=1, return_inverse=True)
    equal = ground.gold.preparation.equal_labels
    agree = [
        min(one, other) >= 0 and same(symbols.text(one), symbols.text(other), equal) for one, other in kinds.T.tolist()
    ]
    matched = np.array(agree, dtype=np.bool_)[kind.reshape(-1)]
    mine, theirs = (
        Items(ground.sentences[pair[tags >= 0]], tags[tags >= 0].astype(np.int64), matched[tags >= 0])
        for tags in (gold, test)
    )
    return mine, theirs
