"""What kind of table a file is: one of systems, or one of scores."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Literal

from ..metrics import METRICS
from ..problems import TreelensError
from ..scoring import system_names
from ..source import open_source
from .cells import rows_of
from .listing import read_systems
from .systems import System, files_of

__all__ = ["kind_of_table", "named_systems"]

_TEXT = (".csv", ".tsv")


def kind_of_table(path: str) -> Literal["systems", "scores"] | None:
    """Return what a table is of, None for a file that is no table.

    Parquet holds scores and TOML systems. Tables of text are told apart by their headings: one that names files is of
    systems, one that names measures of scores; any other is of systems if their files are there.
    """
    suffix = Path(path).suffix.lower()
    if suffix in (".parquet", ".toml"):
        return "scores" if suffix == ".parquet" else "systems"
    if suffix not in _TEXT:
        return None
    heading = _heading(path)
    if "path" in heading:
        return "systems"
    if any(name in METRICS for name in heading):
        return "scores"
    try:
        read_systems(path)
    except TreelensError:
        return "scores" if "system" in heading else "systems"
    return "systems"


def _heading(path: str) -> list[str]:
    first = open_source(path).data.decode("utf-8", "replace").partition("\n")[0]
    reader = csv.reader([first], delimiter=max(",\t;", key=first.count))
    return [cell.strip() for cell in next(rows_of(path, reader), [])]


def named_systems(arguments: list[str], gold: str) -> list[System]:
    """Return the systems that files, folders, patterns and tables of systems name, in their order.

    A system of a table is called as that says, others after their files; of a file that is named twice, a table's word
    counts.
    """
    found: dict[str, System | None] = {}
    for argument in arguments:
        if kind_of_table(argument) == "systems":
            found |= {system.path: system for system in read_systems(argument)}
        else:
            for path in files_of(argument, [gold]):
                found.setdefault(path, None)
    names = system_names(list(found))
    given = [system.name for system in found.values() if system is not None]
    called = [
        system.name if system is not None and given.count(system.name) == 1 else name
        for system, name in zip(found.values(), names, strict=True)
    ]
    return [
        System(path, name) if system is None else System(path, name, system.family, system.parameter, system.more)
        for (path, system), name in zip(found.items(), called, strict=True)
    ]
