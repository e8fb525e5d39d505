"""A session file that is written again and again while one works, and never over what somebody else wrote.

Two windows, a program that synchronises folders, a colleague on the same drive: each may write a session that is open
here. What the file should hold is known byte for byte, so a look just before writing tells. Times and sizes are not
asked: they differ after a mere copy, and can be equal where a file was changed.

Where the file is a session on the same gold still, both are put together: of each setting, what was changed since the
file was last known here, and of each note what was changed last. Anything else is not touched.
"""

from __future__ import annotations

import glob
from dataclasses import fields, replace
from pathlib import Path
from typing import NamedTuple

from treelens.engine.files import real_path
from treelens.engine.problems import TreelensError
from treelens.engine.replacing import sweep

from .files import Session, load, refuse_trees, serialised
from .notes import latest
from .writing import digest, write_whole

__all__ = ["ConflictError", "KeptFile", "Written", "put_together"]

_CHANGED = "{}: was changed by another program or window since it was opened here"
_TIMES = 20  #: how often it is tried to be the last to write


class ConflictError(TreelensError):
    """A session file holds what somebody else wrote, which cannot be put together with what is here."""


class _ChangedError(Exception):
    """Somebody else wrote at the last moment."""


class Written(NamedTuple):
    """What a file says now, and whether another window has a part in it."""

    session: Session
    joined: bool


class KeptFile:
    """A session file, and what is known of it.

    *session* is as :func:`~treelens.gui.session.load` or :func:`~treelens.gui.session.save` returned it. One call at a
    time, from any thread.
    """

    def __init__(self, path: str | Path, session: Session) -> None:
        self.path = str(path)
        self._target = real_path(path)
        sweep(self._target.parent, glob.escape(self._target.name))
        self._own = session  # as it was last given here
        self._there = session  # as it is in the file, with its digest
        self._said = ""  # the digest of *_there* in this program's own form; a file may say the same in another

    def is_at(self, path: str | Path) -> bool:
        """Say whether this is the file at *path*."""
        return real_path(path) == self._target

    def is_about(self, session: Session) -> bool:
        """Say whether *session* is on the same gold; notes on another would be out of place in this file."""
        return real_path(session.gold) == real_path(self._own.gold)

    def has(self, session: Session) -> bool:
        """Say, without looking at the disk, whether the file says already what *session* does."""
        return session == self._own

    def completed(self, session: Session) -> Session:
        """Return *session* with the notes that only this file knows.

        No note goes out of a session by itself, for one that was deleted stays there, emptied. So one that is missing
        was never shown to whoever made *session*, and is not theirs to drop.
        """
        if not self.is_about(session):
            return session
        there = {note.id for note in session.notes}
        missing = tuple(note for note in self._there.notes if note.id not in there)
        return replace(session, notes=session.notes + missing) if missing else session

    def write(self, session: Session) -> Written | None:
        """Bring the file up to date, whole or not at all; None if there was nothing to write.

        Raise ConflictError where the file is no longer a session on this gold, and TreelensError where it cannot be
        written. One that was deleted is written anew: nobody's work is under it.
        """
        if self.has(session):
            return None
        refuse_trees(session, self._target)
        joined = False
        for _ in range(_TIMES):
            joined |= self._read_again()
            new = self.completed(put_together(session, self._own, self._there))
            data = serialised(new, self._target.parent)
            self._said = self._said or digest(serialised(self._there, self._target.parent))
            try:
                if digest(data) != self._said:
                    write_whole(self._target, data, self._look)
            except OSError as error:
                raise TreelensError(f"{self.path}: cannot be written: {error.strerror}") from None
            except _ChangedError:
                continue
            anything = digest(data) != self._said
            self._own = session
            if anything:
                self._there, self._said = replace(new, digest=digest(data)), digest(data)
            return Written(new, joined) if anything or joined else None
        raise TreelensError(f"{self.path}: another program writes it all the time")

    def _read_again(self) -> bool:
        """Take over what another window has written to the file; say whether there was anything."""
        try:
            if self._is_known():
                return False
            there = load(self._target)
        except OSError as error:
            raise TreelensError(f"{self.path}: cannot be written: {error.strerror}") from None
        except TreelensError:
            raise ConflictError(_CHANGED.format(self.path)) from None
        if not self.is_about(there):
            raise ConflictError(_CHANGED.format(self.path))
        self._there, self._said = there, ""
        return True

    def _is_known(self) -> bool:
        """Say whether the file is as it was left, or is not there at all."""
        try:
            return digest(self._target.read_bytes()) == self._there.digest
        except FileNotFoundError:
            return True

    def _look(self) -> None:
        if not self._is_known():
            raise _ChangedError


def put_together(mine: Session, before: Session, theirs: Session) -> Session:
    """Return what two windows made of a session: of each part what was changed here since *before*, else *theirs*.

    Systems that were opened in either are there. Of each note the state that was changed last counts.
    """
    names = [field.name for field in fields(Session) if field.name not in ("notes", "systems", "digest")]
    changed = {name: getattr(mine, name) for name in names if getattr(mine, name) != getattr(before, name)}
    closed = set(before.systems) - set(mine.systems)
    opened = [path for path in mine.systems if path not in before.systems and path not in theirs.systems]
    systems = (*(path for path in theirs.systems if path not in closed), *opened)
    if theirs.systems == before.systems or not systems:
        systems = mine.systems
    return replace(theirs, **changed, systems=systems, notes=tuple(latest([*theirs.notes, *mine.notes])))
