# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Counts the fragments that gold and system trees have and share, for many pairs of prepared trees at once.

A node's fragments are counted by size in a polynomial, the product of its children's (see ``align/fragments.py``).
Counts are 64-bit numbers here; a pair of trees with more fragments than fit is left to be counted elsewhere, and so
are trees with discontinuous constituents.
"""

from __future__ import annotations

import cython

__all__ = ["count_fragments"]

# Outcomes.
UNDEFINED = 0  #: the words of the two trees differ, or there are none
COUNTED = 1
TOO_MANY = 2  #: more fragments than fit into 64 bits

KINDS = 4  #: numbers kept for each size: in gold, in test, shared, and in gold with all nodes matched
SLOT = 5  #: numbers kept in a slot of the hash table: pair, start, end, class, first free test node


def count_fragments(
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
    first: cython.const[cython.longlong][::1],
    outcomes: cython.uchar[::1],
    counts: cython.longlong[::1],
    table: cython.int[::1],
    gold_roof: cython.int[::1],
    test_roof: cython.int[::1],
    gold_word: cython.int[::1],
    test_word: cython.int[::1],
    place: cython.int[::1],
    gold_above: cython.int[::1],
    test_above: cython.int[::1],
    shared: cython.int[::1],
    partner: cython.int[::1],
    following: cython.int[::1],
    below: cython.int[::1],
    degrees: cython.int[::1],
    product: cython.longlong[::1],
    stack: cython.longlong[::1],
    weight: cython.double[::1],
) -> None:
    """Fill *outcomes* and *counts*; *pairs* alternates numbers of gold and test trees.

    Sizes of pair k, from 1 on, have the places from ``first[k]`` up to ``first[k + 1]`` of *counts*, KINDS zeros each;
    larger ones are not counted. Labels and words are equal when their classes are. The arrays from *table* on are
    scratch: *table* zeros, with SLOT numbers for each of a power of two of slots that is at least four times the nodes
    of the largest tree; the others as long as the largest tree and two more.
    """
    n_pairs: cython.Py_ssize_t = pairs.shape[0] // 2
    k: cython.Py_ssize_t
    gold: cython.Py_ssize_t
    gold_size: cython.Py_ssize_t
    test: cython.Py_ssize_t
    test_size: cython.Py_ssize_t
    v: cython.Py_ssize_t
    i: cython.Py_ssize_t
    p: cython.int
    slot: cython.longlong
    mask: cython.longlong
    out: cython.longlong
    limit: cython.longlong
    stamp: cython.int
    key: cython.int
    n_gold: cython.int
    n_test: cython.int
    words: cython.int

    with cython.nogil:
        for k in range(n_pairs):
            stamp = k + 1
            outcomes[k] = 0
            out = first[k] * 4
            limit = first[k + 1] - first[k]
            gold = gold_first[pairs[2 * k]]
            gold_size = gold_first[pairs[2 * k] + 1] - gold
            test = test_first[pairs[2 * k + 1]]
            test_size = test_first[pairs[2 * k + 1] + 1] - test

            n_gold = _roof(gold_label, gold_parent, gold_start, gold, gold_size, word_class, gold_roof, gold_word)
            n_test = _roof(test_label, test_parent, test_start, test, test_size, word_class, test_roof, test_word)
            words = _common_words(gold_label, gold, gold_size, test_label, test, test_size, gold_word, test_word)
            if words == 0:
                continue
            _links(gold_parent, gold, gold_roof, n_gold, place, gold_above)
            _links(test_parent, test, test_roof, n_test, place, test_above)
            if _too_many(gold_above, n_gold, weight) or _too_many(test_above, n_test, weight):
                outcomes[k] = 2
                continue
            outcomes[k] = 1

            # Matching. Test nodes of a span and class hang in a list, the highest first; each gold node, again the
            # highest first, takes one away where there is one. An entry of another pair counts as free.
            mask = 15
            while mask < 2 * n_test:
                mask = 2 * mask + 1
            for v in range(n_test - 1, -1, -1):
                i = test + test_roof[v]
                key = label_class[test_label[i]]
                slot = _slot(table, mask, stamp, test_start[i], test_end[i], key)
                if table[slot * 5] != stamp:
                    table[slot * 5] = stamp
                    table[slot * 5 + 1] = test_start[i]
                    table[slot * 5 + 2] = test_end[i]
                    table[slot * 5 + 3] = key
                    table[slot * 5 + 4] = -1
                following[v] = table[slot * 5 + 4]
                table[slot * 5 + 4] = v
            for v in range(n_gold):
                i = gold + gold_roof[v]
                slot = _slot(table, mask, stamp, gold_start[i], gold_end[i], label_class[gold_label[i]])
                partner[v] = -1
                if table[slot * 5] == stamp and table[slot * 5 + 4] >= 0:
                    partner[v] = table[slot * 5 + 4]
                    table[slot * 5 + 4] = following[partner[v]]

            _count(gold_above, n_gold, limit, below, degrees, product, stack, counts, out)
            _count(test_above, n_test, limit, below, degrees, product, stack, counts, out + 1)
            for v in range(n_gold):
                p = gold_above[v]
                shared[v] = -2
                if partner[v] >= 0:
                    shared[v] = -1
                    if p >= 0 and partner[p] >= 0 and test_above[partner[v]] == partner[p]:
                        shared[v] = p
            _count(shared, n_gold, limit, below, degrees, product, stack, counts, out + 2)
            for v in range(n_gold):
                p = gold_above[v]
                if partner[v] >= 0 and p >= 0 and partner[p] >= 0:
                    shared[v] = p
            _count(shared, n_gold, limit, below, degrees, product, stack, counts, out + 3)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _roof(
    label: cython.const[cython.int][::1],
    parent: cython.const[cython.int][::1],
    start: cython.const[cython.int][::1],
    base: cython.Py_ssize_t,
    size: cython.Py_ssize_t,
    word_class: cython.const[cython.int][::1],
    roof: cython.int[::1],
    word: cython.int[::1],
) -> cython.int:
    """List the nodes that are neither words nor tags, put down the words by position, return the length of the list."""
    v: cython.Py_ssize_t
    i: cython.Py_ssize_t
    p: cython.int
    found: cython.int = 0
    for v in range(size):
        i = base + v
        if label[i] >= 0:
            roof[found] = v
            found += 1
            continue
        word[start[i]] = word_class[-1 - label[i]]
        p = parent[i]
        if p >= 0 and p == v - 1 and (v + 1 >= size or parent[i + 1] != p):
            found -= 1  # the node just before was a tag
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _common_words(
    gold_label: cython.const[cython.int][::1],
    gold: cython.Py_ssize_t,
    gold_size: cython.Py_ssize_t,
    test_label: cython.const[cython.int][::1],
    test: cython.Py_ssize_t,
    test_size: cython.Py_ssize_t,
    gold_word: cython.int[::1],
    test_word: cython.int[::1],
) -> cython.int:
    """Return how many words there are, 0 if those of the two trees differ."""
    v: cython.Py_ssize_t
    words: cython.int = 0
    others: cython.int = 0
    for v in range(gold, gold + gold_size):
        if gold_label[v] < 0:
            words += 1
    for v in range(test, test + test_size):
        if test_label[v] < 0:
            others += 1
    if words != others:
        return 0
    for v in range(words):
        if gold_word[v] != test_word[v]:
            return 0
    return words


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _links(
    parent: cython.const[cython.int][::1],
    base: cython.Py_ssize_t,
    roof: cython.int[::1],
    size: cython.int,
    place: cython.int[::1],
    above: cython.int[::1],
) -> cython.void:
    """Put down for each node of the roof where in it the parent stands; a parent of such a node is one itself."""
    v: cython.Py_ssize_t
    p: cython.int
    for v in range(size):
        place[roof[v]] = v
        p = parent[base + roof[v]]
        above[v] = place[p] if p >= 0 else -1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _too_many(above: cython.int[::1], size: cython.int, weight: cython.double[::1]) -> cython.bint:
    """Say whether a tree has so many fragments that they might not fit: 2^62 or more."""
    v: cython.Py_ssize_t
    total: cython.double = 0
    for v in range(size):
        weight[v] = 1
    for v in range(size - 1, -1, -1):
        total += weight[v]
        if total >= 4.6e18:
            return True
        if above[v] >= 0:
            weight[above[v]] *= 1 + weight[v]
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _slot(
    table: cython.int[::1],
    mask: cython.longlong,
    stamp: cython.int,
    start: cython.int,
    end: cython.int,
    key: cython.int,
) -> cython.longlong:
    """Return the slot of a span and class, or the free one where it belongs."""
    s: cython.longlong = start
    e: cython.longlong = end
    c: cython.longlong = key
    slot: cython.longlong = ((s * 73856093) ^ (e * 19349663) ^ (c * 83492791)) & mask
    while table[slot * 5] == stamp and not (
        table[slot * 5 + 1] == start and table[slot * 5 + 2] == end and table[slot * 5 + 3] == key
    ):
        slot = (slot + 1) & mask
    return slot


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _count(
    above: cython.int[::1],
    size: cython.int,
    limit: cython.longlong,
    below: cython.int[::1],
    degrees: cython.int[::1],
    product: cython.longlong[::1],
    stack: cython.longlong[::1],
    counts: cython.longlong[::1],
    out: cython.longlong,
) -> cython.void:
    """Add the fragments of a forest, by size, to every fourth number of *counts* from *out* on.

    *above* has a node's parent, -1 for a root, -2 for what is no part of the forest.
    Going backwards, a node's children stand on top of the stack when its turn comes: their polynomials without the
    factor x, one after the other, with the numbers of their coefficients in *degrees*.
    """
    v: cython.Py_ssize_t
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    _turn: cython.Py_ssize_t
    length: cython.Py_ssize_t
    added: cython.Py_ssize_t
    longest: cython.Py_ssize_t
    top: cython.Py_ssize_t = 0
    depth: cython.Py_ssize_t = 0
    number: cython.longlong
    for v in range(size):
        below[v] = 0
    for v in range(size - 1, -1, -1):
        if above[v] == -2:
            continue
        product[0] = 1
        length = 1
        for _turn in range(below[v]):
            depth -= 1
            added = degrees[depth]
            top -= added
            longest = length + added if length + added < limit else limit
            for i in range(length, longest):
                product[i] = 0
            # product · (1 + x · child), from the highest coefficient down, so that those still needed stay as they are
            for i in range(longest - 1, 0, -1):
                number = product[i]
                for j in range(i - length if i > length else 0, added if added < i else i):
                    number += product[i - 1 - j] * stack[top + j]
                product[i] = number
            length = longest
        for i in range(length):
            counts[out + 4 * i] += product[i]
        if above[v] >= 0:
            below[above[v]] += 1
            for i in range(length):
                stack[top + i] = product[i]
            top += length
            degrees[depth] = length
            depth += 1
