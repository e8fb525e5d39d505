"""The editor for recognisers: live matches, what is wrong, undo, and files that are never silently written over."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QMessageBox

from treelens.engine.phenomena import read_recogniser
from treelens.resources import resource

RULES = """# mine
name = "mine"

[[phenomenon]]
name = "noun phrase"
tgrep = "NP < NN"

[[phenomenon]]
name = "prepositional"
tgrep = "PP"
"""


@pytest.fixture
def rules(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(RULES)
    return path


@pytest.fixture(autouse=True)
def nothing_is_asked(monkeypatch):
    """Discard what is not saved when the window closes: nobody would answer."""
    monkeypatch.setattr(QMessageBox, "question", lambda *_: QMessageBox.StandardButton.Discard)


@pytest.fixture
def editor(qtbot, demo, rules):
    """The editor on rules of one's own, on the demo."""
    demo.recognising.choose_recogniser(str(rules))
    demo.actions_["phenomena-rules"].trigger()
    dialog = demo.rules.dialog
    searched(qtbot, dialog)
    return dialog


def searched(qtbot, dialog):
    qtbot.waitUntil(lambda: not dialog._pause.isActive() and dialog.search._task is None, timeout=20_000)


def test_matches_follow_the_pattern_as_it_is_typed(qtbot, demo, editor):
    assert editor.list.item(0).text() == "noun phrase"
    before = editor.hits.rowCount()
    assert 0 < before < 120
    editor.text.setFocus()
    editor.text.selectAll()
    QTest.keyClicks(editor.text, "NP < (PP < (IN < of))")
    searched(qtbot, editor)
    assert 0 < editor.hits.rowCount() < before
    gold = demo.document.gold
    assert all("of" in gold[sentence].words for sentence in editor.hits.sentences)
    assert " of " in editor.hits.index(0, 1).data()
    assert editor.count.text() == f"{editor.hits.rowCount()} of 120 sentences"


def test_a_hit_leads_to_its_tree_with_its_nodes_lit(qtbot, demo, editor):
    editor.list.setCurrentRow(1)
    searched(qtbot, editor)
    editor.table.setCurrentIndex(editor.hits.index(2, 0))
    QTest.keyClick(editor.table, Qt.Key.Key_Return)
    assert demo.sentence == editor.hits.sentences[2]
    pane = demo.trees.gold_pane
    assert {pane.label_of(key).text for key in pane.ringed("lit")} == {"PP"}


def test_what_is_wrong_stands_under_the_pattern_with_a_caret(qtbot, editor):
    editor.text.setPlainText("NP < <")
    searched(qtbot, editor)
    lines = editor.trouble.text().split("\n")
    assert lines[0].strip() == "NP < <"
    assert lines[1].index("^") == lines[0].rindex("<")
    assert lines[2]
    assert editor.trouble.isVisibleTo(editor)
    assert not editor.hits.rowCount()
    editor.list.setCurrentRow(1)
    searched(qtbot, editor)
    assert editor.trouble.text().startswith("noun phrase: ")
    editor.list.setCurrentRow(0)
    editor.text.setPlainText("NP")
    searched(qtbot, editor)
    assert not editor.trouble.text()
    assert editor.hits.rowCount()


def test_rules_over_other_phenomena(qtbot, editor):
    editor.add.click()
    assert editor.name.text() == "new phenomenon"
    QTest.keyClicks(editor.name, "both")
    editor.kind.set_value("all")
    editor.text.setPlainText("noun phrase, prepositional")
    searched(qtbot, editor)
    assert editor.hits.rowCount()
    assert 'all = ["noun phrase", "prepositional"]' in editor.draft.text
    editor.text.setPlainText("noun phrase, nothing")
    searched(qtbot, editor)
    assert "nothing" in editor.trouble.text()


def test_every_edit_is_undone(qtbot, editor):
    editor.name.setFocus()
    QTest.keyClicks(editor.name, "s of mine")
    assert editor.unsaved
    editor.copy.click()
    editor.remove.click()
    editor.description.setText("x")
    QTest.keyClick(editor.name, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    while editor.stack.canUndo():
        editor.stack.undo()
    assert editor.draft.text == RULES
    assert not editor.unsaved
    while editor.stack.canRedo():
        editor.stack.redo()
    assert "noun phrases of mine" in editor.draft.text


def test_systems_are_searched_too(qtbot, demo, editor):
    assert [editor.where.itemText(place) for place in range(2)] == ["gold", demo.document.names[0]]
    editor.text.setPlainText("S < (NP . VP)")
    searched(qtbot, editor)
    gold = list(editor.hits.sentences)
    editor.where.setCurrentIndex(3)
    searched(qtbot, editor)
    assert editor.hits.sentences
    assert editor.hits.sentences != gold


def test_saving_writes_the_file_and_uses_it(qtbot, demo, editor, rules):
    editor.text.setPlainText("NP < NNS")
    QTest.keyClick(editor, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    assert rules.read_text() == RULES.replace("NP < NN", "NP < NNS")
    assert not editor.unsaved
    assert demo.recognising.rules[str(rules)]["noun phrase"].rule.pattern.text == "NP < NNS"


def test_shipped_rules_are_saved_elsewhere(qtbot, demo, tmp_path, monkeypatch):
    path = resource("phenomena", "penn-rules.toml")
    before = path.read_text()
    demo.actions_["phenomena-rules"].trigger()
    editor = demo.rules.dialog
    editor.description.setText("of mine")
    editor._edited("description")
    answers = [str(path), str(tmp_path / "penn")]
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (answers.pop(0), ""))
    assert not demo.rules.save()  # it was asked where, and that was the shipped file
    assert "came with the program" in demo.last_error
    assert demo.rules.save()
    assert path.read_text() == before
    assert read_recogniser(tmp_path / "penn.toml").phenomena[0].description == "of mine"
    assert demo.recognising.current_name() == str(tmp_path / "penn.toml")


@pytest.mark.parametrize("answer", ["Cancel", "Discard", "Save"])
def test_closing_asks_about_what_is_not_saved(demo, editor, rules, monkeypatch, answer):
    editor.text.setPlainText("NP < NNS")
    asked = []
    monkeypatch.setattr(QMessageBox, "question", lambda *_: asked.append(1) or QMessageBox.StandardButton[answer])
    QTest.keyClick(editor, Qt.Key.Key_Escape)
    assert asked == [1]
    assert editor.isVisible() == (answer == "Cancel")
    assert ("NNS" in rules.read_text()) == (answer == "Save")
    if answer == "Cancel":
        assert not demo.close()  # the window asks, too, and stays
        assert demo.isVisible()
        editor.saved = editor.draft.text
