"""Reading tables of scores back: those that were written here, and any with a column ``system`` and one a measure.

Shares are in percent and counts as they are. A table with a column ``id`` has a row for each sentence of each system.
"""

from __future__ import annotations

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
from .cells import read_cells
from .systems import System
from .writing import OF_SENTENCES, Columns, arrow

__all__ = ["Table", "read_table"]

Floats = NDArray[np.float64]

_CELLS, _PACKED = 5_000_000, 100  #: cells that any Parquet file may hold, and how many a byte of a larger one

_NOTHING = (None, "", "n/a", "null")  #: how tables say that there is no score


@dataclass(frozen=True)
class Table:
    """A table of scores as it was read, by columns: texts for what names a row, numbers for measures."""

    path: str
    names: dict[str, list[str]]
    parameters: Floats
    scores: dict[str, Floats]

    @property
    def by_sentence(self) -> bool:
        """Whether its rows are sentences."""
        return "id" in self.names

    @property
    def systems(self) -> list[System]:
        """The systems in it, with family and parameter where it says them."""
        families = self.names.get("family") or [""] * len(self.parameters)
        return [
            System("", name, families[rows[0]], None if np.isnan(one := self.parameters[rows[0]]) else float(one))
            for name, rows in self.rows.items()
        ]

    @property
    def only_over_corpus(self) -> list[str]:
        """Measures that are no mean over sentences, so that a table of these does not tell the score of a system."""
        known = [name for name in self.scores if self.by_sentence and name in METRICS]
        return [name for name in known if "macro" not in family_of(METRICS[name]).averages]

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


def _mean(column: Floats) -> float:
    known = column[~np.isnan(column)]
    return float(known.mean()) if len(known) else float("nan")


def read_table(path: str | Path) -> Table:
    """Read a table that was written here, or any with a column ``system`` and one column a measure."""
    path = str(path)
    columns, lines = _parquet_columns(path) if path.lower().endswith(".parquet") else _csv_columns(path)
    measures = [name for name in columns if name not in OF_SENTENCES]
    if not measures or not lines:
        raise InputError(path, "holds no score")
    names = {
        name: ["" if cell is None else str(cell) for cell in column]
        for name, column in columns.items()
        if OF_SENTENCES.get(name, float) is not float
    }
    scores = {name: _numbers(path, name, columns[name], lines) for name in measures}
    table = Table(path, names, _numbers(path, "parameter", columns.get("parameter", [""] * len(lines)), lines), scores)
    for name, rows in table.rows.items():
        if len(rows) > 1 and not table.by_sentence:
            raise InputError(path, f"a second row for the system {name!r}", lines[rows[1]], 1)
    return table


def _csv_columns(path: str) -> tuple[Columns, Sequence[int]]:
    heading, rows, lines = read_cells(path, ["system"])
    return {name: [row[place] for row in rows] for place, name in enumerate(heading)}, lines


def _parquet_columns(path: str) -> tuple[Columns, Sequence[int]]:
    lib, parquet = arrow()
    try:
        with parquet.ParquetFile(path) as file:
            cells = file.metadata.num_rows * file.metadata.num_columns
            if cells > max(_CELLS, _PACKED * Path(path).stat().st_size):
                raise InputError(path, f"holds {cells:,} cells, far more than a file of its size should")
            columns: Columns = file.read().to_pydict()
    except (OSError, ValueError, lib.ArrowException) as error:  # names of columns may be no text
        raise InputError(path, f"cannot be read as Parquet: {error}") from None
    if "system" not in columns:
        raise InputError(path, "has no column 'system'")
    return columns, range(1, len(columns["system"]) + 1)


def _numbers(path: str, name: str, cells: Sequence[Any], lines: Sequence[int]) -> Floats:
    """Return a column of numbers, NaN where there is none."""
    made = np.full(len(cells), np.nan)
    for place, cell in enumerate(cells):
        if cell in _NOTHING:
            continue
        try:
            made[place] = float(cell)
        except (TypeError, ValueError, OverflowError):
            made[place] = np.inf
        if np.isinf(made[place]):
            raise InputError(path, f"no number under {name!r}: {cell!r}", lines[place], 1)
    return made
