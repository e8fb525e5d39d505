"""The rankings that the list of sentences offers, and what its filter is asked about."""

from __future__ import annotations

from treelens.engine.filters import Context
from treelens.engine.metrics import METRICS

from .document import Document
from .models.ranking import Ranking

__all__ = ["RANKINGS", "context_of", "ranking_of"]

#: Names as they are shown, in the order of :func:`ranking_of`.
RANKINGS = (
    "by gap E dice − T dice",
    "by gap E dice − fragments",
    "by E dice, worst first",
    "by T dice, worst first",
    "longest first",
    "as in the file",
)


def ranking_of(number: int, system: int) -> Ranking:
    """Return the ranking with this place in the list, for a system."""
    return (
        Ranking.by_measures(system),
        Ranking.by_measures(system, "e-dice", "freval-15"),
        Ranking.by_score(system, METRICS["e-dice"]),
        Ranking.by_score(system, METRICS["t-dice"]),
        Ranking.by_length(descending=True),
        Ranking.as_in_file(),
    )[number]


def context_of(document: Document) -> Context:
    """Return what filters are asked about: the study, and the system that is looked at."""
    return Context(document.study, document.current)
