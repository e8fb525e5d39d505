"""The journal: every edit of notes and tags, on disk at once, so that a crash costs nothing."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from treelens.engine.problems import InputError

from .notes import Note, latest
from .reading import check_version
from .writing import as_json, write_whole

__all__ = ["Journal"]

#: The version of journals that this program writes, and the newest that it reads.
VERSION = 1

_HEAD = b'{"journal": %d}\n' % VERSION


class Journal:
    """Every edit, on disk before the next one is made.

    The first line says what the file is; it is there, whole, before anything else. What cannot be read, such as the
    last line where the power went, is passed over and carried along. Windows that have the same gold open may write
    by turns.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self.unreadable = 0  #: how many lines the last :meth:`replay` passed over

    @classmethod
    def of_gold(cls, gold: str | Path) -> Journal:
        """Return the journal for a gold file, in the user's own data folder."""
        from platformdirs import user_data_path

        name = hashlib.sha256(os.fsencode(Path(gold).resolve())).hexdigest()[:32]
        return cls(user_data_path("treelens") / "journal" / f"{name}.jsonl")

    def replay(self) -> list[Note]:
        """Return every note in its latest state; none if there is no journal yet."""
        try:
            notes, unreadable = self._read()
        except OSError as error:
            raise InputError(str(self.path), f"cannot be read: {error.strerror}") from None
        self.unreadable = len(unreadable)
        return latest(notes)

    def record(self, *notes: Note) -> None:
        """Append notes as they are now, and return when they are on the disk; may raise OSError."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        lines = b"".join(as_json(note.to_dict()) for note in notes)
        with self._alone():
            self._begin()
            with self.path.open("a+b", buffering=0) as file:
                file.seek(-1, os.SEEK_END)
                if file.read(1) != b"\n":  # a torn line: the new one must not be torn with it
                    lines = b"\n" + lines
                while lines:
                    lines = lines[file.write(lines) :]
                os.fsync(file.fileno())

    def compact(self) -> None:
        """Write the journal anew with one line a note, whole or not at all; may raise OSError."""
        if not self.path.exists():
            return
        with self._alone():
            notes, unreadable = self._read()
            lines = [as_json(note.to_dict()) for note in latest(notes)]
            write_whole(self.path, b"".join([_HEAD, *lines, *(line + b"\n" for line in unreadable)]))

    def _read(self) -> tuple[list[Note], list[bytes]]:
        """Return all notes, the oldest first, and all lines that are none."""
        try:
            data = self.path.read_bytes()
        except FileNotFoundError:
            return [], []
        if not data:
            return [], []
        head, *lines = data.split(b"\n")
        self._check(head)
        notes, unreadable = [], []
        for line in filter(None, lines):
            try:
                notes.append(Note.from_dict(json.loads(line)))
            except (ValueError, RecursionError):
                unreadable.append(line)
        return notes, unreadable

    def _check(self, head: bytes) -> None:
        try:
            version = json.loads(head)["journal"]
        except (ValueError, KeyError, TypeError, RecursionError):
            raise InputError(str(self.path), "is not a journal of Treelens", 1, 1) from None
        check_version(version, VERSION, str(self.path))

    def _begin(self) -> None:
        """Make sure that there is a journal, and that it is one that this program may write to."""
        if not self.path.exists() or not self.path.stat().st_size:
            write_whole(self.path, _HEAD)
            return
        with self.path.open("rb") as file:
            self._check(file.readline(1000).rstrip(b"\n"))

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """Keep other windows from writing meanwhile; the lock goes with the process, however that ends."""
        if sys.platform == "win32":
            yield
            return
        import fcntl

        with self.path.with_name(f"{self.path.name}.lock").open("ab") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
