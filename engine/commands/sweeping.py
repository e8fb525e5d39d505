"""Systems as commands are given them, scored one by one, with everything worth saying told on the way."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ..formats import opened_long, read
from ..formats.stretches import LongText
from ..metrics import Metric
from ..prepare import Prepared
from ..problems import TreelensError
from ..source import Source
from ..sweep import MANY, Recipe, Result, System, read_systems, score_systems, systems_of
from .inputs import tell_problems
from .output import say
from .progress import progress
from .settings import Settings

__all__ = ["Sweep", "exit_code_of", "systems_named"]


def systems_named(gold: str, arguments: Sequence[str] | None, table: str | None) -> list[System]:
    """Return the systems that arguments and a table name, which must be some, each under a name of its own."""
    found = [*systems_of(arguments or [], [gold]), *(read_systems(table) if table else [])]
    if not found:
        raise TreelensError("name a system: files, folders or patterns, or a table with --sweep")
    names = [system.name for system in found]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise TreelensError(f"two systems are called {twice!r}: the table given with --sweep can name them")
    return found


_EXAMPLE = re.compile(r" \(.*\)$")
_NUMBER = re.compile(r"\d[\d,]*")


@dataclass(frozen=True)
class Sweep:
    """Gold, read and told about, and systems to be scored against it."""

    recipe: Recipe
    systems: Sequence[System]
    settings: Settings

    @classmethod
    def of(
        cls,
        gold: str,
        systems: Sequence[System],
        settings: Settings,
        metrics: Sequence[Metric],
        *,
        by_sentence: bool = True,
    ) -> Sweep:
        """Read gold, tell what is wrong with it, and find out how it is compared.

        Gold that is too large to be held is read with each system, and told about when that has been done once.
        """
        by_line = settings.prm is not None
        how: dict[str, Any] = {"format": settings.from_, "by_line": by_line, "pairing": settings.pair}
        how |= {"cached": len(systems) >= MANY, "by_sentence": by_sentence}
        text = opened_long(gold, settings.from_, by_line=by_line)
        if isinstance(text, LongText):
            preparation = settings.preparation(next(text.banks()))
            return cls(Recipe(text, preparation, tuple(one.name for one in metrics), **how), systems, settings)
        bank = read(text, settings.from_)
        tell_problems(bank)
        return cls(Recipe.of(bank, settings.preparation(bank), metrics, **how), systems, settings)

    @property
    def gold(self) -> Prepared:
        """Gold as it is compared; where it is too large to be held, without its trees."""
        return self.recipe.outline

    def results(self, cluster: str | None = None) -> Iterator[Result]:
        """Score the systems in their order, showing how far it is and telling what there is to say of each."""
        if cluster is not None:
            from ..sweep.cluster import score_on_cluster

            found = progress(score_on_cluster(self.recipe.held(), self.systems, cluster), len(self.systems), "scoring")
        elif len(self.systems) >= MANY:
            each = score_systems(self.recipe, self.systems, self.settings.cores, spread=True)
            found = progress(each, len(self.systems), "scoring")
        else:
            found = score_systems(self.recipe, self.systems, self.settings.cores, watch=_counting)
        told, remarks = isinstance(self.recipe.gold, Source), _Remarks()
        for result in found:
            if not told:
                tell_problems(self.gold.original)
                told = True
            say(*remarks.of(result))
            yield result
        say(*remarks.rest())


class _Remarks:
    """What there is to say of systems: the same of many is told of the first ones, and of the others in one line.

    Two lines say the same if nothing but numbers and the example in brackets differ.
    """

    def __init__(self, most: int = 5) -> None:
        self._most = most
        self._often: Counter[str] = Counter()
        self._whole: dict[str, str] = {}  # by what is said: how, while that is alike for all

    def of(self, result: Result) -> Iterator[str]:
        """Yield what is to be told of a system now."""
        for line in result.said:
            name, mark, what = line.partition(f"{result.name}: ")
            said = _NUMBER.sub("…", _EXAMPLE.sub("", what))
            self._often[said] += bool(mark) and not name
            if self._whole.setdefault(said, what) != what:
                self._whole[said] = said
            if self._often[said] <= self._most:
                yield line

    def rest(self) -> Iterator[str]:
        """Yield what is left to be told at the end."""
        for said, count in self._often.items():
            if count > self._most:
                yield f"and {count - self._most:,} more systems: {self._whole[said]}"


def _counting(steps: Iterator[int], total: int) -> Iterator[int]:
    return progress(steps, total, "counting")


def exit_code_of(results: Sequence[Result], strict: bool) -> int:
    """Return 0, 1 for sentences that could not be compared (if strict), 2 if there was nothing to compare."""
    if strict and not all(result.complete for result in results):
        return 1
    if not all(result.usable for result in results):
        say("no sentence could be compared")
        return 2
    return 0
