"""Reading and comparing what a command was given, and telling what was wrong with it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from ..common_ground import lost_words
from ..formats import load
from ..heads import head_rules
from ..metrics import Metric, family_of
from ..prepare import Preparation, prepare, preset, read_prm, usual_preparation
from ..problems import TreelensError
from ..scoring import ERROR, Comparison, compare, system_names
from ..treebank import Treebank
from .profile_notes import count_meanings, notes_on
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
    "tell_lost_words",
    "tell_problems",
]

_SHOWN = 20  #: problems of one file that are printed in full


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
    by_letters = [family_of(metric).aligns_letters for metric in metrics]
    for name, comparison in zip(system_names(systems), compared, strict=True):
        _tell_mismatches(name, comparison, words=not by_letters or not all(by_letters))
        if any(by_letters):
            tell_lost_words(name, comparison)
    count_meanings(compared, metrics)
    for name, comparison in zip(system_names(systems), compared, strict=True):
        say(*notes_on(name, comparison, metrics))
    return compared


def tell_problems(bank: Treebank) -> None:
    """Print the notes on a file and its problems, the first ones with a view of the place."""
    say(*(f"{bank.path}: {note}" for note in bank.notes))
    say(*(problem.report() for problem in bank.problems[:_SHOWN]))
    if len(bank.problems) > _SHOWN:
        say(f"{bank.path}: and {len(bank.problems) - _SHOWN} more problems")


def _tell_mismatches(name: str, comparison: Comparison, *, words: bool) -> None:
    """Say how sentences were paired and, if it matters, how many have other words than gold, each in one line."""
    say(*(f"{name}: {note}" for note in comparison.pairing.notes))
    if not words:
        return
    unread = {problem.message for problem in comparison.system.problems}
    found = [
        (position, message)
        for position, message in comparison.messages.items()
        if comparison.status[position] == ERROR and message not in unread and not message.startswith("gold: ")
    ]
    if found:
        position, message = found[0]
        count = _sentences(len(found))
        say(f"{name}: {count} with other words than gold, not compared (sentence {position + 1}: {message})")


def tell_lost_words(name: str, comparison: Comparison) -> None:
    """Say how many sentences were compared over the words of the same letters, and what of them was left out."""
    found = list(lost_words(comparison))
    if not found:
        return
    lost = [one for one in found if one]
    line = f"{name}: by heads, {_sentences(len(found))} with other words compared over those of the same letters"
    if lost:
        gold, system, brackets = (
            sum(sizes) for sizes in zip(*((len(a), len(b), c) for _, a, b, c in lost), strict=True)
        )
        line += (
            f"; left out in {_sentences(len(lost))}: words of gold {gold}, of the system {system}, brackets {brackets}"
            f" (sentence {lost[0].sentence + 1}: {lost[0]})"
        )
    say(line)


def _sentences(count: int) -> str:
    return "1 sentence" if count == 1 else f"{count} sentences"


def exit_code(compared: Sequence[Comparison], metrics: Sequence[Metric], strict: bool) -> int:
    """Return 0, 1 for sentences that could not be compared (if strict), 2 if there was nothing to compare."""
    if strict and any((one.status != 0).any() or one.system.problems for one in compared):
        return 1
    if any(not any(one.defined(m).any() for m in metrics) and not one.only_failures for one in compared):
        say("no sentence could be compared")
        return 2
    return 0


def settings_of(comparison: Comparison) -> dict[str, Any]:
    """Return the preparation as it is printed in JSON."""
    preparation = comparison.gold.preparation
    return {"preset": preparation.name, **preparation.to_dict(), "digest": preparation.digest()}


def own_id(comparison: Comparison, position: int) -> dict[str, str]:
    """Return the id that the gold file itself gives a sentence, under ``name``, if it gives one."""
    name = comparison.gold.original.sentence_id(position)
    return {} if name is None or name == str(position + 1) else {"name": name}


def shown_id(row: Mapping[str, Any]) -> str:
    """Return the number of a sentence, and its own id if it has one."""
    return f"{row['id']} ({row['name']})" if "name" in row else str(row["id"])
