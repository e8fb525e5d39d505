"""Figures of meanings: all formats, the same bytes each time, and the dialog's command makes the dialog's figure."""

import shlex
from pathlib import Path

import pytest
from meaning_profiles import meaning_profiles

from treelens.engine.commands.main import run
from treelens.gui import program
from treelens.gui.document import open_document
from treelens.gui.figures import DoesNotFit, MeaningFigure, MeaningSpec, command_line, export, svg


@pytest.fixture
def document(qapp, tmp_path):
    assert program.main  # without the program there is no command for figures
    return open_document(meaning_profiles(tmp_path / "profiles"))


@pytest.mark.parametrize("draw", ["arcs", "graph"])
@pytest.mark.parametrize("ending", ["svg", "pdf", "png", "tex"])
def test_every_format_is_the_same_each_time(document, tmp_path, draw, ending):
    files = [tmp_path / f"{number}.{ending}" for number in (1, 2)]
    for file in files:
        export(MeaningFigure(document, 0, 0, draw).page(MeaningSpec()), file)
    assert files[0].read_bytes() == files[1].read_bytes()
    assert files[0].stat().st_size > 500


@pytest.mark.parametrize("draw", ["arcs", "graph"])
def test_everything_is_written(document, draw):
    page = MeaningFigure(document, 0, 0, draw).page(MeaningSpec(caption="two meanings"))
    texts = {text.text for text in page.texts()}
    assert {"_the_q", "_see_v_1→_saw_v_1", "ARG2→ARG3", "top", "2 swaps", "Gold", "system", "two meanings"} <= texts
    assert ("saw" in texts) == (draw == "arcs")


@pytest.mark.parametrize("draw", ["arcs", "graph"])
def test_the_command_makes_the_figure_of_the_dialog(document, tmp_path, monkeypatch, draw):
    monkeypatch.chdir(tmp_path)
    spec = MeaningSpec(legend=False, caption="a b", width="page", font="sans", size=8.0, theme="print")
    figure = MeaningFigure(document, 0, 0, draw)
    program, command, *arguments = shlex.split(command_line(figure, spec, "x.svg"))
    assert (program, command) == ("treelens", "figure")
    assert run([command, *arguments]) == 0
    assert Path("x.svg").read_text(encoding="utf-8") == svg.document(figure.page(spec))


def test_graphs_come_above_each_other_where_there_is_little_room(document):
    wide, narrow = (MeaningFigure(document, 0, 0, "graph").page(MeaningSpec(width=width)) for width in (None, "column"))
    assert wide.panels[0].top == wide.panels[1].top
    assert narrow.panels[0].left == narrow.panels[1].left
    assert narrow.panels[0].top < narrow.panels[1].top


def test_what_would_make_it_fit(document):
    figure = MeaningFigure(document, 0, 0, "arcs")
    with pytest.raises(DoesNotFit) as caught:
        figure.page(MeaningSpec(width="2in"))
    for remedy in caught.value.remedies:
        assert remedy.fits
        assert figure.page(remedy.spec).width == pytest.approx(remedy.width, abs=0.1) or remedy.spec.size < 9


def test_a_meaning_that_cannot_be_drawn(document, tmp_path, monkeypatch, capfd):
    with pytest.raises(ValueError, match="gold: the MRS cannot be read"):
        MeaningFigure(document, 1, 0, "arcs").page(MeaningSpec())
    monkeypatch.chdir(tmp_path)
    assert run(["figure", *document.paths, "-s", "1-3", "--draw", "graph", "-o", "x.svg"]) == 1
    assert sorted(path.name for path in tmp_path.glob("*.svg")) == ["x-1.svg"]
    assert "sentence 2: gold: the MRS cannot be read" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--draw", "arcs", "--align", "t"], "--align is for trees, not for meanings"),
        (["--draw", "words"], "--draw"),
        (["--draw", "arcs", "--second", "x"], "--second goes with --layout three"),
    ],
)
def test_options_that_do_not_go_together(document, capfd, options, said):
    assert run(["figure", *document.paths, "-s", "1", "-o", "x.svg", *options]) != 0
    assert said in capfd.readouterr().err
