"""Heads: which child of a phrase its head word comes from, by rules that are data, and what depends on what."""

from .find import BankHeads, Heads, find_heads, heads_of, rules_of
from .rules import HeadRules, Reassignment, fitting_rules, head_rules, rules_names

__all__ = [
    "BankHeads",
    "HeadRules",
    "Heads",
    "Reassignment",
    "find_heads",
    "fitting_rules",
    "head_rules",
    "heads_of",
    "rules_names",
    "rules_of",
]
