"""Cells as they are painted: colours, bars on the right side of the line, and the height of rows."""

from dataclasses import dataclass

import pytest
from PySide6.QtCore import QAbstractTableModel, QRect, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPalette
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from treelens.gui.models.cells import Cell, gap_text, is_right_to_left
from treelens.gui.models.roles import CellRole
from treelens.gui.views.sentence_delegate import ROW_HEIGHT, SentenceDelegate

SIZE = QSize(120, ROW_HEIGHT)


@dataclass
class Plain:
    """Colours that can be told apart in a picture."""

    text: QColor
    muted: QColor
    accent: QColor
    good: QColor
    bad: QColor
    bar_positive: QColor
    bar_negative: QColor


LIGHT = Plain(*map(QColor, ("#000000", "#777777", "#0000ff", "#008800", "#ff0000", "#00ffff", "#ff00ff")))
DARK = Plain(*map(QColor, ("#ffffff", "#777777", "#0000ff", "#00ff00", "#ff0000", "#00ffff", "#ff00ff")))


class OneRow(QAbstractTableModel):
    """Two cells, of which the second says what a test wants."""

    def __init__(self, cell):
        super().__init__()
        self.cell = cell

    def rowCount(self, parent=None):  # noqa: N802
        return 1

    def columnCount(self, parent=None):  # noqa: N802
        return 2

    def data(self, index, role=Qt.ItemDataRole.DisplayRole):
        return self.cell if role == CellRole else None


def painted(cell, colours=LIGHT, page="#ffffff", column=1, state=QStyle.StateFlag.State_Enabled) -> QImage:
    image = QImage(SIZE, QImage.Format.Format_RGB32)
    image.fill(QColor("#123456"))
    option = QStyleOptionViewItem()
    option.rect = QRect(0, 0, SIZE.width(), SIZE.height())
    option.state = state
    option.palette.setColor(QPalette.ColorRole.Base, QColor(page))
    model = OneRow(cell)
    painter = QPainter(image)
    SentenceDelegate(colours).paint(painter, option, model.index(0, column))
    painter.end()
    return image


def ink(image: QImage, page="#ffffff", rows=slice(0, ROW_HEIGHT - 1)) -> list[tuple[int, int, QColor]]:
    """Return the places that are not blank, without the line between rows."""
    blank = QColor(page)
    spots = [(x, y) for y in range(image.height())[rows] for x in range(image.width())]
    return [(x, y, image.pixelColor(x, y)) for x, y in spots if image.pixelColor(x, y) != blank]


def strongest(image: QImage, page="#ffffff") -> QColor:
    """Return the colour that is farthest from the page."""
    blank = QColor(page)

    def distance(colour):
        pairs = zip(colour.getRgb()[:3], blank.getRgb()[:3], strict=True)
        return sum(abs(one - other) for one, other in pairs)

    return max((colour for *_, colour in ink(image, page)), key=distance)


def is_near(one: QColor, other: QColor) -> bool:
    return all(abs(a - b) < 90 for a, b in zip(one.getRgb()[:3], other.getRgb()[:3], strict=True))


@pytest.mark.parametrize(("colours", "page"), [(LIGHT, "#ffffff"), (DARK, "#101010")])
@pytest.mark.parametrize("name", ["bad", "text", "good", "muted"])
def test_tones(qapp, colours, page, name):
    image = painted(Cell("■■", name, at_right=True), colours, page)
    assert is_near(strongest(image, page), getattr(colours, name))
    assert min(x for x, *_ in ink(image, page)) > SIZE.width() / 2


def bar(part: float) -> tuple[list[int], QColor]:
    """Return the columns a bar takes, and its colour."""
    image = painted(Cell(gap_text(99 * part), at_right=True, bar=part))
    middle = SIZE.height() // 2
    spots = [(x, image.pixelColor(x, middle)) for x in range(SIZE.width())]
    coloured = [(x, colour) for x, colour in spots if colour in (LIGHT.bar_positive, LIGHT.bar_negative)]
    return [x for x, _ in coloured], coloured[0][1] if coloured else QColor()


def test_bars_stand_left_and_right_of_a_line(qapp):
    right, blue = bar(1.0)
    left, pink = bar(-1.0)
    half, _ = bar(0.5)
    assert (blue, pink) == (LIGHT.bar_positive, LIGHT.bar_negative)
    assert max(left) < min(right) <= min(half)
    assert abs(len(left) - len(right)) <= 2
    assert abs(len(right) - 2 * len(half)) <= 3
    assert bar(0.0)[0] == []
    assert len(bar(0.001)[0]) >= 1


def test_a_chosen_row_is_tinted_and_marked_whatever_lies_below(qapp):
    state = QStyle.StateFlag.State_Enabled | QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_Active
    image = painted(Cell(""), column=0, state=state)
    assert image.pixelColor(1, 10) == LIGHT.accent
    tint = image.pixelColor(60, 10)
    assert tint != QColor("#ffffff")
    assert tint.lightnessF() > 0.85
    assert painted(None, column=1, state=state).pixelColor(1, 10) == tint


@pytest.mark.parametrize("text", ["A long sentence about nothing at all", "ילדים הלכו אתמול אל הים הגדול עם כל החברים"])
def test_long_sentences_are_cut_off_within_the_cell(qapp, text):
    image = painted(Cell(text, at_right=is_right_to_left(text)))
    places = [x for x, *_ in ink(image)]
    assert min(places) >= 5
    assert max(places) <= SIZE.width() - 5
    if is_right_to_left(text):
        assert max(places) > SIZE.width() - 14
    else:
        assert min(places) < 14


def test_rows_are_of_one_height(qapp):
    model = OneRow(Cell("x"))
    assert SentenceDelegate(LIGHT).sizeHint(QStyleOptionViewItem(), model.index(0, 1)).height() == 30
