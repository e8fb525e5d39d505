"""Words stay in sight in drawings that are higher than their pane."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from strategies import flat

from treelens.engine.prepare.settings import Preparation
from treelens.gui.views.compared import Parse, Shown

DEPTH = 40


@pytest.fixture
def deep(view):
    """A sentence far deeper than the pane is high."""
    tree = ("N", [("end", 1)])
    for _ in range(DEPTH):
        tree = ("X", [tree])
    parse = Parse(flat([("S", [("D", [("the", 0)]), tree])]))
    view.resize(900, 500)
    view.show_sentence(Shown(parse, parse, Preparation("raw"), "same"))
    settle()
    return view


def settle() -> None:
    for _ in range(4):
        QApplication.processEvents()


def test_words_are_at_the_bottom_until_one_comes_to_them(deep):
    pane = deep.gold_pane
    assert pane.words.isVisible()
    assert [label.text for label in pane.words.words] == ["the", "end"]
    assert pane.words.geometry().bottom() == pane.viewport().geometry().bottom()
    pane.verticalScrollBar().setValue(pane.verticalScrollBar().maximum())
    settle()
    assert not pane.words.isVisible()
    assert not deep.system_pane.words.isVisible()


def test_words_are_at_the_top_when_they_are_above(deep):
    deep.set_layout("mirror")
    settle()
    pane, bar = deep.gold_pane, deep.gold_pane.verticalScrollBar()
    assert pane.words.geometry().bottom() == pane.viewport().geometry().bottom()
    bar.setValue(bar.maximum())
    settle()
    assert pane.words.isVisible()
    assert pane.words.geometry().top() == pane.viewport().geometry().top()
    bar.setValue(bar.maximum() // 2)
    settle()
    assert not pane.words.isVisible()


def test_no_words_no_strip(deep):
    from dataclasses import replace

    deep.set_options(replace(deep.options, words=False), show_links=False, fold=False)
    settle()
    assert not deep.gold_pane.words.isVisible()


def test_the_strip_is_in_nobodys_way(deep):
    strip = deep.gold_pane.words
    assert strip.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    assert deep.gold_pane.childAt(strip.geometry().center()) is deep.gold_pane.viewport()
    assert strip.focusPolicy() == Qt.FocusPolicy.NoFocus


def test_words_stand_where_they_stand_below(deep):
    """Dark pixels of the strip are around the middles of the words."""
    pane, strip = deep.gold_pane, deep.gold_pane.words
    image = strip.grab().toImage()
    ratio = image.devicePixelRatio()
    dark = {
        int(x / ratio)
        for x in range(image.width())
        for y in range(2, image.height())
        if image.pixelColor(x, y).lightness() < 110
    }
    boxes = [
        (pane.mapFromScene(label.box[0], label.y).x(), pane.mapFromScene(label.box[2], label.y).x())
        for label in strip.words
    ]
    assert dark
    assert all(any(left - 2 <= x <= right + 2 for left, right in boxes) for x in dark)
    assert all(any(left <= x <= right for x in dark) for left, right in boxes)
