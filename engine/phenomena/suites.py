"""Suites: sentences and the phenomena they have.

A suite is a TOML file with a ``[[sentence]]`` for each: ``id``, ``text``, ``phenomena`` (all it has), ``core`` (what it
is about), ``errors`` (what a parser that goes wrong is likely to make of it), ``weight``; and, if names should count
more or less than others, a table ``[weights]``. Or it is a table of tab-separated columns with the same names in its
first line, where names in one cell are parted by ``;``, ``,`` or ``|``.

>>> suite = Suite((Item("1", "Kim gave Sandy a book.", core=("dative shift",), errors=("noun compound",)),))
>>> print(suite_text(suite), end="")
[[sentence]]
id = "1"
text = "Kim gave Sandy a book."
core = ["dative shift"]
errors = ["noun compound"]
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ..formats.lines import lines
from ..problems import InputError, TreelensError
from ..replacing import replacing
from ..source import Source, open_source
from .scores import Expected
from .tables import TomlFile

__all__ = ["Item", "Suite", "read_suite", "suite_table", "suite_text", "toml_value", "write_suite"]

_LISTS = ("phenomena", "core", "errors")
_KEYS = ("id", "text", *_LISTS, "weight")
_COLUMNS = {
    "sentence": "id",
    "number": "id",
    "phenomenon": "core",
    "error": "errors",
    "likely error": "errors",
    "likely errors": "errors",
}
_PARTED = re.compile(r"\s*[;,|]\s*")


@dataclass(frozen=True)
class Item:
    """A sentence of a suite; None is what the suite does not say of it."""

    id: str
    text: str = ""
    phenomena: tuple[str, ...] | None = None
    core: tuple[str, ...] | None = None
    errors: tuple[str, ...] = ()
    weight: float = 1.0
    more: Mapping[str, Any] = field(default_factory=dict)  #: what else stands there; kept when it is written again

    @property
    def expected(self) -> Expected:
        """What is expected of a parse."""
        phenomena = None if self.phenomena is None else frozenset(self.phenomena)
        core = None if self.core is None else frozenset(self.core)
        return Expected(phenomena, core, frozenset(self.errors), self.weight)


@dataclass(frozen=True)
class Suite:
    """Sentences with their phenomena, and what each phenomenon weighs if not 1."""

    items: tuple[Item, ...] = ()
    weights: Mapping[str, float] = field(default_factory=dict)
    path: str = ""

    def __len__(self) -> int:
        return len(self.items)

    def names(self) -> list[str]:
        """Return the names of all phenomena that occur, in the order in which they do."""
        found = (name for item in self.items for key in _LISTS for name in getattr(item, key) or ())
        return list(dict.fromkeys(found))

    def with_item(self, item: Item) -> Suite:
        """Return the suite with an item put in the place of the one with the same id, or behind all others."""
        kept = [item if one.id == item.id else one for one in self.items]
        return replace(self, items=tuple(kept if item in kept else [*kept, item]))

    def without(self, id: str) -> Suite:
        """Return the suite without the item that has this id."""
        return replace(self, items=tuple(one for one in self.items if one.id != id))


def read_suite(path: str | Path) -> Suite:
    """Read a suite; raise :class:`InputError`, with line and column, where it is wrong."""
    source = open_source(path)
    begin = source.text(0, len(source.data)).lstrip()
    is_table = str(path).lower().endswith((".tsv", ".tab")) or "\t" in begin.partition("\n")[0]
    made = _read_table(source) if is_table else _read_toml(TomlFile(source))
    if not made.items:
        raise InputError(source.path, "holds no sentence")
    return made


# TOML.


def _read_toml(file: TomlFile) -> Suite:
    rows = file.values.get("sentence", [])
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        file.fail("expected [[sentence]] with id, text, phenomena, core and errors", key="sentence")
    weights = file.values.get("weights", {})
    if not isinstance(weights, dict):
        file.fail("[weights] takes a number for each phenomenon", key="weights")
    for name, value in weights.items():
        if not _is_weight(value):
            file.fail(f"the weight of {name} is not a number of 0 or more", key=name)
    items: list[Item] = []
    for number, row in enumerate(rows):
        items.append(_toml_item(file, number, row))
        if items[-1].id in (one.id for one in items[:-1]):
            file.fail(f"there is a second sentence {items[-1].id}", "sentence", number, "id")
    return Suite(tuple(items), {name: float(value) for name, value in weights.items()}, file.source.path)


def _toml_item(file: TomlFile, number: int, row: Mapping[str, Any]) -> Item:
    for key in row:
        near = difflib.get_close_matches(key, _KEYS, n=1, cutoff=0.75)
        if key not in _KEYS and near:
            file.fail(f"a sentence has no {key}; did you mean {near[0]}?", "sentence", number, key)
    id, text, weight = row.get("id", number + 1), row.get("text", ""), row.get("weight", 1.0)
    if not isinstance(id, str | int) or isinstance(id, bool):
        file.fail("an id is a text or a whole number", "sentence", number, "id")
    if not isinstance(text, str):
        file.fail("text takes the sentence in quotes", "sentence", number, "text")
    if not _is_weight(weight):
        file.fail("weight takes a number of 0 or more", "sentence", number, "weight")
    lists = {key: _names(file, number, key, row[key]) for key in _LISTS if key in row}
    more = {key: value for key, value in row.items() if key not in _KEYS}
    return Item(str(id), text, weight=float(weight), more=more, **lists)


def _names(file: TomlFile, number: int, key: str, value: Any) -> tuple[str, ...]:
    names = [value] if isinstance(value, str) else value
    if not isinstance(names, list) or not all(isinstance(name, str) and name.strip() for name in names):
        file.fail(f"{key} takes a list of names of phenomena", "sentence", number, key)
    return tuple(dict.fromkeys(name.strip() for name in names))


def _is_weight(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < float("inf")


# Tables.


def _read_table(source: Source) -> Suite:
    rows = list(_rows(source))
    if not rows:
        raise InputError(source.path, "holds no sentence: the file is empty")
    number, header = rows[0]
    names = [name.strip().lower().replace("_", " ") for name in header]
    columns = [_COLUMNS.get(name, name) for name in names]
    if not set(columns) & set(_LISTS):
        message = f"expected the names of columns: {', '.join(_KEYS)}"
        raise InputError(source.path, message, number, 1, source.line(number))
    items: list[Item] = []
    for number, cells in rows[1:]:
        items.append(_row_item(source, number, columns, cells, len(items)))
        if items[-1].id in (one.id for one in items[:-1]):
            message = f"there is a second sentence {items[-1].id}"
            raise InputError(source.path, message, number, 1, source.line(number))
    return Suite(tuple(items), path=source.path)


def _rows(source: Source) -> Iterator[tuple[int, list[str]]]:
    for line in lines(source):
        if line.text.strip() and not line.text.startswith("#"):
            yield line.number, line.text.split("\t")


def _row_item(source: Source, line: int, columns: list[str], cells: list[str], before: int) -> Item:
    if len(cells) > len(columns):
        column = sum(len(cell) + 1 for cell in cells[: len(columns)]) + 1
        raise InputError(source.path, f"there are only {len(columns)} columns", line, column, source.line(line))
    found = {name: cell.strip() for name, cell in zip(columns, cells, strict=False) if cell.strip()}
    lists = {key: tuple(dict.fromkeys(filter(None, _PARTED.split(found[key])))) for key in _LISTS if key in found}
    try:
        weight = float(found.get("weight", 1))
    except ValueError:
        weight = -1.0
    if not _is_weight(weight):
        place = columns.index("weight")
        column = sum(len(cell) + 1 for cell in cells[:place]) + 1
        raise InputError(source.path, "weight takes a number of 0 or more", line, column, source.line(line))
    return Item(found.get("id", str(before + 1)), found.get("text", ""), weight=weight, more={}, **lists)


# Writing.


def suite_text(suite: Suite) -> str:
    """Return a suite as TOML; reading it back gives the same suite."""
    parts = []
    if suite.weights:
        parts.append("[weights]\n" + "".join(f"{_string(name)} = {value!r}\n" for name, value in suite.weights.items()))
    parts += map(_item_text, suite.items)
    return "\n".join(parts)


def _item_text(item: Item) -> str:
    values: dict[str, Any] = {"id": item.id, "text": item.text or None}
    values |= {"phenomena": item.phenomena, "core": item.core, "errors": item.errors or None}
    values |= {"weight": item.weight if item.weight != 1 else None, **item.more}
    said = [f"{_key(key)} = {toml_value(value)}\n" for key, value in values.items() if value is not None]
    return "[[sentence]]\n" + "".join(said)


def _key(text: str) -> str:
    return text if re.fullmatch(r"[A-Za-z0-9_-]+", text) else _string(text)


def toml_value(value: Any) -> str:
    """Return a value as TOML."""
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(toml_value, value))}]"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_key(key)} = {toml_value(inside)}" for key, inside in value.items()) + "}"
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)  # numbers and dates


def _string(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def suite_table(suite: Suite) -> str:
    """Return a suite as a table of tab-separated columns; raise TreelensError where a table cannot hold all it says.

    >>> suite_table(Suite((Item("1", "Kim ran.", core=("verb",)),))).split("\\n")[1].split("\\t")
    ['1', 'Kim ran.', '', 'verb', '', '1']
    """
    if suite.weights or any(item.more for item in suite.items):
        raise TreelensError("a table holds neither weights of phenomena nor keys of your own: save the suite as TOML")
    written = ["\t".join(_KEYS)]
    for item in suite.items:
        names = ["; ".join(getattr(item, key) or ()) for key in _LISTS]
        cells = [item.id, item.text, *names, f"{item.weight:g}"]
        odd = [name for key in _LISTS for name in getattr(item, key) or () if _PARTED.search(name)]
        if odd or any(re.search(r"[\t\n\r]", cell) for cell in cells) or item.id.startswith("#"):
            raise TreelensError(f"sentence {item.id} cannot stand in a table: save the suite as TOML")
        written.append("\t".join(cells))
    return "\n".join(written) + "\n"


def write_suite(suite: Suite, path: str | Path) -> None:
    """Write a suite, whole or not at all: a table if the name says so (``.tsv``, ``.tab``), else TOML."""
    is_table = str(path).lower().endswith((".tsv", ".tab"))
    text = suite_table(suite) if is_table else suite_text(suite)
    with replacing(Path(path)) as file:
        file.write(text.encode("utf-8"))
