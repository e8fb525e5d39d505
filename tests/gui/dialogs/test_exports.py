"""What the window asks for without a dialog: copies, and the numbers of a plot; and the menu on the plots."""

import csv

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QPushButton

from treelens.gui.figures import FigureSpec, make_page, subject_of, svg
from treelens.gui.panels.plots import PlotsPanel
from treelens.gui.session import Place


def test_copying_trees(qtbot, exports, document, light, said):
    exports.habits.remember(FigureSpec(width="column"), "light")  # a column is for files, not for copies
    exports.copy_trees(document, Place(sentence=16, alignment="t", show=("words",)), light)
    qtbot.waitUntil(lambda: bool(said))
    spec = FigureSpec(alignment="t", tags=False, functions=False, punctuation=False)
    page = make_page(subject_of(document, 16, 0), spec)
    data = QGuiApplication.clipboard().mimeData()
    assert bytes(data.data("image/svg+xml").data()).decode() == svg.document(page)
    assert data.imageData().width() == pytest.approx(page.width * 300 / 72, abs=1)
    assert said[0].startswith("copied as a picture and as SVG")


def test_only_the_last_wish_counts(qtbot, exports, document, light, said):
    for sentence in (16, 14, 68):
        exports.copy_trees(document, Place(sentence=sentence), light)
    qtbot.waitUntil(lambda: bool(said))
    qtbot.wait(50)
    assert len(said) == 1
    assert "<title>Gold / berkeley: " + " ".join(document.gold[68].words[:3]) in bytes(
        QGuiApplication.clipboard().mimeData().data("image/svg+xml").data()
    ).decode().replace("&apos;", "'")


def test_copying_what_cannot_be_drawn(qtbot, exports, light, said, tmp_path):
    from treelens.gui.document import open_document

    (tmp_path / "gold.mrg").write_text("(S (NP (N a)) (VP (V b)))\n", encoding="utf-8")
    (tmp_path / "sys.mrg").write_text("(())\n", encoding="utf-8")
    exports.copy_trees(open_document([str(tmp_path / "gold.mrg"), str(tmp_path / "sys.mrg")]), Place(), light)
    qtbot.waitUntil(lambda: bool(said))
    assert said[0].startswith("not copied: ")


@pytest.mark.parametrize("which", ["scatter", "curves"])
def test_the_numbers_of_a_plot(qtbot, exports, document, light, said, monkeypatch, tmp_path, which):
    asked = []

    def answer(_parent, _title, name, kinds, first, *_):
        asked.append((name, first))
        return str(tmp_path / "numbers"), first

    monkeypatch.setattr(QFileDialog, "getSaveFileName", answer)
    exports.plot(document, which, "data", light)
    qtbot.waitUntil(lambda: bool(said))
    assert asked == [(f"berkeley-{which}.csv", "CSV (*.csv)")]
    with (tmp_path / "numbers.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    assert rows[0][0] == {"scatter": "sentence", "curves": "system"}[which]
    assert len(rows) > 50
    assert said == ["saved numbers.csv"]


def test_copying_a_plot(qtbot, exports, document, light, said):
    exports.plot(document, "scatter", "copy", light)
    qtbot.waitUntil(lambda: bool(said))
    assert b"<circle" in QGuiApplication.clipboard().mimeData().data("image/svg+xml").data()


@pytest.mark.qt_log_ignore("raise", "grabbing the keyboard")  # menus on the platform that draws into memory
def test_each_plot_has_a_menu(qtbot, document, light):
    panel = PlotsPanel(light)
    qtbot.addWidget(panel)
    panel.resize(800, 260)
    panel.set_document(document)
    panel.show()
    wanted = []
    panel.export_wanted.connect(lambda which, how: wanted.append((which, how)))
    for chart in (panel.scatter, panel.curves):
        (button,) = [each for each in chart.findChildren(QPushButton) if each.menu() is not None]
        assert button.accessibleName().startswith("Export ")
        menu = button.menu()
        for place in range(3):
            menu.popup(button.mapToGlobal(button.rect().bottomLeft()))
            for _ in range(place + 1):
                qtbot.keyClick(menu, Qt.Key.Key_Down)
            qtbot.keyClick(menu, Qt.Key.Key_Return)
    hows = ("export", "copy", "data")
    assert wanted == [(which, how) for which in ("scatter", "curves") for how in hows]
