"""How numbers are told in a report, and lists of names in a sentence."""

from __future__ import annotations

import math
from collections.abc import Sequence

from treelens.engine.agreement.significance import Estimate
from treelens.engine.metrics import Metric

from ..numbers import number, p_value, score, signed
from .html import Html, element, joined

__all__ = [
    "MARK",
    "best_of",
    "called",
    "in_percent",
    "interval",
    "listed",
    "number",
    "p_value",
    "score",
    "sentences",
    "signed",
]

_SHORT = 14  # letters of a name that stays in one line

#: What the best number of several is marked with; told to who does not see it.
MARK = joined(" ", element("span", "★", class_="star", role="img", aria_label="best"))


def called(metric: Metric) -> str:
    """Return what a measure is called, in one piece where lines break.

    >>> from treelens.engine.metrics import METRICS
    >>> called(METRICS["freval-15"]).split(), called(METRICS["leaf-ancestor"])
    (['FREVAL', '≤', '15'], 'Leaf-ancestor')
    """
    title = metric.title.replace(", ≤", " ≤")
    return title.replace(" ", "\u00a0") if len(title) < _SHORT else title


def interval(one: Estimate, metric: Metric) -> Html:
    """Return an interval, small print behind its value; nothing where there is none."""
    if math.isnan(one.low):
        return Html()
    return element("small", f"{score(one.low, metric)} … {score(one.high, metric)}")


def in_percent(share: float, digits: int = 1) -> str:
    """Return a share in percent, without the sign.

    >>> in_percent(0.5), in_percent(float("nan"))
    ('50.0', 'n/a')
    """
    return "n/a" if math.isnan(share) else number(f"{100 * share:.{digits}f}")


def sentences(count: int) -> str:
    """Return a number of sentences in words."""
    return "1 sentence" if count == 1 else f"{count} sentences"


def listed(names: Sequence[str]) -> str:
    """Return names as a part of a sentence.

    >>> listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])
    ('a', 'a and b', 'a, b and c')
    """
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def best_of(values: Sequence[float], *, larger_is_better: bool = True) -> set[int]:
    """Return the places of the best of several numbers; none where all are the same.

    >>> best_of([0.5, 0.7, float("nan"), 0.7]), best_of([0.5])
    ({1, 3}, set())
    """
    known = {value for value in values if not math.isnan(value)}
    if len(known) < 2:
        return set()
    best = max(known) if larger_is_better else min(known)
    return {place for place, value in enumerate(values) if value == best}
