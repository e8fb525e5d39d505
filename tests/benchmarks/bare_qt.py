"""Bare Qt, the peer of the window: what the toolkit itself takes to paint as much.

Run as a program, it opens a bare window and says ``painted`` once that is done; nothing but Qt is imported for it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QEvent, QObject, QPointF, Qt
from PySide6.QtWidgets import (
    QApplication,
    QGraphicsScene,
    QGraphicsView,
    QMainWindow,
    QSplitter,
    QTableView,
    QWidget,
)

__all__ = ["BareTable", "BareTrees", "Unpainted", "seconds_until_painted", "settle", "sweep"]

_PATIENCE = 30.0  # seconds after which a widget will not be painted any more


class Unpainted(QObject):
    """Widgets that have not been painted since this began to watch them."""

    def __init__(self, widgets: Sequence[QWidget]) -> None:
        super().__init__()
        self.left = list(widgets)
        for widget in widgets:
            widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Note that a widget is painted."""
        if event.type() == QEvent.Type.Paint:
            self.left = [widget for widget in self.left if widget is not watched]
        return False


def sweep() -> None:
    """Delete widgets that were given up: only a program's main loop does so by itself."""
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def settle() -> None:
    """Do all that is waiting."""
    sweep()
    QApplication.processEvents()


def seconds_until_painted(deed: Callable[[], object], *widgets: QWidget) -> float:
    """Return how long it takes from a deed until all these widgets are painted anew."""
    settle()
    watch = Unpainted(widgets)
    begun = time.perf_counter()
    deed()
    while watch.left:
        settle()
        if time.perf_counter() - begun > _PATIENCE:
            raise RuntimeError(f"never painted: {watch.left}")
    return time.perf_counter() - begun


class _PlainModel(QAbstractTableModel):
    """Rows of strings."""

    def __init__(self, rows: Sequence[Sequence[str]]) -> None:
        super().__init__()
        self.rows = rows

    def rowCount(self, parent: Any = None) -> int:  # noqa: N802
        """Return the number of rows."""
        return len(self.rows)

    def columnCount(self, parent: Any = None) -> int:  # noqa: N802
        """Return the number of columns."""
        return len(self.rows[0])

    def data(self, index: Any, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        """Return a string."""
        return self.rows[index.row()][index.column()] if role == Qt.ItemDataRole.DisplayRole else None


class BareTable(QTableView):
    """A table of strings, of the size and the columns of another table."""

    def __init__(self, rows: Sequence[Sequence[str]], like: QTableView | None = None) -> None:
        super().__init__()
        self.plain = _PlainModel(rows)
        self.setModel(self.plain)
        if like is None:
            return
        self.resize(like.size())
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(like.verticalHeader().defaultSectionSize())
        for column in range(self.plain.columnCount()):
            self.setColumnWidth(column, like.columnWidth(column))


class BareTrees(QSplitter):
    """Two views with texts, and lines between them."""

    def __init__(self, like: QWidget) -> None:
        super().__init__()
        self.panes = [QGraphicsView(), QGraphicsView()]
        for pane in self.panes:
            pane.setScene(QGraphicsScene(pane))
            self.addWidget(pane)
        self.resize(like.size())

    def draw(self, sides: Sequence[Sequence[QPointF]]) -> None:
        """Put a text at every place of both sides, each with a line from the one before."""
        for pane, places in zip(self.panes, sides, strict=True):
            scene = pane.scene()
            scene.clear()
            for place in places:
                scene.addSimpleText("NP").setPos(place)
            for one, other in pairwise(places):
                scene.addLine(one.x(), one.y(), other.x(), other.y())


def main() -> None:
    """Open a window with a table."""
    program = QApplication([])
    window = QMainWindow()
    window.setCentralWidget(BareTable([("1", "a sentence", "0.5")] * 120))
    window.resize(1400, 880)
    seconds_until_painted(window.show, window)
    print("painted", flush=True)
    program.quit()


if __name__ == "__main__":
    main()
