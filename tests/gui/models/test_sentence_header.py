"""Headings: names that are broken where they are long, owners, and the mark of what is ranked by."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics

from treelens.engine.metrics import METRICS
from treelens.gui.models.ranking import Ranking
from treelens.gui.models.roles import OwnerRole, RankedRole, TitleRole
from treelens.gui.theme import load_theme
from treelens.gui.views.sentence_header import broken
from treelens.gui.views.sentence_table import SentenceTable

ACROSS = Qt.Orientation.Horizontal


@pytest.fixture
def table(qtbot, model):
    made = SentenceTable(model, load_theme("light").interface)
    qtbot.addWidget(made)
    made.resize(500, 300)
    made.show()
    made.fit()
    return made


def test_long_names_are_broken_in_the_middle(qapp):
    metrics = QFontMetrics(qapp.font())
    assert broken("E", metrics) == ["E"]
    assert broken("Labelled precision", metrics) == ["Labelled", "precision"]
    assert len(broken("FREVAL, released program, up to 15 nodes", metrics)) == 2
    assert broken("unbreakable" * 5, metrics) == ["unbreakable" * 5]


def test_owners_are_told_where_columns_are_of_several_systems(model):
    owners = [model.headerData(section, ACROSS, OwnerRole) for section in range(model.columnCount())]
    assert owners == ["", "", "berkeley", "berkeley", "linkgrammar", "berkeley", ""]
    model.set_columns([(0, METRICS["e-dice"]), (0, METRICS["tagging"])])
    titles = [model.headerData(section, ACROSS, TitleRole) for section in range(model.columnCount())]
    assert titles == ["#", "Sentence", "E", "Tagging accuracy", "Rank gap"]
    assert model.headerData(2, ACROSS, OwnerRole) == ""


def test_exactly_one_heading_is_ranked_by(model):
    def ranked():
        marks = [model.headerData(section, ACROSS, RankedRole) for section in range(model.columnCount())]
        return {section: mark for section, mark in enumerate(marks) if mark is not None}

    assert ranked() == {6: True}
    model.set_ranking(Ranking.by_score(1, METRICS["f1"]))
    assert ranked() == {4: False}
    assert "ranked by this" in model.headerData(4, ACROSS, Qt.ItemDataRole.AccessibleTextRole)
    model.set_ranking(Ranking.by_length(descending=True))
    assert ranked() == {1: True}
    model.set_ranking(Ranking.as_in_file())
    assert ranked() == {0: False}
    model.set_ranking(Ranking.by_score(0, METRICS["f1"]))  # which is not shown
    assert ranked() == {}


def test_the_triangle_points_down_for_the_largest_first(table, model):
    accent = table.heading.colours.accent
    for descending in (True, False):
        model.set_ranking(Ranking.by_score(1, METRICS["f1"], descending=descending))
        left = table.heading.sectionViewportPosition(4)
        right = left + table.heading.sectionSize(4)
        image = table.heading.grab().toImage()
        rows = [sum(image.pixelColor(x, y) == accent for x in range(left, right)) for y in range(image.height())]
        inked = [row for row in rows if row]
        assert inked == sorted(inked, reverse=descending)
        assert inked[0] != inked[-1]


def test_three_lines_make_a_higher_heading(table, model):
    model.set_columns([(0, METRICS["precision"]), (1, METRICS["recall"])])
    table.fit()
    high = table.heading.height()
    model.set_columns([(0, METRICS["e-dice"])])
    table.fit()
    assert high > table.heading.height() + 20


def test_every_number_of_the_gap_can_be_read(table, model):
    metrics = QFontMetrics(table.font())
    delegate = table.itemDelegate()
    texts = [model.index(row, model.gap_column).data() for row in range(model.rowCount())]
    assert max(map(metrics.horizontalAdvance, texts)) < delegate.number_width


def test_rows_speak_of_the_system_that_is_looked_at(model):
    from treelens.gui.models.roles import CellRole

    row = model.row_of(117)
    assert model.index(row, 1).data(CellRole).tone == "text"
    model.looked_at = 1
    assert model.index(row, 1).data(CellRole).tone == "muted"
