"""The recognisers that come with the program: each phenomenon in its examples, and all of them in the suite."""

import tomllib
from pathlib import Path

import pytest

from treelens.engine.formats import read
from treelens.engine.phenomena import assess, library, load_parses, matching_nodes, parses_of, read_suite, recognise
from treelens.engine.source import Source
from treelens.resources import resource

FOLDER = Path(str(resource("phenomena")))
EXAMPLES = tomllib.loads((FOLDER / "penn-examples.toml").read_text(encoding="utf-8"))
CASES = [
    (name, expected, tree) for name, cases in EXAMPLES.items() for expected in ("yes", "no") for tree in cases[expected]
]


def found_in(tree: str) -> frozenset[str]:
    recognised = recognise(library(), parses_of(read(Source("examples", tree.encode()), "brackets"))).of(0)
    assert recognised is not None
    return recognised


@pytest.mark.parametrize(("name", "expected", "tree"), CASES)
def test_examples(name, expected, tree):
    assert (name in found_in(tree)) == (expected == "yes")


def test_every_phenomenon_has_examples_of_both_kinds():
    assert set(EXAMPLES) == set(library().names)
    assert all(cases["yes"] and cases["no"] for cases in EXAMPLES.values())
    assert len(library().names) >= 30


@pytest.fixture(scope="module")
def suite():
    return read_suite(FOLDER / "english-suite.toml")


@pytest.fixture(scope="module")
def gold():
    return load_parses(FOLDER / "english-gold.mrg")


def test_the_suite_is_complete(suite, gold):
    assert len(suite) == len(gold) >= 60
    assert not gold.bank.problems
    for item in suite.items:
        assert len(item.core) == len(item.errors) == 1
        assert set(item.core) <= set(item.phenomena)
        assert not set(item.errors) & set(item.phenomena)
        assert set(item.phenomena) <= set(library().names)
    assert len({item.text for item in suite.items}) == len(suite)


def test_gold_trees_have_every_core_and_no_likely_error(suite, gold):
    assessed = assess(suite, library(), gold, "text")
    assert not assessed.notes
    assert not assessed.unknown
    for item, verdict in zip(suite.items, assessed.verdicts, strict=True):
        assert not verdict.missing, item
        assert not verdict.errors, item
    scores = assessed.scores
    assert scores.core_precision.value == scores.core_recall.value == 1
    assert scores.exhaustive_precision.value == scores.exhaustive_recall.value == 1


def test_the_nodes_that_show_a_phenomenon(suite, gold):
    tree = gold.bank[0].tree
    (node,) = matching_nodes(library(), "passive", tree)
    assert tree.text(node) == "VP"
    assert tree.words[tree.start[node]] == "was"
    for item, sentence in zip(suite.items, gold.bank, strict=True):
        assert matching_nodes(library(), item.core[0], sentence.tree), item
