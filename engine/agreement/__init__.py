"""How far measures agree: ranks, gaps between them, and correlations."""

from .ranks import Disagreement, disagreement, ranks

__all__ = ["Disagreement", "disagreement", "ranks"]
