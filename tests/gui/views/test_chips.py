"""Chips in a row: as many as fit, the rest counted, nothing outside their room."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QFontMetrics, QImage, QPainter

from treelens.gui.theme import load_theme
from treelens.gui.views.chips import chip_font, chips_width, paint_chips, shown_chips

TEXTS = st.lists(st.sampled_from(["PP", "NP", "coord", "unary ×2", "single", "label"]), max_size=7)


@pytest.fixture
def font(qapp):
    return qapp.font()


@given(TEXTS, st.integers(0, 400))
def test_every_chip_is_shown_or_counted(qapp, texts, room):
    metrics = QFontMetrics(chip_font(qapp.font()))
    shown, more = shown_chips(texts, room, metrics)
    assert len(shown) + more == len(texts)
    assert shown == texts[: len(shown)] or (len(shown) == 1 and shown[0].endswith("…"))
    if chips_width(texts, qapp.font()) <= room:
        assert (shown, more) == (texts, 0)
    if shown:
        beside = metrics.horizontalAdvance(f"+{more}") + 4 if more else 0
        assert chips_width(shown, qapp.font()) + beside <= room


def test_more_room_shows_more(font):
    texts, metrics = ["PP", "coord", "unary ×2"], QFontMetrics(chip_font(font))
    counts = [len(shown_chips(texts, room, metrics)[0]) for room in range(300)]
    assert counts == sorted(counts)
    assert counts[-1] == 3


@pytest.mark.parametrize("theme", ["light", "dark", "okabe-ito", "print"])
def test_chips_stay_inside_and_can_be_read(font, theme):
    colours = load_theme(theme).interface
    image = QImage(160, 30, QImage.Format.Format_RGB32)
    image.fill(colours.page)
    painter = QPainter(image)
    paint_chips(painter, ["PP", "coord", "unary ×2", "label"], QRect(20, 0, 110, 30), font, colours.text, colours.muted)
    painter.end()
    inked = [x for x in range(160) for y in range(30) if image.pixelColor(x, y) != colours.page]
    assert 20 <= min(inked) <= 22
    assert max(inked) < 131
    ground = image.pixelColor(24, 15)  # inside the first chip, beside its text
    assert ground != colours.page
    assert contrast(colours.text, ground) >= 4.5
    assert contrast(colours.muted, colours.page) >= 4.5


def contrast(one: QColor, other: QColor) -> float:
    def light(colour: QColor) -> float:
        parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour.getRgbF()[:3]]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    lighter, darker = sorted([light(one), light(other)], reverse=True)
    return (lighter + 0.05) / (darker + 0.05)
