"""Counts on disk, so that opening the same files again costs nothing.

An entry is named by a hash of all that decides it: the contents of both files, the preparation, how sentences were
paired, the family of measures and the version of the program. Entries hold plain arrays, never code; one that cannot be
read is as good as none.

Whole numbers are kept in as few bytes as they need. Measured on newspaper sentences under all measures of trees, that
is a pair of trees in 150 bytes instead of 470, and 680 more for fragments, whose counts are too large to be narrowed.
(Compressing those to a sixth takes three times as long as counting them.) So the usual 4 GB hold about 28 million pairs
without fragments, 5 million with them; of a larger sweep, what was counted first is gone when it ends.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .narrow import narrowed
from .replacing import replacing, sweep

__all__ = ["Cache", "user_cache"]

Arrays = Mapping[str, NDArray[Any]]

_FORM = "3"  #: of entries: to be raised when they, or the columns that measures count, change
_NAMES = "columns"


@cache
def _program() -> str:
    """Return the version of the program."""
    from importlib.metadata import version  # takes long to import

    return version("treelens")


class Cache:
    """A folder of entries, the oldest of which go when they take more than *most* bytes."""

    def __init__(self, folder: Path, most: int = 4 << 30) -> None:
        self.folder = folder
        self.most = most
        self._saved = most  # bytes since room was last made: look at the first entry what is there

    @staticmethod
    def key(*parts: str) -> str:
        """Return the name of an entry that is decided by these parts, and by the version of the program."""
        return hashlib.sha256("\0".join((_FORM, _program(), *parts)).encode()).hexdigest()

    def load(self, key: str) -> dict[str, NDArray[Any]] | None:
        """Return an entry, or None."""
        try:
            with self._path(key).open("rb") as raw, np.load(raw, allow_pickle=False) as file:
                columns = {name: file[name] for name in file.files}
            if columns.pop(_NAMES).tobytes() != _names(columns).tobytes():
                return None
            entry = dict(_widened(*column) for column in columns.items())
            os.utime(self._path(key))
        except Exception:  # whatever a damaged file makes of those who read it
            return None
        return entry

    def save(self, key: str, entry: Arrays) -> None:
        """Keep an entry; a full disk or a folder that cannot be written to is no error."""
        with contextlib.suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            with replacing(self._path(key), durable=False) as file:
                columns = dict(_narrowed(*column) for column in entry.items())
                np.savez(file, **columns | {_NAMES: _names(columns)})  # type: ignore[arg-type]
                self._saved += file.tell()
            self._make_room()

    def _path(self, key: str) -> Path:
        return self.folder / f"{key}.npz"

    def _make_room(self) -> None:
        """Let the oldest entries go; looking at all of them takes long, so only when a twentieth of the room is new."""
        if self._saved < self.most / 20:
            return
        self._saved = room = 0
        sweep(self.folder, "*.npz")
        for when, size, path in sorted(map(_age, self.folder.glob("*.npz")), reverse=True):
            room += size
            if when and room > self.most:
                path.unlink(missing_ok=True)


def _age(path: Path) -> tuple[float, int, Path]:
    """Return when an entry was last used and how large it is; zeros if it has just gone."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return 0.0, 0, path
    return found.st_mtime, found.st_size, path


def _names(columns: Arrays) -> NDArray[np.uint8]:
    """Return the names of columns as one more: the file's own list of what it holds may be damaged unnoticed."""
    return np.frombuffer("\n".join(sorted(columns)).encode(), dtype=np.uint8)


def _narrowed(name: str, array: NDArray[Any]) -> tuple[str, NDArray[Any]]:
    """Return whole numbers in as few bytes as they need, under a name that says what they were.

    >>> name, few = _narrowed("gold", np.array([3, -200]))
    >>> name, few.dtype.name, _widened(name, few)
    ('gold:int64', 'int16', ('gold', array([   3, -200])))
    """
    array = np.asarray(array)
    return f"{name}:{array.dtype.name}", narrowed(array)


def _widened(name: str, array: NDArray[Any]) -> tuple[str, NDArray[Any]]:
    name, _, kind = name.rpartition(":")
    return name, array.astype(np.dtype(kind), copy=False)


def user_cache() -> Cache:
    """Return the cache of the user who runs the program."""
    from platformdirs import user_cache_path

    return Cache(user_cache_path("treelens") / "counts")
