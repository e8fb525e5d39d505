"""The journal: every edit of notes and tags, on disk at once, so that a crash costs nothing.

What is being typed is there with every key, as a *draft*: a line like any other, handed to the system but not waited
for, so that a killed program loses nothing and the window does not halt. Drafts stand at the end of the file, and the
edit that they become is written over them. The latest one is never among those that are overwritten, so that there is
no moment at which the text is nowhere.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys
import time
from collections.abc import Iterable, Iterator
from io import FileIO
from pathlib import Path

from treelens.engine.files import real_path
from treelens.engine.problems import InputError

from .notes import Note, latest
from .reading import check_version
from .writing import as_json, write_whole

__all__ = ["Journal"]

#: The version of journals that this program writes, and the newest that it reads.
VERSION = 1

_HEAD = b'{"journal": %d}\n' % VERSION
_UNFINISHED = b"#"  #: begins a line that was being written over another when the program was killed
_DRAFTS = 32_768  #: bytes of drafts after which new ones are written over old ones
_ON_DISK = 2.0  #: seconds after which a draft is waited for all the same: the power may go, too


class Journal:
    """Every edit, on disk before the next one is made.

    The first line says what the file is; it is there, whole, before anything else. What cannot be read, such as the
    last line where the power went, is passed over and carried along. Windows that have the same gold open may write
    by turns.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self.unreadable = 0  #: how many lines the last :meth:`replay` passed over
        self._drafts = _Drafts()
        self._on_disk = 0.0  # when something was last waited for

    @classmethod
    def of_gold(cls, gold: str | Path) -> Journal:
        """Return the journal for a gold file, in the user's own data folder."""
        from platformdirs import user_data_path

        name = hashlib.sha256(os.fsencode(real_path(gold))).hexdigest()[:32]
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
        """Write notes as they are now, and return when they are on the disk; may raise OSError."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self._alone():
            self._write(notes, over_drafts=self._drafts.id in {note.id for note in notes}, wait=True)
        self._drafts = _Drafts()

    def draft(self, note: Note) -> None:
        """Write a note as it is while it is typed; may raise OSError.

        It is not waited for more often than every other second. Nor is another window that writes at this moment:
        the next key is soon enough.
        """
        self.path.parent.mkdir(parents=True, exist_ok=True)
        if self._drafts.id != note.id:
            self._drafts = _Drafts(note.id)
        wait = time.monotonic() - self._on_disk > _ON_DISK
        with contextlib.suppress(BlockingIOError), self._alone(at_once=True):
            self._write([note], over_drafts=self._drafts.size > _DRAFTS, wait=wait)

    def _write(self, notes: Iterable[Note], *, over_drafts: bool, wait: bool) -> None:
        self._begin()
        lines = b"".join(as_json(note.to_dict()) for note in notes)
        with self.path.open("r+b", buffering=0) as file:
            place = self._drafts.place_for(len(lines), file) if over_drafts else None
            if place is not None:
                start, end = place
                _write_over(file, lines[:-1].ljust(end - start - 1) + b"\n", start)
            else:
                start = file.seek(0, os.SEEK_END)
                end = _append(file, lines)
            if wait:
                os.fsync(file.fileno())
                self._on_disk = time.monotonic()
            self._drafts.add(start, end, file)

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
            if line.startswith(_UNFINISHED):
                continue
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
    def _alone(self, *, at_once: bool = False) -> Iterator[None]:
        """Keep other windows from writing meanwhile; the lock goes with the process, however that ends.

        *at_once*: raise BlockingIOError where another window has it.
        """
        if sys.platform == "win32":
            yield
            return
        import fcntl

        with self.path.with_name(f"{self.path.name}.lock").open("ab") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | (fcntl.LOCK_NB if at_once else 0))
            yield


class _Drafts:
    """Where the drafts of one note stand at the end of a journal: the places at which their lines begin and end."""

    def __init__(self, id: str = "") -> None:
        self.id = id
        self._places: list[int] = []
        self._file = 0  # its number on the disk; another after a window has written the journal anew

    @property
    def size(self) -> int:
        """How many bytes they take."""
        return self._places[-1] - self._places[0] if self._places else 0

    def place_for(self, size: int, file: FileIO) -> tuple[int, int] | None:
        """Return where *size* bytes can stand in the place of drafts, all but the last; None: nowhere."""
        if not self._are_last_in(file):
            return None
        start = self._places[0]
        ends = (end for end in self._places[1:-1] if end - start >= size)
        return next(((start, end) for end in ends), None)

    def add(self, start: int, end: int, file: FileIO) -> None:
        """Take note of a draft that was written; what stood from *start* on is gone."""
        if not self._places or start != self._places[-1]:
            self._places = [start]
        self._places.append(end)
        self._file = os.fstat(file.fileno()).st_ino

    def _are_last_in(self, file: FileIO) -> bool:
        there = os.fstat(file.fileno())
        return bool(self._places) and (there.st_ino, there.st_size) == (self._file, self._places[-1])


def _append(file: FileIO, lines: bytes) -> int:
    """Write lines at the end, and return where that is now; a torn line there does not tear the first of them."""
    file.seek(-1, os.SEEK_END)
    if file.read(1) != b"\n":
        lines = b"\n" + lines
    _write_all(file, lines)
    return file.tell()


def _write_over(file: FileIO, lines: bytes, start: int) -> None:
    """Write lines over what stands from *start* on, and let the file end there.

    The first byte comes last. Until then it marks a line that is being written, for half of a new line and half of an
    old one might be taken for what nobody wrote.
    """
    for place, part in ((start, _UNFINISHED), (start + 1, lines[1:]), (start, lines[:1])):
        file.seek(place)
        _write_all(file, part)
    file.truncate(start + len(lines))


def _write_all(file: FileIO, data: bytes) -> None:
    while data:
        data = data[file.write(data) :]
