"""The window at work, in a process of its own: ``window.py`` runs this file and reports what it prints.

``inside_window.py TASK GOLD SYSTEM`` opens the files, does one thing and prints figures as one line of JSON. The task
``start`` opens the demo instead and says ``painted`` and ``ranked`` when that is so.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from treelens.gui.program import demo_files, import_engine  # isort: skip

import_engine()  # before Qt, as the program itself does
# ruff: noqa: E402

import numpy as np
from bare_qt import BareTable, BareTrees, Unpainted, seconds_until_painted, settle, sweep
from PySide6.QtCore import QPointF, Qt, QTimer
from PySide6.QtTest import QTest

from treelens.gui.app import application
from treelens.gui.collecting import Collecting
from treelens.gui.main_window import MainWindow
from treelens.gui.theme import load_theme
from treelens.gui.views.tree_pane import TreePane

PAGES = 200


def shown_window() -> MainWindow:
    """Return the window, shown and painted, without a file; memory is looked after as in the program itself."""
    Collecting(application("light"))
    window = MainWindow(load_theme("light"))
    window.resize(1400, 880)
    seconds_until_painted(window.show, window)
    return window


def opened(files: Sequence[str]) -> MainWindow:
    """Return the window with these files open and scored."""
    window = shown_window()
    window.open_files(list(files))
    if not window.wait_until_filled(600):
        raise RuntimeError(f"{files} are not scored")
    settle()
    return window


def start() -> None:
    """Open the demo as ``treelens demo`` does, and say how far that is."""
    window = shown_window()
    window.set_theme("light")
    print("painted", flush=True)
    window.open_files(demo_files())
    if not window.wait_until_filled():
        raise RuntimeError("the demo is not scored")
    settle()
    print("ranked", flush=True)
    window.close()


def click(files: Sequence[str]) -> dict[str, object]:
    """Click on one sentence after the other; then have bare Qt paint as many texts and lines at the same places."""
    window = opened(files)
    table, model = window.sentences.table, window.sentences.model
    panes = [pane for pane in window.trees.findChildren(TreePane) if pane.isVisible()]
    bare = BareTrees(window.trees)
    seconds_until_painted(bare.show, *(pane.viewport() for pane in bare.panes))
    ours, theirs, nodes = [], [], []
    last = model.rowCount() - 1
    window.sentences.go_to(model.sentence_at(last))
    for row in range(last):
        index = model.index(row, model.FIRST_SCORE)
        table.scrollTo(index)
        place = table.visualRect(index).center()
        deed = partial(QTest.mouseClick, table.viewport(), Qt.MouseButton.LeftButton, pos=place)
        ours.append(seconds_until_painted(deed, *(pane.viewport() for pane in panes)))
        window.looking.catch_up()  # what follows the trees is not bare Qt's work
        settle()
        sides = [_label_places(pane) for pane in panes]
        nodes.append(np.mean([len(places) for places in sides]))
        theirs.append(seconds_until_painted(partial(bare.draw, sides), *(pane.viewport() for pane in bare.panes)))
    return {"nodes": float(np.mean(nodes)), "ours": ours, "theirs": theirs}


def _label_places(pane: TreePane) -> list[QPointF]:
    """Return where labels are."""
    return [QPointF(label.x, label.y) for label in pane.drawing.labels]


def listing(files: Sequence[str]) -> dict[str, object]:
    """Sort and scroll the list; then have bare Qt scroll as many strings."""
    window = opened(files)
    table, model = window.sentences.table, window.sentences.model
    rows, columns = model.rowCount(), model.columnCount()
    orders = [Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder] * 3
    sorting = {
        name: [seconds_until_painted(partial(model.sort, column, order), table.viewport()) for order in orders]
        for name, column in (("a score", model.FIRST_SCORE), ("the rank gap", model.gap_column))
    }
    rng = np.random.default_rng(1)
    column = rng.random(rows)
    argsort = []
    for _ in orders:
        begun = time.perf_counter()
        np.argsort(column, kind="stable")
        argsort.append(time.perf_counter() - begun)
    strings = [tuple(str(model.index(row, column).data()) for column in range(columns)) for row in range(rows)]
    bare = BareTable(strings, table)
    seconds_until_painted(bare.show, bare.viewport())
    return {"sorting": sorting, "argsort": argsort, "ours": _pages(table), "theirs": _pages(bare)}


def _pages(table: BareTable) -> list[float]:
    """Scroll through a table in equal steps."""
    bar = table.verticalScrollBar()
    bar.setValue(0)
    places = np.linspace(0, bar.maximum(), PAGES + 1, dtype=int)[1:]
    return [seconds_until_painted(partial(bar.setValue, int(place)), table.viewport()) for place in places]


class _Watch:
    """Looks every few milliseconds whether the window answers, and whether its list is painted."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window
        self.ticks = [time.perf_counter()]
        self.usable = 0.0
        self._list: Unpainted | None = None
        self._timer = QTimer(interval=5)
        self._timer.timeout.connect(self._tick)
        self._timer.start()

    def _tick(self) -> None:
        sweep()
        self.ticks.append(time.perf_counter())
        if self._list is None and self.window.sentences.model.rowCount():
            self._list = Unpainted([self.window.sentences.table.viewport()])
            self.window.sentences.table.viewport().update()
        elif self._list is not None and not self._list.left and not self.usable:
            self.usable = self.ticks[-1]


def opening(files: Sequence[str]) -> dict[str, object]:
    """Open files: when the list is painted, when all is scored, how long the window did not answer, and memory."""
    window = shown_window()
    watch = _Watch(window)
    begun = watch.ticks[0]
    window.open_files(list(files))
    if not window.wait_until_filled(600):
        raise RuntimeError(f"{files} are not scored")
    ranked = time.perf_counter()
    settle()
    gaps = np.diff(watch.ticks).tolist()
    return {"usable": watch.usable - begun, "ranked": ranked - begun, "gaps": gaps, "memory": _peak_memory()}


def _peak_memory() -> int:
    """Return the most memory this process ever held, in bytes.

    Linux counts what the parent held at the start towards the child's ``ru_maxrss``: there the kernel is asked instead.
    """
    status = Path("/proc/self/status")
    if status.exists():
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


if __name__ == "__main__":
    task, *files = sys.argv[1:]
    if task == "start":
        start()
    else:
        print(json.dumps({"click": click, "list": listing, "open": opening}[task](files)))
