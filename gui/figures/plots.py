"""The plots of the program as pages, so that every format of figures can write them; their numbers go with them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import numpy as np
from PySide6.QtCore import QCoreApplication

from treelens.engine.errors import Totals

from ..document import Document
from ..error_data import MEASURES, error_rows, groups
from ..plot_data import LARGEST, Floats, curve, export_data, points
from .axes import Scale
from .error_bars import bar_looks, bar_role
from .looks import load_looks
from .page import Dot, Page, Path
from .plot_sheet import PlotSheet, PlotSpec, Rows

__all__ = ["PLOTS", "PlotSpec", "curves_page", "errors_page", "plot_page", "scatter_page"]

_FAINT = 0.4  # dots that lie upon each other are darker


def scatter_page(values: Floats, spec: PlotSpec, title: str = "", data: Rows = ()) -> Page:
    """Draw E against T, one dot a sentence; NaN where there is no score."""
    scored = values[~np.isnan(values).any(axis=1)]
    low = min(90.0, 10 * float(np.floor(scored.min() / 10))) if len(scored) else 0.0
    sheet = PlotSheet(spec, title or _said("E against T, one dot a sentence"))
    axes = sheet.axes(Scale(low, 100, _said("E dice")), Scale(low, 100, _said("T dice")), square=True)
    sheet.marks.append(Path(((axes.x(low), axes.y(low)), (axes.x(100), axes.y(100))), "diagonal"))
    radius = sheet.face.looks.length(1.6 if len(scored) <= 400 else 1.2)
    for x, y in scored.tolist():
        sheet.marks.append(Dot(axes.x(x), axes.y(y), radius, opacity=_FAINT))
    sheet.y += radius
    return sheet.page(data)


def curves_page(
    names: Sequence[str], curves: dict[int, Floats], current: int, spec: PlotSpec, title: str = "", data: Rows = ()
) -> Page:
    """Draw F1 by size of fragments, one curve a system; the current one is thick and on top."""
    top = max((float(values[:, 1].max(initial=0.0)) for values in curves.values()), default=100.0)
    top = max(10.0, 10 * float(np.ceil(top / 10)))
    sheet = PlotSheet(spec, title or _said("F1 by fragment size"))
    sizes = [size for size in (1, 5, 10, 15, 20, 25) if size <= LARGEST]
    axes = sheet.axes(Scale(1, LARGEST, _said("fragment size"), sizes), Scale(0, top, _said("F1")))
    for system in sorted(curves, key=lambda system: system == current):
        spots = tuple((axes.x(x), axes.y(y)) for x, y in curves[system].tolist())
        if len(spots) > 1:
            sheet.marks.append(Path(spots, _kind(system, current), f"system {system}"))
    ends = {system: float(values[-1, 1]) if len(values) else 0.0 for system, values in curves.items()}
    order = sorted(ends, key=lambda system: -ends[system])
    sheet.legend([(names[system], _kind(system, current), f"system {system}") for system in order])
    return sheet.page(data)


def errors_page(
    names: Sequence[str],
    totals: Mapping[int, Totals],
    current: int,
    spec: PlotSpec,
    measure: str = "brackets",
    title: str = "",
    data: Rows = (),
) -> Page:
    """Draw errors by kind, in groups of one bar a system; the current one's are darker."""
    systems = sorted(totals)
    looks = bar_looks(load_looks(spec.theme, spec.size), systems, current)
    sheet = PlotSheet(spec, title or _said("Errors by kind"), looks)
    axis = {"brackets": "bracket errors explained", "repairs": "repairs", "sentences": "sentences"}[measure]
    sheet.bars(groups(totals, measure), systems, _said(axis))
    sheet.legend([(names[system], "swatch", bar_role(system)) for system in systems])
    return sheet.page(data)


def _kind(system: int, current: int) -> str:
    return "current" if system == current else "curve"


def _scatter(document: Document, system: int, spec: PlotSpec) -> Page:
    title = f"{_said('E against T, one dot a sentence')}: {document.names[system]}"
    return scatter_page(points(document.study, system), spec, title, export_data(document, system, "scatter"))


def _curves(document: Document, system: int, spec: PlotSpec) -> Page:
    found = {number: curve(document.study, number) for number in range(len(document.names))}
    known = {number: values for number, values in found.items() if values is not None}
    return curves_page(document.names, known, system, spec, data=export_data(document, system, "curves"))


def _errors(document: Document, system: int, spec: PlotSpec, measure: str) -> Page:
    """Draw the errors of all systems; what is not explained yet is waited for."""
    totals = {number: document.errors.totals(number) for number in range(len(document.names))}
    return errors_page(document.names, totals, system, spec, measure, data=error_rows(document.names, totals))


#: The plots there are, by name: of a document, a system and a spec.
PLOTS: dict[str, Callable[[Document, int, PlotSpec], Page]] = {
    "scatter": _scatter,
    "curves": _curves,
    **{
        "errors" if measure == MEASURES[0] else f"errors-{measure}": partial(_errors, measure=measure)
        for measure in MEASURES
    },
}


def plot_page(which: str, document: Document, system: int, spec: PlotSpec) -> Page:
    """Return a plot of the program, as it is at this moment."""
    if which not in PLOTS:
        raise ValueError(f"there is no plot named {which!r}: choose one of {', '.join(PLOTS)}")
    return PLOTS[which](document, system, spec)


def _said(text: str) -> str:
    return QCoreApplication.translate("Figure", text)
