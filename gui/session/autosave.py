"""When a session is written by itself: after a moment of quiet, but never much later than the change.

Notes are in the journal as they are made; this keeps the session file itself up to date, with the place and all. Only a
session that has a file, opened or saved by hand, is written. Writing runs in a thread: 100,000 notes take a third of a
second, and a network drive takes as long as it likes.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from ..tasks import Task
from .files import Session, save
from .kept import ConflictError, KeptFile, Written

__all__ = ["Autosave"]


class Autosave(QObject):
    """Writes the session that is open to its file.

    *current* returns the session as it is now, or None if nothing is open. Call :meth:`follow` when one was opened
    from a file, :meth:`changed` whenever something may be another, :meth:`save_as` when the user says so, and
    :meth:`close` before anything else is opened and before the window closes, while *current* still returns it.
    """

    saved = Signal(str)  #: a path, after something was written to it
    joined = Signal(object)  #: the session that was written, where another window had written to the file, too
    trouble = Signal(str)  #: why a session could not be written; said once, until it could. It is tried again
    conflict = Signal(str)  #: that somebody else changed the file; nothing is written until :meth:`save_as`

    def __init__(
        self,
        current: Callable[[], Session | None],
        parent: QObject | None = None,
        *,
        quiet: int = 2_000,
        longest: int = 30_000,
    ) -> None:
        super().__init__(parent)
        self._current = current
        self._kept: KeptFile | None = None
        self._task: Task | None = None
        self._halted = False  # somebody else changed the file
        self._troubled = False
        self._quiet = QTimer(self, interval=quiet, singleShot=True)
        self._longest = QTimer(self, interval=longest, singleShot=True)
        for timer in (self._quiet, self._longest):
            timer.timeout.connect(self._write)

    @property
    def path(self) -> str:
        """The file that is written to; empty if there is none."""
        return self._kept.path if self._kept else ""

    def follow(self, path: str, session: Session) -> None:
        """Keep a file up to date from now on; *session* is what load() or save() returned for it."""
        self._settle()
        self._kept = KeptFile(path, session)
        self._halted = self._troubled = False

    def changed(self, *_: object) -> None:
        """Take note that something may have changed; fits any signal, and observers of notes."""
        if self._kept is None or self._halted:
            return
        self._quiet.start()
        if not self._longest.isActive():
            self._longest.start()

    def save_as(self, path: str) -> bool:
        """Write to a file because the user says so, and keep it from now on.

        Another session there is written over, so ask first; but where it is the one that is kept, and another window
        has written to it, both are put together. Raise TreelensError where that fails; False where there is nothing to
        save.
        """
        session = self._current()
        if session is None:
            return False
        self._settle()
        kept = self._kept if self._kept is not None and self._kept.is_at(path) else None
        if kept is not None and not self._halted and kept.is_about(session):
            if (written := kept.write(session)) is not None and written.joined:
                self.joined.emit(written.session)
            self._troubled = False
        else:
            self.follow(path, save(kept.completed(session) if kept is not None else session, path))
        self.saved.emit(path)
        return True

    def close(self) -> bool:
        """Write what is due, wait for it, and let go of the file; False if it is not up to date now."""
        settled = self._settle()
        kept, self._kept = self._kept, None
        if kept is None:
            return True
        if self._halted:
            return False
        session = self._current()
        if session is None or not kept.is_about(session):
            return True
        if not settled:
            self.trouble.emit(self.tr("{}: is still being written").format(kept.path))
            return False
        try:
            self._tell(kept.path, kept.write(session))
        except Exception as error:
            self._say(error)
            return False
        return True

    def _write(self) -> None:
        self._quiet.stop()
        self._longest.stop()
        session = self._current()
        kept = self._kept
        if kept is None or session is None or self._halted:
            return
        if self._task is not None:  # what is new meanwhile comes after it
            self.changed()
            return
        if kept.has(session) or not kept.is_about(session):
            return
        self._task = Task(lambda: kept.write(session), self)
        self._task.finished.connect(self._finished)
        self._task.failed.connect(self._failed)
        self._task.start()

    def _finished(self, written: Written | None) -> None:
        if self._over():
            self._troubled = False
            self._tell(self.path, written)

    def _tell(self, path: str, written: Written | None) -> None:
        if written is not None:
            self.saved.emit(path)
            if written.joined:
                self.joined.emit(written.session)

    def _failed(self, error: Exception) -> None:
        if self._over():
            self._say(error)
            if not self._halted:
                self._longest.start()

    def _over(self) -> bool:
        """Let go of the task that reports; False for one that was given up before."""
        task = self._task
        if task is None or self.sender() is not task:
            return False
        self._task = None
        task.deleteLater()
        return True

    def _say(self, error: Exception) -> None:
        if isinstance(error, ConflictError):
            self._halted = True
            self.conflict.emit(str(error))
        elif not self._troubled:
            self._troubled = True
            self.trouble.emit(str(error))

    def _settle(self) -> bool:
        """Stop all timers and wait for what is being written; its outcome is in the kept file."""
        self._quiet.stop()
        self._longest.stop()
        task, self._task = self._task, None
        if task is None:
            return True
        task.cancel()
        ended = task.wait(10)
        if ended:
            task.deleteLater()
        return ended
