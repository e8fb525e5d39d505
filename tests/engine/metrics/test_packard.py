"""The fourteen by hand, ties, ranks, missing parses, and brackets without some of the nodes."""

import numpy as np
import pytest
from fourteen import BY_HAND, GOLD, SYSTEM, item
from small_profiles import Item, Result, lexical, phrase, write_profile

from treelens.engine.formats import load
from treelens.engine.metrics import GROUPS, METRICS, choose
from treelens.engine.prepare import Preparation, prepare, usual_preparation
from treelens.engine.problems import TreelensError
from treelens.engine.scoring import compare


@pytest.fixture
def compared(tmp_path):
    """Compare two lists of items, with settings changed."""

    def made(gold, system, *changes):
        banks = [load(write_profile(tmp_path / name, items)) for name, items in (("gold", gold), ("system", system))]
        preparation = usual_preparation(banks[0]).changed(changes)
        return compare(prepare(banks[0], preparation), banks[1], preparation)

    return made


def scores(comparison, *names):
    return {name: comparison.scores(METRICS[name]).tolist() for name in names or GROUPS["packard"]}


def test_the_group_has_fourteen():
    assert [metric.name for metric in choose(["packard"])] == list(BY_HAND)


def test_no_two_measures_have_the_same_title():
    assert len({metric.title for metric in METRICS.values()}) == len(METRICS)


@pytest.mark.parametrize("name", GROUPS["packard"])
def test_by_hand(compared, name):
    comparison = compared([item(1, GOLD)], [item(1, SYSTEM)])
    assert comparison.scores(METRICS[name]).tolist() == [pytest.approx(BY_HAND[name], abs=1e-12)]


@pytest.mark.parametrize("name", GROUPS["packard"])
def test_a_tree_against_itself(compared, name):
    comparison = compared([item(1, GOLD)], [item(1, GOLD)])
    assert comparison.scores(METRICS[name]).tolist() == [0 if name == "axb" else 1]
    assert comparison.tally(METRICS[name]).macro == (0 if name == "axb" else 1)


@pytest.mark.parametrize("name", GROUPS["packard"])
def test_ties_are_averaged(compared, name):
    perfect = 0 if name == "axb" else 1
    tied = [item(1, SYSTEM, GOLD)]
    assert scores(compared([item(1, GOLD)], tied), name)[name] == [pytest.approx((BY_HAND[name] + perfect) / 2)]
    assert scores(compared([item(1, GOLD)], tied, "ties=first"), name)[name] == [pytest.approx(BY_HAND[name])]
    assert scores(compared([item(1, GOLD)], tied, "rank=2"), name)[name] == [perfect]


@pytest.mark.parametrize("name", GROUPS["packard"])
def test_ties_in_gold(compared, name):
    perfect = 0 if name == "axb" else 1
    tied, system = [item(1, SYSTEM, GOLD)], [item(1, GOLD)]
    reverse = scores(compared([item(1, SYSTEM)], system), name)[name][0]
    assert scores(compared(tied, system), name)[name] == [pytest.approx((reverse + perfect) / 2)]
    assert scores(compared(tied, system, "gold_ties=best"), name)[name] == [perfect]
    assert scores(compared(tied, system, "gold_ties=first"), name)[name] == [pytest.approx(reverse)]


def test_other_scores_are_no_ties(compared):
    better = [Result(one.derivation, one.mrs, f"((:ascore . {score}))") for one, score in ((SYSTEM, 1), (GOLD, 2))]
    assert scores(compared([item(1, GOLD)], [item(1, *better)]), "etm") == {"etm": [1]}


def test_the_best_gold_tree_is_chosen_before_the_mean_over_the_system(compared):
    tied = [item(1, GOLD, SYSTEM)]
    both = compared(tied, tied, "gold_ties=best")
    assert scores(both, "etm") == {"etm": [0.5]}


def test_sentences_without_a_parse(compared):
    gold = [item(1, GOLD), item(2, GOLD), item(3)]
    system = [item(1, SYSTEM), item(2), item(3, GOLD)]
    left_out, zero = compared(gold, system), compared(gold, system, "missing=zero")
    for name in GROUPS["packard"]:
        metric = METRICS[name]
        assert left_out.tally(metric).macro == pytest.approx(BY_HAND[name])
        assert (left_out.tally(metric).n, left_out.tally(metric).missing) == (1, 0)
        expected = BY_HAND[name] if name == "axb" else BY_HAND[name] / 2
        assert zero.tally(metric).macro == pytest.approx(expected)
        assert zero.tally(metric).n == (1 if name == "axb" else 2)
        assert np.isnan(zero.scores(metric)[2])


def test_items_that_the_system_does_not_have_count_as_well(compared):
    zero = compared([item(1, GOLD, text="a"), item(2, GOLD, text="b")], [item(1, GOLD, text="a")], "missing=zero")
    assert zero.tally(METRICS["etm"]).macro == 0.5


def test_what_is_undefined_everywhere_stays_so(compared):
    bare = Result(GOLD.derivation)
    zero = compared([item(1, GOLD), item(2, GOLD)], [item(1, bare), item(2)], "missing=zero")
    assert zero.tally(METRICS["emm"]).n == 0
    assert zero.tally(METRICS["etm"]).macro == 0.5


def test_a_system_that_parses_nothing(compared):
    zero = compared([item(1, GOLD), item(2, Result(GOLD.derivation))], [item(1), item(2)], "missing=zero")
    tallies = {name: zero.tally(METRICS[name]) for name in GROUPS["packard"]}
    assert {name for name, tally in tallies.items() if tally.macro == 0} == set(BY_HAND) - {"axb"}
    assert (tallies["lp"].n, tallies["emm"].n) == (2, 1)  # the second has no meaning in gold


def test_items_without_a_gold_result_are_left_out(compared):
    comparison = compared([item(1, GOLD), item(2)], [item(1, GOLD), item(2, GOLD)])
    assert comparison.status.tolist() == [0, 2]
    assert comparison.messages == {1: "no gold tree"}


def test_root_symbols_ids_scores_and_case_do_not_matter(compared):
    other = GOLD.derivation.replace("(2 ", "(99 ").replace(" 0 0 4 ", " 1.5 0 4 ").replace('"the"', '"The"')
    assert other != GOLD.derivation
    comparison = compared([item(1, Result(f"(root_strict {GOLD.derivation})"))], [item(1, Result(other))])
    assert scores(comparison, "etm", "lp", "ncm") == {"etm": [1], "lp": [1], "ncm": [1]}
    kept = compared([item(1, Result(f"(root_strict {GOLD.derivation})"))], [item(1, Result(other))], "keep_root=true")
    assert scores(kept, "etm", "ncm") == {"etm": [0], "ncm": [0]}


def test_brackets_without_unary_or_lexical_rules(compared):
    sides = [item(1, GOLD)], [item(1, SYSTEM)]
    assert scores(compared(*sides, "brackets_without=unary"), "lp")["lp"] == [pytest.approx(2 / 6)]
    assert scores(compared(*sides, "brackets_without=lexical"), "lp")["lp"] == [pytest.approx(2 / 6)]
    chain = Result(phrase("hd_xaj_c", 0, 1, phrase("n_sg_ilr", 0, 1, lexical("dog_n1", "dog", 0))))
    chains = [item(1, chain)], [item(1, chain)]
    assert scores(compared(*chains, "brackets_without=lexical"), "lp")["lp"] == [1]
    assert np.isnan(scores(compared(*chains, "brackets_without=unary"), "lp")["lp"]).all()


def test_derivations_with_other_words_are_compared_in_the_chart(compared):
    whole = Result(
        phrase("hd-aj_c", 0, 3, lexical("read_v1", "reads", 0), lexical("as_follows_adv1", "as follows", 1, 3))
    )
    parts = Result(
        phrase(
            "hd-aj_c",
            0,
            3,
            lexical("read_v1", "reads", 0),
            phrase("hd-cmp_c", 1, 3, lexical("as_p", "as", 1), lexical("follow_v1", "follows", 2)),
        )
    )
    comparison = compared([Item(1, "reads as follows", [parts])], [Item(1, "reads as follows", [whole])])
    found = scores(comparison)
    assert found["lp"] == [pytest.approx(2 / 3)]
    assert found["lnm"] == [pytest.approx(1 / 3)]
    assert found["usd"] == [pytest.approx(2 * 2 / (3 + 2))]  # follows has no counterpart
    assert found["etm"] == found["ncm"] == [0]
    assert np.isnan(found["la"]).all()
    assert np.isnan(found["pos"]).all()  # no types


def test_repeated_rules_count_each_time(compared):
    twice = Result(phrase("a_c", 0, 1, phrase("a_c", 0, 1, lexical("x", "x", 0))))
    once = Result(phrase("a_c", 0, 1, lexical("x", "x", 0)))
    assert scores(compared([item(1, twice)], [item(1, once)]), "lp")["lp"] == [pytest.approx(2 / 3)]


def test_brackets_have_those_that_make_sense(tmp_path):
    (tmp_path / "gold.mrg").write_text("(S (NP (DT the) (NN dog)) (VP (VBZ sees) (NP (NNS cats))))\n(S (A a) (B b))\n")
    (tmp_path / "sys.mrg").write_text("(S (NP (DT the) (NN dog) (NN sees)) (NP (NNS cats)))\n(S (A a) (B c))\n")
    gold, system = load(tmp_path / "gold.mrg"), load(tmp_path / "sys.mrg")
    preparation = Preparation("raw")
    comparison = compare(prepare(gold, preparation), system, preparation)
    found = scores(comparison)
    assert all(np.isnan(found[name]).all() for name in ("emm", "led", "ued", "lnm"))
    assert all(np.isnan(column[1]) for name, column in found.items() if name not in ("usd", "lsd"))
    assert found["lp"][0] == pytest.approx(2 * 2 / (4 + 3)) == comparison.scores(METRICS["f1"])[0]
    assert found["axb"][0] == -1
    assert found["pos"][0] == 3 / 4
    assert found["etm"][0] == 0
    assert found["ncm"][0] == 0
    assert found["la"][0] == comparison.scores(METRICS["leaf-ancestor"])[0]


def test_settings_are_checked():
    with pytest.raises(TreelensError, match="rank"):
        Preparation("raw").changed(["rank=0"])
    with pytest.raises(TreelensError, match="takes mean, best, first"):
        Preparation("raw").changed(["gold_ties=worst"])
    with pytest.raises(TreelensError, match="name=value"):
        Preparation("raw").changed(["ties"])
    assert Preparation("raw").changed(["rank=2", "missing=zero"]).describe() == (
        "raw, labelled, rank 2, no parse counts zero"
    )
