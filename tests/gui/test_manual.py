"""The manual inside the program: contents, links, pictures and search, by mouse and keys."""

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QTextDocument

from treelens.gui.manual import FIRST, ManualWindow, pages


@pytest.fixture
def manual(qtbot):
    made = ManualWindow()
    qtbot.addWidget(made)
    made.show()
    return made


def test_the_menu_opens_it(window):
    window.actions_["manual"].trigger()
    assert window.helping.manual.isVisible()
    assert window.helping.manual.current == FIRST


def test_every_page_is_shown(manual, qtbot):
    manual.contents.setFocus()
    seen = [manual.current]
    for _ in pages()[1:]:
        qtbot.keyClick(manual.contents, Qt.Key.Key_Down)
        seen.append(manual.current)
        assert len(manual.page.toPlainText()) > 200
    assert seen == [file for _, file in pages()]


def test_links_lead_to_pages_and_back(manual, qtbot):
    manual.page.anchorClicked.emit(QUrl("measures.md"))
    assert manual.current == "measures.md"
    assert manual.contents.currentItem().text() == "Measures"
    manual.page.anchorClicked.emit(QUrl("disagreement.md"))
    qtbot.keyClick(manual, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert manual.current == "measures.md"
    manual.go_back()
    assert manual.current == FIRST
    assert not manual.back.isEnabled()


@pytest.mark.parametrize("link", ["../demo/gold.mrg", "/etc/passwd", "nothing.md", "https://example.org/"])
def test_links_lead_nowhere_else(manual, link):
    manual.page.anchorClicked.emit(QUrl(link))
    assert manual.current == FIRST


def test_pictures_are_as_wide_as_the_text(manual):
    kind = QTextDocument.ResourceType.ImageResource.value
    picture = manual.page.loadResource(kind, QUrl("pictures/window.png"))
    assert picture.width() == 760 * picture.devicePixelRatio()
    assert manual.page.loadResource(kind, QUrl("file:///etc/passwd")) is None


def test_search_goes_on_to_other_pages(manual, qtbot):
    qtbot.keyClick(manual, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClicks(manual.search, "lineage")
    qtbot.keyClicks(manual.search, " nowhere")
    assert manual.found.text() == "on 0 pages"
    manual.search.setText("lineage")
    assert manual.found.text() != "on 0 pages"
    qtbot.keyClick(manual.search, Qt.Key.Key_Return)
    assert manual.current == "measures.md"
    assert manual.page.textCursor().selectedText().lower() == "lineage"
