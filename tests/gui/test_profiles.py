"""Profiles in the window: derivations are drawn as trees, and questions about them lead to sentences."""

import pytest
from fourteen import GOLD, SYSTEM, item
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from small_profiles import Item, Result, lexical, phrase, write_profile

from treelens.engine.profiles import QUESTIONS
from treelens.gui.models.changes import ChangeModel


def test_derivations_are_drawn_with_the_names_of_their_rules(window, tmp_path):
    parse = phrase("sb-hd_mc_c", 0, 2, lexical("cat_n1", "cats", 0), lexical("bark_v1", "bark", 1))
    other = phrase("hd-cmp_u_c", 0, 2, lexical("cat_n1", "cats", 0), lexical("bark_v1", "bark", 1))
    paths = [
        write_profile(tmp_path / name, [Item(1, "cats bark", [Result(derivation)])])
        for name, derivation in (("gold", parse), ("system", other))
    ]
    window.open_files(paths)
    assert window.wait_until_filled(), window.last_error
    labels = {label.text for pane in window.trees.panes.values() for label in pane.drawing.labels}
    assert {"sb-hd_mc_c", "hd-cmp_u_c", "cat_n1", "bark"} <= labels
    window.set_alignment("heads")
    assert window.trees.comparison is not None
    assert "head “bark”" in window.trees.comparison.explain("gold", 0)  # sb-hd: the second daughter
    assert "head “cats”" in window.trees.comparison.explain("system", 0)


@pytest.fixture
def profiles(window, tmp_path):
    """Opens two profiles of six sentences, and shows the panel of questions."""

    def opened(system):
        gold = [item(number, *([GOLD] if number != 2 else [])) for number in range(6)]
        paths = [write_profile(tmp_path / name, items) for name, items in (("gold", gold), ("system", system))]
        window.open_files(paths)
        assert window.wait_until_filled(), window.last_error
        window.docks.reveal("profiles")
        return window

    return opened


MEANT = [
    item(0, GOLD),
    item(1),
    item(2, GOLD),
    item(3, Result(SYSTEM.derivation, GOLD.mrs)),
    item(4, Result(GOLD.derivation, SYSTEM.mrs)),
    item(5, SYSTEM, GOLD),
]
MEANINGLESS = [item(number, Result(SYSTEM.derivation)) for number in range(6)]


def answers(window):
    questions = window.profiles.questions
    items = [questions.topLevelItem(row) for row in range(questions.topLevelItemCount())]
    return dict(zip((question.name for question in QUESTIONS), (item.text(1) for item in items), strict=True))


def listed(window):
    return sorted(window.sentences.model.order.tolist())


def click(view, index):
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(index).center())


def test_questions_have_answers_that_lead_to_sentences(qtbot, profiles):
    window = profiles(MEANT)
    qtbot.waitUntil(lambda: "…" not in answers(window).values(), timeout=20_000)
    assert list(answers(window).values()) == ["1", "1", "0", "1", "1", "2", "1"]
    questions = window.profiles.questions
    for row, sentences in ((0, [1]), (1, [2]), (3, [3]), (4, [4])):
        click(questions, questions.model().index(row, 0))
        qtbot.waitUntil(lambda sentences=sentences: listed(window) == sentences)
    assert window.sentences.filter.text() == "same:tree other:meaning"
    questions.setCurrentItem(questions.topLevelItem(5))
    QTest.keyClick(questions, Qt.Key.Key_Return)
    assert listed(window) == [2, 5]


def test_without_meanings_nothing_is_said_of_them(qtbot, profiles):
    window = profiles(MEANINGLESS)
    qtbot.waitUntil(lambda: window.profiles.changes is not None)
    assert list(answers(window).values()) == ["0", "1", "0", "n/a", "n/a", "1", "0"]
    questions = window.profiles.questions
    click(questions, questions.model().index(3, 0))
    assert window.sentences.filter.text() == ""
    said = questions.topLevelItem(3).data(0, Qt.ItemDataRole.AccessibleTextRole)
    assert "no meanings" in said


def test_what_is_used_more_or_less_leads_to_sentences(qtbot, profiles):
    window = profiles(MEANT)
    panel = window.profiles
    qtbot.waitUntil(lambda: panel.changes is not None)
    names = [change.name for change in panel.model.changes]
    assert "hdn-np_app_c" in names
    assert [panel.kinds.tabText(tab) for tab in range(3)] == ["Rules", "Lexical entries", "Lexical types"]
    panel.kinds.setCurrentIndex(2)
    place = [change.name for change in panel.model.changes].index("v_np_le")
    index = panel.model.index(panel.model.row_of(place), ChangeModel.NAME)
    assert "4 in gold, 2 in the system, difference −2" in index.data(Qt.ItemDataRole.ToolTipRole)
    panel.table.setCurrentIndex(index)
    QTest.keyClick(panel.table, Qt.Key.Key_Return)
    assert window.sentences.filter.text() == 'use:"v_np_le"'
    qtbot.waitUntil(lambda: listed(window) == [3, 5])


def test_brackets_have_labels_and_tags_which_nobody_counts_before_they_are_seen(qtbot, demo):
    assert set(answers(demo).values()) == {"…"}
    demo.docks.reveal("profiles")
    panel = demo.profiles
    qtbot.waitUntil(lambda: panel.changes is not None)
    assert [panel.kinds.tabText(tab) for tab in range(3) if panel.kinds.isTabVisible(tab)] == ["Labels", "Tags"]
    differences = [abs(panel.model.changes[place].difference) for place in panel.model.order]
    assert differences == sorted(differences, reverse=True)
    demo.looking.choose_system(1)
    qtbot.waitUntil(lambda: panel.changes is not None)
    assert panel.questions.headerItem().text(0) == f"{demo.document.names[1]} against gold"
