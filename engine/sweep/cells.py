"""Tables of text: CSV, or the same with tabs or semicolons."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ..problems import InputError
from ..source import open_source

__all__ = ["Cells", "read_cells", "rows_of"]


class Cells(NamedTuple):
    """A heading, and below it rows of as many cells, each with the line it stands on."""

    heading: list[str]
    rows: list[list[str]]
    lines: list[int]


def read_cells(path: str, needed: Sequence[str]) -> Cells:
    """Read a table whose heading has one of the columns that are needed; blank lines are passed over."""
    text = open_source(path).data.decode("utf-8")
    first = text.partition("\n")[0]
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=max(",\t;", key=first.count))
    found = Cells([cell.strip() for cell in next(rows_of(path, reader), [])], [], [])
    if not set(needed) & set(found.heading):
        raise InputError(path, f"the heading names no column {' nor '.join(map(repr, needed))}", 1, 1, first)
    for row in rows_of(path, reader):
        if not any(cell.strip() for cell in row):
            continue
        if len(row) != len(found.heading):
            raise InputError(path, f"{len(row)} cells under a heading of {len(found.heading)}", reader.line_num, 1)
        found.rows.append([cell.strip() for cell in row])
        found.lines.append(reader.line_num)
    return found


def rows_of(path: str, reader: Any) -> Iterator[list[str]]:
    """Yield the rows of a table; Python's reader refuses cells that are too large to be any."""
    try:
        yield from reader
    except csv.Error as error:
        raise InputError(path, f"is not a table: {error}", reader.line_num, 1) from None
