"""What proves that a copy of the window is whole: type, figures in every format, a report, and the window itself.

The engine's checks, and what a check is, are in :mod:`treelens.engine.self_test`. Nothing of it needs a display.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from PySide6.QtGui import QFontDatabase, QFontMetrics, QIcon, QImage
from PySide6.QtWidgets import QApplication, QDockWidget

from treelens.engine.metrics import choose
from treelens.engine.problems import TreelensError
from treelens.engine.self_test import Check
from treelens.resources import resource

from .document import Document, open_document
from .figures import FORMATS, FigureSpec, PlotFigure, PlotSpec, TreeFigure, batch, export
from .figures.png import write_picture
from .main_window import MainWindow
from .theme import load_theme

__all__ = ["CHECKS"]

#: How files of each format begin.
_BEGINNINGS = {"svg": b"<?xml", "pdf": b"%PDF-", "png": b"\x89PNG", "tikz": b"%", "csv": b"sentence,"}
_SENTENCE = 14  #: the demo's fifteenth: a final "Thursday" attached low
_SIZE = (1500, 900)
_FEWEST_COLOURS = 20  #: a window with trees has more; one that was not drawn has one


@cache
def _opened() -> Document:
    """Return the demo's gold and two systems, scored as plots need it."""
    made = open_document([str(resource("demo", f"{name}.mrg")) for name in ("gold", "berkeley", "stanford")])
    batch.count(made, choose(("e-dice", "t-dice")))
    return made


def _type(_folder: Path) -> str:
    """See that there is a typeface, with letters in it."""
    families = QFontDatabase.families()
    if not families or not QFontMetrics(QApplication.font()).inFont("e"):
        raise TreelensError("there is no typeface: install one, such as Liberation or DejaVu")
    return f"{len(families)} families; {QApplication.font().family()}"


def _icons(_folder: Path) -> str:
    """See that pictures in SVG can be drawn."""
    names = [entry.name for entry in resource("icons").iterdir() if entry.name.endswith(".svg")]
    for name in names:
        if QIcon(str(resource("icons", name))).pixmap(32, 32).isNull():
            raise TreelensError(f"{name} cannot be drawn")
    return f"{len(names)} drawn"


def _figures(folder: Path) -> str:
    """Write a sentence in every format of figures, and a plot as a table."""
    sentence = TreeFigure(_opened(), _SENTENCE, 0).page(FigureSpec(width=None))
    plot = PlotFigure(_opened(), "scatter", 0).page(PlotSpec())
    for name, (info, _) in FORMATS.items():
        path = folder / f"figure{info.endings[0]}"
        export(plot if name == "csv" else sentence, path)
        data = path.read_bytes()
        if not data.startswith(_BEGINNINGS[name]) or len(data) < 1000:
            raise TreelensError(f"{path.name} is no {info.title}: {data[:20]!r}, {len(data)} bytes")
    if QImage(str(folder / "figure.png")).isNull():
        raise TreelensError("figure.png cannot be read back")
    return ", ".join(FORMATS)


def _report(_folder: Path) -> str:
    """Write a report on two systems."""
    from treelens.engine.agreement.significance import Resampling

    from .report import Findings, Wish, report

    findings = Findings(_opened(), Wish(tuple(choose(("f1", "t-dice"))), Resampling(samples=100)))
    findings.count(choose(("e-dice", "t-dice", "freval")))
    page = report(findings)
    if not page.rstrip().endswith("</html>") or "<svg" not in page:
        raise TreelensError("the page is not complete")
    return f"{len(page):,} letters of HTML"


def _window(folder: Path) -> str:
    """Open the window on the demo with its plots, and take a picture of it."""
    window = MainWindow(load_theme("light"), remembers=False)
    try:
        window.resize(*_SIZE)
        window.show()
        window.open_files(_opened().paths, _SENTENCE + 1)
        if not window.wait_until_filled():
            raise TreelensError(window.last_error or "the demo did not open within two minutes")
        plots = window.findChild(QDockWidget, "plots")
        assert isinstance(plots, QDockWidget)
        plots.show()
        QApplication.processEvents()
        picture = window.grab().toImage()
    finally:
        window.close()
    write_picture(picture, folder / "window.png")
    colours = {picture.pixel(x, y) for x in range(0, picture.width(), 3) for y in range(0, picture.height(), 3)}
    if len(colours) < _FEWEST_COLOURS:
        raise TreelensError(f"the picture has {len(colours)} colours: nothing was drawn")
    return f"{picture.width()} × {picture.height()}, {len(colours)} colours"


CHECKS: dict[str, Check] = {
    "type": _type,
    "icons": _icons,
    "figures": _figures,
    "report": _report,
    "window": _window,
}
