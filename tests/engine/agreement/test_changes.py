"""What became of sentences between two runs, and who is ahead of whom."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from treelens.engine.agreement.changes import changes
from treelens.engine.agreement.rivals import advantage, shared_out, spread

SCORES = st.lists(st.sampled_from([0.0, 0.5, 0.1 + 0.2, 0.3, 1.0, np.nan]), min_size=1, max_size=8)


@given(SCORES, st.randoms(), st.booleans())
def test_every_sentence_with_a_score_is_told_once(before, random, larger):
    after = [random.choice(before) for _ in before]
    found = changes(np.array(before), np.array(after), larger_is_better=larger)
    places = sorted(place for part in found for place in part.tolist())
    assert places == [at for at, both in enumerate(zip(before, after, strict=True)) if not np.isnan(both).all()]
    back = changes(np.array(after), np.array(before), larger_is_better=larger)
    assert [part.tolist() for part in (found.better, found.new)] == [part.tolist() for part in (back.worse, back.gone)]
    turned = changes(np.array(before), np.array(after), larger_is_better=not larger)
    assert found.better.tolist() == turned.worse.tolist()


def test_noise_in_the_last_bits_is_no_change():
    assert changes(np.array([0.1 + 0.2]), np.array([0.3])).same.tolist() == [0]
    assert advantage(np.array([0.1 + 0.2]), np.array([0.3])).tolist() == [0]


def test_fewer_mistakes_are_better():
    assert changes(np.array([5.0]), np.array([3.0]), larger_is_better=False).better.tolist() == [0]
    assert advantage(np.array([5.0]), np.array([3.0]), larger_is_better=False).tolist() == [-2]


def test_runs_of_different_length_are_refused():
    with pytest.raises(ValueError, match="broadcast"):
        changes(np.zeros(3), np.zeros(4))


@given(st.lists(st.lists(st.booleans(), min_size=4, max_size=4), min_size=1, max_size=4))
def test_right_ones_are_shared_out(right):
    found = shared_out(np.array(right))
    for sentence, column in enumerate(zip(*right, strict=True)):
        assert found.all[sentence] == all(column)
        assert found.none[sentence] == (not any(column))
        assert found.only[:, sentence].tolist() == [one and sum(column) == 1 for one in column]


def test_the_spread_of_nothing():
    assert np.isnan(spread(np.array([[np.nan, 0.5]]))).all()
