"""Reading and comparing what a command was given, and telling what was wrong with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from .. import remarks
from ..formats import load
from ..metrics import Metric
from ..prepare import Prepared, prepare
from ..scoring import Comparison, compare, system_names
from ..treebank import Treebank
from .meanings import count_meanings
from .output import say
from .progress import progress
from .settings import Settings

__all__ = [
    "compare_all",
    "exit_code",
    "load_all",
    "own_id",
    "settings_of",
    "shown_id",
    "tell_problems",
]


def load_all(paths: Sequence[str], settings: Settings, *, by_line: bool) -> list[Treebank]:
    """Read files side by side; *by_line* reads brackets as EVALB does."""

    def one(path: str) -> Treebank:
        return load(path, settings.from_, by_line=by_line)

    if settings.cores == 1:
        return list(progress(map(one, paths), len(paths), "reading"))
    with ThreadPoolExecutor(min(settings.cores, len(paths))) as pool:
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
    each = (compare(prepared, bank, preparation, settings.pair, settings.cores) for bank in banks[1:])
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
