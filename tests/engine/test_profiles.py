"""Questions about two profiles, and what each analysis of a sentence would have scored."""

import numpy as np
import pytest
from fourteen import BY_HAND, GOLD, SYSTEM, TEXT, item
from small_profiles import Item, Result, write_profile

from treelens.engine.analyses import analysis_scores, oracle
from treelens.engine.formats import load
from treelens.engine.metrics import METRICS
from treelens.engine.prepare import prepare, usual_preparation
from treelens.engine.profiles import ambiguity, coverage, likeness, use
from treelens.engine.scoring import compare


@pytest.fixture
def compared(tmp_path):
    """Compare two lists of items."""

    def made(gold, system):
        banks = [load(write_profile(tmp_path / name, items)) for name, items in (("gold", gold), ("system", system))]
        preparation = usual_preparation(banks[0])
        return compare(prepare(banks[0], preparation), banks[1], preparation)

    return made


def test_coverage(compared):
    gold = [item(1, GOLD), item(2, GOLD), item(3), item(4), item(5, GOLD, text="only here")]
    system = [item(1, GOLD), item(2), item(3, GOLD), item(4)]
    found = coverage(compared(gold, system))
    assert found == ((0,), (1, 4), (2,), (3,))


def test_meanings_against_trees(compared):
    other_tree, other_meaning = Result(SYSTEM.derivation, GOLD.mrs), Result(GOLD.derivation, SYSTEM.mrs)
    silent = Result(SYSTEM.derivation)
    gold = [item(number, GOLD) for number in range(5)]
    system = [item(0, GOLD), item(1, other_tree), item(2, other_meaning), item(3, SYSTEM), item(4, silent)]
    assert likeness(compared(gold, system)) == ((1,), (2,))


def test_ambiguity_by_the_number_of_readings(compared):
    gold = [Item(1, TEXT, [GOLD], readings=3), Item(2, TEXT, [GOLD], readings=9), Item(3, TEXT, [GOLD], readings=2)]
    system = [Item(1, TEXT, [GOLD], readings=5), Item(2, TEXT, [GOLD], readings=1), Item(3, TEXT, [GOLD], readings=2)]
    assert ambiguity(compared(gold, system)) == [(1, 9, 1), (0, 3, 5)]


def test_which_rules_and_types_changed_most(compared):
    comparison = compared([item(1, GOLD), item(2, GOLD), item(3, GOLD)], [item(1, SYSTEM), item(2, SYSTEM), item(3)])
    rules = {change.name: change.difference for change in use(comparison, "rules")}
    assert rules == {"sp-hd_n_c": -2, "n_sg_ilr": -2, "n_pl_olr": -2, "hdn-np_app_c": 2, "n_ms-cnt_ilr": 2}
    types = [tuple(change) for change in use(comparison, "types")]
    assert types == [("n_-_mc_le", 0, 2), ("v_np_le", 2, 0)]
    assert [change.name for change in use(comparison, "entries")] == ["see_n1", "see_v1"]


def test_what_each_analysis_would_have_scored(compared):
    comparison = compared([item(1, GOLD), item(2, GOLD)], [item(1, SYSTEM, GOLD, SYSTEM), item(2)])
    metrics = [METRICS[name] for name in ("lp", "led", "axb", "f1", "t-dice")]
    found = analysis_scores(comparison, 0, metrics)
    assert found[:, 0] == pytest.approx([BY_HAND["lp"], 1, BY_HAND["lp"]])
    assert found[:, 1] == pytest.approx([0.5, 1, 0.5])
    assert found[:, 2].tolist() == [-2, 0, -2]
    assert np.array_equal(found[:, 3], found[:, 0])
    assert oracle(found[:, 0], metrics[0]) == 1
    assert analysis_scores(comparison, 1, metrics).shape == (0, 5)
    assert oracle(np.array([np.nan]), metrics[0]) is None
