"""The chart of errors by kind: what is drawn is what was counted, and every bar leads to a kind of a system."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication

from treelens.engine.errors import KINDS, Count, Totals
from treelens.gui.app import application
from treelens.gui.error_data import MEASURES, amount, bars, error_rows, groups
from treelens.gui.models.error_bars import BarModel
from treelens.gui.theme import load_theme
from treelens.gui.views.error_chart import ErrorChart

LEFT = Qt.MouseButton.LeftButton
Role = Qt.ItemDataRole
NAMES = ["berkeley", "stanford", "a <b> & c"]
TOTALS = {
    0: Totals(
        {"PP attachment": Count(3, 12, 20, (1, 4)), "unary": Count(5, 5, 0, (0, 1, 2, 3, 4)), "other": Count(1, 3)}
    ),
    1: Totals(
        {"PP attachment": Count(4, 17, 9, (4,)), "unary": Count(1, 1, 0, (2,)), "coordination": Count(1, 2, 0, (9,))}
    ),
}


@pytest.fixture
def chart(qtbot):
    application("light")
    made = ErrorChart(load_theme("light"))
    qtbot.addWidget(made)
    made.resize(320, 260)
    made.set_totals(NAMES, TOTALS, 0)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    QApplication.processEvents()
    return made


def kinds(chart):
    return [chart.model.index(row).data() for row in range(chart.model.rowCount())]


def place(chart, row, across=0.75, down=0.25):
    box = chart.list.visualRect(chart.model.index(row))
    return QPoint(box.left() + round(across * box.width()), box.top() + round(down * box.height()))


def pick(qtbot, box, text):
    """Choose a line of a box by keys, as one does who cannot use a mouse."""
    box.setFocus()
    row = box.findText(text)
    assert row >= 0, text
    while box.currentIndex() != row:
        qtbot.keyClick(box, Qt.Key.Key_Down if box.currentIndex() < row else Qt.Key.Key_Up)


def test_bars_are_the_totals():
    made = bars(TOTALS, 0)
    assert [(bar.kind, bar.value, bar.share) for bar in made] == [
        ("PP attachment", 12, 0.6),
        ("unary", 5, 0.25),
        ("other", 3, 0.15),
    ]
    assert [bar.kind for bar in bars(TOTALS, 0, measure="sentences")] == ["unary", "PP attachment"]
    assert bars(TOTALS, 2) == bars({}, 0, 1) == []
    compared = {bar.kind: (bar.value, bar.other_value, bar.difference) for bar in bars(TOTALS, 0, 1)}
    assert compared["PP attachment"] == (12, 17, -5)
    assert compared["coordination"] == (0, 2, -2)
    assert all(bar.difference is None for bar in bars(TOTALS, 0, 2))
    for measure in MEASURES:
        for kind, values in groups(TOTALS, measure):
            assert values == {n: amount(one.kinds.get(kind, Count()), measure) for n, one in TOTALS.items()}


def test_rows_of_a_table():
    header, *rows = error_rows(NAMES, TOTALS)
    assert header == ["system", "kind", "repairs", "brackets", "share", "sentences"]
    assert len(rows) == 2 * len(KINDS)
    assert ["stanford", "PP attachment", 4, 17, 0.85, 1] in rows


def test_it_is_a_good_model(qapp, qtmodeltester):
    model = BarModel()
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Warning)
    model.set_totals(NAMES, TOTALS, 0, 1, "brackets")
    qtmodeltester.check(model)
    model.set_chosen("unary")
    model.set_totals([], {}, 0, None, "brackets")
    qtmodeltester.check(model)
    del tester


def test_the_longest_is_first_in_each_measure(qtbot, chart):
    assert kinds(chart) == ["PP attachment", "unary", "other"]
    pick(qtbot, chart.measures, "repairs")
    assert kinds(chart) == ["unary", "PP attachment", "other"]
    assert chart.plot == "errors-repairs"
    pick(qtbot, chart.measures, "sentences")
    assert kinds(chart) == ["unary", "PP attachment"]
    assert chart.plot == "errors-sentences"
    chart.choose_measure("brackets")
    assert chart.plot == "errors"


@pytest.mark.parametrize("row", range(3))
def test_a_click_chooses_a_kind(qtbot, chart, row):
    with qtbot.waitSignal(chart.kind_chosen) as told:
        qtbot.mouseClick(chart.list.viewport(), LEFT, pos=place(chart, row, down=0.9))
    assert told.args == [0, kinds(chart)[row]]
    assert chart.model.chosen == kinds(chart)[row]


def test_a_click_beside_the_rows_and_a_press_that_slips_off_choose_nothing(qtbot, chart):
    view = chart.list.viewport()
    with qtbot.assertNotEmitted(chart.kind_chosen):
        qtbot.mouseClick(view, LEFT, pos=QPoint(100, view.height() - 3))
        qtbot.mousePress(view, LEFT, pos=place(chart, 0))
        qtbot.mouseRelease(view, LEFT, pos=place(chart, 1))
        qtbot.mouseClick(view, Qt.MouseButton.RightButton, pos=place(chart, 0))


def test_keys(qtbot, chart):
    chart.list.setFocus()
    assert chart.list.currentIndex().row() == 0
    qtbot.keyClick(chart.list, Qt.Key.Key_Down)
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
        with qtbot.waitSignal(chart.kind_chosen) as told:
            qtbot.keyClick(chart.list, key)
        assert told.args == [0, "unary"]
    pick(qtbot, chart.measures, "repairs")
    assert chart.list.currentIndex().data() == "unary"


def test_two_systems(qtbot, chart):
    pick(qtbot, chart.others, "against stanford")
    assert kinds(chart) == ["PP attachment", "unary", "other", "coordination"]
    view = chart.list.viewport()
    for down, system in ((0.25, 0), (0.8, 1)):
        with qtbot.waitSignal(chart.kind_chosen) as told:
            qtbot.mouseClick(view, LEFT, pos=place(chart, 1, down=down))
        assert told.args == [system, "unary"]
    with qtbot.waitSignal(chart.kind_chosen) as told:  # the name stands for the current system
        qtbot.mouseClick(view, LEFT, pos=place(chart, 1, across=0.05, down=0.8))
    assert told.args == [0, "unary"]
    chart.list.setFocus()
    with qtbot.waitSignal(chart.kind_chosen) as told:
        qtbot.keyClick(chart.list, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert told.args == [1, "unary"]
    pick(qtbot, chart.others, "compare with…")
    assert kinds(chart) == ["PP attachment", "unary", "other"]
    with qtbot.waitSignal(chart.kind_chosen) as told:
        qtbot.keyClick(chart.list, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert told.args[0] == 0


def test_the_two_change_places(chart):
    chart.compare_with(1)
    chart.set_totals(NAMES, TOTALS, 1)
    assert (chart.system, chart.other) == (1, 0)
    assert chart.others.currentText() == "against berkeley"
    assert chart.model.bars[0].difference == 5
    chart.set_totals(["x"], {0: TOTALS[0]}, 0)
    assert chart.other is None
    assert not chart.others.isVisible()


def test_what_is_not_counted_yet(qtbot, chart):
    assert chart.counting.isVisible()
    assert chart.counting.text() == "counting… 2 of 3 systems"
    chart.set_working(False)
    assert chart.counting.text() == "2 of 3 systems are counted"
    with qtbot.waitSignal(chart.errors_wanted) as told:
        pick(qtbot, chart.others, "against a <b> & c")
    assert told.args == [2]
    with qtbot.assertNotEmitted(chart.errors_wanted):
        pick(qtbot, chart.others, "against stanford")
    chart.set_totals(NAMES, TOTALS, 2)
    assert chart.message.isVisible()
    assert chart.message.text() == "counting errors…"
    chart.set_totals(NAMES, {**TOTALS, 2: Totals()}, 2)
    assert chart.message.text() == "a <b> & c makes no errors"
    assert not chart.counting.isVisible()
    chart.compare_with(0)
    assert chart.list.isVisible()


def test_news_that_are_none_do_not_move_anything(qtbot, chart):
    with qtbot.assertNotEmitted(chart.model.modelReset):
        chart.set_totals(NAMES, dict(TOTALS), 0)
    with qtbot.waitSignal(chart.model.modelReset):
        chart.set_totals(NAMES, {**TOTALS, 2: Totals()}, 0)


def test_for_who_cannot_see(chart):
    chart.compare_with(1)
    chart.show_kind("unary")
    spoken = [chart.model.index(row).data(Role.AccessibleTextRole) for row in range(2)]
    assert spoken == [
        "PP attachment. berkeley: 12 bracket errors (60.0 %), 3 repairs, 2 sentences; "
        "stanford: 17 bracket errors (85.0 %), 4 repairs, 1 sentence; difference −5",
        "unary. berkeley: 5 bracket errors (25.0 %), 5 repairs, 5 sentences; "
        "stanford: 1 bracket error (5.0 %), 1 repair, 1 sentence; difference +4, chosen",
    ]
    for widget in (chart.list, chart.measures, chart.others):
        assert widget.accessibleName()
        assert widget.focusPolicy() & Qt.FocusPolicy.TabFocus
    chart.set_totals(NAMES, {2: TOTALS[0]}, 2)
    tip = chart.model.index(0).data(Role.ToolTipRole)
    assert "a &lt;b&gt; &amp; c: 12 bracket errors (60.0 %), 3 repairs, 2 sentences" in tip


def long_bar(chart, row):
    """Return the colour in the middle of the beginning of a row's bar."""
    left = 10 + chart.list.delegate.name_width + 8
    box = chart.list.visualRect(chart.model.index(row))
    return chart.list.viewport().grab().toImage().pixelColor(round(left) + 4, box.center().y())


@pytest.mark.parametrize("name", ["light", "dark"])
def test_the_chosen_kind_has_the_accent(chart, name):
    theme = load_theme(name)
    chart.set_theme(theme)
    chart.show_kind("unary")
    QApplication.processEvents()
    assert long_bar(chart, 1) == theme.interface.accent
    assert long_bar(chart, 0) != theme.interface.accent
    chart.show_kind("")
    assert long_bar(chart, 1) != theme.interface.accent


def test_bars_are_as_long_as_their_numbers(chart):
    delegate = chart.list.delegate
    image = chart.list.viewport().grab().toImage()
    lengths = []
    for row in range(3):
        y = chart.list.visualRect(chart.model.index(row)).center().y()
        x = begin = round(10 + delegate.name_width + 8) + 3
        colour = image.pixelColor(x, y)
        while image.pixelColor(x, y) == colour:
            x += 1
        lengths.append(x - begin + 3)
    for bar, length in zip(chart.model.bars, lengths, strict=True):
        assert length == pytest.approx(lengths[0] * bar.value / 12, abs=2)


@pytest.mark.parametrize("width", [236, 280, 400])
def test_nothing_is_cut_off(chart, width):
    chart.compare_with(1)
    chart.resize(width, 200)
    QApplication.processEvents()
    delegate, room = chart.list.delegate, chart.list.viewport().width()
    assert 10 + delegate.name_width + 8 + delegate.number_width + 6 + 10 + 20 <= room
    assert chart.list.horizontalScrollBar().maximum() == 0


def test_the_menu_offers_what_others_offer(qtbot, chart):
    from PySide6.QtWidgets import QPushButton

    (more,) = (each for each in chart.findChildren(QPushButton) if each.menu() is not None)
    assert more.accessibleName() == "Export Errors by kind"
    said = []
    chart.export_wanted.connect(said.append)
    for action in more.menu().actions():
        action.trigger()
    assert said == ["export", "copy", "data"]


def test_keys_begin_at_the_chosen_kind(chart):
    chart.show_kind("other")
    chart.list.setFocus()
    assert chart.list.currentIndex().data() == "other"
