"""Reading a table of systems: CSV, TSV or TOML.

A table of lines has a heading. The column ``path`` names each system's file, from the folder of the table; without it,
``system`` names a file beside the table, its suffix left out. ``name`` and ``family`` are texts, ``parameter`` is a
number. Where there is no column of that name, the first other column that has only numbers is the parameter. What else
there is is kept with the system.

In TOML the same stands as ``[[system]]``, one key a column. Values are texts and numbers; nothing is ever executed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from ..files import is_there, named_in
from ..problems import InputError
from ..scoring import system_names
from ..source import open_source
from ..toml import TomlError, parse_toml
from .cells import read_cells
from .systems import System

__all__ = ["read_systems"]

_SAID = ("path", "system", "name", "family", "parameter")  #: columns with a meaning of their own


class _Entry(NamedTuple):
    """What a table says of one system, and on which line."""

    line: int
    cells: Mapping[str, str]


def read_systems(table: str | Path) -> list[System]:
    """Return the systems of a table in its order; an error names file and line."""
    path = str(table)
    entries = list(_toml(path) if path.lower().endswith(".toml") else _lines(path))
    if not entries:
        raise InputError(path, "names no system")
    files = [_file(path, entry) for entry in entries]
    made_up = system_names(files)
    names = [
        entry.cells.get("name") or entry.cells.get("system") or name
        for entry, name in zip(entries, made_up, strict=True)
    ]
    for place, (entry, name) in enumerate(zip(entries, names, strict=True)):
        if name in names[:place]:
            raise InputError(path, f"a second system is called {name!r}", entry.line, 1)
    parameter = _parameter(entries)
    return [
        System(
            file,
            name,
            entry.cells.get("family", ""),
            _number(path, entry, parameter),
            {column: cell for column, cell in entry.cells.items() if column not in _SAID},
        )
        for file, name, entry in zip(files, names, entries, strict=True)
    ]


def _lines(path: str) -> Iterator[_Entry]:
    found = read_cells(path, ("path", "system"))
    for line, row in zip(found.lines, found.rows, strict=True):
        yield _Entry(line, dict(zip(found.heading, row, strict=True)))


def _toml(path: str) -> Iterator[_Entry]:
    text = open_source(path).data.decode("utf-8")
    try:
        systems = parse_toml(text).get("system")
    except TomlError as error:
        place = re.search(r"line (\d+), column (\d+)", str(error))
        line, column = map(int, place.groups()) if place else (0, 0)
        raise InputError(path, str(error).partition(" (at ")[0], line, column) from None
    if not isinstance(systems, list) or not all(isinstance(one, dict) for one in systems):
        raise InputError(path, "names no [[system]]")
    lines = [number for number, line in enumerate(text.splitlines(), 1) if re.match(r"\s*\[\[\s*system\s*\]\]", line)]
    lines += [1] * (len(systems) - len(lines))  # written in one line, as an array
    for line, system in zip(lines, systems, strict=False):
        yield _Entry(line, {str(key): str(value) for key, value in system.items()})


def _file(path: str, entry: _Entry) -> str:
    """Return the file of a system, which must be there."""
    if named := entry.cells.get("path"):
        found = named_in(path, named)
        if is_there(found):
            return found
        raise InputError(path, f"there is no file {named!r}", entry.line, 1)
    name = entry.cells.get("system", "")
    beside = [one for one in Path(path).parent.iterdir() if one.name.startswith(f"{name}.") and one != Path(path)]
    if len(beside) != 1 or not name:
        what = f"{len(beside)} files" if beside and name else "no file"
        raise InputError(path, f"{what} beside the table for the system {name!r}", entry.line, 1)
    return str(beside[0])


def _parameter(entries: Sequence[_Entry]) -> str | None:
    """Return the column that is the parameter: the one of that name, else the first that has only numbers."""
    columns = entries[0].cells
    if "parameter" in columns:
        return "parameter"
    numbers = (
        column
        for column in columns
        if column not in _SAID and all(_is_number(one.cells.get(column, "")) for one in entries)
    )
    return next(numbers, None)


def _is_number(text: str) -> bool:
    try:
        return float(text) == float(text)
    except ValueError:
        return False


def _number(path: str, entry: _Entry, column: str | None) -> float | None:
    text = entry.cells.get(column, "") if column else ""
    if text and not _is_number(text):
        raise InputError(path, f"the parameter is no number: {text!r}", entry.line, 1)
    return float(text) if text else None
