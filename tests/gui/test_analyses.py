"""All analyses that a system has of a sentence: listed with their scores, and shown one after the other."""

from pathlib import Path

import copies
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from treelens.engine.metrics import METRICS
from treelens.engine.prepare import usual_preparation
from treelens.gui.document import open_document
from treelens.gui.figures import FigureSpec, TreeFigure
from treelens.gui.models.analyses import AnalysisModel
from treelens.gui.program import demo_files

FILES = ("gold.mrg", "bllip-5best.nbest", "berkeley.mrg")
SENTENCE = 0  # its third analysis is gold's own


@pytest.fixture
def files(demo_folder):
    return [str(demo_folder / name) for name in FILES]


@copies.opening("nbest")
def open_nbest(window, _folder):
    """Open an n-best file and another system."""
    folder = Path(demo_files()[0]).parent
    window.open_files([str(folder / name) for name in FILES], goto=SENTENCE + 1)
    assert window.wait_until_filled(), window.last_error


@pytest.fixture
def nbest(window, tmp_path):
    """The window with an n-best file open, and another system."""
    if not copies.here:
        open_nbest(window, tmp_path)
    return window


@pytest.fixture
def listed(qtbot, nbest):
    """The same with the panel of analyses in front, and its scores there."""
    nbest.docks.reveal("analyses")
    qtbot.waitUntil(lambda: len(nbest.analyses.model.scores) == 3)
    return nbest


def texts(window, column):
    model = window.analyses.model
    return [model.index(row, column).data() for row in range(model.rowCount())]


def drawn_number(window):
    return window.trees.compared.parses["system"].number


def press(window, key, modifier=Qt.KeyboardModifier.NoModifier):
    QTest.keyClick(window, key, modifier)


def test_analyses_with_their_scores(listed):
    panel = listed.analyses
    assert [metric.name for metric in panel.model.metrics] == ["f1", "t-dice", "e-dice"]  # the last two are ranked by
    assert texts(listed, AnalysisModel.NUMBER) == ["1 · in use", "2", "★ 3 · oracle", "4", "5"]
    assert texts(listed, AnalysisModel.OWN)[:2] == ["−140.357", "−141.003"]
    f1 = listed.document.study.scores(0, METRICS["f1"])[SENTENCE]
    assert panel.model.scores["f1"][0] == pytest.approx(f1)
    assert texts(listed, AnalysisModel.FIRST_SCORE)[2] == "▴ 100"
    assert panel.gain.text() == f"Best available of 5: analysis 3, F1 100 instead of {100 * f1:.1f}"


def test_signs_are_also_words(listed):
    model = listed.analyses.model
    said = [model.index(2, column).data(Qt.ItemDataRole.AccessibleTextRole) for column in range(3)]
    assert said[0] == "Analysis 3 of 5; oracle: the best by F1"
    assert said[2].endswith("100, the best of all")
    assert "in use" in model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert model.index(2, 2).data(Qt.ItemDataRole.ForegroundRole) == listed.theme.interface.good


def test_a_click_shows_an_analysis_everywhere(qtbot, listed):
    table, before = listed.analyses.table, drawn_number(listed)
    where = table.visualRect(listed.analyses.model.index(2, 0)).center()
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, where)
    assert drawn_number(listed) == before + 2
    assert listed.trees.system_side.title.text() == "bllip-5best · analysis 3 of 5"
    assert listed.trees.comparison.script == []  # it is gold's
    qtbot.waitUntil(lambda: not listed.looking.is_telling)
    assert listed.this.repairs.explanation.repairs == ()
    assert listed.this.scores_heading.text() == "Scores of the analysis in use"
    QTest.keyClick(table, Qt.Key.Key_Down)
    assert listed.looking.analysis == 3
    listed.actions_["copy-system"].trigger()
    assert QApplication.clipboard().text() == str(listed.document.systems[0].tree(before + 3))


def test_another_sentence_shows_the_analysis_in_use(listed):
    listed.looking.show_analysis(4)
    assert listed.analyses.table.currentIndex().row() == 4
    assert listed.sentences.step(1) or listed.sentences.step(-1)
    assert listed.looking.analysis is None
    assert listed.trees.system_side.title.text() == "bllip-5best"
    listed.sentences.show_sentence(SENTENCE)
    assert listed.looking.analysis is None
    listed.looking.show_analysis(1)
    listed.looking.choose_system(1)
    assert listed.looking.analysis is None
    assert texts(listed, AnalysisModel.NUMBER) == ["1 · in use"]


def test_keys_lead_from_analysis_to_analysis(nbest):
    press(nbest, Qt.Key.Key_A)
    press(nbest, Qt.Key.Key_A)
    assert nbest.looking.analysis == 2
    press(nbest, Qt.Key.Key_A, Qt.KeyboardModifier.ShiftModifier)
    assert nbest.looking.analysis == 1
    press(nbest, Qt.Key.Key_A, Qt.KeyboardModifier.ShiftModifier)
    press(nbest, Qt.Key.Key_A, Qt.KeyboardModifier.ShiftModifier)
    assert nbest.looking.analysis == 0
    assert "no further analysis" in nbest.status.currentMessage()
    nbest.looking.choose_system(1)
    press(nbest, Qt.Key.Key_A)
    assert "berkeley has no other analysis" in nbest.status.currentMessage()
    assert nbest.analyses.model.rowCount() == 0  # nothing is listed or scored while nobody looks


def test_sorting_by_a_measure_lets_it_choose_the_oracle(listed):
    panel = listed.analyses
    header = panel.table.horizontalHeader()
    column = AnalysisModel.FIRST_SCORE + 1
    where = header.sectionViewportPosition(column) + 5
    QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(where, 8))
    assert panel.model.by == "t-dice"
    assert texts(listed, AnalysisModel.NUMBER)[0] == "★ 3 · oracle"
    assert "T 100" in panel.gain.text() or "T Dice 100" in panel.gain.text()
    assert panel.table.currentIndex().row() == panel.model.row_of(0)  # what is shown stays marked


def test_other_measures(qtbot, listed):
    panel = listed.analyses
    panel.choose_measures()
    dialog = panel._choosing
    row = [getattr(row, "name", "") for row in dialog.matrix.rows].index("leaf-ancestor")
    dialog.matrix.setData(dialog.matrix.index(row, 0), Qt.CheckState.Checked, Qt.ItemDataRole.CheckStateRole)
    qtbot.waitUntil(lambda: len(panel.model.scores) == 4)
    assert panel.measures[-1] == "leaf-ancestor"
    dialog.reset.click()
    assert panel.measures is None
    dialog.close()


def test_the_analysis_of_a_rank_is_drawn_and_scored(files):
    document = open_document(files[:2], lambda gold: usual_preparation(gold).changed(["rank=3"]))
    shown = document.shown(SENTENCE, 0)
    comparison = document.study.comparison(0)
    assert shown.system.number == comparison.system.best()[SENTENCE] == document.gold.best()[SENTENCE] + 2
    assert shown.system.tree == comparison.gold.bank.tree(SENTENCE)
    assert comparison.scores(METRICS["f1"])[SENTENCE] == 1
    assert document.original(SENTENCE, "system").words == shown.system.original.words
    assert document.analyses(SENTENCE, 0).in_use == (2,)
    assert str(document.original(SENTENCE, "system")) == str(document.systems[0][SENTENCE].analyses[2].tree)


def test_a_figure_shows_the_analysis_that_is_shown(files):
    document = open_document(files[:2])
    figure = TreeFigure(document, SENTENCE, 0, analysis=2)
    assert figure.subject.first.title == "bllip-5best · analysis 3 of 5"
    assert figure.subject.scores == ()
    assert figure.arguments(FigureSpec())[2:4] == ["--set", "rank=3"]
