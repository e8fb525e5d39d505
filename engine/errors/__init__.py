"""What went wrong: the bracket errors of a sentence, explained by the fewest repairs that turn the system's tree into
gold.

- ``search``: what a repair is, and how the smallest set of them is found
- ``draft``: a tree under repair, a value that :func:`apply` makes a new one of
- ``kinds``: the kinds of error, and which labels make which kind in which treebank
- ``classify``: the kind of a repair
- ``explain``: repairs with the bracket errors they account for, and sentences that tell them
- ``totals``: counts by kind and confusions of attachment, which add up
- ``corpus``: all of that for systems, when it is asked for
"""

from .corpus import Errors, errors_of, findings, style_of
from .draft import Draft, Step, apply, draft_of
from .explain import Explanation, Findings, explain_pairs
from .kinds import ATTACHMENTS, KINDS, Style, kinds_named, style, style_names
from .repair import Repair, Site
from .totals import Confusion, Count, Totals, totals_of

__all__ = [
    "ATTACHMENTS",
    "KINDS",
    "Confusion",
    "Count",
    "Draft",
    "Errors",
    "Explanation",
    "Findings",
    "Repair",
    "Site",
    "Step",
    "Style",
    "Totals",
    "apply",
    "draft_of",
    "errors_of",
    "explain_pairs",
    "findings",
    "kinds_named",
    "style",
    "style_names",
    "style_of",
    "totals_of",
]
