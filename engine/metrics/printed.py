"""Scores as they are printed everywhere: shares in percent, counts and costs as they are."""

from __future__ import annotations

import math

from .base import Metric

__all__ = ["percent"]


def percent(value: float | None, metric: Metric) -> str:
    """Return a score as text, with two decimals.

    >>> from . import METRICS
    >>> percent(0.5, METRICS["f1"]), percent(7.0, METRICS["e-cost"]), percent(None, METRICS["f1"])
    ('50.00', '7', 'n/a')
    """
    if value is None or math.isnan(value):
        return "n/a"
    return f"{100 * value:.2f}" if metric.is_share else f"{value:.2f}".removesuffix(".00")
