"""We find the nodes that nltk finds: for random patterns in random trees, and for plain ones in the demo."""

import os

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from plain_tgrep import OPERATORS, found_by_nltk, patterns
from strategies import trees

from treelens.engine.formats import load
from treelens.engine.tgrep import Tgrep, TgrepError, compile_tgrep
from treelens.resources import resource

EXAMPLES = int(os.environ.get("TREELENS_EXAMPLES", "50"))  # nltk takes long to read a pattern
SMALL_WORDS = st.sampled_from(["a", "b", "ab", "NP", "é"])
TREES = trees(discontinuous=True, words=SMALL_WORDS)


def compiled(pattern: str) -> Tgrep:
    try:
        return compile_tgrep(pattern)
    except TgrepError as error:
        assume("no node is named" not in str(error))
        raise


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
@given(patterns(), TREES)
def test_random_patterns(pattern, tree):
    assert compiled(pattern).in_tree(tree) == found_by_nltk(pattern, tree)


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
@given(patterns(named=True), TREES)
def test_random_patterns_with_names(pattern, tree):
    expected = found_by_nltk(pattern, tree)
    ours = compiled(pattern)
    assume(expected is not None)
    assert ours.in_tree(tree) == expected


@pytest.fixture(scope="module")
def demo():
    return load(str(resource("demo", "gold.mrg")))


@pytest.mark.parametrize("operator", OPERATORS)
def test_all_relations_in_the_demo(demo, operator):
    pattern = f"/^(NP|VP|NN|S)$/ {operator} /^(NP|VP|PP|DT|the)$/"
    ours = compile_tgrep(pattern)
    for sentence in list(demo)[:12]:
        assert ours.in_tree(sentence.tree) == found_by_nltk(pattern, sentence.tree)
