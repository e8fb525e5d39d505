"""How far measures agree: over sentences (ranks and gaps between them) and over systems (what each would choose)."""

from .measures import Agreement, agreement
from .ranks import Disagreement, disagreement, rank_of, ranks
from .scores import Scores

__all__ = ["Agreement", "Disagreement", "Scores", "agreement", "disagreement", "rank_of", "ranks"]
