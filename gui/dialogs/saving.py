"""Asking where a figure goes, and writing it: whole or not at all, and never over what it is made of."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from treelens.engine.problems import TreelensError

from ..figures import FORMATS, Page, export, format_of, refuse_inputs
from ..plain import as_it_is
from .habits import Habits

__all__ = ["Saving", "file_kinds"]


def file_kinds(*, data: bool) -> dict[str, str]:
    """Return the kinds of files by what a file dialog calls them, each with its usual ending; CSV only with *data*.

    >>> list(file_kinds(data=False).items())[0]
    ('SVG (*.svg)', '.svg')
    """
    infos = [info for info, _ in FORMATS.values() if data or info.name != "csv"]
    return {f"{info.title} ({' '.join(f'*{each}' for each in info.endings)})": info.endings[0] for info in infos}


class Saving(QObject):
    """Writes figures to files that somebody chooses; remembers the folder and the kind."""

    def __init__(self, inputs: Sequence[str], habits: Habits, parent: QWidget) -> None:
        super().__init__(parent)
        self.inputs, self.habits = list(inputs), habits

    def ask(self, page: Page, name: str, ending: str = "") -> Path | None:
        """Ask for a file and write a page to it; return where it went, None if nowhere."""
        kinds = file_kinds(data=bool(page.data))
        wanted = ending or (self.habits.ending if self.habits.ending in kinds.values() else ".pdf")
        first = next(kind for kind, each in kinds.items() if each == wanted)
        chosen, kind = QFileDialog.getSaveFileName(
            self._parent(),
            self.tr("Save figure"),
            str(self.habits.folder / (name + wanted)),
            ";;".join(kinds),
            first,
            QFileDialog.Option.DontConfirmOverwrite,  # the ending may still change: asked below
        )
        if not chosen:
            return None
        path = Path(chosen)
        if not _known(path):
            path = path.with_name(path.name + kinds.get(kind, wanted))
        return path if self._write(page, path) else None

    def _write(self, page: Page, path: Path) -> bool:
        try:
            refuse_inputs(path, self.inputs)
            if path.exists() and not self._sure(path):
                return False
            export(
                page,
                path,
                dpi=self.habits.dpi,
                transparent=self.habits.transparent,
                standalone=not self.habits.body,
            )
        except (TreelensError, ValueError) as error:
            self._warn(str(error))
            return False
        except OSError as error:
            self._warn(self.tr("{} cannot be written: {}").format(path, error.strerror or error))
            return False
        self.habits.folder, self.habits.ending = path.parent, FORMATS[format_of(path)][0].endings[0]
        return True

    def _sure(self, path: Path) -> bool:
        text = self.tr("{} is there already. Write over it?").format(path.name)
        return QMessageBox.question(self._parent(), "Treelens", as_it_is(text)) == QMessageBox.StandardButton.Yes

    def _warn(self, text: str) -> None:
        QMessageBox.warning(self._parent(), "Treelens", as_it_is(text))

    def _parent(self) -> QWidget:
        parent = self.parent()
        assert isinstance(parent, QWidget)
        return parent


def _known(path: Path) -> bool:
    """Say whether a file's ending says what it is."""
    try:
        format_of(path)
    except ValueError:
        return False
    return True
