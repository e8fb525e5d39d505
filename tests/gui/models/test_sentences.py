"""The table of sentences: contents, order, filter, and that what is selected stays so."""

import numpy as np
import pytest
from PySide6.QtCore import QItemSelectionModel, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QTableView

from treelens.engine.agreement import disagreement
from treelens.engine.filters import Context, Texts, parse
from treelens.engine.metrics import METRICS, choose
from treelens.engine.prepare import preset
from treelens.engine.study import Study
from treelens.gui.models.ranking import Ranking
from treelens.gui.models.roles import CellRole, PlaceRole
from treelens.gui.models.sentences import SentenceModel

Role = Qt.ItemDataRole
DOWN, UP = Qt.SortOrder.DescendingOrder, Qt.SortOrder.AscendingOrder
GAP = 6


def cell(model, sentence, column, role=Role.DisplayRole):
    return model.index(model.row_of(sentence - 1), column).data(role)


def listed(model):
    return (model.order + 1).tolist()


def test_an_empty_model_has_only_headings(qtmodeltester, qapp):
    model = SentenceModel()
    qtmodeltester.check(model)
    assert model.rowCount() == 0
    model.sort(0, UP)
    model.rerank()
    model.set_filter(None)
    assert model.sentence_at(0) == model.row_of(0) == -1


def test_it_is_a_good_model(qtmodeltester, model):
    qtmodeltester.check(model)


def test_it_starts_with_the_largest_gap(model, full_study):
    scores = [full_study.scores(0, METRICS[name]) for name in ("e-dice", "t-dice")]
    expected = disagreement(*scores)
    assert model.order.tolist()[: len(expected.order())] == expected.order()
    gaps = [abs(model.gap(model.sentence_at(row))) for row in range(20)]
    assert gaps == sorted(gaps, reverse=True)
    assert abs(model.index(0, GAP).data(CellRole).bar) == 1


def test_cells(model, full_study):
    words = " ".join(full_study.gold[14].words)
    assert cell(model, 15, 0) == "15"
    assert cell(model, 15, 1) == cell(model, 15, 1, Role.AccessibleTextRole) == words
    assert cell(model, 15, 0, PlaceRole) == 14
    score = full_study.scores(0, METRICS["e-dice"])[14]
    assert cell(model, 15, 2) == str(round(100 * score))
    assert cell(model, 15, 5) == f"{full_study.scores(0, METRICS['t-cost'])[14]:g}"
    assert cell(model, 15, 5, CellRole).tone == "text"
    assert cell(model, 15, 2, Role.AccessibleTextRole) == f"E Dice, berkeley: {100 * score:.1f} percent"
    assert cell(model, 15, GAP, Role.AccessibleTextRole).startswith("rank gap ")
    assert Qt.AlignmentFlag.AlignRight in Qt.AlignmentFlag(cell(model, 15, 2, Role.TextAlignmentRole))
    assert Qt.AlignmentFlag.AlignLeft in Qt.AlignmentFlag(cell(model, 15, 1, Role.TextAlignmentRole))


def test_sentences_that_were_not_compared_say_why(model):
    assert cell(model, 118, 4) == "–"
    assert cell(model, 118, 4, CellRole).tone == "muted"
    assert cell(model, 118, 1, CellRole).tone == "text"
    assert "linkgrammar: no parse" in cell(model, 118, 4, Role.ToolTipRole)
    assert cell(model, 118, 4, Role.AccessibleTextRole) == "F1, linkgrammar: not compared"


def test_tool_tips_are_text_not_markup(model, monkeypatch):
    monkeypatch.setattr(Texts, "words", lambda self, place: ("<b>", "&"))
    assert cell(model, 15, 1, Role.ToolTipRole) == "<p>&lt;b&gt; &amp;</p>"


def test_sentences_from_right_to_left_stand_right(model, monkeypatch):
    monkeypatch.setattr(Texts, "words", lambda self, place: ("שלום",))
    assert Qt.AlignmentFlag.AlignRight in Qt.AlignmentFlag(cell(model, 15, 1, Role.TextAlignmentRole))


def test_headings(model):
    headings = [model.headerData(column, Qt.Orientation.Horizontal) for column in range(model.columnCount())]
    assert headings[:2] == ["#", "Sentence"]
    assert headings[2:] == ["E berkeley", "T Dice berkeley", "F1 linkgrammar", "T cost berkeley", "Rank gap"]
    meaning = model.headerData(GAP, Qt.Orientation.Horizontal, Role.ToolTipRole)
    assert meaning == "rank by E Dice, berkeley − rank by T Dice, berkeley"
    model.set_ranking(Ranking.by_systems(0, 1, METRICS["f1"]))
    meaning = model.headerData(GAP, Qt.Orientation.Horizontal, Role.ToolTipRole)
    assert meaning == "rank by F1, berkeley − rank by F1, linkgrammar"


@pytest.mark.parametrize("order", [UP, DOWN])
@pytest.mark.parametrize("column", range(7))
def test_sorting_by_any_column(model, full_study, column, order):
    model.sort(column, order)
    metrics = {2: (0, "e-dice"), 3: (0, "t-dice"), 4: (1, "f1"), 5: (0, "t-cost")}
    if column in metrics:
        system, name = metrics[column]
        values = np.round(full_study.scores(system, METRICS[name]), 12)
    elif column == GAP:
        values = np.array([abs(model.gap(number - 1) or 0) for number in range(1, 121)])
    else:
        values = np.array([number if column == 0 else len(one.words) for number, one in enumerate(full_study.gold)])
    known = np.flatnonzero(~np.isnan(values)).tolist()
    sign = 1 if order == UP else -1
    assert model.order.tolist()[: len(known)] == sorted(known, key=lambda place: (sign * values[place], place))
    assert sorted(model.order.tolist()) == list(range(120))


def test_the_gap_column_stays_while_ranked_by_something_else(model):
    before = cell(model, 15, GAP)
    model.sort(0, UP)
    assert cell(model, 15, GAP) == before
    model.sort(GAP, DOWN)
    assert model.ranking == Ranking.by_measures()


def test_rows_and_sentences(model):
    for row in range(model.rowCount()):
        assert model.row_of(model.sentence_at(row)) == row
    assert model.sentence_at(120) == model.sentence_at(-1) == model.row_of(120) == -1


def test_filters_keep_the_order(model, full_study):
    ranked = listed(model)
    mask = parse("the f1:<80").matches(Context(full_study))
    model.set_filter(mask)
    assert listed(model) == [number for number in ranked if mask[number - 1]]
    assert 0 < model.rowCount() < 120
    other = ~mask
    model.set_filter(other)
    assert listed(model) == [number for number in ranked if other[number - 1]]
    model.sort(0, UP)
    model.set_filter(np.zeros(120, dtype=bool))
    assert model.rowCount() == 0
    model.set_filter(None)
    assert listed(model) == list(range(1, 121))


def test_whatever_points_at_a_row_goes_with_it(model):
    kept = {number: QPersistentModelIndex(model.index(model.row_of(number - 1), 1)) for number in (15, 17, 41)}
    for column, order in ((0, UP), (2, DOWN), (5, UP), (GAP, DOWN)):
        model.sort(column, order)
        assert [index.data(PlaceRole) + 1 for index in kept.values()] == list(kept)
        assert all(index.column() == 1 for index in kept.values())
    mask = np.ones(120, dtype=bool)
    mask[16] = False
    model.set_filter(mask)
    assert kept[15].data(PlaceRole) == 14
    assert not kept[17].isValid()
    model.set_filter(None)
    assert kept[41].data(PlaceRole) == 40


def test_the_selection_survives_sorting_filtering_and_other_columns(model, qtbot):
    view = QTableView()
    qtbot.addWidget(view)
    view.setModel(model)
    view.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
    rows = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
    for number in (15, 17):
        view.selectionModel().select(model.index(model.row_of(number - 1), 0), rows)
    view.setCurrentIndex(model.index(model.row_of(16), 0))
    view.selectionModel().select(model.index(model.row_of(14), 0), rows)
    view.show()

    def selected():
        return sorted(index.data(PlaceRole) + 1 for index in view.selectionModel().selectedRows())

    for column in (0, 3, 1, GAP):
        model.sort(column, UP)
        assert selected() == [15, 17]
        assert view.currentIndex().data(PlaceRole) == 16
    model.set_filter(np.arange(120) < 16)
    assert selected() == [15]
    model.set_filter(None)
    assert selected() == [15]
    model.set_columns([(1, METRICS[name]) for name in ("f1", "e-dice", "t-dice", "t-cost")])
    assert selected() == [15]
    model.set_columns([(0, METRICS["f1"])])
    assert selected() == [15]
    assert model.columnCount() == 4
    model.set_columns([])
    assert selected() == [15]
    assert model.columnCount() == 3
    place = view.currentIndex().data(PlaceRole)
    model.set_columns([(0, METRICS["f1"])])
    assert view.currentIndex().data(PlaceRole) == place


def test_a_sort_that_changes_nothing_says_nothing(model, qtbot):
    model.sort(0, UP)
    with qtbot.assertNotEmitted(model.layoutChanged):
        model.sort(0, UP)
    with qtbot.waitSignal(model.ranking_changed):
        model.set_ranking(Ranking.by_length())


def test_scores_arrive_and_are_ranked_when_asked(qapp, qtbot, banks):
    study = Study(banks[0], banks[1:], preset("collins"))
    study.chunk = 16
    news = []
    model = SentenceModel()
    model.set_study(study)
    model.set_columns([(0, METRICS["e-dice"])])
    assert cell(model, 15, 2) == cell(model, 15, 3) == ""
    assert cell(model, 15, 2, Role.AccessibleTextRole) == "E Dice, berkeley: not scored yet"
    assert study.fill(choose(["e-dice", "t-dice"]), news.append).wait(60)
    changes = []
    model.dataChanged.connect(lambda first, last, roles: changes.append((first, last)))
    with qtbot.assertNotEmitted(model.layoutChanged):
        model.refresh(news[0].places)
    ((first, last),) = [(one, other) for one, other in changes]
    assert (first.column(), last.column()) == (2, 2)
    assert (first.row(), last.row()) == (int(news[0].places.min()), int(news[0].places.max()))
    assert cell(model, 15, 2) != ""
    assert listed(model) == list(range(1, 121))
    with qtbot.waitSignal(model.layoutChanged):
        model.rerank()
    assert cell(model, 15, 3) != ""
    assert listed(model) != list(range(1, 121))


def test_news_of_hidden_sentences_change_nothing(model, qtbot):
    model.set_filter(np.arange(120) < 10)
    with qtbot.assertNotEmitted(model.dataChanged):
        model.refresh(np.arange(50, 60))


def test_a_new_study_begins_anew(model, full_study, qtbot):
    model.set_filter(np.arange(120) < 10)
    with qtbot.waitSignal(model.modelReset):
        model.set_study(full_study)
    assert model.rowCount() == 120
    assert model.ranking == Ranking.by_measures()
    assert model.columns == []


def test_without_systems(qtmodeltester, qapp, banks):
    model = SentenceModel()
    model.set_study(Study(banks[0], [], preset("collins")))
    qtmodeltester.check(model)
    assert listed(model) == list(range(1, 121))
    assert cell(model, 1, 1, CellRole).tone == "text"
