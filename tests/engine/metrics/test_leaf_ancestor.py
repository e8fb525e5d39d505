"""Leaf-ancestor: lineages by hand, scoring in bulk against scoring word by word, and reference values."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reading import read_text
from tree_pairs import PREPARATIONS, both_prepared, prepared, tree_pairs

from treelens.engine import formats
from treelens.engine.align.words import same_words
from treelens.engine.formats import brackets
from treelens.engine.metrics.leaf_ancestor import FAMILY, METRICS, count, lineages, word_scores
from treelens.engine.prepare import Preparation, prepare
from treelens.engine.trees import Node, Tree, tree_of

RAW = Preparation("raw")
GOLD = "(S (N1 (X two) (N1 (X tax) (X revision)) (X bills)) (X were) (X passed))"
SYSTEM = "(S (NP (X two) (X tax) (X revision) (X bills)) (X were) (X passed))"


def tree(text: str) -> Tree:
    found = read_text(brackets, text)[0].tree
    assert found is not None
    return found


def scores(gold: str, system: str, preparation: Preparation = RAW, costs: str = "sampson") -> list[float]:
    """Score the words of two trees one by one, and check that the bulk count says the same."""
    one, other = tree(gold), tree(system)
    found = word_scores(one, other, preparation, costs)
    assert found is not None
    columns = count(*both_prepared([(one, other)], preparation))
    assert columns["words"].tolist() == [len(found)]
    assert columns[costs][0] == pytest.approx(sum(found), abs=1e-12)
    return found


def test_lineages_of_the_paper():
    assert [" ".join(lineage) for lineage in lineages(tree(GOLD))] == [
        "N1 [ S",
        "[ N1 N1 S",
        "N1 ] N1 S",
        "N1 ] S",
        "S",
        "S ]",
    ]


def test_the_example_of_the_paper():
    found = scores(GOLD, SYSTEM)
    assert [f"{score:.3f}" for score in found] == ["0.917", "0.583", "0.583", "0.917", "1.000", "1.000"]
    assert sum(found) / 6 == pytest.approx(5 / 6)
    assert sum(scores(GOLD, SYSTEM, costs="unit")) / 6 == pytest.approx(7 / 9)


def test_a_word_alone_has_both_boundaries():
    assert lineages(tree("(S (NP (X a)) (VP (V b)))")) == [["NP", "]", "[", "S"], ["[", "VP", "S", "]"]]
    assert lineages(tree("(S (NP (X a)))")) == [["NP", "[", "S", "]"]]


def test_words_without_tags_and_without_phrases():
    assert lineages(tree("(S a (NP (X b) c))")) == [["[", "S"], ["[", "NP", "S"], ["NP", "S", "]"]]
    assert lineages(tree("(X a)")) == [[]]
    assert scores("(X a)", "(Y a)") == [1]
    assert scores("(X a)", "(S (X a))") == [0]


def test_discontinuous_nodes_start_and_end_at_their_first_and_last_word():
    nodes = [Node("S", -1), Node("VP", 0), Node("a", 1, 0), Node("c", 1, 2), Node("b", 0, 1)]
    assert lineages(tree_of(nodes)) == [["VP", "[", "S"], ["S"], ["VP", "S", "]"]]


def test_boundaries_are_no_labels():
    """A label that is written like a boundary equals none, and shares no first letter with one."""
    assert lineages(tree("(S ([ (X a)) (X b))"))[0] == ["[", "]", "[", "S"]
    # gold: [ ] [ S with the label [ first; system: [ S
    assert scores("(S ([ (X a)) (X b))", "(S (X a) (X b))")[0] == pytest.approx(1 - 2 / 6)


def test_replacing_by_first_letter():
    assert scores("(S (NP (X a) (X b)) (X c))", "(S (NX (X a) (X b)) (X c))")[0] == 1 - 0.5 / 6
    assert scores("(S (NP (X a) (X b)) (X c))", "(S (VP (X a) (X b)) (X c))")[0] == 1 - 2 / 6
    assert scores("(S (NP (X a) (X b)) (X c))", "(S (VP (X a) (X b)) (X c))", costs="unit")[0] == 1 - 1 / 6


def test_equivalent_labels_keep_their_letters():
    preparation = Preparation("p", equal_labels=(("ADVP", "PRT"),))
    sentence = "(S ({} (X a) (X b)) (X c))"
    assert scores(sentence.format("ADVP"), sentence.format("PRT"), preparation)[0] == 1
    assert scores(sentence.format("PRT"), sentence.format("PP"), preparation)[0] == 1 - 0.5 / 6
    assert scores(sentence.format("ADVP"), sentence.format("PP"), preparation)[0] == 1 - 2 / 6


PAIRS = st.booleans().flatmap(lambda flag: st.lists(tree_pairs(discontinuous=flag), min_size=1, max_size=5))


@given(PAIRS, PREPARATIONS)
def test_bulk_scores_equal_single_ones(pairs, preparation):
    gold, system, rows = both_prepared(pairs, preparation)
    columns = count(gold, system, rows)
    for row in range(len(pairs)):
        one, other = gold.bank.tree(row), system.bank.tree(row)
        assert columns["words"][row] == (len(one.words) if same_words(one, other, preparation) else 0)
        for costs in ("sampson", "unit"):
            expected = word_scores(one, other, preparation, costs) or []
            assert columns[costs][row] == pytest.approx(sum(expected), abs=1e-12)
            assert all(0 <= score <= 1 for score in expected)


@given(tree_pairs())
def test_only_trees_with_the_same_lineages_score_one(pair):
    found = word_scores(*pair, RAW)
    looks_like_a_boundary = any(tree.text(node) == "[" for tree in pair for node in range(len(tree)))
    if found is not None and not looks_like_a_boundary:
        assert [score == 1 for score in found] == [a == b for a, b in zip(*map(lineages, pair), strict=True)]
        assert found == word_scores(*reversed(pair), RAW)


def test_averages():
    gold = f"{GOLD}\n(S (X a))\n(S (X a) (X b))\n(S (X a) (X b))\n"
    system = f"{SYSTEM}\n(S (X a))\n(S (X a) (X c))\n(S (X a))\n"
    banks = [prepare(read_text(brackets, text), RAW) for text in (gold, system)]
    columns = count(*banks, np.stack([np.arange(4)] * 2, axis=1))
    assert columns["words"].tolist() == [6, 1, 0, 0]
    tally = FAMILY.tally(METRICS[0], columns, np.ones(4, dtype=np.bool_))
    assert (tally.micro, tally.macro) == (pytest.approx(6 / 7), pytest.approx(11 / 12))
    assert (tally.n, tally.missing) == (2, 2)


def test_in_threads():
    banks = [prepare(read_text(brackets, f"{text}\n" * 2500), RAW) for text in (GOLD, SYSTEM)]
    columns = count(*banks, np.stack([np.arange(2500)] * 2, axis=1), jobs=3)
    assert columns["sampson"] == pytest.approx(np.full(2500, 5.0))


def test_deep_trees():
    deep = "(NP " * 1000 + "(X a) (X b)" + ")" * 1000
    assert scores(deep, deep.replace("NP", "NX", 1))[0] == pytest.approx(1 - 0.5 / 2002)


def test_nothing_to_compare():
    empty = prepared([], RAW)
    columns = count(empty, empty, np.zeros((0, 2), dtype=np.int64))
    assert {name: len(column) for name, column in columns.items()} == {"words": 0, "sampson": 0, "unit": 0}


def test_reference_values(shared):
    """300 sentences without TOP and punctuation, by an independent program: to the last digit it printed."""
    folder = shared / "reference/la"
    preparation = Preparation(
        "la", delete=("TOP", ",", ":", "``", "''", ".", "?", "!"), equal_labels=(("ADVP", "PRT"),)
    )
    gold, system = (prepare(formats.load(folder / f"{name}300.mrg"), preparation) for name in ("gold", "sys"))
    columns = count(gold, system, np.stack([np.arange(300)] * 2, axis=1))
    rows = [line.split("\t") for line in (folder / "la300.tsv").read_text().splitlines()[1:]]
    assert columns["words"].tolist() == [int(row[1]) for row in rows]
    for column, name in ((2, "unit"), (3, "sampson")):
        assert [f"{score:.6f}" for score in columns[name] / columns["words"]] == [row[column] for row in rows]
