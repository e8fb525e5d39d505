"""Writing a page in any format, and putting it on the clipboard."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, BinaryIO

from PySide6.QtCore import QMimeData

from treelens.engine.csv_text import csv_text
from treelens.engine.files import is_there
from treelens.engine.problems import TreelensError

from . import pdf, png, svg, tikz
from .codec import Info, sink
from .page import Page

__all__ = ["FORMATS", "clipboard_data", "export", "format_of", "refuse_inputs", "write_csv"]

CSV = Info("csv", "CSV", (".csv",), "text/csv")


def write_csv(page: Page, target: str | Path | BinaryIO) -> None:
    """Write the numbers of a plot as a table, its header first; other figures have none."""
    if not page.data:
        raise ValueError("only plots have numbers that can be written as CSV")
    with sink(target) as file:
        file.write(csv_text(page.data).encode("utf-8", "surrogateescape"))


#: All formats by name: what they are, and how a page is written.
FORMATS: dict[str, tuple[Info, Callable[..., None]]] = {
    info.name: (info, write)
    for info, write in (
        (svg.INFO, svg.write),
        (pdf.INFO, pdf.write),
        (png.INFO, png.write),
        (tikz.INFO, tikz.write),
        (CSV, write_csv),
    )
}


def format_of(path: str | Path) -> str:
    """Return the format that a file's ending stands for.

    >>> format_of("figure.PDF"), format_of("figure.tex")
    ('pdf', 'tikz')
    """
    ending = Path(path).suffix.lower()
    for name, (info, _) in FORMATS.items():
        if ending in info.endings:
            return name
    known = ", ".join(ending for info, _ in FORMATS.values() for ending in info.endings)
    raise ValueError(f"figures do not end in {ending or 'nothing'!r}, but in {known}")


def export(
    page: Page,
    path: str | Path,
    format: str | None = None,
    *,
    dpi: float = 300,
    transparent: bool = False,
    standalone: bool = True,
) -> None:
    """Write a page to a file, in the format of its ending or in another.

    *dpi* and *transparent* are for PNG; *standalone* says whether TikZ is a document of its own, or for ``\\input``.
    """
    name = format or format_of(path)
    if name not in FORMATS:
        raise ValueError(f"{name!r} is no format of figures: choose one of {', '.join(FORMATS)}")
    own: dict[str, dict[str, Any]] = {
        "png": {"dpi": dpi, "transparent": transparent},
        "tikz": {"standalone": standalone},
    }
    FORMATS[name][1](page, path, **own.get(name, {}))


def refuse_inputs(target: str | Path, inputs: Iterable[str | Path]) -> None:
    """Raise TreelensError where a figure would be written over a file that it is made of."""
    path = Path(target)
    if is_there(path) and any(path.samefile(each) for each in inputs if is_there(each)):
        raise TreelensError(f"{target}: is one of the inputs and will not be overwritten")


def clipboard_data(page: Page, *, dpi: float = 300) -> QMimeData:
    """Return a page for the clipboard: as a picture, and as SVG for programs that take it."""
    made = QMimeData()
    made.setImageData(png.picture(page, dpi=dpi))
    made.setData(svg.INFO.media, svg.document(page).encode())
    return made
