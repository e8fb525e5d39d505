"""``treelens figure`` as people use it: what is written, what is said, and the exit codes."""

import csv
import hashlib
import inspect
import json
import os
import subprocess
import sys
import typing
from dataclasses import fields
from pathlib import Path

import pytest

from treelens.engine.commands.main import run as run_command
from treelens.gui import commands_figure, program
from treelens.gui.commands_systems import SYSTEMS_PLOTS
from treelens.resources import resource

DEMO = Path(str(resource("demo")))
GOLD, SYSTEM, OTHER = (str(DEMO / f"{name}.mrg") for name in ("gold", "berkeley", "stanford"))


@pytest.fixture
def treelens(capfdbinary, qapp, monkeypatch, tmp_path):
    """Run the program in a folder of its own; return exit code and standard error."""
    assert program.main
    monkeypatch.chdir(tmp_path)

    def run(*arguments: object) -> tuple[int, str]:
        code = run_command(["figure", *map(str, arguments)])
        sys.stderr.flush()
        out, err = capfdbinary.readouterr()
        assert out == b""
        return code, err.decode()

    return run


def test_one_sentence(treelens):
    code, err = treelens(GOLD, SYSTEM, "-s", 69, "-o", "fig.pdf")
    assert code == 0
    assert Path("fig.pdf").read_bytes().startswith(b"%PDF")
    assert err.startswith("fig.pdf: ")
    assert err.endswith("cm)\n")
    assert len(err.splitlines()) == 1


def test_it_is_the_figure_of_the_library(treelens, qapp):
    from treelens.gui.document import open_document
    from treelens.gui.figures import FigureSpec, make_page, subject_of, svg

    spec = FigureSpec("mirror", "t", links=True, legend=False, tags=False, caption="x", width="page", theme="print")
    arguments = "--layout mirror --align t --links --no-legend --no-tags --caption x --width page --theme print"
    assert treelens(GOLD, SYSTEM, "-s", 69, "-o", "a.svg", *arguments.split())[0] == 0
    page = make_page(subject_of(open_document([GOLD, SYSTEM]), 68, 0), spec)
    assert Path("a.svg").read_text(encoding="utf-8") == svg.document(page)


@pytest.mark.parametrize(
    ("output", "names"),
    [
        ("f-{n:03}-{system}.svg", ["f-069-stanford.svg", "f-070-stanford.svg", "f-072-stanford.svg"]),
        ("f.b.svg", ["f.b-69.svg", "f.b-70.svg", "f.b-72.svg"]),
        ("new/folder/", ["new/folder/69.pdf", "new/folder/70.pdf", "new/folder/72.pdf"]),
    ],
)
def test_several_sentences(treelens, output, names):
    code, err = treelens(GOLD, SYSTEM, OTHER, "-s", "69-70, 72,70", "--system", "stanford", "-o", output)
    assert code == 0
    assert [line.partition(":")[0] for line in err.splitlines()] == names
    assert all(Path(name).stat().st_size > 500 for name in names)


def test_sentences_by_id_and_the_theme_for_print_by_its_other_name(treelens):
    assert treelens(GOLD, SYSTEM, "--id", "69,70", "-o", "x.svg", "--theme", "grey")[0] == 0
    assert treelens(GOLD, SYSTEM, "--sentence", 69, "-o", "y.svg", "--theme", "print")[0] == 0
    assert Path("x-69.svg").read_bytes() == Path("y.svg").read_bytes()
    assert Path("x-70.svg").exists()
    assert not Path("x.svg").exists()


def test_a_folder_takes_the_format_that_is_named(treelens, tmp_path):
    (tmp_path / "there{}").mkdir()
    assert treelens(GOLD, SYSTEM, "-s", 69, "-o", "there{}", "--format", "tikz", "--body")[0] == 0
    assert r"\documentclass" not in Path("there{}/69.tex").read_text(encoding="utf-8")
    assert treelens(GOLD, SYSTEM, "-s", 69, "-o", "picture", "--format", "png", "--dpi", 50, "--transparent")[0] == 0
    assert Path("picture").read_bytes().startswith(b"\x89PNG")


def test_a_filter(treelens):
    code, err = treelens(GOLD, SYSTEM, "--filter", "len:<8 f1:<100", "-o", "{n}.svg")
    assert code == 0
    assert 0 < len(err.splitlines()) < 40
    code, err = treelens(GOLD, SYSTEM, "--filter", "len:x", "-o", "{n}.svg")
    assert (code, err.splitlines()[1:]) == (2, ["  len:x", "      ^"])
    assert treelens(GOLD, SYSTEM, "--filter", "len:>999", "-o", "{n}.svg") == (2, "no sentence is left to draw\n")


def test_scores_in_the_caption(treelens):
    assert treelens(GOLD, SYSTEM, "-s", 15, "--scores", "-o", "a.svg")[0] == 0
    text = Path("a.svg").read_text(encoding="utf-8")
    assert "E Dice 38.7 · T Dice 90.8" in text


def test_three_trees(treelens):
    assert treelens(GOLD, SYSTEM, OTHER, "-s", 69, "--layout", "three", "-o", "a.svg")[0] == 0
    assert "B: stanford" in Path("a.svg").read_text(encoding="utf-8")
    chosen = ("--system", "stanford", "--second", "berkeley")
    assert treelens(GOLD, SYSTEM, OTHER, "-s", 69, "--layout", "three", *chosen, "-o", "a.svg")[0] == 0
    assert "B: berkeley" in Path("a.svg").read_text(encoding="utf-8")


def test_what_does_not_fit_keeps_nobody_from_fitting(treelens):
    code, err = treelens(GOLD, SYSTEM, "-s", "15,69", "--width", "column", "-o", "f-{n}.svg")
    assert code == 1
    assert not Path("f-15.svg").exists()
    assert Path("f-69.svg").exists()
    assert "sentence 15: the figure needs " in err
    assert "3.03 in is the width; it fits with\n" in err
    offers = [line.split(" (")[0].split() for line in err.splitlines() if line.startswith("  ")]
    assert ["--width", "page"] in offers
    for offer in offers:  # every offer is true
        assert treelens(GOLD, SYSTEM, "-s", 15, "--width", "column", *offer, "-o", "f-15.svg")[0] == 0


def test_a_missing_tree_is_told(treelens):
    link = str(DEMO / "linkgrammar.mrg")
    code, err = treelens(GOLD, link, "-s", "69,118", "-o", "{n}.svg")
    assert code == 1
    assert "sentence 118: " in err
    assert "no parse" in err
    assert Path("69.svg").exists()


def test_own_ids(treelens, tmp_path):
    text = "# sent_id = {}\n# text = {}\n1\t{}\t_\tX\t_\t_\t0\troot\t_\t_\n\n"
    (tmp_path / "a.conllu").write_text("".join(text.format(n, w, w) for n, w in (("b-1", "x"), ("b-7", "y"))), "utf-8")
    code, err = treelens("a.conllu", "a.conllu", "-s", "b-7", "-o", "{id}.svg")
    assert (code, err.partition(":")[0]) == (0, "b-7.svg")
    code, err = treelens("a.conllu", "a.conllu", "-s", "b-9", "-o", "{id}.svg")
    assert code == 2
    assert "has no sentence 'b-9'" in err


@pytest.mark.parametrize("which", ["scatter", "curves"])
def test_plots(treelens, which):
    for ending in ("svg", "pdf", "csv"):
        code, err = treelens(GOLD, SYSTEM, OTHER, "--plot", which, "--width", "page", "-o", f"p.{ending}")
        assert code == 0
        assert err.startswith(f"p.{ending}: ")
    with Path("p.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    assert err == f"p.csv: {len(rows) - 1} rows\n"
    assert len(rows) == {"scatter": 121, "curves": 51}[which]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("-o", "a.pdf"), "which sentence?"),
        (("-s", "200", "-o", "a.pdf"), "has no sentence 200, only 1 to 120"),
        (("-s", "20-15", "-o", "a.pdf"), "has no sentence 20-15"),
        (("-s", "0", "-o", "a.pdf"), "has no sentence 0"),
        (("-s", "x", "-o", "a.pdf"), "has no sentence 'x'"),
        (("-s", "1", "-o", "a.bmp"), "figures do not end in '.bmp'"),
        (("-s", "1-2", "-o", "a-{system}.pdf"), "is one file for 2 figures"),
        (("-s", "1", "-o", "{m}.pdf"), "between braces can stand {n}, {id}, {system}"),
        (("-s", "1", "-o", "{n.real.x}.pdf"), "between braces can stand"),
        (("-s", "1", "-o", "a.csv"), "only plots have numbers"),
        (("-s", "1", "-o", "a.pdf", "--layout", "upside"), "'upside' is no layout"),
        (("-s", "1", "-o", "a.pdf", "--align", "x"), "'x' is no alignment"),
        (("-s", "1", "-o", "a.pdf", "--width", "wide"), "is no width"),
        (("-s", "1", "-o", "a.pdf", "--size", "2"), "type of 2 pt"),
        (("-s", "1", "-o", "a.pdf", "--font", "Nowhere Grotesk"), "there is no font family"),
        (("-s", "1", "-o", "a.pdf", "--theme", "neon"), "'neon' is no theme"),
        (("-s", "1", "-o", "a.pdf", "--format", "bmp"), "--format takes svg"),
        (("-s", "1", "-o", "a.pdf", "--system", "me"), "no system is called 'me'; there are berkeley"),
        (("-s", "1", "-o", "a.pdf", "--layout", "three"), "needs two systems"),
        (("-s", "1", "-o", "a.pdf", "--second", "berkeley"), "--second goes with --layout three"),
        (("-s", "1", "-o", "a.png", "--dpi", "9999999"), "dpi would make a picture"),
        (("--plot", "pie", "-o", "a.pdf"), "--plot takes scatter"),
        (("--plot", "scatter", "-s", "1", "-o", "a.pdf"), "a plot is of all sentences"),
        (("--plot", "scatter", "--align", "t", "-o", "a.pdf"), "--align is for trees"),
        (("--plot", "scatter", "--width", "5mm", "-o", "a.pdf"), "needs a width"),
        (("-s", "1"), "output"),
    ],
)
def test_mistakes_are_told_in_words(treelens, tmp_path, arguments, message):
    code, err = treelens(GOLD, SYSTEM, *arguments)
    assert code == 2
    assert message in err
    assert "Traceback" not in err
    assert not list(tmp_path.glob("a.*"))


def test_what_was_read_is_not_written_over(treelens, tmp_path):
    gold = tmp_path / "gold.svg"
    gold.write_bytes(Path(GOLD).read_bytes())
    code, err = treelens(gold, SYSTEM, "-s", "1", "-o", "gold.svg")
    assert (code, err) == (2, "gold.svg: is one of the inputs and will not be overwritten\n")
    assert gold.read_bytes() == Path(GOLD).read_bytes()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written(treelens, tmp_path):
    (tmp_path / "closed").mkdir(mode=0o500)
    code, err = treelens(GOLD, SYSTEM, "-s", "69", "-o", "closed/a.svg")
    assert code == 2
    assert "cannot be written" in err


def test_a_file_where_a_folder_should_be(treelens, tmp_path):
    (tmp_path / "file").write_text("x", encoding="utf-8")
    code, err = treelens(GOLD, SYSTEM, "-s", "69", "-o", "file/a.svg")
    assert code == 2
    assert "cannot be written" in err


def test_help_names_what_there_is():
    """The options are written out where no Qt may be imported; this sees that they are those of figures."""
    from treelens.gui.figures import ALIGNMENTS, FORMATS, LAYOUTS, PLOTS, FigureSpec
    from treelens.gui.figures.looks import THEMES
    from treelens.gui.figures.wording import OPTIONS

    hints = typing.get_type_hints(commands_figure.figure, include_extras=True)
    metavars = {name: hint.__metadata__[0].metavar for name, hint in hints.items() if hasattr(hint, "__metadata__")}
    assert metavars["layout"] == "|".join(LAYOUTS)
    assert metavars["align"] == "|".join(ALIGNMENTS)
    assert metavars["theme"] == "|".join((*THEMES, "grey"))
    assert (*PLOTS, *SYSTEMS_PLOTS) == commands_figure.PLOTS
    assert tuple(FORMATS) == commands_figure.FORMATS
    offered = set(inspect.signature(commands_figure.figure).parameters)
    named = {OPTIONS.get(each.name, f"--{each.name}")[2:].replace("-", "_") for each in fields(FigureSpec)}
    assert named <= offered


_RUN = """
import json, sys
from treelens.gui.program import run
sys.exit(max(run(figure) for figure in json.loads(sys.argv[1])))
"""


def test_no_display_and_the_same_bytes_in_every_process(tmp_path):
    """Two processes, with other seeds for hashes, other folders and other times, write the same."""
    digests = []
    for seed in ("1", "2"):
        folder = tmp_path / seed
        folder.mkdir()
        own = {name: value for name, value in os.environ.items() if "DISPLAY" not in name and name != "QT_QPA_PLATFORM"}
        own |= {"PYTHONHASHSEED": seed, "XDG_CACHE_HOME": str(folder / "cache")}
        trees, plot = ["-s", "17", "--layout", "three", "--links", "--scores"], ["--plot", "curves"]
        wanted = [(trees, ending) for ending in ("svg", "pdf", "tex")] + [(plot, ending) for ending in ("svg", "png")]
        figures = [["figure", GOLD, SYSTEM, OTHER, *rest, "-o", f"{len(rest)}.{ending}"] for rest, ending in wanted]
        done = subprocess.run(
            [sys.executable, "-c", _RUN, json.dumps(figures)],
            cwd=folder, env=own, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        assert [line.partition(": ")[0] for line in done.stderr.splitlines()] == [each[-1] for each in figures]
        digests.append({each.name: hashlib.sha256(each.read_bytes()).hexdigest() for each in folder.glob("*.*")})
    assert len(digests[0]) == 5
    assert digests[0] == digests[1]


def test_head_rules_are_asked_for_as_in_other_commands(treelens):
    """A preposition or a noun heads a phrase: by which rules is said as on the other commands."""
    for rules in ("collins", "content"):
        options = ("--id", 17, "--align", "dependencies", "--width", "natural", "--heads", rules)
        assert treelens(GOLD, SYSTEM, *options, "-o", f"{rules}.svg")[0] == 0
    assert Path("collins.svg").read_bytes() != Path("content.svg").read_bytes()
    code, err = treelens(GOLD, SYSTEM, "--id", 17, "--heads", "nobody", "-o", "x.svg")
    assert (code, "no head rules are called 'nobody'" in err) == (2, True)


def test_plots_of_systems(treelens, tmp_path):
    """Every kind of input: systems, a table of systems, a table of scores."""
    demo = DEMO
    rows = "".join(f"{demo / name}.mrg\t{place}\n" for place, name in enumerate(("berkeley", "bllip", "pcfg-plain")))
    (tmp_path / "runs.tsv").write_text(f"path\tparameter\n{rows}")
    made = tmp_path / "p.csv"
    code, err = treelens(demo / "gold.mrg", "--sweep", tmp_path / "runs.tsv", "--plot", "parameter", "-o", made)
    assert (code, "3 rows" in err) == (0, True), err
    lines = made.read_text().splitlines()
    assert lines[0] == "system,family,parameter,f1"
    assert [line.split(",")[0] for line in lines[1:]] == ["berkeley", "bllip", "pcfg-plain"]
    (tmp_path / "scores.csv").write_text("system,f1,exact\na,80,20\nb,90,10\nc,70,5\n")
    made = tmp_path / "e.csv"
    code, err = treelens("--table", tmp_path / "scores.csv", "--plot", "epsila", "-o", made)
    assert code == 0, err
    assert made.read_text().splitlines()[0] == "metric,other,epsila"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--plot", "parameter"), "no system has a parameter"),
        (("--plot", "sorted", "--metric", "t-dice"), "no system has a score under 't-dice'"),
        (("--plot", "ranks", "--baseline", "nobody"), "no system is called 'nobody'"),
        (("--plot", "sizes", "--sizes", "9"), "--sizes takes a range"),
        (("--plot", "ranks", "--under", "both"), "--under"),
        (("--id", "3"), "--table is for plots of systems"),
    ],
)
def test_what_cannot_be_plotted(treelens, tmp_path, arguments, said):
    (tmp_path / "scores.csv").write_text("system,f1,exact\na,80,20\nb,90,10\nc,70,5\n")
    code, err = treelens("--table", tmp_path / "scores.csv", *arguments, "-o", tmp_path / "x.svg")
    assert code == 2
    assert said in err
