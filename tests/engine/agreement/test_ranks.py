"""Ranks and disagreement, against scipy."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from treelens.engine.agreement import disagreement, rank_of, ranks
from treelens.engine.agreement.ranks import discordant_pairs

values = st.lists(st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0, float("nan")]), min_size=2, max_size=40)


def test_ties_share_the_mean_rank_and_noise_breaks_none():
    assert ranks(np.array([0.3, 0.1 + 0.2, 0.9])).tolist() == [2.5, 2.5, 1]
    assert ranks(np.array([3.0, 1.0]), larger_is_better=False).tolist() == [2, 1]


@given(values, st.booleans())
def test_the_rank_of_one_is_that_among_all(scores, larger):
    column = np.array(scores)
    expected = ranks(column, larger_is_better=larger)
    found = [rank_of(column, place, larger_is_better=larger) for place in range(len(column))]
    assert np.array_equal(found, expected, equal_nan=True)


@given(values, st.randoms())
def test_equal_to_scipy(first, random):
    stats = pytest.importorskip("scipy.stats")
    one = np.array(first)
    other = np.array(random.sample(first, len(first)))
    both = ~(np.isnan(one) | np.isnan(other))
    made = disagreement(one, other)
    assert np.array_equal(made.first[both], stats.rankdata(-one[both]))
    a, b = one[both], other[both]
    if len(a) > 1 and np.ptp(a) and np.ptp(b):
        assert made.kendall_tau == pytest.approx(stats.kendalltau(a, b).statistic)
        assert made.spearman == pytest.approx(stats.spearmanr(a, b).statistic)
    else:
        assert made.kendall_tau is None
        assert made.spearman is None


@given(values, st.randoms())
def test_swapped_pairs_are_counted_one_by_one(first, random):
    a = np.nan_to_num(np.array(first))
    b = np.array(random.sample(a.tolist(), len(a)))
    expected = sum((a[i] - a[j]) * (b[i] - b[j]) < 0 for i in range(len(a)) for j in range(i))
    assert discordant_pairs(a, b) == expected


def test_largest_gap_first():
    made = disagreement(np.array([1.0, 0.5, 0.2, np.nan]), np.array([0.1, 0.5, 0.9, 1.0]))
    assert made.gap.tolist()[:3] == [-2, 0, 2]
    assert made.order() == [0, 2, 1]
    assert made.swapped_pairs == 1


def test_too_few_to_say():
    made = disagreement(np.array([1.0]), np.array([0.5]))
    assert (made.kendall_tau, made.swapped_pairs, made.spearman) == (None, None, None)
