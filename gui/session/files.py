"""The session file: one JSON object that says what is open, what was looked at, and all that was said about it.

Version 2 is version 1 with more in its place: the ranking has a name instead of a number, and columns, view options and
the system of the third pane are told. Version 3 tells of a suite and of recognisers of phenomena; a session that has
neither is written as version 2, which older programs read, too.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from treelens.engine.files import is_there, named_in, read_file, real_path
from treelens.engine.phenomena import library_names
from treelens.engine.prepare import Preparation
from treelens.engine.problems import InputError, TreelensError

from .notes import Note
from .places import Place
from .reading import check_version, parsed, taken, texts
from .writing import as_json, digest, write_whole

__all__ = ["Phenomena", "Session", "load", "refuse_trees", "save", "serialised"]

#: The newest version of sessions that this program reads, and the one that it writes where there are no phenomena.
VERSION, PLAIN = 3, 2


@dataclass(frozen=True)
class Phenomena:
    """The suite that is open, and the recognisers that were chosen, each with the file of trees that it is for.

    A recogniser is one that comes with the program, by its name, or a file.
    """

    suite: str = ""
    recognisers: tuple[tuple[str, str], ...] = ()

    def __bool__(self) -> bool:
        """Say whether there is anything to tell."""
        return bool(self.suite or self.recognisers)

    def to_dict(self, folder: Path) -> dict[str, Any]:
        """Return them as they stand in a session in *folder*."""
        rules = {_relative(trees, folder): _rules(name, _relative, folder) for trees, name in self.recognisers}
        return {"suite": _relative(self.suite, folder) if self.suite else "", "recognisers": rules}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any], session: Path) -> Phenomena:
        """Make them of what :meth:`to_dict` returned and stands in the file *session*."""
        suite, rules = taken(values, "suite", str, ""), taken(values, "recognisers", dict, {})
        found = {trees: taken(rules, trees, str) for trees in rules}
        pairs = tuple((_absolute(trees, session), _rules(name, _absolute, session)) for trees, name in found.items())
        return cls(_absolute(suite, session) if suite else "", pairs)


def _rules(name: str, path: Callable[[str, Path], str], seen_from: Path) -> str:
    """Return a recogniser's name as it is, or its file as *path* has it."""
    return name if name in library_names() else path(name, seen_from)


@dataclass(frozen=True)
class Session:
    """All that is open, with all that was said about it. Paths are absolute here, and relative in the file."""

    gold: str
    systems: tuple[str, ...]
    preparation: Preparation
    place: Place = field(default_factory=Place)
    notes: tuple[Note, ...] = ()
    error_style: str = ""  #: by which labels errors have which kind; none: as fits gold
    phenomena: Phenomena = field(default_factory=Phenomena)
    #: of the file, byte for byte, as :func:`load` found it or :func:`save` left it; no part of what is said
    digest: str = field(default="", compare=False, repr=False)


def load(path: str | Path) -> Session:
    """Read a session; raise InputError where it is none, is damaged, or is newer than this program."""
    data = read_file(path)
    values = _session_values(data, path)
    real = real_path(path)
    try:
        settings = taken(values, "settings", dict)
        return Session(
            gold=_absolute(taken(values, "gold", str), real),
            systems=tuple(_absolute(system, real) for system in texts(values, "systems")),
            preparation=Preparation.from_dict({"name": "session"} | settings),
            place=Place.from_dict(taken(values, "place", dict, {})),
            notes=tuple(Note.from_dict(note) for note in taken(values, "notes", list, [])),
            error_style=taken(values, "error_style", str, ""),
            phenomena=Phenomena.from_dict(taken(values, "phenomena", dict, {}), real),
            digest=digest(data),
        )
    except (ValueError, TreelensError) as error:
        raise InputError(str(path), f"is not a sound session: {error}") from None


def save(session: Session, path: str | Path) -> Session:
    """Write a session, whole or not at all, and return it with the digest of the file.

    Nothing is written over but a session that this program can read.
    """
    target = real_path(path)
    refuse_trees(session, target)
    try:
        if is_there(target) and target.stat().st_size:
            try:
                _session_values(read_file(path), path)
            except InputError as error:
                raise TreelensError(f"will not be overwritten; choose another name: {error}") from None
        data = serialised(session, target.parent)
        write_whole(target, data)
    except OSError as error:
        raise TreelensError(f"{path}: cannot be written: {error.strerror}") from None
    return replace(session, digest=digest(data))


def serialised(session: Session, folder: Path) -> bytes:
    """Return the content of a session file in *folder*.

    Each note has a line of its own, so that two states of a file can be compared; and, where there are 100,000, so
    that no single call keeps the window's thread waiting.
    """
    values = {
        "treelens": VERSION if session.phenomena else PLAIN,
        "gold": _relative(session.gold, folder),
        "systems": [_relative(system, folder) for system in session.systems],
        "settings": session.preparation.to_dict(),
        "place": session.place.to_dict(),
    }
    if session.error_style:
        values["error_style"] = session.error_style
    if session.phenomena:
        values["phenomena"] = session.phenomena.to_dict(folder)
    lines = [b"\n  " + as_json(note.to_dict()).rstrip(b"\n") for note in session.notes]
    head = as_json(values, indent=1).removesuffix(b"\n}\n")
    return head + b',\n "notes": [' + b",".join(lines) + (b"\n ]" if lines else b"]") + b"\n}\n"


def refuse_trees(session: Session, target: Path) -> None:
    """Raise TreelensError where a session would be written over one of its own files of trees."""
    if any(_same(target, Path(tree)) for tree in (session.gold, *session.systems)):
        raise TreelensError(f"{target}: is a file of trees and will not be overwritten")


def _session_values(data: bytes, path: str | Path) -> dict[str, Any]:
    values = parsed(data, str(path))
    if not isinstance(values, dict) or "treelens" not in values:
        raise InputError(str(path), "is not a session of Treelens")
    check_version(values["treelens"], VERSION, str(path))
    return values


def _relative(path: str, folder: Path) -> str:
    """Say where a file is, seen from *folder*; absolute if it is on another drive."""
    real = _in_real_folder(path)
    try:
        return Path(os.path.relpath(real, folder)).as_posix()
    except ValueError:  # another drive
        return real.as_posix()


def _absolute(name: str, session: Path) -> str:
    return os.path.normpath(named_in(session, name))


def _in_real_folder(path: str) -> Path:
    """Resolve links to folders, so that both ways to a folder give one path, but not a link to the file itself."""
    whole = Path(os.path.abspath(path))  # noqa: PTH100  (resolve() would follow the last link)
    return real_path(whole.parent) / whole.name


def _same(one: Path, other: Path) -> bool:
    return one == real_path(other) or (is_there(one) and is_there(other) and one.samefile(other))
