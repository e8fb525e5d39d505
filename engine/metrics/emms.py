"""Scores of E-mappings and T-mappings: Dice and Jaccard, as similarities.

Emms 2008, "Tree distance and some other variants of evalb". From a least-cost mapping between gold and system tree,
with D deletions, I insertions, S swaps, M matches and W words:

    E Dice = 2M / (G + T)            T Dice = 1 − (D + I + S) / ((G − W) + (T − W))
    E Jaccard = M / (G + T − M)      T Jaccard = 1 − (D + I + S) / (D + I + S + M − W)

E on the roof (EVALB's habit) or on the whole tree with its tags; T on all nodes, or on the roof, where W is 0. Where
the words of both trees are the same, W is their number; else T Dice takes each tree's own, and T Jaccard the number of
pairs of words in the mapping. A T-mapping exists whatever the words; an E-mapping only where they are the same.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..align.edits import count_edits
from ..align.spans import COMPARED, LENGTHS, WORDS, count_spans, e_mapping
from ..prepare.apply import Prepared
from .base import Counts, Family, Formula, Metric, share

__all__ = ["FAMILIES"]

_EMMS = "Emms 2008"


def _count_spans(gold: Prepared, test: Prepared, pairs: NDArray[np.int64], jobs: int = 1) -> dict[str, Any]:
    """Count E-mappings on the roof and, with ``whole-`` in front, on whole trees."""
    columns: dict[str, Any] = {}
    for prefix, nodes in (("", "roof"), ("whole-", "whole")):
        counts = count_spans(gold, test, pairs, jobs, whole=nodes == "whole")
        compared = counts["outcome"] == COMPARED
        for name in ("gold", "test"):
            counts[name][~compared] = 0  # they tell what differs there
        if gold.preparation.align_words:
            for row in np.flatnonzero((counts["outcome"] == LENGTHS) | (counts["outcome"] == WORDS)).tolist():
                number, other = pairs[row].tolist()
                mapping = e_mapping(gold.bank.tree(number), test.bank.tree(other), gold.preparation, nodes=nodes)
                sizes = len(mapping.gold_nodes), len(mapping.system_nodes), len(mapping.pairs)
                counts["gold"][row], counts["test"][row], counts["matched"][row] = sizes
                compared[row] = True
        columns |= {f"{prefix}{name}": counts[name] for name in ("gold", "test", "matched")}
        columns["compared"] = compared.astype(np.int64)
    return columns


def _count_edits(gold: Prepared, test: Prepared, pairs: NDArray[np.int64], jobs: int = 1) -> dict[str, Any]:
    """Count T-mappings on all nodes and, with ``roof-`` in front, on the roof."""
    everything, roof = (count_edits(gold, test, pairs, jobs, roof=roof) for roof in (False, True))
    return everything | {f"roof-{name}": column for name, column in roof.items()}


def _jaccard(prefix: str) -> Formula:
    return Formula(
        lambda c: c[f"{prefix}matched"], lambda c: c[f"{prefix}gold"] + c[f"{prefix}test"] - c[f"{prefix}matched"]
    )


def _kept(total: Any, prefix: str) -> Formula:
    """Return 1 − cost / total as what is divided by what."""
    return Formula(lambda counts: total(counts, prefix) - counts[f"{prefix}cost"], lambda counts: total(counts, prefix))


def _nodes_without_words(counts: Counts, prefix: str) -> Any:
    names = ("gold", "test")
    return sum(counts[f"{prefix}{name}"] - counts[f"{prefix}{name}_words"] for name in names)


def _mapped_without_words(counts: Counts, prefix: str) -> Any:
    words = np.where(counts["same_words"] > 0, counts[f"{prefix}gold_words"], counts[f"{prefix}word_pairs"])
    return counts[f"{prefix}gold"] + counts[f"{prefix}test"] - counts[f"{prefix}pairs"] - words


def _cost(counts: Counts) -> Any:
    return counts["gold"] + counts["test"] - 2 * counts["matched"]


def _t(name: str, title: str, definition: str, formula: Formula, **more: Any) -> Metric:
    return Metric(name, title, definition, _EMMS, formula, needs_same_words=False, **more)


_SPANS = (
    Metric("e-dice", "E Dice", "2M / (G + T) on the roof", _EMMS, share("matched", "gold + test", scale=2), short="E"),
    Metric("e-jaccard", "E Jaccard", "M / (G + T − M) on the roof", _EMMS, _jaccard("")),
    Metric(
        "e-dice-whole",
        "E Dice, whole tree",
        "2M / (G + T) with the tags",
        _EMMS,
        share("whole-matched", "whole-gold + whole-test", scale=2),
    ),
    Metric("e-jaccard-whole", "E Jaccard, whole tree", "M / (G + T − M) with the tags", _EMMS, _jaccard("whole-")),
    Metric(
        "e-cost",
        "E cost",
        "deletions and insertions of the E-mapping on the roof",
        _EMMS,
        Formula(_cost, lambda counts: counts["compared"]),
        is_share=False,
        larger_is_better=False,
    ),
)

_EDITS = (
    _t(
        "t-dice", "T Dice", "1 − cost / (nodes of both trees without words)", _kept(_nodes_without_words, ""), short="T"
    ),
    _t("t-jaccard", "T Jaccard", "1 − cost / (D + I + S + M − W)", _kept(_mapped_without_words, "")),
    _t("t-dice-roof", "T Dice, roof", "T Dice without words and tags", _kept(_nodes_without_words, "roof-")),
    _t("t-jaccard-roof", "T Jaccard, roof", "T Jaccard without words and tags", _kept(_mapped_without_words, "roof-")),
    _t(
        "t-cost",
        "T cost",
        "tree edit distance: deletions, insertions and swaps",
        Formula(lambda counts: counts["cost"], lambda counts: counts["gold"] + counts["test"] > 0),
        is_share=False,
        larger_is_better=False,
    ),
)

FAMILIES = (
    Family("e-mappings", _SPANS, _count_spans, can_align_words=True),
    Family("t-mappings", _EDITS, _count_edits),
)
