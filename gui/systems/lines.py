"""Plots of systems along a parameter, over measures, and by size of fragments: one line each."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence

import numpy as np

from treelens.engine.agreement import Scores, ranks
from treelens.engine.agreement.choices import z_scores
from treelens.engine.agreement.orders import rescaled
from treelens.engine.agreement.scores import Floats
from treelens.engine.sweep import Standings

from ..figures.axes import Scale, ticks
from ..figures.chart import Chart, Series, Spot
from .choice import Choice, better_is_larger, number, said, title_of

__all__ = [
    "ROWS",
    "Cells",
    "best_first",
    "by_size",
    "difference_by_size",
    "over_measures",
    "over_parameter",
    "over_systems",
    "rescaled_over_parameter",
    "rows_of",
    "spanning",
    "styles_of",
]

ROWS = 40  #: names that stand beside an axis without being too many
_AIR = 0.06  #: of a range above and below what is in it
_DECADES = 1.5  #: from so many powers of ten on a parameter is drawn on a logarithmic scale

Cells = list[list[str | int | float]]


def spanning(name: str, values: Iterable[float]) -> Scale:
    """Return an axis for these values, with some air around them."""
    known = [value for value in values if math.isfinite(value)]
    low, high = (min(known), max(known)) if known else (0.0, 1.0)
    air = _AIR * (high - low) or max(abs(high) * _AIR, 0.5)
    return Scale(low - air, high + air, name)


def rows_of(names: Sequence[str], name: str = "") -> Scale:
    """Return an axis with a row for each name, the first on top; without names where there are too many."""
    few = len(names) <= ROWS
    texts = list(names) if few else [str(place) for place in _some(len(names))]
    numbers = list(range(len(names))) if few else [place - 1 for place in _some(len(names))]
    return Scale(len(names) - 0.5, -0.5, name, numbers, texts)


def _some(size: int) -> list[int]:
    return [1, *(int(place) for place in ticks(0, size) if 1 < place <= size)]


def _along(standings: Standings) -> tuple[Callable[[float], float], Callable[[str], Scale]]:
    """Return how a parameter is drawn, and how its axis is made: by powers of ten where it spans some of them."""
    values = [standings.systems[place].parameter or 0.0 for places in standings.families().values() for place in places]
    low, high = min(values), max(values)
    if low <= 0 or math.log10(high / low) < _DECADES:
        return float, lambda name: spanning(name, values)
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    shown = [step * 10.0**power for power in powers for step in (1, 2, 5) if low <= step * 10.0**power <= high]

    def axis(name: str) -> Scale:
        made = spanning(name, [math.log10(low), math.log10(high)])
        texts = [f"{value:g}" for value in shown]
        return Scale(made.low, made.high, f"{name} {said('(logarithmic)')}", list(map(math.log10, shown)), texts)

    return math.log10, axis


def _families(standings: Standings) -> dict[str, list[int]]:
    found = standings.families()
    if not found:
        raise ValueError(said("no system has a parameter: a table given with --sweep says what it is"))
    return found


def over_parameter(standings: Standings, choice: Choice) -> Chart:
    """Draw a measure against the parameter, one line a family."""
    metric, families = choice.first, _families(standings)
    column = standings.scores([metric], choice.average).column(metric)
    place_of, axis = _along(standings)
    series: list[Series] = []
    cells: Cells = [["system", "family", "parameter", metric]]
    for style, (family, places) in enumerate(families.items()):
        spots = []
        for place in places:
            if not math.isnan(column[place]):
                parameter, score = _parameter(standings, place), float(column[place])
                text = _told(standings, place, metric, column)
                spots.append(Spot(place_of(parameter), score, text, (place,), (metric,)))
                cells.append([standings.systems[place].name, family, parameter, score])
        strong = choice.current in places and len(families) > 1
        unlike = len({spot.x for spot in spots}) == len(spots)  # else a line would go up and down
        series.append(Series(family or said("systems"), tuple(spots), style, line=unlike, strong=strong))
    drawn = [spot.y for one in series for spot in one.spots]
    left_out = sum(not math.isnan(value) for value in column) - len(drawn)
    note = said("Systems without a parameter, or with an infinite one: {}.").format(left_out) if left_out else ""
    title = said("{} against the parameter").format(title_of(metric))
    return Chart(title, axis(said("parameter")), spanning(title_of(metric), drawn), tuple(series), cells, note)


def _parameter(standings: Standings, place: int) -> float:
    return standings.systems[place].parameter or 0.0


def _told(standings: Standings, place: int, metric: str, column: Floats) -> str:
    system = standings.systems[place]
    lines = [system.name, f"{title_of(metric)}: {number(float(column[place]))}"]
    if system.parameter is not None:
        lines.append(
            said("{}parameter {}").format(f"{system.family} · " if system.family else "", f"{system.parameter:g}")
        )
    return "\n".join(lines)


def rescaled_over_parameter(standings: Standings, choice: Choice) -> Chart:
    """Draw all measures over the parameter of one family, each from its worst value, 0, to its best, 100."""
    families = _families(standings)
    family = next((name for name, places in families.items() if choice.current in places), "")
    family = family if family in families else max(families, key=lambda name: len(families[name]))
    places = families[family]
    table = standings.scores(choice.metrics, choice.average)
    place_of, axis = _along(standings)
    series: list[Series] = []
    cells: Cells = [["metric", "system", "parameter", "score", "rescaled"]]
    for style, metric in enumerate(choice.metrics):
        column = table.column(metric)
        drawn = rescaled(column[places], larger_is_better=better_is_larger(metric))
        known = [(place, float(y)) for place, y in zip(places, drawn, strict=True) if not math.isnan(y)]
        spots = tuple(
            Spot(
                place_of(_parameter(standings, place)), y, _told(standings, place, metric, column), (place,), (metric,)
            )
            for place, y in known
        )
        series.append(Series(title_of(metric), spots, style, strong=metric == choice.metric))
        cells += [
            [metric, standings.systems[place].name, _parameter(standings, place), float(column[place]), y]
            for place, y in known
        ]
    title = said("Measures over the parameter, each from its worst to its best")
    title = f"{title}: {family}" if len(families) > 1 and family else title
    return Chart(title, axis(said("parameter")), Scale(-4, 104, said("worst 0, best 100")), tuple(series), cells)


def over_measures(standings: Standings, choice: Choice) -> Chart:
    """Draw z-scores, one line a system over the measures; those that are better when smaller are turned round."""
    table, turned = standings.scores(choice.metrics, choice.average), _turned(standings, choice)
    styles = styles_of(standings)
    series: list[Series] = []
    cells: Cells = [["system", "metric", "score", "z-score"]]
    plain = z_scores(table)
    for place, system in enumerate(standings.systems):
        known = [(row, float(z)) for row, z in enumerate(turned[place]) if not math.isnan(z)]
        spots = tuple(
            Spot(
                z,
                row,
                f"{system.name}\n{title_of(choice.metrics[row])}: {number(table.values[place, row])}\nz {number(z)}",
                (place,),
                (choice.metrics[row],),
            )
            for row, z in known
        )
        if spots:
            strong, group = place == choice.current, group_of(standings, place, choice)
            series.append(Series(system.name, spots, styles[place], strong=strong, group=group))
        cells += [
            [system.name, choice.metrics[row], float(table.values[place, row]), float(plain[place, row])]
            for row, _ in known
        ]
    labels = [_label(metric) for metric in choice.metrics]
    return Chart(
        said("Systems over measures, in z-scores"),
        spanning(said("z-score: better to the right"), turned.ravel().tolist()),
        rows_of(labels),
        tuple(series),
        cells,
    )


def _turned(standings: Standings, choice: Choice) -> Floats:
    sign = np.array([1.0 if better_is_larger(metric) else -1.0 for metric in choice.metrics])
    turned: Floats = z_scores(standings.scores(choice.metrics, choice.average)) * sign
    return turned


def _label(metric: str) -> str:
    return title_of(metric) if better_is_larger(metric) else f"− {title_of(metric)}"


def styles_of(standings: Standings) -> list[int]:
    """Return the colour of each system: its family's where there are many, else its own."""
    if len(standings.systems) <= ROWS:
        return list(range(len(standings.systems)))
    families = list(dict.fromkeys(system.family for system in standings.systems))
    return [families.index(system.family) for system in standings.systems]


def group_of(standings: Standings, place: int, choice: Choice) -> str:
    """Return what the legend calls the lines that a system's is one of: its family, if there are many."""
    if len(standings.systems) <= ROWS or place == choice.current:
        return ""
    return standings.systems[place].family or said("systems")


def over_systems(standings: Standings, choice: Choice) -> Chart:
    """Draw z-scores, one line a measure over the systems, which are sorted by a chosen one, the best first."""
    table, turned = standings.scores(choice.metrics, choice.average), _turned(standings, choice)
    order = best_first(table, choice.first)
    series: list[Series] = []
    cells: Cells = [["metric", "place", "system", "score", "z-score"]]
    plain = z_scores(table)
    few = len(order) <= ROWS
    for style, metric in enumerate(choice.metrics):
        known = [
            (row, place, float(turned[place, style]))
            for row, place in enumerate(order)
            if not math.isnan(turned[place, style])
        ]
        spots = []
        for row, place, z in known:
            score = f"{title_of(metric)}: {number(table.values[place, style])}"
            text = f"{standings.systems[place].name}\n{score}\nz {number(z)}"
            x, y = (z, float(row)) if few else (float(row + 1), z)
            spots.append(Spot(x, y, text, (place,), (metric,)))
        series.append(Series(_label(metric), tuple(spots), style, strong=metric == choice.first, dots=few))
        cells += [
            [
                metric,
                row + 1,
                standings.systems[place].name,
                float(table.values[place, style]),
                float(plain[place, style]),
            ]
            for row, place, _ in known
        ]
    values = spanning(
        said("z-score: better to the right") if few else said("z-score: better upwards"), turned.ravel().tolist()
    )
    names = (
        rows_of([standings.systems[place].name for place in order])
        if few
        else Scale(1, max(len(order), 2), said("systems, the best first"))
    )
    across, up = (values, names) if few else (names, values)
    return Chart(
        said("Measures over systems sorted by {}").format(title_of(choice.first)), across, up, tuple(series), cells
    )


def best_first(table: Scores, metric: str) -> list[int]:
    """Return the systems that have a score under a measure, the best first."""
    found = ranks(table.column(metric), larger_is_better=table.larger_is_better(metric))
    return [int(place) for place in np.argsort(found, kind="stable") if not math.isnan(found[place])]


def by_size(standings: Standings, choice: Choice) -> Chart:
    """Draw F1 by size of fragments, one line a system."""
    return _sizes(standings, choice, None)


def difference_by_size(standings: Standings, choice: Choice) -> Chart:
    """Draw by how much F1 of each size of fragments differs from that of a baseline system."""
    return _sizes(standings, choice, choice.baseline)


def _sizes(standings: Standings, choice: Choice, baseline: int | None) -> Chart:
    known = {place: row.sizes for place, row in standings.rows.items() if row.sizes}
    if not known:
        raise ValueError(said("nothing is known of fragments: they are counted with freval measures"))
    if baseline is not None and baseline not in known:
        raise ValueError(said("nothing is known of fragments of the baseline system"))
    zero = known[baseline] if baseline is not None else ()
    low, high = min(choice.sizes), max(choice.sizes)
    high = max(min(high, max(map(len, known.values()))), low + 1)
    styles = styles_of(standings)
    series: list[Series] = []
    cells: Cells = [["system", "size", "f1" if baseline is None else "difference"]]
    for place in sorted(known):
        name, spots = standings.systems[place].name, []
        for size, f1 in enumerate(known[place], start=1):
            value = f1 if baseline is None else f1 - zero[size - 1] if size <= len(zero) else math.nan
            if low <= size <= high and not math.isnan(value):
                shown = number(value) if baseline is None else f"{'+' if value > 0 else ''}{number(value)}"
                spots.append(
                    Spot(size, value, f"{name}\n{said('size {}: {}').format(size, shown)}", (place,), ("freval",))
                )
        strong, group = place == choice.current, group_of(standings, place, choice)
        series.append(Series(name, tuple(spots), styles[place], dots=high - low < 12, strong=strong, group=group))
        cells += [[name, int(spot.x), spot.y] for spot in spots]
    numbers = [int(size) for size in ticks(low, high, 8) if size == int(size) and low <= size <= high]
    across = Scale(low - 0.3, high + 0.3, said("fragment size"), sorted({low, *numbers} if low == 1 else numbers))
    values = [spot.y for each in series for spot in each.spots]
    if baseline is None:
        return Chart(said("F1 by fragment size"), across, spanning(said("F1"), values), tuple(series), cells)
    title = said("F1 by fragment size, less that of {}").format(standings.systems[baseline].name)
    return Chart(title, across, spanning(said("difference of F1"), [*values, 0.0]), tuple(series), cells)
