"""Tables of text: CSV, or the same with tabs or semicolons."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from typing import NamedTuple

from ..problems import InputError
from ..source import open_source

__all__ = ["Cells", "read_cells"]


class Cells(NamedTuple):
    """A heading, and below it rows of as many cells, each with the line it stands on."""

    heading: list[str]
    rows: list[list[str]]
    lines: list[int]


def read_cells(path: str, needed: Sequence[str]) -> Cells:
    """Read a table whose heading has one of the columns that are needed; blank lines are passed over."""
    text = open_source(path).data.decode("utf-8")
    first = text.partition("\n")[0]
    reader = csv.reader(text.splitlines(keepends=True), delimiter=max(",\t;", key=first.count))
    found = Cells([cell.strip() for cell in next(reader, [])], [], [])
    if not set(needed) & set(found.heading):
        raise InputError(path, f"the heading names no column {' nor '.join(map(repr, needed))}", 1, 1, first)
    for row in reader:
        if not any(cell.strip() for cell in row):
            continue
        if len(row) != len(found.heading):
            raise InputError(path, f"{len(row)} cells under a heading of {len(found.heading)}", reader.line_num, 1)
        found.rows.append([cell.strip() for cell in row])
        found.lines.append(reader.line_num)
    return found
