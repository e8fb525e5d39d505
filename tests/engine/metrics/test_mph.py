"""Brackets of heads over corpora: in bulk as one by one, on all settings, and in EVALB's form."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reading import read_text
from tree_pairs import PREPARATIONS, both_prepared, tree_pairs

from treelens.engine import formats
from treelens.engine.align.headed import headed
from treelens.engine.align.projections import compare_projections
from treelens.engine.formats import brackets
from treelens.engine.metrics import METRICS, mph
from treelens.engine.metrics.evalb import report_of
from treelens.engine.prepare import Preparation, prepare, preset
from treelens.engine.scoring import compare

RAW = Preparation("raw")


def counted(gold, test, pairs):
    """Count pairs one by one, the slow way."""
    rows = []
    for one, other in pairs.tolist():
        found = compare_projections(headed(gold, one, "gold"), headed(test, other, "system"), gold.preparation)
        rows.append([len(found.gold), len(found.system), len(found.matched), found.crossing, found.ground.size])
    return rows


def in_bulk(gold, test, pairs, jobs=1):
    counts = mph.count(gold, test, pairs, jobs)
    names = ("gold", "test", "matched", "crossing", "words")
    return np.stack([counts[name] for name in names], axis=1).tolist()


@given(pairs=st.lists(tree_pairs(discontinuous=True), min_size=1, max_size=4), preparation=PREPARATIONS)
def test_in_bulk_as_one_by_one(pairs, preparation):
    sides = both_prepared(pairs, preparation)
    assert in_bulk(*sides) == counted(*sides)


@pytest.mark.parametrize("system", ["linkgrammar", "berkeley_sm4", "opennlp"])
def test_real_systems_in_bulk_as_one_by_one(shared, system):
    preparation = preset("collins")
    gold = prepare(formats.load(str(shared / "data/gum/gold.ptb")), preparation)
    test = prepare(formats.load(str(shared / f"data/gum/systems/{system}.ptb")), preparation)
    pairs = np.stack([np.arange(0, len(gold.bank), 3)] * 2, axis=1)
    assert in_bulk(gold, test, pairs, jobs=2) == counted(gold, test, pairs)


GOLD = """\
(S (NP (DT the) (NN cat)) (VP (VBD sat) (PP (IN on) (NP (DT a) (NN mat)))))
(S (NP (NN rain)) (VP (VBZ falls)))
(S (NP (DT the) (NN cat)) (VP (VBD sat)))
"""
SYSTEM = """\
(S (NP (DT the) (NN cat)) (VP (VBD sat) (NP (NP (IN on) (DT a)) (NN mat))))
(S (NP (NN rain)) (VP (VBZ falls)))

"""


@pytest.fixture
def comparison():
    gold = prepare(read_text(brackets, GOLD), RAW)
    return compare(gold, read_text(brackets, SYSTEM), RAW)


def test_scores_of_a_corpus(comparison):
    """Gold: the cat, on a mat, a mat, then nothing to count; the system: the cat, on a mat, on a."""
    micro = {name: comparison.tally(METRICS[f"mph-{name}"]).micro for name in ("recall", "precision", "f1", "crossing")}
    assert micro == {"recall": 2 / 3, "precision": 2 / 3, "f1": 2 / 3, "crossing": 1}
    tally = comparison.tally(METRICS["mph-f1"])
    assert (tally.n, tally.missing) == (1, 2)  # one has no brackets on either side, one no parse
    exact = comparison.tally(METRICS["mph-exact"])
    assert (exact.micro, exact.n) == (0.5, 2)
    assert comparison.tally(METRICS["mph-gold"]).micro == comparison.tally(METRICS["mph-system"]).micro == 3


def test_in_evalbs_form(comparison):
    status = np.where(comparison.parsed, 0, comparison.status)
    report = report_of(comparison.counts(mph.FAMILY), status, comparison.lengths, 40)
    lines = "".join(report.out).splitlines()
    assert lines[3] == "   1    6    0   66.67  66.67     2      3    3      1      6     0     0.00"
    assert lines[5] == "   3    3    2    0.00   0.00     0      0    0      0      0     0     0.00"
    assert "Number of Skip  sentence  =      1" in lines
    assert "Complete match            =  50.00" in lines
    assert "Average crossing          =   0.50" in lines


def test_scores_where_words_differ():
    gold = prepare(read_text(brackets, "(S (NP (PRP we)) (VP (MD can) (RB not) (VP (VB see) (NP (PRP it)))))"), RAW)
    system = read_text(brackets, "(S (NP (PRP we)) (VP (MD cannot) (VP (VB see) (NP (PRP it)))))")
    found = compare(gold, system, RAW)
    assert found.scores(METRICS["mph-f1"]).tolist() == [1.0]
    assert np.isnan(found.scores(METRICS["f1"])[0])


def test_rules_can_be_chosen(tmp_path):
    text = "(S (NP (PRP she)) (VP (MD will) (VP (VB buy) (NP (DT the) (NN car)))))"
    preparations = [Preparation("raw"), Preparation("content", heads="content")]
    found = [
        compare(prepare(read_text(brackets, text), one), read_text(brackets, text), one)
        .tally(METRICS["mph-gold"])
        .micro
        for one in preparations
    ]
    assert found == [2, 1]  # without the bracket around “buy the car”, which belongs to the same head as “will”
    mixed = Preparation("mixed", system_heads="content")
    tally = compare(prepare(read_text(brackets, text), mixed), read_text(brackets, text), mixed).tally
    assert [tally(METRICS[f"mph-{side}"]).micro for side in ("gold", "system")] == [2, 1]
    file = tmp_path / "mine.toml"
    file.write_text('based_on = "collins"\n')
    own = Preparation("own", heads=str(file))
    before = own.digest()
    file.write_text('based_on = "charniak"\n')
    assert own.digest() != before


@pytest.mark.parametrize("language", ["ar_pud", "he_htb"])
def test_phrases_that_were_made_of_dependencies_match_them(shared, language):
    """Trees of a treebank's dependencies, against these: other words (brackets, cuts), yet every bracket is found."""
    folder = shared / f"data/multi/{language}_ud2const"
    found = compare(
        prepare(formats.load(str(folder / "gold.conllu")), RAW), formats.load(str(folder / "gold.ptb")), RAW
    )
    assert found.tally(METRICS["mph-f1"]).micro == 1.0
    assert found.tally(METRICS["usd"]).micro > 0.99
