"""Counts on disk, so that opening the same files again costs nothing.

An entry is named by a hash of all that decides it: the contents of both files, the preparation, how sentences were
paired, the family of measures and the version of the program. Entries hold plain arrays, never code; one that cannot be
read is as good as none.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["Cache", "user_cache"]

Arrays = Mapping[str, NDArray[Any]]


class Cache:
    """A folder of entries, the oldest of which go when there are too many."""

    def __init__(self, folder: Path, most: int = 2000) -> None:
        self.folder = folder
        self.most = most

    @staticmethod
    def key(*parts: str) -> str:
        """Return the name of an entry."""
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()

    def load(self, key: str) -> dict[str, NDArray[Any]] | None:
        """Return an entry, or None."""
        try:
            with self._path(key).open("rb") as raw, np.load(raw, allow_pickle=False) as file:
                entry = {name: file[name] for name in file.files}
            os.utime(self._path(key))
        except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
            return None
        return entry

    def save(self, key: str, entry: Arrays) -> None:
        """Keep an entry; a full disk or a folder that cannot be written to is no error."""
        with contextlib.suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=self.folder, suffix=".part")
            try:
                with os.fdopen(handle, "wb") as file:
                    np.savez(file, **{name: np.asarray(array) for name, array in entry.items()})  # type: ignore[arg-type]
                Path(name).replace(self._path(key))
            except BaseException:
                Path(name).unlink(missing_ok=True)
                raise
            self._make_room()

    def _path(self, key: str) -> Path:
        return self.folder / f"{key}.npz"

    def _make_room(self) -> None:
        entries = sorted(self.folder.glob("*.npz"), key=lambda path: path.stat().st_mtime)
        for path in entries[: -self.most]:
            path.unlink(missing_ok=True)


def user_cache() -> Cache:
    """Return the cache of the user who runs the program."""
    from platformdirs import user_cache_path

    return Cache(user_cache_path("treelens") / "counts")
