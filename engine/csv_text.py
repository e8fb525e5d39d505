"""Tables as comma-separated values."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any

__all__ = ["csv_text"]


def csv_text(rows: Iterable[Sequence[Any]]) -> str:
    r"""Return rows as comma-separated values, a line each; None is an empty field.

    A field is quoted where it has the end of a line in it, by the habits of any system: Python's writer asks only for
    its own, and Python's reader then stumbles over a carriage return.

    >>> csv_text([["a", None], ["b\rc", 1]])
    'a,\n"b\rc",1\n'
    """
    lines = []
    line = io.StringIO()
    writer = csv.writer(line, lineterminator="\r\n")
    for row in rows:
        writer.writerow(row)
        lines.append(line.getvalue().removesuffix("\r\n"))
        line.seek(0)
        line.truncate()
    return "".join(f"{one}\n" for one in lines)
