"""The type of a figure: which family is there, how wide texts are in points, and where their baselines run.

Texts are measured a thousand units to the em and without hinting, so that widths are those of the outlines: the same
in every format, at any resolution.
"""

from __future__ import annotations

import tomllib
from functools import cache, cached_property

from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF

from treelens.resources import resource

from .looks import Looks, Type

__all__ = ["EM", "NAMES", "Typeface", "resolved"]

#: Pixels to the em at which texts are measured and painted.
EM = 1000

#: Names that stand for a family which is there.
NAMES = ("serif", "sans")

_LINE = 1.24  # the height of a line, in ems


@cache
def _stacks() -> dict[str, dict[str, list[str] | str]]:
    return tomllib.loads(resource("figures", "fonts.toml").read_text(encoding="utf-8"))


def resolved(name: str) -> tuple[str, tuple[str, ...], bool]:
    """Return the family that a name means here, what may stand in for it elsewhere, and if those are as wide as it.

    A name that is neither ``serif`` nor ``sans`` must be that of an installed family.
    """
    installed = QFontDatabase.families()
    if name not in NAMES:
        known = {family.lower(): family for family in installed}
        if name.lower() not in known:
            raise ValueError(f"there is no font family named {name!r} here; serif and sans are sure to be")
        generic = "monospace" if QFontDatabase.isFixedPitch(known[name.lower()]) else "sans-serif"
        return known[name.lower()], (generic,), False
    row = _stacks()[name]
    alike, others = list(row["alike"]), list(row["else"])
    family = next((each for each in [*alike, *others] if each in installed), None)
    if family is None:
        family = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).family()
    rest = [each for each in (alike if family in alike else others) if each != family]
    return family, (*rest, str(row["generic"])), family in alike


class Typeface:
    """A family at the sizes of a table of looks."""

    def __init__(self, name: str, looks: Looks) -> None:
        self.name = name
        self.looks = looks
        self.family, self.stand_ins, self.alike = resolved(name)
        self._fonts: dict[tuple[bool, bool], tuple[QFont, QFontMetricsF]] = {}
        self._widths: dict[tuple[str, bool, bool], float] = {}

    def font(self, type_: Type) -> QFont:
        """Return a font of a thousand pixels, to be painted at a thousandth of its size in points."""
        return self._font(type_.bold, type_.italic)[0]

    def width(self, text: str, kind: str) -> float:
        """Return how wide a text of a kind is, in points."""
        row = self.looks.text(kind, "plain")
        key = text, row.bold, row.italic
        if key not in self._widths:
            self._widths[key] = self._font(row.bold, row.italic)[1].horizontalAdvance(text) / EM
        return self._widths[key] * row.size

    def measure(self, text: str, kind: str) -> tuple[float, float]:
        """Return width and height of a text of a kind, in points."""
        return self.width(text, kind), self.height(kind)

    def height(self, kind: str) -> float:
        """Return the height of a line of a kind."""
        return _LINE * self.looks.text(kind, "plain").size

    def drop(self, kind: str) -> float:
        """Return how far the baseline is below the middle of a line: half a capital letter."""
        return self._rise * self.looks.text(kind, "plain").size

    @cached_property
    def _rise(self) -> float:
        capital = self._font(False, False)[1].capHeight() / EM
        return (capital if 0.5 < capital < 0.9 else 0.7) / 2

    def _font(self, bold: bool, italic: bool) -> tuple[QFont, QFontMetricsF]:
        if (bold, italic) not in self._fonts:
            font = QFont(self.family)
            font.setPixelSize(EM)
            font.setBold(bold)
            font.setItalic(italic)
            font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
            font.setFeature(QFont.Tag("liga"), 0)  # else “fish” is found in a PDF only by who looks for “ﬁsh”
            self._fonts[bold, italic] = font, QFontMetricsF(font)
        return self._fonts[bold, italic]
