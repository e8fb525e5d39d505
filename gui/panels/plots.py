"""Plots of a document: E against T, one dot a sentence, and F1 by size of fragments, one curve a system.

What is drawn comes from :mod:`treelens.gui.plot_data`. The drawing itself is pyqtgraph's, which takes 0.4 s to import:
that happens when the panel is first shown.
"""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import (
    QShowEvent,
)
from PySide6.QtWidgets import (
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from treelens.engine.study import Study

from ..document import Document
from ..plot_data import Floats, curves_of, export_data, points
from ..tasks import Task
from ..theme import Theme
from ..views.charts import Curves, Scatter

__all__ = ["PlotsPanel"]

_AT_ONCE = 5000  #: sentences whose curves are summed up without keeping anybody waiting


class PlotsPanel(QWidget):
    """The plots, side by side. They are made when the panel is first shown."""

    chosen = Signal(int)  #: a sentence, counted from 0, whose dot was clicked
    brushed = Signal(object)  #: a mask over all sentences, True inside the rectangle; None when it is cleared
    system_chosen = Signal(int)  #: a system whose curve or name was clicked
    export_wanted = Signal(str, str)  #: a plot by its name, and how: see :attr:`.charts.Scatter.export_wanted`

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.document: Document | None = None
        self.system = 0
        self.current = -1
        self.scatter: Scatter | None = None
        self.curves: Curves | None = None
        self._known: dict[int, Floats] = {}
        self._task: Task | None = None
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setHandleWidth(8)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setStyleSheet("QSplitter::handle { background: transparent; }")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.splitter)
        self.setAccessibleName(self.tr("Plots"))
        self.setMinimumHeight(190)

    def sizeHint(self) -> QSize:  # noqa: N802
        """Want a wide and low place."""
        return QSize(760, 260)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        """Make the plots, the first time."""
        super().showEvent(event)
        if self.scatter is None:
            self._build()
        self.refresh()

    def _build(self) -> None:
        self.scatter, self.curves = Scatter(self.theme), Curves(self.theme)
        self.splitter.addWidget(self.scatter)
        self.splitter.addWidget(self.curves)
        self.splitter.setSizes([1000, 1000])
        self.scatter.set_current(self.current)
        self.scatter.chosen.connect(self.chosen)
        self.scatter.brushed.connect(self.brushed)
        self.curves.chosen.connect(self.system_chosen)
        for name, plot in (("scatter", self.scatter), ("curves", self.curves)):
            plot.export_wanted.connect(lambda how, name=name: self.export_wanted.emit(name, how))

    def set_document(self, document: Document) -> None:
        """Show another document, at the system it is at."""
        self.document = document
        self._known = {}
        self.current = -1
        self.set_system(document.current)

    def set_system(self, system: int) -> None:
        """Show another system; a rectangle drawn over the one before is forgotten."""
        self.system = system
        if self.scatter is not None:
            self.scatter.clear_brush()
            self.scatter.current = self.current
        self.refresh()

    def clear_brush(self) -> None:
        """Forget the rectangle that was drawn."""
        if self.scatter is not None:
            self.scatter.clear_brush()

    def refresh(self) -> None:
        """Read the scores again. What is not shown, and what has not changed, is not drawn."""
        if self.document is None or self.scatter is None or self.curves is None or not self.isVisible():
            return
        study = self.document.study
        self.scatter.set_values(self.document, points(study, self.system))
        missing = [system for system in range(len(self.document.systems)) if system not in self._known]
        if len(study.gold) <= _AT_ONCE:
            self._take(study, curves_of(study, missing))
        elif missing and self._task is None:
            self._task = Task(lambda: curves_of(study, missing), self)
            self._task.finished.connect(lambda found: self._take(study, found))
            self._task.start()
        self.curves.set_curves(self.document.names, self._known, self.system)

    def _take(self, study: Study, found: dict[int, Floats]) -> None:
        """Show curves that were summed up, unless something else is open by now."""
        if self._task is not None:
            self._task.deleteLater()
            self._task = None
        if self.document is None or self.curves is None or study is not self.document.study:
            return
        self._known |= found
        self.curves.set_curves(self.document.names, self._known, self.system)

    def stop(self) -> None:
        """Let go of all work beside the window."""
        if self._task is not None:
            self._task.cancel()
            self._task.wait(10)

    def set_current(self, sentence: int) -> None:
        """Draw a ring around a sentence's dot."""
        self.current = sentence
        if self.scatter is not None:
            self.scatter.set_current(sentence)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self.theme = theme
        for plot in (self.scatter, self.curves):
            if plot is not None:
                plot.set_theme(theme)

    def export_data(self, which: str) -> list[list[str | int | float]]:
        """Return the rows of a plot: see :func:`export_data`."""
        return export_data(self.document, self.system, which) if self.document is not None else []
