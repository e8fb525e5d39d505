"""Systems against each other under measures."""

from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from treelens.engine.agreement.significance import Resampling, paired_tests
from treelens.engine.contests import contests, pairs_of, scored
from treelens.engine.formats import load
from treelens.engine.metrics import FAMILIES, METRICS, choose, family_of
from treelens.engine.metrics.fragment_scores import summary
from treelens.engine.prepare import prepare, preset
from treelens.engine.problems import TreelensError
from treelens.engine.scoring import compare
from treelens.resources import resource

DEMO = Path(str(resource("demo")))
HOW = Resampling(samples=500)


@pytest.fixture(scope="module")
def compared():
    return compare_demo(preset("collins"))


def compare_demo(preparation):
    gold = prepare(load(DEMO / "gold.mrg"), preparation)
    return [compare(gold, load(DEMO / f"{name}.mrg"), preparation) for name in ("berkeley", "opennlp", "linkgrammar")]


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_addends_add_up_to_the_scores_of_the_corpus(compared, family):
    for metric in family.metrics:
        for one in compared:
            known = ~np.isnan(one.scores(metric))
            tally = one.tally(metric)
            for average in one.averages(metric):
                expected = getattr(tally, average)
                if expected is not None:
                    assert one.addends(metric, average, known).total() == pytest.approx(expected, rel=1e-12), (
                        metric.name
                    )


def test_a_contest_is_over_common_sentences(compared):
    found = contests(compared, choose(["f1"]), "micro", pairs_of(3), HOW)
    assert [(one.sentences, one.left_out) for one in found] == [(118, 2), (119, 1), (117, 3)]
    both = compared[0].compared & compared[1].compared
    expected = [one.addends(METRICS["f1"], "micro", both).total() for one in compared[:2]]
    assert [found[0].result.first.value, found[0].result.second.value] == expected
    assert found[0].result.difference.value == expected[0] - expected[1]


def test_scores_are_over_a_system_s_own_sentences(compared):
    found = scored(compared, choose(["f1"]), "micro", HOW)
    assert [one.sentences for one in found] == [120, 118, 119]
    assert [one.estimate.value for one in found] == [one.tally(METRICS["f1"]).micro for one in compared]
    assert all(one.estimate.low < one.estimate.value < one.estimate.high for one in found)


def test_fewer_is_better_for_costs(compared):
    found = contests(compared, choose(["f1", "crossing"]), "macro", [(0, 1)], HOW)
    assert [one.better for one in found] == [0, 0]
    assert found[1].result.difference.value < 0
    assert contests(compared, choose(["f1"]), "macro", [(0, 0)], HOW)[0].better is None


def test_results_do_not_depend_on_what_else_is_asked(compared):
    alone = contests(compared, choose(["f1"]), "micro", [(0, 1)], HOW)[0].result
    together = contests(compared, choose(["freval-15", "t-dice", "f1"], groups=False), "micro", pairs_of(3), HOW)
    assert alone == next(one for one in together if (one.metric.name, one.first, one.second) == ("f1", 0, 1)).result


def test_p_values_are_corrected_over_all_contests(compared):
    found = contests(compared, choose(["f1", "exact"]), "micro", pairs_of(3), HOW)
    smallest = min(found, key=lambda one: one.result.randomisation)
    assert smallest.adjusted_randomisation == pytest.approx(6 * smallest.result.randomisation)
    plain = contests(compared, choose(["f1", "exact"]), "micro", pairs_of(3), HOW, "none")
    assert all(one.adjusted_bootstrap == one.result.paired_bootstrap for one in plain)


def test_fragments_of_two_systems_are_swapped_size_by_size(compared):
    """The p-value of all possible swaps on eight sentences, by exact counts of fragments."""
    metric, some = METRICS["freval"], np.arange(120) < 8
    tables = [compared[system].counts(family_of(metric)) for system in (0, 2)]
    seen = gap_after(tables, some, np.zeros(120, dtype=bool))
    as_large = 0
    for swap in product([False, True], repeat=8):
        swapped = np.array([*swap, *[False] * 112])
        as_large += abs(gap_after(tables, some & ~swapped, swapped)) >= abs(seen) - 1e-12
    one, other = (compared[system].addends(metric, "micro", some) for system in (0, 2))
    found = paired_tests([(one, other)], Resampling(samples=4000))[0]
    assert found.difference.value == pytest.approx(seen)
    assert 0.01 < as_large / 256 < 0.9
    assert found.randomisation == pytest.approx(as_large / 256, abs=0.03)


def gap_after(tables, kept, swapped) -> float:
    """Return the difference of two systems under FREVAL if some sentences are swapped between them."""
    one, other = tables
    mine = summary(one.total(kept) + other.total(swapped)).f1
    return mine - summary(other.total(kept) + one.total(swapped)).f1


def test_averages_that_there_are_not(compared):
    with pytest.raises(TreelensError, match="freval-15 has no macro average here, only micro"):
        contests(compared, choose(["freval-15"]), "macro", [(0, 1)], HOW)
    zeros = compare_demo(replace(preset("collins"), missing="zero"))
    with pytest.raises(TreelensError, match="lp has no micro average here, only macro"):
        scored(zeros, choose(["lp"]), "micro", HOW)
    found = scored(zeros, choose(["lp"]), "macro", HOW)[2]
    assert (found.sentences, found.estimate.value) == (120, zeros[2].tally(METRICS["lp"]).macro)
