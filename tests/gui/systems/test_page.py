"""The page of all systems in the window, by clicks and keys: every part leads to systems and sentences."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QMenu

from treelens.engine.agreement import agreement
from treelens.engine.metrics import METRICS

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def click_spot(qtbot, view, wanted):
    spot = next(place.spot for place in view.picture.places if wanted(place.spot))
    where = view.place_of(spot)
    qtbot.mouseMove(view, where)
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=where)
    return spot


def row_of(page, name):
    return page.table.model.row_of(page.standings.names.index(name))


def test_f6_and_esc_go_there_and_back(demo, qtbot):
    assert demo.docks["plots"].isVisible()
    qtbot.keyClick(demo, Qt.Key.Key_F6)
    assert demo.centre.currentWidget() is demo.surveying.page
    assert demo.docks["sentences"].isVisible()  # sentences stay, panels of one sentence make room
    assert not demo.docks["plots"].isVisible()
    qtbot.keyClick(demo.surveying.page.table.table, Qt.Key.Key_Escape)
    assert demo.centre.currentWidget() is demo.trees
    assert demo.docks["plots"].isVisible()
    assert not demo.actions_["systems"].isChecked()


def test_scores_are_those_of_the_study(demo, page):
    f1 = page.standings.scores(["f1"]).column("f1")
    wanted = [100 * demo.document.study.tally(system, METRICS["f1"]).macro for system in range(3)]
    assert f1.tolist() == pytest.approx(wanted)


def test_a_row_makes_its_system_the_current_one(demo, page, qtbot):
    name = page.standings.names[2]
    index = page.table.model.index(row_of(page, name), 0)
    qtbot.mouseClick(
        page.table.table.viewport(), Qt.MouseButton.LeftButton, pos=page.table.table.visualRect(index).center()
    )
    assert demo.document.names[demo.document.current] == name
    assert page.choice.current == 2
    assert demo.surveying.shown


def test_enter_on_a_row_goes_to_its_trees(demo, page, qtbot):
    page.table.table.setCurrentIndex(page.table.model.index(row_of(page, page.standings.names[1]), 0))
    qtbot.keyClick(page.table.table, Qt.Key.Key_Return)
    assert demo.centre.currentWidget() is demo.trees
    assert demo.document.current == 1


def test_headings_sort(page, qtbot):
    model, header = page.table.model, page.table.table.horizontalHeader()
    place = model.columns.index("exact")
    x = header.sectionViewportPosition(place) + 10
    qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(x, 20))
    assert model.sorted_by == ("exact", True)
    values = page.standings.scores(["exact"]).column("exact")
    assert [values[place] for place in model.order] == sorted(values, reverse=True)
    page.table.kind.buttons["ranks"].click()
    assert model.index(0, place).data() in ("1", "1.5")


def test_a_cell_of_the_map_shows_two_measures_and_a_dot_leads_to_sentences(demo, page, qtbot, settled):
    page.tabs.buttons["agreement"].click()
    settled()
    spot = click_spot(qtbot, page.agreement.map, lambda spot: spot.metrics == ("e-dice", "t-dice"))
    settled()
    assert (page.choice.metric, page.choice.other) == spot.metrics
    assert page.agreement.title.text() == "Systems under E Dice and T Dice"
    dot = click_spot(qtbot, page.agreement.scatter, lambda spot: spot.systems == (2,))
    assert dot.metrics == ("e-dice", "t-dice")
    assert demo.document.current == 2
    assert demo.sentences.ranking_text() == "gap e-dice t-dice"


def test_the_map_is_walked_by_keys(page, qtbot, settled):
    page.show_tab("agreement")
    settled()
    view = page.agreement.map
    view.setFocus()
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Right):
        qtbot.keyClick(view, key)
    walked = view.spot.metrics
    assert walked[0] != walked[1]
    qtbot.keyClick(view, Qt.Key.Key_Return)
    settled()
    assert (page.choice.metric, page.choice.other) == walked


def test_maps_and_tables_have_the_numbers_of_the_engine(page, settled):
    page.show_tab("agreement")
    settled()
    found = agreement(page.standings.scores(page.choice.metrics))
    rows = page.agreement.optima.rows
    assert [row[1] for row in rows] == [one.system for one in found.optima]
    page.agreement.kind.buttons["kendall"].click()
    cells = {place.spot.metrics: place.spot.text for place in page.agreement.map.picture.places}
    one, other = (found.scores.metrics.index(name) for name in ("f1", "exact"))
    assert cells["f1", "exact"].endswith(f"{found.kendall[one, other]:.3f}".replace("-", "−"))
    page.agreement.kind.buttons["epsila"].click()
    assert len(page.agreement.map.picture.places) == len(found.scores.with_perfect_value) ** 2


def test_an_optimum_leads_to_its_system_and_a_cluster_to_its_measures(demo, page, qtbot, settled):
    page.show_tab("agreement")
    settled()
    table = page.agreement.optimum_table
    table.setCurrentIndex(table.model().index(1, 0))
    qtbot.keyClick(table, Qt.Key.Key_Return)
    settled()
    optimum = page.agreement.optima.meant[1]
    assert demo.document.names[demo.document.current] == optimum.system
    clusters = page.agreement.cluster_table
    row = next(row for row, one in enumerate(page.agreement.clusters.meant) if len(one) > 2)
    measures = page.agreement.clusters.meant[row]
    clusters.setCurrentIndex(clusters.model().index(row, 0))
    qtbot.keyClick(clusters, Qt.Key.Key_Return)
    settled()
    assert page.tabs.value() == "plots"
    assert page.plots.plot == "ranks"
    assert {spot.metrics[0] for each in page.plots.chart.series for spot in each.spots} == set(measures)


@pytest.mark.parametrize("which", ["profiles", "sorted", "ranks", "sizes", "difference", "distribution"])
def test_every_plot_is_drawn_and_its_spots_lead_to_systems(demo, page, qtbot, settled, which):
    page.show_tab("plots")
    page.plots.which.setCurrentIndex(page.plots.which.findData(which))
    page.plots.which.activated.emit(page.plots.which.currentIndex())
    settled()
    assert page.plots.chart is not None
    spot = click_spot(qtbot, page.plots.view, lambda spot: spot.systems == (1,))
    if demo.document.current != 1:  # two systems have the same rank: at a second click it is the other
        click_spot(qtbot, page.plots.view, lambda other: other == spot)
    assert demo.document.current == 1


def test_where_two_systems_change_places_leads_to_both(demo, page, qtbot, settled):
    page.plots.choose_plot("ranks")
    page.show_tab("plots")
    page.plots.group.setCurrentIndex(page.plots.group.findData("all"))
    page.plots.group.activated.emit(0)
    settled()
    marks = page.plots.chart.marks
    assert marks
    page.lead(marks[0])
    one, other = marks[0].systems
    assert demo.document.current == one
    assert demo.looking.second == other
    assert demo.sentences.ranking_text().startswith(f"systems {marks[0].metrics[0]}")


def test_a_plot_that_cannot_be_drawn_says_why(page, settled):
    page.plots.choose_plot("parameter")
    page.show_tab("plots")
    settled()
    assert "no system has a parameter" in page.plots.view.message


def test_baseline_and_range_are_chosen(page, settled):
    page.plots.choose_plot("difference")
    page.show_tab("plots")
    settled()
    page.plots.baseline.setCurrentIndex(1)
    page.plots.baseline.activated.emit(1)
    page.plots.low.setValue(3)
    page.plots.high.setValue(9)
    settled()
    assert page.choice.baseline == 1
    assert {spot.x for each in page.plots.chart.series for spot in each.spots} == set(range(3, 10))
    assert page.plots.metric is not page.plots.measure  # Qt's own is left alone


def test_the_legend_leads_to_systems(demo, page, qtbot, settled):
    page.plots.choose_plot("profiles")
    page.show_tab("plots")
    settled()
    item = page.plots.legend.item(2)
    page.plots.legend.setCurrentItem(item)
    page.plots.legend.itemActivated.emit(item)
    assert demo.document.names[demo.document.current] == item.text()


def test_measures_are_chosen(page):
    before = page.choice.metrics
    menu = page.measures.findChild(QMenu)
    action = next(action for action in menu.actions() if action.text() == "Complete match")
    action.trigger()
    assert set(before) - set(page.choice.metrics) == {"exact"}
    assert "exact" not in page.table.model.columns


def test_micro_is_another_average(page):
    macro = page.table.model.scores.column("f1").tolist()
    page.average.setCurrentIndex(1)
    page.average.activated.emit(1)
    assert page.choice.average == "micro"
    assert page.table.model.scores.column("f1").tolist() != macro


def test_plots_are_exported(demo, page, settled, monkeypatch):
    seen = []
    monkeypatch.setattr(demo.exporting.exports, "_open", lambda wanted, spec, theme: seen.append((wanted, spec)))
    page.plots.choose_plot("ranks")
    page.show_tab("plots")
    settled()
    menu = page.plots.export_button.menu()
    menu.actions()[0].trigger()
    wanted, spec = seen[0]
    assert wanted.page(spec).title == page.plots.chart.title
    assert wanted.arguments(spec)[-1] == page.standings.names[page.choice.current]
    assert "ranks" in wanted.arguments(spec)


def test_other_colours(demo, page, settled):
    page.show_tab("agreement")
    settled()
    demo.set_theme("dark")
    assert page.agreement.map.picture.page.looks.dark
    assert page.agreement.scatter.picture.page.looks.dark
    demo.set_theme("light")
