# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Strips from trees what a comparison should not see.

:func:`prepare_trees` copies the trees of a treebank, leaving nodes out and renaming others as tables by symbol say.
What a label means for the comparison is decided once a label, outside; here it is only looked up.
"""

from __future__ import annotations

import cython

__all__ = ["mark_labels", "prepare_trees"]


def prepare_trees(
    label: cython.const[cython.int][::1],
    parent: cython.const[cython.int][::1],
    start: cython.const[cython.int][::1],
    end: cython.const[cython.int][::1],
    where: cython.const[cython.int][::1],
    first: cython.const[cython.longlong][::1],
    deleted_tag: cython.const[cython.uchar][::1],
    spliced: cython.const[cython.uchar][::1],
    uncounted: cython.const[cython.uchar][::1],
    new_label: cython.const[cython.int][::1],
    new_tag: cython.const[cython.int][::1],
    new_word: cython.const[cython.int][::1],
    empty_symbol: cython.int,
    drop_outer: cython.bint,
    drop_empty: cython.bint,
    collapse: cython.bint,
    out_label: cython.int[::1],
    out_parent: cython.int[::1],
    out_start: cython.int[::1],
    out_end: cython.int[::1],
    out_where: cython.int[::1],
    out_origin: cython.int[::1],
    out_first: cython.longlong[::1],
    out_length: cython.int[::1],
    place: cython.int[::1],
    low: cython.int[::1],
    high: cython.int[::1],
    shift: cython.int[::1],
) -> int:
    """Prepare every tree and return the number of nodes written.

    *deleted_tag*: terminals with this tag go, word and all. *spliced*: nodes with this label give their children to
    their parent. *uncounted*: terminals with this tag do not add to ``out_length``. *new_label*, *new_tag*,
    *new_word* rename phrases, tags, words. Then, if wanted, nodes without a word, empty labels at the top, and only
    children labelled like their parent go. ``out_origin`` is each node's id in the tree it came from. The last four
    arrays are scratch, as long as the largest tree and two more.

    A bracket that was never closed (end -1, see the reader) is kept and stays so.
    """
    n_trees: cython.Py_ssize_t = first.shape[0] - 1
    t: cython.Py_ssize_t
    base: cython.Py_ssize_t
    size: cython.Py_ssize_t
    v: cython.Py_ssize_t
    p: cython.Py_ssize_t
    out: cython.Py_ssize_t = 0
    out_base: cython.Py_ssize_t
    written: cython.Py_ssize_t
    words: cython.int
    length: cython.int
    name: cython.int
    tag: cython.bint
    gone: cython.bint
    rename_words: cython.bint = new_word.shape[0] > 0

    with cython.nogil:
        for t in range(n_trees):
            base = first[t]
            size = first[t + 1] - base
            out_first[t] = out_base = out
            words = 0
            length = 0

            # Which words stay: place[v] = 1 for terminals that go (tag and word), 2 for tags that stay.
            for v in range(size):
                place[v] = 0
                low[v] = 2147483647
                high[v] = -1
                shift[v] = 0
            shift[size] = 0
            for v in range(size):
                if label[base + v] >= 0:
                    continue
                words += 1
                p = parent[base + v]
                tag = p >= 0 and p == v - 1 and (v + 1 >= size or parent[base + v + 1] != p)
                if tag:
                    if not uncounted[label[base + p]]:
                        length += 1
                    if deleted_tag[label[base + p]]:
                        place[v] = place[p] = 1
                        continue
                    place[p] = 2
                else:
                    length += 1
                shift[start[base + v] + 1] = 1
            out_length[t] = length
            for v in range(words):
                shift[v + 1] += shift[v]

            # The span of what stays, children before parents.
            for v in range(size - 1, -1, -1):
                if label[base + v] < 0:
                    if place[v] == 1:
                        continue
                    low[v] = shift[start[base + v]]
                    high[v] = low[v] + 1
                p = parent[base + v]
                if p >= 0 and high[v] >= 0:
                    if low[v] < low[p]:
                        low[p] = low[v]
                    if high[v] > high[p]:
                        high[p] = high[v]

            # Copy; from here on place[v] is the new id of v, or of its nearest ancestor that stays.
            for v in range(size):
                name = label[base + v]
                p = parent[base + v]
                p = place[p] if p >= 0 else -1
                tag = place[v] == 2
                gone = place[v] == 1
                if not gone and name >= 0 and not tag:
                    gone = (
                        spliced[name]
                        or (drop_outer and p < 0 and name == empty_symbol)
                        or (drop_empty and high[v] < 0 and end[base + v] >= 0)
                    )
                if gone:
                    place[v] = p
                    continue
                place[v] = out - out_base
                if name < 0:
                    if rename_words:
                        name = -1 - new_word[-1 - name]
                elif tag:
                    name = new_tag[name]
                else:
                    name = new_label[name]
                out_label[out] = name
                out_parent[out] = p
                if high[v] < 0:  # no word is left
                    out_start[out] = shift[start[base + v]]
                    out_end[out] = out_start[out] if end[base + v] >= 0 else -1
                else:
                    out_start[out] = low[v]
                    out_end[out] = high[v] if end[base + v] >= 0 else -1
                out_where[out] = where[base + v]
                out_origin[out] = v
                out += 1

            if collapse:
                # low: children of each node; place: new ids, as above. Only children of the same label go.
                size = out - out_base
                for v in range(size):
                    low[v] = 0
                for v in range(size):
                    if out_parent[out_base + v] >= 0:
                        low[out_parent[out_base + v]] += 1
                written = 0
                for v in range(size):
                    p = out_parent[out_base + v]
                    if p >= 0 and low[p] == 1 and out_label[out_base + p] == out_label[out_base + v]:
                        # Its parent takes its place; what is compared next is the parent's label, the same.
                        place[v] = place[p]
                        continue
                    place[v] = written
                    out_label[out_base + written] = out_label[out_base + v]
                    out_parent[out_base + written] = place[p] if p >= 0 else -1
                    out_start[out_base + written] = out_start[out_base + v]
                    out_end[out_base + written] = out_end[out_base + v]
                    out_where[out_base + written] = out_where[out_base + v]
                    out_origin[out_base + written] = out_origin[out_base + v]
                    written += 1
                out = out_base + written
    out_first[n_trees] = out
    return out


def mark_labels(label: cython.const[cython.int][::1], used: cython.uchar[::1]) -> None:
    """Set ``used`` to 1 at every symbol that is a label somewhere."""
    i: cython.Py_ssize_t
    with cython.nogil:
        for i in range(label.shape[0]):
            if label[i] >= 0:
                used[label[i]] = 1
