"""The list of what was wrong with the files."""

import pytest
from PySide6.QtCore import QPersistentModelIndex, Qt
from PySide6.QtGui import QFontDatabase
from PySide6.QtTest import QAbstractItemModelTester

from treelens.engine.formats import load
from treelens.engine.problems import Problem
from treelens.gui.models.problems import ProblemModel, is_note, problems_of
from treelens.gui.panels.problems import ProblemsPanel

Role = Qt.ItemDataRole
DOWN, UP = Qt.SortOrder.DescendingOrder, Qt.SortOrder.AscendingOrder
PROBLEMS = [
    Problem("data/b.mrg", 0, 0, "2 ids occur several times"),
    Problem("data/b.mrg", 3, 5, "expected '('", "(S x)", 2),
    Problem("data/a.mrg", 12, 1, "no word", "(S)"),
]


@pytest.fixture
def model(qapp):
    """A model watched by Qt's own tester in all it does."""
    made = ProblemModel()
    tester = QAbstractItemModelTester(made, QAbstractItemModelTester.FailureReportingMode.Warning)
    made.set_problems(PROBLEMS)
    yield made
    del tester


@pytest.fixture
def panel(qtbot):
    made = ProblemsPanel()
    qtbot.addWidget(made)
    made.resize(800, 300)
    made.show()
    return made


def texts(model, column, role=Role.DisplayRole):
    return [model.index(row, column).data(role) for row in range(model.rowCount())]


def test_it_is_a_good_model(qtmodeltester, model):
    qtmodeltester.check(model)
    model.set_problems([])
    qtmodeltester.check(model)


def test_cells(model):
    assert texts(model, 0) == ["b.mrg", "b.mrg", "a.mrg"]
    assert texts(model, 1) == ["note", "3:5", "12:1"]
    assert texts(model, 2) == [problem.message for problem in PROBLEMS]
    assert texts(model, 0, Role.ToolTipRole)[2] == "data/a.mrg"
    assert texts(model, 0, Role.AccessibleTextRole) == [
        "note on b.mrg: 2 ids occur several times",
        "b.mrg, line 3, column 5: expected '('",
        "a.mrg, line 12, column 1: no word",
    ]
    titles = [model.headerData(column, Qt.Orientation.Horizontal) for column in range(3)]
    assert titles == ["File", "Line", "What is wrong"]


def test_sorting_keeps_what_is_marked(model):
    marked = QPersistentModelIndex(model.index(2, 0))
    model.sort(0, UP)
    assert texts(model, 1) == ["12:1", "note", "3:5"]
    assert marked.row() == 0
    model.sort(1, DOWN)
    assert texts(model, 1) == ["12:1", "3:5", "note"]
    model.sort(-1)
    assert texts(model, 1) == ["note", "3:5", "12:1"]
    assert model.problem_at(model.index(2, 0)) is PROBLEMS[2]


def test_notes_and_problems_of_files(tmp_path):
    path = tmp_path / "bad.mrg"
    path.write_text("(S (NN a))\n(S (NN b)\n(S (NN c))\n", encoding="utf-8")
    bank = load(path)
    bank.notes.append("something to know")
    found = problems_of([bank])
    assert [is_note(problem) for problem in found] == [True] + [False] * len(bank.problems)
    assert found[0].path == str(path)
    assert found[1:] == bank.problems != []


# --- the panel ----------------------------------------------------------------------------------------------------


def test_nothing_was_wrong(panel):
    assert panel.stack.currentWidget() is panel.nothing
    assert panel.nothing.text() == "nothing was wrong with the files"
    panel.show_problems(PROBLEMS)
    assert panel.stack.currentWidget() is panel.splitter
    assert panel.count == 2
    panel.show_problems([])
    assert panel.stack.currentWidget() is panel.nothing


def test_problems_stay_in_the_order_of_files(panel):
    panel.show_problems(PROBLEMS)
    assert texts(panel.model, 1) == ["note", "3:5", "12:1"]


def test_keys_walk_and_details_show_the_place(qtbot, panel):
    panel.show_problems(PROBLEMS)
    heard = []
    panel.chosen.connect(heard.append)
    panel.table.setCurrentIndex(panel.model.index(0, 0))
    assert panel.details.toPlainText() == "data/b.mrg: 2 ids occur several times"
    qtbot.keyClick(panel.table, Qt.Key.Key_Down)
    assert panel.details.toPlainText() == f"{PROBLEMS[1].report()}\nSentence 3 is lost by it."
    qtbot.keyClick(panel.table, Qt.Key.Key_Down)
    assert panel.details.toPlainText() == PROBLEMS[2].report()
    qtbot.keyClick(panel.table, Qt.Key.Key_Return)
    assert heard == [*PROBLEMS, PROBLEMS[2]]
    assert panel.details.font().family() == QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family()
    panel.show_problems(PROBLEMS[:1])
    assert panel.details.toPlainText() == ""


def test_a_click_chooses(qtbot, panel):
    panel.show_problems(PROBLEMS)
    place = panel.table.visualRect(panel.model.index(1, 2)).center()
    with qtbot.waitSignal(panel.chosen) as told:
        qtbot.mouseClick(panel.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert told.args == [PROBLEMS[1]]


def test_a_heading_sorts(qtbot, panel):
    panel.show_problems(PROBLEMS)
    panel.table.sortByColumn(0, UP)
    assert texts(panel.model, 0) == ["a.mrg", "b.mrg", "b.mrg"]
    panel.show_problems(PROBLEMS)
    assert texts(panel.model, 0) == ["b.mrg", "b.mrg", "a.mrg"]
