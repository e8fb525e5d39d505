"""Dice and Jaccard of E- and T-mappings: Emms' examples, and a reference for real systems."""

import numpy as np
import pytest

from treelens.engine.align import edits
from treelens.engine.align.edits import t_mapping
from treelens.engine.formats import brackets, load
from treelens.engine.metrics import METRICS, family_of
from treelens.engine.prepare import prepare, preset
from treelens.engine.problems import TreelensError
from treelens.engine.scoring import compare
from treelens.engine.source import Source
from treelens.engine.treebank import Treebank

RAW = preset("raw")
W5 = "(S (VP w1 (NP w2 (PP w3 w4))) w5)", "(S (VP w1 (NP w2 (PP w3 w4 w5))))"
FRIDAY = (
    "(S (NP (DT The) (NN committee)) (VP (VBD approved) (NP (NP (DT the) (NN budget)) (PP (IN for) "
    "(NP (JJ new) (NNS laptops)))) (NP (NNP Friday))) (. .))",
    "(S (NP (DT The) (NN committee)) (VP (VBD approved) (NP (NP (DT the) (NN budget)) (PP (IN for) "
    "(NP (JJ new) (NNS laptops) (NNP Friday))))) (. .))",
)


def comparison(gold: str, system: str):
    banks = [Treebank.joined(brackets.read(Source("f", text.encode()))) for text in (gold, system)]
    return compare(prepare(banks[0], RAW), banks[1], RAW)


@pytest.mark.parametrize(
    ("pair", "expected"),
    [
        (W5, {"e-cost": 6, "e-dice": 0.25, "e-jaccard": 1 / 7, "t-cost": 2, "t-dice": 0.75, "t-jaccard": 0.6}),
        (
            FRIDAY,
            {
                "e-cost": 7,
                "e-dice": 8 / 15,
                "e-jaccard": 4 / 11,
                "e-dice-whole": 0.8,
                "e-jaccard-whole": 2 / 3,
                "t-cost": 5,
                "t-dice": 6 / 7,
            },
        ),
    ],
)
def test_published_examples(pair, expected):
    made = comparison(*pair)
    for name, value in expected.items():
        assert made.scores(METRICS[name])[0] == pytest.approx(value, abs=1e-12), name


def test_other_words_leave_t_measures_defined():
    made = comparison("(S (A a) (B b))\n(S (A a))", "(S (A a) (C c))\n(S (A a))")
    assert made.status.tolist() == [1, 0]
    assert np.isnan(made.scores(METRICS["e-dice"])[0])
    tally = made.tally(METRICS["t-cost"])
    assert (tally.n, tally.micro) == (2, 2)
    assert made.tally(METRICS["e-dice"]).n == 1
    assert made.scores(METRICS["t-dice"])[0] == pytest.approx(1 - 2 / 6)


def test_a_failed_parse_has_no_score():
    made = comparison("(S (A a))\n(S (A a))", "(())\n(S (A a))")
    assert np.isnan(made.scores(METRICS["t-dice"])).tolist() == [True, False]
    assert made.tally(METRICS["t-dice"]).missing == 1


def test_a_quote_that_parseval_repairs_is_a_missing_e_score():
    """The repair changes what PARSEVAL sees, nothing else."""
    new = preset("new")
    texts = "(S (NP (NN a) ('' ')) (VP (VB b)))", "(S (NP (NN a) (POS ')) (VP (VB b)))"
    banks = [Treebank.joined(brackets.read(Source("f", text.encode()))) for text in texts]
    made = compare(prepare(banks[0], new), banks[1], new)
    assert made.scores(METRICS["f1"]).tolist() == [1.0]
    assert np.isnan(made.scores(METRICS["e-dice"])[0])
    assert np.isnan(made.scores(METRICS["e-cost"])[0])


def test_f1_is_e_dice_on_raw_trees():
    made = comparison(*FRIDAY)
    assert made.scores(METRICS["f1"]).tolist() == made.scores(METRICS["e-dice"]).tolist()


def test_trees_too_large_to_be_mapped_have_no_score(monkeypatch):
    monkeypatch.setattr(edits, "_MOST_CELLS", 10)
    monkeypatch.setattr(edits, "_CELLS", 8)
    made = comparison("(S (A a))\n" + W5[0] + "\n(S (A a))", "(S (A a))\n" + W5[1] + "\n(S (A a))")
    assert np.isnan(made.scores(METRICS["t-dice"])).tolist() == [False, True, False]
    assert np.isnan(made.scores(METRICS["t-cost"])).tolist() == [False, True, False]
    assert made.tally(METRICS["t-cost"]).missing == 1
    with pytest.raises(TreelensError, match="too large and too different"):
        t_mapping(made.gold.bank.tree(1), made.test.bank.tree(1), RAW)


@pytest.mark.slow
@pytest.mark.parametrize("corpus", ["wsj", "gum"])
def test_reference(shared, corpus):
    """Tree edit distance, E costs and matches of every sentence, as other programs computed them."""
    gold = prepare(load(shared / "data" / corpus / "gold.ptb"), RAW)
    files = sorted((shared / "reference" / "ted").glob(f"{corpus}.*.tsv"))
    assert files
    for file in files:
        head, *rows = (line.split("\t") for line in file.read_text().splitlines())
        made = compare(gold, load(shared / "data" / corpus / "systems" / f"{file.name.split('.')[1]}.ptb"), RAW)
        spans, edits = (made.counts(family_of(METRICS[name])) for name in ("e-dice", "t-dice"))
        ours = {
            "gold_nodes": edits["gold"],
            "system_nodes": edits["test"],
            "t_cost": edits["cost"],
            "e_cost_roof": spans["gold"] + spans["test"] - 2 * spans["matched"],
            "e_matches_roof": spans["matched"],
            "e_cost_whole": spans["whole-gold"] + spans["whole-test"] - 2 * spans["whole-matched"],
            "e_matches_whole": spans["whole-matched"],
        }
        for row in rows:
            position = int(row[0]) - 1
            for name, cell in zip(head[2:], row[2:], strict=True):
                if row[head.index("t_cost")] != "-":
                    assert ours[name][position] == int(cell), (file.name, row[0], name)
                else:
                    assert not made.parsed[position]
