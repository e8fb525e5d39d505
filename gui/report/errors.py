"""What went wrong over the corpus: bracket errors by the kind of repair that explains them."""

from __future__ import annotations

from collections.abc import Iterator

from treelens.engine.errors import Count

from ..error_data import groups
from ..figures.plots import errors_page
from .findings import Findings
from .html import Html, element, joined
from .pictures import Pictures
from .table import Cell, Column, table

__all__ = ["ID", "TITLE", "section"]

ID, TITLE = "errors", "Errors by kind"


def section(findings: Findings, pictures: Pictures) -> Iterator[Html]:
    """Return errors by kind as bars and as numbers."""
    totals = {system: findings.document.errors.totals(system) for system in findings.order}
    kinds = [kind for kind, _ in groups(totals)]
    if not kinds:
        return
    yield element(
        "p",
        "Bracket errors are explained by the fewest repairs that turn a system’s tree into gold: moves, relabellings, "
        f"brackets added and removed. Kinds are named by the labels of {findings.document.errors.style.title}.",
    )
    drawn, best = {system: totals[system] for system in findings.drawn}, findings.order[0]
    title = f"Bracket errors by kind, one bar a system{findings.only_drawn}; {findings.names[best]}’s are filled."
    yield pictures.plot(lambda spec: errors_page(findings.names, drawn, best, spec, title=title), title)
    columns = [Column("Kind", numbers=False)]
    columns += [Column(findings.names[system], larger_is_better=False) for system in findings.order]
    rows = [
        [Cell(kind), *(_cell(totals[system].kinds.get(kind, Count())) for system in findings.order)] for kind in kinds
    ]
    yield table("Bracket errors, and the repairs that explain them, by kind.", columns, rows)


def _cell(count: Count) -> Cell:
    repairs = "1 repair" if count.repairs == 1 else f"{count.repairs} repairs"
    return Cell(joined(str(count.brackets), element("small", repairs)), count.brackets)
