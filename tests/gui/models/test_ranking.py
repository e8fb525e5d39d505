"""Orders of sentences."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from treelens.engine.agreement import disagreement
from treelens.engine.metrics import METRICS
from treelens.gui.models.ranking import Column, Ranking, rank_gaps

F1 = METRICS["f1"]
COST = METRICS["t-cost"]
COLUMNS = st.lists(st.one_of(st.just(np.nan), st.sampled_from([0.0, 0.25, 0.5, 1.0])), min_size=1, max_size=20)


@given(COLUMNS, st.booleans())
def test_by_score_is_stable_with_unknown_ones_last(values, descending):
    scores = np.array(values)
    order = Ranking.by_score(0, F1, descending=descending).order(lambda column: scores, np.zeros(len(scores)))
    sign = -1 if descending else 1
    key = [(np.isnan(score), 0 if np.isnan(score) else sign * score, place) for place, score in enumerate(scores)]
    assert order.tolist() == sorted(range(len(scores)), key=key.__getitem__)


@given(COLUMNS, st.sampled_from([F1, COST]))
def test_gaps_are_those_of_the_engine(values, metric):
    one, other = np.array(values), np.array(values[::-1])
    columns = Column(0, METRICS["e-dice"]), Column(1, metric)
    scores = dict(zip(columns, (one, other), strict=True)).__getitem__
    expected = disagreement(one, other, larger=(True, metric.larger_is_better))
    assert np.array_equal(rank_gaps(scores, *columns), expected.gap, equal_nan=True)
    order = Ranking("gap", columns, descending=True).order(scores, np.zeros(len(one))).tolist()
    known = int((~np.isnan(expected.gap)).sum())
    assert order[:known] == expected.order()


@pytest.mark.parametrize(
    ("ranking", "expected"),
    [
        (Ranking.as_in_file(), [0, 1, 2]),
        (Ranking.as_in_file(descending=True), [2, 1, 0]),
        (Ranking.by_length(), [1, 0, 2]),
        (Ranking.by_length(descending=True), [0, 2, 1]),
    ],
)
def test_orders_without_scores(ranking, expected):
    assert ranking.order(lambda column: np.zeros(0), np.array([5, 3, 5])).tolist() == expected


def test_rankings_name_their_columns():
    assert Ranking.by_measures(2).columns == (Column(2, METRICS["e-dice"]), Column(2, METRICS["t-dice"]))
    assert Ranking.by_systems(0, 1, F1).columns == (Column(0, F1), Column(1, F1))
