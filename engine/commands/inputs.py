"""Reading and comparing what a command was given, and telling what was wrong with it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from .. import remarks
from ..formats import load
from ..heads import head_rules
from ..metrics import Metric
from ..prepare import Preparation, Prepared, prepare, preset, read_prm, usual_preparation
from ..problems import TreelensError
from ..scoring import Comparison, compare, system_names
from ..treebank import Treebank
from .meanings import count_meanings
from .progress import progress

__all__ = [
    "Settings",
    "compare_all",
    "exit_code",
    "load_all",
    "own_id",
    "say",
    "settings_of",
    "shown_id",
    "tell_problems",
]


class Settings(NamedTuple):
    """What was asked for on the command line about reading, preparing and pairing."""

    preset: str | None = None
    prm: str | None = None
    format: str | None = None
    pair: str | None = None
    jobs: int = 1
    align_words: bool = False
    heads: str | None = None
    system_heads: str | None = None
    missing: str | None = None
    set: Sequence[str] | None = None

    @property
    def files(self) -> list[str]:
        """The files that say what is compared: never to be written to."""
        named = (self.prm, self.preset, self.heads, self.system_heads)
        return [name for name in named if name and Path(name).exists()]

    def chosen(self) -> Preparation | None:
        """Return the preparation that was asked for by name, or None."""
        if self.prm is None:
            return None if self.preset is None else preset(self.preset)
        if self.preset is not None:
            raise TreelensError("--preset and --prm exclude each other")
        made, warnings = read_prm(self.prm)
        say(*warnings)
        return made

    def wanted(self) -> Preparation | Callable[[Treebank], Preparation] | None:
        """Return what was asked for: a preparation, one that depends on gold, or None."""
        for name in filter(None, (self.heads, self.system_heads)):
            head_rules(name)  # says what is wrong with it
        made = self.chosen()
        if not (self.heads or self.system_heads or self.set or self.missing):
            return made
        return self._changed(made) if made is not None else lambda gold: self._changed(usual_preparation(gold))

    def _changed(self, made: Preparation) -> Preparation:
        """Return a preparation with what was asked for besides."""
        made = made.changed([*(self.set or ()), *([f"missing={self.missing}"] if self.missing is not None else [])])
        heads, system_heads = self.heads or made.heads, self.system_heads or made.system_heads
        return replace(made, heads=heads, system_heads=system_heads)

    def preparation(self, gold: Treebank) -> Preparation:
        """Return the preparation; dependencies are compared as they are unless something else was asked for."""
        wanted = self.wanted()
        made = wanted(gold) if callable(wanted) else wanted or usual_preparation(gold)
        return replace(made, align_words=self.align_words or made.align_words)


def say(*lines: str) -> None:
    """Print to standard error, bytes that are no text as they came."""
    data = "".join(f"{line}\n" for line in lines).encode("utf-8", "surrogateescape")
    sys.stderr.flush()
    sys.stderr.buffer.write(data)
    sys.stderr.buffer.flush()


def load_all(paths: Sequence[str], settings: Settings, *, by_line: bool) -> list[Treebank]:
    """Read files side by side; *by_line* reads brackets as EVALB does."""

    def one(path: str) -> Treebank:
        return load(path, settings.format, by_line=by_line)

    if settings.jobs == 1:
        return list(progress(map(one, paths), len(paths), "reading"))
    with ThreadPoolExecutor(min(settings.jobs, len(paths))) as pool:
        return list(progress(pool.map(one, paths), len(paths), "reading"))


def compare_all(
    gold: str, systems: Sequence[str], settings: Settings, metrics: Sequence[Metric] = ()
) -> list[Comparison]:
    """Read gold and systems and compare them, telling what is wrong on the way, as far as it matters to *metrics*."""
    banks = load_all([gold, *systems], settings, by_line=settings.prm is not None)
    preparation = settings.preparation(banks[0])
    for bank in banks:
        tell_problems(bank)
    prepared = prepare(banks[0], preparation)
    each = (compare(prepared, bank, preparation, settings.pair, settings.jobs) for bank in banks[1:])
    compared = list(progress(each, len(systems), "comparing"))
    names = system_names(systems)
    for name, comparison in zip(names, compared, strict=True):
        say(*remarks.on_comparison(name, comparison, metrics))
    count_meanings(compared, metrics)
    for name, comparison in zip(names, compared, strict=True):
        say(*remarks.on_measures(name, comparison, metrics))
    return compared


def tell_problems(bank: Treebank) -> None:
    """Print the notes on a file and its problems, the first ones with a view of the place."""
    say(*remarks.on_file(bank))


def exit_code(compared: Sequence[Comparison], metrics: Sequence[Metric], strict: bool) -> int:
    """Return 0, 1 for sentences that could not be compared (if strict), 2 if there was nothing to compare."""
    if strict and any((one.status != 0).any() or one.system.problems for one in compared):
        return 1
    if any(not any(one.defined(m).any() for m in metrics) and not one.only_failures for one in compared):
        say("no sentence could be compared")
        return 2
    return 0


def settings_of(gold: Prepared) -> dict[str, Any]:
    """Return the preparation as it is printed in JSON."""
    preparation = gold.preparation
    return {"preset": preparation.name, **preparation.to_dict(), "digest": preparation.digest()}


def own_id(gold: Prepared, position: int) -> dict[str, str]:
    """Return the id that the gold file itself gives a sentence, under ``name``, if it gives one."""
    name = gold.original.sentence_id(position)
    return {} if name is None or name == str(position + 1) else {"name": name}


def shown_id(row: Mapping[str, Any]) -> str:
    """Return the number of a sentence, and its own id if it has one."""
    return f"{row['id']} ({row['name']})" if "name" in row else str(row["id"])
