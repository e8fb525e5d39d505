"""Questions about two profiles, and what each analysis of a sentence would have scored."""

import numpy as np
import pytest
from fourteen import BY_HAND, GOLD, SYSTEM, TEXT, item
from small_profiles import Item, Result, write_profile

from treelens.engine.analyses import Analyses, analyses_of, analysis_scores, oracle, score_in_use
from treelens.engine.errors import Errors
from treelens.engine.filters import Context, FilterError, Stopped, completions, parse
from treelens.engine.formats import load
from treelens.engine.metrics import METRICS
from treelens.engine.prepare import usual_preparation
from treelens.engine.profiles import QUESTIONS, ambiguity, answer, coverage, likeness, use
from treelens.engine.study import Study
from treelens.resources import resource


@pytest.fixture
def study(tmp_path):
    """Study two lists of items, with any settings."""

    def made(gold, system, *settings):
        banks = [load(write_profile(tmp_path / name, items)) for name, items in (("gold", gold), ("system", system))]
        return Study(banks[0], banks[1:], usual_preparation(banks[0]).changed(settings))

    return made


@pytest.fixture
def compared(study):
    """Compare two lists of items."""
    return lambda *arguments: study(*arguments).comparison(0)


def found(text, study):
    """Return the sentences that a filter lets through."""
    return np.flatnonzero(parse(text).matches(Context(study))).tolist()


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


def test_the_analysis_of_a_rank_is_in_use_and_the_others_are_still_there(compared):
    sides = [item(1, GOLD), item(2, GOLD)], [item(1, SYSTEM, GOLD, SYSTEM), item(2)]
    comparison = compared(*sides, "rank=2")
    there = analyses_of(comparison, 0)
    assert (len(there.numbers), there.in_use) == (3, (1,))
    assert analyses_of(comparison, 1) == Analyses()
    scores = analysis_scores(comparison, 0, [METRICS["lp"]])[:, 0]
    assert scores == pytest.approx([BY_HAND["lp"], 1, BY_HAND["lp"]])
    assert score_in_use(scores, METRICS["lp"], there.in_use) == comparison.scores(METRICS["lp"])[0] == 1
    assert ambiguity(comparison) == ambiguity(compared(*sides)) == [(0, 1, 3), (1, 1, 0)]


@pytest.mark.parametrize(("settings", "in_use"), [([], (0, 1)), (["ties=first"], (0,))])
def test_tied_analyses_are_in_use_together(compared, settings, in_use):
    tied = [Result(one.derivation, one.mrs, f"((:ascore . {score}))") for one, score in ((SYSTEM, 2), (GOLD, 2))]
    comparison = compared([item(1, GOLD)], [item(1, *tied)], *settings)
    there = analyses_of(comparison, 0)
    assert (there.own, there.in_use) == ((2.0, 2.0), in_use)
    for name in ("lp", "f1"):
        scores = analysis_scores(comparison, 0, [METRICS[name]])[:, 0]
        assert score_in_use(scores, METRICS[name], in_use) == pytest.approx(comparison.scores(METRICS[name])[0])


def test_errors_of_another_analysis(study):
    made = study([item(1, GOLD)], [item(1, SYSTEM, GOLD)])
    errors = Errors(made.comparison)
    first, second = analyses_of(made.comparison(0), 0).numbers
    assert errors.of_tree(0, 0, first).repairs == errors.of(0, 0).repairs
    assert errors.of_tree(0, 0, second).repairs == ()


def test_every_question_has_a_filter_that_finds_its_sentences(study):
    other_tree, other_meaning = Result(SYSTEM.derivation, GOLD.mrs), Result(GOLD.derivation, SYSTEM.mrs)
    gold = [item(number, *([GOLD] if number not in (2, 3) else [])) for number in range(8)]
    system = [
        item(0, GOLD),
        item(1),
        item(2, GOLD),
        item(3),
        item(4, other_tree),
        item(5, other_meaning),
        item(6, GOLD, SYSTEM),
        item(7, Result(GOLD.derivation)),
    ]
    made = study(gold, system)
    answers = {question.name: answer(made.comparison(0), question) for question in QUESTIONS}
    assert answers == {
        "only_gold": (1,),
        "only_system": (2,),
        "neither": (3,),
        "same_meaning_other_tree": (4,),
        "same_tree_other_meaning": (5,),
        "more_ambiguous": (2, 6),
        "less_ambiguous": (1,),
    }
    assert {question.name: tuple(found(question.filter, made)) for question in QUESTIONS} == answers


def test_where_the_use_of_a_name_differs(study):
    made = study([item(1, GOLD), item(2, GOLD), item(3, GOLD)], [item(1, SYSTEM), item(2, GOLD), item(3)])
    assert found("use:hdn-np_app_c", made) == found('use:"v_np_le"', made) == found("use:see*", made) == [0]
    assert found("use:the_1", made) == found("use:nothing", made) == []


@pytest.mark.parametrize("text", ["same:meaning", "other:tree", "use:the_1"])
def test_a_slow_question_can_be_stopped(study, text):
    made = study([item(1, GOLD), item(2, GOLD)], [item(1, SYSTEM), item(2, GOLD)])
    asked = parse(text)
    assert asked.slow
    with pytest.raises(Stopped):
        asked.matches(Context(made), lambda done, total: False)


def test_what_is_wrong_with_a_question_in_a_filter(study):
    folder = resource("demo")
    banks = [load(str(folder / f"{name}.mrg")) for name in ("gold", "linkgrammar")]
    plain = Study(banks[0], banks[1:], usual_preparation(banks[0]))
    with pytest.raises(FilterError, match="no meanings"):
        found("same:meaning", plain)
    assert found("-parsed:system", plain) == [117]
    for text, message in (("parsed:all", "gold or system"), ("same:words", "tree or meaning"), ("ambiguity:1", "up")):
        with pytest.raises(FilterError, match=message):
            parse(text)
    with pytest.raises(FilterError, match="leave linkgrammar out"):
        parse("linkgrammar.parsed:gold")
    assert str(parse("linkgrammar.use:NP other:tree")) == "linkgrammar.use:NP other:tree"
    assert completions("same:m", 6, Context(plain)) == ["same:meaning"]
    assert "use:NP" in completions("use:N", 5, Context(plain))
