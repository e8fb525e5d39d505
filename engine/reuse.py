"""Counting only what has changed: which pairs of trees were compared before.

A parser that writes its file anew leaves most trees as they were. What is counted of a sentence depends on its two
trees and on the settings alone, so counts can be taken from any sentence that had the same two trees, wherever it
stood. Trees are compared, not lines: another layout of the file changes nothing. A few things are decided for a file as
a whole, such as the head rules that fit its labels; where one of these is another, nothing is taken over.
"""

from __future__ import annotations

import hashlib
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .heads import rules_of
from .pairing import Pairing
from .prepare.apply import Prepared
from .treebank import Treebank

__all__ = ["Paired", "same_pairs"]

Places = NDArray[np.int64]


class Paired(NamedTuple):
    """Gold and a system, prepared, and which sentence goes with which."""

    gold: Prepared
    test: Prepared
    pairing: Pairing


def same_pairs(before: Paired, now: Paired) -> tuple[Places, Places]:
    """Return places of gold sentences before and now that have the same two trees, one to one by place."""
    if _decided_for_all(before) != _decided_for_all(now):
        return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64)
    known = {key: place for place, key in _keys(before)}
    found = [(known[key], place) for place, key in _keys(now) if key in known]
    old, new = np.array(found, dtype=np.int64).reshape(-1, 2).T
    return old, new


def _decided_for_all(paired: Paired) -> object:
    """Return what counts depend on beside the two trees of a sentence."""
    sides = [
        (side.original.format, side.original.by_line, side.original.root_symbols, rules_of(side, name))
        for side, name in ((paired.gold, "gold"), (paired.test, "system"))
    ]
    return paired.gold.preparation.digest(), sides


def _keys(paired: Paired) -> list[tuple[int, tuple[bytes, bytes]]]:
    """Return each sentence that has a partner, with what tells its two trees from others."""
    gold, system = paired.gold.original, paired.test.original
    places = np.flatnonzero(paired.pairing.partner >= 0).tolist()
    partners = paired.pairing.partner.tolist()
    return [(place, (_fingerprint(gold, place), _fingerprint(system, partners[place]))) for place in places]


def _fingerprint(bank: Treebank, sentence: int) -> bytes:
    """Return a hash of all that is known of a sentence's analyses, but not of where they stand in the file."""
    made = hashlib.blake2b(digest_size=16)
    for number in [sentence] if bank.analyses is None else bank.analyses[sentence]:
        columns = bank.columns.part(int(bank.first[number]), int(bank.first[number + 1]))
        for column in columns[:4]:
            made.update(column.tobytes())
        beside = (bank.gaps, bank.functions, bank.tokens, bank.semantics, bank.scores)
        made.update(repr([of_tree.get(number) for of_tree in beside]).encode("utf-8", "surrogateescape"))
    return made.digest()
