"""The table of systems: order, kinds of numbers, the best, and what a screen reader says."""

import pytest
from PySide6.QtCore import Qt

from treelens.engine.agreement import Scores
from treelens.engine.sweep import System
from treelens.gui.models.roles import CellRole
from treelens.gui.models.systems import SystemsModel

SYSTEMS = [System("", "a", "x", 2.0), System("", "b", "y", 1.0), System("", "c", "y", None)]
SCORES = Scores.of(
    {"a": {"f1": 80.0, "crossing": 3.0}, "b": {"f1": 90.0, "crossing": 1.0}, "c": {"f1": 70.0, "crossing": None}}
)


@pytest.fixture
def model(qapp):
    made = SystemsModel()
    made.show(SYSTEMS, SCORES, "scores")
    return made


def column(model, place):
    return [model.index(row, place).data() for row in range(model.rowCount())]


def test_systems_with_family_and_parameter(model):
    assert model.columns == ["system", "family", "parameter", "f1", "crossing"]
    assert column(model, 2) == ["2", "1", ""]
    assert column(model, 3) == ["80.00", "90.00", "70.00"]
    assert column(model, 4) == ["3.00", "1.00", "–"]


def test_sorting_puts_the_best_first_then_the_other_way_round(model):
    model.sort_by(3)
    assert column(model, 0) == ["b", "a", "c"]
    model.sort_by(3)
    assert column(model, 0) == ["c", "a", "b"]
    model.sort_by(4)
    assert column(model, 0) == ["b", "a", "c"]  # fewer is better; who has none is last
    model.sort_by(0)
    assert column(model, 0) == ["a", "b", "c"]
    model.sort_by(2)
    assert column(model, 0) == ["b", "a", "c"]
    assert model.headerData(2, Qt.Orientation.Horizontal).endswith("▴")


def test_the_best_of_each_measure_is_marked_and_bars_go_from_worst_to_best(model):
    cells = [[model.index(row, place).data(CellRole) for place in (3, 4)] for row in range(3)]
    assert [[cell.best for cell in row] for row in cells] == [[False, False], [True, True], [False, False]]
    assert [row[0].part for row in cells] == [0.5, 1.0, 0.0]
    assert [row[1].part for row in cells] == [0.0, 1.0, None]


def test_ranks_and_z_scores(model):
    model.show(SYSTEMS, SCORES, "ranks")
    assert column(model, 3) == ["2", "1", "3"]
    assert column(model, 4) == ["2", "1", "–"]
    model.show(SYSTEMS, SCORES, "z-scores")
    assert column(model, 3) == ["0.00", "1.22", "−1.22"]


def test_it_can_be_read_out(model):
    said = model.index(1, 3).data(Qt.ItemDataRole.AccessibleTextRole)
    assert said == "b, F1: 90.00, the best"


def test_without_families_there_is_no_column_for_them(qapp):
    made = SystemsModel()
    made.show([System("", "a")], Scores.of({"a": {"f1": 1.0}}), "scores")
    assert made.columns == ["system", "f1"]
