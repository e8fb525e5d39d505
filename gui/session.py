"""What a person adds to the trees, and how it is kept: notes, tags, and the place where one was. No Qt in here.

A *session* is one JSON file, ``*.treelens``: which files are open, by paths relative to it, how they are compared,
what was looked at, and all notes. It is written whole or not at all, and only over another session.

A *journal* keeps every single edit on disk before the next one is made, so that a crash costs nothing: lines of JSON
that are only ever appended. Each line holds a note as it is after the edit; the latest line for a note counts.

A *note* belongs to a sentence by number **and** by words. Where the file was re-ordered since, it follows its words;
where the words are gone it is an orphan, which is kept and saved like any other. Notes have a name of their own
(``id``), so that a session and a journal that both know a note agree on it: the one changed last is right. A note that
was emptied stays as such, for it must win over an older session that still has its text.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys
import tempfile
import time
import uuid
import weakref
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from types import MappingProxyType, MethodType
from typing import Any, Literal, Protocol

from treelens.engine.prepare import Preparation
from treelens.engine.problems import InputError, TreelensError

__all__ = ["Journal", "Note", "NotesStore", "Place", "Session", "attach", "latest", "load", "save"]

#: The version of sessions and journals that this program writes, and the newest that it reads.
VERSION = 1

Part = Literal["note", "tags"]


# --- values -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Note:
    """What a person said about a sentence: some text, some tags, both or neither."""

    sentence: int  #: counted from 0; in files from 1, as people see it
    words: str  #: the words of the sentence, which prove that it is the one that was meant
    text: str = ""
    tags: tuple[str, ...] = ()
    changed: int = 0  #: when, in milliseconds since 1970
    id: str = field(default_factory=lambda: uuid.uuid4().hex)

    def __bool__(self) -> bool:
        """Say whether there is anything in it."""
        return bool(self.text or self.tags)

    def to_dict(self) -> dict[str, Any]:
        """Return the note as it stands in a file."""
        return {
            "sentence": self.sentence + 1,
            "words": self.words,
            "note": self.text,
            "tags": list(self.tags),
            "changed": self.changed,
            "id": self.id,
        }

    @classmethod
    def from_dict(cls, values: Any) -> Note:
        """Make a note of what :meth:`to_dict` returned; one written by hand needs only the number.

        >>> Note.from_dict({"sentence": 15, "tags": ["figure 3"]}).tags
        ('figure 3',)
        """
        values = _taken({"note": values}, "note", dict)
        number = _taken(values, "sentence", int)
        if number < 1:
            raise ValueError(f'"sentence" is counted from 1, and {number} is less')
        words = _taken(values, "words", str, "")
        made = hashlib.sha256(f"{number}\0{words}".encode("utf-8", "surrogatepass")).hexdigest()[:32]
        return cls(
            sentence=number - 1,
            words=words,
            text=_taken(values, "note", str, ""),
            tags=_texts(values, "tags"),
            changed=_taken(values, "changed", int, 0),
            id=_taken(values, "id", str, made),
        )


@dataclass(frozen=True)
class Place:
    """What was looked at, and how."""

    sentence: int = 0
    system: int = 0
    alignment: str = "e"
    layout: str = "side"
    ranking: int = 0
    filter: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return the place as it stands in a file: the sentence is counted from 1 there."""
        return asdict(self) | {"sentence": self.sentence + 1}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Place:
        """Make a place of what :meth:`to_dict` returned; what is left out has its default, and no number is below 0."""
        known: dict[str, Any] = asdict(cls()) | {"sentence": 1}
        found: dict[str, Any] = {name: _taken(values, name, type(default), default) for name, default in known.items()}
        found["sentence"] -= 1
        for name in ("sentence", "system", "ranking"):
            found[name] = max(0, found[name])
        return cls(**found)


@dataclass(frozen=True)
class Session:
    """All that is open, with all that was said about it. Paths are absolute here, and relative in the file."""

    gold: str
    systems: tuple[str, ...]
    preparation: Preparation
    place: Place = Place()
    notes: tuple[Note, ...] = ()


def latest(notes: Iterable[Note]) -> list[Note]:
    """Keep of each note the state that was changed last; of two changed at once, the later in the list.

    >>> first = Note(0, "a b", "draft", changed=1)
    >>> [note.text for note in latest([first, replace(first, text="final", changed=2), first])]
    ['final']
    """
    found: dict[str, Note] = {}
    for note in notes:
        if note.id not in found or note.changed >= found[note.id].changed:
            found[note.id] = note
    return list(found.values())


def attach(notes: Iterable[Note], count: int, words_of: Callable[[int], str]) -> tuple[list[Note], list[Note]]:
    """Find the sentence of each note among *count* sentences: return those that have one, and orphans.

    A note stays where its number and its words agree. Another goes to the nearest sentence with the same words that
    has no note yet. Several notes may stay at one sentence, but none is moved on top of another.

    >>> words = ["c d", "a b"]
    >>> placed, orphans = attach([Note(0, "a b", "mine"), Note(1, "e f", "lost")], 2, words.__getitem__)
    >>> [(note.sentence, note.text) for note in placed], [note.text for note in orphans]
    ([(1, 'mine')], ['lost'])
    """
    placed: list[Note] = []
    astray: list[Note] = []
    for note in notes:
        at_home = note.sentence < count and words_of(note.sentence) == note.words
        (placed if at_home else astray).append(note)
    wanted = {note.words for note in astray} - {""}
    taken = {note.sentence for note in placed}
    free: dict[str, list[int]] = {}
    for sentence in range(count) if wanted else ():  # every word of the file: only where something moved
        if sentence not in taken and (words := words_of(sentence)) in wanted:
            free.setdefault(words, []).append(sentence)
    orphans = []
    for note in astray:
        if choices := free.get(note.words):
            nearest = min(choices, key=lambda sentence: abs(sentence - note.sentence))
            choices.remove(nearest)
            placed.append(replace(note, sentence=nearest))
        else:
            orphans.append(note)
    return placed, orphans


# --- the session file -------------------------------------------------------------------------------------------------


def load(path: str | Path) -> Session:
    """Read a session; raise InputError where it is none, is damaged, or is newer than this program."""
    values = _session_values(path)
    folder = Path(path).resolve().parent
    try:
        settings = _taken(values, "settings", dict)
        return Session(
            gold=_absolute(_taken(values, "gold", str), folder),
            systems=tuple(_absolute(system, folder) for system in _texts(values, "systems")),
            preparation=Preparation.from_dict({"name": "session"} | settings),
            place=Place.from_dict(_taken(values, "place", dict, {})),
            notes=tuple(Note.from_dict(note) for note in _taken(values, "notes", list, [])),
        )
    except (ValueError, TreelensError) as error:
        raise InputError(str(path), f"is not a sound session: {error}") from None


def save(session: Session, path: str | Path) -> None:
    """Write a session, whole or not at all; refuse to write over anything but a session that this program can read."""
    target = Path(path).resolve()
    if any(_same(target, Path(tree)) for tree in (session.gold, *session.systems)):
        raise TreelensError(f"{path}: is a file of trees and will not be overwritten")
    try:
        if target.exists() and target.stat().st_size:
            try:
                _session_values(path)
            except InputError as error:
                raise TreelensError(f"will not be overwritten; choose another name: {error}") from None
        _write_whole(target, _json(_as_values(session, target.parent), indent=1))
    except OSError as error:
        raise TreelensError(f"{path}: cannot be written: {error.strerror}") from None


def _as_values(session: Session, folder: Path) -> dict[str, Any]:
    return {
        "treelens": VERSION,
        "gold": _relative(session.gold, folder),
        "systems": [_relative(system, folder) for system in session.systems],
        "settings": session.preparation.to_dict(),
        "place": session.place.to_dict(),
        "notes": [note.to_dict() for note in session.notes],
    }


def _session_values(path: str | Path) -> dict[str, Any]:
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise InputError(str(path), f"cannot be read: {error.strerror}") from None
    values = _parsed(data, str(path))
    if not isinstance(values, dict) or "treelens" not in values:
        raise InputError(str(path), "is not a session of Treelens")
    _check_version(values["treelens"], str(path))
    return values


def _parsed(data: bytes, path: str) -> Any:
    """Read JSON; say where it is broken."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        before = data[data.rfind(b"\n", 0, error.start) + 1 : error.start].decode("utf-8", "replace")
        raise InputError(path, "is not UTF-8", line, len(before) + 1) from None
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        excerpt = text[text.rfind("\n", 0, error.pos) + 1 :].partition("\n")[0]
        raise InputError(path, f"is not sound JSON: {error.msg}", error.lineno, error.colno, excerpt) from None
    except (ValueError, RecursionError):
        raise InputError(path, "is not a session of Treelens") from None


def _check_version(version: Any, path: str) -> None:
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise InputError(path, f'"treelens" should be a version from 1 to {VERSION}')
    if version > VERSION:
        raise InputError(
            path, f"was written by a newer Treelens (version {version}; this one reads {VERSION}). It is left as it is"
        )


def _relative(path: str, folder: Path) -> str:
    """Say where a file is, seen from *folder*; absolute if it is on another drive."""
    real = _in_real_folder(path)
    try:
        return Path(os.path.relpath(real, folder)).as_posix()
    except ValueError:  # another drive
        return real.as_posix()


def _absolute(path: str, folder: Path) -> str:
    return os.path.normpath(folder / path)


def _in_real_folder(path: str) -> Path:
    """Resolve links to folders, so that both ways to a folder give one path, but not a link to the file itself."""
    whole = Path(os.path.abspath(path))  # noqa: PTH100  (resolve() would follow the last link)
    return whole.parent.resolve() / whole.name


def _same(one: Path, other: Path) -> bool:
    return one == other.resolve() or (one.exists() and other.exists() and one.samefile(other))


# --- the journal ------------------------------------------------------------------------------------------------------


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
        lines = b"".join(_json(note.to_dict()) for note in notes)
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
            lines = [_json(note.to_dict()) for note in latest(notes)]
            _write_whole(self.path, b"".join([_HEAD, *lines, *(line + b"\n" for line in unreadable)]))

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
        _check_version(version, str(self.path))

    def _begin(self) -> None:
        """Make sure that there is a journal, and that it is one that this program may write to."""
        if not self.path.exists() or not self.path.stat().st_size:
            _write_whole(self.path, _HEAD)
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


_HEAD = b'{"journal": %d}\n' % VERSION


# --- notes in use -----------------------------------------------------------------------------------------------------


class Observer(Protocol):
    """What is called after a change."""

    def __call__(self, sentence: int, part: Part, /) -> None:
        """Take note of a sentence whose note or tags changed."""


class NotesStore:
    """The notes and tags of what is open; every change is in the journal before anyone hears of it.

    *words_of* gives the words of a sentence as one text; *notes* are a session's. Where the journal cannot be written,
    nothing is lost while the program runs: *trouble* says why, and the next change tries again with all that is due.

    >>> store = NotesStore(2, ["a b", "c d"].__getitem__)
    >>> store.add_tag(1, "figure 3"), store.add_tag(1, "figure 3")
    (True, False)
    >>> dict(store.tags)
    {1: ('figure 3',)}
    """

    def __init__(
        self,
        count: int,
        words_of: Callable[[int], str],
        journal: Journal | None = None,
        notes: Iterable[Note] = (),
    ) -> None:
        self.journal = journal
        self.trouble = ""
        self.orphans: list[Note] = []  #: notes on sentences that are not in the file
        self._words_of = words_of
        self._notes: dict[int, Note] = {}
        self._tags: dict[int, tuple[str, ...]] = {}
        self._gone: list[Note] = []
        self._due: dict[str, Note] = {}
        self._observers: list[Callable[[], Observer | None]] = []
        self._take(latest([*notes, *self._replayed()]), count)

    @classmethod
    def for_gold(cls, gold: str, count: int, words_of: Callable[[int], str], notes: Iterable[Note] = ()) -> NotesStore:
        """Return the notes on a gold file: a session's, and what the file's own journal knows."""
        return cls(count, words_of, Journal.of_gold(gold), notes)

    # asking

    @property
    def tags(self) -> Mapping[int, tuple[str, ...]]:
        """The tags of every sentence that has any: a view that follows changes."""
        return MappingProxyType(self._tags)

    def note(self, sentence: int) -> str:
        """Return the note on a sentence."""
        return self._notes[sentence].text if sentence in self._notes else ""

    def tags_of(self, sentence: int) -> tuple[str, ...]:
        """Return the tags of a sentence in the order in which they were given."""
        return self._tags.get(sentence, ())

    def tags_in_use(self) -> list[str]:
        """Return all tags, the most frequent first."""
        counts = Counter(tag for tags in self._tags.values() for tag in tags)
        return sorted(counts, key=lambda tag: (-counts[tag], tag))

    def noted(self) -> list[int]:
        """Return the sentences that have a note or a tag."""
        return sorted(sentence for sentence, note in self._notes.items() if note)

    def notes(self) -> tuple[Note, ...]:
        """Return everything that a session keeps: notes, orphans, and what was emptied."""
        own = [self._notes[sentence] for sentence in sorted(self._notes)]
        return (*own, *self.orphans, *self._gone)

    # changing

    def set_note(self, sentence: int, text: str) -> bool:
        """Write a note; say whether that changes anything."""
        if text == self.note(sentence):
            return False
        self._put(replace(self._own(sentence), text=text), "note")
        return True

    def add_tag(self, sentence: int, tag: str) -> bool:
        """Give a sentence a tag; say whether it is new."""
        tag = " ".join(tag.split())
        return bool(tag) and self.set_tags(sentence, (*self.tags_of(sentence), tag))

    def remove_tag(self, sentence: int, tag: str) -> bool:
        """Take a tag away; say whether it was there."""
        return self.set_tags(sentence, [other for other in self.tags_of(sentence) if other != tag])

    def set_tags(self, sentence: int, tags: Sequence[str]) -> bool:
        """Give a sentence these tags and no others; say whether that changes anything."""
        wanted = tuple(dict.fromkeys(tags))
        if wanted == self.tags_of(sentence):
            return False
        self._put(replace(self._own(sentence), tags=wanted), "tags")
        return True

    def observe(self, observer: Observer) -> Callable[[], None]:
        """Call *observer* after every change, until what is returned is called; a method does not keep its object."""
        entry: Callable[[], Observer | None] = lambda: observer  # noqa: E731
        if isinstance(observer, MethodType):
            entry = weakref.WeakMethod(observer)
        self._observers.append(entry)
        return lambda: self._observers.remove(entry) if entry in self._observers else None

    def _own(self, sentence: int) -> Note:
        note = self._notes.get(sentence)
        return Note(sentence, self._words_of(sentence)) if note is None else note  # an emptied one goes on

    def _put(self, note: Note, part: Part) -> None:
        note = replace(note, changed=max(time.time_ns() // 1_000_000, note.changed + 1))  # a clock may be set back
        self._keep(note)
        self._record(note)
        for entry in list(self._observers):
            if observer := entry():
                observer(note.sentence, part)
            elif entry in self._observers:
                self._observers.remove(entry)

    def _keep(self, note: Note) -> None:
        self._notes[note.sentence] = note
        if note.tags:
            self._tags[note.sentence] = note.tags
        else:
            self._tags.pop(note.sentence, None)

    def _record(self, *notes: Note) -> None:
        if self.journal is None:
            return
        self._due |= {note.id: note for note in notes}
        try:
            self.journal.record(*self._due.values())
        except OSError as error:
            self.trouble = f"{self.journal.path}: cannot be written: {error.strerror}"
        except TreelensError as error:
            self.trouble = str(error)
        else:
            self._due.clear()
            self.trouble = ""

    def _replayed(self) -> list[Note]:
        """Return what the journal knows; one that cannot be read is no reason not to open the trees."""
        try:
            return self.journal.replay() if self.journal else []
        except InputError as error:
            self.trouble = str(error)
            return []

    def _take(self, notes: list[Note], count: int) -> None:
        """Give every note its sentence; write down those that were moved or joined."""
        before = {note.id: note for note in notes}
        self._gone = [note for note in notes if not note]
        placed, self.orphans = attach(filter(None, notes), count, self._words_of)
        for note in sorted(placed, key=lambda note: note.changed):
            if there := self._notes.get(note.sentence):
                self._gone.append(replace(there, text="", tags=(), changed=there.changed + 1))
                note = _joined(there, note)
            self._keep(note)
        now = [*self._notes.values(), *self._gone]
        if changed := [note for note in now if note != before[note.id]]:
            self._record(*changed)


def _joined(one: Note, other: Note) -> Note:
    """Make one of two notes that were written on a sentence apart from each other; it goes on as *other*."""
    texts = dict.fromkeys(text for text in (one.text, other.text) if text)
    tags = tuple(dict.fromkeys(one.tags + other.tags))
    return replace(other, text="\n\n".join(texts), tags=tags, changed=max(one.changed, other.changed) + 1)


# --- reading and writing ----------------------------------------------------------------------------------------------


def _json(value: Any, indent: int | None = None) -> bytes:
    """Write JSON, readable in any script; bytes that were no UTF-8 in the trees become escapes and come back."""
    text = json.dumps(value, ensure_ascii=False, indent=indent, allow_nan=False) + "\n"
    return text.encode("utf-8", "backslashreplace")


def _write_whole(path: Path, data: bytes) -> None:
    """Put a file in the place of *path* once it is complete and on the disk."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(_mode(path))
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


def _mode(path: Path) -> int:
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


_KINDS: dict[type, str] = {
    str: "a text",
    int: "a whole number",
    list: "a list",
    dict: "an object with named values",
}
_MISSING: Any = object()


def _taken(values: Mapping[str, Any], key: str, kind: type, default: Any = _MISSING) -> Any:
    """Return an entry of the right type; raise ValueError in words."""
    value = values.get(key, default)
    if value is _MISSING:
        raise ValueError(f'there is no "{key}"')
    if not isinstance(value, kind) or isinstance(value, bool):
        raise ValueError(f'"{key}" should be {_KINDS[kind]}')
    return value


def _texts(values: Mapping[str, Any], key: str) -> tuple[str, ...]:
    found = _taken(values, key, list, [])
    if not all(isinstance(item, str) for item in found):
        raise ValueError(f'"{key}" should be a list of texts')
    return tuple(dict.fromkeys(found)) if key == "tags" else tuple(found)
