"""The structure of SVG files: flat, real texts, roles, nothing from elsewhere."""

import io
import re
import xml.etree.ElementTree as ET

import pytest
from samples import (
    ARABIC,
    CHINESE,
    HOSTILE,
    HOSTILE_SYSTEM,
    OTHER,
    compare_golden,
    fixed_page,
    run,
    subject,
    tool,
    tree,
)

from treelens.gui.figures import LAYOUTS, FigureSpec, make_page, svg
from treelens.gui.figures.looks import THEMES
from treelens.gui.figures.page import Text

SPACE = "{http://www.w3.org/2000/svg}"


def parsed(page):
    return ET.fromstring(svg.document(page))


def named(root, name):
    return root.findall(f"{SPACE}{name}")


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("theme", THEMES)
def test_one_flat_document(layout, theme):
    page = make_page(subject(second=OTHER), FigureSpec(layout, theme=theme, links=True, caption="words"))
    root = parsed(page)
    assert root.tag == f"{SPACE}svg"
    assert {child.tag.removeprefix(SPACE) for child in root} <= {"title", "rect", "path", "text"}
    assert all(len(child) == 0 for child in root)
    for element in root.iter():
        assert not {"class", "style", "transform", "id"} & element.attrib.keys()
    text = svg.document(page)
    assert not re.search(r"<image|<style|xlink|href|url\(|@import", text)
    assert root.get("width") == f"{svg.number(page.width)}pt"
    assert root.get("viewBox") == f"0 0 {svg.number(page.width)} {svg.number(page.height)}"


def test_texts_are_texts_with_their_roles():
    page = make_page(subject(), FigureSpec())
    texts = named(parsed(page), "text")
    assert [each.text for each in texts] == [mark.text for mark in page.marks if isinstance(mark, Text)]
    by_role = {(each.text, each.get("data-role")) for each in texts}
    assert {("− NP", "deletion"), ("+ NP", "insertion"), ("+ ADVP", "insertion"), ("S", "match")} <= by_role
    words = [each.text for each in texts if each.get("data-kind") == "word"]
    assert words == ["the", "cat", "saw", "a", "dog", "today"] * 2
    fonts = {each.get("font-family") for each in texts}
    assert len(fonts) == 1
    assert fonts.pop().endswith(", serif")


def test_what_differs_is_dashed_or_thick():
    elements = named(parsed(make_page(subject(), FigureSpec(theme="print"))), "rect")
    looks = {each.get("data-role"): each for each in elements if each.get("data-kind") == "phrase"}
    assert looks["deletion"].get("stroke-dasharray")
    assert looks["insertion"].get("stroke-dasharray") is None
    assert float(looks["insertion"].get("stroke-width")) > float(looks["deletion"].get("stroke-width"))
    assert looks["deletion"].get("fill") != looks["insertion"].get("fill")


@pytest.mark.parametrize("pair", [(HOSTILE, HOSTILE_SYSTEM), (ARABIC, ARABIC), (CHINESE, CHINESE)])
def test_special_characters_survive(pair):
    root = parsed(make_page(subject(*pair, title="a < b & c"), FigureSpec(alignment="t", caption="</text><script>")))
    assert not list(root.iter(f"{SPACE}script"))
    words = [each.text for each in named(root, "text") if each.get("data-kind") == "word"]
    assert set(words) == set(tree(pair[0]).words)
    titles = [each.text for each in named(root, "text") if each.get("data-kind") == "title"]
    assert titles == ["Gold", "a < b & c"]


def test_control_characters_become_signs():
    root = parsed(make_page(subject(title="a\x00b\x1b\u202ec\ud800"), FigureSpec(caption="x\ty\x07")))
    titles = [each.text for each in named(root, "text") if each.get("data-kind") == "title"]
    assert titles[1] == "a␀b␛\ufffdc\ufffd"
    assert [each.text for each in named(root, "text") if each.get("data-kind") == "caption"] == ["x y␇"]


def test_other_families_say_how_long_texts_are():
    """serif and sans have stand-ins of the same width; of another family a reader's stand-in may be wider."""
    alike = make_page(subject(), FigureSpec(font="serif"))
    if alike.typeface.alike:
        assert "textLength" not in svg.document(alike)
    other = make_page(subject(), FigureSpec(font=alike.typeface.family))
    root = parsed(other)
    for element, mark in zip(named(root, "text"), other.texts(), strict=True):
        if len(mark.text) > 1:
            assert float(element.get("textLength")) == pytest.approx(
                other.typeface.width(mark.text, mark.kind), abs=0.01
            )


def test_a_dark_page_has_a_background():
    assert named(parsed(make_page(subject(), FigureSpec(theme="dark"))), "rect")[0].get("fill") == "#1a1f26"
    page = make_page(subject(), FigureSpec("gold", legend=False))
    assert all(each.get("data-role") for each in named(parsed(page), "rect"))


def test_written_to_a_file(tmp_path):
    page = make_page(subject(), FigureSpec())
    svg.write(page, tmp_path / "figure.svg")
    collected = io.BytesIO()
    svg.write(page, collected)
    assert (tmp_path / "figure.svg").read_bytes() == collected.getvalue() == svg.document(page).encode()


@pytest.mark.parametrize("layout", ["side", "mirror", "overlay"])
def test_golden(layout):
    compare_golden(
        f"{layout}.svg", svg.document(fixed_page(subject(), FigureSpec(layout, caption="One & two.", scores=True)))
    )


def test_golden_greyscale_with_folds_and_links():
    spec = FigureSpec(alignment="t", theme="print", fold=True, links=True, tags=False)
    compare_golden("print.svg", svg.document(fixed_page(subject(), spec)))


def test_another_renderer_draws_it(tmp_path):
    """librsvg finds ink where words are."""
    page = make_page(subject(), FigureSpec("gold", legend=False))
    svg.write(page, tmp_path / "figure.svg", background=True)
    run(tool("rsvg-convert"), "-d", "144", "-p", "144", "-o", str(tmp_path / "f.png"), str(tmp_path / "figure.svg"))
    from PySide6.QtGui import QImage

    image = QImage(str(tmp_path / "f.png"))
    assert abs(image.width() - 2 * page.width) <= 2
    for word in page.texts("word"):
        left, top, right, bottom = (round(2 * edge) for edge in word.box)
        assert min(image.pixelColor(x, y).lightness() for x in range(left, right) for y in range(top, bottom)) < 120
