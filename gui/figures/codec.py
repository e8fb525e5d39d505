"""What the formats of figures have in common: a record of what they are, and where they write to."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from ..session.writing import write_whole

__all__ = ["Info", "sink"]


@dataclass(frozen=True)
class Info:
    """A format of figures: its name, what people call it, the endings of its files, and its media type."""

    name: str
    title: str
    endings: tuple[str, ...]
    media: str


@contextmanager
def sink(target: str | Path | BinaryIO) -> Iterator[io.BytesIO]:
    """Collect bytes, and write them to a path or an open file when all went well: no half a figure is left behind."""
    collected = io.BytesIO()
    yield collected
    if not isinstance(target, (str, Path)):
        target.write(collected.getvalue())
        return
    path = Path(target).resolve()
    if path.exists() and not path.is_file():  # a device or a pipe: nothing to put in its place
        path.write_bytes(collected.getvalue())
    else:
        write_whole(path, collected.getvalue())
