# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Compares the ways from each word up to the root in gold and system trees, for many pairs of prepared trees at once.

What is computed is told in ``metrics/leaf_ancestor.py``. Costs are counted in halves here, so they are whole numbers.
"""

from __future__ import annotations

import cython

__all__ = ["score_lineages"]


def score_lineages(
    gold_label: cython.const[cython.int][::1],
    gold_parent: cython.const[cython.int][::1],
    gold_start: cython.const[cython.int][::1],
    gold_end: cython.const[cython.int][::1],
    gold_first: cython.const[cython.longlong][::1],
    test_label: cython.const[cython.int][::1],
    test_parent: cython.const[cython.int][::1],
    test_start: cython.const[cython.int][::1],
    test_end: cython.const[cython.int][::1],
    test_first: cython.const[cython.longlong][::1],
    pairs: cython.const[cython.longlong][::1],
    label_class: cython.const[cython.int][::1],
    letter: cython.const[cython.int][::1],
    word_class: cython.const[cython.int][::1],
    words: cython.longlong[::1],
    sampson: cython.double[::1],
    unit: cython.double[::1],
    gold_leaf: cython.int[::1],
    test_leaf: cython.int[::1],
    one: cython.int[::1],
    one_letter: cython.int[::1],
    other: cython.int[::1],
    other_letter: cython.int[::1],
    row: cython.int[::1],
) -> None:
    """Fill *words* (0 where those of the trees differ) and the sums of the words' scores under both costs.

    *pairs* alternates numbers of gold and test trees. Labels and words are equal when their classes are; *letter* has
    the first letter of each label. The arrays from *gold_leaf* on are scratch, as long as the largest tree and three
    more.
    """
    n_pairs: cython.Py_ssize_t = pairs.shape[0] // 2
    k: cython.Py_ssize_t
    gold: cython.Py_ssize_t
    test: cython.Py_ssize_t
    w: cython.Py_ssize_t
    n_words: cython.Py_ssize_t
    length: cython.Py_ssize_t
    others: cython.Py_ssize_t
    same: cython.Py_ssize_t
    top: cython.Py_ssize_t

    with cython.nogil:
        for k in range(n_pairs):
            words[k] = 0
            sampson[k] = unit[k] = 0
            gold = gold_first[pairs[2 * k]]
            test = test_first[pairs[2 * k + 1]]
            n_words = _leaves(gold_label, gold_start, gold, gold_first[pairs[2 * k] + 1], gold_leaf)
            if n_words != _leaves(test_label, test_start, test, test_first[pairs[2 * k + 1] + 1], test_leaf):
                continue
            w = 0
            while (
                w < n_words
                and word_class[-1 - gold_label[gold + gold_leaf[w]]] == word_class[-1 - test_label[test + test_leaf[w]]]
            ):
                w += 1
            if w < n_words:
                continue
            words[k] = n_words
            for w in range(n_words):
                length = _lineage(
                    gold_label, gold_parent, gold_start, gold_end, gold, gold_first[pairs[2 * k] + 1],
                    gold_leaf[w], label_class, letter, -1, one, one_letter,
                )  # fmt: skip
                others = _lineage(
                    test_label, test_parent, test_start, test_end, test, test_first[pairs[2 * k + 1] + 1],
                    test_leaf[w], label_class, letter, -2, other, other_letter,
                )  # fmt: skip
                # Equal ends never cost anything; most of two lineages are equal ends.
                same = 0
                while same < length and same < others and one[same] == other[same]:
                    same += 1
                top = 0
                while top < length - same and top < others - same and one[length - 1 - top] == other[others - 1 - top]:
                    top += 1
                if same + top == length and length == others:
                    sampson[k] += 1
                    unit[k] += 1
                    continue
                sampson[k] += 1 - _distance(
                    one, one_letter, same, length - top, other, other_letter, same, others - top, True, row
                ) / (2.0 * (length + others))
                unit[k] += 1 - _distance(
                    one, one_letter, same, length - top, other, other_letter, same, others - top, False, row
                ) / (2.0 * (length + others))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _leaves(
    label: cython.const[cython.int][::1],
    start: cython.const[cython.int][::1],
    begin: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    leaf: cython.int[::1],
) -> cython.Py_ssize_t:
    """Put down the word at each position and return how many there are."""
    i: cython.Py_ssize_t
    found: cython.Py_ssize_t = 0
    for i in range(begin, end):
        if label[i] < 0:
            leaf[start[i]] = i - begin
            found += 1
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _lineage(
    label: cython.const[cython.int][::1],
    parent: cython.const[cython.int][::1],
    start: cython.const[cython.int][::1],
    end: cython.const[cython.int][::1],
    base: cython.Py_ssize_t,
    behind: cython.Py_ssize_t,
    leaf: cython.Py_ssize_t,
    label_class: cython.const[cython.int][::1],
    letter: cython.const[cython.int][::1],
    no_letter: cython.int,
    classes: cython.int[::1],
    letters: cython.int[::1],
) -> cython.Py_ssize_t:
    """Put down the classes and first letters of the nodes above a word, with the two boundaries: classes -1 and -2.

    Boundaries have *no_letter*, which is another one in the other tree.
    """
    position: cython.int = start[base + leaf]
    lowest: cython.Py_ssize_t = parent[base + leaf]
    v: cython.Py_ssize_t
    starting: cython.Py_ssize_t = -1
    ending: cython.Py_ssize_t = -1
    length: cython.Py_ssize_t = 0
    if lowest >= 0 and lowest == leaf - 1 and (base + leaf + 1 >= behind or parent[base + leaf + 1] != lowest):
        lowest = parent[base + lowest]  # a tag is no part of it
    v = lowest
    while v >= 0:
        if start[base + v] == position:
            starting = v
        if end[base + v] == position + 1:
            ending = v
        v = parent[base + v]
    v = lowest
    while v >= 0:
        if v == starting:
            classes[length] = -1
            letters[length] = no_letter
            length += 1
        classes[length] = label_class[label[base + v]]
        letters[length] = letter[label[base + v]]
        length += 1
        if v == ending:
            classes[length] = -2
            letters[length] = no_letter
            length += 1
        v = parent[base + v]
    return length


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _distance(
    one: cython.int[::1],
    one_letter: cython.int[::1],
    begin: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    other: cython.int[::1],
    other_letter: cython.int[::1],
    other_begin: cython.Py_ssize_t,
    other_end: cython.Py_ssize_t,
    by_letter: cython.bint,
    row: cython.int[::1],
) -> cython.int:
    """Return twice the edit distance of two stretches: 2 to leave out or add; to replace 2, or by letter 1 or 4."""
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    columns: cython.Py_ssize_t = other_end - other_begin
    before: cython.int
    here: cython.int
    best: cython.int
    for j in range(columns + 1):
        row[j] = 2 * j
    for i in range(begin, end):
        before = row[0]
        row[0] += 2
        for j in range(columns):
            here = row[j + 1]
            best = before
            if one[i] != other[other_begin + j]:
                if not by_letter:
                    best += 2
                elif one_letter[i] == other_letter[other_begin + j]:
                    best += 1
                else:
                    best += 4
            if here + 2 < best:
                best = here + 2
            if row[j] + 2 < best:
                best = row[j] + 2
            row[j + 1] = best
            before = here
    return row[columns]
