"""The plots on the demo: what is drawn is what was scored, and every dot and curve leads somewhere."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication

from treelens.engine.metrics import METRICS, choose
from treelens.gui.app import application
from treelens.gui.document import open_document
from treelens.gui.panels.plots import PlotsPanel
from treelens.gui.plot_data import LARGEST, curve, export_data, points
from treelens.gui.program import demo_files
from treelens.gui.theme import load_theme

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def unscored(own_folders, demo_folder):
    """Three systems, one of which has sentences without a parse."""
    document = open_document([*demo_files()[:3], str(demo_folder / "linkgrammar.mrg")])
    yield document
    document.study.cancel()


@pytest.fixture
def document(unscored):
    fill(unscored)
    return unscored


@pytest.fixture
def panel(qtbot, document):
    return shown(qtbot, document)


def fill(document, names=("e-dice", "t-dice", "freval")):
    assert document.study.fill(choose(names)).wait(60)


def shown(qtbot, document):
    application("light")
    made = PlotsPanel(load_theme("light"))
    qtbot.addWidget(made)
    made.resize(1000, 300)
    made.set_document(document)
    made.show()
    qtbot.waitExposed(made)
    QApplication.processEvents()
    return made


def dots(panel):
    return np.column_stack(panel.scatter.dots.getData())


def click(qtbot, chart, x, y):
    qtbot.mouseClick(chart.plot.viewport(), LEFT, pos=chart.position(x, y).toPoint())


def send(chart, kind, pos, held=LEFT, modifier=Qt.KeyboardModifier.NoModifier):
    where = QPointF(pos)
    button = Qt.MouseButton.NoButton if kind == QEvent.Type.MouseMove else LEFT
    far = QPointF(chart.plot.viewport().mapToGlobal(pos))
    QApplication.sendEvent(chart.plot.viewport(), QMouseEvent(kind, where, far, button, held, modifier))


def drag(chart, begin, end, modifier=Qt.KeyboardModifier.NoModifier):
    begin, end = (chart.position(*corner).toPoint() for corner in (begin, end))
    send(chart, QEvent.Type.MouseButtonPress, begin, modifier=modifier)
    send(chart, QEvent.Type.MouseMove, (begin + end) / 2, modifier=modifier)
    send(chart, QEvent.Type.MouseMove, end, modifier=modifier)
    send(chart, QEvent.Type.MouseButtonRelease, end, Qt.MouseButton.NoButton, modifier)


def inside(values, area):
    left, top, right, bottom = area.left(), area.top(), area.right(), area.bottom()
    return [left <= x <= right and top <= y <= bottom for x, y in values.tolist()]


@pytest.mark.parametrize("system", [0, 2])
def test_there_is_a_dot_for_every_scored_sentence(panel, document, system):
    panel.set_system(system)
    columns = [100 * document.study.scores(system, METRICS[name]) for name in ("e-dice", "t-dice")]
    scored = ~np.isnan(columns[0]) & ~np.isnan(columns[1])
    assert scored.sum() == (120 if system == 0 else len(panel.scatter.sentences)) > 0
    np.testing.assert_array_equal(dots(panel), np.column_stack(columns)[scored])
    assert f"{scored.sum()}" in panel.scatter.note.text()


def test_dots_come_as_sentences_are_scored(qtbot, unscored):
    panel = shown(qtbot, unscored)
    assert len(dots(panel)) == 0
    assert panel.scatter.note.text() == "no scores yet"
    assert not panel.curves.lines
    fill(unscored, ["e-dice", "t-dice"])
    panel.refresh()
    assert len(dots(panel)) == 120
    assert panel.curves.note.text() == "0 of 3 counted"
    fill(unscored, ["freval"])
    panel.refresh()
    assert len(panel.curves.lines) == 3
    assert panel.curves.note.text() == ""


def test_a_click_on_a_dot_chooses_its_sentence(qtbot, panel):
    values = panel.scatter.values
    for sentence in (14, 16, 99):
        with qtbot.waitSignal(panel.chosen) as told:
            click(qtbot, panel.scatter, *values[sentence])
        np.testing.assert_allclose(values[told.args[0]], values[sentence], atol=1.5)
    with qtbot.waitSignal(panel.chosen) as told:
        click(qtbot, panel.scatter, *values[14])
    assert told.args == [14]


def test_clicks_walk_through_the_sentences_of_one_dot(qtbot, panel):
    values = panel.scatter.values
    perfect = np.flatnonzero((values == 100).all(axis=1)).tolist()
    assert len(perfect) > 2
    panel.chosen.connect(panel.set_current)
    seen = []
    for _ in range(len(perfect) + 1):
        with qtbot.waitSignal(panel.chosen) as told:
            click(qtbot, panel.scatter, 100, 100)
        seen += told.args
    assert seen == [*perfect, perfect[0]]
    assert f"{len(perfect) - 1} more here" in panel.scatter.tip(QPointF(100, 100))


def test_the_ring_is_around_the_current_sentence(panel):
    panel.set_current(14)
    np.testing.assert_array_equal(np.column_stack(panel.scatter.ring.getData()), panel.scatter.values[[14]])
    panel.set_system(1)
    np.testing.assert_array_equal(np.column_stack(panel.scatter.ring.getData()), panel.scatter.values[[14]])
    panel.set_current(-1)
    assert len(panel.scatter.ring.getData()[0]) == 0


def test_a_hint_has_number_and_words(panel, document):
    tip = panel.scatter.tip(QPointF(*panel.scatter.values[14]))
    assert "<b>15</b>" in tip
    assert document.gold[14].words[1] in tip
    assert panel.scatter.tip(QPointF(95, 35)) == ""


@pytest.mark.parametrize("by", ["shift", "button"])
def test_a_rectangle_chooses_the_sentences_inside(qtbot, panel, by):
    scatter = panel.scatter
    view = scatter.box.viewRange()
    if by == "button":
        scatter.brush.setChecked(True)
    modifier = Qt.KeyboardModifier.ShiftModifier if by == "shift" else Qt.KeyboardModifier.NoModifier
    with qtbot.waitSignal(panel.brushed) as told:
        drag(scatter, (90, 98), (50, 70), modifier)
    mask = told.args[0]
    assert mask.tolist() == inside(scatter.values, scatter.rectangle.rect())
    assert 10 < mask.sum() < 110
    assert (mask[14], mask[np.flatnonzero((scatter.values == 100).all(axis=1))].any()) == (False, False)
    assert scatter.box.viewRange() == view
    assert scatter.clear.isVisible()
    with qtbot.waitSignal(panel.brushed) as told:
        qtbot.mouseClick(scatter.clear, LEFT)
    assert told.args == [None]
    assert not scatter.rectangle.isVisible()


def test_a_rectangle_is_forgotten_with_its_system_and_by_a_click_beside_the_dots(qtbot, panel):
    for forget in (lambda: panel.set_system(1), lambda: click(qtbot, panel.scatter, 95, 40)):
        drag(panel.scatter, (90, 98), (50, 70), Qt.KeyboardModifier.ShiftModifier)
        with qtbot.waitSignal(panel.brushed) as told:
            forget()
        assert told.args == [None]


def test_a_rectangle_stays_when_files_are_read_again(qtbot, panel, document):
    panel.set_system(1)
    drag(panel.scatter, (90, 98), (50, 70), Qt.KeyboardModifier.ShiftModifier)
    before = panel.scatter.inside.copy()
    again = open_document(document.paths)
    panel.set_document(again)
    assert panel.system == 1
    assert panel.scatter.inside.tolist() == before.tolist()  # no score is there yet, and none is taken for another
    fill(again)
    with qtbot.waitSignal(panel.brushed) as told:
        panel.set_system(1)
    assert told.args[0].tolist() == before.tolist() == inside(panel.scatter.values, panel.scatter.rectangle.rect())
    assert panel.scatter.rectangle.isVisible()
    again.study.cancel()


def test_a_rectangle_goes_where_sentences_or_the_system_are_others(qtbot, panel, document, tmp_path):
    lines = [Path(path).read_text().splitlines() for path in document.paths[:2]]
    shorter = [tmp_path / "gold.mrg", tmp_path / "berkeley.mrg"]
    for path, trees in zip(shorter, lines, strict=True):
        path.write_text("\n".join(trees[:50]) + "\n")
    for paths in (list(map(str, shorter)), [document.paths[0], document.paths[2]]):
        panel.set_document(document)
        drag(panel.scatter, (90, 98), (50, 70), Qt.KeyboardModifier.ShiftModifier)
        with qtbot.waitSignal(panel.brushed) as told:
            panel.set_document(open_document(paths))
        assert told.args == [None]
        assert not panel.scatter.rectangle.isVisible()


def test_a_rectangle_takes_in_what_is_scored_later(qtbot, unscored):
    panel = shown(qtbot, unscored)
    drag(panel.scatter, (99, 99), (1, 1), Qt.KeyboardModifier.ShiftModifier)
    assert panel.scatter.inside.sum() == 0
    fill(unscored)
    with qtbot.waitSignal(panel.brushed) as told:
        panel.refresh()
    assert told.args[0].tolist() == inside(panel.scatter.values, panel.scatter.rectangle.rect())
    assert told.args[0].any()


def test_dragging_pans_and_a_double_click_fits(qtbot, panel):
    view = panel.scatter.box.viewRange()
    panel.scatter.box.scaleBy((0.5, 0.5))
    panel.scatter.box.sigRangeChangedManually.emit([True, True])
    zoomed = panel.scatter.box.viewRange()
    panel.set_system(1)
    assert panel.scatter.box.viewRange() == zoomed != view
    panel.set_system(0)
    qtbot.mouseDClick(panel.scatter.plot.viewport(), LEFT, pos=QPoint(150, 60))
    np.testing.assert_allclose(panel.scatter.box.viewRange(), view)


def test_curves_are_the_tally(panel, document):
    assert sorted(panel.curves.lines) == [0, 1, 2]
    for system, line in panel.curves.lines.items():
        sizes = document.study.tally(system, METRICS["freval"]).sizes[:LARGEST]
        across, up = line.getData()
        assert across.tolist() == [size.size for size in sizes if size.f1 is not None]
        np.testing.assert_allclose(up, [100 * size.f1 for size in sizes if size.f1 is not None])


def test_curves_differ_by_more_than_colour(panel):
    pens = [panel.curves.pen(system) for system in range(28)]
    assert len({(pen.color().name(), pen.style()) for pen in pens}) == 28
    assert len({pen.style() for pen in pens[:4]}) == 4


def test_a_click_on_a_curve_or_its_name_chooses_the_system(qtbot, panel):
    curves = panel.curves
    for system, values in curves.curves.items():
        place = values[3]
        with qtbot.waitSignal(panel.system_chosen) as told:
            click(qtbot, curves, *place)
        assert told.args == [system]
        assert panel.document.names[system] in curves.tip(QPointF(*place))
    item = curves.legend.item(1)
    with qtbot.waitSignal(panel.system_chosen) as told:
        qtbot.mouseClick(curves.legend.viewport(), LEFT, pos=curves.legend.visualItemRect(item).center())
    assert told.args == [item.data(Qt.ItemDataRole.UserRole)]
    with qtbot.assertNotEmitted(panel.system_chosen):
        click(qtbot, curves, 20, 80)


def test_the_current_system_is_thick(panel):
    panel.set_system(2)
    widths = {system: line.opts["pen"].widthF() for system, line in panel.curves.lines.items()}
    assert max(widths, key=widths.get) == 2
    assert [item.text() for item in items(panel) if item.font().bold()] == [panel.document.names[2]]


def items(panel):
    return [panel.curves.legend.item(row) for row in range(panel.curves.legend.count())]


def test_another_document_of_the_same_names(panel, document, demo_folder):
    other = open_document(document.paths)
    fill(other)
    other.current = 1
    panel.set_document(other)
    assert panel.system == 1
    assert len(panel.curves.lines) == 3
    np.testing.assert_array_equal(dots(panel), points(other.study, 1)[panel.scatter.sentences])


def test_dark_and_light(panel):
    seen = set()
    for name in ("dark", "light"):
        theme = load_theme(name)
        panel.set_theme(theme)
        image = panel.scatter.plot.grab().toImage()
        assert image.pixelColor(2, 2) == theme.interface.page
        seen.add(panel.curves.pen(0).color().name())
    assert len(seen) == 2


def test_rows_for_a_table(panel, document):
    header, *rows = panel.export_data("scatter")
    assert header == ["sentence", "e-dice", "t-dice"]
    assert [row[0] - 1 for row in rows] == panel.scatter.sentences.tolist()
    header, *rows = export_data(document, 0, "curves")
    assert header == ["system", "size", "f1"]
    assert len(rows) == sum(len(curve(document.study, system)) for system in range(3))
    with pytest.raises(ValueError, match="no plot named 'pie'"):
        panel.export_data("pie")
    assert PlotsPanel(panel.theme).export_data("scatter") == []


def test_names_for_who_cannot_see(panel):
    for widget in (panel, panel.scatter.plot, panel.curves.plot, panel.curves.legend):
        assert widget.accessibleName()
    assert panel.scatter.plot.accessibleDescription() == "120 sentences"


@pytest.fixture
def explained(panel, document):
    """The panel with the errors of two of three systems."""
    for system in (0, 2):
        panel.set_errors(system, document.errors.totals(system))
    return panel


def test_bars_are_the_errors(explained, document):
    chart = explained.errors
    assert [(bar.kind, bar.count) for bar in chart.model.bars] == document.errors.totals(0).by_kind()
    assert chart.counting.text() == "counting… 2 of 3 systems"
    explained.set_system(1)
    assert not chart.model.bars
    explained.set_errors(1, document.errors.totals(1))
    assert [(bar.kind, bar.count) for bar in chart.model.bars] == document.errors.totals(1).by_kind()
    assert not chart.counting.isVisible()
    rows = explained.export_data("errors")
    assert [sum(row[3] for row in rows if row[0] == name) for name in document.names] == [
        document.errors.totals(system).brackets for system in range(3)
    ]
    explained.set_document(open_document(document.paths))
    assert not chart.model.bars


def test_a_click_on_a_bar_chooses_a_kind(qtbot, explained):
    chart = explained.errors
    explained.set_system(2)
    place = chart.list.visualRect(chart.model.index(1)).center()
    with qtbot.waitSignal(explained.kind_chosen) as told:
        qtbot.mouseClick(chart.list.viewport(), LEFT, pos=place)
    assert told.args == [2, chart.model.bars[1].kind]
    explained.show_kind("unary")
    assert chart.model.chosen == "unary"


def test_what_is_shown_is_what_is_exported(explained):
    said = []
    explained.export_wanted.connect(lambda *how: said.append(how))
    explained.errors.export_wanted.emit("copy")
    explained.errors.choose_measure("repairs")
    explained.errors.export_wanted.emit("data")
    assert said == [("errors", "copy"), ("errors-repairs", "data")]


def seen(panel):
    QApplication.processEvents()
    return [panel.titles[place] for place, card in enumerate(panel._cards()) if card.isVisible()]


def test_where_there_is_no_room_arrows_lead_to_the_other_plots(qtbot, panel):
    everything = list(panel.titles)
    assert seen(panel) == everything
    assert not panel.before.isVisible()
    assert not panel.after.isVisible()
    panel.resize(640, 200)
    assert seen(panel) == everything[:2]
    assert panel.after.accessibleName() == "Show Errors by kind"
    qtbot.mouseClick(panel.after, LEFT)
    assert seen(panel) == everything[1:]
    assert not panel.after.isVisible()
    qtbot.mouseClick(panel.before, LEFT)
    assert seen(panel) == everything[:2]
    panel.show_errors()
    assert seen(panel) == everything[1:]
    panel.resize(1000, 300)
    assert seen(panel) == everything
    panel.resize(330, 200)
    assert len(seen(panel)) == 1


def test_it_asks_for_no_more_room_than_two_plots(panel):
    assert panel.minimumSizeHint().width() < 544
    for width in (330, 544, 624, 700, 920, 1400):
        panel.resize(width, 200)
        QApplication.processEvents()
        assert panel.width() == width
        cards = [card for card in panel._cards() if card.isVisible()]
        assert all(card.width() >= card.minimumSizeHint().width() for card in cards)
        assert max(card.geometry().right() for card in cards) < panel.splitter.width()
        widths = [card.width() for card in cards]
        assert max(widths) <= 1.3 * min(widths)


def test_nothing_is_imported_before_it_is_shown():
    code = "import sys, treelens.gui.panels.plots; sys.exit('pyqtgraph' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
