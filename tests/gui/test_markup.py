"""Labels, words, ids and names of files are text: nothing in them is taken for markup, and no picture is loaded."""

import pytest
from PySide6.QtCore import QAbstractItemModel, QModelIndex, Qt
from PySide6.QtGui import QAction
from PySide6.QtGui import Qt as Rich
from PySide6.QtWidgets import QAbstractItemView, QDockWidget, QLabel, QWidget

SIGN = "<u>"
GOLD = """\
<u>1: (<u>S (<u>NP (<u>DT <u>the) (<u>NN <u>cat)) (<u>VP (<u>VB <u>sat) (<u>PP (<u>IN <u>on) (<u>NP (<u>NN <u>it)))))
<u>2: (<u>S (<u>NP (<u>DT <u>a) (<u>NN <u>dog)) (<u>VP (<u>VB <u>ran)))
<u>3: (<u>S (<u>NP <u>a
"""
SYSTEM = """\
<u>1: (<u>S (<u>NP (<u>DT <u>the) (<u>NN <u>cat)) (<u>VP (<u>VB <u>sat)) (<u>XP (<u>IN <u>on) (<u>NP (<u>NN <u>it))))
<u>2: (<u>S (<u>NP (<u>DT <u>a) (<u>VB <u>dog)) (<u>VP (<u>VB <u>ran)))
"""


@pytest.fixture
def hostile(window, tmp_path):
    paths = []
    for name, text in (("gold", GOLD), ("one", SYSTEM), ("two", GOLD)):
        path = tmp_path / f"{SIGN}{name}.mrg"
        path.write_text(text, encoding="utf-8")
        paths.append(str(path))
    window.open_files(paths)
    assert window.wait_until_filled(), window.last_error
    return window


def texts_of(model: QAbstractItemModel, parent: QModelIndex | None = None):
    """Yield the tool tips of all cells and headings of a model."""
    parent = parent or QModelIndex()
    role = Qt.ItemDataRole.ToolTipRole
    for row in range(min(model.rowCount(parent), 20)):
        for column in range(20):
            index = model.index(row, column, parent)
            if not index.isValid():
                break
            yield model.data(index, role)
            if not column and model.rowCount(index):
                yield from texts_of(model, index)
    for way in Qt.Orientation:
        for section in range(20):
            yield model.headerData(section, way, role)


def shown_as_markup(window: QWidget) -> set[str]:
    """Return what Qt would take for markup of all that stands in labels and tool tips."""
    found = {}
    for widget in window.findChildren(QWidget):
        where = f"{type(widget).__name__} {widget.objectName()}"
        found.setdefault(widget.toolTip(), f"tip of {where}")
        if isinstance(widget, QLabel) and widget.textFormat() != Qt.TextFormat.PlainText:
            found.setdefault(widget.text(), where)
        if isinstance(widget, QAbstractItemView) and widget.model() is not None:
            for tip in texts_of(widget.model()):
                found.setdefault(tip or "", f"{where} {type(widget.model()).__name__}")
    for action in window.findChildren(QAction):
        found.setdefault(action.toolTip(), "action")
    return {f"{where}: {text}" for text, where in found.items() if SIGN in text and Rich.mightBeRichText(text)}


def test_nothing_from_files_is_markup(hostile, qtbot):
    found = set()
    hostile.looking.show_sentence(0)
    for dock in hostile.findChildren(QDockWidget):
        dock.show()
        dock.raise_()
        qtbot.wait(100)
        found |= shown_as_markup(hostile)
    hostile.statusBar().explain("insert <u>NP “<u>the”")
    assert not found | shown_as_markup(hostile)


def test_signs_that_turn_lines_round_are_shown_as_such(window, tmp_path):
    path = tmp_path / "gold.mrg"
    path.write_text("(S (NP (DT the) (NN \u202ecat)) (VP (VB sat)))\n", encoding="utf-8")
    window.open_files([str(path), str(path)])
    assert window.wait_until_filled(), window.last_error
    model = window.sentences.model
    assert model.index(0, model.WORDS).data() == "the \ufffdcat sat"
    assert "the \ufffdcat sat" in window.this.words.text()
