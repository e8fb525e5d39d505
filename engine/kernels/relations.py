# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Passes over the nodes of many trees, in preorder, that answer how nodes are related.

What they are for is told in ``tgrep/relations.py``. Nodes of all trees are numbered through; -1 is no node. Columns of
yes and no are bytes.
"""

from __future__ import annotations

import cython

__all__ = ["look_alike", "passed_down", "passed_up", "shapes", "structure", "taken_over"]


def structure(
    parent: cython.const[cython.int][::1],
    first: cython.const[cython.longlong][::1],
    up: cython.int[::1],
    last: cython.int[::1],
    place: cython.int[::1],
    size: cython.int[::1],
    root: cython.int[::1],
) -> None:
    """Fill for each node its parent, the node behind its last descendant, its place among its sisters (from 0), the
    number of its children, and its root. Parents are given as they are in their tree; *first* is where trees begin.
    """
    n_trees: cython.Py_ssize_t = first.shape[0] - 1
    t: cython.Py_ssize_t
    i: cython.Py_ssize_t
    above: cython.int
    with cython.nogil:
        for t in range(n_trees):
            for i in range(first[t], first[t + 1]):
                last[i] = i + 1
                size[i] = 0
                place[i] = 0
                if parent[i] < 0:
                    up[i] = -1
                    root[i] = i
                else:
                    above = parent[i] + first[t]
                    up[i] = above
                    root[i] = root[above]
                    place[i] = size[above]
                    size[above] += 1
        i = up.shape[0] - 1
        while i >= 0:
            if up[i] >= 0 and last[i] > last[up[i]]:
                last[up[i]] = last[i]
            i -= 1


def passed_up(
    up: cython.const[cython.int][::1],
    through: cython.const[cython.uchar][::1],
    wanted: cython.const[cython.uchar][::1],
    found: cython.uchar[::1],
) -> None:
    """Mark the nodes above wanted ones, as far as there is a way *through* (marked at its lower ends)."""
    i: cython.Py_ssize_t
    with cython.nogil:
        i = up.shape[0] - 1
        while i >= 0:
            if through[i] and (wanted[i] or found[i]):
                found[up[i]] = 1
            i -= 1


def passed_down(
    up: cython.const[cython.int][::1],
    through: cython.const[cython.uchar][::1],
    wanted: cython.const[cython.uchar][::1],
    found: cython.uchar[::1],
) -> None:
    """Mark the nodes below wanted ones, as far as there is a way *through* (marked at its lower ends)."""
    i: cython.Py_ssize_t
    with cython.nogil:
        for i in range(up.shape[0]):
            if through[i] and (wanted[up[i]] or found[up[i]]):
                found[i] = 1


def taken_over(up: cython.const[cython.int][::1], own: cython.int[::1]) -> None:
    """Give each node without a value of its own (-1) that of the nearest node above that has one."""
    i: cython.Py_ssize_t
    with cython.nogil:
        for i in range(up.shape[0]):
            if own[i] < 0 and up[i] >= 0:
                own[i] = own[up[i]]


def shapes(
    label: cython.const[cython.int][::1],
    up: cython.const[cython.int][::1],
    last: cython.const[cython.int][::1],
    shape: cython.longlong[::1],
) -> None:
    """Fill a number for each node that is the same for subtrees that look alike; others rarely share it."""
    i: cython.Py_ssize_t
    mixed: cython.longlong
    prime: cython.longlong = 2147483647
    with cython.nogil:
        for i in range(up.shape[0]):
            shape[i] = 0
        i = up.shape[0] - 1
        while i >= 0:
            mixed = (shape[i] * 1000003 + (label[i] + prime) * 65537 + (last[i] - i)) % prime
            shape[i] = mixed
            if up[i] >= 0:
                shape[up[i]] = (shape[up[i]] * 69069 + mixed + 1) % prime
            i -= 1


def look_alike(
    label: cython.const[cython.int][::1],
    up: cython.const[cython.int][::1],
    last: cython.const[cython.int][::1],
    begin: cython.const[cython.longlong][::1],
    member: cython.const[cython.int][::1],
    top: cython.const[cython.int][::1],
    found: cython.uchar[::1],
) -> None:
    """Mark nodes that look like another one and lie below its *top* (-1: it has none).

    Group *g* of nodes that may look alike are the members from ``begin[g]`` up to ``begin[g + 1]``.
    """
    n_groups: cython.Py_ssize_t = begin.shape[0] - 1
    g: cython.Py_ssize_t
    a: cython.Py_ssize_t
    b: cython.Py_ssize_t
    node: cython.int
    model: cython.int
    with cython.nogil:
        for g in range(n_groups):
            for b in range(begin[g], begin[g + 1]):
                model = member[b]
                if top[model] < 0:
                    continue
                for a in range(begin[g], begin[g + 1]):
                    node = member[a]
                    if (
                        not found[node]
                        and top[model] < node < last[top[model]]
                        and _equal(label, up, last, node, model)
                    ):
                        found[node] = 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _equal(
    label: cython.const[cython.int][::1],
    up: cython.const[cython.int][::1],
    last: cython.const[cython.int][::1],
    one: cython.int,
    other: cython.int,
) -> cython.bint:
    """Compare two subtrees: the labels of their nodes in preorder, and how far above their parents are."""
    k: cython.int
    size: cython.int = last[one] - one
    if last[other] - other != size or label[one] != label[other]:
        return False
    for k in range(1, size):
        if label[one + k] != label[other + k] or up[one + k] - one != up[other + k] - other:
            return False
    return True
