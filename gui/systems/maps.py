"""Maps of how far measures agree over systems: correlations and epsila, measures that agree beside each other."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from treelens.engine.agreement import Agreement, agreement
from treelens.engine.sweep import Standings

from ..figures.chart import Spot
from ..figures.heat_map import HeatMap, correlation
from ..figures.plot_sheet import Rows
from .choice import Choice, number, said, title_of

__all__ = ["agreed", "correlations", "epsila"]

_STRONGEST = 0.2  #: the epsila that is as bad as the map tells


def agreed(standings: Standings, choice: Choice) -> Agreement:
    """Return how the chosen measures agree over systems; what was found last is kept."""
    return _agreed(_Same(standings), choice.metrics, choice.average)


class _Same:
    """Standings by which one they are: so that what was found of them can be kept."""

    def __init__(self, standings: Standings) -> None:
        self.standings = standings

    def __hash__(self) -> int:
        return id(self.standings)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.standings is self.standings


@lru_cache(maxsize=2)
def _agreed(of: _Same, metrics: tuple[str, ...], average: str) -> Agreement:
    return agreement(of.standings.scores(metrics, average))


def correlations(standings: Standings, choice: Choice, kind: str = "spearman") -> HeatMap:
    """Return the map of Spearman's rho or Kendall's tau."""
    found = agreed(standings, choice)
    places = [found.scores.metrics.index(name) for name in found.order]
    matrix = getattr(found, kind)[:, places][places].tolist()
    name = {"spearman": said("Spearman’s rho"), "kendall": said("Kendall’s tau")}[kind]
    spots = [
        [
            Spot(0, 0, f"{title_of(one)}\n{title_of(other)}\n{name} {number(value, 3)}", (), (one, other))
            for other, value in zip(found.order, row, strict=True)
        ]
        for one, row in zip(found.order, matrix, strict=True)
    ]
    shown = [[correlation(value) for value in row] for row in matrix]
    rows = _rows(kind, spots, matrix)
    title = said("{} of measures over systems").format(name)
    return HeatMap(title, [title_of(each) for each in found.order], shown, matrix, spots, rows)


def epsila(standings: Standings, choice: Choice) -> HeatMap:
    """Return the map of epsila, in percent: row μ, column ρ; only of measures that have a perfect value."""
    found = agreed(standings, choice)
    exact = found.scores.with_perfect_value
    names = [name for name in found.order if name in exact]
    if not names:
        raise ValueError(said("no measure here has a perfect value, which epsila needs"))
    places = [exact.index(name) for name in names]
    matrix = found.epsila[:, places][places].tolist()
    told = said("{}\n{}\na reduction of more than {} % of the errors under the first is a gain under the second")
    spots = [
        [
            Spot(0, 0, told.format(title_of(one), title_of(other), number(100 * value)), (), (one, other))
            for other, value in zip(names, row, strict=True)
        ]
        for one, row in zip(names, matrix, strict=True)
    ]
    shown = [["n/a" if math.isnan(value) else _short(100 * value) for value in row] for row in matrix]
    strengths = [[-min(value / _STRONGEST, 1.0) for value in row] for row in matrix]
    rows = _rows("epsila", spots, matrix)
    title = said("Epsila of measures over systems, in percent")
    return HeatMap(title, [title_of(each) for each in names], shown, strengths, spots, rows)


def _short(percent: float) -> str:
    """Write a number so that it fits into a box.

    >>> _short(4.56), _short(45.6)
    ('4.6', '46')
    """
    return f"{percent:.1f}" if percent < 9.95 else f"{percent:.0f}"


def _rows(name: str, spots: Sequence[Sequence[Spot]], matrix: Sequence[Sequence[float]]) -> Rows:
    """Return a row for each pair of measures."""
    made: list[list[str | int | float]] = [["metric", "other", name]]
    for line, values in zip(spots, matrix, strict=True):
        made += [[*spot.metrics, "" if math.isnan(value) else value] for spot, value in zip(line, values, strict=True)]
    return made
