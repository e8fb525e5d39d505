"""Differences between systems: how large they are, and which of them may be chance."""

from __future__ import annotations

from collections.abc import Iterator

from treelens.engine.agreement.significance import NOT_COVERED, Resampling
from treelens.engine.contests import Contest

from .findings import Findings
from .html import Html, element, joined
from .pictures import Pictures
from .table import Cell, Column, table
from .wording import called, interval, p_value, signed

__all__ = ["ID", "TITLE", "section"]

ID, TITLE = "significance", "Significance of differences"


def section(findings: Findings, pictures: Pictures) -> Iterator[Html]:
    """Return all differences to the best system, or the baseline; nothing if there is one system."""
    if not findings.contests:
        return
    how, reference = findings.wish.how, findings.names[findings.reference]
    yield element(
        "p",
        f"Every system against {reference}, over the sentences that both have a score of. Two tests, paired bootstrap "
        f"and approximate randomisation ({how.samples} draws each, seed {how.seed}); their p-values are corrected for "
        f"all {len(findings.contests)} comparisons (Holm). A filled dot marks what both tests hold for more than "
        f"chance at {1 - how.confidence:.2g}.",
    )
    yield _matrix(findings)
    listing = _listing(findings)
    yield element("details", element("summary", "All differences with intervals and p-values"), listing)
    yield element("p", NOT_COVERED, class_="caution", role="note")


def _matrix(findings: Findings) -> Html:
    metrics = findings.wish.metrics
    columns = [Column("System", numbers=False)]
    columns += [Column(called(m), m.definition, larger_is_better=m.larger_is_better) for m in metrics]
    found = {(contest.metric.name, contest.first): contest for contest in findings.contests}
    rows = [
        [Cell(findings.names[system])]
        + [_difference(found[metric.name, system], findings.wish.how) for metric in metrics]
        for system in findings.order
        if system != findings.reference
    ]
    caption = f"Differences to {findings.names[findings.reference]}."
    return table(caption, columns, rows, "● more than chance, ○ may be chance.")


def _difference(contest: Contest, how: Resampling) -> Cell:
    value = contest.result.difference.value
    apart = contest.is_told_apart(how)
    words = "more than chance" if apart else "may be chance"
    dot = element("span", "●" if apart else "○", class_="dot", role="img", aria_label=words)
    return Cell(joined(signed(value, contest.metric), " ", dot), value, "apart" if apart else "")


def _listing(findings: Findings) -> Html:
    columns = [
        Column("System", numbers=False),
        Column("Measure", numbers=False),
        Column("Difference"),
        Column("p, paired bootstrap", "corrected", larger_is_better=False),
        Column("p, randomisation", "corrected", larger_is_better=False),
        Column("Sentences"),
    ]
    rows = [
        [
            Cell(findings.names[one.first]),
            Cell(called(one.metric)),
            Cell(
                joined(signed(one.result.difference.value, one.metric), interval(one.result.difference, one.metric)),
                one.result.difference.value,
            ),
            Cell(p_value(one.adjusted_bootstrap), one.adjusted_bootstrap),
            Cell(p_value(one.adjusted_randomisation), one.adjusted_randomisation),
            Cell(str(one.sentences), one.sentences),
        ]
        for one in findings.contests
    ]
    return table(f"Each system less {findings.names[findings.reference]}.", columns, rows, "p-values are corrected.")
