"""Tree patterns: filtering with compiled patterns against nltk's, on the same trees."""

from __future__ import annotations

import warnings

import numpy as np
from timing import best, report
from trees import pairs

from treelens.engine import formats
from treelens.engine.source import Source
from treelens.engine.tgrep import compile_tgrep

PATTERNS = ("NP < PP", "/^VP/ < (NP $.. (PP << /^N/))", "S << (NP . (VP !<< CC))", "NP <, DT & <' /^NN/ | < CC")
_FEW = 400  #: trees that nltk is asked about


def bench_patterns() -> None:
    """Which of 20,000 trees have a node that a pattern selects."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        import nltk.tgrep
        from nltk.tree import ParentedTree

    lines = [gold for gold, _ in pairs(20_000)]
    bank = formats.read(Source("gold", "\n".join(lines).encode()), "brackets")
    few = [ParentedTree.fromstring(line) for line in lines[:_FEW]]
    for pattern in PATTERNS:
        ours = best(lambda pattern=pattern: compile_tgrep(pattern).trees(bank), times=3)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            found: list[bool] = []

            def by_nltk(pattern: str = pattern, found: list[bool] = found) -> None:
                found[:] = [bool(nodes) for nodes in nltk.tgrep.tgrep_positions(pattern, few)]

            theirs = best(by_nltk, times=1) * len(lines) / _FEW
        assert np.array_equal(compile_tgrep(pattern).trees(bank)[:_FEW], found)
        report(f"filtering 20,000 trees by {pattern}", ours, theirs, "nltk.tgrep", 50)
