"""Conditions on the shape of trees: tgrep patterns and phenomena, in gold, in a system, or in one and not the other.

A pattern is tried on whole treebanks at once (:mod:`treelens.engine.tgrep`), a phenomenon is recognised by the rules of
the context, those for Penn-style trees unless it has others.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from ..phenomena.recognisers import Recogniser, macro_name
from ..phenomena.recognising import recognising_trees
from ..problems import TreelensError
from ..tgrep import Tgrep, TgrepError, compile_tgrep, forests
from .context import GOLD, Context, Search, Side
from .errors import FilterError
from .terms import Condition
from .texts import Bools
from .wording import as_value, quoted

__all__ = ["HasPattern", "HasPhenomenon", "Lost", "compiled", "is_name"]

_NAME = re.compile(r"[\w-]+(?:[ ][\w-]+)*")


def is_name(text: str) -> bool:
    """Say whether a text can be the name of a phenomenon; everything else is a pattern.

    >>> is_name("dative shift"), is_name("NP < PP"), is_name("/^NP/")
    (True, False, False)
    """
    return _NAME.fullmatch(text.strip()) is not None


def compiled(pattern: str, position: Callable[[int], int]) -> Tgrep:
    """Compile a pattern; *position* tells where in the filter a character of the pattern stands."""
    try:
        return compile_tgrep(pattern)
    except TgrepError as error:
        if pattern[error.position : error.position + 1] == "^":
            advice = 'no tgrep pattern begins with ^; for a regular expression write tgrep:"/^NP/ < PP"'
            raise FilterError(advice, position(error.position)) from None
        raise FilterError(f"tgrep: {error.message}", position(error.position)) from None


@dataclass(frozen=True)
class _Shape(Condition):
    """What conditions on the shape of trees have in common: they go through the trees of a side part by part."""

    slow: ClassVar[bool] = True

    def having(self, search: Search, side: Side, among: Bools) -> Bools:
        """Return which of the sentences among all have the shape in their tree on a side."""
        found = np.zeros(len(among), dtype=np.bool_)
        sentences = np.flatnonzero(among & (side.numbers >= 0))
        done = 0
        search.step(0, len(sentences))
        try:
            for part in self._parts(search.context, side, side.numbers[sentences]):
                found[sentences[done : done + len(part)]] = part
                done += len(part)
                if done < len(sentences):
                    search.step(done, len(sentences))
        except FilterError:
            raise
        except TreelensError as error:
            raise FilterError(str(error), self.position) from None
        return found

    def _parts(self, context: Context, side: Side, numbers: NDArray[np.int64]) -> Iterator[Bools]:
        """Yield, part by part, which of the trees with these numbers have the shape."""
        raise NotImplementedError

    def _on_sides(self, search: Search, among: Bools, sides: list[Side]) -> Bools:
        """Return which sentences have the shape on one of several sides; later ones need not look again."""
        left = among
        for side in sides:
            left = left & ~self.having(search, side, left)
        return among & ~left


@dataclass(frozen=True)
class HasPattern(_Shape):
    """A tree has a node that a tgrep pattern selects."""

    pattern: str

    def __str__(self) -> str:
        return f"{self.prefix}tgrep:{quoted(self.pattern)}"

    @cached_property
    def _compiled(self) -> Tgrep:
        return compiled(self.pattern, lambda place: self.position)

    def find(self, search: Search, among: Bools) -> Bools:
        """Try the pattern on the trees that are spoken of."""
        return self._on_sides(search, among, search.context.sides(self.owner, self.position))

    def _parts(self, context: Context, side: Side, numbers: NDArray[np.int64]) -> Iterator[Bools]:
        for forest in forests(side.bank, numbers):
            yield forest.trees(self._compiled.nodes(forest))


@dataclass(frozen=True)
class HasPhenomenon(_Shape):
    """A phenomenon is recognised in the gold tree, or in that of a system that is named."""

    name: str

    def __str__(self) -> str:
        return f"{self.prefix}phenomenon:{as_value(self.name)}"

    def find(self, search: Search, among: Bools) -> Bools:
        """Apply the rules to the trees that are spoken of."""
        return self._on_sides(search, among, search.context.sides(self.owner or GOLD, self.position))

    def _parts(self, context: Context, side: Side, numbers: NDArray[np.int64]) -> Iterator[Bools]:
        rules = context.rules
        name = self._known(rules)
        for holds in recognising_trees(rules, side.bank, numbers, [name]):
            yield holds[:, 0]

    def _known(self, rules: Recogniser) -> str:
        """Return the name as the rules have it: capitals do not matter, and dashes may stand for blanks."""
        wanted = macro_name(self.name.strip()).casefold()
        for one in rules.phenomena:
            if macro_name(one.name).casefold() == wanted:
                return one.name
        near = difflib.get_close_matches(self.name, rules.names, n=1)
        advice = f"; did you mean {near[0]}?" if near else f"; there are {', '.join(rules.names)}"
        raise FilterError(f"{rules.name} has no phenomenon {self.name}{advice}", self.position)


@dataclass(frozen=True)
class Lost(Condition):
    """Gold has a pattern or a phenomenon and the system has not; or, gained, the other way round."""

    slow: ClassVar[bool] = True

    shape: HasPattern | HasPhenomenon
    gained: bool = False

    def __str__(self) -> str:
        field = "gained" if self.gained else "lost"
        if isinstance(self.shape, HasPhenomenon):
            return f"{self.prefix}{field}:{as_value(self.shape.name)}"
        pattern = self.shape.pattern
        return f"{self.prefix}{field}:{f'/{pattern}/' if is_name(pattern) else quoted(pattern)}"

    def find(self, search: Search, among: Bools) -> Bools:
        """Look for it in gold, and in each system that is spoken of."""
        context = search.context
        systems = [context.side(system) for system in context.systems(self.owner, self.position)]
        if not systems:
            return np.zeros(len(among), dtype=np.bool_)
        there = self.shape.having(search, context.gold_side(), among)
        found = np.zeros(len(among), dtype=np.bool_)
        for side in systems:
            asked = (among & ~there if self.gained else there) & ~found
            has = self.shape.having(search, side, asked)
            found |= has if self.gained else asked & ~has
        return found
