"""Proposals of head reassignments: where gold and a system choose different heads for the same words, and what to do.

A parser that never saw the treebank may head a verb phrase by the main verb where the treebank's rules choose the
auxiliary. Then brackets differ although nothing is wrong. For each such conflict one side's choice can be reassigned to
the child that holds the other's head; of the two, the one that leaves fewer brackets is preferred: it takes less of
the tree for granted. Whether to do so is for people to say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from .align.headed import Headed, aligned, headed
from .align.letters import Alignment
from .heads import HeadRules, Reassignment, rules_of
from .heads.rules import written
from .metrics import mph
from .prepare.apply import Prepared
from .problems import TreelensError
from .scoring import Comparison, tree_pairs
from .trees import Tree

__all__ = ["Conflict", "Outcome", "Proposal", "conflicts", "outcome", "proposals", "rules_file"]

_EXAMPLES = 5  #: sentences that are named for a conflict


@dataclass(frozen=True)
class Conflict:
    """Two heads for the same words: what either side would have to change to agree with the other, if it can."""

    gold: Reassignment | None
    system: Reassignment | None


@dataclass(frozen=True)
class Outcome:
    """The brackets of heads that rules lead to: on both sides, and those that match."""

    gold: int
    system: int
    matched: int

    @property
    def brackets(self) -> int:
        """All brackets of both sides."""
        return self.gold + self.system

    @property
    def f1(self) -> float | None:
        """F1 of the brackets."""
        return 2 * self.matched / self.brackets if self.brackets else None


@dataclass(frozen=True)
class Proposal:
    """A reassignment, how often the conflict that it would settle occurs, and what it leads to.

    ``other`` is the other side's way out, with its outcome, if there is one.
    """

    reassign: Reassignment
    count: int
    sentences: tuple[int, ...]  #: some of those where the conflict occurs, counted from 0
    before: Outcome
    after: Outcome
    other: tuple[Reassignment, Outcome] | None = None

    @property
    def change(self) -> int:
        """By how many brackets there are more, or fewer."""
        return self.after.brackets - self.before.brackets

    @property
    def in_short(self) -> str:
        """What speaks for it."""
        return f"{self.count} conflicts, {self.change:+d} brackets"


def conflicts(gold: Headed, system: Headed, alignment: Alignment) -> Iterator[Conflict]:
    """Return the conflicts of two trees: phrases over the same words that have different heads.

    Only words that are aligned one to one take part; of several phrases over the same words the lowest.
    """
    to_system = dict(alignment.pairs)
    to_gold = {other: one for one, other in alignment.pairs}
    mine = _phrases(gold.tree, alignment.gold_units)
    theirs = _phrases(system.tree, alignment.system_units)
    for over, node in mine.items():
        if over not in theirs:
            continue
        head, other_head = gold.heads.word[node], system.heads.word[theirs[over]]
        if head not in to_system or other_head not in to_gold or to_system[head] == other_head:
            continue
        ours = _way_out(gold, node, to_gold[other_head], "gold")
        others = _way_out(system, theirs[over], to_system[head], "system")
        if ours or others:
            yield Conflict(ours, others)


def _phrases(tree: Tree, units: Sequence[int]) -> dict[frozenset[int], int]:
    """Return the phrases over several words by the units they are over, the lowest of each."""
    found: dict[frozenset[int], int] = {}
    for node in range(len(tree)):
        over = frozenset(units[at] for at in tree.positions(node))
        if not tree.is_word(node) and len(over) > 1 and -1 not in over:
            found[over] = node
    return found


def _way_out(side: Headed, node: int, word: int, whose: str) -> Reassignment | None:
    """Return what would give a phrase another head word, or None.

    From the phrase down along the head path to where the word hangs beside it: there it must be the head of a child.
    """
    tree, heads = side.tree, side.heads
    while word in tree.positions(heads.child[node]):
        node = heads.child[node]
    chosen = heads.child[node]
    wanted = next(child for child in tree.children(node) if word in tree.positions(child))
    if side.has_relations or heads.word[wanted] != word or tree.is_word(wanted) or tree.is_word(chosen):
        return None
    same = [child for child in tree.children(node) if tree.text(child) == tree.text(wanted) and child != chosen]
    pick = "right" if wanted == same[-1] and wanted != same[0] else "left"
    within, before, after = ((tree.text(one),) for one in (node, chosen, wanted))
    return None if before == after else Reassignment(within, before, after, whose, pick)


def proposals(comparison: Comparison, most: int = 20) -> Iterator[Proposal]:
    """Yield proposals one by one: for each conflict the way out that leaves fewer brackets."""
    gold, test = comparison.gold, comparison.test
    places, pairs = tree_pairs(gold, test, comparison.pairing)
    parsed = comparison.parsed[places]
    places, pairs = places[parsed], pairs[parsed]
    found: Counter[Conflict] = Counter()
    where: dict[Conflict, list[int]] = {}
    for place, (number, other) in zip(places.tolist(), pairs.tolist(), strict=True):
        mine, theirs = headed(gold, number, "gold"), headed(test, other, "system")
        for conflict in conflicts(mine, theirs, aligned(mine, theirs, gold.preparation)):
            found[conflict] += 1
            where.setdefault(conflict, []).append(place)
    before = outcome(gold, test, pairs, ())
    for conflict, number in found.most_common(most):
        ways = [way for way in (conflict.gold, conflict.system) if way is not None]
        tried = sorted(
            ((way, outcome(gold, test, pairs, [way])) for way in ways),
            key=lambda each: (each[1].brackets, -each[1].matched),
        )
        examples = tuple(dict.fromkeys(where[conflict]))[:_EXAMPLES]
        yield Proposal(*tried[0][:1], number, examples, before, tried[0][1], tried[1] if len(tried) > 1 else None)


def outcome(gold: Prepared, test: Prepared, pairs: NDArray[np.int64], reassign: Iterable[Reassignment]) -> Outcome:
    """Return the brackets of heads with some reassignments on top of the rules of both sides."""
    chosen = tuple(reassign)
    rules = _with(rules_of(gold, "gold"), chosen, "gold"), _with(rules_of(test, "system"), chosen, "system")
    counts = mph.count(gold, test, pairs, 1, rules)
    return Outcome(*(int(counts[name].sum()) for name in ("gold", "test", "matched")))


def rules_file(comparison: Comparison, accepted: Sequence[Proposal]) -> str:
    """Return the text of a file of head rules with accepted proposals on top of the rules that are in use."""
    names = {"gold": rules_of(comparison.gold, "gold").name, "system": rules_of(comparison.test, "system").name}
    bases = {names[one.reassign.side] for one in accepted} or {names["gold"]}
    if len(bases) > 1:
        raise TreelensError("gold and system go by different rules: accept proposals for one side at a time")
    base = bases.pop()
    return written(
        str(Path(base).resolve()) if base.endswith(".toml") else base,
        "own reassignments",
        [replace(one.reassign, why=one.in_short) for one in accepted],
    )


def _with(rules: HeadRules, reassign: Sequence[Reassignment], side: str) -> HeadRules:
    if rules.labelled_by == "dependent":  # dependencies say themselves what their heads are
        return rules
    return replace(rules, reassign=(*rules.reassign, *reassign)).for_side(side)
