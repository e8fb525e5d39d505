"""PARSEVAL as EVALB computes it: labelled and unlabelled brackets, crossing brackets, tags.

Black et al. 1991, "A procedure for quantitatively comparing the syntactic coverage of English grammars", in the
counting of Sekine and Collins' program EVALB: a bracket is a node that is neither a word nor a tag; a gold and a test
bracket match when span and label agree, each at most once; a test bracket crosses when it overlaps some gold bracket
without one containing the other.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..align.spans import COLUMNS, COMPARED, LENGTHS, count_spans
from ..prepare.apply import Prepared
from .base import Counts, Family, Metric, each, share
from .quotes import repair_quotes

__all__ = ["FAMILY", "METRICS", "count"]

_BLACK = "Black et al. 1991"
_EVALB = "EVALB (Sekine & Collins 1997)"


def _exact(counts: Counts) -> Any:
    return ((counts["gold"] == counts["test"]) & (counts["test"] == counts["matched"])).astype(np.int64)


def _no_crossing(counts: Counts) -> Any:
    return (counts["crossing"] == 0).astype(np.int64)


METRICS = (
    Metric("recall", "Labelled recall", "matched brackets / gold brackets", _BLACK, share("matched", "gold")),
    Metric("precision", "Labelled precision", "matched brackets / system brackets", _BLACK, share("matched", "test")),
    Metric("f1", "F1", "2 · matched / (gold + system)", _BLACK, share("matched", "gold + test", scale=2)),
    Metric("unlabelled-recall", "Unlabelled recall", "as recall, labels ignored", _BLACK, share("unlabelled", "gold")),
    Metric(
        "unlabelled-precision",
        "Unlabelled precision",
        "as precision, labels ignored",
        _BLACK,
        share("unlabelled", "test"),
    ),
    Metric(
        "unlabelled-f1",
        "Unlabelled F1",
        "as F1, labels ignored",
        _BLACK,
        share("unlabelled", "gold + test", scale=2),
    ),
    Metric("exact", "Complete match", "1 if all brackets of both trees match", _EVALB, each(_exact)),
    Metric(
        "crossing",
        "Crossing brackets",
        "system brackets that cross a gold bracket",
        _BLACK,
        each(lambda counts: counts["crossing"]),
        is_share=False,
        larger_is_better=False,
    ),
    Metric("zero-crossing", "No crossing", "1 if no system bracket crosses a gold one", _EVALB, each(_no_crossing)),
    Metric("tagging", "Tagging accuracy", "words whose tag agrees / words", _EVALB, share("tags", "tagged")),
)


def count(gold: Prepared, test: Prepared, pairs: NDArray[np.int64], jobs: int = 1) -> dict[str, NDArray[np.int32]]:
    """Compare pairs of trees as EVALB does: after repairing quotes, and without labels if so prepared.

    The columns are those of :func:`~treelens.engine.align.spans.count_spans`.
    """
    preparation = gold.preparation
    counts = count_spans(gold, test, pairs, jobs)
    if preparation.quote_labels:
        for row in np.flatnonzero(counts["outcome"] == LENGTHS).tolist():
            number, other = pairs[row].tolist()
            repaired = repair_quotes(gold, test, number, other)
            for name, number in zip(COLUMNS, repaired or (), strict=False):
                counts[name][row] = number
    if not preparation.labelled:
        compared = counts["outcome"] == COMPARED
        counts["matched"][compared] = counts["unlabelled"][compared]
    return counts


FAMILY = Family("parseval", METRICS, count)
