"""Filters on several systems: who has a sentence right, and who is better."""

import numpy as np
import pytest

from treelens.engine.filters import FilterError, completions, parse
from treelens.engine.metrics import METRICS

NAMES = ("berkeley", "linkgrammar", "opennlp")


def found(text, context):
    return (np.flatnonzero(parse(text).matches(context)) + 1).tolist()


@pytest.fixture
def scores(context):
    """The scores of all systems by which sentences are right or wrong."""
    return np.array([context.study.scores(system, METRICS["e-dice"]) for system in range(3)])


def by_loop(scores, holds):
    return [number for number, column in enumerate(scores.T.tolist(), 1) if holds(column)]


def test_right_and_wrong(context, scores):
    assert found("right:opennlp", context) == by_loop(scores, lambda column: column[2] == 1)
    assert found("wrong:opennlp", context) == by_loop(scores, lambda column: column[2] < 1)
    assert found("right:all", context) == by_loop(scores, lambda column: min(column) == 1)
    assert found("wrong:all", context) == by_loop(scores, lambda column: all(score < 1 for score in column))
    assert found("right:any", context) == by_loop(scores, lambda column: 1 in column)
    assert found("-right:any", context) == by_loop(scores, lambda column: 1 not in column)
    assert found("right:all", context)
    assert found("right:", context) == found("right:berkeley", context)
    context.system = 2
    assert found("right:", context) == found("right:opennlp", context)


def test_a_sentence_without_a_score_is_neither(context):
    assert np.isnan(context.study.scores(1, METRICS["e-dice"])[117])
    assert 118 not in found("right:linkgrammar or wrong:linkgrammar", context)
    assert 118 not in found("wrong:all", context)


def test_only_one(context, scores):
    expected = by_loop(scores, lambda column: column[0] == 1 and column[1] != 1 and column[2] != 1)
    assert expected
    assert found("only:berkeley", context) == expected
    exactly_one = by_loop(scores, lambda column: column.count(1) == 1)
    assert found("only:any", context) == exactly_one


def test_better(context, scores):
    assert found("better:berkeley>opennlp", context) == by_loop(scores, lambda column: column[0] > column[2])
    costs = [context.study.scores(system, METRICS["t-cost"]) for system in (0, 2)]
    assert found("better:berkeley>opennlp,t-cost", context) == (np.flatnonzero(costs[0] < costs[1]) + 1).tolist()
    assert found("better:berkeley>berkeley", context) == []


@pytest.mark.parametrize(
    "text",
    ["right:", "wrong:all", "right:berkeley,t-dice", "only:opennlp", "better:a>b,f1", 'right:"my system"', "right:,f1"],
)
def test_written_back(text):
    assert str(parse(text)) == text
    assert parse(str(parse(text))) == parse(text)
    assert parse(text).metrics


@pytest.mark.parametrize(
    ("text", "said", "position"),
    [
        ("better:berkeley", "better: takes two systems, as in better:berkeley>stanford", 7),
        ("better:a>", "better: takes two systems, as in better:berkeley>stanford", 7),
        ("better:", "better: needs a value, as in better:berkeley>stanford", 7),
        ("right:all,t-dise", "no measure is called t-dise; did you mean t-dice?", 10),
        ("berkeley.right:", "right: takes no system in front: leave berkeley out", 0),
    ],
)
def test_what_cannot_be_understood(text, said, position):
    with pytest.raises(FilterError) as error:
        parse(text)
    assert (error.value.message, error.value.position) == (said, position)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("right:stanford", "no system is called stanford; there are berkeley, linkgrammar, opennlp, any"),
        ("better:berkeley>gold", "gold has no scores"),
        ("better:any>berkeley", "better: compares two systems by their names"),
        ("only:all", "no system is called all"),
    ],
)
def test_what_cannot_be_answered(context, text, said):
    with pytest.raises(FilterError, match=said):
        found(text, context)


def test_completion(context):
    def proposed(text):
        return completions(text, len(text), context)

    assert "right:" in proposed("ri")
    assert proposed("right:") == [*(f"right:{name}" for name in NAMES), "right:all", "right:any"]
    assert proposed("only:b") == ["only:berkeley"]
    assert proposed("better:b") == ["better:berkeley>linkgrammar", "better:berkeley>opennlp"]
    assert "better:berkeley>opennlp,t-dice" in proposed("better:berkeley>opennlp,t")
