"""Where systems are strong and weak: F1 of brackets by their label, and by how many words they are over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from treelens.engine.agreement.significance import Estimate
from treelens.engine.breakdowns import Row
from treelens.engine.metrics import METRICS

from .findings import Findings
from .html import Html, element, joined
from .pictures import Pictures
from .table import Cell, Column, table
from .wording import MARK, best_of, interval, listed, score

__all__ = ["ID", "TITLE", "section"]

ID, TITLE = "breakdowns", "By label and by span length"

_BY = ("label", "span")
_F1 = METRICS["f1"]


def section(findings: Findings, pictures: Pictures) -> Iterator[Html]:
    """Return a table for each breakdown."""
    if not findings.comparable:
        return
    out = [name for system, name in enumerate(findings.names) if system not in findings.comparable]
    left = f" Left out, as none of their sentences could be compared: {listed(out)}." if out else ""
    yield element("p", f"F1 of labelled brackets, over the sentences of which all systems could be compared.{left}")
    for by in _BY:
        yield _table(findings, by)


def _table(findings: Findings, by: str) -> Html:
    counted, rows = findings.breakdown(by)
    place = {system: number for number, system in enumerate(findings.comparable)}
    systems = [system for system in findings.order if system in place]
    title = counted.title.capitalize()
    columns = [Column(title, numbers=by != "label"), Column("In gold", sorted=by == "label")]
    columns += [Column(findings.names[system]) for system in systems]
    told = zip(*(rows[place[system]] for system in systems), strict=True)
    caption = f"F1 by {counted.title}, over {counted.sentences} sentences."
    note = f"With {100 * findings.wish.how.confidence:g} % intervals, uncorrected: a guide to where to look, no test."
    return table(caption, columns, [_row(number, row) for number, row in enumerate(told)], note)


def _row(number: int, systems: Sequence[Row]) -> list[Cell]:
    gold = systems[0].counts["gold"]
    found = [row.shares["f1"] for row in systems]
    best = best_of([one.value for one in found])
    return [
        Cell(systems[0].bin, number),
        Cell(str(gold), gold),
        *(_cell(one, place in best) for place, one in enumerate(found)),
    ]


def _cell(found: Estimate, best: bool) -> Cell:
    content = joined(score(found.value, _F1), MARK if best else "", interval(found, _F1))
    return Cell(content, found.value, "best" if best else "")
