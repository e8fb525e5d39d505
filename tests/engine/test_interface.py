"""The functions for notebooks say what the commands say."""

import math

import pytest

import treelens.engine as tl
from treelens.resources import resource

GOLD, SYSTEM = (str(resource("demo", f"{name}.mrg")) for name in ("gold", "linkgrammar"))


@pytest.fixture(scope="module")
def compared():
    return tl.compare(GOLD, SYSTEM)


def test_names_that_stay():
    assert set(dir(tl)) >= {"METRICS", "TreelensError", "compare", "mapping", "preset", "read", "tree"}
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = tl.nothing


def test_scores_are_those_of_the_corpus(compared):
    tally, scores = compared.score("f1"), compared.scores("f1")
    assert len(compared) == len(scores) == 120
    assert tally.n + tally.missing == 120
    assert math.isclose(tally.macro, sum(score for score in scores if not math.isnan(score)) / tally.n)


def test_a_measure_and_an_alignment_that_do_not_exist(compared):
    with pytest.raises(tl.TreelensError, match="no measure is called 'f2'"):
        compared.score("f2")
    with pytest.raises(tl.TreelensError, match="no alignment is called 'x'"):
        compared.mapping(0, "x")


def test_sentences_without_a_parse_have_no_mapping(compared):
    with pytest.raises(tl.TreelensError, match="nothing to align in sentence 118"):
        compared.mapping(117)
    with pytest.raises(tl.TreelensError, match="has no sentence 121"):
        compared.mapping(120)
    assert compared.told(117) == []


def test_disagreement_is_that_of_rank(compared):
    found = compared.disagreement("e-dice", "t-dice")
    assert found.gap[117] != found.gap[117]  # no parse, no rank
    assert 0 < found.swapped_pairs < 1


def test_settings_by_name_and_by_value():
    raw, usual = tl.compare(GOLD, SYSTEM, "raw"), tl.compare(tl.read(GOLD), tl.read(SYSTEM), tl.preset("collins"))
    assert raw.score("f1").micro != usual.score("f1").micro
    assert usual.score("f1") == tl.compare(GOLD, SYSTEM).score("f1")


@pytest.mark.parametrize(
    ("text", "wrong"), [("(S (NP a)", "text:1:"), ("", "holds no sentence"), ("(A b)\n(A b)", "2")]
)
def test_what_is_no_tree(text, wrong):
    with pytest.raises(tl.TreelensError, match=wrong):
        tl.tree(text)
