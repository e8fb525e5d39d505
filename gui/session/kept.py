"""A session file that is written again and again while one works, and never over what somebody else wrote.

Two windows, a program that synchronises folders, a colleague on the same drive: each may write a session that is open
here. What the file should hold is known byte for byte, so a look just before writing tells. Times and sizes are not
asked: they differ after a mere copy, and can be equal where a file was changed.
"""

from __future__ import annotations

import glob
from dataclasses import replace
from pathlib import Path

from treelens.engine.files import real_path
from treelens.engine.problems import TreelensError
from treelens.engine.replacing import sweep

from .files import Session, refuse_trees, serialised
from .writing import digest, write_whole

__all__ = ["ConflictError", "KeptFile"]


class ConflictError(TreelensError):
    """A session file holds what somebody else wrote since it was last read or written here."""


class KeptFile:
    """A session file, and what is known of it.

    *session* is as :func:`~treelens.gui.session.load` or :func:`~treelens.gui.session.save` returned it. One call at a
    time, from any thread.
    """

    def __init__(self, path: str | Path, session: Session) -> None:
        self.path = str(path)
        self._target = real_path(path)
        sweep(self._target.parent, glob.escape(self._target.name))
        self._last = session
        self._there = session.digest
        self._said = ""  # the digest of *_last* in this program's own form; a file may say the same in another

    def is_at(self, path: str | Path) -> bool:
        """Say whether this is the file at *path*."""
        return real_path(path) == self._target

    def is_about(self, session: Session) -> bool:
        """Say whether *session* is on the same gold; notes on another would be out of place in this file."""
        return real_path(session.gold) == real_path(self._last.gold)

    def has(self, session: Session) -> bool:
        """Say, without looking at the disk, whether the file says already what *session* does."""
        return session == self._last

    def completed(self, session: Session) -> Session:
        """Return *session* with the notes that only this file knows.

        No note goes out of a session by itself, for one that was deleted stays there, emptied. So one that is missing
        was never shown to whoever made *session*, and is not theirs to drop.
        """
        if not self.is_about(session):
            return session
        there = {note.id for note in session.notes}
        missing = tuple(note for note in self._last.notes if note.id not in there)
        return replace(session, notes=session.notes + missing) if missing else session

    def write(self, session: Session) -> bool:
        """Bring the file up to date, whole or not at all; say whether there was anything to write.

        Raise ConflictError where the file is not as it was left, and TreelensError where it cannot be written. One that
        was deleted is written anew: nobody's work is under it.
        """
        session = self.completed(session)
        data = serialised(session, self._target.parent)
        new = digest(data)
        self._said = self._said or digest(serialised(self._last, self._target.parent))
        if new == self._said:
            self._last = session
            return False
        refuse_trees(session, self._target)
        try:
            write_whole(self._target, data, self._look)
        except OSError as error:
            raise TreelensError(f"{self.path}: cannot be written: {error.strerror}") from None
        self._last, self._there, self._said = session, new, new
        return True

    def _look(self) -> None:
        try:
            there = digest(self._target.read_bytes())
        except FileNotFoundError:
            return
        if there != self._there:
            raise ConflictError(f"{self.path}: was changed by another program or window since it was opened here")
