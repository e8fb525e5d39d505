"""Counting measures of meaning, which take long, where somebody is watching."""

from __future__ import annotations

from collections.abc import Sequence

from ..cache import Cache, user_cache
from ..metrics import Metric, family_of
from ..scoring import Comparison
from .progress import progress

__all__ = ["count_meanings"]


def count_meanings(compared: Sequence[Comparison], metrics: Sequence[Metric], cache: Cache | None = None) -> None:
    """Count the measures that take long, showing how far it is; what was counted once is kept on disk."""
    slow = list({family_of(metric).name: family_of(metric) for metric in metrics if family_of(metric).chunk}.values())
    for comparison in compared:
        for family in slow:
            if not comparison.gold.original.semantics or not comparison.system.semantics:
                continue
            total = len(range(0, len(comparison.status), comparison.piece(family)))
            for _ in progress(comparison.counting(family, cache or user_cache()), total, "comparing meanings"):
                pass
