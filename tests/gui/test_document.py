"""What is open, without any widget."""

from pathlib import Path

import pytest

from treelens.engine.agreement.changes import changes
from treelens.engine.metrics import METRICS, choose, family_of
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


def test_files_that_are_read_again_are_counted_only_where_they_changed(tmp_path, demo_folder, monkeypatch):
    gold, system = (str(tmp_path / f"{name}.mrg") for name in ("gold", "berkeley"))
    for path in (gold, system):
        Path(path).write_text((demo_folder / Path(path).name).read_text(encoding="utf-8"), encoding="utf-8")
    first = open_document([gold, system])
    assert first.study.fill(choose(["t-dice"])).wait(60)
    family, counted = family_of(METRICS["t-dice"]), []
    count = family.count

    def noted(one, other, pairs, jobs):
        counted.append(len(pairs))
        return count(one, other, pairs, jobs)

    monkeypatch.setattr(family, "count", noted)
    lines = Path(system).read_text(encoding="utf-8").splitlines()
    Path(system).write_text("\n".join(["(S (X x))", *lines[1:]]), encoding="utf-8")
    again = open_document([gold, system], before=first.study)
    assert again.study.fill(choose(["t-dice"])).wait(60)
    assert sum(counted) == 1
    scores = [one.study.scores(0, METRICS["t-dice"]) for one in (first, again)]
    assert changes(*scores).worse.tolist() == [0]
    assert len(changes(*scores).same) == 119


def test_trees_as_they_are_in_the_file(demo_folder):
    document = open_document([str(demo_folder / f"{name}.mrg") for name in ("gold", "berkeley")])
    lines = (demo_folder / "gold.mrg").read_text(encoding="utf-8").splitlines()
    assert str(document.original(14, "gold")) == lines[14]
    assert document.original(14, "system").words == document.original(14, "gold").words
