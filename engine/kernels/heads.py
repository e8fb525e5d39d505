# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Finds the heads of many trees at once, and compares the maximal projections of two trees' heads.

The rules come as arrays (see ``engine/heads/tables.py``): for each label the scans to be made through the children of
its phrases, and for each scan and column of a label whether it stops there.
"""

from __future__ import annotations

import cython

__all__ = ["count_projections", "find_heads"]

# Why a child was chosen: the number of a scan, or one of these; a reassignment r is REASSIGNED - r.
NOTHING = -1  #: a word, or a node without words
ONLY = -2  #: nothing else was there to choose from
MARKED = -3  #: the tree marks it
COORDINATED = -4  #: the conjunct before the one that a scan found
REASSIGNED = -10

#: Numbers kept for a pair: outcome (0 compared, 1 the words differ), gold brackets, test brackets, matched, crossing,
#: words that count
FIELDS = 6

SLOT = 4  #: numbers kept in a slot of the hash table: pair, start, end, whose it is


def find_heads(
    label: cython.const[cython.int][::1],
    parent: cython.const[cython.int][::1],
    start: cython.const[cython.int][::1],
    first_node: cython.const[cython.longlong][::1],
    first_word: cython.const[cython.longlong][::1],
    marked: cython.const[cython.uchar][::1],
    number: cython.const[cython.int][::1],
    first_scan: cython.const[cython.int][::1],
    last_scan: cython.const[cython.int][::1],
    end: cython.const[cython.uchar][::1],
    stops: cython.const[cython.uchar][::1],
    punctuation: cython.const[cython.uchar][::1],
    coordinator: cython.const[cython.uchar][::1],
    within: cython.const[cython.uchar][::1],
    chosen: cython.const[cython.uchar][::1],
    to: cython.const[cython.uchar][::1],
    pick: cython.const[cython.uchar][::1],
    own_labels: cython.bint,
    child: cython.int[::1],
    word: cython.int[::1],
    reason: cython.int[::1],
    governor: cython.int[::1],
    joint: cython.int[::1],
    text: cython.int[::1],
    ignored: cython.uchar[::1],
    column: cython.int[::1],
    weak: cython.uchar[::1],
    below: cython.int[::1],
    following: cython.int[::1],
    kids: cython.int[::1],
) -> None:
    """Fill by node the child that its head is in, the position of its head word, and why; by word its governor.

    *joint* is by word the label of the phrase that joins it to its governor or, with *own_labels*, that of the largest
    phrase it heads itself; both are -1 where a word heads a whole tree. *text* is by word its symbol, *ignored* whether
    it is punctuation. From *column* on, scratch as long as the largest tree and two
    more.
    """
    n_trees: cython.Py_ssize_t = first_node.shape[0] - 1
    width: cython.Py_ssize_t = punctuation.shape[0]
    n_reassign: cython.Py_ssize_t = pick.shape[0]
    t: cython.Py_ssize_t
    base: cython.Py_ssize_t
    words: cython.Py_ssize_t
    size: cython.Py_ssize_t
    v: cython.Py_ssize_t
    c: cython.Py_ssize_t
    k: cython.Py_ssize_t
    s: cython.Py_ssize_t
    n_kids: cython.Py_ssize_t
    n_good: cython.Py_ssize_t
    here: cython.Py_ssize_t
    found: cython.Py_ssize_t
    before: cython.Py_ssize_t
    other: cython.Py_ssize_t
    why: cython.int

    with cython.nogil:
        for t in range(n_trees):
            base = first_node[t]
            size = first_node[t + 1] - base
            words = first_word[t]
            for v in range(size):
                below[v] = -1
            for v in range(size - 1, -1, -1):
                here = base + v
                child[here] = -1
                word[here] = -1
                reason[here] = -1
                if label[here] < 0:
                    word[here] = start[here]
                    column[v] = width - 1
                    weak[v] = 0
                    ignored[words + start[here]] = 0
                    text[words + start[here]] = -1 - label[here]
                else:
                    # A tag has exactly one child, and that is a word.
                    c = below[v]
                    column[v] = 2 * number[label[here]]
                    if c >= 0 and following[c] < 0 and label[base + c] < 0:
                        column[v] += 1
                    # Children with words, the strong ones counted.
                    n_kids = 0
                    n_good = 0
                    while c >= 0:
                        if word[base + c] >= 0:
                            kids[n_kids] = c
                            n_kids += 1
                            n_good += 1 - weak[c]
                        c = following[c]
                    # Dependencies may have punctuation for a head; they know.
                    weak[v] = not own_labels and (n_good == 0 or punctuation[column[v]])
                    if punctuation[column[v]] and n_kids > 0:
                        ignored[words + word[base + kids[0]]] = 1
                    if n_good == 0:
                        n_good = n_kids  # nothing but punctuation: then it is the head
                    elif n_good < n_kids:
                        k = 0  # leave the weak ones out
                        for s in range(n_kids):
                            if not weak[kids[s]]:
                                kids[k] = kids[s]
                                k += 1
                        n_kids = k
                    if n_kids > 0:
                        found = -1
                        why = -2
                        if n_kids == 1:
                            found = 0
                        if found < 0:
                            for k in range(n_kids):
                                if marked[base + kids[k]]:
                                    found = k
                                    why = -3
                                    break
                        if found < 0:
                            for s in range(first_scan[column[v] >> 1], last_scan[column[v] >> 1]):
                                for k in range(n_kids):
                                    other = k if end[s] & 1 == 0 else n_kids - 1 - k
                                    if stops[s * width + column[kids[other]]]:
                                        found = other
                                        why = s
                                        break
                                    if end[s] >= 2:
                                        break
                                if found >= 0:
                                    break
                            if found >= 2 and coordinator[column[kids[found - 1]]]:
                                found -= 2
                                why = -4
                        if why != -3:
                            for s in range(n_reassign):
                                if within[s * width + column[v]] and chosen[s * width + column[kids[found]]]:
                                    for k in range(n_kids):
                                        other = n_kids - 1 - k if pick[s] else k
                                        if other != found and to[s * width + column[kids[other]]]:
                                            found = other
                                            why = -10 - s
                                            break
                        child[here] = kids[found]
                        word[here] = word[base + kids[found]]
                        reason[here] = why
                if parent[here] >= 0:
                    following[v] = below[parent[here]]
                    below[parent[here]] = v
                else:
                    following[v] = -1
            # Governors: the head word of each child depends on the head word of the phrase, if that is another.
            for v in range(size):
                here = base + v
                if word[here] < 0:
                    continue
                if parent[here] < 0:
                    governor[words + word[here]] = -1
                    joint[words + word[here]] = -1
                else:
                    before = base + parent[here]
                    if word[before] != word[here]:
                        governor[words + word[here]] = word[before]
                        joint[words + word[here]] = label[here] if own_labels and label[here] >= 0 else label[before]


def count_projections(
    gold_label: cython.const[cython.int][::1],
    gold_parent: cython.const[cython.int][::1],
    gold_start: cython.const[cython.int][::1],
    gold_end: cython.const[cython.int][::1],
    gold_first: cython.const[cython.longlong][::1],
    gold_head: cython.const[cython.int][::1],
    gold_words: cython.const[cython.longlong][::1],
    ignored: cython.const[cython.uchar][::1],
    test_label: cython.const[cython.int][::1],
    test_parent: cython.const[cython.int][::1],
    test_start: cython.const[cython.int][::1],
    test_end: cython.const[cython.int][::1],
    test_first: cython.const[cython.longlong][::1],
    test_head: cython.const[cython.int][::1],
    test_words: cython.const[cython.longlong][::1],
    pairs: cython.const[cython.longlong][::1],
    word_class: cython.const[cython.int][::1],
    counts: cython.int[::1],
    table: cython.int[::1],
    texts: cython.int[::1],
    upto: cython.int[::1],
    kept: cython.int[::1],
    around_start: cython.int[::1],
    around_end: cython.int[::1],
    following: cython.int[::1],
) -> None:
    """Fill *counts*, FIELDS numbers a pair; *pairs* alternates numbers of gold and test trees.

    Heads are positions by node; *ignored* says by word of gold which are punctuation. From *table* on, scratch: *table*
    zeros, with SLOT numbers for each of a power of two of slots that is at least four times the nodes of the largest
    tree; the others as long as the largest tree and two more.
    """
    n_pairs: cython.Py_ssize_t = pairs.shape[0] // 2
    k: cython.Py_ssize_t
    out: cython.Py_ssize_t
    gold: cython.Py_ssize_t
    gold_size: cython.Py_ssize_t
    test: cython.Py_ssize_t
    test_size: cython.Py_ssize_t
    n_words: cython.Py_ssize_t
    v: cython.Py_ssize_t
    i: cython.Py_ssize_t
    a: cython.Py_ssize_t
    b: cython.Py_ssize_t
    n_kept: cython.Py_ssize_t
    slot: cython.longlong
    mask: cython.longlong
    stamp: cython.int
    total: cython.int
    n_gold: cython.int
    n_test: cython.int
    matched: cython.int
    crossing: cython.int
    same: cython.bint

    with cython.nogil:
        for k in range(n_pairs):
            stamp = k + 1
            out = k * 6
            for i in range(6):
                counts[out + i] = 0
            gold = gold_first[pairs[2 * k]]
            gold_size = gold_first[pairs[2 * k] + 1] - gold
            test = test_first[pairs[2 * k + 1]]
            test_size = test_first[pairs[2 * k + 1] + 1] - test
            a = gold_words[pairs[2 * k]]
            n_words = gold_words[pairs[2 * k] + 1] - a
            same = n_words == test_words[pairs[2 * k + 1] + 1] - test_words[pairs[2 * k + 1]]
            if same:
                for v in range(gold, gold + gold_size):
                    if gold_label[v] < 0:
                        texts[gold_start[v]] = word_class[-1 - gold_label[v]]
                for v in range(test, test + test_size):
                    if test_label[v] < 0 and texts[test_start[v]] != word_class[-1 - test_label[v]]:
                        same = False
                        break
            if not same:
                counts[out] = 1
                continue
            upto[0] = 0
            for i in range(n_words):
                upto[i + 1] = upto[i] + 1 - ignored[a + i]
            total = upto[n_words]
            counts[out + 5] = total

            mask = 15
            while mask < 4 * (gold_size + test_size):
                mask = 2 * mask + 1
            n_gold = matched = crossing = n_test = 0
            n_kept = _brackets(
                gold_label, gold_parent, gold_start, gold_end, gold_head, gold, gold_size, upto, total, kept
            )
            for v in range(n_kept):
                a = upto[gold_start[gold + kept[v]]]
                b = upto[gold_end[gold + kept[v]]]
                slot = _slot(table, mask, stamp, a, b)
                if table[slot * 4 + 3] == 0:
                    table[slot * 4 + 3] = 1
                    kept[n_gold] = kept[v]
                    n_gold += 1

            # For each boundary between words, the smallest gold bracket around it, as in parseval.
            for i in range(total + 2):
                around_start[i] = -1
                around_end[i] = 2147483647
                following[i] = i
            for v in range(n_gold - 1, -1, -1):
                a = upto[gold_start[gold + kept[v]]] + 1
                b = upto[gold_end[gold + kept[v]]]
                while a < b:
                    i = following[a]
                    if i == a:
                        around_start[a] = upto[gold_start[gold + kept[v]]]
                        around_end[a] = b
                        i = a + 1
                    following[a] = b
                    a = i

            n_kept = _brackets(
                test_label, test_parent, test_start, test_end, test_head, test, test_size, upto, total, kept
            )
            for v in range(n_kept):
                a = upto[test_start[test + kept[v]]]
                b = upto[test_end[test + kept[v]]]
                slot = _slot(table, mask, stamp, a, b)
                if table[slot * 4 + 3] >= 2:
                    continue  # the system has this one already
                matched += table[slot * 4 + 3]
                table[slot * 4 + 3] += 2
                n_test += 1
                if around_end[a] < b or around_start[b] > a:
                    crossing += 1
            counts[out + 1] = n_gold
            counts[out + 2] = n_test
            counts[out + 3] = matched
            counts[out + 4] = crossing


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _brackets(
    label: cython.const[cython.int][::1],
    parent: cython.const[cython.int][::1],
    start: cython.const[cython.int][::1],
    end: cython.const[cython.int][::1],
    head: cython.const[cython.int][::1],
    first: cython.Py_ssize_t,
    size: cython.Py_ssize_t,
    upto: cython.int[::1],
    total: cython.int,
    kept: cython.int[::1],
) -> cython.Py_ssize_t:
    """Write down the nodes of a tree that are brackets: the highest of each head, over some words but not all."""
    v: cython.Py_ssize_t
    here: cython.Py_ssize_t
    n_kept: cython.Py_ssize_t = 0
    n_words: cython.int
    for v in range(size):
        here = first + v
        if label[here] < 0 or head[here] < 0:
            continue
        if parent[here] >= 0 and head[first + parent[here]] == head[here]:
            continue
        n_words = upto[end[here]] - upto[start[here]]
        if n_words >= 2 and n_words != total:
            kept[n_kept] = v
            n_kept += 1
    return n_kept


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _slot(
    table: cython.int[::1], mask: cython.longlong, stamp: cython.int, start: cython.int, end: cython.int
) -> cython.longlong:
    """Return the slot of a bracket in the table of this pair; a new one stands for nothing yet (0)."""
    slot: cython.longlong = _hash(start, end) & mask
    while table[slot * 4] == stamp and not (table[slot * 4 + 1] == start and table[slot * 4 + 2] == end):
        slot = (slot + 1) & mask
    if table[slot * 4] != stamp:
        table[slot * 4] = stamp
        table[slot * 4 + 1] = start
        table[slot * 4 + 2] = end
        table[slot * 4 + 3] = 0
    return slot


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _hash(start: cython.longlong, end: cython.longlong) -> cython.longlong:
    return (start * 73856093) ^ (end * 19349663)
