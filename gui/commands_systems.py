"""Plots of all systems for ``treelens figure``: systems are scored one by one, or their scores read from a table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from treelens.engine.commands.options import check_choice
from treelens.engine.commands.settings import Settings
from treelens.engine.commands.sweeping import Sweep, systems_named
from treelens.engine.metrics import choose
from treelens.engine.problems import TreelensError

if TYPE_CHECKING:
    from treelens.engine.sweep import Standings

    from .systems.choice import Choice
    from .systems.figure import SystemsFigure

__all__ = ["SYSTEMS_PLOTS", "UNDER", "SystemsWish", "systems_figure"]

#: What :data:`.systems.plots.PLOTS` and :data:`.systems.choice.GROUPS` have; a test compares them. Qt is not imported
#: only to list them.
SYSTEMS_PLOTS = (
    "parameter",
    "rescaled",
    "profiles",
    "sorted",
    "ranks",
    "sizes",
    "difference",
    "distribution",
    "against",
    "spearman",
    "kendall",
    "epsila",
)
UNDER = ("e-t", "dice-jaccard", "roof-whole", "micro-macro", "all")

_OF_SIZES = ("sizes", "difference")


@dataclass(frozen=True)
class SystemsWish:
    """What was asked for of a plot of systems; None where nothing was said."""

    metrics: str | None = None
    metric: str | None = None
    against: str | None = None
    under: str | None = None
    baseline: str | None = None
    sizes: str | None = None
    average: str | None = None
    system: str | None = None


def systems_figure(
    plot: str, files: Sequence[str], sweep: str | None, table: str | None, wish: SystemsWish, settings: Settings
) -> SystemsFigure:
    """Score systems, or read their scores, and return the plot that is wanted of them."""
    from .systems.figure import SystemsFigure

    check_choice("--under", wish.under or "all", UNDER)
    check_choice("--average", wish.average or "macro", ("macro", "micro"))
    standings = _standings(plot, files, sweep, table, wish, settings)
    inputs = (*files, *filter(None, (sweep, table)))
    return SystemsFigure(standings, plot, _choice(standings, wish), inputs, table is not None)


def _standings(
    plot: str, files: Sequence[str], sweep: str | None, table: str | None, wish: SystemsWish, settings: Settings
) -> Standings:
    from treelens.engine.sweep import Standings, read_table
    from treelens.engine.sweep.standings import of_result, of_table

    from .systems.choice import MEASURES, scored

    if table is not None:
        if files or sweep is not None:
            raise TreelensError("--table goes without trees: name either a table of scores or GOLD and systems")
        return of_table(read_table(table))
    if not files:
        raise TreelensError("name GOLD and systems, or a table of scores with --table")
    gold, *systems = files
    named = systems_named(gold, systems, sweep)
    metrics = choose(_names(wish.metrics) or list(MEASURES))
    for name in _names(wish.metric, wish.against):
        metrics += [metric for metric in choose([name], groups=False) if metric not in metrics]
    metrics = scored([metric.name for metric in metrics]) if plot in _OF_SIZES else metrics
    work = Sweep.of(gold, named, settings, metrics)
    rows = {place: of_result(result, metrics) for place, result in enumerate(work.results())}
    return Standings(tuple(named), rows)


def _choice(standings: Standings, wish: SystemsWish) -> Choice:
    from .systems.choice import Choice, chief

    metrics = chief(standings)
    if wish.metrics:
        own = [name for name in _names(wish.metrics) if name in standings.metrics]
        metrics = tuple(own) or chief(standings, _names(wish.metrics))
    for name in _names(wish.metric, wish.against):
        if name not in standings.metrics:
            raise TreelensError(f"no system has a score under {name!r}; there are {', '.join(standings.metrics)}")
        metrics = metrics if name in metrics else (*metrics, name)
    made = Choice(metrics)
    return Choice(
        metrics,
        wish.metric or (made.metric if made.metric in metrics else metrics[0]),
        wish.against or made.other,
        wish.average or made.average,
        wish.under or ("all" if wish.metrics else made.group),
        (),
        0 if wish.baseline is None else _system(standings, wish.baseline),
        made.sizes if wish.sizes is None else _sizes(wish.sizes),
        -1 if wish.system is None else _system(standings, wish.system),
    )


def _names(*texts: str | None) -> list[str]:
    return [name.strip() for text in texts for name in (text or "").split(",") if name.strip()]


def _system(standings: Standings, name: str) -> int:
    if name not in standings.names:
        raise TreelensError(f"no system is called {name!r}; there are {', '.join(standings.names[:20])}")
    return standings.names.index(name)


def _sizes(text: str) -> tuple[int, int]:
    """Read a range of sizes.

    >>> _sizes("5-15")
    (5, 15)
    """
    found = re.fullmatch(r"\s*(\d+)\s*-\s*(\d+)\s*", text)
    if found is None or not 0 < int(found[1]) < int(found[2]):
        raise TreelensError(f"--sizes takes a range such as 5-15, not {text!r}")
    return int(found[1]), int(found[2])
