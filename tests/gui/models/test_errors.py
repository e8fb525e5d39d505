"""The column of errors in the model of sentences: chips, words, ranks, and what is not known yet."""

import numpy as np
import pytest
from PySide6.QtCore import Qt

from treelens.engine.errors import KINDS, Errors, kinds_named
from treelens.engine.metrics import METRICS
from treelens.gui.models.chosen import ERRORS, ChosenColumn, column_texts, columns_from
from treelens.gui.models.error_cells import chips
from treelens.gui.models.known_errors import KnownErrors
from treelens.gui.models.ranking import Column, Ranking
from treelens.gui.models.roles import CellRole, RankedRole
from treelens.gui.models.sentences import SentenceModel

Role = Qt.ItemDataRole
CHIPS = 2
BERKELEY, LINKGRAMMAR = 0, 1


@pytest.fixture
def known(full_study):
    """Nothing, at first."""
    return KnownErrors(Errors(full_study.comparison), len(full_study.gold))


@pytest.fixture
def model(model, full_study, known) -> SentenceModel:
    model.set_study(full_study, errors=known)
    model.set_columns([(BERKELEY, ERRORS), (BERKELEY, METRICS["f1"]), (LINKGRAMMAR, ERRORS)])
    model.set_ranking(Ranking.as_in_file())
    return model


def explain(known, system, sentences=None):
    for sentence in known.missing(system) if sentences is None else sentences:
        known.explain(system, sentence)


def cell(model, sentence, role, section=CHIPS):
    return model.index(model.row_of(sentence), section).data(role)


def test_short_names_are_understood_by_filters():
    for kind in KINDS:
        (short,) = chips([kind])
        assert kinds_named(short) == [kind]
        assert len(short) <= 8


def test_the_written_form():
    assert column_texts(columns_from(["errors", "a.errors", "gone.errors", "f1"], ["a"])) == [
        "errors",
        "a.errors",
        "f1",
    ]
    assert ChosenColumn.from_text("errors") == ChosenColumn(ERRORS)
    assert "errors" not in METRICS


def test_nothing_is_explained_by_looking(model, known):
    for sentence in (0, 14, 117):
        assert cell(model, sentence, CellRole).chips == []
        assert cell(model, sentence, Role.DisplayRole) == ""
        assert "not explained yet" in cell(model, sentence, Role.AccessibleTextRole)
        assert "not explained yet" in cell(model, sentence, Role.ToolTipRole)
    assert known.errors._found == {}
    assert np.isnan(known.repairs(0)).all()


def test_chips_and_what_they_stand_for(model, known):
    explain(known, BERKELEY)
    one = known.errors.of(BERKELEY, 99)
    assert one.repairs
    assert cell(model, 99, CellRole).chips == chips([repair.kind for repair in one.repairs])
    spoken, tip = cell(model, 99, Role.AccessibleTextRole), cell(model, 99, Role.ToolTipRole)
    assert spoken.startswith("Errors of berkeley: ")
    for repair in one.repairs:
        assert repair.kind in spoken
        assert f"{repair.kind}: {repair.sentence}" in tip
    assert cell(model, 99, Role.TextAlignmentRole) & Qt.AlignmentFlag.AlignLeft
    right = int(np.flatnonzero(known.repairs(BERKELEY) == 0)[0])
    assert (cell(model, right, CellRole).chips, cell(model, right, Role.DisplayRole)) == ([], "none")
    assert cell(model, right, Role.AccessibleTextRole) == "Errors of berkeley: none"


def test_sentences_that_were_not_compared(model, known):
    explain(known, LINKGRAMMAR)
    assert model.data(model.index(model.row_of(117), CHIPS + 2)) == "–"
    assert "not compared" in cell(model, 117, Role.AccessibleTextRole, CHIPS + 2)
    assert known.is_complete(LINKGRAMMAR)
    assert np.isnan(known.repairs(LINKGRAMMAR)[117])


def test_many_errors_are_not_all_told(model, known):
    explain(known, LINKGRAMMAR)
    most = int(np.nanargmax(known.repairs(LINKGRAMMAR)))
    number = int(known.repairs(LINKGRAMMAR)[most])
    assert number > 8
    assert f"and {number - 8} more" in cell(model, most, Role.ToolTipRole, CHIPS + 2)


def test_views_hear_of_errors_that_arrive(qtbot, model, known):
    explain(known, LINKGRAMMAR, [3, 4])
    with qtbot.waitSignal(model.dataChanged) as told:
        model.show_errors(LINKGRAMMAR)
    first, last = told.args[:2]
    assert first.column() == last.column() == CHIPS + 2
    assert (first.row(), last.row()) == (0, 119)
    with qtbot.assertNotEmitted(model.dataChanged):
        model.show_errors(7)  # nobody looks at it


def test_ranked_by_the_number_of_repairs(model, known):
    explain(known, BERKELEY, range(10, 20))
    model.set_ranking(Ranking.by_score(BERKELEY, ERRORS, descending=True))
    counts = known.repairs(BERKELEY)
    assert sorted(model.order[:10]) == list(range(10, 20))
    explain(known, BERKELEY)
    model.show_errors(BERKELEY)
    counts = known.repairs(BERKELEY)
    assert counts[model.order[0]] == np.nanmax(counts)
    assert (np.diff(counts[model.order[: int((~np.isnan(counts)).sum())]]) <= 0).all()
    assert model.headerData(CHIPS, Qt.Orientation.Horizontal, RankedRole) is True


def test_headings_and_kinds_of_columns(model):
    across = Qt.Orientation.Horizontal
    model.looked_at = BERKELEY
    assert model.headerData(CHIPS, across) == "Errors"
    assert model.headerData(CHIPS + 2, across) == "Errors linkgrammar"
    assert "repairs" in model.headerData(CHIPS, across, Role.ToolTipRole)
    assert [model.has_chips(section) for section in range(model.columnCount())] == [0, 0, 1, 0, 1, 0]
    assert model.columns[0] == Column(BERKELEY, ERRORS)


def test_without_anybody_who_explains(model, full_study):
    model.set_study(full_study)
    model.set_columns([(BERKELEY, ERRORS)])
    model.set_ranking(Ranking.by_score(BERKELEY, ERRORS, descending=True))
    assert cell(model, 0, Role.DisplayRole) == ""
    assert model.rowCount() == 120
