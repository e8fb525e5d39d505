"""Tests that begin with the same window know nothing of each other: each finds what the first one found."""

import os
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication


@pytest.mark.parametrize("time", [1, 2, 3])
def test_what_a_test_does_no_other_sees(demo, time):
    home = Path(os.environ["XDG_DATA_HOME"])
    assert demo.sentence != 50
    assert demo.sentences.filter.text() == ""
    assert demo.trees.layout_name == "side"
    assert demo.files.notes.note(50) == ""
    assert not (home / "left").exists()
    assert "left behind" not in [widget.objectName() for widget in QApplication.topLevelWidgets()]
    assert not os.environ.get("LEFT_BEHIND")
    demo.sentences.go_to(50)
    demo.sentences.filter.setText("len:>5")
    demo.set_layout("mirror")
    demo.files.notes.set_note(50, "left behind")
    home.mkdir(parents=True, exist_ok=True)
    (home / "left").touch()
    demo.setObjectName("left behind")
    os.environ["LEFT_BEHIND"] = "1"


def test_the_folders_are_those_of_the_window(demo):
    demo.files.notes.set_note(3, "kept")
    demo.notes_panel.commit()
    kept = [file for file in Path(os.environ["XDG_DATA_HOME"]).rglob("*") if file.is_file()]
    assert any("kept" in file.read_text(encoding="utf-8", errors="replace") for file in kept)
