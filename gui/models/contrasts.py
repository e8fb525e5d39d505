"""The last column of the sentence table in words: how far ranks, systems or runs are apart."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication

from .cells import gap_text, spoken_gap
from .ranking import Earlier, Ranking

__all__ = ["heading", "spoken", "text"]


def tr(text: str) -> str:
    """Translate a text of the column."""
    return QCoreApplication.translate("Contrasts", text)


def heading(contrast: Ranking, name: Callable[[int], str]) -> tuple[str, str]:
    """Return what the column is called, and what it means; *name* gives the names of systems."""
    title = contrast.columns[0].metric.title
    if contrast.kind == "spread":
        return tr("Spread"), tr("How far the best and the worst system are apart under {}").format(title)
    first, second = contrast.columns
    if contrast.kind == "gap":
        one, other = (f"{column.metric.title}, {name(column.system)}" for column in (first, second))
        return tr("Rank gap"), tr("rank by {} − rank by {}").format(one, other)
    if isinstance(second, Earlier):
        return tr("Gain"), tr("How much better {} is than in the run it is compared with, under {}").format(
            name(first.system), title
        )
    words = tr("How much better {} is than {} under {}")
    return tr("Difference"), words.format(name(first.system), name(second.system), title)


def text(contrast: Ranking, value: float | None) -> str:
    """Return a value of the column: a difference of ranks, or of scores (of shares, in percent).

    >>> from treelens.engine.metrics import METRICS
    >>> from .ranking import Column
    >>> text(Ranking("spread", (Column(0, METRICS["f1"]),)), 0.125)
    '12.5'
    """
    if contrast.kind == "gap" or value is None:
        return gap_text(value)
    scaled = 100 * value if contrast.columns[0].metric.is_share else value
    return gap_text(round(scaled, 1)).lstrip("+" if contrast.kind == "spread" else "")


def spoken(contrast: Ranking, value: float | None) -> str:
    """Return a value of the column in words."""
    if contrast.kind == "gap":
        return spoken_gap(value)
    if value is None:
        return tr("nothing to compare")
    said = text(contrast, abs(value)).lstrip("+")
    if contrast.kind == "spread":
        return tr("{} apart").format(said)
    return tr("the same") if not value else (tr("{} better") if value > 0 else tr("{} worse")).format(said)
