"""Applying a recogniser to many parses.

Trees are looked at forest by forest (see :mod:`treelens.engine.tgrep`), the first of which is small: whoever watches
sees first results at once. A regular expression that does not end is stopped after a second and reported.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..expressions import ExpressionError
from ..problems import TreelensError
from ..tgrep import Forest, forests
from ..treebank import Treebank
from ..trees import Tree
from .parses import Parses, parses_of
from .recognisers import AllRule, AnyRule, NotRule, Recogniser, Rule, SameRule, TextRule, TreeRule

__all__ = ["Found", "Part", "matching_nodes", "matching_spans", "recognise", "recognising", "recognising_trees"]

Bools = NDArray[np.bool_]

_AT_ONCE = 1000  #: texts between two results


@dataclass(frozen=True)
class Found:
    """What is recognised: ``holds[i, k]`` says whether sentence i has phenomenon ``names[k]``; *parsed*, if it has one.

    Only phenomena that count are here, not auxiliary ones.
    """

    names: tuple[str, ...]
    holds: Bools
    parsed: Bools

    def of(self, position: int) -> frozenset[str] | None:
        """Return the phenomena of a sentence; None if it has no parse."""
        if position < 0 or not self.parsed[position]:
            return None
        return frozenset(name for name, held in zip(self.names, self.holds[position].tolist(), strict=True) if held)


class Part(NamedTuple):
    """Results for some sentences: their positions, and for each a row of yes and no by phenomenon."""

    positions: NDArray[np.int64]
    holds: Bools


def recognise(recogniser: Recogniser, parses: Parses, wanted: Sequence[str] | None = None) -> Found:
    """Recognise phenomena, all that count or the *wanted* ones, in all sentences that have a parse."""
    names = tuple(recogniser.names if wanted is None else wanted)
    holds = np.zeros((len(parses), len(names)), dtype=np.bool_)
    for part in recognising(recogniser, parses, names):
        holds[part.positions] = part.holds
    return Found(names, holds, parses.parsed)


def recognising(
    recogniser: Recogniser, parses: Parses, names: Sequence[str], among: NDArray[np.int64] | None = None
) -> Iterator[Part]:
    """Yield results part by part, of all sentences that have a parse or those *among* them at some positions."""
    positions = np.flatnonzero(parses.parsed) if among is None else among[parses.parsed[among]]
    if parses.bank is None:
        if trees := [name for name in names if any(isinstance(rule, TreeRule) for rule in recogniser.rules(name))]:
            raise TreelensError(
                f"{parses.path}: cannot be read as trees, but {recogniser.name} looks for {trees[0]} in trees"
            )
        parts = (positions[begin : begin + _AT_ONCE] for begin in range(0, len(positions), _AT_ONCE))
        for part in parts:
            yield Part(part, _Looking(recogniser, len(part), _at(part, parses.raw), None).columns(names))
        return
    done = 0
    for holds in recognising_trees(recogniser, parses.bank, parses.numbers[positions], names):
        yield Part(positions[done : done + len(holds)], holds)
        done += len(holds)


def recognising_trees(
    recogniser: Recogniser, bank: Treebank, numbers: NDArray[np.int64], names: Sequence[str]
) -> Iterator[Bools]:
    """Yield rows of yes and no for the trees of a treebank that have these numbers, part by part."""
    parses = parses_of(bank)
    for forest in forests(bank, numbers):
        raw = _at(forest.numbers, parses.raw_tree)
        yield _Looking(recogniser, len(forest.numbers), raw, forest).columns(names)


def _at(places: NDArray[np.int64], raw: Callable[[int], str | None]) -> Callable[[int], str | None]:
    return lambda row: raw(int(places[row]))


class _Looking:
    """A recogniser at work on some sentences: columns of yes and no by phenomenon, each made once."""

    def __init__(
        self, recogniser: Recogniser, count: int, raw: Callable[[int], str | None], forest: Forest | None
    ) -> None:
        self._recogniser = recogniser
        self._count = count
        self._raw = raw
        self._forest = forest
        self._made: dict[str, Bools] = {}

    def columns(self, names: Sequence[str]) -> Bools:
        found = [self._named(name) for name in names]
        return np.column_stack(found) if found else np.zeros((self._count, 0), dtype=np.bool_)

    def _named(self, name: str) -> Bools:
        if name not in self._made:
            try:
                self._made[name] = self._holds(self._recogniser[name].rule)
            except ExpressionError as error:
                path = self._recogniser.path or self._recogniser.name
                raise TreelensError(f"{path}: {name}: {error.message}") from None
        return self._made[name]

    def _holds(self, rule: Rule) -> Bools:
        if isinstance(rule, TreeRule):
            assert self._forest is not None
            return self._forest.trees(rule.pattern.nodes(self._forest))
        if isinstance(rule, TextRule):
            found = (rule.expression.search(self._raw(row) or "") is not None for row in range(self._count))
            return np.fromiter(found, np.bool_, self._count)
        if isinstance(rule, SameRule):
            return self._named(rule.name)
        if isinstance(rule, NotRule):
            return ~self._holds(rule.rule)
        join = np.logical_and if isinstance(rule, AllRule) else np.logical_or
        made: Bools = join.reduce([self._holds(one) for one in rule.rules])
        return made


def matching_nodes(recogniser: Recogniser, name: str, tree: Tree) -> list[int]:
    """Return the nodes of a tree by which a phenomenon is recognised, if it is; what must not be there has none."""
    return sorted(set(_matching(recogniser, recogniser[name].rule, lambda rule: rule.pattern.in_tree(tree))))


def _matching(recogniser: Recogniser, rule: Rule, nodes: Callable[[TreeRule], list[int]]) -> list[int]:
    if isinstance(rule, TreeRule):
        return nodes(rule)
    if isinstance(rule, SameRule):
        return _matching(recogniser, recogniser[rule.name].rule, nodes)
    if isinstance(rule, AllRule | AnyRule):
        return [node for part in rule.rules for node in _matching(recogniser, part, nodes)]
    return []


def matching_spans(recogniser: Recogniser, name: str, text: str) -> list[tuple[int, int]]:
    """Return where in the raw text of a parse the regular expressions of a phenomenon are found."""
    return sorted(
        {span for rule in recogniser.rules(name) if isinstance(rule, TextRule) for span in rule.expression.spans(text)}
    )
