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

    F(i, j) = max(F(i + 1, j), F(i, j + 1), H(i, j) + F(end of i, end of j))        H(i, j) = gain(i, j) + F(i + 1, j + 1)

One table F serves all pairs of nodes on two right spines (nodes that end at the same place). Time O(n m × the
products of the numbers of spines above a node), at most O(n² m²), for right-branching trees near O(n m).

Why what is left out does not matter:

* *Band* (Touzet 2005, "A linear tree edit distance algorithm for similar ordered trees", here with four counts
  instead of one). If i and j are paired, what stands left of, above, below and right of i is paired with what stands
  left of, above, below and right of j only. So a mapping that contains (i, j) costs at least the four differences of
  these numbers of nodes, and 1 if the labels differ. Where this exceeds k, no mapping of cost k or less contains
  (i, j); likewise for cells of F. Every F and H is the gain of some mapping, never too large; and if k is not below
  the least cost, no least-cost mapping loses a pair or a cell. So the best value, the walk back (which moves only
  through cells of best mappings) and the question whether there is a second least-cost mapping are not touched. k
  comes from any mapping at all: here one that pairs nodes over the same words.
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

#: Numbers kept for a pair: gain, pairs of words at the same position, label matches, gold nodes, test nodes, gold
#: words, test words, pairs of words, whether the words are the same
FIELDS = 9

#: A gain is one number: what it saves in these units, same positions in the middle, matches at the bottom.
SAVING = 1 << 40
PLACE = 1 << 20

# What a pair of nodes gains.
BEST = 0  #: saving, same position, match
OTHER = 1  #: saving, then whether the pair is not among given ones: finds a second least-cost mapping
GIVEN = 2  #: as an array says


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
    given: cython.const[cython.longlong][::1]
    partner: cython.int[::1]
    leaves: cython.int[::1]
    stack: cython.int[::1]
    rule: cython.int
    k: cython.longlong
    stride: cython.longlong
    shift: cython.longlong
    low: cython.longlong  # the band of the table just filled: bounds of the difference of the sizes of two forests
    high: cython.longlong
    needed: cython.longlong

    def __init__(self, h, f, given, scratch):
        """Take two tables of one length, an array of gains (rule GIVEN), and scratch: as Side's, the last twice."""
        self.h, self.f, self.given = h, f, given
        self.partner, self.leaves, self.stack = scratch


def map_trees(
    gold: Side,
    test: Side,
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
    k: cython.Py_ssize_t
    value: cython.longlong
    with cython.nogil:
        table.rule = rule
        for k in range(begin, pairs.shape[0] // 2):
            _load(gold, pairs[2 * k], roof, -1)
            _load(test, pairs[2 * k + 1], roof, -2)
            value = 0
            if rule == BEST:
                _clear(gold, table)
                value = _peel(gold, test, table)
            elif rule == OTHER:
                _recall(gold, test, table, out_first[k], out)
            else:
                _clear(gold, table)
            if gold.lo < gold.hi and test.lo < test.hi:
                table.needed = 0
                value += _compare(gold, test, table, bound)
                if table.needed:
                    needed[0] = table.needed
                    break
                if rule != OTHER:
                    _walk_back(gold, test, table)
            _report(gold, test, table, value, counts, k * FIELDS)
            if rule != OTHER:
                _write(gold, test, table, out_first[k], out)
        else:
            k = pairs.shape[0] // 2
    return k


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _load(side: Side, number: cython.Py_ssize_t, roof: cython.bint, no_place: cython.int) -> cython.void:
    """Lay out a tree: keys, sizes, depths, words before and after."""
    first: cython.Py_ssize_t = side.first[number]
    n: cython.Py_ssize_t = side.first[number + 1] - first
    v: cython.Py_ssize_t
    up: cython.Py_ssize_t
    label: cython.int
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
def _cut(side: Side) -> cython.void:
    """Leave out words and tags; *up* first counts what stays in front of each node."""
    v: cython.int
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
