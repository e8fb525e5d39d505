"""Measures beside each other: the scale they are brought to, and which systems they order differently."""

from itertools import combinations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from treelens.engine.agreement import disagreement
from treelens.engine.agreement.epsila import epsila
from treelens.engine.agreement.orders import crossings, rescaled

SCORES = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=2, max_size=9)


@given(SCORES)
def test_crossings_are_the_discordant_pairs(pairs):
    one, other = np.array(pairs, dtype=np.float64).T
    found = list(map(tuple, crossings(one, other).tolist()))
    wanted = [(a, b) for a, b in combinations(range(len(one)), 2) if (one[a] - one[b]) * (other[a] - other[b]) < 0]
    assert found == wanted
    assert disagreement(one, other).swapped_pairs == len(found) / (len(one) * (len(one) - 1) / 2)


def test_a_system_without_a_score_crosses_none():
    assert crossings(np.array([1.0, np.nan, 2.0]), np.array([2.0, 0.0, 1.0])).tolist() == [[0, 2]]


def test_measures_on_one_scale():
    assert rescaled(np.array([60.0, 80.0, np.nan, 70.0]))[[0, 1, 3]].tolist() == [0, 100, 50]
    assert rescaled(np.array([6.0, 2.0]), larger_is_better=False).tolist() == [0, 100]
    assert np.isnan(rescaled(np.array([5.0, 5.0]))).all()


@given(SCORES, st.sampled_from([90.0, 94.0]))
def test_epsila_is_what_its_definition_says(pairs, base):
    """By looking at all pairs: the smallest number that all reductions exceed which are gains for both."""
    one, other = np.array(pairs, dtype=np.float64).T
    one, other = one + base, other + base  # some are perfect
    unseen = [
        (one[x] - one[y]) / (100 - one[y])
        for x in range(len(one))
        for y in range(len(one))
        if one[y] < 100 and not other[x] > other[y]
    ]
    found = epsila(one, other)
    if (one < 100).any():
        assert abs(found - max([0.0, *unseen])) < 1e-9
    else:
        assert np.isnan(found)
