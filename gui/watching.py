"""Files that are watched while they are open: a parser that writes its trees anew is noticed without being asked.

Parsers write files in every way there is: they append line by line for an hour, write aside and rename, delete and
write again. So what a watch says is only taken as a hint to look. What counts is what a look shows: size, time of the
last change and inode. A file is spoken of when it has been quiet for a moment, and one that never is, now and then.

Looks are taken every two seconds as well, hint or no hint: network drives give none, a system may run out of watches,
and a folder that is not there yet cannot be watched.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

__all__ = ["Look", "Pace", "WatchedFile", "Watcher", "look_at"]

#: Size, time of the last change, and what tells one file from another under the same name.
Look = tuple[int, ...]

_STEP = 100  #: milliseconds between looks at files that are changing
_AT_ONCE = 0.004  #: seconds that a round of looks may keep the window waiting; the rest of it follows a step later
_WATCHES = 200  #: files with a watch of their own, which costs an open file on some systems; folders watch the rest


@dataclass(frozen=True)
class Pace:
    """How long is waited, in seconds."""

    quiet: float = 0.6  #: a file that has not changed for so long is complete
    longest: float = 5.0  #: one that goes on changing is spoken of so often
    gone: float = 2.0  #: one that is missing for so long is not about to be replaced
    poll: float = 2.0  #: between looks without a hint


class WatchedFile:
    """What is known of one file, and what is to be said of it. Knows no clock and no disk: it is told.

    >>> file = WatchedFile((10, 1, 1), Pace())
    >>> file.told((20, 2, 1), 0.0), file.told((20, 2, 1), 0.5), file.told((20, 2, 1), 0.7)
    (None, None, 'changed')
    """

    def __init__(self, look: Look | None, pace: Pace) -> None:
        self._pace = pace
        self._said = self._seen = look  # what the outside knows; what the last look showed
        self._since = self._began = 0.0  # when the last look began to show it; when the first unsaid change was seen

    @property
    def settled(self) -> bool:
        """Whether there is nothing left to be said."""
        return self._seen == self._said

    def told(self, look: Look | None, now: float) -> Literal["changed", "vanished"] | None:
        """Take a look, None for a file that is not there; return what is to be said now, if anything."""
        if look != self._seen:
            if self.settled:
                self._began = now
            self._seen, self._since = look, now
        if self.settled:
            return None
        if look is None:
            due = now - self._since >= self._pace.gone
        else:
            due = now - self._since >= self._pace.quiet or now - self._began >= self._pace.longest
        if not due:
            return None
        self._said = look
        return "vanished" if look is None else "changed"


def look_at(path: str) -> Look | None:
    """Return how a file is, through any links; for a folder, how what is in it is; None if it is not there."""
    try:
        found = os.stat(path)  # noqa: PTH116  (thousands of times)
        look = (found.st_size, found.st_mtime_ns, found.st_ino, found.st_dev)
        if not os.path.isdir(path):  # noqa: PTH112
            return look
        with os.scandir(path) as entries:
            inside = sorted((entry.name, entry.stat(follow_symlinks=False)) for entry in entries)
        return *look, hash(tuple((name, stat.st_size, stat.st_mtime_ns, stat.st_ino) for name, stat in inside))
    except OSError:
        return None


class Watcher(QObject):
    """Watches files, and says when they have changed or are gone. Opens none of them."""

    changed = Signal(list)  #: paths as they were given, of files that changed and those that came back
    vanished = Signal(list)  #: paths of files that are gone

    def __init__(self, parent: QObject | None = None, *, pace: Pace | None = None) -> None:
        super().__init__(parent)
        self._pace = pace or Pace()
        self._files: dict[str, WatchedFile] = {}
        self._folders: dict[str, set[str]] = {}  # of which files a watched folder may tell
        self._restless: set[str] = set()  # files that change, or of which there was a hint
        self._round: deque[str] = deque()  # files still to be looked at in this round
        self._hints: QFileSystemWatcher | None = None
        self._step = QTimer(self, interval=_STEP)
        self._step.timeout.connect(self._look_at_restless)
        self._poll = QTimer(self, singleShot=True)
        self._poll.timeout.connect(self._look_around)

    @property
    def paths(self) -> list[str]:
        """The files that are watched."""
        return list(self._files)

    def watch(self, paths: Iterable[str], before: Mapping[str, Look | None] | None = None) -> None:
        """Watch these files from now on, and no others.

        *before* is what :func:`look_at` showed before they were read: where it is another, they are read too early.
        """
        self.stop()
        for path in filter(None, paths):
            look = look_at(path)
            file = WatchedFile(look if before is None else before.get(path, look), self._pace)
            file.told(look, time.monotonic())
            self._files[path] = file
            if not file.settled:
                self._restless.add(path)
        if not self._files:
            return
        if self._restless:
            self._step.start()
        self._hints = QFileSystemWatcher(self)
        self._hints.fileChanged.connect(self._hinted)
        self._hints.directoryChanged.connect(self._hinted)
        self._put_watches(self._files)
        self._poll.start(round(self._pace.poll * 1000))

    def stop(self) -> None:
        """Watch nothing, and say nothing any more."""
        self._step.stop()
        self._poll.stop()
        if self._hints is not None:
            self._hints.fileChanged.disconnect(self._hinted)
            self._hints.directoryChanged.disconnect(self._hinted)
            self._hints.deleteLater()
        self._hints = None
        self._files, self._folders, self._restless, self._round = {}, {}, set(), deque()

    def _put_watches(self, paths: Iterable[str]) -> None:
        """Put watches on files and their folders: one goes with what it was put on, whatever has the name now."""
        assert self._hints is not None
        wanted: dict[str, None] = {}
        for path in paths:
            for folder in _folders_of(path):
                self._folders.setdefault(folder, set()).add(path)
                wanted[folder] = None
        some = set(list(self._files)[:_WATCHES])
        wanted |= {path: None for path in paths if path in some}
        if there := [path for path in wanted if os.path.exists(path)]:  # noqa: PTH110
            self._hints.addPaths(there)

    def _hinted(self, path: str) -> None:
        """Look at what a watch may mean, a little later: hints come in hundreds."""
        self._restless |= self._folders.get(path, set())
        if path in self._files:
            self._restless.add(path)
        if self._restless and not self._step.isActive():
            self._step.start()

    def _look_at_restless(self) -> None:
        self._look(sorted(self._restless))

    def _look_around(self) -> None:
        """Look at all files in turn, at as many at once as the window does not notice."""
        if not self._round:
            self._round.extend(self._files)
        hints = self._hints
        self._look(self._some_of_round())
        if self._hints is hints:  # nobody who was told has stopped or begun anew
            self._poll.start(_STEP if self._round else round(self._pace.poll * 1000))

    def _some_of_round(self) -> Iterator[str]:
        until = time.monotonic() + _AT_ONCE
        while self._round and time.monotonic() < until:
            yield self._round.popleft()

    def _look(self, paths: Iterable[str]) -> None:
        """Look at some files, and say what is to be said."""
        news: dict[str, list[str]] = {"changed": [], "vanished": []}
        calm = []
        for path in paths:
            file = self._files[path]
            if said := file.told(look_at(path), time.monotonic()):
                news[said].append(path)
            if not file.settled:
                self._restless.add(path)
            elif path in self._restless:
                self._restless.remove(path)
                calm.append(path)
        if calm:
            self._put_watches(calm)
        if not self._restless:
            self._step.stop()
        elif not self._step.isActive():
            self._step.start()
        self._say(news["changed"], news["vanished"])

    def _say(self, changed: list[str], vanished: list[str]) -> None:
        hints = self._hints
        if changed:
            self.changed.emit(changed)
        if vanished and self._hints is hints:
            self.vanished.emit(vanished)


def _folders_of(path: str) -> set[str]:
    """Return the folder of a file, and that of what it is a link to."""
    return {os.path.dirname(os.path.abspath(path)), os.path.dirname(os.path.realpath(path))}  # noqa: PTH100, PTH120
