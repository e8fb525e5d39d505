"""Measures: one module a family. Each counts over pairs of prepared trees; its metrics turn counts into scores."""

from .base import Metric, Tally
from .registry import GROUPS, METRICS, choose, family_of

__all__ = ["GROUPS", "METRICS", "Metric", "Tally", "choose", "family_of"]
