"""Which sentence of a system goes with which sentence of the gold file.

By order where the numbers agree, by id where both files have the same ids in another order, and by text where the
numbers differ: a text that occurs once in both files is certain; between two certain pairs, equal texts and failed
parses are paired in order if as many sentences are left on both sides. Everything else stays without a partner.

Files that keep the sentences as they were given to the parser (profiles) are paired by id, and every pair is verified
by that text; a sentence whose id has another text on the other side is looked for by its text. Where most ids have
another text, or no id is on both sides, they were renumbered, and only the text counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from . import symbols
from .prepare.settings import TRACE
from .problems import TreelensError
from .treebank import Treebank

__all__ = ["METHODS", "Pairing", "pair", "pair_in_order"]

METHODS = ("order", "id", "text")


@dataclass(frozen=True)
class Pairing:
    """For each gold sentence the position of its system sentence, or -1; how it was found, and what to know."""

    partner: NDArray[np.int64]
    method: str
    notes: list[str] = field(default_factory=list)


def pair(gold: Treebank, system: Treebank, method: str | None = None) -> Pairing:
    """Pair two treebanks by the given method, or by the one that fits."""
    if method is not None and method not in METHODS:
        raise TreelensError(f"sentences cannot be paired by {method!r}, only by {', '.join(METHODS)}")
    chosen = method or _fitting(gold, system)
    if chosen == "order":
        partner = _in_order(len(gold), len(system))
    elif chosen == "id":
        partner = _by_id(gold, system)
    else:
        partner = _by_text(*_both_texts(gold, system))
    asked = method is not None
    verified = _verify(gold, system, partner, asked=asked) if chosen == "id" and gold.texts and system.texts else []
    return Pairing(partner, chosen, [*verified, *_notes(gold, system, partner, chosen, asked=asked)])


def pair_in_order(gold: Treebank, system: Treebank, *, asked: bool) -> Pairing:
    """Pair the sentences of plain treebanks, of which no more than outlines need be left, as :func:`pair` would."""
    partner = _in_order(len(gold), len(system))
    return Pairing(partner, "order", _notes(gold, system, partner, "order", asked=asked))


def _in_order(gold: int, system: int) -> NDArray[np.int64]:
    partner = np.arange(gold, dtype=np.int64)
    partner[system:] = -1
    return partner


def _fitting(gold: Treebank, system: Treebank) -> str:
    if gold.texts and system.texts:
        return "text" if _renumbered(gold, system) else "id"
    if gold.ids and system.ids:
        mine, theirs = _ids(gold), _ids(system)
        unique = len(set(mine)) == len(mine) and len(set(theirs)) == len(theirs) and None not in mine
        if (
            unique
            and mine != theirs
            and set(mine) & set(theirs)
            and (set(mine) >= set(theirs) or set(theirs) >= set(mine))
        ):
            return "id"
    return "order" if len(gold) == len(system) else "text"


def _renumbered(gold: Treebank, system: Treebank) -> bool:
    """Say whether most ids that both files have stand for other sentences, or whether they have none in common."""
    pairs = [
        (position, int(partner))
        for position, partner in enumerate(_by_id(gold, system).tolist() if gold.ids and system.ids else ())
        if partner >= 0
    ]
    mine, theirs = _inputs(gold), _inputs(system)
    same = sum(mine[one] == theirs[other] for one, other in pairs)
    return not pairs or 2 * same < len(pairs)


def _verify(gold: Treebank, system: Treebank, partner: NDArray[np.int64], *, asked: bool) -> list[str]:
    """Undo pairs whose sentences are not the same, and look for those by their text; say what was found.

    Where ids were asked for, they stay, and it is only said.
    """
    mine, theirs = _inputs(gold), _inputs(system)
    wrong = [place for place, other in enumerate(partner.tolist()) if other >= 0 and mine[place] != theirs[other]]
    if not wrong:
        return []
    count = "1 id stands" if len(wrong) == 1 else f"{len(wrong)} ids stand"
    said = f"{count} for another sentence than in gold (first: {wrong[0] + 1})"
    if asked:
        return [f"{said}; --pair text pairs by the sentences"]
    partner[wrong] = -1
    free = set(range(len(theirs))) - set(partner.tolist())
    places: dict[Hashable, list[int]] = {}
    for place in sorted(free):
        places.setdefault(theirs[place], []).append(place)
    for place in np.flatnonzero(partner < 0).tolist():
        found = places.get(mine[place], [])
        if len(found) == 1:
            partner[place] = found.pop()
    again = sum(int(partner[place]) >= 0 for place in wrong)
    return [f"{said}; {again} of them found by text"]


def _inputs(bank: Treebank) -> list[Hashable]:
    """Return each sentence as it was given to the parser, white space aside; None where that is not known."""
    texts = (bank.sentence_text(position) for position in range(len(bank)))
    return [" ".join(text.split()) or None if text else None for text in texts]


def _both_texts(gold: Treebank, system: Treebank) -> tuple[list[Hashable], list[Hashable]]:
    """Return what sentences are told by: what was parsed, where both files keep it, else the words of the trees."""
    if gold.texts and system.texts:
        return _inputs(gold), _inputs(system)
    return _texts(gold), _texts(system)


def _ids(bank: Treebank) -> list[str | None]:
    return [bank.sentence_id(position) for position in range(len(bank))]


def _by_id(gold: Treebank, system: Treebank) -> NDArray[np.int64]:
    for bank in (gold, system):
        if not bank.ids:
            raise TreelensError(f"{bank.path}: has no ids to pair by")
    place = {name: position for position, name in reversed(list(enumerate(_ids(system))))}
    place.pop(None, None)
    return np.array([place.get(name, -1) for name in _ids(gold)], dtype=np.int64)


def _texts(bank: Treebank) -> list[Hashable]:
    """Return each sentence's words without traces, as symbols; None for a failed parse."""
    trace = symbols.symbol(TRACE)
    texts: list[Hashable] = []
    for number in bank.best().tolist():
        label, parent, start, *_ = bank.columns.part(int(bank.first[number]), int(bank.first[number + 1]))
        leaves = np.flatnonzero(label < 0)
        leaves = leaves[label[parent[leaves]] != trace]
        leaves = leaves[np.argsort(start[leaves], kind="stable")]
        texts.append(tuple(label[leaves].tolist()) or None)
    return texts


def _by_text(mine: Sequence[Hashable], theirs: Sequence[Hashable]) -> NDArray[np.int64]:
    partner = np.full(len(mine), -1, dtype=np.int64)
    often_mine, often_theirs = Counter(mine), Counter(theirs)
    place = {text: i for i, text in enumerate(theirs)}
    for position, text in enumerate(mine):
        if text is not None and often_mine[text] == 1 and often_theirs[text] == 1:
            partner[position] = place[text]
    _fill_gaps(mine, theirs, partner)
    return partner


def _fill_gaps(mine: Sequence[Hashable], theirs: Sequence[Hashable], partner: NDArray[np.int64]) -> None:
    """Pair what lies between certain pairs in order, where both sides have equally many and the texts allow it."""
    taken = {int(j) for j in partner if j >= 0}
    certain = [(-1, -1), *((i, int(j)) for i, j in enumerate(partner) if j >= 0), (len(mine), len(theirs))]
    for (left, other_left), (right, other_right) in pairwise(certain):
        if right - left != other_right - other_left or right - left < 2:
            continue
        for step in range(1, right - left):
            text = theirs[other_left + step]
            if other_left + step not in taken and (text is None or text == mine[left + step]):
                partner[left + step] = other_left + step
                taken.add(other_left + step)


def _notes(gold: Treebank, system: Treebank, partner: NDArray[np.int64], method: str, *, asked: bool) -> list[str]:
    notes = []
    if len(gold) != len(system):
        notes.append(f"{len(system)} sentences against {len(gold)} in gold: paired by {method}")
    elif method == "text" and not asked and gold.texts and system.texts:
        notes.append("ids stand for other sentences than in gold: paired by text")
    elif method != "order" and not asked and (partner != np.arange(len(partner))).any() and not gold.texts:
        notes.append(f"sentences are in another order than in gold: paired by {method}")
    if method == "order" and not asked and _other_ids(gold, system):
        notes.append("ids are not those of gold and were not used; --pair id pairs by them")
    if alone := int((partner < 0).sum()):
        first = int(np.argmax(partner < 0)) + 1
        notes.append(f"{_sentences(alone)} of gold without a system tree (first: {first})")
    if extra := len(system) - len(np.unique(partner[partner >= 0])):
        notes.append(f"{_sentences(extra)} without a gold tree, left out")
    return notes


def _other_ids(gold: Treebank, system: Treebank) -> bool:
    """Say whether both files have ids, and some are the same but not all in the same place."""
    if not gold.ids or not system.ids:
        return False
    mine, theirs = _ids(gold), _ids(system)
    return mine != theirs and bool(set(mine) & set(theirs) - {None})


def _sentences(count: int) -> str:
    return "1 sentence" if count == 1 else f"{count} sentences"
