"""Distributions of sentences' scores."""

import numpy as np

from treelens.engine.agreement.distributions import BINS, QUANTILES, distribution


def test_all_that_is_known_is_counted_once():
    values = np.array([0.0, 5.0, 50.0, 99.9, 100.0, np.nan])
    found = distribution(values)
    assert found.n == sum(found.bins) == 5
    assert len(found.bins) == BINS
    assert found.bins[0] == 1  # 5 is in the second
    assert found.bins[-1] == 2
    assert found.quantiles == tuple(np.quantile(values[:5], QUANTILES).tolist())


def test_counts_have_a_range_of_their_own():
    found = distribution(np.array([3.0, 7.0]), is_share=False)
    assert (found.low, found.high) == (3, 7)
    assert distribution(np.array([4.0, 4.0]), is_share=False).bins[0] == 2


def test_of_nothing_there_is_none():
    assert distribution(np.array([np.nan])) is None
