"""How well larger and larger pieces of trees are found: F1 by size of fragments."""

from __future__ import annotations

from collections.abc import Iterator

from ..figures.plots import curves_page
from ..plot_data import curves_of
from .findings import Findings
from .html import Html, element
from .pictures import Pictures
from .table import Cell, Column, table

__all__ = ["ID", "TITLE", "section"]

ID, TITLE = "fragments", "F1 by fragment size"

_SIZES = (1, 2, 5, 10, 15, 20, 25)  #: those that are told as numbers


def section(findings: Findings, pictures: Pictures) -> Iterator[Html]:
    """Return the curves of all systems, and some of their numbers."""
    curves = curves_of(findings.document.study, findings.order)
    if not any(len(curve) for curve in curves.values()):
        return
    yield element(
        "p",
        "A fragment is any connected part of a tree, without tags and words; its size is the number of its nodes. "
        "Scattered errors break large fragments first (FREVAL; Bastings and Sima’an 2014).",
    )
    drawn, best = {system: curves[system] for system in findings.drawn}, findings.order[0]
    title = f"F1 by size of fragments{findings.only_drawn}; {findings.names[best]} is the thick line."
    yield pictures.plot(lambda spec: curves_page(findings.names, drawn, best, spec, title), title)
    columns = [Column("System", numbers=False), *(Column(f"Size {size}") for size in _SIZES)]
    rows = [
        [Cell(findings.names[system]), *(_cell(dict(curve.tolist()).get(size)) for size in _SIZES)]
        for system, curve in curves.items()
    ]
    yield table("F1 of fragments of some sizes.", columns, rows)


def _cell(value: float | None) -> Cell:
    return Cell("n/a") if value is None else Cell(f"{value:.2f}", value)
