"""Systems against gold: which sentences are compared, and why others are not."""

from dataclasses import replace

import numpy as np
import pytest

from treelens.engine.formats import brackets, load
from treelens.engine.metrics import FAMILIES, METRICS
from treelens.engine.prepare import prepare, preset
from treelens.engine.scoring import compare
from treelens.engine.source import Source
from treelens.engine.treebank import Treebank


def bank(text: str) -> Treebank:
    return Treebank.joined(brackets.read(Source("f", text.encode())))


def compared(gold: str, system: str, **changes):
    preparation = replace(preset("collins"), **changes)
    return compare(prepare(bank(gold), preparation), bank(system), preparation)


GOLD = "(S (A a) (B b))\n" * 6


def test_status_and_reasons():
    system = "(S (A a) (B b))\n(())\n(S (A a) (B x))\n(S (A a))\n(S (A a) (B b)\n(S (A a) (B B))\n"
    made = compared(GOLD, system)
    assert made.status.tolist() == [0, 2, 1, 1, 1, 1]
    assert made.messages == {
        1: "no parse",
        2: "words differ: b in gold, x in the system",
        3: "2 words in gold, 1 in the system",
        4: "expected ')': this bracket is not closed by the end of its line",
        5: "words differ: b in gold, B in the system, the same but for case",
    }
    tally = made.tally(METRICS["f1"])
    assert (tally.micro, tally.n, tally.missing) == (1.0, 1, 5)
    assert np.isnan(made.scores(METRICS["f1"])).tolist() == [False] + [True] * 5


def test_missing_system_trees():
    made = compared("(S (A a))\n(S (A b))\n(S (A c))\n", "(S (A a))\n(S (A c))\n")
    assert made.status.tolist() == [0, 2, 0]
    assert made.messages == {1: "no system tree"}


def test_bad_gold_trees():
    made = compared("(S (A a))\n(S (A b)\n(S (A c))\n", "(S (A a))\n(S (A b))\n(S (A c))\n")
    assert made.status.tolist() == [0, 1, 0]
    assert made.messages[1].startswith("gold: expected ')'")


def test_long_sentences_can_be_left_out():
    made = compared("(S (A a))\n(S (A a) (B b))\n", "(S (A a))\n(S (A a) (B b))\n", max_length=1)
    assert made.status.tolist() == [0, 2]
    assert made.messages == {1: "longer than 1 words"}


def test_threads_change_nothing(shared):
    gold, system = (load(shared / "data" / "large" / name) for name in ("gold.ptb", "pcfg_h1v1.ptb"))
    preparation = preset("collins")
    one, two = (compare(prepare(gold, preparation), system, preparation, jobs=jobs) for jobs in (1, 3))
    for name, column in one.counts(FAMILIES[0]).items():
        assert np.array_equal(column, two.counts(FAMILIES[0])[name])


@pytest.mark.parametrize("corpus", ["wsj", "gum"])
def test_f1_of_all_systems_is_the_published_one(shared, corpus):
    """EVALB's own figures for every system, to two decimals."""
    rows = [line.split("\t") for line in (shared / "data" / "scores.tsv").read_text().splitlines()]
    place = {name: index for index, name in enumerate(rows[0])}
    preparation = preset("collins")
    gold = prepare(load(shared / "data" / corpus / "gold.ptb"), preparation)
    checked = 0
    for row in rows[1:]:
        path = shared / "data" / corpus / "systems" / f"{row[place['system']]}.ptb"
        if row[0] != corpus or not path.exists():
            continue
        made = compare(gold, load(path), preparation)
        measured = [made.tally(METRICS[name]).micro for name in ("recall", "precision", "f1", "exact")]
        expected = [row[place[f"EVALB_{name}"]] for name in ("R", "P", "F", "complete")]
        assert [f"{100 * value:.2f}" for value in measured] == expected, row
        checked += 1
    assert checked > 5
