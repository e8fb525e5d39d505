"""What the plots show, as plain numbers."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from treelens.engine.metrics import METRICS, family_of
from treelens.engine.study import Study

from .document import Document

__all__ = ["LARGEST", "Floats", "curve", "curves_of", "export_data", "points", "scored"]

Floats = NDArray[np.float64]

LARGEST = 25  #: the size of fragments up to which curves are drawn


def points(study: Study, system: int) -> Floats:
    """Return E dice and T dice in percent, one row a sentence; NaN where there is no score (yet)."""
    return 100 * np.column_stack([study.scores(system, METRICS[name]) for name in ("e-dice", "t-dice")])


def scored(study: Study, system: int) -> bool:
    """Say whether :func:`points` has all there is: what is NaN then will stay so."""
    counted = study.comparison(system).counted
    return all(family_of(METRICS[name]).name in counted for name in ("e-dice", "t-dice"))


def curve(study: Study, system: int) -> Floats | None:
    """Return sizes of fragments and their F1 in percent over the corpus, one row a size; None while being counted."""
    tally = study.tally(system, METRICS["freval"])
    if tally is None or tally.sizes is None:
        return None
    rows = [(size.size, 100 * size.f1) for size in tally.sizes[:LARGEST] if size.f1 is not None]
    return np.array(rows, dtype=np.float64).reshape(-1, 2)


def curves_of(study: Study, systems: Iterable[int]) -> dict[int, Floats]:
    """Return the curves of these systems, as far as they are counted."""
    found = ((system, curve(study, system)) for system in systems)
    return {system: values for system, values in found if values is not None}


def export_data(document: Document, system: int, which: str) -> list[list[str | int | float]]:
    """Return what a plot shows as rows of a table, a header first; *which* is "scatter" or "curves"."""
    if which == "scatter":
        found = points(document.study, system)
        scored = np.flatnonzero(~np.isnan(found).any(axis=1)).tolist()
        return [["sentence", "e-dice", "t-dice"], *([row + 1, *found[row].tolist()] for row in scored)]
    if which == "curves":
        curves = [(name, curve(document.study, number)) for number, name in enumerate(document.names)]
        rows = [[name, int(size), f1] for name, known in curves if known is not None for size, f1 in known.tolist()]
        return [["system", "size", "f1"], *rows]
    raise ValueError(f"there is no plot named {which!r}")
