"""From a plan to an explanation: each repair with its kind, its sites and the bracket errors it accounts for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import symbols
from ..prepare.apply import Prepared
from ..prepare.tables import equivalence
from ..trees import IntArray, Tree
from .classify import as_move, kind_of, label_of
from .draft import ADD, MOVE, RELABEL, ROOT, Draft, Step, Words, apply, brackets_of, draft_of
from .kinds import Style
from .repair import Repair, Site
from .search import BUDGET, Plan, find_plans

__all__ = ["Explanation", "Findings", "explain_pairs", "explain_plan"]

Key = tuple[int, Words]


class Findings(NamedTuple):
    """An explanation without its trees, whose labels are numbers of one process: what can go to another."""

    repairs: tuple[Repair, ...]
    missing: tuple[int, ...]
    extra: tuple[int, ...]
    greedy: int
    exact: bool


@dataclass(frozen=True)
class Explanation:
    """What went wrong in one sentence.

    ``missing`` and ``extra`` are all its bracket errors: gold nodes and system nodes without a partner. ``repairs``,
    applied in order to the system's tree, yield gold's brackets. ``greedy`` is how many the greedy search needs;
    ``exact`` says that no smaller set exists, else it is the best that a heuristic search found.
    """

    gold: Tree
    system: Tree
    repairs: tuple[Repair, ...]
    missing: tuple[int, ...]
    extra: tuple[int, ...]
    greedy: int
    exact: bool

    @property
    def findings(self) -> Findings:
        """The same without the trees."""
        return Findings(self.repairs, self.missing, self.extra, self.greedy, self.exact)

    @property
    def brackets(self) -> int:
        """How many bracket errors there are."""
        return len(self.missing) + len(self.extra)

    @property
    def unexplained(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Missing and extra brackets that no repair accounts for."""
        made = {node for repair in self.repairs for node in repair.missing}
        taken = {node for repair in self.repairs for node in repair.extra}
        return tuple(n for n in self.missing if n not in made), tuple(n for n in self.extra if n not in taken)

    @cached_property
    def drafts(self) -> tuple[Draft, ...]:
        """The system's tree, and what becomes of it after each repair."""
        found = [draft_of(self.system)]
        for repair in self.repairs:
            found.append(apply(found[-1], repair.step))
        return tuple(found)


class _Explained(NamedTuple):
    """What a step does about bracket errors: gold nodes made, system nodes settled and touched."""

    made: list[int]
    settled: list[int]
    touched: list[int]


class _Account:
    """Which bracket errors are still to be explained, and which gold node each bracket of the draft is by now."""

    def __init__(self, gold: Tree, system: Draft, classes: IntArray) -> None:
        self.classes = classes
        self.free: dict[Key, list[int]] = {}
        for node, bracket in brackets_of(gold).items():
            self.free.setdefault((self.class_of(bracket.label), bracket.words), []).append(node)
        self.gold_of: dict[int, int] = {}
        extra = []
        for node in system.preorder:
            if not self._meets(node, system.labels[node], system.words[node]):
                extra.append(node)
        for node, (label, place) in system.empty.items():
            if not self._meets(node, label, (~place,)):
                extra.append(node)
        self.extra = tuple(extra)
        self.missing = tuple(sorted(node for nodes in self.free.values() for node in nodes))
        self.wrong = set(extra)
        self.rank = {node: rank for rank, node in enumerate(extra)}
        self.fresh: set[int] = set()  # brackets that steps have added
        self.history: list[_Explained] = []

    def class_of(self, label: str) -> int:
        return int(self.classes[symbols.symbol(label)])

    def _meets(self, node: int, label: str, words: Words) -> bool:
        nodes = self.free.get((self.class_of(label), words))
        if not nodes:
            return False
        self.gold_of[node] = nodes.pop(0)
        return True

    def _may_meet(self, node: int, draft: Draft) -> bool:
        """Say whether a bracket is none of gold's yet, and gold misses one like it."""
        return (
            node in draft.labels
            and node not in self.gold_of
            and bool(self.free.get((self.class_of(draft.labels[node]), draft.words[node])))
        )

    def enter(self, before: Draft, after: Draft) -> None:
        """Keep which missing brackets a step creates, which extra ones it settles, and which it only touches.

        An extra bracket is settled when it goes, or becomes one that gold has.
        """
        handed = self._handed_over(before, after)
        changed = {node for node in after.changed if _changed(node, before, after)}
        touched = sorted(changed & self.wrong, key=self.rank.__getitem__)
        made = []
        self.fresh.update(node for node in changed if node >= len(after.system))
        hopeful = [node for node in changed | self.fresh if self._may_meet(node, after)]
        for node in after.in_order(hopeful):
            if self._meets(node, after.labels[node], after.words[node]):
                made.append(self.gold_of[node])
        for node, (label, place) in after.empty.items():
            if before.empty.get(node) != (label, place) and self._meets(node, label, (~place,)):
                made.append(self.gold_of[node])
        settled = [n for n in touched if n in self.gold_of or (n not in after.labels and n not in after.empty)]
        settled += [node for node in handed if node not in settled]
        self.wrong.difference_update(settled)
        self.history.append(_Explained(made, settled, [node for node in touched if node in self.wrong]))

    def _handed_over(self, before: Draft, after: Draft) -> list[int]:
        """Of two brackets that nothing tells apart, the one that was right may change: then the other is right."""
        found = []
        right = sorted(node for node in after.changed if node in before.labels and node in self.gold_of)
        for old in right:
            if not _changed(old, before, after):
                continue
            gold = self.gold_of.pop(old)
            key = self.class_of(before.labels[old]), before.words[old]
            heir = self._heir(key, after)
            if heir is None:
                self._take_back(gold, old, key)
            else:
                self.gold_of[heir] = gold
                found.append(heir)
        return [node for node in found if node in self.wrong]

    def _heir(self, key: Key, draft: Draft) -> int | None:
        """Return the highest bracket like that which is none of gold's yet: all over the same words are in a chain."""
        label, words = key
        found, node = None, draft.parents[~words[0]]
        while node != ROOT and len(draft.words[node]) <= len(words):
            alike = node not in self.gold_of and self.class_of(draft.labels[node]) == label
            if alike and draft.words[node] == words:
                found = node
            node = draft.parents[node]
        return found

    def _take_back(self, gold: int, node: int, key: Key) -> None:
        """Undo that a missing bracket was made: in its chain of unary brackets another place was meant for it."""
        self.free.setdefault(key, []).append(gold)
        for one in self.history:
            if gold in one.made:
                one.made.remove(gold)
            if node in one.settled:
                one.settled.remove(node)
                self.wrong.add(node)


def _shared_out(explained: Sequence[_Explained]) -> None:
    """Let a repair that only prepares another have a share: an extra bracket it touches, if the other keeps some."""
    for place, one in enumerate(explained):
        if one.made or one.settled:
            continue
        for node in one.touched:
            other = next((later for later in explained[place:] if node in later.settled), None)
            if other is not None and len(other.made) + len(other.settled) > 1:
                other.settled.remove(node)
                one.settled.append(node)


def _changed(node: int, before: Draft, after: Draft) -> bool:
    if node in before.empty:
        return before.empty[node] != after.empty.get(node)
    return before.labels.get(node) != after.labels.get(node) or before.words.get(node) != after.words.get(node)


def explain_plan(gold: Tree, system: Tree, plan: Plan, style: Style, classes: IntArray) -> Explanation:
    """Explain the errors of a pair of prepared trees by a plan that was found for it."""
    if not plan.steps:
        return Explanation(gold, system, (), (), (), plan.greedy, plan.exact)
    draft = draft_of(system)
    account = _Account(gold, draft, classes)
    tags, text = gold.tags, gold.words
    start, goal = draft, draft_of(gold)
    stages: list[tuple[Draft, Draft, Step]] = []
    for step in plan.steps:
        after = apply(draft, step)
        account.enter(draft, after)
        stages.append((draft, after, as_move(draft, after, step, style, tags)))
        draft = after
    _shared_out(account.history)
    repairs = []
    for (before, after, step), (made, settled, _) in zip(stages, account.history, strict=True):
        words, roots = _block(before, after, step)
        whole = before if step.what != ADD else after
        labels = tuple(label_of(whole, root, tags) for root in roots)
        if step.what == RELABEL:
            labels = (_label(before, step.source), step.label)
        elif not roots:  # without words
            labels = (step.label if step.what == ADD else _label(before, step.source),)
        sites = _around(start, words), _around(goal, words)
        kind = kind_of(before, after, step, roots, [site.label for site in sites], style, tags)
        errors = tuple(made), tuple(settled)
        repairs.append(Repair(step.what, kind, step, *errors, words, roots, labels, *sites, text))
    return Explanation(gold, system, tuple(repairs), account.missing, account.extra, plan.greedy, plan.exact)


def _label(draft: Draft, node: int) -> str:
    return draft.empty[node][0] if node in draft.empty else draft.labels[node]


def _block(before: Draft, after: Draft, step: Step) -> tuple[Words, tuple[int, ...]]:
    """Return the words that a step is about and what hangs over them."""
    if step.what == MOVE:
        wanted = set(step.words)
        return step.words, tuple(c for c in before.children[step.source] if wanted.issuperset(before.covered(c)))
    if step.what == ADD:
        return (step.new_words, (step.new,)) if step.new in after.labels else ((), ())
    return (before.words[step.source], (step.source,)) if step.source in before.labels else ((), ())


def _around(draft: Draft, words: Words) -> Site:
    """Return where some words hang: the smallest bracket that has others besides."""
    if not words:
        return Site(ROOT, "", ())
    node = draft.parents[~words[0]]
    wanted = set(words)
    while node != ROOT and (len(draft.words[node]) <= len(words) or not wanted.issubset(draft.words[node])):
        node = draft.parents[node]
    if node == ROOT:
        return Site(ROOT, "", ())
    return Site(node, draft.labels[node], tuple(word for word in draft.words[node] if word not in wanted))


def explain_pairs(
    gold: Prepared, test: Prepared, pairs: NDArray[np.int64], style: Style, budget: int = BUDGET
) -> Iterator[Explanation]:
    """Yield an explanation for each pair of trees over the same words, given as rows of numbers of trees."""
    classes, _ = equivalence(gold.preparation.equal_labels)
    for (one, other), plan in zip(pairs.tolist(), find_plans(gold, test, pairs, budget), strict=True):
        yield explain_plan(gold.bank.tree(one), test.bank.tree(other), plan, style, classes)
