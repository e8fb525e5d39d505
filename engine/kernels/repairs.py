# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Looks for the fewest repairs that turn system trees into gold trees, for many pairs of prepared trees at once.

What a repair is, and why the search may be cut into regions, is told in ``errors/search.py``. A *frame* holds one
region: a row of atoms (words, and brackets that are right and have their own inside looked after elsewhere), the wrong
brackets over them in preorder, and the goals, brackets that gold has and the tree lacks. A bracket that a repair puts
right becomes an atom, so that a frame falls into smaller ones whose repairs add up.

Frames lie in one stretch of memory used as a stack::

    0 atoms m   1 nodes k   2 goals g   3 id of the bracket around it (-1: none)   4 its class of label
    8 .. word positions of the m + 1 edges of atoms, then m classes of labels of the atoms (-1: a word)
      .. of the k nodes: classes of labels, starts, ends (as atoms), parents (-1: the bracket around it), ids
      .. of the g goals: classes of labels, starts, ends, ids in gold
"""

from __future__ import annotations

import cython

__all__ = ["ADD", "FIELDS", "GONE", "MOVE", "RECORD", "RELABEL", "REMOVE", "Search", "find_repairs"]

#: What a record says first; then come MOVE: source, start, end, target, new node (-1: none), its gold node, start, end;
#: GONE (part of the move before): node; RELABEL: node, gold node; REMOVE: node; ADD: parent, start, end, new node, its
#: gold node. Starts and ends are word positions.
MOVE, GONE, RELABEL, REMOVE, ADD = 1, 2, 3, 4, 5
RECORD = 9  #: numbers in a record
FIELDS = 6  #: numbers for a pair: records, repairs, repairs if greedy, missing brackets, extra ones, exact

_move = cython.declare(cython.int, 1)
_gone = cython.declare(cython.int, 2)
_relabel = cython.declare(cython.int, 3)
_remove = cython.declare(cython.int, 4)
_add = cython.declare(cython.int, 5)
_record = cython.declare(cython.int, 9)
_fields = cython.declare(cython.int, 6)
_head = cython.declare(cython.int, 8)  # numbers in front of a frame's arrays
_slot = cython.declare(cython.int, 8)  # numbers for a move: source, start, end, target, goal, gain, order
_largest = cython.declare(cython.int, 150)  # wrong brackets or goals of a region in which moves are looked for


@cython.cclass
class Search:
    """Room to work in, and how much work is allowed."""

    a: cython.int[::1]  # frames and moves, a stack
    top: cython.Py_ssize_t
    plan: cython.int[::1]  # records
    records: cython.int
    seen: cython.longlong[::1]  # states that cannot be repaired in so many steps
    seen_steps: cython.int[::1]
    slots: cython.int
    learnt: cython.int  # how many are kept
    node: cython.int[::1]  # what the move that is looked at changes: node, new start, new end, whether it goes
    start: cython.int[::1]
    end: cython.int[::1]
    goes: cython.int[::1]
    right: cython.int[::1]  # the goal that a changed node meets, else -1
    changes: cython.int
    used: cython.int[::1]  # goals that are met
    mark: cython.int[::1]
    stamp: cython.int
    edge: cython.int[::1]  # whether a goal begins or ends at an atom's edge
    bound: cython.int[::1]  # edges of a node's children
    budget: cython.longlong  # moves that may still be looked at
    full: cython.longlong  # moves for a region
    width: cython.int  # best moves that are followed up, 0: all
    fresh: cython.int  # id of the next new node
    exact: cython.bint
    greedy: cython.int
    of: cython.int[::1]  # scratch for building frames
    depth: cython.int[::1]

    def __init__(self, arena, plan, seen, seen_steps, scratch, budget):
        """Take memory: *scratch* are eleven arrays as long as the largest trees of both sides together and ten."""
        self.a, self.plan, self.seen, self.seen_steps = arena, plan, seen, seen_steps
        self.slots = len(seen)
        self.node, self.start, self.end, self.goes, self.right = scratch[:5]
        self.used, self.mark, self.edge, self.bound, self.of, self.depth = scratch[5:]
        self.full = budget
        self.top = self.records = self.changes = self.stamp = self.learnt = 0
        self.budget = self.width = self.fresh = self.greedy = 0
        self.exact = True


# Frames: where their arrays begin. Nodes: class, start, end, parent and id lie k apart, and goals g apart.


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _nodes(a: cython.int[::1], f: cython.Py_ssize_t) -> cython.Py_ssize_t:
    return f + _head + 2 * a[f] + 1


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _goals(a: cython.int[::1], f: cython.Py_ssize_t) -> cython.Py_ssize_t:
    return f + _head + 2 * a[f] + 1 + 5 * a[f + 1]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _new_frame(
    z: Search, m: cython.int, k: cython.int, g: cython.int, id: cython.int, label: cython.int
) -> cython.Py_ssize_t:
    """Put a frame on the stack; -1 if there is no room left."""
    f: cython.Py_ssize_t = z.top
    size: cython.Py_ssize_t = _head + 2 * m + 1 + 5 * k + 4 * g
    if f + size > z.a.shape[0]:
        return -1
    z.a[f] = m
    z.a[f + 1] = k
    z.a[f + 2] = g
    z.a[f + 3] = id
    z.a[f + 4] = label
    z.top = f + size
    return f


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _goal(z: Search, f: cython.Py_ssize_t, label: cython.int, start: cython.int, end: cython.int) -> cython.int:
    """Return a goal that is not met yet, or -1."""
    g: cython.int = z.a[f + 2]
    at: cython.Py_ssize_t = _goals(z.a, f)
    i: cython.int
    for i in range(g):
        if z.a[at + g + i] == start and z.a[at + 2 * g + i] == end and z.a[at + i] == label and not z.used[i]:
            return i
    return -1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_goal(z: Search, f: cython.Py_ssize_t, label: cython.int, start: cython.int, end: cython.int) -> cython.int:
    """Return a goal whatever was met meanwhile, or -1."""
    g: cython.int = z.a[f + 2]
    at: cython.Py_ssize_t = _goals(z.a, f)
    i: cython.int
    for i in range(g):
        if z.a[at + g + i] == start and z.a[at + 2 * g + i] == end and z.a[at + i] == label:
            return i
    return -1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _write(
    z: Search, what: cython.int, b: cython.int, c: cython.int, d: cython.int, e: cython.int, f: cython.int
) -> cython.Py_ssize_t:
    """Put a record down; return where its last three numbers go."""
    at: cython.Py_ssize_t = z.records * _record
    if at + _record > z.plan.shape[0]:  # never met: a plan is shorter than the two trees
        at = 0
        z.records = 0
    z.plan[at] = what
    z.plan[at + 1] = b
    z.plan[at + 2] = c
    z.plan[at + 3] = d
    z.plan[at + 4] = e
    z.plan[at + 5] = f
    z.plan[at + 6] = z.plan[at + 7] = z.plan[at + 8] = 0
    z.records += 1
    return at + 6


# What is left to do without moving anything.


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _rest(z: Search, f: cython.Py_ssize_t) -> cython.int:
    """Count the repairs of a region if nothing is moved: a wrong bracket over the words of a goal is relabelled."""
    k: cython.int = z.a[f + 1]
    g: cython.int = z.a[f + 2]
    n: cython.Py_ssize_t = _nodes(z.a, f)
    at: cython.Py_ssize_t = n + 5 * k
    i: cython.int
    j: cython.int
    cost: cython.int = k + g
    for j in range(g):
        z.used[j] = 0
    for i in range(k):
        for j in range(g):
            if z.a[at + g + j] == z.a[n + k + i] and z.a[at + 2 * g + j] == z.a[n + 2 * k + i] and not z.used[j]:
                z.used[j] = 1
                cost -= 1
                break
    return cost


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _finish(z: Search, f: cython.Py_ssize_t) -> cython.int:
    """Write down the repairs of a region in which nothing is moved, and return how many there are."""
    a = z.a
    m: cython.int = a[f]
    k: cython.int = a[f + 1]
    g: cython.int = a[f + 2]
    n: cython.Py_ssize_t = _nodes(a, f)
    at: cython.Py_ssize_t = n + 5 * k
    word: cython.Py_ssize_t = f + _head
    i: cython.int
    j: cython.int
    cost: cython.int = 0
    parent: cython.int
    best: cython.int
    begin: cython.Py_ssize_t = z.top
    if begin + k + g > a.shape[0]:
        return -1
    # Which goal each node is relabelled to; behind it, the ids of the goals' nodes.
    for j in range(g):
        z.used[j] = 0
    for i in range(k):
        a[begin + i] = -1
        for j in range(g):
            if a[at + g + j] == a[n + k + i] and a[at + 2 * g + j] == a[n + 2 * k + i] and not z.used[j]:
                z.used[j] = 1
                a[begin + i] = j
                a[begin + k + j] = a[n + 4 * k + i]
                break
        if a[begin + i] < 0:
            _write(z, _remove, a[n + 4 * k + i], 0, 0, 0, 0)
            cost += 1
    for i in range(k):
        if a[begin + i] >= 0:
            _write(z, _relabel, a[n + 4 * k + i], a[at + 3 * g + a[begin + i]], 0, 0, 0)
            cost += 1
    for j in range(g):
        if z.used[j]:
            continue
        # Under the smallest bracket around it that is there by now.
        parent = a[f + 3]
        best = m + 1
        for i in range(g):
            if (
                z.used[i]
                and a[at + g + i] <= a[at + g + j]
                and a[at + 2 * g + i] >= a[at + 2 * g + j]
                and a[at + 2 * g + i] - a[at + g + i] <= best
            ):
                best = a[at + 2 * g + i] - a[at + g + i]  # the lowest of several: goals stand in preorder
                parent = a[begin + k + i]
        _write(z, _add, parent, a[word + a[at + g + j]], a[word + a[at + 2 * g + j]], z.fresh, a[at + 3 * g + j])
        z.used[j] = 1
        a[begin + k + j] = z.fresh
        z.fresh += 1
        cost += 1
    return cost


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _bound(z: Search, f: cython.Py_ssize_t) -> cython.int:
    """Return how many repairs a region needs at least.

    Each repair makes at most one node of a label that is lacking; and it touches the brackets on at most two lines of
    descent, so that it needs half as many as there are lowest wrong brackets, or lowest goals.
    """
    a = z.a
    k: cython.int = a[f + 1]
    g: cython.int = a[f + 2]
    n: cython.Py_ssize_t = _nodes(a, f)
    at: cython.Py_ssize_t = n + 5 * k
    i: cython.int
    j: cython.int
    lacking: cython.int = 0
    lowest: cython.int = 0
    low_goals: cython.int = 0
    if k == 0 or g == 0:
        return k + g
    for i in range(k):
        z.mark[i] = 0
        if i + 1 == k or a[n + k + i + 1] >= a[n + 2 * k + i]:
            lowest += 1
    for j in range(g):
        if j + 1 == g or a[at + g + j + 1] >= a[at + 2 * g + j]:
            low_goals += 1
        lacking += 1
        for i in range(k):
            if a[n + i] == a[at + j] and not z.mark[i]:
                z.mark[i] = 1
                lacking -= 1
                break
    for i in range(k):
        z.mark[i] = 0
    lowest = (lowest + 1) // 2
    low_goals = (low_goals + 1) // 2
    if low_goals > lowest:
        lowest = low_goals
    return lacking if lacking > lowest else lowest


# Moves.


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _alone(
    z: Search, f: cython.Py_ssize_t, v: cython.int, start: cython.int, end: cython.int, but: cython.int
) -> cython.int:
    """Return the class of an only child of *v* over exactly these atoms, -2 if there is none; *but* does not count."""
    a = z.a
    k: cython.int = a[f + 1]
    n: cython.Py_ssize_t = _nodes(a, f)
    i: cython.int
    for i in range(v + 1, k):
        if a[n + 3 * k + i] == v and a[n + k + i] == start and a[n + 2 * k + i] == end and i != but:
            return a[n + i]
    if end == start + 1:
        for i in range(v + 1, k):  # the atom may hang under a longer child that is moved
            if a[n + 3 * k + i] == v and a[n + k + i] <= start and a[n + 2 * k + i] >= end and i != but:
                return -2
        return a[f + _head + a[f] + 1 + start]
    return -2


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _gain(
    z: Search,
    f: cython.Py_ssize_t,
    p: cython.int,
    s: cython.int,
    e: cython.int,
    target: cython.int,
    made: cython.int,
) -> cython.int:
    """Work out what moving the atoms from *s* to *e* from under *p* to *target* changes; return the errors it mends.

    *made* is the goal that a new node under *target* meets, or -1. A node left without children goes; so does one left
    alone with a child of its own label, unless gold has both.
    """
    a = z.a
    k: cython.int = a[f + 1]
    n: cython.Py_ssize_t = _nodes(a, f)
    v: cython.int
    above: cython.int
    shrunk: cython.int
    i: cython.int = 0
    j: cython.int
    gain: cython.int = 0
    only: cython.int
    doubled: cython.bint
    z.stamp += 1
    v = target
    while v >= 0:
        z.mark[v] = z.stamp
        v = a[n + 3 * k + v]
    above = p
    while above >= 0 and z.mark[above] != z.stamp:
        z.node[i] = above
        z.start[i] = a[n + k + above]
        z.end[i] = a[n + 2 * k + above]
        z.goes[i] = 0
        if z.start[i] == s and z.end[i] == e:
            z.goes[i] = 1
        elif z.end[i] == e:
            z.end[i] = s
        else:
            z.start[i] = e
        above = a[n + 3 * k + above]
        i += 1
    shrunk = i
    v = target
    while v != above:
        z.node[i] = v
        z.start[i] = a[n + k + v]
        z.end[i] = a[n + 2 * k + v]
        z.goes[i] = 0
        if z.end[i] == s:
            z.end[i] = e
        else:
            z.start[i] = s
        v = a[n + 3 * k + v]
        i += 1
    z.changes = i
    for i in range(a[f + 2]):
        z.used[i] = 0
    if made >= 0:
        z.used[made] = 1
        gain = 1
    for j in range(z.changes):
        i = j if j < shrunk else z.changes - 1 - j + shrunk  # from below where it shrinks, from above where it grows
        z.right[i] = -1
        v = z.node[i]
        if z.goes[i]:
            gain += 1
            continue
        doubled = False
        if i >= shrunk and i == z.changes - 1:
            if above < 0:
                doubled = z.start[i] == 0 and z.end[i] == a[f] and a[n + v] == a[f + 4]
            else:
                doubled = (
                    z.start[i] == a[n + k + above] and z.end[i] == a[n + 2 * k + above] and a[n + v] == a[n + above]
                )
            if (
                doubled
                and i > shrunk
                and a[n + z.node[i - 1]] == a[n + v]
                and z.start[i - 1] == z.start[i]
                and z.end[i - 1] == z.end[i]
            ):  # one below it can meet the goal instead
                z.goes[i] = 2
                gain += 1
                continue
        z.right[i] = _goal(z, f, a[n + v], z.start[i], z.end[i])
        if z.right[i] >= 0:
            z.used[z.right[i]] = 1
            gain += 2
            continue
        if i < shrunk:
            if i == 0 or z.goes[i - 1] == 1:
                only = _alone(z, f, v, z.start[i], z.end[i], z.node[i - 1] if i > 0 else -1)
            elif z.start[i - 1] == z.start[i] and z.end[i - 1] == z.end[i]:
                only = a[n + z.node[i - 1]]
            else:
                only = -2
            doubled = only == a[n + v]
        if doubled:
            z.goes[i] = 2
            gain += 1
    return gain


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _leads_on(z: Search, f: cython.Py_ssize_t) -> cython.bint:
    """Say whether the move that was worked out meets a goal, or brings an edge to where a goal of that label has it."""
    a = z.a
    k: cython.int = a[f + 1]
    g: cython.int = a[f + 2]
    n: cython.Py_ssize_t = _nodes(a, f)
    at: cython.Py_ssize_t = n + 5 * k
    i: cython.int
    j: cython.int
    v: cython.int
    for j in range(g):
        if z.used[j]:
            return True
    for i in range(z.changes):
        v = z.node[i]
        if z.goes[i]:
            continue
        for j in range(g):
            if a[at + j] == a[n + v] and (
                (z.start[i] != a[n + k + v] and z.start[i] == a[at + g + j])
                or (z.end[i] != a[n + 2 * k + v] and z.end[i] == a[at + 2 * g + j])
            ):
                return True
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _try(
    z: Search,
    f: cython.Py_ssize_t,
    p: cython.int,
    s: cython.int,
    e: cython.int,
    target: cython.int,
    made: cython.int,
    sisters: cython.int,
) -> cython.int:
    """Put a move on the stack, with what it is worth; simple and short moves come first among equals."""
    at: cython.Py_ssize_t = z.top
    gain: cython.int
    words: cython.int
    word: cython.Py_ssize_t = f + _head
    if at + _slot > z.a.shape[0]:
        return 0
    z.budget -= 1
    gain = _gain(z, f, p, s, e, target, made)
    if not _leads_on(z, f):
        return 0
    words = z.a[word + e] - z.a[word + s]
    z.a[at] = p
    z.a[at + 1] = s
    z.a[at + 2] = e
    z.a[at + 3] = target
    z.a[at + 4] = made
    z.a[at + 5] = gain
    z.a[at + 6] = (
        (sisters if sisters < 1000 else 999) * 1000000
        + (words if words < 1000 else 999) * 1000
        + (z.changes if z.changes < 1000 else 999)
    )
    z.top = at + _slot
    return 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _children(z: Search, f: cython.Py_ssize_t, p: cython.int) -> cython.int:
    """Put down the edges of a node's children and return how many children there are."""
    a = z.a
    k: cython.int = a[f + 1]
    n: cython.Py_ssize_t = _nodes(a, f)
    place: cython.int = a[n + k + p] if p >= 0 else 0
    end: cython.int = a[n + 2 * k + p] if p >= 0 else a[f]
    i: cython.int = p + 1
    count: cython.int = 0
    z.bound[0] = place
    while place < end:
        while i < k and (a[n + k + i] < place or a[n + 3 * k + i] != p):
            i += 1
        if i < k and a[n + k + i] == place:
            place = a[n + 2 * k + i]
        else:
            place += 1
        count += 1
        z.bound[count] = place
    return count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _child(z: Search, f: cython.Py_ssize_t, p: cython.int, place: cython.int, at_start: cython.bint) -> cython.int:
    """Return the wrong bracket under *p* that starts, or ends, at this place, or -1."""
    a = z.a
    k: cython.int = a[f + 1]
    n: cython.Py_ssize_t = _nodes(a, f)
    column: cython.Py_ssize_t = n + (k if at_start else 2 * k)
    i: cython.int
    for i in range(p + 1, k):
        if a[column + i] == place and a[n + 3 * k + i] == p:
            return i
    return -1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _down(
    z: Search,
    f: cython.Py_ssize_t,
    p: cython.int,
    s: cython.int,
    e: cython.int,
    holder: cython.int,
    rightwards: cython.bint,
    sisters: cython.int,
    barred: cython.int,
) -> cython.int:
    """Try all places for a block in the neighbour under *holder*, to the right or to the left; never under *barred*."""
    a = z.a
    k: cython.int = a[f + 1]
    n: cython.Py_ssize_t = _nodes(a, f)
    labels: cython.Py_ssize_t = f + _head + a[f] + 1
    w: cython.int
    goal: cython.int
    found: cython.int = 0
    while True:
        w = _child(z, f, holder, e if rightwards else s, rightwards)
        if w < 0:
            if holder != barred:
                if rightwards:
                    goal = _is_goal(z, f, a[labels + e], s, e + 1)
                else:
                    goal = _is_goal(z, f, a[labels + s - 1], s - 1, e)
                if goal >= 0:
                    found += _try(z, f, p, s, e, holder, goal, sisters)
            return found
        if holder != barred:
            if rightwards:
                goal = _is_goal(z, f, a[n + w], s, a[n + 2 * k + w])
            else:
                goal = _is_goal(z, f, a[n + w], a[n + k + w], e)
            if goal >= 0:
                found += _try(z, f, p, s, e, holder, goal, sisters)
        found += _try(z, f, p, s, e, w, -1, sisters)
        holder = w


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _out(
    z: Search,
    f: cython.Py_ssize_t,
    p: cython.int,
    s: cython.int,
    e: cython.int,
    rightwards: cython.bint,
    sisters: cython.int,
) -> cython.int:
    """Try all places for a block that leaves *p* over its right, or left, edge."""
    a = z.a
    k: cython.int = a[f + 1]
    n: cython.Py_ssize_t = _nodes(a, f)
    whole: cython.bint = a[n + k + p] == s and a[n + 2 * k + p] == e
    here: cython.int = p
    t: cython.int
    start: cython.int
    end: cython.int
    label: cython.int
    goal: cython.int
    found: cython.int = 0
    while True:
        t = a[n + 3 * k + here]
        start = a[n + k + t] if t >= 0 else 0
        end = a[n + 2 * k + t] if t >= 0 else a[f]
        label = a[n + t] if t >= 0 else a[f + 4]
        if whole and here == p:
            if start == s and end == e:
                return found  # the node above would be left with nothing too
        else:
            found += _try(z, f, p, s, e, t, -1, sisters)
            if rightwards and end == e and start < s:
                goal = _is_goal(z, f, label, start, s)
            elif not rightwards and start == s and e < end:
                goal = _is_goal(z, f, label, e, end)
            else:
                goal = -1
            if goal >= 0:
                found += _try(z, f, p, s, e, t, goal, sisters)
        if (end == e) if rightwards else (start == s):
            if t < 0:
                return found
            here = t
            continue
        return found + _down(z, f, p, s, e, t, rightwards, sisters, a[n + 3 * k + p] if whole else -2)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _moves(z: Search, f: cython.Py_ssize_t) -> cython.int:
    """Put all moves of a region on the stack that bring an edge of some bracket to where a goal has one."""
    a = z.a
    m: cython.int = a[f]
    k: cython.int = a[f + 1]
    g: cython.int = a[f + 2]
    n: cython.Py_ssize_t = _nodes(a, f)
    at: cython.Py_ssize_t = n + 5 * k
    p: cython.int
    c: cython.int
    i: cython.int
    x: cython.int
    w: cython.int
    found: cython.int = 0
    for i in range(m + 1):
        z.edge[i] = 0
    for i in range(g):
        z.edge[a[at + g + i]] = 1
        z.edge[a[at + 2 * g + i]] = 1
    for p in range(-1, k):
        c = _children(z, f, p)
        if p >= 0:
            for x in range(c):
                if z.edge[z.bound[x]]:
                    found += _out(z, f, p, z.bound[x], z.bound[c], True, c - x)
            for x in range(1, c + 1):
                if z.edge[z.bound[x]]:
                    found += _out(z, f, p, z.bound[0], z.bound[x], False, x)
        for i in range(c):
            w = _child(z, f, p, z.bound[i], True)
            if w < 0:
                continue
            for x in range(i + 2, c + 1):
                if z.edge[z.bound[x]]:
                    found += _try(z, f, p, z.bound[i + 1], z.bound[x], w, -1, x - i - 1)
                    found += _down(z, f, p, z.bound[i + 1], z.bound[x], w, False, x - i - 1, -2)
            for x in range(i):
                if z.edge[z.bound[x]]:
                    found += _try(z, f, p, z.bound[x], z.bound[i], w, -1, i - x)
                    found += _down(z, f, p, z.bound[x], z.bound[i], w, True, i - x, -2)
    return found


# From one state to the next.


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _offers(
    z: Search,
    work: cython.Py_ssize_t,
    order: cython.Py_ssize_t,
    home: cython.Py_ssize_t,
    there: cython.int,
    region: cython.int,
    label: cython.int,
) -> cython.bint:
    """Say whether a region to be has a wrong bracket of this class of label."""
    x: cython.int
    i: cython.int
    for x in range(there):
        i = z.a[order + x]
        if z.a[work + 7 * i] == label and z.a[work + 7 * i + 5] < 0 and z.a[home + i] == region:
            return True
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _split(
    z: Search, f: cython.Py_ssize_t, work: cython.Py_ssize_t, count: cython.int, list_at: cython.Py_ssize_t
) -> cython.int:
    """Cut what became of a frame into new frames; return how many, -1 if there is no room.

    At *work* lie *count* nodes, unsorted, seven numbers each: class, start, end, parent (a place in this list, -1), id,
    met goal (-1: wrong), whether it is there at all. Goals that are met are marked in ``used``. The places of the new
    frames are put at *list_at*.
    """
    a = z.a
    m: cython.int = a[f]
    g: cython.int = a[f + 2]
    at: cython.Py_ssize_t = _goals(a, f)
    word: cython.Py_ssize_t = f + _head
    order: cython.Py_ssize_t = z.top
    there: cython.int = 0
    i: cython.int
    j: cython.int
    v: cython.int
    u: cython.int
    x: cython.int
    y: cython.int
    r: cython.int
    atoms: cython.int
    nodes: cython.int
    goals: cython.int
    found: cython.int = 0
    best: cython.int
    new: cython.Py_ssize_t
    nn: cython.Py_ssize_t
    if order + 3 * count + g + 2 * (m + 2) > a.shape[0]:
        return -1
    # Preorder: by start, longest first, highest first.
    for i in range(count):
        if not a[work + 7 * i + 6]:
            continue
        z.depth[i] = 0
        v = a[work + 7 * i + 3]
        while v >= 0:
            z.depth[i] += 1
            v = a[work + 7 * v + 3]
        j = there
        while j > 0:
            v = a[order + j - 1]
            if a[work + 7 * v + 1] < a[work + 7 * i + 1]:
                break
            if a[work + 7 * v + 1] == a[work + 7 * i + 1]:
                if a[work + 7 * v + 2] > a[work + 7 * i + 2]:
                    break
                if a[work + 7 * v + 2] == a[work + 7 * i + 2] and z.depth[v] < z.depth[i]:
                    break
            a[order + j] = v
            j -= 1
        a[order + j] = i
        there += 1
    # The region that each node and each goal belongs to: that of a right node above (as a place in the list), or -1.
    home: cython.Py_ssize_t = order + count
    goal_home: cython.Py_ssize_t = order + 2 * count
    for x in range(there):
        i = a[order + x]
        v = a[work + 7 * i + 3]
        a[home + i] = v if v < 0 or a[work + 7 * v + 5] >= 0 else a[home + v]
        z.of[i] = 0
    for j in range(g):
        a[goal_home + j] = -2
        if z.used[j]:
            continue
        best = m + 1
        r = -1
        v = -1
        for x in range(there):
            i = a[order + x]
            if a[work + 7 * i + 1] <= a[at + g + j] and a[work + 7 * i + 2] >= a[at + 2 * g + j]:
                if a[work + 7 * i + 5] >= 0:
                    if (
                        a[work + 7 * i + 2] - a[work + 7 * i + 1] == a[at + 2 * g + j] - a[at + g + j]
                        and a[work + 7 * i + 5] > j
                    ):
                        continue  # over the same words, and below the goal in gold
                    if a[work + 7 * i + 2] - a[work + 7 * i + 1] <= best:
                        best = a[work + 7 * i + 2] - a[work + 7 * i + 1]
                        r = i
                elif (
                    v < 0
                    and not z.of[i]
                    and a[work + 7 * i + 1] == a[at + g + j]
                    and a[work + 7 * i + 2] == a[at + 2 * g + j]
                ):
                    v = i
        if v >= 0:  # a wrong bracket over the same words, which may be relabelled
            z.of[v] = 1
            r = a[home + v]
        elif not _offers(z, work, order, home, there, r, a[at + j]):
            # Another place in a chain over the same words may have something that can become it.
            for x in range(there):
                i = a[order + x]
                if (
                    a[work + 7 * i + 5] >= 0
                    and a[work + 7 * i + 1] == a[at + g + j]
                    and a[work + 7 * i + 2] == a[at + 2 * g + j]
                ):
                    if _offers(z, work, order, home, there, a[home + i], a[at + j]):
                        r = a[home + i]
                        break
                    if _offers(z, work, order, home, there, i, a[at + j]):
                        r = i
                        break
        a[goal_home + j] = r
    z.top = goal_home + g + m + 2
    # Each region that is not done yet.
    place: cython.Py_ssize_t = goal_home + g
    for y in range(-1, there):
        r = a[order + y] if y >= 0 else -1
        if r >= 0 and a[work + 7 * r + 5] < 0:
            continue
        nodes = goals = atoms = 0
        for x in range(there):
            i = a[order + x]
            if a[work + 7 * i + 5] < 0 and a[home + i] == r:
                nodes += 1
        for j in range(g):
            if a[goal_home + j] == r:
                goals += 1
        if nodes + goals == 0:
            continue
        # Atoms: right nodes next below, and what was one before.
        x = a[work + 7 * r + 1] if r >= 0 else 0
        u = a[work + 7 * r + 2] if r >= 0 else m
        new = z.top
        if new + _head + 2 * (u - x) + 1 + 5 * nodes + 4 * goals > a.shape[0]:
            return -1
        i = y + 1
        while x < u:
            a[place + x] = atoms
            a[new + _head + atoms] = x  # old edge, made a word position below
            z.depth[atoms] = a[word + m + 1 + x]
            while i < there and (
                a[work + 7 * a[order + i] + 1] < x or a[work + 7 * a[order + i] + 5] < 0 or a[home + a[order + i]] != r
            ):
                i += 1
            if i < there and a[work + 7 * a[order + i] + 1] == x:
                v = a[order + i]
                z.depth[atoms] = a[work + 7 * v]
                x = a[work + 7 * v + 2]
            else:
                x += 1
            atoms += 1
        a[place + u] = atoms
        a[new + _head + atoms] = u
        new = _new_frame(
            z,
            atoms,
            nodes,
            goals,
            a[work + 7 * r + 4] if r >= 0 else a[f + 3],
            a[work + 7 * r] if r >= 0 else a[f + 4],
        )
        for x in range(atoms + 1):
            a[new + _head + x] = a[word + a[new + _head + x]]
        for x in range(atoms):
            a[new + _head + atoms + 1 + x] = z.depth[x]
        nn = _nodes(a, new)
        i = 0
        for x in range(there):
            v = a[order + x]
            if a[work + 7 * v + 5] < 0 and a[home + v] == r:
                a[nn + i] = a[work + 7 * v]
                a[nn + nodes + i] = a[place + a[work + 7 * v + 1]]
                a[nn + 2 * nodes + i] = a[place + a[work + 7 * v + 2]]
                u = a[work + 7 * v + 3]
                a[nn + 3 * nodes + i] = z.mark[u] if u != r else -1
                a[nn + 4 * nodes + i] = a[work + 7 * v + 4]
                z.mark[v] = i
                i += 1
        nn = _goals(a, new)
        i = 0
        for j in range(g):
            if a[goal_home + j] == r:
                a[nn + i] = a[at + j]
                a[nn + goals + i] = a[place + a[at + g + j]]
                a[nn + 2 * goals + i] = a[place + a[at + 2 * g + j]]
                a[nn + 3 * goals + i] = a[at + 3 * g + j]
                i += 1
        a[list_at + found] = new
        found += 1
    for x in range(there):
        z.mark[a[order + x]] = 0
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _unpacked(z: Search, f: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Put the nodes of a frame on the stack as :func:`_split` takes them, with room for one more."""
    a = z.a
    k: cython.int = a[f + 1]
    n: cython.Py_ssize_t = _nodes(a, f)
    work: cython.Py_ssize_t = z.top
    i: cython.int
    if work + 7 * (k + 1) > a.shape[0]:
        return -1
    for i in range(k):
        a[work + 7 * i] = a[n + i]
        a[work + 7 * i + 1] = a[n + k + i]
        a[work + 7 * i + 2] = a[n + 2 * k + i]
        a[work + 7 * i + 3] = a[n + 3 * k + i]
        a[work + 7 * i + 4] = a[n + 4 * k + i]
        a[work + 7 * i + 5] = -1
        a[work + 7 * i + 6] = 1
    z.top = work + 7 * (k + 1)
    return work


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _room_for_list(z: Search, f: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Take room for the places of the frames that may follow one."""
    at: cython.Py_ssize_t = z.top
    size: cython.Py_ssize_t = z.a[f + 1] + 3
    if at + size > z.a.shape[0]:
        return -1
    z.top = at + size
    return at


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _drop_children(z: Search, work: cython.Py_ssize_t, count: cython.int) -> cython.int:
    """Hang the children of nodes that go under the next node that stays."""
    a = z.a
    i: cython.int
    v: cython.int
    for i in range(count):
        v = a[work + 7 * i + 3]
        while v >= 0 and not a[work + 7 * v + 6]:
            v = a[work + 7 * v + 3]
        a[work + 7 * i + 3] = v
    return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _moved(z: Search, f: cython.Py_ssize_t, move: cython.Py_ssize_t, list_at: cython.Py_ssize_t) -> cython.int:
    """Write a move down and make the frames that follow it; return how many, -1 if there is no room."""
    a = z.a
    k: cython.int = a[f + 1]
    g: cython.int = a[f + 2]
    at: cython.Py_ssize_t = _goals(a, f)
    n: cython.Py_ssize_t = _nodes(a, f)
    word: cython.Py_ssize_t = f + _head
    p: cython.int = a[move]
    s: cython.int = a[move + 1]
    e: cython.int = a[move + 2]
    target: cython.int = a[move + 3]
    made: cython.int = a[move + 4]
    i: cython.int
    v: cython.int
    count: cython.int = k
    behind: cython.Py_ssize_t
    work: cython.Py_ssize_t = _unpacked(z, f)
    if work < 0:
        return -1
    _gain(z, f, p, s, e, target, made)
    behind = _write(
        z,
        _move,
        a[n + 4 * k + p] if p >= 0 else a[f + 3],
        a[word + s],
        a[word + e],
        a[n + 4 * k + target] if target >= 0 else a[f + 3],
        z.fresh if made >= 0 else -1,
    )
    if made >= 0:
        z.plan[behind] = a[at + 3 * g + made]
        z.plan[behind + 1] = a[word + a[at + g + made]]
        z.plan[behind + 2] = a[word + a[at + 2 * g + made]]
    for i in range(z.changes):
        v = z.node[i]
        a[work + 7 * v + 1] = z.start[i]
        a[work + 7 * v + 2] = z.end[i]
        a[work + 7 * v + 5] = z.right[i]
        if z.goes[i]:
            a[work + 7 * v + 6] = 0
            _write(z, _gone, a[n + 4 * k + v], 0, 0, 0, 0)
    for i in range(k):
        if a[n + 3 * k + i] == p and s <= a[n + k + i] and a[n + 2 * k + i] <= e:
            a[work + 7 * i + 3] = target
    if made >= 0:
        a[work + 7 * k] = a[at + made]
        a[work + 7 * k + 1] = a[at + g + made]
        a[work + 7 * k + 2] = a[at + 2 * g + made]
        a[work + 7 * k + 3] = target
        a[work + 7 * k + 4] = z.fresh
        a[work + 7 * k + 5] = made
        a[work + 7 * k + 6] = 1
        for i in range(k):
            if (
                a[work + 7 * i + 3] == target
                and a[work + 7 * i + 1] >= a[at + g + made]
                and a[work + 7 * i + 2] <= a[at + 2 * g + made]
            ):
                a[work + 7 * i + 3] = k
        z.fresh += 1
        count += 1
    _drop_children(z, work, count)
    return _split(z, f, work, count, list_at)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _without(z: Search, f: cython.Py_ssize_t, v: cython.int, list_at: cython.Py_ssize_t) -> cython.int:
    """Write down that a node is removed and make the frame that follows."""
    a = z.a
    k: cython.int = a[f + 1]
    i: cython.int
    work: cython.Py_ssize_t = _unpacked(z, f)
    if work < 0:
        return -1
    _write(z, _remove, a[_nodes(a, f) + 4 * k + v], 0, 0, 0, 0)
    a[work + 7 * v + 6] = 0
    for i in range(a[f + 2]):
        z.used[i] = 0
    _drop_children(z, work, k)
    return _split(z, f, work, k, list_at)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _relabelled(z: Search, f: cython.Py_ssize_t, list_at: cython.Py_ssize_t) -> cython.int:
    """Relabel the first node that stands over the words of a goal and make the frames that follow.

    Return how many there are, -1 if there is no room, -2 if there is no such node.
    """
    a = z.a
    k: cython.int = a[f + 1]
    g: cython.int = a[f + 2]
    n: cython.Py_ssize_t = _nodes(a, f)
    at: cython.Py_ssize_t = n + 5 * k
    i: cython.int
    j: cython.int
    x: cython.int
    work: cython.Py_ssize_t
    for i in range(k):
        for j in range(g):
            if a[at + g + j] == a[n + k + i] and a[at + 2 * g + j] == a[n + 2 * k + i]:
                work = _unpacked(z, f)
                if work < 0:
                    return -1
                _write(z, _relabel, a[n + 4 * k + i], a[at + 3 * g + j], 0, 0, 0)
                a[work + 7 * i] = a[at + j]
                a[work + 7 * i + 5] = j
                for x in range(g):
                    z.used[x] = 0
                z.used[j] = 1
                return _split(z, f, work, k, list_at)
    return -2


# Searches.


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _greedily(z: Search, f: cython.Py_ssize_t) -> cython.int:
    """Always take the repair that mends most errors, relabel on a tie; return how many were taken, -1: no room."""
    a = z.a
    before: cython.Py_ssize_t = z.top
    list_at: cython.Py_ssize_t
    best: cython.Py_ssize_t = -1
    move: cython.Py_ssize_t
    begin: cython.Py_ssize_t
    i: cython.int
    found: cython.int
    cost: cython.int
    one: cython.int
    if a[f + 1] == 0 or a[f + 2] == 0:
        return _finish(z, f)
    list_at = _room_for_list(z, f)
    if list_at < 0:
        return -1
    begin = z.top
    found = _moves(z, f)
    for i in range(found):
        move = begin + i * _slot
        if a[move + 5] >= 2 and (
            best < 0 or a[move + 5] > a[best + 5] or (a[move + 5] == a[best + 5] and a[move + 6] < a[best + 6])
        ):
            best = move
    if best >= 0 and a[best + 5] > 2:
        found = _moved(z, f, best, list_at)
    else:
        found = _relabelled(z, f, list_at)
        if found == -2:
            found = _moved(z, f, best, list_at) if best >= 0 else _without(z, f, 0, list_at)
    cost = 1 if found >= 0 else -1
    for i in range(found):
        one = _greedily(z, a[list_at + i])
        if one < 0:
            cost = -1
            break
        cost += one
    z.top = before
    return cost


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _sorted(z: Search, begin: cython.Py_ssize_t, found: cython.int) -> cython.int:
    """Sort moves: most mended first, then the simple ones."""
    a = z.a
    i: cython.int
    j: cython.int
    x: cython.int
    gain: cython.int
    order: cython.int
    for i in range(1, found):
        for x in range(_slot):
            z.of[x] = a[begin + i * _slot + x]
        gain = z.of[5]
        order = z.of[6]
        j = i
        while j > 0 and (
            a[begin + (j - 1) * _slot + 5] < gain
            or (a[begin + (j - 1) * _slot + 5] == gain and a[begin + (j - 1) * _slot + 6] > order)
        ):
            for x in range(_slot):
                a[begin + j * _slot + x] = a[begin + (j - 1) * _slot + x]
            j -= 1
        for x in range(_slot):
            a[begin + j * _slot + x] = z.of[x]
    return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _key(z: Search, f: cython.Py_ssize_t, first: cython.int) -> cython.longlong:
    """Return a number for a state; two numbers of 31 bits, so that states hardly ever share one."""
    a = z.a
    one: cython.longlong = 17
    other: cython.longlong = 29
    i: cython.Py_ssize_t
    end: cython.Py_ssize_t = _goals(a, f) + 4 * a[f + 2]
    one = first + 5
    for i in range(f, end):
        if i < f + 8 and i > f + 4:
            continue
        one = ((one * 1000003) ^ (a[i] + 7)) & 0x7FFFFFFF
        other = ((other * 998244353) ^ (a[i] + 11)) & 0x7FFFFFFF
    return (one << 31) | other


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _within(z: Search, f: cython.Py_ssize_t, steps: cython.int, first: cython.int) -> cython.int:
    """Look for repairs of a region in at most so many steps; write them down and return how many, or -1.

    Removals come before all moves, by themselves in preorder from the node *first* on (-1: none any more).
    """
    a = z.a
    k: cython.int = a[f + 1]
    g: cython.int = a[f + 2]
    before: cython.Py_ssize_t = z.top
    records: cython.int = z.records
    list_at: cython.Py_ssize_t
    begin: cython.Py_ssize_t
    behind: cython.Py_ssize_t
    key: cython.longlong
    slot: cython.int
    found: cython.int
    frames: cython.int
    i: cython.int
    j: cython.int
    spent: cython.int
    rest: cython.int
    cost: cython.int
    cost = _rest(z, f)
    if cost <= steps:
        return _finish(z, f)
    if g == 0 or k == 0 or _bound(z, f) > steps or z.budget <= 0:
        return -1
    key = _key(z, f, first)
    slot = cython.cast(cython.int, key % z.slots)
    if z.seen[slot] == key and z.seen_steps[slot] >= steps:
        return -1
    list_at = _room_for_list(z, f)
    if list_at < 0:
        z.exact = False
        return -1
    begin = z.top
    found = _moves(z, f)
    if steps > 1:
        _sorted(z, begin, found)
    behind = z.top
    for i in range(found):
        if z.width > 0 and steps > 1 and i >= z.width:
            break
        if steps == 1 and a[begin + i * _slot + 5] < k + g:
            continue
        frames = _moved(z, f, begin + i * _slot, list_at)
        if frames < 0:
            z.exact = False
        rest = 0
        for j in range(frames):
            rest += _bound(z, a[list_at + j])
        spent = 1 if frames >= 0 else steps + 1
        for j in range(frames):
            if spent + rest > steps:
                break
            rest -= _bound(z, a[list_at + j])
            cost = _least(z, a[list_at + j], steps - spent - rest)
            spent = spent + cost if cost >= 0 else steps + 1
        if spent + rest <= steps:
            z.top = before
            return spent
        z.top = behind
        z.records = records
    if first >= 0 and steps > 1:
        for i in range(first, k):
            frames = _without(z, f, i, list_at)
            if frames == 1:
                cost = _within(z, a[list_at], steps - 1, i)
                if cost >= 0:
                    z.top = before
                    return cost + 1
            elif frames < 0:
                z.exact = False
            z.top = behind
            z.records = records
    if z.budget > 0 and z.width == 0:
        z.seen[slot] = key
        z.seen_steps[slot] = steps
        z.learnt += 1
    z.top = before
    return -1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _least(z: Search, f: cython.Py_ssize_t, most: cython.int) -> cython.int:
    """Repair a region that follows a move in as few steps as possible, at most so many; return them, or -1."""
    steps: cython.int
    cost: cython.int
    for steps in range(_bound(z, f), most + 1):
        cost = _within(z, f, steps, -1)
        if cost >= 0 or z.budget <= 0:
            return cost
    return -1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _replace(z: Search, begin: cython.int, new: cython.int) -> cython.int:
    """Put the records from *new* on in place of those from *begin* on."""
    i: cython.Py_ssize_t
    for i in range((z.records - new) * _record):
        z.plan[begin * _record + i] = z.plan[new * _record + i]
    z.records = begin + z.records - new
    return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _solve(z: Search, f: cython.Py_ssize_t) -> cython.int:
    """Repair a region in as few steps as possible, and return how many."""
    begin: cython.int = z.records
    middle: cython.int
    before: cython.Py_ssize_t = z.top
    rest: cython.int = _rest(z, f)
    best: cython.int
    cost: cython.int = -1
    steps: cython.int
    k: cython.int = z.a[f + 1]
    g: cython.int = z.a[f + 2]
    i: cython.int
    if k == 0 or g == 0 or rest == 1:
        _finish(z, f)
        z.greedy += rest
        return rest
    z.width = 0
    z.budget = z.full
    if k <= _largest and g <= _largest:
        cost = _greedily(z, f)
    else:
        z.exact = False
        z.budget = 0
    z.top = before
    z.greedy += cost if cost >= 0 else rest
    best = cost
    if cost < 0 or rest < cost:
        z.records = begin
        _finish(z, f)
        best = rest
    if z.budget <= 0 and best > 1 and best > _bound(z, f):
        z.exact = False
        return best
    middle = z.records
    z.budget = z.full
    if z.learnt > 0:  # what was found elsewhere is true here too, but must not decide how far the budget reaches
        for i in range(z.slots):
            z.seen[i] = 0
        z.learnt = 0
    for steps in range(_bound(z, f), best):
        cost = _within(z, f, steps, 0)
        z.top = before
        if cost >= 0:
            _replace(z, begin, middle)
            return cost
        z.records = middle
        if z.budget <= 0:
            break
    if z.budget > 0 or best <= _bound(z, f):
        return best
    # Too much work to be sure: only the best moves at each state, as long as that makes it shorter.
    z.exact = False
    z.width = 4
    z.budget = z.full
    while z.budget > 0:
        cost = _within(z, f, best - 1, 0)
        z.top = before
        if cost < 0:
            z.records = middle
            break
        _replace(z, begin, middle)
        middle = z.records
        best = cost
    return best


# Pairs of trees.


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _brackets(
    label: cython.const[cython.int][::1],
    parent: cython.const[cython.int][::1],
    start: cython.const[cython.int][::1],
    end: cython.const[cython.int][::1],
    base: cython.Py_ssize_t,
    n: cython.int,
    label_class: cython.const[cython.int][::1],
    kind: cython.int[::1],
    next_: cython.int[::1],
    head: cython.int[::1],
    last: cython.int[::1],
) -> cython.int:
    """Put down the class of each bracket's label (-1: a word, -2: neither), brackets by start, and ends of subtrees."""
    i: cython.int
    v: cython.int
    words: cython.int = 0
    for i in range(n):
        if label[base + i] < 0:
            words += 1
        last[i] = i + 1
    for i in range(n - 1, -1, -1):
        v = parent[base + i]
        if v >= 0 and last[v] < last[i]:
            last[v] = last[i]
    for i in range(words + 1):
        head[i] = -1
    for i in range(n - 1, -1, -1):
        next_[i] = -1
        if label[base + i] < 0:
            kind[i] = -1
        elif (
            i + 1 < n
            and label[base + i + 1] < 0
            and parent[base + i + 1] == i
            and (i + 2 >= n or parent[base + i + 2] != i)
        ):
            kind[i] = -2
        elif start[base + i] == end[base + i]:
            kind[i] = -2
        else:
            kind[i] = label_class[label[base + i]]
            next_[i] = head[start[base + i]]
            head[start[base + i]] = i
    return words


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _over(
    head: cython.int[::1],
    next_: cython.int[::1],
    end: cython.const[cython.int][::1],
    base: cython.Py_ssize_t,
    partner: cython.int[::1],
    from_: cython.int,
    to: cython.int,
    lowest: cython.bint,
) -> cython.int:
    """Return the highest, or lowest, bracket of a span that has a partner, or -1."""
    v: cython.int = head[from_]
    found: cython.int = -1
    while v >= 0:
        if end[base + v] == to and partner[v] >= 0:
            found = v
            if not lowest:
                break
        v = next_[v]
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _has_label(
    kind: cython.int[::1],
    partner: cython.int[::1],
    home: cython.int[::1],
    n: cython.int,
    region: cython.int,
    label: cython.int,
) -> cython.bint:
    """Say whether a region has a wrong bracket of this class of label."""
    i: cython.int
    for i in range(region + 1, n):
        if kind[i] == label and partner[i] < 0 and home[i] == region:
            return True
    return False


def find_repairs(
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
    z: Search,
    scratch: list,
    rows: cython.int[::1],
    records: cython.int[::1],
) -> int:
    """Find repairs for pairs of trees over the same words; return for how many pairs there was room in *records*.

    *pairs* alternates numbers of gold and test trees. *rows* gets FIELDS numbers a pair, *records* the repairs of all
    pairs, one after the other. *scratch* are sixteen arrays as long as the largest tree and three more.
    """
    n_pairs: cython.Py_ssize_t = pairs.shape[0] // 2
    pair: cython.Py_ssize_t
    done: cython.Py_ssize_t = 0
    written: cython.Py_ssize_t = 0
    gold: cython.Py_ssize_t
    test: cython.Py_ssize_t
    ng: cython.int
    nt: cython.int
    i: cython.int
    v: cython.int
    u: cython.int
    x: cython.int
    y: cython.int
    m: cython.int
    k: cython.int
    g: cython.int
    missing: cython.int
    extra: cython.int
    repairs: cython.int
    f: cython.Py_ssize_t
    n: cython.Py_ssize_t
    at: cython.Py_ssize_t
    j: cython.Py_ssize_t
    gold_kind: cython.int[::1] = scratch[0]
    gold_next: cython.int[::1] = scratch[1]
    gold_head: cython.int[::1] = scratch[2]
    last: cython.int[::1] = scratch[3]
    gold_partner: cython.int[::1] = scratch[4]
    test_kind: cython.int[::1] = scratch[5]
    test_next: cython.int[::1] = scratch[6]
    test_head: cython.int[::1] = scratch[7]
    test_last: cython.int[::1] = scratch[8]
    partner: cython.int[::1] = scratch[9]
    home: cython.int[::1] = scratch[10]  # of a test bracket, the next above that has a partner
    gold_home: cython.int[::1] = scratch[11]
    claimed: cython.int[::1] = scratch[12]
    place: cython.int[::1] = scratch[13]  # the atom at a word's edge
    index: cython.int[::1] = scratch[14]
    busy: cython.int[::1] = scratch[15]  # brackets (and 0: the whole) with something to repair below them

    with cython.nogil:
        for pair in range(n_pairs):
            gold = gold_first[pairs[2 * pair]]
            ng = cython.cast(cython.int, gold_first[pairs[2 * pair] + 1] - gold)
            test = test_first[pairs[2 * pair + 1]]
            nt = cython.cast(cython.int, test_first[pairs[2 * pair + 1] + 1] - test)
            if written + 2 * (ng + nt) * _record > records.shape[0]:
                break
            _brackets(
                gold_label, gold_parent, gold_start, gold_end, gold, ng, label_class, gold_kind, gold_next, gold_head,
                last,
            )  # fmt: skip
            _brackets(
                test_label, test_parent, test_start, test_end, test, nt, label_class, test_kind, test_next, test_head,
                test_last,
            )  # fmt: skip
            missing = extra = repairs = 0
            for i in range(ng):
                gold_partner[i] = -1
                missing += gold_kind[i] >= 0
            busy[0] = 0
            for i in range(nt):
                partner[i] = -1
                claimed[i] = 0
                busy[i + 1] = 0
                if test_kind[i] < 0:
                    continue
                v = gold_head[test_start[test + i]]
                while v >= 0:
                    if (
                        gold_end[gold + v] == test_end[test + i]
                        and gold_kind[v] == test_kind[i]
                        and gold_partner[v] < 0
                    ):
                        gold_partner[v] = i
                        partner[i] = v
                        missing -= 1
                        break
                    v = gold_next[v]
                v = test_parent[test + i]
                home[i] = v if v < 0 or partner[v] >= 0 else home[v]
                if partner[i] < 0:
                    extra += 1
                    busy[home[i] + 1] = 1
            z.records = 0
            z.stamp = 0
            for i in range(ng + nt):
                z.mark[i] = 0
            z.greedy = 0
            z.exact = True
            z.fresh = nt
            if missing + extra > 0:
                for i in range(ng):
                    if gold_kind[i] < 0 or gold_partner[i] >= 0:
                        continue
                    x = gold_start[gold + i]
                    y = gold_end[gold + i]
                    u = gold_parent[gold + i]
                    while u >= 0 and gold_partner[u] < 0:
                        u = gold_parent[gold + u]
                    v = _over(test_head, test_next, test_end, test, partner, x, y, False)
                    if u >= 0 and gold_start[gold + u] == x and gold_end[gold + u] == y:
                        v = gold_partner[u]  # over the same words: in the order that gold has them
                    elif v >= 0:
                        v = home[v]
                    elif u >= 0:
                        x = gold_start[gold + u]
                        y = gold_end[gold + u]
                        v = _over(test_head, test_next, test_end, test, partner, x, y, True)
                        x = gold_start[gold + i]
                        y = gold_end[gold + i]
                    if not _has_label(test_kind, partner, home, nt, v, gold_kind[i]):
                        k = v  # another place in the chain may have something that can become it
                        u = test_head[x]
                        while u >= 0:
                            if test_end[test + u] == y and partner[u] >= 0:
                                if _has_label(test_kind, partner, home, nt, home[u], gold_kind[i]):
                                    k = home[u]
                                    break
                                if _has_label(test_kind, partner, home, nt, u, gold_kind[i]):
                                    k = u
                                    break
                            u = test_next[u]
                        v = k
                    u = test_head[x]
                    while u >= 0:  # a wrong bracket over the same words, which may be relabelled
                        if test_end[test + u] == y and partner[u] < 0 and not claimed[u]:
                            claimed[u] = 1
                            v = home[u]
                            break
                        u = test_next[u]
                    gold_home[i] = v
                    busy[v + 1] = 1
                for u in range(-1, nt):
                    if not busy[u + 1]:
                        continue
                    y = test_last[u] if u >= 0 else nt
                    m = k = g = 0
                    i = u + 1
                    while i < y:
                        if test_kind[i] == -1:
                            m += 1
                        elif test_kind[i] >= 0:
                            if partner[i] >= 0:
                                m += 1
                                i = test_last[i]
                                continue
                            k += 1
                        i += 1
                    for i in range(ng):
                        if gold_kind[i] >= 0 and gold_partner[i] < 0 and gold_home[i] == u:
                            g += 1
                    z.top = 0
                    f = _new_frame(z, m, k, g, u, test_kind[u] if u >= 0 else -3)
                    n = _nodes(z.a, f)
                    at = _goals(z.a, f)
                    m = k = 0
                    x = 0
                    i = u + 1
                    while i < y:
                        if test_kind[i] == -1 or (test_kind[i] >= 0 and partner[i] >= 0):
                            place[test_start[test + i]] = m
                            x = test_end[test + i]
                            z.a[f + _head + m] = test_start[test + i]
                            z.a[f + _head + z.a[f] + 1 + m] = test_kind[i]
                            m += 1
                            i = test_last[i]
                            continue
                        if test_kind[i] >= 0:
                            index[i] = k
                            z.a[n + 4 * z.a[f + 1] + k] = i
                            k += 1
                        i += 1
                    place[x] = m
                    z.a[f + _head + m] = x
                    for i in range(k):
                        v = z.a[n + 4 * k + i]
                        z.a[n + i] = test_kind[v]
                        z.a[n + k + i] = place[test_start[test + v]]
                        z.a[n + 2 * k + i] = place[test_end[test + v]]
                        v = test_parent[test + v]
                        z.a[n + 3 * k + i] = index[v] if v != u else -1
                    x = 0
                    for i in range(ng):
                        if gold_kind[i] >= 0 and gold_partner[i] < 0 and gold_home[i] == u:
                            z.a[at + x] = gold_kind[i]
                            z.a[at + g + x] = place[gold_start[gold + i]]
                            z.a[at + 2 * g + x] = place[gold_end[gold + i]]
                            z.a[at + 3 * g + x] = i
                            x += 1
                    repairs += _solve(z, f)
            for j in range(z.records * _record):
                records[written + j] = z.plan[j]
            written += z.records * _record
            j = pair * _fields
            rows[j] = z.records
            rows[j + 1] = repairs
            rows[j + 2] = z.greedy
            rows[j + 3] = missing
            rows[j + 4] = extra
            rows[j + 5] = z.exact
            done += 1
    return done
