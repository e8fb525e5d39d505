"""Two systems against each other, as rows of a table: under measures, and by label, length, depth, tag or error."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication

from treelens.engine.agreement.significance import Estimate, Resampling
from treelens.engine.breakdowns import Row
from treelens.engine.contests import Contest
from treelens.engine.metrics import METRICS, Metric

from ..numbers import p_value, score, signed
from .cells import Cell, tool_tip
from .entries import Entry, Heading, Line

__all__ = ["Names", "contest_headings", "contest_lines", "row_headings", "row_lines"]

_SHARE = METRICS["f1"]  #: what the shares of a breakdown are written like
_NONE = "n/a"
_WIDEST = 3  #: times the usual interval that are drawn


def tr(text: str) -> str:
    """Translate a text of these tables."""
    return QCoreApplication.translate("Rivalry", text)


class Names(NamedTuple):
    """What the two systems are called."""

    first: str
    second: str


# --- under measures -----------------------------------------------------------------------------------------------


def contest_headings(names: Names, correction: str) -> list[Heading]:
    """Return the columns of systems under measures; *names* has no second if it is one after the other."""
    said = {"holm": tr("corrected by Holm's method"), "bh": tr("corrected by Benjamini and Hochberg's method")}
    how = said.get(correction, tr("not corrected"))
    return [
        Heading(tr("Measure"), numbers=False),
        Heading(names.first, tr("Score over the sentences that both have a score of")),
        Heading(names.second or tr("Other"), tr("Score over the same sentences")),
        Heading(tr("Difference"), tr("The first less the second; the line is its interval")),
        Heading(tr("Interval"), tr("The middle 95 % of the differences of other draws of sentences"), spare=True),
        Heading(tr("p boot"), tr("Paired bootstrap, {}").format(how)),
        Heading(tr("p rand"), tr("Approximate randomisation, {}").format(how)),
    ]


def contest_lines(found: Sequence[Contest], systems: Sequence[str], how: Resampling, *, several: bool) -> list[Line]:
    """Return a row for each contest; with *several* rivals their names stand beside the measure."""
    largest = {
        kind: _largest([one.result.difference for one in found if one.metric.is_share == kind])
        for kind in (True, False)
    }
    return [_contest(one, systems, how, largest[one.metric.is_share], several) for one in found]


def _contest(one: Contest, systems: Sequence[str], how: Resampling, largest: float, several: bool) -> Line:
    result, metric, rival = one.result, one.metric, systems[one.second]
    apart = one.is_told_apart(how)
    title = f"{metric.title} · {rival}" if several else metric.title
    ps = (one.adjusted_bootstrap, one.adjusted_randomisation)
    tone = "text" if apart else "muted"
    entries = (
        Entry(Cell(f"{'●' if apart else '○'} {title}"), title),
        _number(score(result.first.value, metric), result.first.value),
        _number(score(result.second.value, metric), result.second.value),
        _bar(result.difference, metric, largest, tone),
        Entry(Cell(_interval(result.difference, metric), tone, at_right=True), result.difference.low),
        *(Entry(Cell(p_value(p), tone, at_right=True), p) for p in ps),
    )
    better = systems[one.better] if one.better is not None else tr("neither")
    spoken = tool_tip(
        f"{metric.title}: {systems[one.first]} {score(result.first.value, metric)}, "
        f"{rival} {score(result.second.value, metric)}",
        tr("difference {}, interval {}; better: {}").format(
            signed(result.difference.value, metric), _interval(result.difference, metric), better
        ),
        tr("p {} by paired bootstrap, {} by randomisation; corrected {} and {}").format(
            p_value(result.paired_bootstrap), p_value(result.randomisation), *map(p_value, ps)
        ),
        tr("more than chance by both tests") if apart else tr("may be chance"),
        tr("{} sentences, {} left out").format(f"{one.sentences:,}", f"{one.left_out:,}"),
    )
    return Line(entries, spoken, one)


# --- by bins ------------------------------------------------------------------------------------------------------


def row_headings(title: str, names: Names, *, lost: bool) -> list[Heading]:
    """Return the columns of a breakdown: of F1, or of what is *lost* to kinds of errors."""
    of = tr("Points of F1 that are lost to it") if lost else tr("F1")
    made = [Heading(title.capitalize(), tr("A click lists the sentences in which the two differ here"), numbers=False)]
    if not lost:
        made.append(Heading(tr("In gold"), tr("How many there are in gold")))
    made += [Heading(name, of) for name in names]
    return [*made, Heading(tr("Difference"), tr("The first less the second; the line is its interval"))]


def row_lines(first: Sequence[Row], second: Sequence[Row], names: Names) -> list[Line]:
    """Return a row for each bin; *first* has the differences to *second*."""
    share = list(first[0].shares)[-1] if first else ""
    largest = _largest([row.differences[share] for row in first])
    return [
        _row(number, one, other, share, largest, names)
        for number, (one, other) in enumerate(zip(first, second, strict=True))
        if any(one.counts[name] or other.counts[name] for name in one.counts if name != "nodes")
    ]


def _row(number: int, one: Row, other: Row, share: str, largest: float, names: Names) -> Line:
    entries = [Entry(Cell(one.bin), float(number))]
    if "gold" in one.counts:
        entries.append(_number(f"{one.counts['gold']:,}", float(one.counts["gold"])))
    entries += [_number(score(row.shares[share].value, _SHARE), row.shares[share].value) for row in (one, other)]
    difference = one.differences[share]
    sure = not (difference.low <= 0 <= difference.high)
    entries.append(_bar(difference, _SHARE, largest, "text" if sure else "muted"))
    said = [f"{one.bin}: {signed(difference.value, _SHARE)}, {_interval(difference, _SHARE)}"]
    for name, row in zip(names, (one, other), strict=True):
        parts = [f"{of} {score(found.value, _SHARE)} ({_interval(found, _SHARE)})" for of, found in row.shares.items()]
        counts = [f"{count:,} {of}" for of, count in row.counts.items() if of != "nodes"]
        said.append(f"{name}: {', '.join(parts)}; {', '.join(counts)}")
    return Line(tuple(entries), tool_tip(*said), one.bin)


# --- cells --------------------------------------------------------------------------------------------------------


def _largest(found: Sequence[Estimate]) -> float:
    """Return what the longest bar stands for; a few intervals that are much wider than others are cut off."""
    ends = sorted(max(map(abs, one)) for one in found if not any(map(math.isnan, one)))
    return min(ends[-1], _WIDEST * ends[len(ends) // 2]) or 1.0 if ends else 1.0


def _number(text: str, key: float) -> Entry:
    return Entry(Cell(text, at_right=True), key)


def _interval(one: Estimate, metric: Metric) -> str:
    return _NONE if math.isnan(one.low) else f"{signed(one.low, metric)} … {signed(one.high, metric)}"


def _cut(part: float) -> float:
    return max(-1.0, min(1.0, part))


def _bar(one: Estimate, metric: Metric, largest: float, tone: str) -> Entry:
    """Return a difference as a bar with its interval."""
    known = not any(map(math.isnan, one))
    cell = Cell(
        signed(one.value, metric),
        tone,
        at_right=True,
        bar=_cut(one.value / largest) if known else None,
        whiskers=(_cut(one.low / largest), _cut(one.high / largest)) if known else None,
    )
    return Entry(cell, one.value)
