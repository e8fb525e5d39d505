"""The checks of an installed copy pass here, and fail where something is broken."""

from pathlib import Path

import pytest

from treelens.engine import self_test
from treelens.engine.self_test import CHECKS, FOLDERS, outcomes
from treelens.resources import resource


@pytest.mark.parametrize("name", CHECKS)
def test_this_copy_is_whole(name, tmp_path):
    (found,) = outcomes({name: CHECKS[name]}, tmp_path)
    assert found.passed, found.words
    assert found.words


def test_what_is_broken_does_not_hide_the_rest(tmp_path):
    def broken(folder):
        raise OSError("the disk is on fire")

    found = list(outcomes({"one": broken, "two": lambda folder: folder.name}, tmp_path))
    assert [(one.name, one.passed, one.words) for one in found] == [
        ("one", False, "OSError: the disk is on fire"),
        ("two", True, tmp_path.name),
    ]


def test_every_folder_of_data_is_looked_for():
    assert set(FOLDERS) == {entry.name for entry in resource().iterdir() if entry.is_dir()} - {"__pycache__"}


@pytest.fixture
def elsewhere(monkeypatch, tmp_path):
    """Data files in another folder, which can be broken."""

    def broken(*parts):
        return tmp_path.joinpath(*parts)

    for folder in FOLDERS:
        target = tmp_path / folder
        target.mkdir()
        for entry in Path(str(resource(folder))).iterdir():
            (target / entry.name).symlink_to(entry)
    monkeypatch.setattr(self_test, "resource", broken)
    return tmp_path


def outcome(name, folder):
    (found,) = outcomes({name: CHECKS[name]}, folder)
    assert not found.passed
    return found.words


def test_a_wrong_number_is_found(elsewhere):
    stored = elsewhere / "self-test" / "scores.csv"
    text = stored.read_text(encoding="utf-8")
    header, berkeley, *rest = text.splitlines()
    cells = berkeley.split(",")
    cells[header.split(",").index("t-dice")] += "1"  # the last digit but one
    stored.unlink()
    stored.write_text("\n".join([header, ",".join(cells), *rest]), encoding="utf-8")
    assert CHECKS["demo"](elsewhere)  # a sum may be a last bit off
    cells[header.split(",").index("t-dice")] = "0.9292760408"
    stored.write_text("\n".join([header, ",".join(cells), *rest]), encoding="utf-8")
    assert outcome("demo", elsewhere).startswith("1 of 880 scores are wrong: berkeley, t-dice: 0.92927604079585")


def test_a_measure_that_is_not_stored_is_found(elsewhere):
    stored = elsewhere / "self-test" / "scores.csv"
    text = stored.read_text(encoding="utf-8").replace("leaf-ancestor", "ancestor", 1)
    stored.unlink()
    stored.write_text(text, encoding="utf-8")
    assert "leaf-ancestor is not among the stored scores" in outcome("demo", elsewhere)


def test_missing_and_damaged_data_are_found(elsewhere):
    (elsewhere / "heads" / "collins.toml").unlink()
    (elsewhere / "heads" / "collins.toml").write_text("rules = [", encoding="utf-8")
    assert "TOMLDecodeError" in outcome("resources", elsewhere)
    (elsewhere / "themes").rename(elsewhere / "gone")
    assert outcome("resources", elsewhere) == "resources are missing: themes"


def test_a_reader_that_reads_something_else_is_found(elsewhere):
    sample = elsewhere / "self-test" / "sample.export"
    text = sample.read_text(encoding="utf-8").replace("lake", "pond")
    sample.unlink()
    assert outcome("readers", elsewhere) == "nothing was read as export"
    sample.write_text(text, encoding="utf-8")
    assert outcome("readers", elsewhere).startswith("export: ")
    sample.write_text(text.replace("--\t503\n#500", "--\t777\n#500"), encoding="utf-8")
    assert "sample.export:" in outcome("readers", elsewhere)
