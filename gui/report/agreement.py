"""How measures agree over systems: a map of correlations, epsila, and clusters of measures that choose alike."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import groupby

from treelens.engine.agreement import Agreement
from treelens.engine.metrics import METRICS

from ..figures.heat_map import HeatMap, correlation, heat_picture
from .findings import Findings
from .html import Html, element
from .pictures import Pictures
from .table import Cell, Column, table
from .wording import called, in_percent

__all__ = ["ID", "TITLE", "section"]

ID, TITLE = "agreement", "Agreement of measures"


def section(findings: Findings, pictures: Pictures) -> Iterator[Html]:
    """Return how measures agree; nothing unless there are three systems and two measures."""
    found = findings.agreement
    if found is None:
        return
    yield element(
        "p",
        f"Over the {len(findings.names)} systems, by means over sentences. A high correlation says that two measures "
        "put systems in nearly the same order; with few systems it says little.",
    )
    places = [found.scores.metrics.index(name) for name in found.order]
    titles = [called(METRICS[name]) for name in found.order]
    spearman = found.spearman[:, places][places]
    caption = "Spearman’s rank correlation of measures over systems; measures that agree stand beside each other."
    values = spearman.tolist()
    shown = [[correlation(value) for value in row] for row in values]
    yield pictures.plot(lambda spec: heat_picture(HeatMap(caption, titles, shown, values), spec).page, caption)
    if len(found.scores.with_perfect_value) > 1:
        yield _epsila(found)
        yield _clusters(found)


def _epsila(found: Agreement) -> Html:
    exact = found.scores.with_perfect_value
    names = [name for name in found.order if name in exact]
    columns = [
        Column("Gain under", numbers=False),
        *(Column(called(METRICS[name]), larger_is_better=False) for name in names),
    ]
    rows = [
        [Cell(called(METRICS[name]))]
        + [_percent(float(found.epsila[exact.index(name), exact.index(other)]), name == other) for other in names]
        for name in names
    ]
    note = (
        "How large a reduction of the error rate, in percent, must be under the measure of the row to be sure of a "
        "gain under that of the column; 0 where every gain under one is a gain under the other."
    )
    return table("Epsila.", columns, rows, note)


def _percent(value: float, same: bool) -> Cell:
    if same:
        return Cell("–")
    return Cell("n/a") if math.isnan(value) else Cell(in_percent(value, 2), value)


def _clusters(found: Agreement) -> Html:
    columns = [
        Column("Epsila under", larger_is_better=False, sorted=True),
        Column("Clusters"),
        Column("Measures", numbers=False),
    ]
    rows = [
        [
            Cell(", ".join(f"{100 * each:g} %" for each in same), same[0]),
            Cell(str(len(sets)), len(sets)),
            Cell(_named(sets)),
        ]
        for same, sets in _thresholds(found)
    ]
    return table("Clusters of measures any of which could be used to choose a system.", columns, rows)


def _thresholds(found: Agreement) -> Iterator[tuple[list[float], list[tuple[str, ...]]]]:
    """Put neighbouring thresholds together that make the same clusters."""
    for sets, same in groupby(found.clusters, key=found.clusters.__getitem__):
        yield list(same), sets


def _named(sets: Sequence[Sequence[str]]) -> Html:
    """List clusters, the largest first as they were found."""
    items = (element("li", ", ".join(called(METRICS[name]) for name in one)) for one in sets)
    return element("ul", *items, class_="clusters")
