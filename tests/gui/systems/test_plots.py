"""Plots of systems as plain values, and as pages in every format."""

import csv
import io

import numpy as np
import pytest

from treelens.engine.agreement.choices import z_scores
from treelens.engine.agreement.distributions import distribution
from treelens.engine.sweep import Standings, Summary, System
from treelens.gui.commands_systems import SYSTEMS_PLOTS, UNDER
from treelens.gui.figures import PlotSpec, export
from treelens.gui.figures.chart import Chart
from treelens.gui.figures.page import Box, Text
from treelens.gui.systems.choice import GROUPS, Choice, chief
from treelens.gui.systems.plots import CHARTS, PLOTS, drawn

ROWS = {  # system: family, parameter, f1, crossing, t-dice; micro f1
    "a": ("x", 1.0, 70.0, 3.0, 80.0, 71.0),
    "b": ("x", 2.0, 80.0, 2.0, 79.0, 79.0),
    "c": ("y", 1.0, 75.0, 2.5, 85.0, 80.0),
    "d": ("y", 2.0, 90.0, 1.0, 95.0, 90.0),
}


def summary(f1, crossing, t_dice, micro):
    spread = distribution(np.array([f1 - 10, f1, f1 + 10]))
    return Summary(
        {"f1": f1, "crossing": crossing, "t-dice": t_dice},
        {"f1": micro, "crossing": crossing, "t-dice": t_dice},
        {"f1": spread},
        (f1, f1 - 20, f1 - 40),
    )


@pytest.fixture
def standings():
    systems = tuple(System(f"{name}.mrg", name, row[0], row[1]) for name, row in ROWS.items())
    return Standings(systems, {place: summary(*row[2:]) for place, row in enumerate(ROWS.values())})


@pytest.fixture
def choice():
    return Choice(("f1", "crossing", "t-dice"), current=1, sizes=(1, 3))


def chart(which, standings, choice) -> Chart:
    made = PLOTS[which].draw(standings, choice)
    assert isinstance(made, Chart)
    return made


def test_the_command_knows_all_plots():
    assert tuple(PLOTS) == SYSTEMS_PLOTS
    assert tuple(GROUPS) == UNDER


def test_a_measure_against_the_parameter_is_one_line_a_family(standings, choice):
    made = chart("parameter", standings, choice)
    assert [(each.name, [(spot.x, spot.y) for spot in each.spots]) for each in made.series] == [
        ("x", [(1, 70), (2, 80)]),
        ("y", [(1, 75), (2, 90)]),
    ]
    assert [spot.systems for spot in made.series[1].spots] == [(2,), (3,)]
    assert made.series[0].strong  # the family of the system that is looked at


def test_a_parameter_of_many_sizes_is_drawn_by_powers_of_ten(standings, choice):
    systems = [System("", name, "", 10.0**place) for place, name in enumerate("abcd")]
    made = chart("parameter", Standings(tuple(systems), standings.rows), choice)
    assert [spot.x for spot in made.series[0].spots] == pytest.approx([0, 1, 2, 3])
    assert "10" in made.across.texts
    assert "1000" in made.across.texts


def test_systems_with_the_same_parameter_are_told_apart_by_what_else_is_said_of_them(standings, choice):
    more = [{"h": "1", "v": "1"}, {"h": "1", "v": "2"}, {"h": "2", "v": "1"}, {"h": "Inf", "v": "2"}]
    systems = [System("", name, "", float(one["h"]), one) for name, one in zip("abcd", more, strict=True)]
    made = chart("parameter", Standings(tuple(systems), standings.rows), choice)
    found = {each.name: [spot.systems for spot in each.spots] for each in made.series}
    assert found == {"v 1": [(0,), (2,)], "v 2": [(1,)]}
    assert made.note.endswith(": 1.")  # an infinite parameter has no place
    alike = [System("", name, "", 1.0) for name in "abcd"]
    assert not chart("parameter", Standings(tuple(alike), standings.rows), choice).series[0].line


def test_all_measures_of_a_family_from_worst_to_best(standings, choice):
    made = chart("rescaled", standings, choice)
    found = {each.name: [spot.y for spot in each.spots] for each in made.series}
    assert found == {"F1": [0, 100], "Crossing brackets": [0, 100], "T Dice": [100, 0]}


def test_systems_over_measures_are_z_scores_with_better_to_the_right(standings, choice):
    made = chart("profiles", standings, choice)
    plain = z_scores(standings.scores(choice.metrics))
    assert [spot.x for spot in made.series[3].spots] == pytest.approx([plain[3, 0], -plain[3, 1], plain[3, 2]])
    assert list(made.up.texts) == ["F1", "− Crossing brackets", "T Dice"]
    assert made.rows[1][:2] == ["a", "f1"]
    assert made.rows[2][3] == pytest.approx(plain[0, 1])  # the numbers are as they are defined


def test_measures_over_systems_the_best_on_top(standings, choice):
    made = chart("sorted", standings, choice)
    assert list(made.up.texts) == ["d", "b", "c", "a"]
    assert [spot.systems for spot in made.series[0].spots] == [(3,), (1,), (2,), (0,)]


def test_very_many_systems_are_sorted_from_left_to_right(choice):
    systems = tuple(System("", f"s{place}") for place in range(100))
    rows = {place: summary(50 + place / 10, 3 - place / 100, 60.0 + place % 7, 50) for place in range(100)}
    made = chart("sorted", Standings(systems, rows), choice)
    assert made.series[0].spots[0].systems == (99,)
    assert made.series[0].spots[0].x == 1
    assert chart("profiles", Standings(systems, rows), choice).many


def test_ranks_cross_where_two_measures_disagree(standings, choice):
    made = chart("ranks", standings, Choice(("f1", "t-dice"), group="all"))
    ranks = {each.name: [spot.y for spot in each.spots] for each in made.series}
    assert ranks == {"a": [4, 3], "b": [2, 4], "c": [3, 2], "d": [1, 1]}
    assert {mark.systems for mark in made.marks} == {(0, 1), (1, 2)}
    assert all(mark.metrics == ("f1", "t-dice") for mark in made.marks)
    crossing = next(mark for mark in made.marks if mark.systems == (1, 2))
    assert (crossing.x, crossing.y) == pytest.approx((1 / 3, 2 + 2 / 3))  # 2→4 and 3→2 meet there


def test_ranks_under_both_averages(standings, choice):
    made = chart("ranks", standings, Choice(("f1",), group="micro-macro"))
    assert list(made.across.texts)[:2] == ["F1 micro", "F1 macro"]
    assert {row[2] for row in made.rows[1:]} == {"micro", "macro"}
    only_macro = Standings(standings.systems, {0: Summary({"f1": 1.0}), 1: Summary({"f1": 2.0})})
    with pytest.raises(ValueError, match="macro"):
        chart("ranks", only_macro, Choice(("f1",), group="micro-macro"))


def test_fragments_by_size_and_less_those_of_a_baseline(standings, choice):
    made = chart("sizes", standings, choice)
    assert [(spot.x, spot.y) for spot in made.series[0].spots] == [(1, 70), (2, 50), (3, 30)]
    zoomed = chart("difference", standings, Choice(("f1",), baseline=1, sizes=(2, 3)))
    assert [(spot.x, spot.y) for spot in zoomed.series[0].spots] == [(2, -10), (3, -10)]
    assert {spot.y for spot in zoomed.series[1].spots} == {0}
    assert "b" in zoomed.title


def test_two_measures_against_each_other_mark_what_they_order_differently(standings):
    made = chart("against", standings, Choice(("f1", "t-dice")))
    turned = {spot.systems for each in made.series if each.name == "order turned round" for spot in each.spots}
    assert turned == {(0,), (1,), (2,)}
    assert len(made.joined) == 2
    assert "2 of 6" in made.note
    less_is_better = chart("against", standings, Choice(("f1", "crossing"), metric="f1", other="crossing"))
    assert not less_is_better.joined  # more F1, fewer crossing brackets: the same order


def test_distributions_have_a_row_a_system_the_best_on_top(standings, choice):
    made = chart("distribution", standings, choice)
    assert list(made.up.texts) == ["d", "b", "c", "a"]
    assert [spot.x for each in made.series for spot in each.spots] == [90, 80, 75, 70]
    with pytest.raises(ValueError, match="not known"):
        chart("distribution", standings, Choice(("t-dice",), metric="t-dice"))


def test_maps_have_a_cell_for_each_pair(standings, choice):
    heat = PLOTS["spearman"].draw(standings, choice)
    assert {spot.metrics for row in heat.spots for spot in row} == {
        (a, b) for a in choice.metrics for b in choice.metrics
    }
    exact = PLOTS["epsila"].draw(standings, choice)
    assert len(exact.names) == 2  # crossing has no perfect value
    assert exact.rows[0] == ["metric", "other", "epsila"]


def test_without_parameters_there_is_a_reason(standings, choice):
    plain = Standings(tuple(System("", name) for name in ROWS), standings.rows)
    with pytest.raises(ValueError, match="no system has a parameter"):
        chart("parameter", plain, choice)
    with pytest.raises(ValueError, match="no system is scored yet"):
        drawn("profiles", Standings(plain.systems), choice, PlotSpec())


@pytest.mark.parametrize("which", PLOTS)
@pytest.mark.parametrize("ending", ["svg", "pdf", "png", "tex", "csv"])
def test_every_plot_in_every_format(standings, choice, which, ending, tmp_path, qapp):
    page = drawn(which, standings, choice, PlotSpec())[1].page
    target = tmp_path / f"figure.{ending}"
    export(page, target)
    assert target.stat().st_size > 30
    if ending == "csv":
        rows = list(csv.reader(io.StringIO(target.read_text())))
        assert len(rows) == len(page.data) > 1
        assert {len(row) for row in rows} == {len(page.data[0])}


@pytest.mark.parametrize("which", PLOTS)
@pytest.mark.parametrize("theme", ["light", "dark", "print"])
def test_all_is_on_the_page_and_texts_do_not_overlap(standings, choice, which, theme, qapp):
    picture = drawn(which, standings, choice, PlotSpec(theme=theme))[1]
    page = picture.page
    for mark in page.marks:
        left, top, right, bottom = mark.box
        assert left >= -0.5, mark
        assert top >= -0.5, mark
        assert right <= page.width + 0.5, mark
        assert bottom <= page.height + 0.5, mark
    texts = [mark for mark in page.marks if isinstance(mark, Text)]
    for place, one in enumerate(texts):
        for other in texts[place + 1 :]:
            apart = (
                one.box[2] <= other.box[0] + 0.6
                or other.box[2] <= one.box[0] + 0.6
                or one.box[3] <= other.box[1] + 2.5
                or other.box[3] <= one.box[1] + 2.5
            )
            assert apart, (one.text, other.text)
    for place in picture.places:
        assert 0 <= place.x <= page.width
        assert 0 <= place.y <= page.height
    assert any(isinstance(mark, Box) for mark in page.marks) == (which not in CHARTS and which != "against")


def test_the_chief_measures_are_those_that_there_are(standings):
    assert chief(standings) == ("f1", "crossing", "t-dice")
    odd = Standings((System("", "a"),), {0: Summary({"mine": 3.0})})
    assert chief(odd) == ("mine",)


def test_the_legend_of_very_many_lines_names_families():
    systems = tuple(System(f"{place}.mrg", f"run{place}", f"family {place % 3}", float(place)) for place in range(60))
    scores = [{"f1": float(place * 7 % 61), "t-dice": float(place * 11 % 61)} for place in range(60)]
    rows = {place: Summary(one, one) for place, one in enumerate(scores)}
    made = chart("ranks", Standings(systems, rows), Choice(("f1", "t-dice"), group="all", current=5))
    assert {series.group for series in made.series if series.name != "run5"} == {f"family {one}" for one in range(3)}
    assert next(series.group for series in made.series if series.name == "run5") == ""
    assert len(made.marks) < 60  # of more than a thousand pairs, those of the system that is looked at
    assert all(5 in spot.systems for spot in made.marks)
