"""The words of two parses as one row: a word that both have occurs once, others stand between them in their order."""

from __future__ import annotations

from collections.abc import Mapping

from .drawn import Drawn
from .joint import merged_places
from .row import shared_words

__all__ = ["merged_words"]


def merged_words(gold: Drawn, system: Drawn, partners: Mapping[int, int]) -> list[tuple[int, int]]:
    """Return for each place of the row the position of its word in gold and in the system, -1 where it is not there.

    *partners* leads from compared words of gold to those of the system, both by their ids. Between these, words that
    are written the same are one, such as punctuation that was taken out of only one side before comparing.

    >>> from treelens.engine.trees import Node, tree_of
    >>> trees = [tree_of([Node(word, -1, at) for at, word in enumerate(words.split())]) for words in ("a b .", "a c .")]
    >>> merged_words(*map(Drawn.of, trees), {0: 0})
    [(0, 0), (1, -1), (-1, 1), (2, 2)]
    """
    ours, theirs = ([each.ids[leaf] for leaf in each.tree.leaves] for each in (gold, system))
    place = {own: position for position, own in enumerate(theirs)}
    fixed = [(at, place[partners[own]]) for at, own in enumerate(ours) if partners.get(own, -1) in place]
    sizes = len(ours), len(theirs)
    pairs: list[tuple[int, int]] = []
    last = (0, 0)
    for pair in [*fixed, sizes]:
        pairs += _equal(gold.tree.words, system.tree.words, last, pair)
        pairs.append(pair)
        last = pair[0] + 1, pair[1] + 1
    places = merged_places(pairs[:-1], sizes)
    row = [[-1, -1] for _ in range(places[0][-1])]
    for side, own in enumerate(places):
        for position, at in enumerate(own[:-1]):
            row[at][side] = position
    return [(one, other) for one, other in row]


def _equal(
    ours: tuple[str, ...], theirs: tuple[str, ...], first: tuple[int, int], last: tuple[int, int]
) -> list[tuple[int, int]]:
    """Return the words between two places of both sides that are written the same."""
    pieces = ours[first[0] : last[0]], theirs[first[1] : last[1]]
    shared = [(first[0] + at, first[1] + to) for at, to in shared_words(*pieces)] if all(pieces) else []
    return [(at, to) for at, to in shared if ours[at] == theirs[to]]
