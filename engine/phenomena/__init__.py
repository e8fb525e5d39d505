"""Phenomena: what parsers get right of the grammar, each judged in its own formalism.

After Tam et al. No format is converted: a *recogniser* (rules written for a system's own trees, or for its raw
output) turns each parse into names of phenomena, and a *suite* says which ones each sentence has. See
:mod:`~.suites` (what is expected), :mod:`~.recognisers` (what is found), :mod:`~.parses` (where it is looked for) and
:mod:`~.scores` (how well they agree).
"""

from .assessing import Assessed, assess
from .pairs import pair_suite
from .parses import Parses, load_parses, parses_of
from .recognisers import Recogniser, library, library_names, read_recogniser, recogniser_from
from .recognising import Found, matching_nodes, recognise
from .scores import Mean, Occurrence, Scores, Verdict, judge
from .suites import Item, Suite, read_suite, suite_text, write_suite

__all__ = [
    "Assessed",
    "Found",
    "Item",
    "Mean",
    "Occurrence",
    "Parses",
    "Recogniser",
    "Scores",
    "Suite",
    "Verdict",
    "assess",
    "judge",
    "library",
    "library_names",
    "load_parses",
    "matching_nodes",
    "pair_suite",
    "parses_of",
    "read_recogniser",
    "read_suite",
    "recognise",
    "recogniser_from",
    "suite_text",
    "write_suite",
]
