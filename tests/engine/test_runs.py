"""Runs of a parser: what is kept of them, and what became of its sentences."""

import numpy as np
import pytest

from tests.engine.test_reuse import GOLD, OTHER, SYSTEM, filled, study
from treelens.engine.metrics import METRICS
from treelens.engine.runs import became, runs_after

MIXED = [*OTHER[:40], *SYSTEM[40:]]
F1, COST = METRICS["f1"], METRICS["t-cost"]


@pytest.fixture(scope="module")
def two():
    """A study, and the same after forty trees of the system were written anew."""
    before = filled(study(SYSTEM))
    return before, filled(study(MIXED, before))


def test_the_run_before_is_kept(two):
    before, now = two
    runs = runs_after(before, {}, now)
    assert list(runs) == ["system"]
    history = runs["system"]
    assert history.runs == 2
    assert history.first is history.before
    for name in ("f1", "t-dice", "leaf-ancestor"):
        kept = history.before.scores[name]
        assert np.array_equal(kept, before.comparison(0).scores(METRICS[name]), equal_nan=True)
        assert history.before.corpus[name] == before.comparison(0).tally(METRICS[name])
    assert "las" not in history.before.scores or "dependencies" in before.comparison(0).counted


def test_the_first_run_stays_the_first(two):
    before, now = two
    known = runs_after(before, {}, now)
    third = filled(study(OTHER, now))
    runs = runs_after(now, known, third)
    assert runs["system"].runs == 3
    assert runs["system"].first is known["system"].first
    assert np.array_equal(runs["system"].since("before").scores["f1"], now.comparison(0).scores(F1), equal_nan=True)


def test_a_file_that_is_as_it_was_keeps_its_runs(two):
    before, now = two
    assert runs_after(before, {}, study(SYSTEM, before)) == {}
    known = runs_after(before, {}, now)
    assert runs_after(now, known, study(MIXED, now))["system"] is known["system"]


def test_what_cannot_be_compared_is_forgotten(two):
    before, now = two
    known = runs_after(before, {}, now)
    assert runs_after(now, known, study(MIXED, now, labelled=False)) == {}
    assert runs_after(now, known, study(MIXED, now, gold=[*GOLD[1:], GOLD[0]])) == {}
    corrected = [GOLD[0].replace("(NP", "(NX", 1), *GOLD[1:]]
    assert runs_after(now, known, study(MIXED, now, gold=corrected))["system"].runs == 3


@pytest.mark.parametrize("metric", [F1, COST])
def test_what_became_of_sentences(two, metric):
    before, now = two
    found = became(runs_after(before, {}, now)["system"], "before", now.comparison(0), metric)
    old, new = before.comparison(0).scores(metric), now.comparison(0).scores(metric)
    sign = 1 if metric.larger_is_better else -1
    better = [place for place in range(120) if sign * (new[place] - old[place]) > 1e-9]
    worse = [place for place in range(120) if sign * (new[place] - old[place]) < -1e-9]
    assert better
    assert worse
    assert max(better + worse) < 40
    assert found.sentences.better.tolist() == better
    assert found.sentences.worse.tolist() == worse
    assert np.flatnonzero(found.gains > 0).tolist() == better
    assert (found.before, found.now) == (before.comparison(0).tally(metric), now.comparison(0).tally(metric))


def test_what_was_not_counted_then_is_not_told():
    before = study(SYSTEM)
    now = filled(study(MIXED, before))
    history = runs_after(before, {}, now)["system"]
    assert became(history, "before", now.comparison(0), METRICS["t-dice"]) is None
    assert became(history, "before", now.comparison(0), F1) is not None
