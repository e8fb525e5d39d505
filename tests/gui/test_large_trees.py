"""Trees so large that what went wrong in them is not explained while the window waits."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from treelens.engine.align import registry
from treelens.engine.problems import TreelensError
from treelens.gui import document as documents
from treelens.gui.document import open_document
from treelens.gui.views import trees

GOLD = "(S (NP (DT the) (NN cat)) (VP (VBZ sees) (NP (NNS dogs)) (PP (IN in) (NP (NN town)))))\n"
SYSTEM = "(S (NP (DT the) (NN cat)) (VP (VBZ sees) (NP (NP (NNS dogs)) (PP (IN in) (NP (NN town))))))\n"


@pytest.fixture
def files(tmp_path):
    for name, text in (("gold.mrg", GOLD), ("system.mrg", SYSTEM)):
        (tmp_path / name).write_text(text * 2)
    return [str(tmp_path / name) for name in ("gold.mrg", "system.mrg")]


def test_only_large_trees_are_left_to_the_background(files, monkeypatch):
    opened = open_document(files)
    assert not opened.is_explained_later(0, 0)
    monkeypatch.setattr(documents, "_LARGE", 10)
    assert opened.is_explained_later(0, 0)
    assert opened.explanation(0, 0).repairs
    assert not opened.is_explained_later(0, 0)  # known by now
    assert opened.is_explained_later(1, 0)


def test_the_panel_shows_them_when_they_arrive(window, files, monkeypatch):
    monkeypatch.setattr(documents, "_LARGE", 10)
    panel = window.looking.parts.this.repairs
    explain = window.erring.start
    monkeypatch.setattr(window.erring, "start", lambda: None)  # not yet
    window.open_files(files)
    assert window.wait_until_filled()
    assert "being explained" in panel.note.text()
    explain()
    window.erring.explaining.wait()
    window.looking.errors_arrived(0)
    assert not panel.waiting
    assert panel.list.count() == 1


def test_trees_too_large_for_edits_are_aligned_by_spans_and_that_is_said(window, files, monkeypatch):
    def refuse(*_):
        raise TreelensError("trees are too large and too different to be mapped")

    monkeypatch.setitem(registry.ALIGNMENTS, "t", refuse)
    window.open_files(files)
    assert window.wait_until_filled()
    window.set_alignment("t")
    comparison = window.trees.comparison
    assert "too large" in comparison.refused
    assert comparison.mapping.insertions
    assert "too large and too different to be mapped: aligned by spans" in window.trees.legend.setting.text()


def test_the_pointer_says_that_large_trees_are_being_laid_out(window, files, monkeypatch):
    shapes = []
    monkeypatch.setattr(trees, "_LARGE", 40)

    def arrange(*args, **options):
        cursor = QApplication.overrideCursor()
        shapes.append(cursor.shape() if cursor is not None else None)
        return usual(*args, **options)

    usual = trees.arrange
    monkeypatch.setattr(trees, "arrange", arrange)
    window.open_files(files)
    assert window.wait_until_filled()
    assert set(shapes) == {None}
    monkeypatch.setattr(trees, "_LARGE", 10)
    window.trees.redraw()
    assert shapes[-1] == Qt.CursorShape.WaitCursor
    assert QApplication.overrideCursor() is None
