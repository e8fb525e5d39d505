"""Alignments between gold and system trees: which node is taken for which."""

from .mapping import Mapping

__all__ = ["Mapping"]
