"""Scores over phenomena: the published example, the formulas as plain loops, and that they add."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from treelens.engine.phenomena import Scores, judge
from treelens.engine.phenomena.scores import MEANS, Expected

FIRST = Expected({"proper noun", "unshifted ditransitive", "preposition"}, {"unshifted ditransitive"}, {"adjunct"})
SECOND = Expected(
    {"proper noun", "dative-shifted ditransitive"}, {"dative-shifted ditransitive"}, {"noun-noun compound"}
)
FOUND = [
    {"proper noun", "monotransitive", "preposition", "adjunct"},
    {"proper noun", "dative-shifted ditransitive"},
]


def values(scores: Scores) -> list[float | None]:
    return [getattr(scores, field).value for field in MEANS.values()]


def test_the_published_example():
    total = Scores.sum(judge(one, found).scores for one, found in zip((FIRST, SECOND), FOUND, strict=True))
    assert values(total) == pytest.approx([0.75, 5 / 6, 0.5, 0.5])
    verdict = judge(FIRST, FOUND[0])
    assert verdict.missing == {"unshifted ditransitive"}
    assert verdict.errors == {"adjunct"}


def test_each_phenomenon():
    total = Scores.sum(judge(one, found).scores for one, found in zip((FIRST, SECOND), FOUND, strict=True))
    noun, adjunct = total.phenomena["proper noun"], total.phenomena["adjunct"]
    assert (noun.expected, noun.recognised, noun.both, noun.precision, noun.recall) == (2, 2, 2, 1, 1)
    assert (adjunct.recognised, adjunct.both, adjunct.likely, adjunct.made, adjunct.precision) == (1, 0, 1, 1, 0)
    assert adjunct.recall is None
    assert total.phenomena["unshifted ditransitive"].core_recall == 0


def test_a_sentence_without_a_parse():
    scores = judge(FIRST, None).scores
    assert values(scores) == [None, 0, 0, 0]
    assert scores.without_parse == 1
    assert scores.exhaustive_precision.missing == 1
    nothing_found = judge(FIRST, set()).scores
    assert values(nothing_found) == [None, 0, 0.5, 0]  # there is a parse, and no likely error in it


def test_what_a_suite_does_not_say_is_not_scored():
    assert values(judge(Expected(core={"a"}), {"a"}).scores) == [None, None, 1, 1]
    assert values(judge(Expected({"a"}), {"a", "b"}).scores) == [0.5, 1, None, None]
    assert values(Scores()) == [None] * 4


def test_several_likely_errors():
    one = Expected({"a"}, {"a"}, {"x", "y"})
    assert values(judge(one, {"a", "y"}).scores)[2] == 0.5
    assert values(judge(one, {"a", "z"}).scores)[2] == 1


def test_weights():
    heavy = judge(FIRST._replace(weight=3.0), FOUND[0]).scores + judge(SECOND, FOUND[1]).scores
    assert values(heavy) == pytest.approx([(3 * 0.5 + 1) / 4, (3 * 2 / 3 + 1) / 4, 0.25, 0.25])
    named = judge(FIRST, FOUND[0], {"adjunct": 2.0, "preposition": 3.0}).scores
    assert values(named)[:2] == pytest.approx([4 / 7, 4 / 5])
    assert values(judge(FIRST._replace(weight=0.0), FOUND[0]).scores) == [None] * 4


NAMES = st.sets(st.sampled_from("abcdef"))
EXPECTED = st.builds(Expected, NAMES, NAMES, NAMES, st.just(1.0))
CASES = st.lists(st.tuples(EXPECTED, st.one_of(st.none(), NAMES)), max_size=6)


@given(CASES)
def test_scores_are_the_formulas(cases):
    def mean(numbers):
        known = [number for number in numbers if number is not None]
        return sum(known) / len(known) if known else None

    found = [(one, recognised or set(), recognised is not None) for one, recognised in cases]
    expected = [
        mean(len(r & one.phenomena) / len(r) if r else None for one, r, _ in found),
        mean(len(r & one.phenomena) / len(one.phenomena) if one.phenomena else None for one, r, _ in found),
        mean(((r >= one.core) + (not r & one.errors)) / 2 if parsed else 0 for one, r, parsed in found),
        mean((len(r & one.core) / len(one.core) if one.core else None) if parsed else 0 for one, r, parsed in found),
    ]
    assert values(Scores.sum(judge(one, r).scores for one, r in cases)) == pytest.approx(expected)


@given(CASES, st.integers(0, 6))
def test_scores_add(cases, cut):
    parts = [judge(one, found).scores for one, found in cases]
    one, other, whole = Scores.sum(parts[:cut]), Scores.sum(parts[cut:]), Scores.sum(parts)
    assert values(one + other) == pytest.approx(values(whole))
    assert (one + other).phenomena == whole.phenomena
    assert (one + other).sentences == len(cases)
