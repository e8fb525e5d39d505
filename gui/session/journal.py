"""The journal: every edit of notes and tags, on disk at once, so that a crash costs nothing.

What is being typed is there with every key, as a *draft*: a line like any other, handed to the system but not waited
for, so that a killed program loses nothing and the window does not halt. Drafts stand at the end of the file, and the
edit that they become is written over them. The latest one is never among those that are overwritten, so that there is
no moment at which the text is nowhere.

Windows that have the same gold open share a journal: they write by turns, and each can ask for the news of the others.
What comes of edits that did not know of each other is said in :mod:`.meeting`.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import secrets
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple

from treelens.engine.files import real_path
from treelens.engine.problems import InputError

from .meeting import Entry, after, keys, note_of
from .notes import Note
from .reading import check_version
from .writing import as_json, write_whole

__all__ = ["Journal"]

#: The version of journals that this program writes, and the newest that it reads.
VERSION = 1

_UNFINISHED = b"#"  #: begins a line that was being written over another when the program was killed
_DRAFTS = 32_768  #: bytes of drafts after which new ones are written over old ones
_ON_DISK = 2.0  #: seconds after which a draft is waited for all the same: the power may go, too


class Journal:
    """Every edit, on disk before the next one is made.

    The first line says what the file is; it is there, whole, before anything else. What cannot be read, such as the
    last line where the power went, is passed over and carried along.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self.unreadable = 0  #: how many lines the last :meth:`replay` passed over
        self._by = secrets.token_hex(4)
        self._counting: dict[str, tuple[Entry, ...]] = {}  # by note, as far as the file was read
        self._known: dict[str, tuple[str, ...]] = {}  # the same, as far as whoever asks has heard
        self._untold: set[str] = set()  # notes that others have changed
        self._read_to = _ReadTo()
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
            entries, unreadable = self._read()
        except OSError as error:
            raise InputError(str(self.path), f"cannot be read: {error.strerror}") from None
        self.unreadable = len(unreadable)
        self._counting = _folded(entries)
        self._known = {id: keys(counting) for id, counting in self._counting.items()}
        self._untold = set()
        return [note_of(counting) for counting in self._counting.values()]

    def news(self, held: Callable[[Note], bool] = lambda note: False) -> list[Note]:
        """Return the notes that other windows have changed since the last look; may raise OSError and InputError.

        Those that are *held* come another time: until then, what is written of them here is taken as written by one
        who does not know. What others are typing comes when it is an edit.
        """
        if not self._read_on():  # what was just written here may be among what is not read yet
            return []
        notes = [note_of(self._counting[id]) for id in self._untold]
        told = [note for note in notes if not held(note)]
        self._untold -= {note.id for note in told}
        self._known |= {note.id: keys(self._counting[note.id]) for note in told}
        return told

    def _read_on(self) -> bool:
        """Read what is new in the file, if it is another file now, all of it; say whether that was done.

        One that is being written comes later.
        """
        with contextlib.suppress(BlockingIOError, FileNotFoundError):
            with self.path.open("rb") as file:
                if self._read_to.is_end_of(file):
                    return True
            with self._alone(at_once=True), self.path.open("rb") as file:
                start = self._read_to.place_in(file)
                entries, _ = self._entries(file, start)
                self._fold(entries, anew=not start)
                return True
        return False

    def _fold(self, entries: Iterable[Entry], *, anew: bool) -> None:
        """Take note of edits that were read; what others are typing is none yet."""
        counting = {} if anew else self._counting
        for entry in entries:
            if not entry.draft:
                id = entry.note.id
                counting[id] = after(counting.get(id, ()), entry)
                if entry.by != self._by:
                    self._untold.add(id)
        self._counting = self._counting | counting
        self._untold = {id for id in self._untold if keys(self._counting[id]) != self._known.get(id)}

    def record(self, *notes: Note) -> None:
        """Write notes as they are now, and return when they are on the disk; may raise OSError."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self._alone():
            entries = [self._entry(note) for note in notes]
            self._write(entries, over_drafts=self._drafts.id in {note.id for note in notes}, wait=True)
        self._known |= {entry.note.id: (entry.key,) for entry in entries}
        self._drafts = _Drafts()

    def _entry(self, note: Note, *, draft: bool = False) -> Entry:
        return Entry(note, self._by, self._known.get(note.id, ()), draft)

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
            self._write([self._entry(note, draft=True)], over_drafts=self._drafts.size > _DRAFTS, wait=wait)

    def _write(self, entries: Iterable[Entry], *, over_drafts: bool, wait: bool) -> None:
        self._begin()
        lines = b"".join(as_json(entry.to_dict()) for entry in entries)
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
        """Write the journal anew with only those lines that count, whole or not at all; may raise OSError."""
        if not self.path.exists():
            return
        with self._alone():
            entries, unreadable = self._read()
            lines = [as_json(entry.to_dict()) for counting in _folded(entries).values() for entry in counting]
            write_whole(self.path, b"".join([_new_head(), *lines, *(line + b"\n" for line in unreadable)]))

    def _read(self) -> tuple[list[Entry], list[bytes]]:
        """Return all edits, the oldest first, and all lines that are none."""
        self._read_to = _ReadTo()
        try:
            with self.path.open("rb") as file:
                return self._entries(file, 0)
        except FileNotFoundError:
            return [], []

    def _entries(self, file: BinaryIO, start: int) -> tuple[list[Entry], list[bytes]]:
        """Return the edits from a place in the file on, and all lines that are none; what is read is taken note of."""
        file.seek(start)
        place, drafts = start, None  # where the drafts at the end begin
        entries: list[Entry] = []
        unreadable = []
        for line in file:
            if not place:
                self._check(line.rstrip(b"\n"))
            elif line.startswith(_UNFINISHED):
                drafts = drafts or place
            elif line.strip():
                try:
                    entries.append(Entry.from_dict(json.loads(line)))
                    drafts = (drafts or place) if entries[-1].draft else None
                except (ValueError, RecursionError):
                    unreadable.append(line.rstrip(b"\n"))
            if line.endswith(b"\n"):  # else the rest of it may come
                place += len(line)
        self._read_to = _ReadTo(_head_of(file), place, place if drafts is None else drafts)
        return entries, unreadable

    def _check(self, head: bytes) -> None:
        try:
            version = json.loads(head)["journal"]
        except (ValueError, KeyError, TypeError, RecursionError):
            raise InputError(str(self.path), "is not a journal of Treelens", 1, 1) from None
        check_version(version, VERSION, str(self.path))

    def _begin(self) -> None:
        """Make sure that there is a journal, and that it is one that this program may write to."""
        if not self.path.exists() or not self.path.stat().st_size:
            write_whole(self.path, _new_head())
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


def _new_head() -> bytes:
    """Return the first line of a new file: what it is, and what tells it from all files that had this name before."""
    return as_json({"journal": VERSION, "copy": secrets.token_hex(8)})


def _head_of(file: BinaryIO) -> bytes:
    """Return the first line of a file. Its number on the disk would not do: that of one that is gone is used again."""
    file.seek(0)
    return file.readline(1000)


class _ReadTo(NamedTuple):
    """How far a journal was read: which file it was, where that ended, and from where on it may be another next time.

    Only drafts at the very end are ever written over.
    """

    head: bytes = b""
    end: int = 0
    sure: int = 0

    def is_end_of(self, file: BinaryIO) -> bool:
        """Say whether nothing was written to the file since."""
        size = os.fstat(file.fileno()).st_size
        return size == self.end == self.sure and _head_of(file) == self.head

    def place_in(self, file: BinaryIO) -> int:
        """Return from where on to read; 0: all of it, for it is another file."""
        size = os.fstat(file.fileno()).st_size
        return self.sure if size >= self.sure and _head_of(file) == self.head else 0


class _Drafts:
    """Where the drafts of one note stand at the end of a journal: the places at which their lines begin and end."""

    def __init__(self, id: str = "") -> None:
        self.id = id
        self._places: list[int] = []
        self._head = b""  # of the file; another after a window has written the journal anew

    @property
    def size(self) -> int:
        """How many bytes they take."""
        return self._places[-1] - self._places[0] if self._places else 0

    def place_for(self, size: int, file: BinaryIO) -> tuple[int, int] | None:
        """Return where *size* bytes can stand in the place of drafts, all but the last; None: nowhere."""
        if not self._are_last_in(file):
            return None
        start = self._places[0]
        ends = (end for end in self._places[1:-1] if end - start >= size)
        return next(((start, end) for end in ends), None)

    def add(self, start: int, end: int, file: BinaryIO) -> None:
        """Take note of a draft that was written; what stood from *start* on is gone."""
        if not self._places or start != self._places[-1]:
            self._places = [start]
        self._places.append(end)
        self._head = _head_of(file)

    def _are_last_in(self, file: BinaryIO) -> bool:
        size = os.fstat(file.fileno()).st_size
        return bool(self._places) and size == self._places[-1] and _head_of(file) == self._head


def _folded(entries: Iterable[Entry]) -> dict[str, tuple[Entry, ...]]:
    """Return the edits that count, by note."""
    counting: dict[str, tuple[Entry, ...]] = {}
    for entry in entries:
        counting[entry.note.id] = after(counting.get(entry.note.id, ()), entry)
    return counting


def _append(file: BinaryIO, lines: bytes) -> int:
    """Write lines at the end, and return where that is now; a torn line there does not tear the first of them."""
    file.seek(-1, os.SEEK_END)
    if file.read(1) != b"\n":
        lines = b"\n" + lines
    _write_all(file, lines)
    return file.tell()


def _write_over(file: BinaryIO, lines: bytes, start: int) -> None:
    """Write lines over what stands from *start* on, and let the file end there.

    The first byte comes last. Until then it marks a line that is being written, for half of a new line and half of an
    old one might be taken for what nobody wrote.
    """
    for place, part in ((start, _UNFINISHED), (start + 1, lines[1:]), (start, lines[:1])):
        file.seek(place)
        _write_all(file, part)
    file.truncate(start + len(lines))


def _write_all(file: BinaryIO, data: bytes) -> None:
    while data:
        data = data[file.write(data) :]
