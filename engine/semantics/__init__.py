"""Meanings: Minimal Recursion Semantics and elementary dependencies beside the trees of DELPH-IN grammars.

Everything here takes meanings as text and reads it with PyDelphin when it is asked to, so that nothing is paid for
profiles whose meanings nobody looks at.
"""

from .compare import Outcome, compare_many, compare_meanings
from .meanings import STATES, Meaning, State, meaning_of

__all__ = ["STATES", "Meaning", "Outcome", "State", "compare_many", "compare_meanings", "meaning_of"]
