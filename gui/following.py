"""Notes of other windows: looked for now and then, and what could not be written is tried again.

Windows on the same trees share a journal (:mod:`.session.journal`). A look costs a question to the system; only what
was written since the last look is read. Times and watches are not relied on: a drive in the net gives none.
"""

from __future__ import annotations

import time

from PySide6.QtCore import QObject, QTimer, Signal

from .session import NotesStore

__all__ = ["Following"]

_PAUSE = 700  #: milliseconds between two looks
_AGAIN = 3.0  #: seconds after which it is tried again to write


class Following(QObject):
    """Keeps the notes of what is open up to date with other windows, and with a disk that was full."""

    arrived = Signal(list)  #: sentences, counted from 0, whose notes or tags were changed in another window
    written = Signal()  #: what could not be written is on the disk now

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store: NotesStore | None = None
        self._tried = 0.0
        self._timer = QTimer(self, interval=_PAUSE)
        self._timer.timeout.connect(self.look)

    def follow(self, store: NotesStore | None) -> None:
        """Look after these notes from now on; None: after none."""
        self._store = store
        (self._timer.start if store is not None else self._timer.stop)()

    def look(self) -> None:
        """Take over what is new, and write what is due."""
        store = self._store
        if store is None:
            return
        if sentences := store.follow():
            self.arrived.emit(sentences)
        if store.trouble and time.monotonic() - self._tried > _AGAIN:
            self._tried = time.monotonic()
            if store.retry() and not store.trouble:
                self.written.emit()
