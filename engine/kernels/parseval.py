# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Counts the brackets that gold and system trees share, for many pairs of prepared trees at once.

All brackets of a pair are compared in time linear in their number: a hash table on (start, end, class of label)
counts matches, and two arrays over word boundaries answer whether a bracket crosses one of the other tree.
Spans are intervals here; trees with discontinuous constituents are compared elsewhere.
"""

from __future__ import annotations

import cython

__all__ = ["count_brackets"]

#: Numbers kept for a pair: outcome, gold brackets, test brackets, matched, matched without labels, crossing,
#: words, words whose tag agrees, words with a tag in gold
FIELDS = 9

# Outcomes. The two fields behind the outcome then say more.
COMPARED = 0
NO_WORDS = 1  #: the test tree has no words
LENGTHS = 2  #: the numbers of words differ: gold's, test's
WORDS = 3  #: a word differs: the symbols of gold's and test's

SLOT = 5  #: numbers kept in a slot of the hash table: pair, start, end, class, count


def count_brackets(
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
    word_class: cython.const[cython.int][::1],
    whole: cython.bint,
    counts: cython.int[::1],
    table: cython.int[::1],
    gold_roof: cython.int[::1],
    test_roof: cython.int[::1],
    gold_word: cython.int[::1],
    test_word: cython.int[::1],
    gold_tag: cython.int[::1],
    test_tag: cython.int[::1],
    around_start: cython.int[::1],
    around_end: cython.int[::1],
    following: cython.int[::1],
) -> None:
    """Fill *counts*, FIELDS numbers a pair; *pairs* alternates numbers of gold and test trees.

    Labels and words are equal when their classes are. With *whole*, tags count as brackets too. The arrays from
    *table* on are scratch: *table* zeros, with SLOT numbers for each of a power of two of slots that is at least four
    times the nodes of the largest tree; the others as long as the largest tree and two more.
    """
    n_pairs: cython.Py_ssize_t = pairs.shape[0] // 2
    k: cython.Py_ssize_t
    out: cython.Py_ssize_t
    gold: cython.Py_ssize_t
    gold_size: cython.Py_ssize_t
    test: cython.Py_ssize_t
    test_size: cython.Py_ssize_t
    v: cython.Py_ssize_t
    i: cython.Py_ssize_t
    a: cython.Py_ssize_t
    b: cython.Py_ssize_t
    slot: cython.longlong
    mask: cython.longlong
    key: cython.int
    turn: cython.int
    stamp: cython.int
    n_gold: cython.int
    n_test: cython.int
    gold_words: cython.int
    test_words: cython.int
    matched: cython.int
    unlabelled: cython.int
    crossing: cython.int
    correct: cython.int
    tagged: cython.int

    with cython.nogil:
        for k in range(n_pairs):
            stamp = k + 1
            out = k * 9
            for i in range(9):
                counts[out + i] = 0
            gold = gold_first[pairs[2 * k]]
            gold_size = gold_first[pairs[2 * k] + 1] - gold
            test = test_first[pairs[2 * k + 1]]
            test_size = test_first[pairs[2 * k + 1] + 1] - test

            # Words and tags by position, and the brackets: what is neither a word nor a tag.
            n_gold = n_test = gold_words = test_words = 0
            for v in range(gold_size):
                i = gold + v
                if gold_label[i] < 0:
                    gold_word[gold_start[i]] = word_class[-1 - gold_label[i]]
                    gold_words += 1
                    gold_tag[gold_start[i]] = -1
                    b = gold_parent[i]
                    if b >= 0 and b == v - 1 and (v + 1 >= gold_size or gold_parent[i + 1] != b):
                        gold_tag[gold_start[i]] = label_class[gold_label[i - 1]]
                        if not whole:
                            n_gold -= 1  # the node just before was a tag, not a bracket
                else:
                    gold_roof[n_gold] = v
                    n_gold += 1
            for v in range(test_size):
                i = test + v
                if test_label[i] < 0:
                    test_word[test_start[i]] = word_class[-1 - test_label[i]]
                    test_words += 1
                    test_tag[test_start[i]] = -1
                    b = test_parent[i]
                    if b >= 0 and b == v - 1 and (v + 1 >= test_size or test_parent[i + 1] != b):
                        test_tag[test_start[i]] = label_class[test_label[i - 1]]
                        if not whole:
                            n_test -= 1  # the node just before was a tag, not a bracket
                else:
                    test_roof[n_test] = v
                    n_test += 1

            if test_words == 0:
                counts[out] = 1
                continue
            if gold_words != test_words:
                counts[out] = 2
                counts[out + 1] = gold_words
                counts[out + 2] = test_words
                continue
            a = 0
            while a < gold_words and gold_word[a] == test_word[a]:
                a += 1
            if a < gold_words:
                counts[out] = 3
                for v in range(gold, gold + gold_size):
                    if gold_label[v] < 0 and gold_start[v] == a:
                        counts[out + 1] = -1 - gold_label[v]
                for v in range(test, test + test_size):
                    if test_label[v] < 0 and test_start[v] == a:
                        counts[out + 2] = -1 - test_label[v]
                continue

            correct = tagged = 0
            for a in range(gold_words):
                if gold_tag[a] >= 0:
                    tagged += 1
                    if gold_tag[a] == test_tag[a]:
                        correct += 1

            # Matching. Each test bracket adds one under its span and class, and one under its span alone (class
            # -1); each gold bracket takes one away where there is one. An entry of another pair counts as free.
            mask = 15
            while mask < 4 * n_test:
                mask = 2 * mask + 1
            for v in range(n_test):
                i = test + test_roof[v]
                for turn in range(2):
                    key = label_class[test_label[i]] if turn == 0 else -1
                    slot = _hash(test_start[i], test_end[i], key) & mask
                    while table[slot * 5] == stamp and not (
                        table[slot * 5 + 1] == test_start[i]
                        and table[slot * 5 + 2] == test_end[i]
                        and table[slot * 5 + 3] == key
                    ):
                        slot = (slot + 1) & mask
                    if table[slot * 5] != stamp:
                        table[slot * 5] = stamp
                        table[slot * 5 + 1] = test_start[i]
                        table[slot * 5 + 2] = test_end[i]
                        table[slot * 5 + 3] = key
                        table[slot * 5 + 4] = 0
                    table[slot * 5 + 4] += 1
            matched = unlabelled = 0
            for v in range(n_gold):
                i = gold + gold_roof[v]
                for turn in range(2):
                    key = label_class[gold_label[i]] if turn == 0 else -1
                    slot = _hash(gold_start[i], gold_end[i], key) & mask
                    while table[slot * 5] == stamp:
                        if (
                            table[slot * 5 + 1] == gold_start[i]
                            and table[slot * 5 + 2] == gold_end[i]
                            and table[slot * 5 + 3] == key
                        ):
                            if table[slot * 5 + 4] > 0:
                                table[slot * 5 + 4] -= 1
                                if turn == 0:
                                    matched += 1
                                else:
                                    unlabelled += 1
                            break
                        slot = (slot + 1) & mask

            # Crossing. For each boundary between words, the smallest gold bracket around it; gold brackets come
            # smallest last, so go backwards and fill only boundaries that are still free (following skips others).
            for a in range(gold_words + 2):
                around_start[a] = -1
                around_end[a] = 2147483647
                following[a] = a
            for v in range(n_gold - 1, -1, -1):
                i = gold + gold_roof[v]
                b = gold_end[i]
                a = gold_start[i] + 1
                while a < b:
                    i = following[a]
                    if i == a:
                        around_start[a] = gold_start[gold + gold_roof[v]]
                        around_end[a] = gold_end[gold + gold_roof[v]]
                        i = a + 1
                    following[a] = b
                    a = i
            crossing = 0
            for v in range(n_test):
                i = test + test_roof[v]
                b = test_end[i]
                a = test_start[i]
                if a < b and (around_end[a] < b or around_start[b] > a):
                    crossing += 1

            counts[out + 1] = n_gold
            counts[out + 2] = n_test
            counts[out + 3] = matched
            counts[out + 4] = unlabelled
            counts[out + 5] = crossing
            counts[out + 6] = gold_words
            counts[out + 7] = correct
            counts[out + 8] = tagged


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _hash(start: cython.longlong, end: cython.longlong, key: cython.longlong) -> cython.longlong:
    return (start * 73856093) ^ (end * 19349663) ^ (key * 83492791)
