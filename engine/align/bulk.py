"""Running a kernel over many pairs of trees at once."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from ..treebank import Treebank

__all__ = ["discontinuous", "in_threads", "largest_tree"]


def in_threads(work: Callable[[slice], object], total: int, jobs: int, least: int = 500) -> None:
    """Do *work* on stretches of *total* pairs in as many threads as there are jobs.

    Stretches are of several sizes' worth for each thread, so that none waits long for the others, but never of fewer
    than *least* pairs.
    """
    size = max(least, -(-total // (4 * jobs))) if jobs > 1 else max(1, total)
    stretches = [slice(begin, begin + size) for begin in range(0, total, size)]
    if len(stretches) <= 1:
        for stretch in stretches:
            work(stretch)
        return
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(work, stretches))


def largest_tree(*banks: Treebank) -> int:
    """Return the number of nodes of the largest tree."""
    return max(int(np.diff(bank.first).max(initial=0)) for bank in banks)


def discontinuous(gold: Treebank, test: Treebank, pairs: NDArray[np.int64]) -> list[int]:
    """Return the rows of pairs in which a tree has discontinuous constituents, which kernels leave to others."""
    if not gold.gaps and not test.gaps:
        return []
    return [row for row, (one, other) in enumerate(pairs.tolist()) if one in gold.gaps or other in test.gaps]
