"""How far measures agree: ranks, gaps between them, and correlations."""

from .ranks import Disagreement, disagreement, rank_of, ranks

__all__ = ["Disagreement", "disagreement", "rank_of", "ranks"]
