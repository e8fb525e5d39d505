"""Writing tables of scores: CSV for everybody, Parquet where pyarrow is there (``pip install 'treelens[parquet]'``).

There are two tables. One has a row for each system: its score over the corpus under each measure, macro-averaged
(fragments as they are). The other has a row for each sentence of each system, told by the column ``id``. In both,
shares are in percent and counts as they are; what is undefined is empty. ``family`` and ``parameter`` are those of a
sweep.

They are written system by system, so that no more than one is in memory; :mod:`~treelens.engine.sweep.reading` reads
them back.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from ..csv_text import csv_text
from ..metrics import Metric, Tally, family_of
from ..problems import TreelensError
from ..replacing import replacing
from ..scoring import STATUS_NAMES
from .result import Result
from .systems import System

__all__ = ["OF_SENTENCES", "Columns", "arrow", "score_of", "score_of_tally", "table_writer"]

#: Columns that name a row, with what is in them.
_OF_SYSTEMS: dict[str, type] = {"system": str, "family": str, "parameter": float}
OF_SENTENCES: dict[str, type] = _OF_SYSTEMS | {"id": int, "length": int, "status": str}

_SUFFIXES = (".csv", ".parquet")

Columns = dict[str, Sequence[Any]]
Adder = Callable[[Columns], object]


def score_of(result: Result, metric: Metric) -> float | None:
    """Return a system's score as it stands in tables: macro, or the only one there is; shares in percent."""
    return score_of_tally(result.tallies[metric.name], metric, "macro")


def score_of_tally(tally: Tally, metric: Metric, average: str) -> float | None:
    """Return a score by an average, or by the only one that the measure has; shares in percent."""
    score = tally.macro if average == "macro" and "macro" in family_of(metric).averages else tally.micro
    return 100.0 * score if score is not None and metric.is_share else score


@contextmanager
def table_writer(
    path: Path, metrics: Sequence[Metric], *, by_sentence: bool
) -> Iterator[Callable[[System, Result], object]]:
    """Open a table, and yield what adds a system to it; the file is there when all is written, or not at all."""
    suffix = path.suffix.lower()
    if suffix not in _SUFFIXES:
        raise TreelensError(f"{path}: a table of scores is a file {' or '.join('*' + one for one in _SUFFIXES)}")
    kinds = (OF_SENTENCES if by_sentence else _OF_SYSTEMS) | {metric.name: float for metric in metrics}
    columns = _of_sentences if by_sentence else _of_system
    try:
        with replacing(path) as file, (_parquet if suffix == ".parquet" else _csv)(file, kinds) as add:
            yield lambda system, result: add(columns(system, result, metrics))
    except OSError as error:
        raise TreelensError(f"{path}: cannot be written: {error.strerror or error}") from None


def _of_system(system: System, result: Result, metrics: Sequence[Metric]) -> Columns:
    named: Columns = {"system": [system.name], "family": [system.family], "parameter": [system.parameter]}
    return named | {metric.name: [score_of(result, metric)] for metric in metrics}


def _of_sentences(system: System, result: Result, metrics: Sequence[Metric]) -> Columns:
    size = len(result.status)
    named: Columns = {
        "system": [system.name] * size,
        "family": [system.family] * size,
        "parameter": [system.parameter] * size,
        "id": range(1, size + 1),
        "length": result.lengths.tolist(),
        "status": [STATUS_NAMES[status] for status in result.status.tolist()],
    }
    for metric in metrics:
        scores = result.scores[metric.name] * (100.0 if metric.is_share else 1.0)
        named[metric.name] = [None if score != score else score for score in scores.tolist()]
    return named


@contextmanager
def _csv(file: BinaryIO, kinds: dict[str, type]) -> Iterator[Adder]:
    text = io.TextIOWrapper(file, encoding="utf-8", errors="surrogateescape", newline="")
    text.write(csv_text([list(kinds)]))
    yield lambda columns: text.write(csv_text(zip(*columns.values(), strict=True)))
    text.detach()


@contextmanager
def _parquet(file: BinaryIO, kinds: dict[str, type]) -> Iterator[Adder]:
    lib, parquet = arrow()
    types = {str: lib.string(), int: lib.int64(), float: lib.float64()}
    schema = lib.schema([(name, types[kind]) for name, kind in kinds.items()])
    with parquet.ParquetWriter(file, schema) as writer:
        yield lambda columns: writer.write_table(lib.table(columns, schema=schema))


def arrow() -> tuple[Any, Any]:
    """Return pyarrow and its part for Parquet, or say how to get them."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise TreelensError("Parquet needs pyarrow: pip install 'treelens[parquet]'") from None
    return pyarrow, parquet
