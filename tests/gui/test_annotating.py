"""Writing a suite in the window, by keys: names, proposals, undo, saving, and nothing lost."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QMessageBox

from treelens.engine.phenomena import read_suite


@pytest.fixture
def fields(qtbot, demo):
    """The fields beside the panel of phenomena, on sentence 69."""
    demo.sentences.show_sentence(68)
    demo.actions_["annotate"].trigger()
    qtbot.waitUntil(lambda: len(demo.annotate.proposed) > 1, timeout=20_000)
    return demo.annotate


def type_into(field, text):
    field.box.setFocus()
    field.box.setText(text)
    QTest.keyClick(field.box, Qt.Key.Key_Return)


def test_names_are_typed_and_undone(demo, fields):
    assert fields.fields["core"].box.hasFocus()
    type_into(fields.fields["core"], "dative shift")
    type_into(fields.fields["errors"], "noun compound")
    fields.weight.setValue(2)
    item = demo.suites.store.item_of(68)
    assert (item.id, item.core, item.errors, item.weight) == ("69", ("dative shift",), ("noun compound",), 2)
    assert item.text.startswith("My grandfather")
    assert demo.docks["phenomena"].windowTitle().endswith("•")
    for _ in range(2):
        demo.actions_["undo"].trigger()
    assert demo.suites.store.item_of(68).errors == ()
    demo.sentences.show_sentence(3)
    demo.actions_["redo"].trigger()
    assert demo.sentence == 68  # one is led to what was redone
    assert fields.fields["errors"].names == ["noun compound"]
    QTest.keyClick(fields.fields["errors"].box, Qt.Key.Key_Backspace)
    assert fields.fields["errors"].names == []


def test_what_is_recognised_in_gold_is_proposed(demo, fields):
    assert "+ dative shift" in [button.text() for button in fields.proposed]
    proposed = [button.text()[2:] for button in fields.proposed[:-1]]
    fields.proposed[0].click()
    assert demo.suites.store.item_of(68).phenomena == (proposed[0],)
    fields.proposed[-1].click()
    assert set(demo.suites.store.item_of(68).phenomena) == set(proposed)
    assert not fields.proposed
    offered = fields.fields["core"].box.offers.stringList()
    assert "passive" in offered


def test_a_sentence_of_which_nothing_is_said_is_not_in_the_suite(demo, fields):
    type_into(fields.fields["core"], "dative shift")
    fields.fields["core"].chips[0].remove.click()
    assert demo.suites.store.suite.items == ()


def test_saving_asks_for_a_name_once(qtbot, demo, fields, tmp_path, monkeypatch):
    path = tmp_path / "mine"
    asked = []
    answer = lambda *rest: asked.append(rest) or (str(path), "Suites as TOML (*.toml)")  # noqa: E731
    monkeypatch.setattr(QFileDialog, "getSaveFileName", answer)
    type_into(fields.fields["core"], "dative shift")
    demo.actions_["save-suite"].trigger()
    assert read_suite(tmp_path / "mine.toml").items[0].core == ("dative shift",)
    assert not demo.docks["phenomena"].windowTitle().endswith("•")
    type_into(fields.fields["core"], "question")
    demo.actions_["save-suite"].trigger()
    assert read_suite(tmp_path / "mine.toml").items[0].core == ("dative shift", "question")
    assert len(asked) == 1


def test_gold_is_never_written_over(demo, fields):
    type_into(fields.fields["core"], "dative shift")
    assert not demo.suites.save_to(demo.document.paths[0])
    assert "will not be overwritten" in demo.last_error or "came with the program" in demo.last_error


def test_what_was_not_saved_is_there_again(qtbot, demo, fields):
    from treelens.gui.main_window import MainWindow
    from treelens.gui.program import demo_files

    type_into(fields.fields["core"], "dative shift")
    demo.close()
    again = MainWindow(demo.theme)
    qtbot.addWidget(again)
    again.open_files(demo_files()[:4])
    assert again.wait_until_filled()
    assert again.suites.store.item_of(68).core == ("dative shift",)
    assert again.suites.store.unsaved
    again.close()


@pytest.mark.parametrize(("answer", "stays"), [("Cancel", True), ("Discard", False)])
def test_closing_a_suite_asks_about_what_is_not_saved(demo, fields, monkeypatch, answer, stays):
    type_into(fields.fields["core"], "dative shift")
    monkeypatch.setattr(QMessageBox, "question", lambda *_: QMessageBox.StandardButton[answer])
    demo.suites.close()
    assert (demo.suites.store is not None) == stays
    demo.suites.begin()
    assert len(demo.suites.store.suite) == int(stays)


def test_the_list_follows_what_is_said(qtbot, demo, fields):
    type_into(fields.fields["core"], "dative shift")
    panel = demo.phenomena
    panel.views.setCurrentIndex(0)
    qtbot.waitUntil(lambda: panel.sentences.rowCount() == 1, timeout=30_000)
    assert panel.sentences.index(0, 0).data() == "69"
