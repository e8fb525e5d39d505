"""Aligning the words of two sentences that should be the same but are not.

Levenshtein's alignment of the two word sequences: equal words count as aligned, and so do words that replace each
other. Both trees can then be laid over the words they have in common.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..prepare.settings import Preparation
from ..prepare.tables import same
from ..trees import Tree

__all__ = ["align_words", "common_positions", "same_words"]


def same_words(gold: Tree, system: Tree, preparation: Preparation) -> bool:
    """Say whether two trees have the same words."""
    mine, theirs = gold.words, system.words
    return len(mine) == len(theirs) and all(
        same(a, b, preparation.equal_words) for a, b in zip(mine, theirs, strict=True)
    )


def align_words(mine: Sequence[str], theirs: Sequence[str]) -> list[tuple[int, int]]:
    """Return the aligned positions of a least-cost alignment; where several cost the same, the leftmost pairs.

    >>> align_words("the cat sat".split(), "the fat cat sat".split())
    [(0, 0), (1, 2), (2, 3)]
    """
    before = 0
    while before < min(len(mine), len(theirs)) and mine[before] == theirs[before]:
        before += 1
    behind = 0
    while behind < min(len(mine), len(theirs)) - before and mine[-1 - behind] == theirs[-1 - behind]:
        behind += 1
    middle = _aligned(mine[before : len(mine) - behind], theirs[before : len(theirs) - behind])
    return (
        [(i, i) for i in range(before)]
        + [(i + before, j + before) for i, j in middle]
        + [(len(mine) - k, len(theirs) - k) for k in range(behind, 0, -1)]
    )


def _aligned(mine: Sequence[str], theirs: Sequence[str]) -> list[tuple[int, int]]:
    """Align what is left; the time taken is about the longer sequence times the distance (Ukkonen 1985).

    An alignment of cost *d* never has more than *d* words of one sequence ahead of the other. So a table that is wide
    enough for its own result has all alignments of least cost in it, and no others need to be looked at.
    """
    width = max(4, abs(len(mine) - len(theirs)))
    while True:
        rest = _distances(mine, theirs, width)
        if rest[0][width] <= width or width >= max(len(mine), len(theirs)):
            return _walk(mine, theirs, rest, width)
        width *= 4


def _distances(mine: Sequence[str], theirs: Sequence[str], width: int) -> list[list[int]]:
    """Return the distances between what follows each pair of positions that are at most *width* apart.

    Row *i* has at *width* + *j* - *i* what follows positions *i* and *j*; what is outside costs more than anything.
    """
    rows, columns = len(mine), len(theirs)
    far = rows + columns + 1
    below = [far] * (2 * width + 3)
    rest: list[list[int]] = []
    for i in range(rows, -1, -1):
        row = [far] * (2 * width + 3)
        begin, end = max(0, i - width), min(columns, i + width)
        if end == columns:
            row[width + columns - i] = rows - i
            end -= 1
        word = mine[i] if i < rows else None
        right = row[width + end + 1 - i]
        for at in range(width + end - i, width + begin - i - 1, -1):
            best = right + 1
            if word is None:
                row[at] = right = best
                continue
            change = below[at] + (word != theirs[at - width + i])
            if change < best:
                best = change
            if at and below[at - 1] < best:
                best = below[at - 1] + 1
            row[at] = right = best
        rest.append(row)
        below = row
    rest.reverse()
    return rest


def _walk(mine: Sequence[str], theirs: Sequence[str], rest: list[list[int]], width: int) -> list[tuple[int, int]]:
    """Walk through the table of distances from the beginning, pairing words where that costs least."""
    pairs, i, j = [], 0, 0
    while i < len(mine) and j < len(theirs):
        at = width + j - i
        here = rest[i][at]
        if here == rest[i + 1][at] + (mine[i] != theirs[j]):
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif at and here == rest[i + 1][at - 1] + 1:
            i += 1
        else:
            j += 1
    return pairs


def common_positions(gold: Tree, system: Tree) -> tuple[Tree, Tree]:
    """Return both trees with positions counted over the aligned words only; other words have an empty span."""
    pairs = align_words(gold.words, system.words)
    return _over(gold, [i for i, _ in pairs]), _over(system, [j for _, j in pairs])


def _over(tree: Tree, kept: Sequence[int]) -> Tree:
    """Count positions over the *kept* words."""
    before = np.zeros(len(tree.words) + 1, dtype=np.int32)
    before[np.asarray(kept, dtype=np.int64) + 1] = 1
    before = np.cumsum(before, dtype=np.int32)
    start, end = before[tree.columns.start], before[tree.columns.end]
    gaps = {}
    for node in tree.gaps:
        positions = tuple(int(before[p]) for p in tree.gaps[node] if before[p + 1] > before[p])
        start[node] = end[node] = positions[0] if positions else 0
        if positions:
            end[node] = positions[-1] + 1
        if len(positions) != end[node] - start[node]:
            gaps[node] = positions
    return Tree(tree.columns._replace(start=start, end=end), tree.source, gaps, tree.functions)
