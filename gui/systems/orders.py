"""Plots of how measures order systems: ranks beside each other, two measures against each other, distributions."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from treelens.engine.agreement import ranks
from treelens.engine.agreement.distributions import Distribution
from treelens.engine.agreement.orders import crossings
from treelens.engine.agreement.scores import Floats
from treelens.engine.sweep import Standings

from ..figures.axes import Scale, ticks
from ..figures.chart import Chart, Series, Spot
from .choice import GROUPS, Choice, better_is_larger, number, said, title_of
from .lines import ROWS, Cells, best_first, group_of, rows_of, spanning, styles_of

__all__ = ["against", "distributions", "ranked"]

_MARKED = 200  #: places that are marked at most, and pairs of dots that are joined
_WRITTEN = 9  #: measures whose names fit below the x axis
_TOLD = 6  #: names that are listed in a tip
_RIDGE = 0.85  #: of the height of a row, for the part of a range where most scores are

Column = tuple[str, str]  #: a measure and an average


def ranked(standings: Standings, choice: Choice) -> Chart:
    """Draw the ranks of systems under measures beside each other; where two systems change places, there is a mark."""
    columns = [one for one in GROUPS[choice.group] if one[0] in standings.metrics and not choice.only]
    if len(columns) < 2:
        columns = [(metric, choice.average) for metric in choice.only or choice.metrics]
    if "micro" in {average for _, average in columns} and not standings.has_micro:
        raise ValueError(said("the table tells means over sentences only (macro)"))
    scores = [standings.scores([metric], average).column(metric) for metric, average in columns]
    found = [
        ranks(column, larger_is_better=better_is_larger(metric))
        for column, (metric, _) in zip(scores, columns, strict=True)
    ]
    titles = [_title(columns, place) for place in range(len(columns))]
    styles = styles_of(standings)
    series = []
    cells: Cells = [["system", "metric", "average", "score", "rank"]]
    for place, system in enumerate(standings.systems):
        spots = []
        for at, (metric, average) in enumerate(columns):
            rank, score = float(found[at][place]), float(scores[at][place])
            if not math.isnan(rank):
                text = f"{system.name}\n{titles[at]}: {number(score)}\n{said('rank {}').format(f'{rank:g}')}"
                spots.append(Spot(at, rank, text, (place,), (metric,)))
                cells.append([system.name, metric, average, score, rank])
        if spots:
            strong, group = place == choice.current, group_of(standings, place, choice)
            series.append(Series(system.name, tuple(spots), styles[place], strong=strong, group=group))
    turned = [crossings(one, other) for one, other in pairwise(found)]
    flips = sum(map(len, turned))
    if flips > _MARKED:
        turned = [pairs[(pairs == choice.current).any(axis=1)] for pairs in turned]
    marks = _flips(standings, columns, found, titles, turned)
    size = max(len(series), 2)
    few = size <= ROWS
    up = _rank_axis(standings, found[0], size) if few else Scale(size + 0.5, 0.5, said("rank"), _some_ranks(size))
    behind = tuple(zip(*_names(standings, found[-1]), strict=True)) if few and len(columns) > 1 else ()
    written = titles if len(columns) <= _WRITTEN else [str(at) for at in range(1, len(columns) + 1)]
    across = Scale(-0.5, len(columns) - 0.5, "", list(range(len(columns))), written)
    note = said("Two systems change places {} times").format(f"{flips:,}")
    note += said("; marked.") if len(marks) == flips else said("; marked: where the chosen one does.")
    if len(columns) > _WRITTEN:
        note += " " + ", ".join(f"{at} {title}" for at, title in enumerate(titles, start=1))
    title = said("Systems ranked under each measure")
    return Chart(title, across, up, tuple(series), cells, note, tuple(marks), behind=behind, legend=not few)


def _title(columns: Sequence[Column], place: int) -> str:
    metric, average = columns[place]
    several = len({average for _, average in columns}) > 1
    return f"{title_of(metric)} {average}" if several else title_of(metric)


def _names(standings: Standings, found: Floats) -> tuple[list[float], list[str]]:
    """Return the ranks there are, and beside each the systems that have it."""
    known = sorted({float(rank) for rank in found if not math.isnan(rank)})
    names = [", ".join(standings.systems[place].name for place in np.flatnonzero(found == rank)) for rank in known]
    return known, names


def _rank_axis(standings: Standings, found: Floats, size: int) -> Scale:
    known, names = _names(standings, found)
    return Scale(
        size + 0.5, 0.5, said("rank"), known, [f"{name} {rank:g}" for rank, name in zip(known, names, strict=True)]
    )


def _some_ranks(size: int) -> list[float]:
    return [1, *(rank for rank in ticks(0, size) if 1 < rank <= size)]


def _flips(
    standings: Standings,
    columns: Sequence[Column],
    found: Sequence[Floats],
    titles: Sequence[str],
    turned: Sequence[NDArray[np.int64]],
) -> list[Spot]:
    """Return where the lines of pairs of systems cross."""
    marks: list[Spot] = []
    for at, (one, other) in enumerate(pairwise(found)):
        for first, second in turned[at].tolist():
            before, after = one[first] - one[second], other[first] - other[second]
            part = float(before / (before - after))
            y = float(one[first] + part * (other[first] - one[first]))
            names = standings.systems[first].name, standings.systems[second].name
            text = said("{} and {} change places\nbetween {} and {}").format(*names, titles[at], titles[at + 1])
            marks.append(Spot(at + part, y, text, (first, second), (columns[at][0], columns[at + 1][0])))
    return marks


def against(standings: Standings, choice: Choice) -> Chart:
    """Draw systems under two measures; pairs that the two put in opposite order are joined."""
    one, other = choice.first, choice.second
    table = standings.scores([one, other], choice.average)
    x, y = table.column(one), table.column(other)
    places = [place for place in range(len(x)) if not (math.isnan(x[place]) or math.isnan(y[place]))]
    turned = [1.0 if better_is_larger(metric) else -1.0 for metric in (one, other)]
    pairs = crossings(turned[0] * x, turned[1] * y)
    either = np.concatenate([pairs, pairs[:, ::-1]])
    either = either[np.lexsort((either[:, 1], either[:, 0]))]
    bounds = np.searchsorted(either[:, 0], np.arange(len(x) + 1))
    rivals = [either[begin:end, 1] for begin, end in pairwise(bounds.tolist())]
    cells: Cells = [["system", one, other, "ordered differently"]]
    spots: dict[bool, list[Spot]] = {False: [], True: []}
    for place in places:
        name, others = standings.systems[place].name, rivals[place]
        text = f"{name}\n{title_of(one)}: {number(x[place])}\n{title_of(other)}: {number(y[place])}"
        if len(others):
            listed = ", ".join(standings.systems[each].name for each in others[:_TOLD].tolist())
            text += "\n" + said("ordered differently with {}").format(listed + (" …" if len(others) > _TOLD else ""))
        spots[len(others) > 0].append(Spot(float(x[place]), float(y[place]), text, (place,), (one, other)))
        cells.append([name, float(x[place]), float(y[place]), len(others)])
    series = [
        Series(said("same order"), tuple(spots[False]), 0, line=False),
        Series(said("order turned round"), tuple(spots[True]), 1, line=False),
    ]
    if choice.current in places:
        chosen = next(spot for group in spots.values() for spot in group if spot.systems == (choice.current,))
        name = standings.systems[choice.current].name
        series.append(Series(name, (chosen,), int(len(rivals[choice.current]) > 0), line=False, strong=True))
    point = {place: (float(x[place]), float(y[place])) for place in places}
    joined = tuple((point[first], point[second]) for first, second in pairs[:_MARKED].tolist())
    known = max(len(places) * (len(places) - 1) // 2, 1)
    note = said("Joined: pairs that the two order differently, {} of {} ({} %).")
    note = note.format(f"{len(pairs):,}", f"{known:,}", number(100 * len(pairs) / known, 1))
    title = said("Systems under {} and {}").format(title_of(one), title_of(other))
    axes = spanning(title_of(one), x), spanning(title_of(other), y)
    return Chart(title, *axes, tuple(each for each in series if each.spots), cells, note, joined=joined)


def distributions(standings: Standings, choice: Choice) -> Chart:
    """Draw how the scores of sentences are distributed under a measure, a row for each system, the best on top."""
    metric = choice.first
    order = [
        place
        for place in best_first(standings.scores([metric], choice.average), metric)
        if metric in standings.rows[place].spreads
    ]
    if not order:
        raise ValueError(said("the scores of sentences are not known"))
    shown = order[:ROWS]
    if choice.current in order and choice.current not in shown:
        shown = [*shown[:-1], choice.current]
    styles = styles_of(standings)
    series = []
    cells: Cells = [["system", "n", "mean", "5 %", "25 %", "median", "75 %", "95 %"]]
    for row, place in enumerate(shown):
        spread, name = standings.rows[place].spreads[metric], standings.systems[place].name
        low, *_, high = spread.quantiles
        text = "\n".join(
            [
                name,
                said("median {}, mean {}").format(number(spread.quantiles[2]), number(spread.mean)),
                said("half of {} sentences between {} and {}").format(
                    f"{spread.n:,}", number(spread.quantiles[1]), number(spread.quantiles[3])
                ),
            ]
        )
        more = (
            ("outline", ((low, row), (high, row))),
            ("thick", ((spread.quantiles[1], row), (spread.quantiles[3], row))),
            ("outline", _ridge(spread, row)),
        )
        spot = Spot(spread.quantiles[2], row, text, (place,), (metric,))
        series.append(Series(name, (spot,), styles[place], line=False, strong=place == choice.current, more=more))
        cells.append([name, spread.n, spread.mean, *spread.quantiles])
    spreads = [standings.rows[place].spreads[metric] for place in shown]
    ends = [end for spread in spreads for end in (spread.low, spread.high)]
    note = said("The outline counts sentences; the thick line holds half of them, the thin one 90 %; the dot: median.")
    if len(shown) < len(order):
        note += " " + said("{} of {} systems, the best.").format(len(shown), f"{len(order):,}")
    title = said("{} of sentences, by system").format(title_of(metric))
    up = rows_of([standings.systems[place].name for place in shown])
    up = Scale(up.low, -0.5 - _RIDGE / 2, up.name, up.numbers, up.texts)
    across = spanning(title_of(metric), ends)
    return Chart(title, across, up, tuple(series), cells, note, legend=False)


def _ridge(spread: Distribution, row: int) -> tuple[tuple[float, float], ...]:
    """Return the outline of a histogram above a row."""
    step, most = (spread.high - spread.low) / len(spread.bins), max(max(spread.bins), 1)
    made = [(spread.low, float(row))]
    for place, count in enumerate(spread.bins):
        y = row - _RIDGE * count / most
        made += [(spread.low + place * step, y), (spread.low + (place + 1) * step, y)]
    return (*made, (spread.high, float(row)))
