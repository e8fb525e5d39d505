"""Files that are there whole or not at all, and JSON that any script can be written in."""

from __future__ import annotations

import contextlib
import glob
import hashlib
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

__all__ = ["as_json", "digest", "sweep", "write_whole"]

_LEFT_ALONE = 3600  #: seconds after which a file that was never finished is nobody's any more

# It can only be asked by changing it, which no other thread must notice: so once, and early.
_MASK = os.umask(0o077)
os.umask(_MASK)


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
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(_mode(path))
        if last_look is not None:
            last_look()
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    if sys.platform != "win32":  # the new name, too, must survive a power cut
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def sweep(path: Path) -> None:
    """Remove what a program that was killed while it wrote *path* has left beside it."""
    with contextlib.suppress(OSError):  # not worth a word
        for left in path.parent.glob(f".{glob.escape(path.name)}.????????"):
            if time.time() - left.stat().st_mtime > _LEFT_ALONE:
                left.unlink()


def _mode(path: Path) -> int:
    if path.exists():
        return path.stat().st_mode & 0o777
    return 0o666 & ~_MASK
