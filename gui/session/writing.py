"""Files that are there whole or not at all, and JSON that any script can be written in."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from treelens.engine.replacing import replacing

__all__ = ["as_json", "digest", "write_whole"]


def as_json(value: Any, indent: int | None = None) -> bytes:
    """Write JSON, readable in any script; bytes that were no UTF-8 in the trees become escapes and come back."""
    text = json.dumps(value, ensure_ascii=False, indent=indent, allow_nan=False) + "\n"
    return text.encode("utf-8", "backslashreplace")


def digest(data: bytes) -> str:
    """Return what tells one content of a file from any other."""
    return hashlib.sha256(data).hexdigest()


def write_whole(path: Path, data: bytes, last_look: Callable[[], None] | None = None) -> None:
    """Put a file in the place of *path* once it is complete and on the disk.

    *last_look* is called when all that is left is to change the name; if it raises, *path* stays as it is.
    """
    with replacing(path, last_look) as file:
        file.write(data)
