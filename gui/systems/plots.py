"""All plots of systems by name: what each is called, which choices change it, and how it is drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from treelens.engine.sweep import Standings

from ..figures.chart import Chart, Picture, picture_of
from ..figures.heat_map import HeatMap, heat_picture
from ..figures.plot_sheet import PlotSpec
from . import lines, maps, orders
from .choice import Choice, said

__all__ = ["CHARTS", "PLOTS", "SystemsPlot", "drawn"]


@dataclass(frozen=True)
class SystemsPlot:
    """A plot: its title in a list, what is drawn, and what it minds: ``metric``, ``group``, ``baseline``, ``sizes``."""

    title: str
    draw: Callable[[Standings, Choice], Chart | HeatMap]
    minds: tuple[str, ...] = ()


#: The plots there are, by the name that ``treelens figure --plot`` knows them by.
PLOTS: dict[str, SystemsPlot] = {
    "parameter": SystemsPlot("A measure against the parameter", lines.over_parameter, ("metric",)),
    "rescaled": SystemsPlot("All measures over the parameter", lines.rescaled_over_parameter),
    "profiles": SystemsPlot("Systems over measures", lines.over_measures),
    "sorted": SystemsPlot("Measures over sorted systems", lines.over_systems, ("metric",)),
    "ranks": SystemsPlot("Systems ranked under each measure", orders.ranked, ("group",)),
    "sizes": SystemsPlot("F1 by fragment size", lines.by_size, ("sizes",)),
    "difference": SystemsPlot("Difference to a baseline by size", lines.difference_by_size, ("baseline", "sizes")),
    "distribution": SystemsPlot("Scores of sentences", orders.distributions, ("metric",)),
    "against": SystemsPlot("Systems under two measures", orders.against, ("metric", "other")),
    "spearman": SystemsPlot("Spearman", partial(maps.correlations, kind="spearman")),
    "kendall": SystemsPlot("Kendall", partial(maps.correlations, kind="kendall")),
    "epsila": SystemsPlot("Epsila", maps.epsila),
}

#: Those that the page of plots offers; the others belong to that of agreement.
CHARTS = tuple(name for name in PLOTS if name not in ("against", "spearman", "kendall", "epsila"))


def drawn(
    which: str, standings: Standings, choice: Choice, spec: PlotSpec, height: float | None = None
) -> tuple[Chart | HeatMap, Picture]:
    """Draw a plot; raises ValueError where there is nothing to draw, saying why."""
    if not standings.rows:
        raise ValueError(said("no system is scored yet"))
    made = PLOTS[which].draw(standings, choice)
    return made, picture_of(made, spec, height) if isinstance(made, Chart) else heat_picture(made, spec, height)
