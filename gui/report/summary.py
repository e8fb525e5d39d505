"""What there is to know at once: the best system, how certain that is, and all systems under the chief measures."""

from __future__ import annotations

from collections.abc import Iterator

from treelens.engine.metrics import Metric

from .findings import Findings
from .html import Html, element, joined
from .pictures import Pictures
from .table import Cell, Column, table
from .wording import MARK, best_of, called, in_percent, interval, listed, score, sentences

__all__ = ["ID", "TITLE", "section"]

ID, TITLE = "summary", "Summary"

_NAMED = 5  #: systems that are named one by one


def section(findings: Findings, pictures: Pictures) -> Iterator[Html]:
    """Tell the most important in sentences, then all systems in a table."""
    yield element("ul", *(element("li", line) for line in _in_short(findings)), class_="short")
    share = f"{100 * findings.wish.how.confidence:g} %"
    columns = [Column("System", numbers=False), Column("Sentences", "How many could be compared")]
    columns += [_column(findings, metric) for metric in findings.wish.metrics]
    rows = [_row(findings, system) for system in findings.order]
    note = f"Scores with {share} bootstrap intervals; the best of each column is marked with a star."
    yield table("All systems under the chief measures.", columns, rows, note)


def _column(findings: Findings, metric: Metric) -> Column:
    average = {"micro": "over the corpus", "macro": "mean over sentences"}[findings.average(metric)]
    meaning = f"{metric.definition}; {average}"
    chief = metric is findings.chief
    return Column(called(metric), meaning, larger_is_better=metric.larger_is_better, sorted=chief)


def _row(findings: Findings, system: int) -> list[Cell]:
    compared = int(findings.compared[system].compared.sum())
    return [
        Cell(findings.names[system]),
        Cell(str(compared), compared),
        *(_cell(findings, metric, system) for metric in findings.wish.metrics),
    ]


def _cell(findings: Findings, metric: Metric, system: int) -> Cell:
    found = findings.scored[metric.name, system].estimate
    best = system in _best(findings, metric)
    content = joined(score(found.value, metric), MARK if best else "", interval(found, metric))
    return Cell(content, found.value, "best" if best else "")


def _best(findings: Findings, metric: Metric) -> set[int]:
    return best_of(list(findings.table.column(metric.name)), larger_is_better=metric.larger_is_better)


def _in_short(findings: Findings) -> Iterator[str]:
    yield from _chosen(findings)
    yield from _winners(findings)
    yield from _certainty(findings)
    yield from _errors(findings)
    yield from _left_out(findings)


def _chosen(findings: Findings) -> Iterator[str]:
    """Say what was left out where there were too many systems."""
    if findings.wish.among:
        kept = f"the {len(findings.names)} best under {called(findings.chief)}"
        if findings.wish.baseline is not None:
            kept += ", the baseline among them,"
        yield f"Of {findings.wish.among:,} systems, this report is about {kept}; the others are left out everywhere."


def _winners(findings: Findings) -> Iterator[str]:
    """Say who is best under which measures."""
    if len(findings.names) == 1:
        found = findings.scored[findings.chief.name, 0].estimate
        yield f"{findings.names[0]} has {called(findings.chief)} {score(found.value, findings.chief)}."
        return
    won: dict[int, list[str]] = {}
    for metric in findings.wish.metrics:
        for system in _best(findings, metric):
            won.setdefault(system, []).append(called(metric))
    winners: dict[str, list[str]] = {}  # those who win the same together
    for system in sorted(won, key=findings.order.index):
        under = "every measure" if len(won[system]) == len(findings.wish.metrics) else listed(won[system])
        winners.setdefault(under, []).append(findings.names[system])
    for under, names in winners.items():
        yield f"{listed(names)} {'is' if len(names) == 1 else 'are'} best under {under}."


def _certainty(findings: Findings) -> Iterator[str]:
    """Say how many systems differ from the reference by more than chance, under the chief measure."""
    fought = [contest for contest in findings.contests if contest.metric is findings.chief]
    if fought:
        apart = sum(contest.is_told_apart(findings.wish.how) for contest in fought)
        name = findings.names[findings.reference]
        differs = f"differs from {apart} of {len(fought)} other systems"
        if len(fought) == 1:
            differs = f"{'differs' if apart else 'does not differ'} from {findings.names[fought[0].first]}"
        yield f"Under {called(findings.chief)}, {name} {differs} by more than chance (two paired tests, corrected)."


def _errors(findings: Findings) -> Iterator[str]:
    """Name the kind of error that costs the best system most."""
    system = findings.order[0]
    totals = findings.document.errors.totals(system)
    if totals.brackets:
        kind, count = totals.by_kind()[0]
        share, name = in_percent(count.brackets / totals.brackets, 0), findings.names[system]
        yield f"The largest part of {name}’s bracket errors is {kind}: {share} % of {totals.brackets}."


def _left_out(findings: Findings) -> Iterator[str]:
    """Say which systems could not be compared on every sentence."""
    total = len(findings.document.gold)
    lost = {name: total - int(one.compared.sum()) for name, one in zip(findings.names, findings.compared, strict=True)}
    named = [f"{name} ({count})" for name, count in lost.items() if count]
    if len(named) > _NAMED:
        worst = max(lost, key=lost.__getitem__)
        named = [f"{len(named)} systems, at most {lost[worst]} ({worst})"]
    if named:
        yield f"Of {sentences(total)}, some could not be compared in {listed(named)}."
