"""Filters on what became of sentences since an earlier run."""

import numpy as np
import pytest

from treelens.engine.filters import Context, FilterError, completions, parse
from treelens.engine.metrics import METRICS
from treelens.engine.runs import History, Run


def found(text, context):
    return (np.flatnonzero(parse(text).matches(context)) + 1).tolist()


@pytest.fixture
def rerun(demo_study):
    """The demo as if berkeley had been run before, with other scores of four sentences."""
    now = demo_study.scores(0, METRICS["f1"])
    first, before = now.copy(), now.copy()
    before[2], before[4], before[7] = now[2] - 0.1, now[4] + 0.1, np.nan
    first[9] = 2.0
    costs = demo_study.scores(0, METRICS["t-cost"])
    cheaper = costs.copy()
    cheaper[5] -= 1
    runs = [Run({"f1": scores, "t-cost": cheaper}, {}) for scores in (first, before)]
    return Context(demo_study, runs={demo_study.systems[0].path: History(*runs, 3)})


def test_better_worse_new(rerun):
    assert found("changed:better", rerun) == [3]
    assert found("changed:worse", rerun) == [5]
    assert found("changed:new", rerun) == [8]
    assert found("changed:", rerun) == [3, 5, 8]
    assert found("changed:gone", rerun) == []


def test_by_another_measure_and_of_another_system(rerun):
    assert found("changed:worse,t-cost", rerun) == [6]
    assert found("changed:,t-dice", rerun) == []  # nobody knows what it was
    assert found("opennlp.changed:", rerun) == []
    rerun.system = 2
    assert found("changed:", rerun) == []
    assert found("berkeley.changed:better", rerun) == [3]
    assert found("any.changed:better", rerun) == [3]


def test_since_the_first_run(rerun):
    rerun.since = "first"
    assert found("changed:", rerun) == [10]
    assert found("changed:worse", rerun) == [10]


def test_without_an_earlier_run_it_says_so(context):
    with pytest.raises(FilterError, match="there is no run before"):
        found("changed:better", context)


@pytest.mark.parametrize("text", ["changed:better", "changed:", "berkeley.changed:worse,t-dice", "changed:,f1"])
def test_it_is_written_as_it_is_read(text):
    assert str(parse(text)) == text


def test_other_words_are_wrong(context):
    with pytest.raises(FilterError, match="changed: is better or worse or new or gone"):
        parse("changed:blue")
    assert "changed:worse" in completions("changed:w", 9, context)
