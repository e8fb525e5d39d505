"""Telling sentences: found by their definitions, each once, the same whatever else is there."""

import numpy as np
import pytest

from treelens.engine.agreement import disagreement
from treelens.engine.formats import load
from treelens.engine.metrics import METRICS
from treelens.engine.prepare import prepare, preset
from treelens.engine.scoring import compare
from treelens.engine.telling import telling
from treelens.resources import resource

E, T = METRICS["e-dice"], METRICS["t-dice"]


class Scored:
    """A system with scores that are made up."""

    def __init__(self, e, t):
        self.values = {E: np.array(e), T: np.array(t)}

    def scores(self, metric):
        return self.values[metric].copy()


NAN = float("nan")
ONE = Scored([1.0, 0.9, 0.5, 0.2, 0.9], [1.0, 0.9, 0.5, 0.95, 0.9])
OTHER = Scored([1.0, 0.1, 0.5, 0.3, NAN], [1.0, 0.1, 0.5, 0.3, NAN])
NOTHING = Scored([NAN] * 5, [NAN] * 5)


def test_each_reason_has_its_own_sentence():
    gap, hard, contrast = telling([ONE, OTHER], 1)
    assert gap == ("disagreement", 3, 0, None, 3.0)
    assert hard == ("hardest", 2, 0, None, 0.5)
    assert contrast == ("contrast", 1, 0, 1, pytest.approx(0.8))


def test_a_system_without_scores_changes_nothing():
    assert [
        one._replace(system=one.system - 1, second=one.second and one.second - 1)
        for one in telling([NOTHING, ONE, OTHER], 1)
    ] == telling([ONE, OTHER], 1)
    assert telling([NOTHING], 3) == []


def test_one_system_has_no_contrast_and_a_perfect_one_nothing():
    assert {one.reason for one in telling([ONE], 1)} == {"disagreement", "hardest"}
    assert telling([Scored([1.0, 1.0], [1.0, 1.0])], 9) == []
    assert telling([ONE, OTHER], 0) == []


def test_on_the_demo_the_largest_gaps_and_the_lowest_best_scores_come_first():
    preparation = preset("collins")
    gold, *systems = (load(str(resource("demo", f"{name}.mrg"))) for name in ("gold", "berkeley", "stanford", "neural"))
    prepared = prepare(gold, preparation)
    compared = [compare(prepared, system, preparation) for system in systems]
    found = telling(compared, 5)
    assert len({one.sentence for one in found}) == len(found) == 15
    gaps = [np.abs(disagreement(one.scores(E), one.scores(T)).gap) for one in compared]
    assert abs(found[0].size) == np.max(gaps)
    assert [abs(one.size) for one in found[:5]] == sorted((abs(one.size) for one in found[:5]), reverse=True)
    best = np.max([one.scores(E) for one in compared], axis=0)
    told = {one.sentence for one in found[:5]}
    assert found[5].size == min(score for sentence, score in enumerate(best) if sentence not in told)
