"""Figures of what the window shows: one place that opens the dialog, copies, and remembers how figures were."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QWidget

from ..document import Document
from ..figures import FigureSpec, MeaningFigure, PlotFigure, Spec, TreeFigure, Wanted, clipboard_data
from ..session import Place
from ..theme import Theme
from .figure import FigureDialog
from .habits import Habits
from .making import Made, Making
from .saving import Saving

__all__ = ["Exports"]


class Exports(QObject):
    """Makes figures for a window; what was done, or could not be, is :attr:`said`."""

    said = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.habits = Habits()
        self._making: Making | None = None

    # --- trees ----------------------------------------------------------------------------------------------------

    def export_trees(self, document: Document, place: Place, theme: Theme, analysis: int | None = None) -> FigureDialog:
        """Open the dialog for the sentence that is looked at, as it is looked at."""
        return self._open(*self._trees(document, place, theme, analysis), theme)

    def copy_trees(self, document: Document, place: Place, theme: Theme, analysis: int | None = None) -> None:
        """Put the trees on the clipboard as they are in the window, as wide as they get."""
        wanted, spec = self._trees(document, place, theme, analysis)
        self._copy(wanted, replace(spec, width=None))

    def _trees(self, document: Document, place: Place, theme: Theme, analysis: int | None) -> tuple[Wanted, FigureSpec]:
        second = _second(document, place)
        wanted = TreeFigure(document, place.sentence, place.system, second, analysis)
        return wanted, self.habits.trees(place, theme.name, three=second is not None)

    # --- meanings -------------------------------------------------------------------------------------------------

    def meaning(
        self, document: Document, place: Place, theme: Theme, analysis: int | None, draw: str, how: str
    ) -> None:
        """Export the meanings of the sentence that is looked at, or copy them: *how* is ``export`` or ``copy``."""
        wanted = MeaningFigure(document, place.sentence, place.system, draw, analysis)
        spec = self.habits.meaning(theme.name)
        if how == "export":
            self._open(wanted, spec, theme)
        else:
            self._copy(wanted, replace(spec, width=None))

    # --- plots ----------------------------------------------------------------------------------------------------

    def plot(self, document: Document, which: str, how: str, theme: Theme) -> None:
        """Export a plot, copy it, or save its numbers: *how* is ``export``, ``copy`` or ``data``."""
        self._plot(PlotFigure(document, which, document.current), how, theme)

    def systems(self, wanted: Wanted, how: str, theme: Theme) -> None:
        """Export a plot of all systems, copy it, or save its numbers."""
        self._plot(wanted, how, theme)

    def _plot(self, wanted: Wanted, how: str, theme: Theme) -> None:
        spec = self.habits.plot(theme.name)
        if how == "export":
            self._open(wanted, spec, theme)
        elif how == "copy":
            self._copy(wanted, spec)
        else:
            self._draw(wanted, spec, lambda made: self._save_data(wanted, made))

    def _save_data(self, wanted: Wanted, made: Made) -> None:
        if made.page is None:
            self.said.emit(str(made.problem))
            return
        saving = Saving(wanted.inputs, self.habits, self._parent())
        path = saving.ask(made.page, wanted.name, ".csv")
        saving.deleteLater()
        if path is not None:
            self.said.emit(self.tr("saved {}").format(path.name))

    # --- both -----------------------------------------------------------------------------------------------------

    def stop(self) -> None:
        """Draw nothing any more."""
        if self._making is not None:
            self._making.stop()
            self._making.deleteLater()
            self._making = None

    def _open(self, wanted: Wanted, spec: Spec, theme: Theme) -> FigureDialog:
        dialog = FigureDialog(wanted, spec, self.habits, theme, self._parent())
        dialog.said.connect(self.said)
        dialog.open()
        return dialog

    def _copy(self, wanted: Wanted, spec: Spec) -> None:
        self._draw(wanted, spec, self._put)

    def _put(self, made: Made) -> None:
        if made.page is None:
            self.said.emit(self.tr("not copied: {}").format(made.problem))
            return
        try:
            QApplication.clipboard().setMimeData(clipboard_data(made.page, dpi=self.habits.dpi))
        except ValueError as error:  # more dots than a picture can have
            self.said.emit(self.tr("not copied: {}").format(error))
        else:
            self.said.emit(self.tr("copied as a picture and as SVG, {}").format(made.page.size_in_words()))

    def _draw(self, wanted: Wanted, spec: Spec, then: Callable[[Made], None]) -> None:
        """Draw beside the window; only the last of several wishes is fulfilled."""
        self.stop()
        self._making = Making(wanted, self)
        self._making.made.connect(then)
        self._making.want(spec)

    def _parent(self) -> QWidget:
        parent = self.parent()
        assert isinstance(parent, QWidget)
        return parent


def _second(document: Document, place: Place) -> int | None:
    """Return the system in the third pane: another one than in the second."""
    count = len(document.names)
    if count < 2:
        return None
    return place.second if place.second < count and place.second != place.system else (place.system + 1) % count
