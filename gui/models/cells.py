"""What stands in the cells of the sentence table, and how a screen reader says it."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from treelens.engine.metrics import Metric

__all__ = [
    "NOT_COMPARED",
    "Cell",
    "gap_text",
    "is_right_to_left",
    "score_text",
    "score_tone",
    "short_owner",
    "short_title",
    "spoken_gap",
    "spoken_score",
    "tool_tip",
]

NOT_COMPARED = "–"
_MINUS = "−"
_LOW = 0.6  #: shares below are painted as bad


@dataclass(frozen=True, slots=True)
class Cell:
    """All that is painted of a cell."""

    text: str
    tone: str = "text"  #: the name of a colour of the interface
    at_right: bool = False  #: on which side the text stands
    bar: float | None = None  #: a part of the longest bar there is, from -1 to 1
    chips: Sequence[str] = ()  #: short texts that are painted in place of the text
    whiskers: tuple[float, float] | None = None  #: from where to where the bar may be, as parts like its own


def score_text(metric: Metric, value: float | None, status: str) -> str:
    """Return a score for a narrow column: a share in whole percent, and 100 only where nothing is wrong.

    >>> from treelens.engine.metrics import METRICS
    >>> score_text(METRICS["f1"], 0.998, "ok"), score_text(METRICS["t-cost"], 7.0, "ok")
    ('99', '7')
    """
    if value is None:
        return NOT_COMPARED if status in ("error", "skip") else ""
    if not metric.is_share:
        return f"{value:g}"
    percent = min(round(100 * value), 99) if value < 1 else round(100 * value)
    return str(percent).replace("-", _MINUS)


def score_tone(metric: Metric, value: float | None, status: str) -> str:
    """Return the colour of a score: low shares stand out, as do perfect ones; what was not compared steps back.

    >>> from treelens.engine.metrics import METRICS
    >>> [score_tone(METRICS["f1"], value, "ok") for value in (0.59, 0.6, 0.99, 1.0, None)]
    ['bad', 'text', 'text', 'good', 'text']
    """
    if value is None:
        return "muted" if status in ("error", "skip") else "text"
    if not metric.is_share:
        return "text"
    return "bad" if value < _LOW else "good" if value >= 1 else "text"


def short_title(columns: Sequence[tuple[int, Metric]], number: int) -> str:
    """Return as much of a measure's title as tells its column from the others.

    >>> from treelens.engine.metrics import choose
    >>> short_title([(0, metric) for metric in choose(["freval-15", "e-dice"])], 0)
    'Frag'
    """
    metric = columns[number][1]
    short = metric.short or metric.title.partition(",")[0]
    others = {other.title for _, other in columns if other.title != metric.title}
    alike = any(other == short or other.startswith((f"{short} ", f"{short},")) for other in others)
    return metric.title if alike else short


def short_owner(
    columns: Sequence[tuple[int, Metric]], number: int, names: Sequence[str], looked_at: int | None = None
) -> str:
    """Return the system of a column where that must be said: if it is another than the one that is looked at.

    Where none is looked at, it must be said if there are columns of several.
    """
    system = columns[number][0]
    plain = len({other for other, _ in columns}) == 1 if looked_at is None else system == looked_at
    return "" if plain else names[system]


def spoken_score(metric: Metric, system: str, value: float | None, status: str) -> str:
    """Return a score in words."""
    if value is None:
        said = "not compared" if status in ("error", "skip") else "not scored yet"
    else:
        said = f"{100 * value:.1f} percent" if metric.is_share else f"{value:g}"
    return f"{metric.title}, {system}: {said}"


def gap_text(gap: float | None) -> str:
    """Return a difference of ranks with its sign.

    >>> gap_text(504.0), gap_text(-12.5), gap_text(0.0)
    ('+504', '−12.5', '0')
    """
    if gap is None:
        return ""
    digits = f"{abs(gap):.1f}".removesuffix(".0")
    return digits if gap == 0 else f"{'+' if gap > 0 else _MINUS}{digits}"


def spoken_gap(gap: float | None) -> str:
    """Return a difference of ranks in words."""
    if gap is None:
        return "no rank gap"
    return f"rank gap {'minus ' if gap < 0 else ''}{gap_text(abs(gap)).lstrip('+')}"


def tool_tip(*lines: str) -> str:
    """Return lines for a tool tip: long ones are broken, and nothing in them is taken for markup."""
    return "".join(f"<p>{escape(line)}</p>" for line in lines if line)


def is_right_to_left(text: str) -> bool:
    """Say whether the first letter that has a direction runs from right to left.

    >>> is_right_to_left("1. שלום"), is_right_to_left("a שלום")
    (True, False)
    """
    kinds = map(unicodedata.bidirectional, text)
    return next((kind != "L" for kind in kinds if kind in ("L", "R", "AL")), False)
