"""The smallest set of repairs that turns a system's tree into gold.

Four repairs change a tree: **move** a block of adjacent sisters to another parent, **relabel** a bracket, **add** one
over adjacent sisters, **remove** one, whose children move up. What counts is brackets, as for EVALB: nodes that are
neither words nor tags, several of them perhaps over the same words. The *errors* are the brackets that gold has and
the system lacks (missing) and the other way round (extra).

**Moves.** The order of words never changes. A block leaves its parent over an edge, up to an ancestor whose edge it
touches, on from there into the neighbour's subtree, or straight down into a neighbouring sister's; all brackets on the
way shrink or grow. What only carries the block comes and goes with it:

- a parent that loses all its children goes (but not if its own parent would be left with nothing);
- a bracket left alone with a child of its own label goes, unless gold has both: ``(NP (NP the man) (PP in …))``
  without its PP is ``(NP the man)``;
- in the other direction, a bracket with the label of the phrase that the block joins is made over the two, or over what
  the block stands beside, if gold has it.

A move is only considered if it makes a missing bracket, or brings an edge of some bracket to where a missing bracket of
its label has it.

**Regions.** No repair breaks a bracket that is right at that moment, be it from the beginning or by an earlier repair.
So brackets that both trees share cut the sentence into regions, each between a shared bracket and the next shared
brackets and words below it, which can be repaired independently of each other: a bracket in one region is never
touched by a repair in another. The smallest sets of the regions add up to that of the sentence. (In a chain of unary
brackets the order does not count. A missing bracket over the same words as a shared one goes to the region above or
below it that has a wrong bracket to become it, else to where gold has it; the other choice is not tried.)

**Search.** In each region first greedily: always the repair that removes most errors, a relabelling on a tie, then the
move of fewest sisters and words. Then by iterative deepening for fewer repairs: plans in which all removals come first,
then moves, then relabellings and additions. Any plan can be put in that order, unless a move makes a level on a bracket
that had to be added or relabelled before; on random trees that saves a repair less than once in a thousand times, and
it is not tried. States that were found hopeless are kept; a state is given up when more repairs are needed at least
than are left: one for each label that is lacking, and half as many as there are lowest wrong brackets, for a move
touches two lines of descent at most. Each region has a budget of moves. Where it is not enough, the result is
*heuristic*: the greedy one, improved as long as a search that follows only the best moves at each state finds something
shorter. Otherwise it is *exact*. On a tie the greedy result stands, whose repairs explain most brackets each.

Trees with discontinuous constituents are relabelled, added to and removed from, and their result is called heuristic.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..kernels import repairs as kernel
from ..kernels import views
from ..prepare.apply import Prepared
from ..prepare.tables import equivalence
from ..treebank import Treebank
from ..trees import IntArray, Tree
from .draft import ADD, MOVE, RELABEL, REMOVE, ROOT, Bracket, Step, Words, brackets_of

__all__ = ["BUDGET", "Plan", "find_plans"]

BUDGET = 5_000  #: moves that are looked at in a region before the search for fewer repairs is given up

_ROOM = 1 << 22  # numbers for the states of a search
_KEPT = 1 << 12  # hopeless states that are remembered


class Plan(NamedTuple):
    """Repairs in order, how many the greedy search needs, and whether there is no shorter plan for certain."""

    steps: tuple[Step, ...]
    greedy: int
    exact: bool


def find_plans(
    gold: Prepared, test: Prepared, pairs: NDArray[np.int64], budget: int = BUDGET, size: int = 256
) -> Iterator[Plan]:
    """Yield a plan for each pair of trees, given as a row (number of the gold tree, number of the test tree).

    Both trees must have the same words. Plans are made *size* at a time; the interpreter is free meanwhile.
    """
    classes, _ = equivalence(gold.preparation.equal_labels)
    room = _Room(gold.bank, test.bank, budget)
    for begin in range(0, len(pairs), size):
        part = pairs[begin : begin + size]
        plain = [_is_plain(gold.bank, one) and _is_plain(test.bank, other) for one, other in part.tolist()]
        found = room.search(part[plain], classes)
        for (one, other), quick in zip(part.tolist(), plain, strict=True):
            mine, theirs = gold.bank.tree(one), test.bank.tree(other)
            plan = next(found) if quick else Plan((), 0, False)
            yield _completed(
                plan, mine, theirs, lambda tree, node: int(classes[tree.label[node]]), everything=not quick
            )


def _is_plain(bank: Treebank, number: int) -> bool:
    """Say whether a tree's words stand in the order of the sentence and no constituent has a gap."""
    if number in bank.gaps:
        return False
    part = bank.columns.part(int(bank.first[number]), int(bank.first[number + 1]))
    places = part.start[part.label < 0]
    return bool((np.diff(places) == 1).all())


class _Room:
    """Memory for a search over the trees of two treebanks, taken once."""

    def __init__(self, gold: Treebank, test: Treebank, budget: int) -> None:
        largest = max(int(np.diff(bank.first).max(initial=0)) for bank in (gold, test)) + 3
        self.gold, self.test = gold, test
        scratch = [np.zeros(2 * largest + 10, dtype=np.int32) for _ in range(11)]
        self.search_room = kernel.Search(
            np.empty(_ROOM + 64 * largest, dtype=np.int32).data,
            np.empty(12 * largest * kernel.RECORD, dtype=np.int32).data,
            np.zeros(_KEPT, dtype=np.int64).data,
            np.zeros(_KEPT, dtype=np.int32).data,
            views(*scratch),
            budget,
        )
        self.scratch = views(*(np.zeros(largest, dtype=np.int32) for _ in range(16)))
        self.records = np.empty(max(8 * largest, 1 << 14) * kernel.RECORD, dtype=np.int32)

    def search(self, pairs: NDArray[np.int64], classes: IntArray) -> Iterator[Plan]:
        """Yield the plans of trees without gaps."""
        rest = pairs
        while len(rest):
            rows = np.empty(len(rest) * kernel.FIELDS, dtype=np.int32)
            done = kernel.find_repairs(
                *views(*self.gold.columns[:4], self.gold.first, *self.test.columns[:4], self.test.first),
                *views(np.ascontiguousarray(rest).reshape(-1), classes),
                self.search_room,
                self.scratch,
                *views(rows, self.records),
            )
            written = rows.reshape(-1, kernel.FIELDS)[:done].tolist()
            records = self.records[: sum(row[0] for row in written) * kernel.RECORD].reshape(-1, kernel.RECORD).tolist()
            at = 0
            for (count, _, greedy, *_, exact), (number, _) in zip(written, rest[:done].tolist(), strict=True):
                steps = _steps(records[at : at + count], self.gold.tree(number)) if count else ()
                yield Plan(steps, greedy, bool(exact))
                at += count
            rest = rest[done:]


def _steps(records: Sequence[Sequence[int]], gold: Tree) -> tuple[Step, ...]:
    """Read what the kernel wrote down."""
    steps: list[Step] = []
    for at, (what, one, two, three, four, five, six, seven, eight) in enumerate(records):
        if what == kernel.MOVE:
            gone = []
            while at + 1 < len(records) and records[at + 1][0] == kernel.GONE:
                at += 1
                gone.append(records[at][1])
            label = gold.text(six) if five >= 0 else ""
            new_words = tuple(range(seven, eight)) if five >= 0 else ()
            steps.append(
                Step(
                    MOVE, one, four, tuple(range(two, three)), five, label, new_words, tuple(gone), six if label else -1
                )
            )
        elif what == kernel.RELABEL:
            steps.append(Step(RELABEL, one, label=gold.text(two), gold=two))
        elif what == kernel.REMOVE:
            steps.append(Step(REMOVE, one))
        elif what == kernel.ADD:
            words = tuple(range(two, three))
            steps.append(Step(ADD, target=one, new=four, label=gold.text(five), new_words=words, gold=five))
    return tuple(steps)


def _completed(plan: Plan, gold: Tree, test: Tree, class_of: Callable[[Tree, int], int], *, everything: bool) -> Plan:
    """Add what the kernel leaves out: brackets without words, or *everything*, without moves."""
    wordless = not everything and (_has_empty(gold) or _has_empty(test))
    if not everything and not wordless:
        return plan
    mine, theirs = brackets_of(gold), brackets_of(test)
    if wordless:
        mine, theirs = _only_empty(mine), _only_empty(theirs)
    missing, extra = _left_over(gold, mine, test, theirs, class_of)
    relabelled = []
    for node in list(extra):
        over = [other for other in missing if mine[other].words == theirs[node].words]
        if over:
            relabelled.append(Step(RELABEL, node, label=gold.text(over[0]), gold=over[0]))
            missing.remove(over[0])
            extra.remove(node)
    removed = [Step(REMOVE, node) for node in extra]
    fresh = max([len(test), *(step.new + 1 for step in plan.steps)])
    kept = {node: theirs[node].words for node in theirs if node not in extra}
    added = []
    for number, node in enumerate(sorted(missing, key=lambda node: (-len(mine[node].words), node)), fresh):
        added.append(_added(number, gold, node, mine[node].words, kept))
        kept[number] = mine[node].words
    more = (*removed, *relabelled, *added)
    return Plan((*plan.steps, *more), plan.greedy + len(more), plan.exact and not everything)


def _has_empty(tree: Tree) -> bool:
    return bool((tree.columns.start == tree.columns.end).any())


def _only_empty(brackets: dict[int, Bracket]) -> dict[int, Bracket]:
    return {node: bracket for node, bracket in brackets.items() if bracket.words[0] < 0}


def _left_over(
    gold: Tree,
    mine: dict[int, Bracket],
    test: Tree,
    theirs: dict[int, Bracket],
    class_of: Callable[[Tree, int], int],
) -> tuple[list[int], list[int]]:
    """Return the gold brackets and the test brackets that have no partner."""
    free: dict[tuple[int, Words], list[int]] = {}
    for node, bracket in mine.items():
        free.setdefault((class_of(gold, node), bracket.words), []).append(node)
    extra = []
    for node, bracket in theirs.items():
        nodes = free.get((class_of(test, node), bracket.words))
        if nodes:
            nodes.pop(0)
        else:
            extra.append(node)
    return sorted(node for nodes in free.values() for node in nodes), extra


def _added(new: int, gold: Tree, node: int, words: Words, there: dict[int, Words]) -> Step:
    """Return the step that adds a gold bracket under the smallest bracket around its words."""
    if words[0] < 0:
        return Step(ADD, new=new, label=gold.text(node), new_words=words, gold=node)
    inside = set(words)
    around = [(len(other), -id, id) for id, other in there.items() if inside.issubset(other)]
    parent = min(around)[2] if around else ROOT
    return Step(ADD, target=parent, new=new, label=gold.text(node), new_words=words, gold=node)
