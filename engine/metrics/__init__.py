"""Measures: one module a family. Each counts over pairs of prepared trees; its metrics turn counts into scores."""

from .base import Family, Metric, Tally
from .registry import FAMILIES, GROUPS, METRICS, choose, family_of

__all__ = ["FAMILIES", "GROUPS", "METRICS", "Family", "Metric", "Tally", "choose", "family_of"]
