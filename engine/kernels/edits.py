# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Exact tree edit distance between ordered trees, with the mapping, for many pairs of trees at once.

Zhang & Shasha (1989), "Simple fast algorithms for the editing distance between trees and related problems", SIAM J.
Comput. 18(6): a mapping pairs nodes one to one, keeps left-to-right order and ancestry; a least-cost one is found by
comparing forests of growing size. Instead of costs that are kept small this module adds up *gains* that are made
large: a pair saves one deletion and one insertion and costs one swap if the labels differ, so it gains 2 or 1, and
cost = nodes of both trees - gain. Words at the same position and label matches add their share in the lower bits of
the same number; comparing these numbers compares (cost, same positions, matches) in this order.

Nodes are numbered in preorder, so a subtree is a run of numbers, and forests grow from the right end: F(i, j) is the
best gain between what is left of two runs from nodes i and j on, H(i, j) the best one between two subtrees whose
roots are paired:

    F(i, j) = max(F(i + 1, j), F(i, j + 1), H(i, j) + F(end of i, end of j))
    H(i, j) = gain(i, j) + F(i + 1, j + 1)

One table F serves all pairs of nodes on two right spines (nodes that end at the same place), so the number of cells is
the product of what the sizes of the spines' top nodes add up to in either tree: at most O(n² m²), O(n m) if both
branch to the right only.

Why what is left out does not matter:

* *Band* (after Touzet 2005, "A linear tree edit distance algorithm for similar ordered trees"). Let k be the cost of
  some mapping: here of one that pairs nodes over the same words. If i and j are paired, what stands left of, above,
  below and right of i is paired with what stands left of, above, below and right of j only. So a mapping that
  contains (i, j) costs at least the four differences of these numbers of nodes, and 1 if the labels differ. A mapping
  also keeps preorder, so what stands before i and j costs at least the edit distance of the two strings of labels,
  and so does what stands behind. Where such a bound exceeds k, no mapping of cost k or less contains (i, j); a cell of
  F, which also parts both preorders in two, is judged alike. Every F and H is the gain of some mapping, never too
  large; and no least-cost mapping loses a pair or a cell. So the best value, the walk back (which moves only through
  cells of best mappings) and the search for a second least-cost mapping give what they would give without the band.
* *Peeling*. The greatest gain of a word is that of an equal word at the same position, of another node that of an
  equal label: call such pairs full. (1) Roots of two single trees, not words, that are a full pair: in a best mapping
  they cannot be paired both with others (ancestry), so pairing them instead loses nothing. (2) First (or last) trees of
  two forests, equal node by node in full pairs: pairs that would have to go leave only one of the two trees (order),
  one for each of its nodes at most, and no gain exceeds that of the full pairs put in. So some best mapping contains
  them; at the front, it is the one the rule of order below prefers. If all leaves of the last trees are words, *every*
  best mapping contains them: each word must gain its own position, each node above it must be paired above it, and
  a one-to-one map of all nodes that keeps order is the identity. Only such trees are taken off at the end.

Of several best mappings one is returned. Read the gold nodes in preorder; the first node that two mappings treat
differently decides: to be paired is better than not to be, and with an earlier node better than with a later one.
"""

from __future__ import annotations

import cython

__all__ = ["FIELDS", "Side", "Table", "map_trees"]

#: Numbers kept for a pair: gain, nodes of gold and test, words of gold and test, pairs of words, same words or not
FIELDS = 7

#: A gain is one number: what it saves above these bits, then words at the same position, at the bottom matches.
SAVING_BITS, PLACE_BITS = 40, 20

# What a pair of nodes gains.
BEST = 0  #: saving, same position, match
OTHER = 1  #: saving, then 1 if it is not among given pairs, else -1: finds a second least-cost mapping
GIVEN = 2  #: as an array says

# The same as numbers of C.
_saving = cython.declare(cython.longlong, 1 << 40)
_place = cython.declare(cython.longlong, 1 << 20)
_best = cython.declare(cython.int, 0)
_other = cython.declare(cython.int, 1)
_given = cython.declare(cython.int, 2)


@cython.cclass
class Side:
    """The trees of one side, and one of them laid out for comparison; *lo* and *hi* bound what is left of it."""

    label: cython.const[cython.int][::1]
    parent: cython.const[cython.int][::1]
    start: cython.const[cython.int][::1]
    first: cython.const[cython.longlong][::1]
    label_class: cython.const[cython.int][::1]
    word_class: cython.const[cython.int][::1]
    key: cython.int[::1]  # class of a label, or complement of the class of a word
    place: cython.int[::1]  # position of a word; of other nodes a number that is none
    size: cython.int[::1]  # nodes of the subtree
    depth: cython.int[::1]
    before: cython.int[::1]  # words in front of the node
    after: cython.int[::1]  # words in front of the end of the node
    up: cython.int[::1]  # the parent if the node is its last child, else -1
    node: cython.int[::1]  # number in the tree as it came
    word: cython.int[::1]  # key of the word at each position
    n: cython.int
    words: cython.int
    lo: cython.int
    hi: cython.int

    def __init__(self, label, parent, start, first, label_class, word_class, scratch):
        """Take columns of trees and classes by symbol; *scratch*: nine arrays, one longer than the largest tree."""
        self.label, self.parent, self.start, self.first = label, parent, start, first
        self.label_class, self.word_class = label_class, word_class
        self.key, self.place, self.size, self.depth, self.before = scratch[:5]
        self.after, self.up, self.node, self.word = scratch[5:]


@cython.cclass
class Table:
    """Room for the tables of one pair: *h* and *f* for nodes i and j at i * stride + j + shift, from lo on."""

    h: cython.longlong[::1]
    f: cython.longlong[::1]
    front: cython.int[::1]  # edit distance of what stands in front of i and j in preorder
    behind: cython.int[::1]  # edit distance of i, j and what stands behind
    given: cython.const[cython.longlong][::1]
    partner: cython.int[::1]
    first: cython.int[::1]  # the test nodes that a gold node may meet: the first
    last: cython.int[::1]  # and the last
    leaves: cython.int[::1]
    stack: cython.int[::1]
    rule: cython.int
    strings: cython.bint
    k: cython.longlong
    stride: cython.longlong
    shift: cython.longlong
    low: cython.longlong  # the band of the table just filled: bounds of the difference of the sizes of two forests
    high: cython.longlong
    needed: cython.longlong

    def __init__(self, h, f, front, behind, given, scratch):
        """Take tables (*front* and *behind* may be too short: they only save time), gains for the rule GIVEN, scratch.

        Scratch is four arrays as long as those of a Side and one twice as long.
        """
        self.h, self.f, self.front, self.behind, self.given = h, f, front, behind, given
        self.partner, self.first, self.last, self.leaves, self.stack = scratch


@cython.locals(k=cython.Py_ssize_t, value=cython.longlong)
def map_trees(
    gold: Side,
    test: Side,
    gold_mirror: Side,
    test_mirror: Side,
    table: Table,
    pairs: cython.const[cython.longlong][::1],
    begin: cython.Py_ssize_t,
    roof: cython.bint,
    rule: cython.int,
    bound: cython.longlong,
    counts: cython.longlong[::1],
    out_first: cython.const[cython.longlong][::1],
    out: cython.int[::1],
    needed: cython.longlong[::1],
) -> int:
    """Compare pairs of trees (*pairs* alternates numbers of gold and test trees) from pair *begin* on.

    Fills *counts*, FIELDS numbers a pair, and *out*, for each gold node from ``out_first[pair]`` on its partner or
    -1; a roof leaves out words and tags. *bound*: a cost that the least one does not exceed, -1 to find one. With the
    rule OTHER, *out* holds the given mapping and stays. Returns the number of pairs done: fewer than there are if
    the tables must have ``needed[0]`` entries for the next one.
    """
    with cython.nogil:
        table.rule = rule
        for k in range(begin, pairs.shape[0] // 2):
            _load(gold, pairs[2 * k], roof, -1)
            _load(test, pairs[2 * k + 1], roof, -2)
            value = 0
            if rule == _best:
                _clear(gold, table)
                value = _peel(gold, test, table)
            elif rule == _other:
                _recall(gold, test, table, out_first[k], out)
            else:
                _clear(gold, table)
            if gold.lo < gold.hi and test.lo < test.hi:
                table.needed = 0
                value += _compare(gold, test, gold_mirror, test_mirror, table, bound)
                if table.needed:
                    needed[0] = table.needed
                    break
                if rule != _other:
                    _walk_back(gold, test, table)
            _report(gold, test, table, value, counts, k * 7)
            if rule != _other:
                _write(gold, test, table, out_first[k], out)
        else:
            k = pairs.shape[0] // 2
    return k


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(v=cython.Py_ssize_t, up=cython.Py_ssize_t, label=cython.int)
def _load(side: Side, number: cython.Py_ssize_t, roof: cython.bint, no_place: cython.int) -> cython.void:
    """Lay out a tree: keys, sizes, depths, words before and after."""
    first: cython.Py_ssize_t = side.first[number]
    n: cython.Py_ssize_t = side.first[number + 1] - first
    words: cython.int = 0
    for v in range(n):
        up = side.parent[first + v]
        label = side.label[first + v]
        side.depth[v] = side.depth[up] + 1 if up >= 0 else 0
        side.size[v] = 1
        side.before[v] = words
        side.node[v] = v
        if label >= 0:
            side.key[v] = side.label_class[label]
            side.place[v] = no_place
        else:
            side.key[v] = -1 - side.word_class[-1 - label]
            side.place[v] = side.start[first + v]
            side.word[side.place[v]] = side.key[v]
            words += 1
    side.before[n] = words
    for v in range(n - 1, -1, -1):
        up = side.parent[first + v]
        side.after[v] = side.before[v + side.size[v]]
        side.up[v] = -1
        if up >= 0:
            if side.size[up] == 1:
                side.up[v] = up
            side.size[up] += side.size[v]
    side.words = words
    side.n = n
    if roof:
        _cut(side)
    side.lo = 0
    side.hi = side.n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(v=cython.int)
def _cut(side: Side) -> cython.void:
    """Leave out words and tags; *up* first counts what stays in front of each node."""
    kept: cython.int = 0
    for v in range(side.n):
        side.up[v] = kept
        if side.key[v] >= 0 and not (side.size[v] == 2 and side.key[v + 1] < 0):
            kept += 1
    side.up[side.n] = kept
    for v in range(side.n):
        if side.up[v] < side.up[v + 1]:
            kept = side.up[v]
            side.size[kept] = side.up[v + side.size[v]] - kept
            side.key[kept] = side.key[v]
            side.place[kept] = side.place[v]
            side.depth[kept] = side.depth[v]
            side.before[kept] = side.before[v]
            side.after[kept] = side.after[v]
            side.node[kept] = v
    side.n = side.up[side.n]
    for v in range(side.n):
        side.up[v] = -1
    for v in range(side.n):  # a node's last child is the last one found to end where it ends, one level down
        if v + 1 < side.n and side.depth[v + 1] == side.depth[v] + 1:
            kept = v + 1
            while kept + side.size[kept] < v + side.size[v]:
                kept += side.size[kept]
            side.up[kept] = v


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(i=cython.int)
def _clear(gold: Side, table: Table) -> cython.void:
    for i in range(gold.n):
        table.partner[i] = -1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _full(gold: Side, test: Side, i: cython.int, j: cython.int) -> cython.bint:
    """Say whether two nodes are alike: label or word, its position, and size."""
    return (
        gold.key[i] == test.key[j]
        and gold.size[i] == test.size[j]
        and (gold.key[i] >= 0 or gold.place[i] == test.place[j])
    )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(v=cython.int)
def _pair(gold: Side, table: Table, i: cython.int, j: cython.int, size: cython.int) -> cython.longlong:
    """Pair runs of nodes that are alike and return the gain."""
    gain: cython.longlong = 0
    for v in range(size):
        table.partner[i + v] = j + v
        gain += 2 * _saving + 1 + (_place if gold.key[i + v] < 0 else 0)
    return gain


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(i=cython.int)
def _peel(gold: Side, test: Side, table: Table) -> cython.longlong:
    """Pair what is equal at the outside: roots, first trees, last trees; return the gain.

    Both sides lose the same nodes at either end, so what is alike is found once from the front and once from the end.
    """
    gain: cython.longlong = 0
    least: cython.int = min(gold.n, test.n)
    shift: cython.int = test.n - gold.n
    front: cython.int = 0
    back: cython.int = 0
    level: cython.int = 0
    while front < least and _full(gold, test, front, front):
        front += 1
    while (
        back < least
        and (gold.size[gold.n - 1 - back] > 1 or gold.key[gold.n - 1 - back] < 0)
        and _full(gold, test, gold.n - 1 - back, test.n - 1 - back)
    ):
        back += 1
    back = gold.n - back
    while True:
        i = gold.lo
        while i < gold.hi and test.lo < test.hi and i + gold.size[i] <= front:
            i += gold.size[i]
            test.lo = i
        gain += _pair(gold, table, gold.lo, gold.lo, i - gold.lo)
        gold.lo = i
        while i < gold.hi and (i < back or i + shift < test.lo or test.depth[i + shift] != level):
            i += gold.size[i]
        gain += _pair(gold, table, i, i + shift, gold.hi - i)
        if i < gold.hi:
            gold.hi = i
            test.hi = i + shift
        i = gold.lo
        if not (
            i < gold.hi
            and i < test.hi
            and gold.key[i] == test.key[i]
            and gold.key[i] >= 0
            and i + gold.size[i] == gold.hi
            and i + test.size[i] == test.hi
        ):
            return gain
        gain += _pair(gold, table, i, i, 1)
        gold.lo = test.lo = i + 1
        level += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(i=cython.int, partner=cython.int)
def _recall(gold: Side, test: Side, table: Table, first: cython.longlong, out: cython.int[::1]) -> cython.void:
    """Take a mapping that was written before."""
    j: cython.int = 0
    for i in range(gold.n):
        table.partner[i] = -1
        partner = out[first + gold.node[i]]
        if partner >= 0:
            while test.node[j] != partner:
                j += 1
            table.partner[i] = j


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(side=cython.int)
def _span_cost(gold: Side, test: Side) -> cython.longlong:
    """Return the cost of a mapping that pairs nodes over the same words, top down.

    Nodes without words stay out: whether they are above or beside each other cannot be seen from what they cover.
    """
    i: cython.int = gold.lo
    j: cython.int = test.lo
    gain: cython.longlong = 0
    while i < gold.hi and j < test.hi:
        if gold.before[i] == gold.after[i]:
            i += 1
        elif test.before[j] == test.after[j]:
            j += 1
        else:
            side = gold.before[i] - test.before[j]
            if side == 0:
                side = test.after[j] - gold.after[i]
            if side == 0:
                if (gold.key[i] < 0) != (test.key[j] < 0):
                    side = 1 if gold.key[i] < 0 else -1
                elif gold.key[i] != test.key[j]:  # look one ahead in the longer of two chains
                    if i + 1 < gold.hi and gold.key[i + 1] == test.key[j] and gold.size[i + 1] == gold.size[i] - 1:
                        side = -1
                    elif j + 1 < test.hi and gold.key[i] == test.key[j + 1] and test.size[j + 1] == test.size[j] - 1:
                        side = 1
            if side == 0:
                gain += 2 if gold.key[i] == test.key[j] else 1
            if side <= 0:
                i += 1
            if side >= 0:
                j += 1
    return gold.hi - gold.lo + test.hi - test.lo - gain


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(value=cython.longlong)
def _compare(
    gold: Side, test: Side, gold_mirror: Side, test_mirror: Side, table: Table, bound: cython.longlong
) -> cython.longlong:
    """Return the best gain between what is left of both trees; the tables stay for the walk back.

    H does not depend on the end from which forests grow. Where the tables are large and not a band, and growing from
    the left is much cheaper, H is found with both trees mirrored; then only the last F is made from the right.
    """
    n: cython.longlong = gold.hi - gold.lo
    m: cython.longlong = test.hi - test.lo
    table.k = bound
    if bound < 0:
        table.k = 4 * (n + m) if table.rule == _given else _span_cost(gold, test)
    if table.rule != _best or n * m < 10000 or table.k <= m or not _leans_left(gold, test):
        return _solve(gold, test, table)
    _mirror(gold, gold_mirror)
    _mirror(test, test_mirror)
    value = _solve(gold_mirror, test_mirror, table)
    if not table.needed:
        _turn(gold, test, table)
    return value


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(low=cython.longlong, cells=cython.longlong, c=cython.Py_ssize_t)
def _solve(gold: Side, test: Side, table: Table) -> cython.longlong:
    """Lay out the tables for a cost of k at most, fill them, and return the best gain."""
    n: cython.longlong = gold.hi - gold.lo
    m: cython.longlong = test.hi - test.lo
    high: cython.longlong = (table.k - abs(m - n)) >> 1
    low = min(m - n, 0) - high
    high = max(m - n, 0) + high
    table.stride = min(high - low + 2, m + 2)
    table.shift = 1 - low if table.stride < m + 2 else 1
    cells = (n + 1) * (table.stride + 1)
    if cells > table.h.shape[0]:
        table.needed = cells
        return 0
    for c in range(cells):
        table.h[c] = 0
    for c in range(n + 1):
        table.first[gold.lo + c] = test.lo + max(0, c + low)
        table.last[gold.lo + c] = test.lo + min(m, c + high)
    table.strings = table.rule != _given and cells <= table.front.shape[0]
    if table.strings:
        _align_front(gold, test, table)
        _align_behind(gold, test, table)
        _smooth(gold, test, table)
    _fill(gold, test, table)
    return table.f[_at(gold, test, table, gold.lo) + test.lo]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(v=cython.int)
def _leans_left(gold: Side, test: Side) -> cython.bint:
    """Say whether growing forests from the left makes less than half the cells: the sizes of spines multiply."""
    left: cython.double = gold.size[gold.lo]
    right: cython.double = left
    left_test: cython.double = test.size[test.lo]
    right_test: cython.double = left_test
    for v in range(gold.lo + 1, gold.hi):
        if gold.depth[v] <= gold.depth[v - 1]:
            left += gold.size[v]
        if gold.up[v] < 0:
            right += gold.size[v]
    for v in range(test.lo + 1, test.hi):
        if test.depth[v] <= test.depth[v - 1]:
            left_test += test.size[v]
        if test.up[v] < 0:
            right_test += test.size[v]
    return 2 * left * left_test < right * right_test


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _mirrored(side: Side, v: cython.int) -> cython.int:
    """Return the number of a node when the tree is mirrored: its place in postorder, from the end."""
    return side.hi - v - side.size[v] + side.depth[v] - side.depth[side.lo]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(v=cython.int, x=cython.int)
def _mirror(side: Side, mirror: Side) -> cython.void:
    """Lay out what is left of a tree in a mirror."""
    for v in range(side.lo, side.hi):
        x = _mirrored(side, v)
        mirror.key[x] = side.key[v]
        mirror.place[x] = side.place[v]
        mirror.size[x] = side.size[v]
        mirror.depth[x] = side.depth[v]
        mirror.up[x] = _mirrored(side, v - 1) if v > side.lo and side.depth[v] > side.depth[v - 1] else -1
    mirror.lo = 0
    mirror.hi = mirror.n = side.hi - side.lo


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(i=cython.int, j=cython.int, at=cython.Py_ssize_t, other=cython.Py_ssize_t)
def _turn(gold: Side, test: Side, table: Table) -> cython.void:
    """Turn H round after the mirror, and fill the last F."""
    for i in range(gold.lo, gold.hi):
        at = _at(gold, test, table, i)
        other = _mirrored(gold, i) * table.stride + table.shift
        for j in range(test.lo, test.hi):
            table.f[at + j] = table.h[other + _mirrored(test, j)]
    for i in range(gold.lo, gold.hi + 1):
        at = _at(gold, test, table, i)
        for j in range(test.lo, test.hi):
            table.h[at + j] = table.f[at + j]
        table.first[i] = test.lo
        table.last[i] = test.hi
    _rows(gold, test, table, gold.hi, test.hi, gold.lo - 1, test.lo - 1, test.lo - test.hi, gold.hi - gold.lo)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _less(a: cython.int, b: cython.int) -> cython.int:
    """Return the smaller number without a branch: nobody could predict it."""
    return b + ((a - b) & ((a - b) >> 31))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(i=cython.int, j=cython.int, lo=cython.int, hi=cython.int, best=cython.int, key=cython.int)
def _align_front(gold: Side, test: Side, table: Table) -> cython.void:
    """Fill the edit distance of the two preorders up to and without each pair of nodes, where it may matter."""
    ahead: cython.int = (test.hi - test.lo) - (gold.hi - gold.lo)
    at: cython.Py_ssize_t = _at(gold, test, table, gold.lo)
    lo = test.lo
    hi = table.last[gold.lo]
    for j in range(lo, hi + 1):
        table.front[at + j] = j - test.lo
    for i in range(gold.lo + 1, gold.hi + 1):
        table.front[at + lo - 1] = 1 << 29
        table.front[at + hi + 1] = 1 << 29
        at += table.stride
        key = gold.key[i - 1]
        lo = max(lo, table.first[i])
        hi = min(hi + 1, table.last[i])
        best = 1 << 29
        for j in range(lo, hi + 1):
            best = _less(
                best + 1,
                _less(
                    table.front[at - table.stride + j] + 1,
                    table.front[at - table.stride + j - 1] + (key != test.key[j - 1]),
                ),
            )
            table.front[at + j] = best
        # j - test.lo - (i - gold.lo) test nodes more so far, the others still to come
        while hi < table.last[i] and best + 1 + abs(ahead - (hi + 1 - test.lo) + (i - gold.lo)) <= table.k:
            hi += 1
            best += 1
            table.front[at + hi] = best
        while lo < hi and table.front[at + lo] + abs(ahead - (lo - test.lo) + (i - gold.lo)) > table.k:
            lo += 1
        while lo < hi and table.front[at + hi] + abs(ahead - (hi - test.lo) + (i - gold.lo)) > table.k:
            hi -= 1
        table.first[i] = lo
        table.last[i] = hi


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(i=cython.int, j=cython.int, best=cython.int, key=cython.int)
def _align_behind(gold: Side, test: Side, table: Table) -> cython.void:
    """Fill the edit distance of the two preorders from each pair of nodes on, and narrow the band to cost k."""
    lo: cython.int = table.first[gold.hi]
    hi: cython.int = test.hi
    at: cython.Py_ssize_t = _at(gold, test, table, gold.hi)
    for j in range(lo, hi + 1):
        table.behind[at + j] = test.hi - j
    for i in range(gold.hi - 1, gold.lo - 1, -1):
        table.behind[at + lo - 1] = 1 << 29
        table.behind[at + hi + 1] = 1 << 29
        at -= table.stride
        key = gold.key[i]
        hi = min(hi, table.last[i])
        lo = max(lo - 1, table.first[i])
        best = 1 << 29
        for j in range(hi, lo - 1, -1):
            best = _less(
                best + 1,
                _less(
                    table.behind[at + table.stride + j] + 1,
                    table.behind[at + table.stride + j + 1] + (key != test.key[j]),
                ),
            )
            table.behind[at + j] = best
        while lo > table.first[i] and best + 1 + table.front[at + lo - 1] <= table.k:
            lo -= 1
            best += 1
            table.behind[at + lo] = best
        while lo < hi and table.front[at + lo] + table.behind[at + lo] > table.k:
            lo += 1
        while lo < hi and table.front[at + hi] + table.behind[at + hi] > table.k:
            hi -= 1
        table.first[i] = lo
        table.last[i] = hi


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(i=cython.int, j=cython.int, at=cython.Py_ssize_t)
def _smooth(gold: Side, test: Side, table: Table) -> cython.void:
    """Widen the band where its bounds would go back; what is new in it is out of reach."""
    bound: cython.int = test.lo
    for i in range(gold.lo, gold.hi + 1):
        at = _at(gold, test, table, i)
        for j in range(table.last[i] + 1, bound + 1):
            table.front[at + j] = table.behind[at + j] = 1 << 29
        bound = table.last[i] = max(table.last[i], bound)
    for i in range(gold.hi, gold.lo - 1, -1):
        at = _at(gold, test, table, i)
        for j in range(bound, table.first[i]):
            table.front[at + j] = table.behind[at + j] = 1 << 29
        bound = table.first[i] = min(table.first[i], bound)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(p=cython.int, q=cython.int, x=cython.int)
def _fill(gold: Side, test: Side, table: Table) -> cython.void:
    """Fill H for all pairs of nodes that a mapping of cost k may contain, spine by spine from the left."""
    leaves: cython.int = 0
    nearest: cython.int = 0
    for q in range(test.lo, test.hi):
        if test.size[q] == 1:
            table.leaves[leaves] = q
            leaves += 1
    for p in range(gold.lo, gold.hi):
        if gold.size[p] == 1:
            while table.leaves[nearest] + 1 < table.first[p + 1]:
                nearest += 1
            x = nearest
            while x < leaves and table.leaves[x] + 1 <= table.last[p + 1]:
                q = table.leaves[x]
                if _front(gold, test, table, p + 1, q + 1) + _behind(gold, test, table, p + 1, q + 1) <= table.k:
                    _meet(gold, test, table, p, q)
                x += 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _front(gold: Side, test: Side, table: Table, i: cython.int, j: cython.int) -> cython.longlong:
    """Return the least cost of mapping what stands in front of two nodes."""
    if table.strings:
        return table.front[_at(gold, test, table, i) + j]
    return abs((i - gold.lo) - (j - test.lo))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _behind(gold: Side, test: Side, table: Table, i: cython.int, j: cython.int) -> cython.longlong:
    """Return the least cost of mapping two nodes and what stands behind them."""
    if table.strings:
        return table.behind[_at(gold, test, table, i) + j]
    return abs((gold.hi - i) - (test.hi - j))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _at(gold: Side, test: Side, table: Table, i: cython.int) -> cython.Py_ssize_t:
    """Return where the row of a gold node is: add a test node to it."""
    return (i - gold.lo) * table.stride + table.shift - test.lo


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _gain(gold: Side, test: Side, table: Table, i: cython.int, j: cython.int) -> cython.longlong:
    """Return what it gains to pair two nodes."""
    if table.rule == _best:
        return (2 * _saving + 1 if gold.key[i] == test.key[j] else _saving) + (
            _place if gold.place[i] == test.place[j] else 0
        )
    if table.rule == _other:
        return (2 * _saving if gold.key[i] == test.key[j] else _saving) + (-1 if table.partner[i] == j else 1)
    return table.given[i * cython.cast(cython.longlong, test.n) + j]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(least=cython.longlong, slack=cython.longlong, gain=cython.longlong, at=cython.Py_ssize_t)
@cython.locals(j=cython.int, above=cython.int, below=cython.int)
def _meet(gold: Side, test: Side, table: Table, p: cython.int, q: cython.int) -> cython.void:
    """Fill H for the nodes on two right spines, given by their leaves."""
    e: cython.int = p + 1
    f: cython.int = q + 1
    right: cython.longlong = _behind(gold, test, table, e, f)
    low: cython.longlong = 1
    high: cython.longlong = -1
    top_i: cython.int = e
    top_j: cython.int = f
    i: cython.int = p
    from_j: cython.int = q
    while i >= gold.lo:
        while from_j > table.last[i]:
            from_j = test.up[from_j]
        j = from_j
        at = _at(gold, test, table, i)
        while j >= table.first[i]:
            above = gold.depth[i] - test.depth[j]
            below = gold.size[i] - test.size[j]
            least = max(_front(gold, test, table, i, j), abs(above) + abs(i - gold.lo - (j - test.lo) - above))
            least += gold.key[i] != test.key[j]
            slack = table.k - least - right - abs(below)
            if (
                slack >= 0
                and table.first[i + 1] <= j + 1 <= table.last[i + 1]
                and least + _behind(gold, test, table, i + 1, j + 1) <= table.k
            ):
                gain = _gain(gold, test, table, i, j)
                if i == p or j == q:
                    table.h[at + j] = max(gain, 0)
                elif gain > 0:
                    table.h[at + j] = -1
                    slack >>= 1
                    low = min(low, min(below, 0) - slack)
                    high = max(high, max(below, 0) + slack)
                    top_i = min(top_i, i)
                    top_j = min(top_j, j)
            j = test.up[j]
        i = gold.up[i]
    if e == gold.hi and f == test.hi:
        below = (gold.hi - gold.lo) - (test.hi - test.lo)
        slack = (table.k - abs(below)) >> 1
        low = min(low, min(below, 0) - slack)
        high = max(high, max(below, 0) + slack)
        top_i = gold.lo - 1
        top_j = test.lo - 1
    if low > high:
        return
    if top_i == p - 1 and top_j == q - 1 and top_i >= gold.lo and top_j >= test.lo:  # tags over words
        at = _at(gold, test, table, p)
        table.h[at - table.stride + top_j] = _gain(gold, test, table, top_i, top_j) + table.h[at + q]
        return
    _rows(gold, test, table, e, f, top_i, top_j, low, high)
    i = gold.up[p]
    from_j = test.up[q]
    while i >= gold.lo:
        while from_j > table.last[i]:
            from_j = test.up[from_j]
        j = from_j
        at = _at(gold, test, table, i)
        while j >= table.first[i]:
            if table.h[at + j] < 0:
                table.h[at + j] = _gain(gold, test, table, i, j) + table.f[at + table.stride + j + 1]
            j = test.up[j]
        i = gold.up[i]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(i=cython.int, j=cython.int, end_i=cython.int, end_j=cython.int, lo=cython.int, lo_before=cython.int)
@cython.locals(jump_lo=cython.longlong, jump_hi=cython.longlong, best=cython.longlong, down=cython.longlong)
@cython.locals(h=cython.longlong, at=cython.Py_ssize_t, jump=cython.Py_ssize_t)
def _rows(
    gold: Side,
    test: Side,
    table: Table,
    e: cython.int,
    f: cython.int,
    top_i: cython.int,
    top_j: cython.int,
    low: cython.longlong,
    high: cython.longlong,
) -> cython.void:
    """Fill F for the forests that end at e and f, up to and without the nodes top_i and top_j.

    Only where the gold forest has between *low* and *high* nodes more than the test forest. What is outside counts
    as 0, the gain of no pair: too little, never too much. H is -1 where this very table has to find it.
    """
    stride: cython.longlong = table.stride
    table.low = low
    table.high = high
    lo = max(top_j + 1, max(table.first[e], f + low))
    at = _at(gold, test, table, e)
    for j in range(lo, f + 1):
        table.f[at + j] = 0
    for i in range(e - 1, top_i, -1):
        lo_before = lo
        lo = max(top_j + 1, max(table.first[i], i + f - e + low))
        j = min(f, min(table.last[i], i + f - e + high))
        if j <= top_j:
            break
        at = _at(gold, test, table, i)
        for end_j in range(lo, min(lo_before, j + 1)):
            table.f[at + stride + end_j] = 0
        end_i = i + gold.size[i]
        jump = _at(gold, test, table, end_i)
        jump_lo = max(table.first[end_i], end_i + f - e + low)
        jump_hi = min(table.last[end_i], end_i + f - e + high) if end_i < e else -1
        best = 0
        if j == f:
            table.f[at + f] = 0
            j -= 1
        while j >= lo:
            down = table.f[at + stride + j]
            best = best if best > down else down
            h = table.h[at + j]
            if h != 0:
                end_j = j + test.size[j]
                if jump_lo <= end_j <= jump_hi:
                    h += table.f[jump + end_j]
                elif h < 0:
                    h = _gain(gold, test, table, i, j) + table.f[at + stride + j + 1]
                    table.h[at + j] = h
                best = h if h > best else best
            table.f[at + j] = best
            j -= 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(i=cython.int, j=cython.int, below=cython.longlong, slack=cython.longlong)
def _walk_back(gold: Side, test: Side, table: Table) -> cython.void:
    """Read the mapping off the tables. The last table of forests is there; those of subtrees are filled again."""
    depth: cython.int = 0
    depth = _walk(gold, test, table, gold.lo, test.lo, gold.hi, test.hi, 0)
    while depth > 0:
        depth -= 1
        i = table.stack[2 * depth]
        j = table.stack[2 * depth + 1]
        below = gold.size[i] - test.size[j]
        slack = table.h[_at(gold, test, table, i) + j] - _gain(gold, test, table, i, j)
        if table.rule == _given:
            slack = table.k
        else:
            slack = (gold.size[i] + test.size[j] - 2 - slack // _saving - abs(below)) >> 1
        _rows(
            gold,
            test,
            table,
            i + gold.size[i],
            j + test.size[j],
            i,
            j,
            min(below, 0) - slack,
            max(below, 0) + slack,
        )
        depth = _walk(gold, test, table, i + 1, j + 1, i + gold.size[i], j + test.size[j], depth)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(at=cython.Py_ssize_t, value=cython.longlong, h=cython.longlong)
@cython.locals(w=cython.int, end_i=cython.int, end_w=cython.int, found=cython.bint)
def _walk(
    gold: Side,
    test: Side,
    table: Table,
    i: cython.int,
    j: cython.int,
    e: cython.int,
    f: cython.int,
    depth: cython.int,
) -> cython.int:
    """Follow one table of forests from (i, j); put pairs of subtrees to be looked at later on the stack."""
    while i < e and j < f:
        at = _at(gold, test, table, i)
        value = table.f[at + j]
        if value == 0:
            break
        end_i = i + gold.size[i]
        w = j
        end_w = w + test.size[w]
        found = False
        while True:
            h = table.h[at + w]
            if h > 0:
                end_w = w + test.size[w]
                if (
                    end_i != e
                    and end_w != f
                    and table.low <= (e - end_i) - (f - end_w) <= table.high
                    and table.first[end_i] <= end_w <= table.last[end_i]
                ):
                    h += table.f[_at(gold, test, table, end_i) + end_w]
                if h == value:
                    found = True
                    break
            w += 1
            if w >= f or w > table.last[i] or (e - i) - (f - w) > table.high or table.f[at + w] != value:
                break
        if not found:
            i += 1
            continue
        table.partner[i] = w
        if end_i == e and end_w == f:
            i += 1
            j = w + 1
            continue
        if gold.size[i] > 1 and test.size[w] > 1:
            depth = _note(gold, test, table, i, w, depth)
        i = end_i
        j = end_w
    return depth


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(v=cython.int)
def _note(gold: Side, test: Side, table: Table, i: cython.int, j: cython.int, depth: cython.int) -> cython.int:
    """Pair what is below two paired nodes if that is plain, else put the two on the stack."""
    size: cython.int = gold.size[i]
    if (
        table.rule == _best
        and size == test.size[j]
        and (size == 2 or table.h[_at(gold, test, table, i) + j] >= 2 * size * _saving)
    ):
        for v in range(1, size):
            table.partner[i + v] = j + v
        return depth
    table.stack[2 * depth] = i
    table.stack[2 * depth + 1] = j
    return depth + 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(i=cython.int)
def _report(
    gold: Side,
    test: Side,
    table: Table,
    value: cython.longlong,
    counts: cython.longlong[::1],
    at: cython.Py_ssize_t,
) -> cython.void:
    """Write what is known of a pair."""
    words: cython.int = 0
    same: cython.int = gold.words == test.words
    for i in range(gold.n):
        if gold.key[i] < 0 and table.partner[i] >= 0 and test.key[table.partner[i]] < 0:
            words += 1
    if same:
        for i in range(gold.words):
            if gold.word[i] != test.word[i]:
                same = 0
    counts[at] = value
    counts[at + 1] = gold.n
    counts[at + 2] = test.n
    counts[at + 3] = gold.words
    counts[at + 4] = test.words
    counts[at + 5] = words
    counts[at + 6] = same


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(i=cython.int)
def _write(gold: Side, test: Side, table: Table, first: cython.longlong, out: cython.int[::1]) -> cython.void:
    for i in range(gold.n):
        if table.partner[i] >= 0:
            out[first + gold.node[i]] = test.node[table.partner[i]]
