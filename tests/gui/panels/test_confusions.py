"""The table of attachment errors: sorted and filtered in its model, every row leads to its sentences."""

import csv

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox, QPushButton

from treelens.engine.errors import Confusion, Count, Totals
from treelens.gui.app import application
from treelens.gui.document import open_document
from treelens.gui.models.confusions import ConfusionModel
from treelens.gui.panels.confusions import ConfusionsPanel
from treelens.gui.program import demo_files

LEFT = Qt.MouseButton.LeftButton
Role = Qt.ItemDataRole
DOWN, UP = Qt.SortOrder.DescendingOrder, Qt.SortOrder.AscendingOrder
TOTALS = Totals(
    confusions={
        Confusion("PP", "NP", "VP"): Count(9, 21, 36, (3, 7, 8)),
        Confusion("NP PP", "S", ""): Count(2, 30, 3, (1,)),
        Confusion("SBAR", "NP", "NP"): Count(2, 4, 40, (0, 9)),
        Confusion("ADVP", "", "VP"): Count(10, 10, 100, tuple(range(10))),
    }
)


@pytest.fixture
def panel(qtbot):
    application("light")
    made = ConfusionsPanel()
    qtbot.addWidget(made)
    made.resize(640, 300)
    made.show_totals("berkeley", TOTALS)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    QApplication.processEvents()
    return made


def column(panel, number, role=Role.DisplayRole):
    return [panel.model.index(row, number).data(role) for row in range(panel.model.rowCount())]


def click_heading(qtbot, panel, section):
    header = panel.table.horizontalHeader()
    where = header.rect().center()
    where.setX(header.sectionViewportPosition(section) + header.sectionSize(section) // 2)
    qtbot.mouseClick(header.viewport(), LEFT, pos=where)


def cell(panel, row, number=0):
    return panel.table.visualRect(panel.model.index(row, number)).center()


def test_it_is_a_good_model(qapp, qtmodeltester):
    model = ConfusionModel()
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Warning)
    model.set_confusions(TOTALS.confusions)
    qtmodeltester.check(model)
    model.filter("pp")
    model.sort(0, UP)
    model.filter("")
    model.set_confusions({})
    qtmodeltester.check(model)
    del tester


def test_cells(panel):
    assert column(panel, 0) == ["ADVP", "PP", "NP PP", "SBAR"]  # the most frequent first
    assert column(panel, 1) == ["top", "NP", "S", "NP"]
    assert column(panel, 2) == ["VP", "VP", "top", "NP"]
    assert column(panel, 3) == ["10", "9", "2", "2"]
    assert column(panel, 4) == ["10", "21", "30", "4"]
    assert column(panel, 5) == ["10.0", "4.0", "1.5", "20.0"]
    assert column(panel, 6) == ["10", "3", "1", "2"]
    assert panel.note.text() == "berkeley · 4 confusions, 23 repairs"


@pytest.mark.parametrize("section", range(7))
def test_a_click_on_a_heading_sorts(qtbot, panel, section):
    def keys():
        found = [panel.model.shown()[row] for row in range(panel.model.rowCount())]
        return [
            confusion[section]
            if section < 3
            else (count.repairs, count.brackets, count.mean_distance, len(count.sentences))[section - 3]
            for confusion, count in found
        ]

    seen = set()
    for _ in range(2):
        click_heading(qtbot, panel, section)
        down = panel.table.horizontalHeader().sortIndicatorOrder() == DOWN
        seen.add(down)
        assert keys() == sorted(keys(), reverse=down)
    assert seen == {True, False}


def test_what_is_selected_stays_selected(qtbot, panel):
    panel.table.selectRow(1)
    click_heading(qtbot, panel, 0)
    assert panel.table.currentIndex().siblingAtColumn(0).data() == "PP"
    qtbot.keyClicks(panel.filter, "vp")
    assert panel.table.currentIndex().siblingAtColumn(0).data() == "PP"


def test_the_filter(qtbot, panel):
    qtbot.keyClicks(panel.filter, "pp")
    assert column(panel, 0) == ["PP", "NP PP"]
    assert panel.note.text() == "berkeley · 2 of 4 confusions, 11 repairs"
    qtbot.keyClicks(panel.filter, " TO")
    assert column(panel, 0) == ["NP PP"]
    qtbot.keyClicks(panel.filter, "x")
    assert column(panel, 0) == []
    assert not panel.export.isEnabled()
    panel.show_totals("stanford", TOTALS)  # what was typed stays in force
    assert panel.model.rowCount() == 0
    panel.filter.clear()
    assert panel.model.rowCount() == 4


def test_a_click_chooses_sentences(qtbot, panel):
    for row, sentences, words in ((1, [3, 7, 8], "PP under NP, not VP"), (3, [0, 9], "SBAR under another NP")):
        with qtbot.waitSignal(panel.sentences_chosen) as told:
            qtbot.mouseClick(panel.table.viewport(), LEFT, pos=cell(panel, row, row))
        assert told.args == [sentences, words]


def test_keys_choose_sentences(qtbot, panel):
    panel.setFocus()
    with qtbot.assertNotEmitted(panel.sentences_chosen):
        panel.table.setCurrentIndex(panel.model.index(0, 0))
        qtbot.keyClick(panel.table, Qt.Key.Key_Down)
        qtbot.keyClick(panel.table, Qt.Key.Key_Down)
    with qtbot.waitSignal(panel.sentences_chosen) as told:
        qtbot.keyClick(panel.table, Qt.Key.Key_Return)
    assert told.args == [[1], "NP PP under S, not top"]


def test_nothing_to_show(panel):
    panel.show_totals("berkeley", None)
    assert panel.message.isVisible()
    assert panel.message.text() == "counting errors…"
    panel.show_totals("berkeley", Totals())
    assert panel.message.text() == "berkeley attaches everything as gold does"
    assert panel.note.text() == "berkeley"


def test_for_who_cannot_see(panel):
    assert column(panel, 0, Role.AccessibleTextRole)[2] == (
        "NP PP hangs under S, belongs under top: 2 repairs, 30 brackets, 1.5 words away, 1 sentences"
    )
    assert panel.table.accessibleName()
    assert panel.filter.accessibleName()
    for section in range(7):
        assert panel.model.headerData(section, Qt.Orientation.Horizontal, Role.ToolTipRole)


def test_headings_fit(panel):
    header = panel.table.horizontalHeader()
    assert panel.table.horizontalScrollBar().maximum() == 0
    for section in range(7):
        assert header.sectionSize(section) >= header.sectionSizeHint(section) - 24


def saved(monkeypatch, target):
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, **__: (str(target) if target else "", ""))


def test_rows_are_saved_as_they_are_shown(qtbot, panel, monkeypatch, tmp_path):
    saved(monkeypatch, tmp_path / "rows")
    qtbot.keyClicks(panel.filter, "vp")
    (more,) = (each for each in panel.findChildren(QPushButton) if each.menu() is not None)
    with qtbot.waitSignal(panel.said) as told:
        more.menu().actions()[0].trigger()
    assert told.args == ["saved rows.csv"]
    with (tmp_path / "rows.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    assert rows == [
        ["system", "phrase", "under", "gold", "repairs", "brackets", "distance", "sentences"],
        ["berkeley", "ADVP", "", "VP", "10", "10", "10.0", "1 2 3 4 5 6 7 8 9 10"],
        ["berkeley", "PP", "NP", "VP", "9", "21", "4.0", "4 8 9"],
    ]


def test_files_are_not_overwritten_unasked(panel, monkeypatch, tmp_path):
    target = tmp_path / "rows.csv"
    target.write_text("mine", encoding="utf-8")
    saved(monkeypatch, target)
    asked, warned = [], []
    monkeypatch.setattr(QMessageBox, "question", lambda *args: asked.append(args) or QMessageBox.StandardButton.No)
    monkeypatch.setattr(QMessageBox, "warning", lambda *args: warned.append(args[-1]))
    panel.save_rows()
    assert (target.read_text(encoding="utf-8"), len(asked)) == ("mine", 1)
    panel.show_totals("berkeley", TOTALS, [str(target)])
    panel.save_rows()
    assert "is one of the inputs" in warned[0]
    saved(monkeypatch, tmp_path / "nowhere" / "rows.csv")
    panel.save_rows()
    assert "cannot be written" in warned[1]
    saved(monkeypatch, None)
    panel.save_rows()
    assert (target.read_text(encoding="utf-8"), len(asked), len(warned)) == ("mine", 1, 2)


def test_the_demo(qtbot, own_folders, panel):
    document = open_document(demo_files()[:2])
    totals = document.errors.totals(0)
    panel.show_totals(document.names[0], totals, document.paths)
    assert panel.model.rowCount() == len(totals.confusions) > 10
    with qtbot.waitSignal(panel.sentences_chosen) as told:
        qtbot.mouseClick(panel.table.viewport(), LEFT, pos=cell(panel, 0))
    first = totals.by_confusion()[0]
    assert told.args[0] == list(first[1].sentences)
    for sentence in told.args[0]:
        moves = [repair for repair in document.errors.of(0, sentence).repairs if repair.is_attachment]
        assert any((repair.before.label, repair.after.label) == first[0][1:] for repair in moves)
    document.study.cancel()
