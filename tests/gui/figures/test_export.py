"""One function writes every format; the clipboard gets a picture and SVG."""

import pytest
from PySide6.QtGui import QImage
from samples import subject

from treelens.gui.figures import FORMATS, FigureSpec, clipboard_data, export, format_of, make_page, svg


@pytest.fixture
def page():
    return make_page(subject(), FigureSpec())


@pytest.mark.parametrize(
    ("name", "start"), [("a.svg", b"<?xml"), ("a.pdf", b"%PDF"), ("a.png", b"\x89PNG"), ("a.tex", b"% Compile")]
)
def test_the_ending_says_the_format(page, tmp_path, name, start):
    export(page, tmp_path / name)
    assert (tmp_path / name).read_bytes().startswith(start)


def test_a_format_can_be_named(page, tmp_path):
    export(page, str(tmp_path / "figure"), "svg")
    assert (tmp_path / "figure").read_text(encoding="utf-8") == svg.document(page)
    export(page, tmp_path / "body.tex", standalone=False)
    assert r"\documentclass" not in (tmp_path / "body.tex").read_text(encoding="utf-8")
    export(page, tmp_path / "small.png", dpi=36, transparent=True)
    assert QImage(str(tmp_path / "small.png")).dotsPerMeterX() == round(36 / 0.0254)


def test_wrong_endings_leave_nothing_behind(page, tmp_path):
    for name in ("a.bmp", "a"):
        with pytest.raises(ValueError, match="figures do not end"):
            export(page, tmp_path / name)
    with pytest.raises(ValueError, match="no format"):
        export(page, tmp_path / "a.svg", "bmp")
    with pytest.raises(ValueError, match="only plots"):
        export(page, tmp_path / "a.csv")
    with pytest.raises(ValueError, match="dpi"):
        export(page, tmp_path / "a.png", dpi=10**7)
    assert not list(tmp_path.glob("a*"))


def test_every_ending_is_known():
    for name, (info, _) in FORMATS.items():
        assert {format_of(f"x{ending.upper()}") for ending in info.endings} == {name}


def test_the_clipboard_gets_a_picture_and_svg(page):
    data = clipboard_data(page, dpi=72)
    assert data.hasImage()
    assert abs(data.imageData().width() - page.width) < 1
    assert data.data("image/svg+xml").data().decode() == svg.document(page)
