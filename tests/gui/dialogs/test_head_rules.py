"""The dialog for head rules: rules are chosen, proposals accepted and saved, by keys alone; nothing is left behind."""

from pathlib import Path

import copies
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QFileDialog, QMessageBox

from treelens.engine.heads import head_rules
from treelens.gui.dialogs import head_rules as head_rules_dialog
from treelens.gui.program import demo_files

CHECK = Qt.ItemDataRole.CheckStateRole


@pytest.fixture(autouse=True)
def few_proposals(monkeypatch):
    """Look for few proposals: each takes its time."""
    monkeypatch.setattr(head_rules_dialog, "_MOST", 3)


@copies.opening("choosing")
def open_rules(window, _folder):
    """Open the demo's gold trees against dependencies, and the dialog with its proposals."""
    folder = Path(demo_files()[0]).parent
    window.open_files([str(folder / name) for name in ("gold.mrg", "gold.conllu", "linkgrammar.mrg")])
    assert window.wait_until_filled(), window.last_error
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(head_rules_dialog, "_MOST", 3)
        window.actions_["head-rules"].trigger()
        copies.wait_for(lambda: are_proposed(window))


@pytest.fixture
def choosing(window, tmp_path):
    """The window with the demo's gold trees against dependencies, and the dialog with its proposals."""
    if not copies.here:
        open_rules(window, tmp_path)
    return window


def are_proposed(window):
    dialog = window.heads.dialog
    return dialog.model.rowCount() > 0 and dialog.state.text().startswith("Brackets")


def found(qtbot, window):
    """Wait for the proposals."""
    qtbot.waitUntil(lambda: are_proposed(window), timeout=30_000)


def test_rules_and_proposals_are_shown(qtbot, choosing):
    dialog = choosing.heads.dialog
    assert dialog.gold.currentText() == "as fits: collins"
    assert dialog.gold.isEnabled()
    assert not dialog.system.isEnabled()  # dependencies say themselves
    assert "Collins 1999" in dialog.found.text()
    assert dialog.model.index(0, 0).data() == "in PP from IN to NP (gold only)"
    assert not dialog.save.isEnabled()
    QAbstractItemModelTester(dialog.model, QAbstractItemModelTester.FailureReportingMode.Warning)


def test_proposals_are_accepted_by_keys_and_saved_as_rules_in_use(qtbot, choosing, tmp_path, monkeypatch):
    dialog = choosing.heads.dialog
    dialog.table.setFocus()
    dialog.table.setCurrentIndex(dialog.model.index(0, 0))
    qtbot.keyClick(dialog.table, Qt.Key.Key_Space)
    assert dialog.model.index(0, 0).data(CHECK) == Qt.CheckState.Checked
    assert dialog.save.isEnabled()
    file = tmp_path / "mine"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, **__: (str(file), ""))
    dialog.save.click()
    path = str(file.with_suffix(".toml"))
    assert str(head_rules(path).reassign[0]) == "in PP from IN to NP (gold only)"
    qtbot.waitUntil(lambda: choosing.document.preparation.heads == path, timeout=30_000)
    qtbot.waitUntil(lambda: dialog.gold.currentText() == "mine.toml", timeout=10_000)
    found(qtbot, choosing)
    assert "in PP from IN to NP (gold only)" not in [dialog.model.index(row, 0).data() for row in range(3)]
    assert "heads mine" in choosing.document.preparation.describe()
    assert choosing.wait_until_filled()


def test_a_row_leads_to_a_sentence_with_the_conflict(qtbot, choosing):
    dialog = choosing.heads.dialog
    sentence = dialog.model.proposals[1].sentences[0]
    dialog.table.activated.emit(dialog.model.index(1, 0))
    qtbot.waitUntil(lambda: choosing.sentence == sentence)


def test_other_rules_are_used(qtbot, choosing):
    dialog = choosing.heads.dialog
    dialog.gold.setCurrentIndex(dialog.gold.findText("content"))
    dialog.gold.activated.emit(dialog.gold.currentIndex())
    qtbot.waitUntil(lambda: choosing.document.preparation.heads == "content", timeout=30_000)
    choosing.actions_["settings-raw"].trigger()
    qtbot.waitUntil(lambda: choosing.document.preparation.name == "raw", timeout=30_000)
    assert choosing.document.preparation.heads == "content"  # they stay when other settings are chosen
    assert choosing.wait_until_filled()


def test_it_follows_the_system_that_is_looked_at(qtbot, choosing):
    dialog = choosing.heads.dialog
    choosing.looking.choose_system(1)
    assert dialog.windowTitle() == "Head rules: gold and linkgrammar"
    assert dialog.system.isEnabled()
    found(qtbot, choosing)


def test_files_that_are_no_rules_are_refused(qtbot, choosing, tmp_path, monkeypatch):
    bad = tmp_path / "bad.toml"
    bad.write_text("[rules]\nNP = 1\n")
    said = []
    monkeypatch.setattr(QMessageBox, "warning", lambda *words: said.append(words[-1]))
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_, **__: (str(bad), ""))
    failed = []
    choosing.files.failed.connect(failed.append)
    dialog = choosing.heads.dialog
    dialog.gold.setCurrentIndex(dialog.gold.count() - 1)
    dialog.gold.activated.emit(dialog.gold.currentIndex())
    assert "rules.NP takes a list of steps" in str(failed[0])
    assert choosing.document.preparation.heads == ""
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_, **__: ("", ""))
    dialog.gold.setCurrentIndex(dialog.gold.count() - 1)
    dialog.gold.activated.emit(dialog.gold.currentIndex())
    assert dialog.gold.currentIndex() == 0


def test_nothing_that_was_read_is_written_over(qtbot, choosing, demo_folder, monkeypatch):
    dialog = choosing.heads.dialog
    dialog.model.setData(dialog.model.index(0, 0), Qt.CheckState.Checked, CHECK)
    said = []
    monkeypatch.setattr(QMessageBox, "warning", lambda *words: said.append(words[-1]))
    for name in ("/nowhere/at/all.toml",):
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, name=name, **__: (name, ""))
        dialog.save.click()
    assert len(said) == 1
    assert choosing.document.preparation.heads == ""


def test_closing_stops_looking(qtbot, window, demo_folder):
    window.open_files([str(demo_folder / name) for name in ("gold.mrg", "gold.conllu")])
    assert window.wait_until_filled(), window.last_error
    window.heads.show()
    window.heads.dialog.close()
    window.heads.show()
    found(qtbot, window)


def test_rules_that_are_gone_are_a_problem_not_the_end(window, demo_folder, tmp_path):
    from dataclasses import replace

    from treelens.engine.prepare import preset

    gone = replace(preset("collins"), heads=str(tmp_path / "gone.toml"))
    window.open_files([str(demo_folder / name) for name in ("gold.mrg", "linkgrammar.mrg")], preparation=gone)
    assert window.wait_until_filled(), window.last_error
    assert window.document.preparation.heads == ""
    assert any("head rules were left out" in problem.message for problem in window.document.problems)
