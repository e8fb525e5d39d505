"""Where a system is strong and where it is weak: its scores by label, by length, by depth, by tag, by kind of error.

- ``grounds``: the pairs of trees that are looked at
- ``bins``: stretches of numbers, such as lengths of 6 to 10 words
- ``dimensions``: by what brackets and words can be told apart
- ``table``: counts by bin and sentence, which add up to those of the corpus
- ``rows``: what is told of each bin: counts, and shares with their intervals, of several systems beside each other
- ``consensus``: which systems found each bracket of gold
"""

from .consensus import Consensus, Finders, consensus, finders
from .rows import Row, rows
from .table import BY, Breakdown, Share, break_down

__all__ = ["BY", "Breakdown", "Consensus", "Finders", "Row", "Share", "break_down", "consensus", "finders", "rows"]
