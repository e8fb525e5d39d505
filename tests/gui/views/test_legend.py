"""The legend says as much as there is room for, and the rest by tool tips and to screen readers."""

import pytest
from PySide6.QtCore import Qt

from treelens.gui.app import application
from treelens.gui.theme import load_theme
from treelens.gui.views.elided import Elided
from treelens.gui.views.legend import Legend
from treelens.gui.views.looks import sample

COUNTS = {"deletion": 4, "insertion": 1, "swap": 0, "match": 12}


@pytest.fixture
def legend(qtbot):
    application("light")
    made = Legend(load_theme("light"))
    qtbot.addWidget(made)
    made.show_counts([("", COUNTS)], ["5"], "collins, labelled")
    made.show_place(2, 5)
    made.resize(1200, 40)
    made.show()
    return made


def texts(legend: Legend) -> list[str]:
    return [text.text() for _, text in legend.entries.values() if not text.isHidden()]


def test_all_words_where_there_is_room(legend):
    assert texts(legend) == ["4 deletions", "1 insertion", "0 swaps", "12 matches"]
    assert legend.cost.text() == "cost 5"
    assert legend.place.text() == "difference 3 of 5"
    assert legend.setting.text() == "collins, labelled"


def test_fewer_words_where_there_is_less(legend):
    levels = []
    for width in range(1200, 320, -10):
        legend.resize(width, 40)
        levels.append(legend.level)
        row = legend.layout()
        assert row.minimumSize().width() <= width
    assert levels == sorted(levels)
    assert set(levels) >= {0, 1, 2}
    assert texts(legend)[:3] == ["4", "1", "0"]
    icon, text = legend.entries["deletion"]
    assert icon.toolTip() == text.accessibleName() == "4 deletions"
    assert legend.place.text() == "3/5"
    assert legend.toolTip().endswith("cost 5 · collins, labelled")
    assert legend.minimumSizeHint().width() <= 360


def test_two_systems(legend):
    legend.show_counts([("A", COUNTS), ("B", {"deletion": 2, "insertion": 1, "swap": 1, "match": 9})], ["5", "4"], "")
    assert texts(legend)[0] == "A 4 · B 2 deletions"
    assert legend.cost.text() == "cost 5 · 4"
    legend.resize(340, 40)
    assert texts(legend) == ["4 · 2", "1 · 1", "0 · 1"]
    assert legend.toolTip().startswith("A 12 · B 9 matches")


def test_nothing_to_count(legend):
    legend.show_counts([], [], "")
    legend.show_place(-1, 0)
    assert texts(legend) == []
    assert legend.place.text() == ""


def test_the_arrows_step(qtbot, legend):
    with qtbot.waitSignal(legend.stepped) as told:
        qtbot.mouseClick(legend.forth, Qt.MouseButton.LeftButton)
    assert told.args == [1]


def test_a_text_is_cut_but_known(qtbot):
    label = Elided("a title that is rather long")
    qtbot.addWidget(label)
    label.resize(label.sizeHint())
    label.show()
    assert not label.toolTip()
    label.resize(60, 20)
    assert label.text() == label.toolTip() == "a title that is rather long"
    assert super(Elided, label).text().endswith("…")


def test_samples_show_the_signs_that_labels_have(qtbot):
    theme = load_theme("light")
    pictures = {role: sample(role, theme, 2.0).toImage() for role in ("deletion", "insertion", "swap", "match")}
    middle = {role: [picture.pixelColor(26, y).name() for y in range(12, 22)] for role, picture in pictures.items()}
    assert theme.tree.deletion.name() in middle["deletion"]
    assert theme.tree.insertion.name() in middle["insertion"]
    assert len(set(middle["match"])) == 1  # an empty box
