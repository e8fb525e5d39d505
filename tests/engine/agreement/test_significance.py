"""Intervals and tests: against theory, brute force, and scipy's own."""

from itertools import product

import numpy as np
import pytest
from scipy import stats

from treelens.engine.agreement.significance import CORRECTIONS, Resampling, adjusted, estimates, paired_tests
from treelens.engine.metrics.base import Addends, mean_of, ratio

HOW = Resampling(samples=4000, seed=7)


def counts(random, sentences: int, share: float) -> Addends:
    """Return brackets found and brackets there, of sentences of all lengths."""
    there = random.integers(1, 30, sentences)
    return Addends(np.stack([random.binomial(there, share), there]).astype(float), ratio)


def two_systems(seed: int = 0, sentences: int = 50, gap: float = 0.04) -> tuple[Addends, Addends]:
    """Return two systems on the same sentences, the first one better."""
    random = np.random.default_rng(seed)
    there = random.integers(1, 30, sentences)
    found = [random.binomial(there, share) for share in (0.8 + gap, 0.8)]
    return tuple(Addends(np.stack([one, there]).astype(float), ratio) for one in found)


def test_intervals_hold_the_truth_as_often_as_they_say():
    random = np.random.default_rng(1)
    how = Resampling(samples=300, confidence=0.9)
    held = 0
    for _ in range(300):
        found = estimates([counts(random, 80, 0.7)], how)[0]
        held += found.low <= 0.7 <= found.high
    assert 0.85 < held / 300 < 0.95


def test_true_nulls_are_rejected_as_rarely_as_p_says():
    how = Resampling(samples=199)
    found = [paired_tests([two_systems(seed, gap=0)], how)[0] for seed in range(200)]
    for name in ("randomisation", "paired_bootstrap"):
        assert 0.04 < np.mean([getattr(one, name) <= 0.1 for one in found]) < 0.17


def test_randomisation_is_the_exact_test_but_for_chance():
    one, other = two_systems(3, sentences=10)
    seen = abs(one.total() - other.total())
    as_large = 0
    for swap in product([0, 1], repeat=10):
        mine = np.where(swap, other.numbers, one.numbers).sum(axis=1)
        theirs = np.where(swap, one.numbers, other.numbers).sum(axis=1)
        as_large += abs(mine[0] / mine[1] - theirs[0] / theirs[1]) >= seen - 1e-12
    exact = as_large / 2**10
    assert 0.02 < exact < 0.98
    assert paired_tests([(one, other)], HOW)[0].randomisation == pytest.approx(exact, abs=4 * 0.5 / 4000**0.5)


def test_scipy_finds_the_same():
    random = np.random.default_rng(5)
    one = random.normal(0.60, 0.2, 40)
    other = one - random.normal(0.03, 0.1, 40)
    found = paired_tests([(mean_of(one), mean_of(other))], HOW)[0]

    def gap(a, b, axis):
        return a.mean(axis=axis) - b.mean(axis=axis)

    test = stats.permutation_test((one, other), gap, permutation_type="samples", n_resamples=4000, rng=1)
    assert found.randomisation == pytest.approx(test.pvalue, abs=0.03)
    ends = stats.bootstrap((one, other), gap, paired=True, method="percentile", n_resamples=4000, rng=1)
    spread = ends.confidence_interval.high - ends.confidence_interval.low
    assert found.difference.low == pytest.approx(ends.confidence_interval.low, abs=0.08 * spread)
    assert found.difference.high == pytest.approx(ends.confidence_interval.high, abs=0.08 * spread)


def test_swapping_the_systems_turns_the_signs():
    one, other = two_systems()
    there, back = paired_tests([(one, other), (other, one)], HOW)
    assert there.difference.value == -back.difference.value
    assert there.difference.low == pytest.approx(-back.difference.high)
    assert (there.paired_bootstrap, there.randomisation) == (back.paired_bootstrap, back.randomisation)
    assert (there.first, there.second) == (back.second, back.first)


def test_a_system_does_not_differ_from_itself():
    one, _ = two_systems()
    found = paired_tests([(one, one)], HOW)[0]
    assert found.difference == (0, 0, 0)
    assert found.paired_bootstrap == found.randomisation == 1


def test_a_clear_difference_has_the_smallest_p_there_is():
    random = np.random.default_rng(2)
    found = paired_tests([(counts(random, 60, 0.9), counts(random, 60, 0.4))], HOW)[0]
    assert found.randomisation == found.paired_bootstrap == 1 / 4001
    assert found.difference.low > 0.3


def test_neither_threads_nor_company_change_anything():
    pair, another = two_systems(sentences=900), two_systems(8, sentences=900)
    alone = paired_tests([pair], Resampling(samples=5000))
    assert alone == paired_tests([pair], Resampling(samples=5000, jobs=3))
    assert alone == paired_tests([another, pair], Resampling(samples=5000))[1:]
    assert alone != paired_tests([pair], Resampling(samples=5000, seed=2))


def test_the_order_of_sentences_matters_only_by_chance():
    one, other = two_systems(gap=0.02)
    order = np.random.default_rng(0).permutation(50)
    mixed = tuple(Addends(side.numbers[:, order], ratio) for side in (one, other))
    before, after = paired_tests([(one, other), mixed], HOW)
    assert before.difference.value == after.difference.value
    assert before.difference.low == pytest.approx(after.difference.low, abs=0.005)
    assert before.randomisation == pytest.approx(after.randomisation, abs=0.04)


def test_nothing_to_draw_from():
    empty = mean_of(np.array([]))
    found = paired_tests([(empty, empty)], HOW)[0]
    assert np.isnan(found.randomisation)
    assert np.isnan(found.difference).all()


def test_sentences_without_a_score_are_left_out_of_the_mean():
    scores = np.array([0.5, np.nan, 1.0])
    assert estimates([mean_of(scores)], HOW)[0].value == 0.75


@pytest.mark.parametrize("method", CORRECTIONS)
def test_corrections_against_their_definitions(method):
    p = np.random.default_rng(3).random(9).round(3) ** 3
    order = sorted(range(9), key=p.__getitem__)
    expected = {
        "none": p.tolist(),
        "bh": stats.false_discovery_control(p).tolist(),
        "holm": [
            min(1, max(p[other] * (9 - step) for step, other in enumerate(order[: order.index(i) + 1])))
            for i in range(9)
        ],
    }
    assert adjusted(p, method) == pytest.approx(expected[method])


def test_what_has_no_p_value_is_not_corrected_for():
    assert adjusted([0.01, float("nan"), 0.02])[::2] == pytest.approx([0.02, 0.02])


def test_draws_can_be_watched():
    seen = []

    def watched(blocks, total):
        for block in blocks:
            seen.append(total)
            yield block

    how = Resampling(samples=5000, watched=watched)
    assert estimates([two_systems(sentences=900)[0]], how) == estimates(
        [two_systems(sentences=900)[0]], Resampling(samples=5000)
    )
    assert seen == [3] * 3


def test_whoever_watches_can_stop_all_threads():
    scored = []

    def stopped(blocks, total):
        assert total > 400
        yield next(iter(blocks))
        raise KeyboardInterrupt

    def score(sums):
        scored.append(len(sums))
        return sums[:, 0] / sums[:, 1]

    with pytest.raises(KeyboardInterrupt):
        estimates([Addends(np.ones((2, 50_000)), score)], Resampling(samples=20_000, jobs=2, watched=stopped))
    assert len(scored) < 50
