"""Asking where a table goes, and writing it as CSV: whole or not at all, and never over what it is made of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from treelens.engine.csv_text import csv_text
from treelens.engine.problems import TreelensError

from ..plain import as_it_is

__all__ = ["SavingTable"]


class SavingTable(QObject):
    """Writes tables to files that somebody chooses; remembers the folder."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._window = parent
        self.folder = Path()

    def ask(self, rows: Iterable[Sequence[object]], name: str, inputs: Sequence[str] = ()) -> Path | None:
        """Ask for a file and write rows to it; return where they went, None if nowhere."""
        kind = self.tr("CSV (*.csv)")
        wanted = str(self.folder / f"{name}.csv")
        chosen, _ = QFileDialog.getSaveFileName(
            self._window,
            self.tr("Save table"),
            wanted,
            kind,
            options=QFileDialog.Option.DontConfirmOverwrite,  # the ending may still change: asked below
        )
        if not chosen:
            return None
        path = Path(chosen)
        if path.suffix.lower() != ".csv":
            path = path.with_name(path.name + ".csv")
        return path if self._write(rows, path, inputs) else None

    def _write(self, rows: Iterable[Sequence[object]], path: Path, inputs: Sequence[str]) -> bool:
        from ..figures import refuse_inputs
        from ..figures.codec import sink

        try:
            refuse_inputs(path, inputs)
            if path.exists() and not self._sure(path):
                return False
            with sink(path) as file:
                file.write(csv_text(rows).encode("utf-8", "surrogateescape"))
        except TreelensError as error:
            QMessageBox.warning(self._window, "Treelens", as_it_is(str(error)))
            return False
        except OSError as error:
            said = self.tr("{} cannot be written: {}").format(path, error.strerror or error)
            QMessageBox.warning(self._window, "Treelens", as_it_is(said))
            return False
        self.folder = path.parent
        return True

    def _sure(self, path: Path) -> bool:
        text = self.tr("{} is there already. Write over it?").format(path.name)
        return QMessageBox.question(self._window, "Treelens", as_it_is(text)) == QMessageBox.StandardButton.Yes
