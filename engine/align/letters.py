"""Aligning the words of two sentences that were cut into words differently, by their letters.

``can not`` and ``cannot`` have the same letters, so they are the same stretch of text: a *unit*, two words on one side
and one on the other. Where both sides have one word the two are aligned. Spans of both sides are compared over units,
the ground that they have in common; what is in no unit was not found on the other side.

Letters are compared without case and in one Unicode form, brackets and quotes written as treebanks write them as what
they stand for. A CoNLL-U token of several words (``du``: ``de le``) has letters only as a whole; inside a unit such
words are aligned by their forms, as the scorer of the CoNLL 2018 shared task does.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property, lru_cache
from typing import NamedTuple

__all__ = ["Alignment", "Piece", "Unit", "align_letters", "pieces_of"]

_WRITTEN = {
    "-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}",
    "``": '"', "''": '"', "“": '"', "”": '"', "‘": "'", "’": "'", "`": "'",
}  # fmt: skip
_ALIKE = 0.5  # the part of the letters that must be the same where not all are


class Piece(NamedTuple):
    """A stretch of text and how many words it stands for: one, but for tokens of several words."""

    text: str
    words: int = 1


class Unit(NamedTuple):
    """Words of one side and words of the other that have the same letters, as half-open ranges of positions."""

    gold: tuple[int, int]
    system: tuple[int, int]


@dataclass(frozen=True)
class Alignment:
    """The units of two sentences, from left to right, and the words that are aligned one to one."""

    units: tuple[Unit, ...]
    pairs: tuple[tuple[int, int], ...]
    sizes: tuple[int, int]  #: how many words there are on each side

    @cached_property
    def gold_units(self) -> list[int]:
        """By position in gold, the number of the unit, -1 where there is none."""
        return self._numbers(0)

    @cached_property
    def system_units(self) -> list[int]:
        """By position in the system, the number of the unit, -1 where there is none."""
        return self._numbers(1)

    def _numbers(self, side: int) -> list[int]:
        found = [-1] * self.sizes[side]
        for number, unit in enumerate(self.units):
            for position in range(*unit[side]):
                found[position] = number
        return found

    @property
    def lost(self) -> tuple[list[int], list[int]]:
        """The words of gold and of the system that have no counterpart."""
        sides = (self.gold_units, self.system_units)
        gold, system = ([at for at, unit in enumerate(units) if unit < 0] for units in sides)
        return gold, system


def align_letters(mine: Sequence[Piece], theirs: Sequence[Piece], words: Sequence[Sequence[str]]) -> Alignment:
    """Align two sentences; *words* are the words of both sides.

    >>> sides = "they can not go".split(), "They cannot go .".split()
    >>> found = align_letters(*map(pieces_of, sides), sides)
    >>> found.units[1], found.pairs, found.lost
    (Unit(gold=(1, 3), system=(1, 2)), ((0, 0), (3, 2)), ([], [3]))
    """
    texts = [[_letters(piece.text) for piece in pieces] for pieces in (mine, theirs)]
    places = [_word_places(pieces) for pieces in (mine, theirs)]
    units, pairs = [], []
    for one, other in _matched(*texts):
        unit = Unit((places[0][one[0]], places[0][one[1]]), (places[1][other[0]], places[1][other[1]]))
        units.append(unit)
        several = any(
            last - first != behind - begin for (first, last), (begin, behind) in zip((one, other), unit, strict=True)
        )
        pairs += _inside(unit, words, several=several)
    return Alignment(tuple(units), tuple(pairs), (places[0][-1], places[1][-1]))


def pieces_of(words: Sequence[str]) -> list[Piece]:
    """Return words as pieces of their own."""
    return [Piece(word) for word in words]


@lru_cache(maxsize=50_000)
def _letters(text: str) -> str:
    """Return what is compared of a text.

    >>> _letters("-LRB-"), _letters("1\\\\/2"), _letters("New York")
    ('(', '1/2', 'newyork')
    """
    text = _WRITTEN.get(text, text).replace("\\/", "/").replace("\\*", "*")
    return "".join(unicodedata.normalize("NFC", text).casefold().split())


def _word_places(pieces: Sequence[Piece]) -> list[int]:
    """Return for each piece the position of its first word, and behind the last one the number of words."""
    places = [0]
    for piece in pieces:
        places.append(places[-1] + piece.words)
    return places


Range = tuple[int, int]


def _matched(mine: Sequence[str], theirs: Sequence[str]) -> Iterator[tuple[Range, Range]]:
    """Return the ranges of pieces that have the same letters, the shortest ones, from left to right."""
    if "".join(mine) == "".join(theirs):
        yield from _cut(mine, theirs, 0, 0)
        return
    matcher = SequenceMatcher(None, mine, theirs, autojunk=False)
    for kind, i, j, k, m in matcher.get_opcodes():
        if kind == "equal":
            yield from (((i + at, i + at + 1), (k + at, k + at + 1)) for at in range(j - i))
        elif kind == "replace":
            yield from _cut(mine[i:j], theirs[k:m], i, k)


def _cut(mine: Sequence[str], theirs: Sequence[str], at: int, other_at: int) -> Iterator[tuple[Range, Range]]:
    """Cut two stretches wherever a word ends on both sides; pieces of hardly a letter in common are left out."""
    texts = "".join(mine), "".join(theirs)
    blocks = (
        [(0, 0, len(texts[0]))]
        if texts[0] == texts[1]
        else [tuple(block) for block in SequenceMatcher(None, *texts, autojunk=False).get_matching_blocks()]
    )
    ends = [_ends(side) for side in (mine, theirs)]
    start = other_start = 0
    for x, y in _common_ends(ends, blocks, texts):
        one, other = ends[0][x], ends[1][y]
        if start < one and other_start < other and _alike("".join(mine[start:one]), "".join(theirs[other_start:other])):
            yield (at + start, at + one), (other_at + other_start, other_at + other)
        start, other_start = one, other


def _ends(pieces: Sequence[str]) -> dict[int, int]:
    """Return how many pieces end at or before each place where one ends."""
    found, upto = {}, 0
    for number, piece in enumerate(pieces, 1):
        upto += len(piece)
        found[upto] = number
    return found


def _common_ends(
    ends: Sequence[dict[int, int]], blocks: Sequence[tuple[int, ...]], texts: tuple[str, str]
) -> Iterator[tuple[int, int]]:
    """Return the places in both texts where a piece ends on both sides, as matching letters put them together."""
    last = (0, 0)
    for first, other, size in blocks:
        for step in range(size + 1):
            place = first + step, other + step
            if place[0] in ends[0] and place[1] in ends[1] and place > last:
                yield place
                last = place
    behind = len(texts[0]), len(texts[1])
    if last != behind and behind[0] in ends[0] and behind[1] in ends[1]:
        yield behind


def _alike(one: str, other: str) -> bool:
    return one == other or SequenceMatcher(None, one, other, autojunk=False).ratio() >= _ALIKE


def _inside(unit: Unit, words: Sequence[Sequence[str]], *, several: bool) -> list[tuple[int, int]]:
    """Return the words of a unit that are aligned: one with one, or in tokens of several words those of one form."""
    (i, j), (k, m) = unit
    if (j - i, m - k) == (1, 1):
        return [(i, k)]
    if not several:
        return []
    mine, theirs = ([word.casefold() for word in side] for side in (words[0][i:j], words[1][k:m]))
    return [(i + a, k + b) for a, b in _common_order(mine, theirs)]


def _common_order(mine: Sequence[str], theirs: Sequence[str]) -> list[tuple[int, int]]:
    """Return the longest sequence of equal words in the same order on both sides."""
    rows, columns = len(mine), len(theirs)
    best = [[0] * (columns + 1) for _ in range(rows + 1)]
    for a in range(rows - 1, -1, -1):
        for b in range(columns - 1, -1, -1):
            same = best[a + 1][b + 1] + 1 if mine[a] == theirs[b] else 0
            best[a][b] = max(same, best[a + 1][b], best[a][b + 1])
    pairs, a, b = [], 0, 0
    while a < rows and b < columns:
        if mine[a] == theirs[b]:
            pairs.append((a, b))
            a, b = a + 1, b + 1
        elif best[a + 1][b] >= best[a][b + 1]:
            a += 1
        else:
            b += 1
    return pairs
