"""Systems under each measure: their ranks, and where a measure turns the order of two systems round."""

from __future__ import annotations

import math
from collections.abc import Iterator

from treelens.engine.agreement import disagreement
from treelens.engine.metrics import Metric

from .findings import Findings
from .html import Html, element, joined
from .pictures import Pictures
from .table import Cell, Column, table
from .wording import called, in_percent, listed, score

__all__ = ["ID", "TITLE", "section"]

ID, TITLE = "measures", "Systems under each measure"


def section(findings: Findings, pictures: Pictures) -> Iterator[Html]:
    """Return ranks under all measures, beside those under the chief one; nothing if there is one system."""
    metrics, chief = findings.wish.metrics, findings.chief
    if len(findings.names) < 2 or len(metrics) < 2:
        return
    columns = [Column("System", numbers=False)]
    columns += [Column(called(m), m.definition, larger_is_better=False, sorted=m is chief) for m in metrics]
    ranks = {metric.name: findings.ranks(metric) for metric in metrics}
    rows = [
        [Cell(findings.names[system])]
        + [_cell(findings, metric, system, ranks[chief.name][system], ranks[metric.name][system]) for metric in metrics]
        for system in findings.order
    ]
    note = f"Rank 1 is best. ▲ and ▼ mark systems that stand higher or lower than under {called(chief)}."
    yield table("The rank of each system under each measure, and its score.", columns, rows, note)
    yield element("p", _flips(findings))


def _cell(findings: Findings, metric: Metric, system: int, usual: float, rank: float) -> Cell:
    found = element("small", score(findings.scored[metric.name, system].estimate.value, metric))
    if math.isnan(rank):
        return Cell("n/a")
    moved = usual - rank
    if math.isnan(moved) or not moved:
        return Cell(joined(f"{rank:g}", found), rank)
    sign, word = ("▲", "up") if moved > 0 else ("▼", "down")
    flip = element("span", f"{sign} {abs(moved):g}", class_=word, role="img", aria_label=f"{word} {abs(moved):g}")
    return Cell(joined(f"{rank:g} ", flip, found), rank, "flip")


def _flips(findings: Findings) -> str:
    """Say how many pairs of systems each measure puts in the opposite order."""
    chief, swapped, same = findings.chief, [], []
    for metric in findings.wish.metrics[1:]:
        one, other = (findings.table.column(each.name) for each in (chief, metric))
        share = disagreement(one, other, larger=(chief.larger_is_better, metric.larger_is_better)).swapped_pairs
        if share:
            swapped.append(f"{called(metric)} ({in_percent(share)} % of all pairs)")
        elif share is not None:
            same.append(called(metric))
    said = [
        f"Pairs of systems in the opposite order to that under {called(chief)}: {listed(swapped)}." if swapped else ""
    ]
    said.append(f"None under {listed(same)}." if same else "")
    return " ".join(filter(None, said))
