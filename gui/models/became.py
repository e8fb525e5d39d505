"""A system before and after its file was written anew, as rows of a table: one for each measure."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from treelens.engine.metrics import Metric
from treelens.engine.metrics.base import Tally
from treelens.engine.runs import Became

from ..numbers import score, signed
from .cells import Cell
from .entries import Entry, Heading, Line

__all__ = ["became_headings", "became_lines", "change", "corpus_change"]


def tr(text: str) -> str:
    """Translate a text of this table."""
    return QCoreApplication.translate("Became", text)


def _value(tally: Tally) -> float:
    """Return the score of a corpus: micro where there is one."""
    found = tally.macro if tally.micro is None else tally.micro
    return float("nan") if found is None else float(found)


def change(one: Became) -> float:
    """Return by how much the score of the corpus is another."""
    return _value(one.now) - _value(one.before)


def corpus_change(one: Became) -> str:
    """Return the score of the corpus before and after, in few words."""
    before, now = (score(_value(tally), one.metric) for tally in (one.before, one.now))
    return f"{one.metric.title} {before} → {now} ({signed(change(one), one.metric)})"


def became_headings() -> list[Heading]:
    """Return the columns."""
    return [
        Heading(tr("Measure"), numbers=False),
        Heading(tr("Before"), tr("The score of the corpus in the run that is compared with")),
        Heading(tr("Now"), tr("The score of the corpus now")),
        Heading(tr("Change"), tr("Now less before")),
        Heading(tr("Better"), tr("Sentences whose score got better")),
        Heading(tr("Worse"), tr("Sentences whose score got worse")),
        Heading(tr("New"), tr("Sentences that have a score only now"), spare=True),
        Heading(tr("Gone"), tr("Sentences that have none any more"), spare=True),
    ]


def became_lines(found: Sequence[Became]) -> list[Line]:
    """Return a row for each measure."""
    largest = {
        kind: max((abs(change(one)) for one in found if one.metric.is_share == kind), default=0.0) or 1.0
        for kind in (True, False)
    }
    return [_line(one, largest[one.metric.is_share]) for one in found]


def _line(one: Became, largest: float) -> Line:
    metric, by = one.metric, change(one)
    sizes = [
        len(places) for places in (one.sentences.better, one.sentences.worse, one.sentences.new, one.sentences.gone)
    ]
    entries = (
        Entry(Cell(metric.title), metric.title),
        *(_score(tally, metric) for tally in (one.before, one.now)),
        Entry(Cell(signed(by, metric), at_right=True, bar=None if by != by else by / largest), by),
        *(Entry(Cell(f"{size:,}", "text" if size else "muted", at_right=True), float(size)) for size in sizes),
    )
    said = tr("{}; {} sentences better, {} worse, {} new, {} gone")
    return Line(entries, said.format(corpus_change(one), *(f"{size:,}" for size in sizes)), one)


def _score(tally: Tally, metric: Metric) -> Entry:
    value = _value(tally)
    return Entry(Cell(score(value, metric), at_right=True), value)
