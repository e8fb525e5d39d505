"""Arcs and heads in figures: every format, every width, the same bytes."""

import io
import re

import pytest
from samples import compare_golden, fixed_page, subject

from treelens.gui.figures import LAYOUTS, DoesNotFit, FigureSpec, Subject, export, make_page, pdf, png, svg, tikz
from treelens.gui.figures.looks import THEMES, load_looks
from treelens.gui.figures.page import Path, Text

ARCS = FigureSpec(alignment="dependencies")
HEADS = FigureSpec(alignment="heads")
OTHER = "(S (NP (DT the) (NN cat) (VBD saw)) (VP (NP (DT a) (NN dog)) (NP (NN today))))"


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("theme", THEMES)
def test_every_layout_and_theme(layout, theme):
    page = make_page(subject(second=OTHER), FigureSpec(layout, "dependencies", theme=theme, links=True, fold=True))
    texts = {mark.kind for mark in page.marks if isinstance(mark, Text)}
    assert {"word", "relation", "title"} <= texts
    for mark in page.marks:
        left, top, right, bottom = mark.box
        assert min(left, top) >= -0.01
        assert right <= page.width + 0.01
        assert bottom <= page.height + 0.01


@pytest.mark.parametrize(("name", "spec"), [("arcs", ARCS), ("heads", HEADS)])
def test_golden_svg(name, spec):
    compare_golden(f"{name}.svg", svg.document(fixed_page(subject(), spec)))


@pytest.mark.parametrize(("name", "spec"), [("arcs", ARCS), ("heads", HEADS)])
def test_golden_tikz(name, spec):
    compare_golden(f"{name}-body.tex", tikz.document(fixed_page(subject(), spec), standalone=False))


def test_tikz_draws_arcs_with_the_styles_of_roles():
    text = tikz.document(make_page(subject(), ARCS))
    assert r"\begin{forest}" not in text
    assert re.search(r"\\draw\[treelens deletion line\] .* -- .* \.\. controls .* \.\. .* -- ", text)
    assert r"\filldraw[treelens arrow, treelens deletion arrow]" in text
    assert text.count("{") == text.count("}")
    for style in set(re.findall(r"\[(treelens [a-z ]+)[,\]]", text)):
        assert rf"\treelensStyle{{{style}}}" in text, style


def test_forest_draws_thick_lines_to_heads():
    text = tikz.document(make_page(subject(), HEADS))
    assert r"\begin{forest}" in text
    assert "edge={treelens match head line}" in text or "edge={treelens quiet head line}" in text
    for style in set(re.findall(r"edge=\{(treelens [a-z ]+)\}", text)):
        assert rf"\treelensStyle{{{style}}}" in text, style


def test_lines_to_heads_are_thicker_in_every_role():
    looks = load_looks("light", 10.0)
    for role in ("plain", "quiet", "deletion", "insertion"):
        assert looks.pen("branch", role, 1.5).width > looks.pen("branch", role).width
    assert looks.pen("branch", "plain", 1.5).width > looks.pen("branch", "insertion").width


def test_quiet_labels_are_legible():
    for theme in THEMES:
        looks = load_looks(theme, 10.0)
        assert looks.text("phrase", "quiet").colour == looks.colours["tag"]


@pytest.mark.parametrize("writer", [svg, pdf, png, tikz])
def test_the_same_bytes(writer):
    made = []
    for _ in range(2):
        file = io.BytesIO()
        writer.write(make_page(subject(), ARCS), file)
        made.append(file.getvalue())
    assert made[0] == made[1]


def test_arrows_are_filled_with_their_own_colour():
    text = svg.document(make_page(subject(), ARCS))
    found = re.findall(r'<path [^>]*fill="(#\w+)" stroke="(#\w+)"[^>]*data-kind="arrow"', text)
    assert found
    assert all(fill == stroke for fill, stroke in found)


def test_a_width_tightens_words_or_says_what_helps():
    natural = make_page(subject(), ARCS)
    narrow = make_page(subject(), FigureSpec(alignment="dependencies", width=f"{natural.width - 4:.1f}pt"))
    assert narrow.width < natural.width
    with pytest.raises(DoesNotFit) as caught:
        make_page(subject(), FigureSpec(alignment="dependencies", width="1in"))
    words = [remedy.words for remedy in caught.value.remedies]
    assert not any("fold" in each or "mirror" in each or "no words" in each for each in words)
    assert all(remedy.width < caught.value.needed or remedy.fits for remedy in caught.value.remedies)


def test_three_are_stacked_where_they_do_not_fit_beside_each_other():
    wide = make_page(subject(second=OTHER), FigureSpec("three", "dependencies"))
    page = make_page(subject(second=OTHER), FigureSpec("three", "dependencies", width=f"{0.6 * wide.width:.1f}pt"))
    assert len({panel.top for panel in page.panels}) == 2
    assert len({panel.top for panel in wide.panels}) == 1


def test_mixed_formats(demo_folder, tmp_path):
    from treelens.gui.document import open_document
    from treelens.gui.figures import subject_of

    for names in (("gold.mrg", "udpipe.conllu"), ("gold.conllu", "berkeley.mrg")):
        document = open_document([str(demo_folder / name) for name in names])
        shown: Subject = subject_of(document, 14, 0)
        page = make_page(shown, FigureSpec("mirror", "dependencies"))
        kinds = {mark.kind for mark in page.marks if isinstance(mark, Text)}
        assert {"phrase", "relation", "word"} <= kinds
        assert any(mark.weight for mark in page.marks if isinstance(mark, Path))
        for ending in ("svg", "pdf", "png", "tex"):
            export(page, tmp_path / f"figure.{ending}")
            assert (tmp_path / f"figure.{ending}").stat().st_size > 1000
