"""What the window remembers from one day to the next: its place on the screen, the theme, what was open lately.

This is the only door to the settings of the user. They are a file that anybody can write to: an older Treelens, a newer
one, another program of the same name, a hand. Whatever is found there is checked, and what is of no use is as good as
nothing: a window always opens.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QByteArray, QSettings
from PySide6.QtWidgets import QMainWindow, QSplitter

from treelens.engine.files import is_there

from .appearance import theme_names

__all__ = ["Recent", "Remembered"]

#: To be raised when docks or toolbars change so much that an old arrangement would do harm.
ARRANGEMENT = 2

_MOST_RECENT = 10


@dataclass(frozen=True)
class Recent:
    """Files that were open together: gold and systems, or a session."""

    paths: tuple[str, ...]

    @property
    def exists(self) -> bool:
        """Whether all files are still there; they may be back tomorrow, with the drive that they are on."""
        return not self.missing

    @property
    def missing(self) -> tuple[str, ...]:
        """The files that are not there."""
        return tuple(path for path in self.paths if not _is_there(path))


class Remembered:
    """The settings of the user. Nothing in here raises, whatever is in them.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     remembered = Remembered(QSettings(f"{folder}/settings.ini", QSettings.Format.IniFormat))
    ...     remembered.remember(["gold.mrg", "one.mrg"])
    ...     remembered.remember(["gold.mrg", "two.mrg"])
    ...     [recent.paths for recent in remembered.recent()]
    [('gold.mrg', 'two.mrg'), ('gold.mrg', 'one.mrg')]
    """

    def __init__(self, settings: QSettings | None = None) -> None:
        self.settings = QSettings() if settings is None else settings

    # --- what was open lately -------------------------------------------------------------------------------------

    def recent(self) -> list[Recent]:
        """Return what was open lately, the latest first, each once; also what is gone."""
        stored = self._value("recent")
        entries = stored if isinstance(stored, list | tuple) else ()
        found = dict.fromkeys(Recent(paths) for entry in entries if (paths := _paths(entry)))
        return list(found)[:_MOST_RECENT]

    def remember(self, paths: Sequence[str]) -> None:
        """Take note of files that were opened together."""
        if paths:
            new = Recent(tuple(paths))
            self._set_recent([new, *(other for other in self.recent() if other != new)])

    def forget(self, paths: Sequence[str]) -> None:
        """Do not offer these files any more."""
        self._set_recent(other for other in self.recent() if other.paths != tuple(paths))

    def _set_recent(self, recent: Iterable[Recent]) -> None:
        self.settings.setValue("recent", [list(entry.paths) for entry in recent][:_MOST_RECENT])

    # --- the window -----------------------------------------------------------------------------------------------

    def save_window(self, window: QMainWindow, *, arranged: bool = True) -> None:
        """Remember where the window is, how its docks are arranged, and every splitter that has a name.

        A window that was not *arranged*, because nothing was opened, leaves what is remembered of that.
        """
        self.settings.setValue("geometry", window.saveGeometry())
        if not arranged:
            return
        self.settings.setValue("arrangement", window.saveState(ARRANGEMENT))
        for splitter in _splitters(window):
            sizes = splitter.sizes()
            if any(sizes):  # one that was never shown has none
                self.settings.setValue(f"splitters/{splitter.objectName()}", " ".join(map(str, sizes)))

    def restore_window(self, window: QMainWindow) -> bool:
        """Put a window back where it was, as it was; False if nothing of use is remembered."""
        placed, arranged = self.restore_geometry(window), self.restore_arrangement(window)
        return placed or arranged

    def restore_geometry(self, window: QMainWindow) -> bool:
        """Put a window back where it was."""
        geometry = self._value("geometry")
        return _is_whole(geometry, window) and window.restoreGeometry(geometry)

    def restore_arrangement(self, window: QMainWindow) -> bool:
        """Arrange a window's docks and splitters as they were; docks must have been added before."""
        arrangement = self._value("arrangement")
        arranged = isinstance(arrangement, QByteArray) and window.restoreState(arrangement, ARRANGEMENT)
        for splitter in _splitters(window):
            sizes = _sizes(self._value(f"splitters/{splitter.objectName()}"))
            if len(sizes) == splitter.count() and any(sizes):
                splitter.setSizes(sizes)
        return arranged

    def offered(self) -> list[str]:
        """Return the docks that were offered once, by name."""
        found = self._value("offered")
        return found.split() if isinstance(found, str) else []

    def set_offered(self, names: Iterable[str]) -> None:
        """Remember which docks were offered."""
        self.settings.setValue("offered", " ".join(sorted(names)))

    # --- the theme ------------------------------------------------------------------------------------------------

    def theme(self) -> str:
        """Return the name of the theme that was chosen; ``system`` if none was, or one that there is not."""
        chosen = self._value("theme")
        return chosen if isinstance(chosen, str) and chosen in theme_names() else "system"

    def set_theme(self, name: str) -> None:
        """Remember a theme by its name."""
        self.settings.setValue("theme", name)

    def _value(self, key: str) -> Any:
        try:
            return self.settings.value(key)
        except Exception:  # a foreign value can be any Python object at all, and fail in any way to become one
            return None


def _is_whole(geometry: Any, window: QMainWindow) -> bool:
    """Say whether a geometry is as long as one should be: of one cut short Qt makes a window of no size."""
    return isinstance(geometry, QByteArray) and geometry.size() == window.saveGeometry().size()


def _paths(entry: Any) -> tuple[str, ...]:
    """Return the paths of an entry; a list of one is a mere text where settings are kept as text."""
    if isinstance(entry, str):
        entry = [entry]
    if not isinstance(entry, list | tuple) or not all(isinstance(path, str) and path for path in entry):
        return ()
    return tuple(entry)


def _is_there(path: str) -> bool:
    try:
        return is_there(path)
    except (OSError, ValueError):  # not to be looked at; not even a path
        return False


def _sizes(value: Any) -> list[int]:
    """Return sizes of the parts of a splitter; none where that is not what is there."""
    words = value.split() if isinstance(value, str) else ()
    if not all(word.isascii() and word.isdigit() and len(word) < 6 for word in words):
        return []
    return [int(word) for word in words]


def _splitters(window: QMainWindow) -> list[QSplitter]:
    return [splitter for splitter in window.findChildren(QSplitter) if splitter.objectName()]
