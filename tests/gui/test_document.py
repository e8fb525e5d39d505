"""What is open, without any widget."""

import pytest

from treelens.engine.prepare import preset
from treelens.gui.document import open_document


@pytest.fixture
def broken(tmp_path):
    """Three sentences, of which the second is broken in the system's file."""
    gold, system = tmp_path / "gold.mrg", tmp_path / "system.mrg"
    gold.write_text("(S (A a))\n(S (B b))\n(S (C c))\n", encoding="utf-8")
    system.write_text("(S (A a))\n(S (B b)))\n(S (C c))\n", encoding="utf-8")
    return [str(gold), str(system)]


def test_a_problem_leads_to_its_sentence(broken):
    document = open_document(broken)
    assert document.problems
    problem = document.problems[0]
    assert problem.path == broken[1]
    assert document.place_of(problem) == (0, 1)


def test_a_problem_of_gold_is_at_its_own_sentence(broken):
    document = open_document(broken[::-1])
    assert document.place_of(document.problems[0]) == (None, 1)


def test_other_settings_are_another_study_of_the_same_files(broken):
    document = open_document(broken)
    raw = document.compared_by(preset("raw"))
    assert raw.preparation.name == "raw"
    assert document.preparation.name == "collins"
    assert raw.gold is document.gold


def test_trees_as_they_are_in_the_file(demo_folder):
    document = open_document([str(demo_folder / f"{name}.mrg") for name in ("gold", "berkeley")])
    lines = (demo_folder / "gold.mrg").read_text(encoding="utf-8").splitlines()
    assert str(document.original(14, "gold")) == lines[14]
    assert document.original(14, "system").words == document.original(14, "gold").words
