"""Where results go: tables, CSV and JSON, to standard output or to a file that is written whole or not at all."""

from __future__ import annotations

import json
import sys
import textwrap
from collections.abc import Collection, Iterable, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from ..csv_text import csv_text
from ..files import is_file, is_there
from ..problems import TreelensError
from ..replacing import replacing
from .terminal import harmless

__all__ = ["as_csv", "as_json", "as_table", "as_text", "check_output", "emit", "say"]

_WIDTH = 100  #: characters of a line of text


def as_table(header: Sequence[str], rows: Iterable[Sequence[str]], left: Collection[int] = (0,)) -> str:
    """Align columns: those in *left* to the left, the others to the right; headings may have several lines.

    >>> print(as_table(["system", "zero-\\ncrossing"], [["a", "9.00"], ["bcd", "10.00"]]), end="")
               zero-
    system  crossing
    a           9.00
    bcd        10.00
    """
    heads = [harmless(cell).split("\n") for cell in header]
    height = max(map(len, heads))
    tops = [[""] * (height - len(cell)) + cell for cell in heads]
    lines = [*map(list, zip(*tops, strict=True)), *([harmless(cell, in_line=True) for cell in row] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "".join(_aligned(line, widths, left) for line in lines)


def _aligned(line: Sequence[str], widths: Sequence[int], left: Collection[int]) -> str:
    cells = [
        cell.ljust(width) if place in left else cell.rjust(width)
        for place, (cell, width) in enumerate(zip(line, widths, strict=True))
    ]
    return "  ".join(cells).rstrip() + "\n"


def as_text(sentences: str) -> str:
    """Break what is told below a table into lines."""
    return textwrap.fill(harmless(sentences), _WIDTH) + "\n"


def as_csv(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Write comma-separated values; None is an empty field."""
    return csv_text(chain([header], rows))


def as_json(value: Any) -> str:
    """Write JSON as UTF-8 text, indented by two."""
    text = json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False) + "\n"
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")  # JSON has no place for other bytes


def emit(text: str | Iterable[str], output: Path | None, inputs: Iterable[str] = ()) -> None:
    """Print *text*, whole or in pieces, or write it to *output*: into a new file that takes its place when complete.

    A terminal gets it with all signs shown that are no text; files and pipes get what there is.
    """
    parts: Iterable[str] = [text] if isinstance(text, str) else text
    if output is None and sys.stdout.isatty():
        parts = map(harmless, parts)
    pieces = (piece.encode("utf-8", "surrogateescape") for piece in parts)
    if output is None:
        sys.stdout.flush()
        sys.stdout.buffer.writelines(pieces)
        sys.stdout.buffer.flush()
        return
    check_output(output, inputs)
    try:
        if is_there(output) and not is_file(output):  # a device or a pipe: nothing to put in its place
            with output.open("wb") as file:
                file.writelines(pieces)
        else:
            with replacing(output) as file:
                file.writelines(pieces)
    except OSError as error:
        raise TreelensError(f"{output}: cannot be written: {error.strerror}") from None


def check_output(output: Path, inputs: Iterable[str]) -> None:
    """Refuse to write to one of the inputs."""
    if is_there(output) and any(output.samefile(path) for path in inputs if is_there(path)):
        raise TreelensError(f"{output}: is one of the inputs and will not be overwritten")


def say(*lines: str) -> None:
    """Print to standard error, bytes that are no text as they came; nothing in it is a command to a terminal."""
    data = "".join(f"{harmless(line)}\n" for line in lines).encode("utf-8", "surrogateescape")
    sys.stderr.flush()
    sys.stderr.buffer.write(data)
    sys.stderr.buffer.flush()
