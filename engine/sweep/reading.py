"""Reading tables of scores back: those that were written here, and any with a column ``system`` and one a measure.

Shares are in percent and counts as they are. A table with a column ``id`` has a row for each sentence of each system.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..agreement import Scores
from ..metrics import METRICS, family_of
from ..problems import InputError
from ..source import open_source
from .systems import System
from .writing import OF_SENTENCES, OF_SYSTEMS, Columns, arrow

__all__ = ["Table", "read_table"]


@dataclass(frozen=True)
class Table:
    """A table of scores as it was read, by columns: texts for what names a row, numbers for measures."""

    path: str
    names: dict[str, list[str]]
    scores: dict[str, NDArray[np.float64]]

    @property
    def by_sentence(self) -> bool:
        """Whether its rows are sentences."""
        return "id" in self.names

    @property
    def systems(self) -> list[System]:
        """The systems in it, with family and parameter where it says them."""
        found: dict[str, System] = {}
        for name, family, parameter in zip(*(self._named(column) for column in OF_SYSTEMS), strict=True):
            found.setdefault(name, System("", name, family, float(parameter) if parameter else None))
        return list(found.values())

    def _named(self, column: str) -> list[str]:
        return self.names.get(column) or [""] * len(self.names["system"])

    @property
    def only_over_corpus(self) -> list[str]:
        """Measures that are no mean over sentences, so that a table of these does not tell the score of a system."""
        known = [name for name in self.scores if self.by_sentence and name in METRICS]
        return [name for name in known if family_of(METRICS[name]).only_over_corpus]

    @cached_property
    def rows(self) -> dict[str, list[int]]:
        """The rows of each system."""
        found: dict[str, list[int]] = {}
        for row, name in enumerate(self.names["system"]):
            found.setdefault(name, []).append(row)
        return found

    def over_systems(self) -> Scores:
        """Return the scores of systems: of a table of sentences the means, without measures that are none."""
        columns = {name: column for name, column in self.scores.items() if name not in self.only_over_corpus}
        return Scores.of(
            {
                system: {name: _mean(column[rows]) for name, column in columns.items()}
                for system, rows in self.rows.items()
            },
            list(columns),
        )


def _mean(column: NDArray[np.float64]) -> float:
    known = column[~np.isnan(column)]
    return float(known.mean()) if len(known) else float("nan")


def read_table(path: str | Path) -> Table:
    """Read a table that was written here, or any with a column ``system`` and one column a measure."""
    path = str(path)
    columns = _parquet_columns(path) if path.lower().endswith(".parquet") else _csv_columns(path)
    if "system" not in columns:
        raise InputError(path, "the heading names no column 'system'", 1, 1)
    measures = [name for name in columns if name not in OF_SENTENCES]
    if not measures or not columns["system"]:
        raise InputError(path, "holds no score")
    names = {
        name: ["" if cell is None else str(cell) for cell in columns[name]] for name in columns if name in OF_SENTENCES
    }
    if "id" not in names and len(set(names["system"])) < len(names["system"]):
        twice = next(place for place, name in enumerate(names["system"]) if name in names["system"][:place])
        raise InputError(path, f"a second row for the system {names['system'][twice]!r}", twice + 2, 1)
    return Table(path, names, {name: _numbers(path, name, columns[name]) for name in measures})


def _csv_columns(path: str) -> Columns:
    rows = csv.reader(io.StringIO(open_source(path).data.decode("utf-8")))
    header = [cell.strip() for cell in next(rows, [])]
    cells: list[list[str]] = []
    for row in rows:
        if row and len(row) != len(header):
            raise InputError(path, f"{len(row)} cells under a heading of {len(header)}", rows.line_num, 1)
        if row:
            cells.append([cell.strip() for cell in row])
    return (
        dict(zip(header, map(list, zip(*cells, strict=True)), strict=True)) if cells else {name: [] for name in header}
    )


def _parquet_columns(path: str) -> Columns:
    lib, parquet = arrow()
    try:
        found: Columns = parquet.read_table(path).to_pydict()
    except (OSError, lib.ArrowException) as error:
        raise InputError(path, f"cannot be read as Parquet: {error}") from None
    return found


def _numbers(path: str, name: str, cells: Sequence[Any]) -> NDArray[np.float64]:
    """Return a column of scores, NaN where there is none."""
    made = np.full(len(cells), np.nan)
    for place, cell in enumerate(cells):
        if cell is None or cell in ("", "n/a", "null"):
            continue
        try:
            made[place] = float(cell)
        except (TypeError, ValueError):
            raise InputError(path, f"the score under {name!r} is no number: {cell!r}", place + 2, 1) from None
    return made
