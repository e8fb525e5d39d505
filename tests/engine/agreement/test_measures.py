"""Agreement of measures over systems: hand-made tables, scipy and plain loops over all pairs and sets as oracles."""

import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from treelens.engine.agreement import Scores, agreement
from treelens.engine.agreement.choices import optima, z_scores
from treelens.engine.agreement.clusters import clusters, grown_set, largest_set
from treelens.engine.agreement.correlations import correlations, order_of_metrics
from treelens.engine.agreement.epsila import epsila, epsila_matrix, reduction

#: Scores with ties, perfect ones and gaps.
CELLS = st.one_of(st.sampled_from([math.nan, 100.0, 80.0, 0.0]), st.integers(0, 400).map(lambda n: n / 4))


@st.composite
def tables(draw, most=8):
    systems, metrics = draw(st.integers(1, most)), draw(st.integers(1, most))
    values = draw(arrays.arrays(np.float64, (systems, metrics), elements=CELLS))
    return Scores(tuple(f"m{i}" for i in range(metrics)), tuple(f"s{i}" for i in range(systems)), values)


@st.composite
def distances(draw, most=7):
    size = draw(st.integers(1, most))
    values = draw(arrays.arrays(np.float64, (size, size), elements=st.sampled_from([0.0, 0.01, 0.02, 0.05, 0.3])))
    return np.where(np.eye(size, dtype=bool), 0.0, values)


@given(tables())
def test_correlations_are_those_of_scipy(table):
    from scipy import stats

    found = correlations(table)
    for one, other in combinations(range(len(table.metrics)), 2):
        a, b = table.values[:, one], table.values[:, other]
        both = ~(np.isnan(a) | np.isnan(b))
        a, b = a[both], b[both]
        for matrix, oracle in zip(found, (stats.spearmanr, stats.kendalltau), strict=True):
            if len(a) < 2 or np.ptp(a) == 0 or np.ptp(b) == 0:
                assert np.isnan(matrix[one, other])
            else:
                assert matrix[one, other] == matrix[other, one] == pytest.approx(oracle(a, b).statistic)


def smallest_epsila(mu, rho):
    """The definition: the smallest of the candidates that no pair of systems contradicts."""
    pairs = [(x, y) for x in range(len(mu)) for y in range(len(mu))]
    pairs = [(x, y) for x, y in pairs if not np.isnan([mu[x], mu[y], rho[x], rho[y]]).any() and mu[y] < 100]
    if all(x == y for x, y in pairs):
        return math.nan
    gains = {(x, y): (mu[x] - mu[y]) / (100 - mu[y]) for x, y in pairs}

    def holds(epsilon):
        return all(rho[x] > rho[y] for x, y in pairs if gains[x, y] > epsilon)

    return min(candidate for candidate in gains.values() if candidate >= 0 and holds(candidate))


@given(tables(most=6))
def test_epsila_is_the_smallest_that_holds(table):
    found = epsila_matrix(table)
    for one, name in enumerate(table.with_perfect_value):
        for other, against in enumerate(table.with_perfect_value):
            wanted = smallest_epsila(table.column(name), table.column(against))
            assert found[one, other] == pytest.approx(wanted, abs=1e-12, nan_ok=True)


def test_epsila_by_hand():
    # From x to y the first measure gains (84 - 80) / 20 = 0.2, which the second takes for a loss.
    first, second = np.array([80.0, 84.0, 92.0]), np.array([50.0, 40.0, 70.0])
    assert epsila(first, second) == pytest.approx(0.2)
    # From y to x the second gains (50 - 40) / 60, a loss for the first.
    assert epsila(second, first) == pytest.approx(1 / 6)
    assert epsila(first, first) == 0
    assert math.isnan(epsila(np.array([80.0]), np.array([50.0])))
    assert math.isnan(epsila(np.array([100.0, 100.0]), np.array([50.0, 60.0])))


def test_a_reduction_on_the_threshold_is_not_under_it():
    table = Scores.of({"y": {"a": 80.0, "b": 70.0}, "x": {"a": 81.0, "b": 70.0}, "z": {"a": 90.0, "b": 90.0}})
    assert epsila_matrix(table)[0, 1] == 0.05
    found = agreement(table)
    assert found.clusters[0.05] == [("a",), ("b",)]
    assert found.clusters[0.1] == [("a", "b")]


def test_the_last_bits_are_no_gain():
    table = Scores.of({"x": {"a": 80.0, "b": 0.1 + 0.2}, "y": {"a": 81.0, "b": 0.3}, "z": {"a": 90.0, "b": 1.0}})
    assert epsila_matrix(table)[1, 0] == 0
    assert correlations(table).spearman[0, 1] == pytest.approx(math.sqrt(3) / 2)


def by_brute_force(epsila, threshold):
    apart = np.maximum(epsila, epsila.T)
    left, found = set(range(len(epsila))), []
    while left:
        sets = [
            one
            for size in range(1, len(left) + 1)
            for one in combinations(sorted(left), size)
            if all(apart[a, b] < threshold for a, b in combinations(one, 2))
        ]
        best = min(sets, key=lambda s: (-len(s), max((apart[a, b] for a, b in combinations(s, 2)), default=0.0), s))
        found.append(best)
        left -= set(best)
    return found


@given(distances(), st.sampled_from([0.01, 0.05, 0.2]))
def test_clusters_are_those_of_a_search_through_all_sets(epsila, threshold):
    assert clusters(epsila, threshold) == by_brute_force(epsila, threshold)


def test_ties_between_clusters():
    far = 0.5
    epsila = np.full((4, 4), far)
    np.fill_diagonal(epsila, 0)
    epsila[0, 1] = epsila[1, 0] = 0.04
    epsila[2, 3] = epsila[3, 2] = 0.02
    assert clusters(epsila, 0.05) == [(2, 3), (0, 1)]  # the smaller diameter
    epsila[2, 3] = epsila[3, 2] = 0.04
    assert clusters(epsila, 0.05) == [(0, 1), (2, 3)]  # the order of the table
    epsila[0, 1] = np.nan
    assert clusters(epsila, 0.6)[-1] != (0, 1)  # what is not known is not near


@given(distances())
def test_grown_sets_hold_together_and_are_never_larger(epsila):
    apart = np.maximum(epsila, epsila.T)
    places = list(range(len(apart)))
    grown = grown_set(apart, places, 0.05)
    assert all(apart[a, b] < 0.05 for a, b in combinations(grown, 2))
    assert len(grown) <= len(largest_set(apart, places, 0.05))


def test_many_measures_are_clustered_greedily():
    rng = np.random.default_rng(1)
    groups = rng.integers(0, 4, 30)
    epsila = np.where(groups[:, None] == groups[None, :], 0.01, 0.5)
    found = clusters(epsila, 0.05)
    assert sorted(map(len, found)) == sorted(np.bincount(groups))
    assert all(len({groups[place] for place in one}) == 1 for one in found)


def test_optima_by_hand():
    table = Scores.of(
        {
            "a": {"lp": 80.0, "up": 90.0, "crossing": 3.0},
            "b": {"lp": 84.0, "up": 85.0, "crossing": 1.0},
            "c": {"lp": 70.0, "up": 60.0, "crossing": 2.0},
            "d": {"lp": 60.0, "up": 50.0, "crossing": 9.0},
        }
    )
    lp, up, crossing = optima(table)
    assert lp[:3] == ("lp", "b", 84.0)
    assert lp.best_three == pytest.approx(78.0)
    # Chosen by lp, it is b: under up, its error rate is 15 instead of 10.
    assert (lp.worst, lp.increase) == ("up", pytest.approx(0.5))
    assert (up.system, up.worst, up.increase) == ("a", "lp", pytest.approx(0.25))
    assert crossing[:4] == ("crossing", "b", 1.0, 2.0)  # the fewest are best
    assert (crossing.worst, crossing.increase) == ("up", pytest.approx(0.5))


def test_optima_where_little_is_known():
    table = Scores.of({"a": {"lp": 80.0, "up": None}, "b": {"lp": None, "up": 100.0}, "c": {"emm": None}})
    found = {one.metric: one for one in optima(table)}
    assert set(found) == {"lp", "up"}
    assert found["lp"].worst is None  # up is perfect at its optimum: no increase can be told
    assert found["up"].increase is None
    assert math.isnan(reduction(100.0, 100.0))


@given(tables())
def test_z_scores_are_those_of_scipy(table):
    from scipy.stats import zscore

    found = z_scores(table)
    for place in range(len(table.metrics)):
        column = table.values[:, place]
        known = column[~np.isnan(column)]
        if len(known) == 0 or np.ptp(known) == 0:
            assert np.isnan(found[:, place]).all()
        else:
            np.testing.assert_allclose(found[:, place], zscore(column, nan_policy="omit"), atol=1e-9)


def test_measures_alike_stand_side_by_side():
    rng = np.random.default_rng(3)
    first, second = rng.random(40), rng.random(40)
    columns = [first, second, first + 0.01 * rng.random(40), second + 0.01 * rng.random(40), -first]
    table = Scores(("f1", "b", "c", "d", "crossing"), tuple(map(str, range(40))), np.stack(columns, axis=1))
    order = order_of_metrics(table, correlations(table).spearman)
    assert sorted(order) == list(range(5))
    places = [order.index(place) for place in (0, 2, 4)]
    assert max(places) - min(places) == 2  # crossing is better when smaller: it goes with f1


def test_counts_and_costs_take_no_part_in_epsila():
    table = Scores.of({"x": {"f1": 80.0, "axb": -1.0, "e-cost": 3.0, "mine": 12.0, "seconds": 3600.0}})
    assert table.with_perfect_value == ("f1", "mine")
    assert agreement(table).clusters[0.2] == [("f1",), ("mine",)]
