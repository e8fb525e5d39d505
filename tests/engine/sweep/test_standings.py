"""How systems stand: the same numbers from results, from comparisons that are open, and from tables."""

import math

import pytest

from treelens.engine.formats import load
from treelens.engine.metrics import METRICS, choose
from treelens.engine.prepare import usual_preparation
from treelens.engine.study import Study
from treelens.engine.sweep import Recipe, Standings, System, read_table, score_systems, table_writer
from treelens.engine.sweep.standings import SIZES, of_comparison, of_result, of_table
from treelens.resources import resource

NAMES = ("berkeley", "bllip", "pcfg-plain")
METRICS_USED = ("f1", "t-dice", "crossing", "freval-15")


@pytest.fixture(scope="module")
def results():
    gold = load(str(resource("demo", "gold.mrg")))
    systems = [System(str(resource("demo", f"{name}.mrg")), name, "demo", place) for place, name in enumerate(NAMES)]
    recipe = Recipe.of(gold, usual_preparation(gold), choose(list(METRICS_USED)), cached=False)
    return systems, list(score_systems(recipe, systems))


@pytest.fixture(scope="module")
def standings(results):
    systems, found = results
    metrics = choose(list(METRICS_USED))
    return Standings(tuple(systems), {place: of_result(one, metrics) for place, one in enumerate(found)})


def test_both_averages_are_those_of_the_tallies(results, standings):
    for place, result in enumerate(results[1]):
        row = standings.rows[place]
        assert row.macro["f1"] == pytest.approx(100 * result.tallies["f1"].macro)
        assert row.micro["f1"] == pytest.approx(100 * result.tallies["f1"].micro)
        assert row.micro["crossing"] == result.tallies["crossing"].micro
        assert row.macro["freval-15"] == row.micro["freval-15"]  # there is only one
        assert row.spreads["f1"].n == result.tallies["f1"].n
        assert row.spreads["f1"].mean == pytest.approx(row.macro["f1"])
        assert row.sizes[0] == pytest.approx(100 * result.tallies["freval-15"].sizes[0].f1)
        assert len(row.sizes) <= SIZES


def test_an_open_study_says_the_same(results, standings):
    banks = [load(str(resource("demo", f"{name}.mrg"))) for name in ("gold", *NAMES)]
    study = Study(banks[0], banks[1:], usual_preparation(banks[0]))
    assert study.fill(choose(["f1", "t-dice"])).wait(60)
    for place in range(len(NAMES)):
        row = of_comparison(study.comparison(place))
        assert row.macro["f1"] == standings.rows[place].macro["f1"]
        assert row.spreads["t-dice"] == standings.rows[place].spreads["t-dice"]
        assert "leaf-ancestor" not in row.macro  # not counted


@pytest.mark.parametrize("by_sentence", [False, True])
def test_a_table_brings_back_what_was_written(results, standings, tmp_path, by_sentence):
    systems, found = results
    path = tmp_path / "scores.csv"
    with table_writer(path, choose(list(METRICS_USED)), by_sentence=by_sentence) as add:
        for system, result in zip(systems, found, strict=True):
            add(system, result)
    read = of_table(read_table(path))
    assert [(one.name, one.family, one.parameter) for one in read.systems] == [
        (one.name, one.family, one.parameter) for one in systems
    ]
    assert not read.has_micro
    for place in range(len(NAMES)):
        for metric in ("f1", "t-dice", "crossing"):
            assert read.rows[place].macro[metric] == pytest.approx(standings.rows[place].macro[metric])
        assert ("f1" in read.rows[place].spreads) == by_sentence
        if by_sentence:
            assert read.rows[place].spreads["f1"].bins == standings.rows[place].spreads["f1"].bins


def test_scores_of_systems_that_are_not_known_yet(standings):
    some = Standings(standings.systems, {1: standings.rows[1]})
    column = some.scores(["f1"]).column("f1")
    assert math.isnan(column[0])
    assert column[1] == pytest.approx(standings.rows[1].macro["f1"])
    assert some.with_rows({0: standings.rows[0]}).rows.keys() == {0, 1}
    assert set(some.metrics) <= set(METRICS)
