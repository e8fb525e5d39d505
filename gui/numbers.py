"""How numbers are told in tables and reports."""

from __future__ import annotations

import math

from treelens.engine.metrics import Metric
from treelens.engine.metrics.printed import percent

__all__ = ["number", "p_value", "score", "signed"]


def number(text: str) -> str:
    """Write a minus as one."""
    return text.replace("-", "−")


def score(value: float, metric: Metric) -> str:
    """Return a score as everywhere in the program: shares in percent, counts as they are."""
    return number(percent(value, metric))


def signed(value: float, metric: Metric) -> str:
    """Return a difference of scores."""
    return f"+{score(value, metric)}" if value > 0 else score(value, metric)


def p_value(value: float) -> str:
    """Return a p-value."""
    return "n/a" if math.isnan(value) else f"{value:.4f}"
