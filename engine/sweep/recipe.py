"""How systems are scored, as a value that can be given to other processes."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Protocol, TypeVar

from ..cache import Cache, user_cache
from ..formats import opened_long, opened_whole, read
from ..formats.stretches import LongText, Whole
from ..metrics import Family, Metric, choose, family_of
from ..prepare.apply import Prepared, prepare
from ..prepare.settings import Preparation
from ..scoring import Comparison, compare
from ..source import Source
from ..treebank import Treebank
from .result import Result, result_of
from .stretches import Side, Stretched, outlined

__all__ = ["Finish", "Recipe", "Watch", "unwatched"]

Made = TypeVar("Made", covariant=True)


class Finish(Protocol[Made]):
    """Makes of a system's result what is wanted of it, where it was scored; a function that other processes know."""

    def __call__(self, result: Result, metrics: Sequence[Metric], /) -> Made:
        """Make it."""


#: Passes on steps of work, and the number of all of them, perhaps to show how many are done.
Watch = Callable[[Iterator[int], int], Iterable[int]]


def unwatched(steps: Iterator[int], total: int) -> Iterable[int]:
    """Pass on steps of work, and tell nobody."""
    return steps


@dataclass(frozen=True, eq=False)
class Recipe:
    """Gold, what is compared and how, and under which measures.

    Only texts and settings go to another process: trees are numbers there that mean other words. Gold is read and
    prepared once in each. What takes long to count is kept on disk by content, and with *cached* all that is counted.
    """

    gold: Source | LongText
    preparation: Preparation
    metrics: tuple[str, ...]
    format: str | None = None
    by_line: bool = False  #: whether brackets are read as EVALB reads them
    pairing: str | None = None
    cached: bool = True
    by_sentence: bool = True  #: whether scores of single sentences are wanted

    @classmethod
    def of(cls, gold: Treebank, preparation: Preparation, metrics: Sequence[Metric], **how: Any) -> Recipe:
        """Make a recipe around gold trees that were read already, so that this process need not read them again."""
        if gold.source is None:
            raise ValueError("gold that was read from no text cannot be given to other processes")
        made = cls(gold.source, preparation, tuple(metric.name for metric in metrics), **how)
        vars(made)["prepared"] = prepare(gold, preparation)
        return made

    def __getstate__(self) -> dict[str, Any]:
        """Leave behind what was made of the texts."""
        return {name: vars(self)[name] for name in self.__dataclass_fields__}

    @cached_property
    def prepared(self) -> Prepared:
        """Gold as it is compared."""
        return prepare(read(self._whole(self.gold), self.format), self.preparation)

    @cached_property
    def outline(self) -> Prepared:
        """Gold as it is compared, without its trees where they are too many to be held."""
        if isinstance(self.gold, LongText) and not self._holds_gold:
            with suppress(Whole):
                return outlined(Side(self.gold).outline(), self.preparation)
        return self.prepared

    @property
    def _holds_gold(self) -> bool:
        return "prepared" in vars(self)

    def held(self) -> Recipe:
        """Return the same with the text of gold in it, for others who cannot read its file."""
        return self if isinstance(self.gold, Source) else replace(self, gold=self._whole(self.gold))

    def _whole(self, text: Source | LongText, why: str = "gold is, too") -> Source:
        if isinstance(text, Source):
            return text
        return opened_whole(text.path, self.format, by_line=self.by_line, why=why)

    @cached_property
    def chosen(self) -> list[Metric]:
        """The measures themselves."""
        return choose(self.metrics, groups=False)

    @property
    def families(self) -> list[Family]:
        """Their families, each once."""
        return list({family_of(metric).name: family_of(metric) for metric in self.chosen}.values())

    def cache(self, family: Family) -> Cache | None:
        """Return where counts of a family are kept on this machine, if they are."""
        return self._cache if self.cached or family.chunk else None

    @cached_property
    def _cache(self) -> Cache:
        return user_cache()

    @cached_property
    def key(self) -> str:
        """A hash of all that decides the scores of a system, the system aside."""
        parts = (
            self.gold.path,
            hashlib.sha256(self._whole(self.gold).data).hexdigest(),
            self.preparation.digest(),
            ",".join(self.metrics),
            f"{self.format} {self.by_line} {self.pairing}",
        )
        return Cache.key(*parts)

    def opened(self, path: str) -> Source | LongText:
        """Open a system's file as gold was opened; one that is too large to be held is only looked through."""
        return opened_long(path, self.format, by_line=self.by_line)

    def compare(self, system: Source, jobs: int = 1) -> Comparison:
        """Read a system and compare it with gold; nothing but brackets is counted yet."""
        return compare(self.prepared, read(system, self.format), self.preparation, self.pairing, jobs)

    def result(self, name: str, system: Source | LongText, jobs: int = 1, watch: Watch = unwatched) -> Result:
        """Score a system; its trees are gone when this returns. *watch* hears how far the counting is."""
        return result_of(name, self._counted(system, jobs, watch), self.chosen, by_sentence=self.by_sentence)

    def _counted(self, system: Source | LongText, jobs: int, watch: Watch) -> Comparison:
        """Compare a system and count what is wanted, in stretches where a file is too large to be held."""
        why = "gold is, too"
        if not (self._holds_gold and isinstance(self.gold, LongText)) and LongText in map(type, (self.gold, system)):
            try:
                return self._in_stretches(system, jobs, watch)
            except Whole as reason:
                why = str(reason)
        comparison = self.compare(self._whole(system, why), jobs)
        for family in self.families:
            steps = comparison.counting(family, self.cache(family))
            for _ in watch(steps, len(range(0, len(comparison.status), comparison.piece(family)))):
                pass
        return comparison

    def _in_stretches(self, system: Source | LongText, jobs: int, watch: Watch) -> Comparison:
        gold = self.gold if isinstance(self.gold, LongText) else self.prepared.original
        other = system if isinstance(system, LongText) else read(system, self.format)
        made = Stretched(gold, other, self.preparation, self.families)
        steps = made.compare(jobs, by_sentence=self.by_sentence)
        for _ in watch(steps, len(gold) if isinstance(gold, LongText) else 1):
            pass
        comparison = made.joined(self.pairing)
        vars(self).setdefault("outline", comparison.gold)
        return comparison
