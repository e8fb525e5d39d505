"""Scores broken down: what is counted adds up to what PARSEVAL counts, and each bin to a plain loop over trees."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from treelens.engine.agreement.significance import Resampling
from treelens.engine.align.spans import nodes_in, paired
from treelens.engine.breakdowns import BY, break_down, rows
from treelens.engine.breakdowns.bins import LENGTHS, name_of, numbers_of
from treelens.engine.formats import brackets, load
from treelens.engine.metrics import METRICS, parseval
from treelens.engine.prepare import prepare, preset, read_prm
from treelens.engine.scoring import compare
from treelens.engine.source import Source
from treelens.engine.treebank import Treebank
from treelens.resources import resource

DEMO = Path(str(resource("demo")))
HOW = Resampling(samples=300)


@pytest.fixture(scope="module")
def compared():
    preparation = preset("collins")
    gold = prepare(load(DEMO / "gold.mrg"), preparation)
    return [compare(gold, load(DEMO / f"{name}.mrg"), preparation) for name in ("berkeley", "stanford", "opennlp")]


def bank(text: str) -> Treebank:
    return Treebank.joined(brackets.read(Source("f", text.encode())))


@pytest.mark.parametrize("by", [name for name in BY if name not in ("tag", "error")])
def test_brackets_add_up_sentence_by_sentence(compared, by):
    chosen = np.logical_and.reduce([one.compared for one in compared])
    for one, found in zip(compared, break_down(compared, by), strict=True):
        counts = one.counts(parseval.FAMILY)
        for column, name in (("gold", "gold"), ("found", "matched"), ("output", "test"), ("right", "matched")):
            assert found.counts[column].sum(axis=0).tolist() == counts[name][chosen].tolist()


def test_tags_add_up_to_tagging_accuracy(compared):
    found = break_down(compared[:1], "tag")[0]
    counts = compared[0].counts(parseval.FAMILY)
    assert found.counts["gold"].sum(axis=0).tolist() == counts["tagged"].tolist()
    assert found.counts["found"].sum(axis=0).tolist() == counts["tags"].tolist()


@pytest.mark.slow
def test_errors_add_up_to_what_is_lost_of_f1(compared):
    found = rows(break_down(compared[:2], "error"), HOW)
    for one, own in zip(compared, found, strict=False):
        assert sum(row.shares["lost"].value for row in own) == pytest.approx(1 - one.tally(METRICS["f1"]).micro)
    lost = found[1][0].differences["lost"]
    assert lost.value == pytest.approx(found[1][0].shares["lost"].value - found[0][0].shares["lost"].value)
    assert lost.low <= lost.value <= lost.high


def test_bins_against_a_plain_loop(compared):
    one = compared[0]
    gold, found, spans, lengths = Counter(), Counter(), Counter(), Counter()
    for place, (number, other) in enumerate(zip(one.gold.bank.best(), one.test.bank.best(), strict=True)):
        trees = one.gold.bank.tree(int(number)), one.test.bank.tree(int(other))
        nodes = [nodes_in(tree, "roof", one.gold.preparation) for tree in trees]
        matched = [mine for mine, _ in paired(*trees, *nodes, one.gold.preparation)]
        for node in nodes[0]:
            gold[trees[0].text(node)] += 1
            found[trees[0].text(node)] += node in matched
            spans[len(trees[0].positions(node))] += 1
        lengths[int(numbers_of(one.lengths[place], LENGTHS))] += len(nodes[0])
    by_label = {row.bin: row.counts for row in rows(break_down([one], "label"), HOW)[0]}
    assert {name: counts["gold"] for name, counts in by_label.items() if counts["gold"]} == gold
    assert all(counts["found"] == found[name] for name, counts in by_label.items())
    by_span = {row.bin: row.counts["gold"] for row in rows(break_down([one], "span"), HOW)[0]}
    assert by_span["1"] == spans[1]
    assert by_span["6–10"] == sum(spans[width] for width in range(6, 11))
    by_length = {row.bin: row.counts["gold"] for row in rows(break_down([one], "length"), HOW)[0]}
    assert by_length == {name_of(number, LENGTHS): count for number, count in lengths.items()}


def test_heads_and_depths_of_a_small_tree():
    gold = "(S (NP (DT the) (NN cat)) (VP (VBZ sits) (PP (IN on) (NP (NNS mats)))))\n"
    system = "(S (NP (DT the) (NN cat)) (VP (VBZ sits)) (PP (IN on) (NP (NNS mats))))\n"
    preparation = preset("collins")
    one = compare(prepare(bank(gold), preparation), bank(system), preparation)
    by_head = {row.bin: row.counts for row in rows(break_down([one], "head"), HOW)[0]}
    assert by_head["VBZ"] == {"gold": 2, "found": 1, "output": 2, "right": 1}  # S is right, VP is not
    assert by_head["IN"] == {"gold": 1, "found": 1, "output": 1, "right": 1}
    by_depth = {row.bin: row.counts for row in rows(break_down([one], "depth"), HOW)[0]}
    assert by_depth["2"] == {"gold": 2, "found": 1, "output": 3, "right": 2}
    assert by_depth["4"] == {"gold": 1, "found": 1, "output": 0, "right": 0}
    shares = rows(break_down([one], "depth"), HOW)[0][3].shares
    assert shares["recall"].value == 1
    assert np.isnan(shares["precision"].value)


def test_labels_that_only_the_system_has():
    one = compare(prepare(bank("(S (A a) (B b))\n"), preset("raw")), bank("(X (A a) (B b))\n"), preset("raw"))
    found = {row.bin: row for row in rows(break_down([one], "label"), HOW)[0]}
    assert list(found) == ["S", "X"]
    assert np.isnan(found["X"].shares["recall"].value)
    assert found["X"].shares["precision"].value == found["X"].shares["f1"].value == 0


def test_quotes_that_are_repaired_count_as_evalb_counts_them(shared):
    preparation, _ = read_prm(shared / "reference" / "evalb_edge" / "new.prm")
    folder = shared / "reference" / "evalb_edge"
    gold, test = (load(folder / name, by_line=True) for name in ("gold", "test"))
    one = compare(prepare(gold, preparation), test, preparation)
    counts = one.counts(parseval.FAMILY)
    sizes = [[len(side.bank.tree(place).words) for place in np.flatnonzero(one.compared)] for side in one.sides]
    assert sizes[0] != sizes[1]
    for by in ("label", "head"):
        found = break_down([one], by)[0].counts
        assert found["gold"].sum(axis=0).tolist() == counts["gold"][one.compared].tolist()
        assert found["right"].sum(axis=0).tolist() == counts["matched"][one.compared].tolist()


def test_systems_share_sentences_and_bins(compared):
    found = break_down(compared, "label")
    assert {one.sentences for one in found} == {118}
    assert len({one.bins for one in found}) == 1
    made = rows(found, HOW)
    assert made[0][0].differences == {}
    assert made[2][0].differences["f1"].value == pytest.approx(
        made[2][0].shares["f1"].value - made[0][0].shares["f1"].value
    )


def test_intervals_are_the_same_on_every_run(compared):
    found = break_down(compared[:2], "span")
    assert rows(found, HOW) == rows(found, HOW._replace(jobs=2))
