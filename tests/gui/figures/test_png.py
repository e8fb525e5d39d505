"""PNG: the resolution is in the file, the size follows from it, the background is as asked for."""

import itertools

import pytest
from PySide6.QtGui import QImage
from samples import subject

from treelens.gui.figures import FigureSpec, make_page, png


@pytest.mark.parametrize("dpi", [72, 150, 600])
def test_resolution(tmp_path, dpi):
    page = make_page(subject(), FigureSpec(width="column"))
    png.write(page, tmp_path / "figure.png", dpi=dpi)
    image = QImage(str(tmp_path / "figure.png"))
    assert abs(image.width() - page.width * dpi / 72) < 1
    assert abs(image.height() - page.height * dpi / 72) < 1
    assert image.dotsPerMeterX() == image.dotsPerMeterY() == round(dpi / 0.0254)


def test_transparent_or_not(tmp_path):
    page = make_page(subject(), FigureSpec("gold"))
    for transparent in (True, False):
        png.write(page, tmp_path / "figure.png", transparent=transparent)
        image = QImage(str(tmp_path / "figure.png"))
        assert image.pixelColor(0, 0).alpha() == (0 if transparent else 255)
        assert image.hasAlphaChannel() == transparent
    dark = png.picture(make_page(subject(), FigureSpec("gold", theme="dark")), dpi=72)
    assert dark.pixelColor(0, 0).name() == "#1a1f26"


def test_ink_is_where_marks_are():
    page = make_page(subject(), FigureSpec("gold", legend=False, titles=False))
    image = png.picture(page, dpi=144)
    for text in page.texts():
        left, top, right, bottom = (round(2 * edge) for edge in text.box)
        darkest = min(image.pixelColor(x, y).lightness() for x in range(left, right) for y in range(top, bottom))
        assert darkest < 130, text
    # and not in the middle between two words
    words = sorted(page.texts("word"), key=lambda text: text.x)
    for one, other in itertools.pairwise(words):
        x = round(one.box[2] + other.box[0])
        assert all(image.pixelColor(x, round(2 * y)).lightness() > 250 for y in (one.y - 3, one.y, one.y + 3))


def test_absurd_sizes_are_refused():
    page = make_page(subject(), FigureSpec())
    for dpi in (0, 1_000_000):
        with pytest.raises(ValueError, match="dpi"):
            png.picture(page, dpi=dpi)
