"""``treelens report`` as people use it: where it writes, what it says, and the exit codes."""

import sys
from pathlib import Path

import pytest

from treelens.engine.commands.main import run as run_command
from treelens.engine.formats import load
from treelens.engine.metrics import choose
from treelens.engine.prepare import preset
from treelens.engine.sweep import Recipe, score_systems, systems_of
from treelens.gui import commands_report, program
from treelens.gui.program import demo_files

GOLD, SYSTEM, OTHER = demo_files()[:3]
QUICK = ("--samples", 50, "--top", 0, "--metrics", "f1")


@pytest.fixture
def treelens(capfdbinary, qapp, monkeypatch, tmp_path):
    """Run the program in a folder of its own; return exit code and standard error."""
    assert program.main
    monkeypatch.chdir(tmp_path)

    def run(*arguments: object) -> tuple[int, str]:
        code = run_command(["report", *map(str, arguments)])
        sys.stderr.flush()
        out, err = capfdbinary.readouterr()
        assert out == b""
        return code, err.decode()

    return run


@pytest.mark.parametrize(
    ("output", "file"),
    [("new/folder", "new/folder/report.html"), ("page.HTML", "page.HTML"), ("v1.2", "v1.2/report.html")],
)
def test_a_folder_or_a_file(treelens, output, file):
    code, err = treelens(GOLD, SYSTEM, "-o", output, *QUICK)
    assert code == 0
    assert err == f"{file}: {Path(file).stat().st_size:,} bytes\n"
    assert Path(file).read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_the_same_bytes_whatever_the_folder_and_the_cores(treelens, tmp_path):
    treelens(GOLD, SYSTEM, OTHER, "-o", "a", "--samples", 50, "--top", 1, "--jobs", 1)
    treelens(GOLD, SYSTEM, OTHER, "-o", "b", "--samples", 50, "--top", 1, "--jobs", 2)
    assert Path("a/report.html").read_bytes() == Path("b/report.html").read_bytes()
    assert str(tmp_path) not in Path("a/report.html").read_text(encoding="utf-8")


def test_title_date_baseline_and_theme(treelens):
    options = ("--title", "My parsers", "--date", "1 May", "--baseline", "stanford", "--theme", "grey")
    assert treelens(GOLD, SYSTEM, OTHER, "-o", "x.html", *QUICK, *options)[0] == 0
    text = Path("x.html").read_text(encoding="utf-8")
    assert "<h1>My parsers</h1>" in text
    assert '<p class="date">1 May</p>' in text
    assert "Differences to stanford." in text
    assert "prefers-color-scheme" not in text
    treelens(GOLD, SYSTEM, "-o", "y.html", *QUICK)
    assert 'class="date"' not in Path("y.html").read_text(encoding="utf-8")


def test_a_folder_of_systems(treelens):
    folder = Path("systems")
    folder.mkdir()
    for path in (SYSTEM, OTHER):
        (folder / Path(path).name).write_bytes(Path(path).read_bytes())
    assert treelens(GOLD, folder, "-o", "x.html", *QUICK)[0] == 0
    assert "<h1>2 systems on gold.mrg</h1>" in Path("x.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((GOLD, SYSTEM, "-o", "x.html", "--theme", "pink"), "--theme takes system, light"),
        ((GOLD, SYSTEM, "-o", "x.html", "--baseline", "nobody"), "no system is called 'nobody'"),
        ((GOLD, SYSTEM, "-o", "x.html", "--metrics", "f2"), "no measure is called 'f2'"),
        ((GOLD, "-o", "x.html"), "name a system"),
        ((GOLD, "nowhere.mrg", "-o", "x.html"), "nowhere.mrg"),
    ],
)
def test_what_cannot_be_done_is_said_and_nothing_is_written(treelens, arguments, words):
    code, err = treelens(*arguments)
    assert code == 2
    assert words in err
    assert not Path("x.html").exists()


def test_inputs_are_not_written_over(treelens):
    Path("gold.html").write_bytes(Path(GOLD).read_bytes())
    code, err = treelens("gold.html", SYSTEM, "-o", "gold.html")
    assert code == 2
    assert "is one of the inputs" in err
    assert Path("gold.html").read_bytes() == Path(GOLD).read_bytes()


def test_a_folder_that_is_a_file(treelens):
    Path("taken").write_text("", encoding="utf-8")
    code, err = treelens(GOLD, SYSTEM, "-o", "taken", *QUICK)
    assert code == 2
    assert "cannot be written" in err


def test_of_very_many_systems_the_best_and_the_baseline(treelens, monkeypatch):
    monkeypatch.setattr(commands_report, "_MOST", 2)
    systems = demo_files()[1:6]
    scores = dict(zip(systems, f1_of(systems), strict=True))
    worst, *_, second, best = sorted(systems, key=scores.__getitem__)
    code, err = treelens(GOLD, *systems, "-o", "best.html", *QUICK)
    assert code == 0
    assert "of 5 systems, the report is about the 2 best under f1; others are left out" in err
    page = Path("best.html").read_text(encoding="utf-8")
    assert "Of 5 systems, this report is about the 2 best under F1; the others are left out everywhere." in page
    names = {path: Path(path).stem for path in systems}
    assert all(names[path] in page for path in (best, second))
    assert names[worst] not in page
    treelens(GOLD, *systems, "-o", "against.html", *QUICK, "--baseline", names[worst])
    page = Path("against.html").read_text(encoding="utf-8")
    assert names[worst] in page
    assert names[best] in page
    assert names[second] not in page


def f1_of(paths):
    gold = load(GOLD)
    recipe = Recipe.of(gold, preset("collins"), choose(["f1"]), cached=False)
    return [result.tallies["f1"].micro for result in score_systems(recipe, systems_of(paths))]
