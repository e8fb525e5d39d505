"""Where one system beats another: what can be asked, as filters and rankings of the list."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QCoreApplication

from treelens.engine.breakdowns.table import BY
from treelens.engine.filters.parts import Part
from treelens.engine.filters.rivals import ALL, Better, OnlyRight, Right
from treelens.engine.filters.terms import HasError
from treelens.engine.filters.wording import Wording
from treelens.engine.metrics import METRICS, Metric

from .models.chosen import ChosenColumn
from .rankings import ChosenRanking

__all__ = ["Place", "by_difference", "differing_in", "places"]

_USUAL = METRICS["e-dice"]
_ANY = "any"


def tr(text: str) -> str:
    """Translate a question."""
    return QCoreApplication.translate("Rivals", text)


class Place(NamedTuple):
    """Where to look: in words, as a filter (empty: everywhere), and as a ranking."""

    title: str
    filter: str
    ranking: ChosenRanking


def by_difference(one: str, other: str, metric: Metric = _USUAL) -> ChosenRanking:
    """Rank sentences by how far two systems are apart."""
    return ChosenRanking("difference", (ChosenColumn(metric, one), ChosenColumn(metric, other)))


def places(one: str, other: str | None, systems: int) -> list[Place]:
    """Return where two systems, among so many, can be looked at; without the other, where all of them can."""
    apart = ChosenRanking("spread", (ChosenColumn(_USUAL),))
    found: list[Place] = []
    if other is not None:
        far = by_difference(one, other)
        found += [
            Place(tr("Largest difference first"), "", far),
            Place(tr("{} is better").format(one), f"{Better(f'{one}>{other}')}", far),
            Place(tr("{} is better").format(other), f"{Better(f'{other}>{one}')}", far),
            Place(tr("Only {} right, of the two").format(one), f"{Right(one)} {Right(other, None, False)}", far),
            Place(tr("Only {} right, of the two").format(other), f"{Right(other)} {Right(one, None, False)}", far),
            Place(tr("Both wrong"), f"{Right(one, None, False)} {Right(other, None, False)}", far),
        ]
    if other is None or systems > 2:
        found += [
            Place(tr("Best disagreement: some right, some wrong"), f"{Right(_ANY)} {Right(_ANY, None, False)}", apart),
            Place(tr("Only {} right, of all {}").format(one, systems), f"{OnlyRight(one)}", apart),
            Place(tr("Exactly one system right"), f"{OnlyRight(_ANY)}", apart),
            Place(tr("All wrong"), f"{Right(ALL, None, False)}", apart),
            Place(tr("All right"), f"{Right(ALL)}", ChosenRanking("length")),
        ]
    return found


def differing_in(one: str, other: str, by: str, bin: str) -> str:
    """Return the filter of sentences in which two systems differ in a bin of a breakdown.

    >>> differing_in("a", "b", "label", "NP")
    'better:a>b,label=NP or better:b>a,label=NP'
    >>> differing_in("a", "b", "error", "PP attachment")
    '(a.error:"PP attachment" -b.error:"PP attachment") or (b.error:"PP attachment" -a.error:"PP attachment")'
    """
    assert by in BY
    if by != "error":
        part = Part(by, bin)
        return f"{Better(f'{one}>{other}', part)} or {Better(f'{other}>{one}', part)}"
    mine, theirs = (HasError(Wording(bin, True), owner=name) for name in (one, other))
    return f"({mine} -{theirs}) or ({theirs} -{mine})"
