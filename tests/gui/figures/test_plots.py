"""Plots as pages: what is drawn is what was counted, in every format, with the numbers beside it."""

import csv
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from samples import run, tool

from treelens.engine.errors import KINDS, Count, Totals
from treelens.gui.error_data import groups
from treelens.gui.figures import export, svg
from treelens.gui.figures.axes import Axes, Scale, ticks
from treelens.gui.figures.looks import THEMES, load_looks
from treelens.gui.figures.page import Box, Dot, Path, Text
from treelens.gui.figures.plots import PLOTS, PlotSpec, curves_page, errors_page, plot_page, scatter_page
from treelens.gui.figures.typeface import Typeface
from treelens.gui.plot_data import LARGEST, curve, points

NEAR = 0.02


def check(page):
    for mark in page.marks:
        left, top, right, bottom = mark.box
        assert left >= -NEAR, mark
        assert top >= -NEAR, mark
        assert right <= page.width + NEAR, mark
        assert bottom <= page.height + NEAR, mark
    texts = [mark for mark in page.marks if isinstance(mark, Text)]
    for at, one in enumerate(texts):
        for other in texts[at + 1 :]:
            a, b = one.box, other.box
            assert a[2] <= b[0] + NEAR or b[2] <= a[0] + NEAR or a[3] <= b[1] + NEAR or b[3] <= a[1] + NEAR, (
                one,
                other,
            )


@pytest.mark.parametrize("which", PLOTS)
@pytest.mark.parametrize("width", ["column", "page", "1.8in"])
@pytest.mark.parametrize("theme", THEMES)
def test_all_plots(demo_document, which, width, theme):
    page = plot_page(which, demo_document, 0, PlotSpec(width, theme=theme, caption="The demo."))
    check(page)
    assert page.width == PlotSpec(width).points


def test_a_dot_for_each_sentence(demo_document):
    page = plot_page("scatter", demo_document, 1, PlotSpec())
    dots = [mark for mark in page.marks if isinstance(mark, Dot)]
    found = points(demo_document.study, 1)
    scored = found[~np.isnan(found).any(axis=1)]
    assert len(dots) == len(scored) > 100
    assert "stanford" in next(page.texts("title")).text
    # places are linear in the scores, and y grows upwards
    xs, ys = np.array([(dot.x, dot.y) for dot in dots]).T
    assert np.allclose(np.polyval(np.polyfit(scored[:, 0], xs, 1), scored[:, 0]), xs, atol=1e-6)
    assert np.polyfit(scored[:, 1], ys, 1)[0] < 0


def test_a_curve_for_each_system(demo_document):
    page = plot_page("curves", demo_document, 2, PlotSpec())
    curves = {mark.role: mark for mark in page.marks if isinstance(mark, Path) and len(mark.points) > 5}
    assert set(curves) == {"system 0", "system 1", "system 2"}
    assert [role for role, mark in curves.items() if mark.kind == "current"] == ["system 2"]
    assert list(curves)[-1] == "system 2"
    assert len(curves["system 0"].points) == len(curve(demo_document.study, 0))
    names = [text.text for text in page.texts("legend")]
    assert sorted(names) == sorted(demo_document.names)


@pytest.mark.parametrize("which", PLOTS)
def test_every_format(demo_document, which, tmp_path):
    page = plot_page(which, demo_document, 0, PlotSpec())
    for ending in ("svg", "pdf", "png", "tex", "csv"):
        export(page, tmp_path / f"plot.{ending}")
    root = ET.fromstring((tmp_path / "plot.svg").read_text(encoding="utf-8"))
    texts = [each.text for each in root.iter("{http://www.w3.org/2000/svg}text")]
    assert texts == [text.text for text in page.texts()]
    assert "<image" not in svg.document(page)
    with (tmp_path / "plot.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    assert tuple(rows[0]) == page.data[0]
    assert len(rows) == len(page.data) > 20
    assert float(rows[1][-1]) == page.data[1][-1]
    if which == "curves":
        text = run(tool("pdftotext"), str(tmp_path / "plot.pdf"), "-")
        assert "fragment size" in text
        assert "berkeley" in text


def test_nothing_counted_yet():
    check(scatter_page(np.full((3, 2), np.nan), PlotSpec()))
    check(curves_page(["a"], {}, 0, PlotSpec()))
    one = curves_page(["a", "b"], {0: np.empty((0, 2)), 1: np.array([[1.0, 50.0], [2.0, 30.0]])}, 1, PlotSpec())
    check(one)
    assert [text.text for text in one.texts("legend")] == ["b", "a"]


def lengths(page):
    """Return the lengths of bars by their role, from the top; the last box of a role is its sample in the legend."""
    found = {}
    for mark in page.marks:
        if isinstance(mark, Box):
            line = page.looks.pen("box", mark.role).width
            found.setdefault(mark.role, []).append(mark.width + line)
    return {role: widths[:-1] for role, widths in found.items()}


@pytest.mark.parametrize("which", ["errors", "errors-repairs", "errors-sentences"])
def test_bars_for_each_system(demo_document, which):
    page = plot_page(which, demo_document, 1, PlotSpec())
    totals = {number: demo_document.errors.totals(number) for number in range(3)}
    wanted = groups(totals, which.partition("-")[2] or "brackets")
    most = max(max(values.values()) for _, values in wanted)
    unit = max(max(each) for each in lengths(page).values()) / most
    for system in range(3):
        values = [group[system] for _, group in wanted if group[system]]
        assert lengths(page)[f"bar-{system}"] == pytest.approx([unit * value for value in values], abs=0.5)
    texts = [text.text for text in page.texts("tick")]
    assert [text for text in texts if text in KINDS] == [kind for kind, _ in wanted]
    assert [text.text for text in page.texts("legend")] == demo_document.names
    fills = [page.looks.fill("swatch", f"bar-{system}") for system in range(3)]
    assert [fill == page.looks.pen("box", f"bar-{n}").colour for n, fill in enumerate(fills)] == [False, True, False]


def test_bars_of_one_system_have_numbers():
    totals = {0: Totals({"unary": Count(1, 1234, 0, (4,)), "other": Count(2, 7, 0, (1, 2))})}
    page = errors_page(["a"], totals, 0, PlotSpec())
    check(page)
    assert {"1,234", "7"} <= {text.text for text in page.texts("tick")}


@pytest.mark.parametrize("systems", [0, 1, 2, 8, 20])
@pytest.mark.parametrize("width", ["column", "page", "1.8in"])
def test_bars_of_any_number_of_systems(systems, width):
    rng = np.random.default_rng(systems)
    totals = {
        number: Totals({kind: Count(1, int(rng.integers(0, 12345)), 0, (number,)) for kind in KINDS})
        for number in range(systems)
    }
    for theme in THEMES:
        page = errors_page([f"system {number}" for number in range(systems)], totals, 0, PlotSpec(width, theme=theme))
        check(page)
    ET.fromstring(svg.document(page))
    check(errors_page(["a"], {0: Totals()}, 0, PlotSpec(width)))


def test_bars_in_tikz(demo_document, tmp_path):
    path = tmp_path / "bars.tex"
    export(plot_page("errors", demo_document, 0, PlotSpec()), path)
    text = path.read_text(encoding="utf-8")
    assert r"\treelensStyle{treelens bar-2}" in text
    assert text.count(r"\path[treelens bar-0]") > 5
    run(tool("pdflatex"), "-interaction=nonstopmode", "-halt-on-error", f"-output-directory={tmp_path}", str(path))
    assert (tmp_path / "bars.pdf").exists()


def test_many_systems_and_hostile_names():
    rng = np.random.default_rng(1)
    curves = {n: np.column_stack([np.arange(1.0, LARGEST + 1), rng.uniform(0, 99, LARGEST)]) for n in range(20)}
    names = [f"system <{number}> with a long name & {'more ' * number}" for number in range(20)]
    page = curves_page(names, curves, 3, PlotSpec())
    check(page)
    ET.fromstring(svg.document(page))


def test_numbers_of_an_axis():
    for low, high in ((0, 100), (90, 100), (37, 100), (0, 1), (0, 0.003), (5, 5)):
        made = ticks(low, high)
        assert 1 <= len(made) <= 6
        assert all(low <= number <= high + 1e-9 for number in made)
        assert made == sorted(set(made))


def test_axes_place_values():
    face = Typeface("sans", load_looks("light", 8))
    axes = Axes(Scale(0, 10, "x"), Scale(50, 100, "y"), face, 200, 100, 0)
    assert (axes.x(0), axes.x(10)) == pytest.approx((axes.left, axes.right))
    assert (axes.y(50), axes.y(100)) == pytest.approx((axes.bottom, axes.top))


def test_wrong_choices():
    with pytest.raises(ValueError, match="theme"):
        PlotSpec(theme="neon")
    with pytest.raises(ValueError, match="needs a width"):
        PlotSpec(width="10mm")
    with pytest.raises(ValueError, match="no plot"):
        plot_page("pie", None, 0, PlotSpec())
