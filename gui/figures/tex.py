"""Words and labels in TeX: every character survives, and those that only some engines and fonts know say so.

pdfLaTeX sets the letters of the Latin script. For others a file needs LuaLaTeX or XeLaTeX and a font that has them: the
one that Qt found is named.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from itertools import groupby

from PySide6.QtGui import QFont, QRawFont, QTextLayout

__all__ = ["TexFonts", "escaped", "is_plain"]

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "'": r"\textquotesingle{}",
    "`": r"\textasciigrave{}",
    "-": "-{}",  # not two that become a dash
    "?": "?{}",  # not the beginning of a turned one
    "!": "!{}",
    ",": ",{}",  # not a low quotation mark
    "\u00a0": "~",
    "\u00ad": r"\-",
    "\u2212": r"\textminus{}",
    "\u2192": r"\textrightarrow{}",
    "\u21b7": r"\ensuremath{\curvearrowright}",
    "\u2260": r"\ensuremath{\neq}",
    "\u2264": r"\ensuremath{\leq}",
    "\u2265": r"\ensuremath{\geq}",
    "\u00b7": r"\textperiodcentered{}",
    "\u2026": r"\dots{}",
    "\ufffd": r"\textquestiondown{}",
}
_PUNCTUATION = "‘’“”‚„–—†‡•‰‹›€™"


def is_plain(character: str) -> bool:
    """Say whether pdfLaTeX with T1 fonts sets a character.

    >>> [is_plain(character) for character in "aéł→я猫"]
    [True, True, True, True, False, False]
    """
    code = ord(character)
    return code < 0x7F or 0xA0 <= code < 0x17F or character in _SPECIAL or character in _PUNCTUATION


def escaped(text: str) -> str:
    r"""Return a text as TeX writes it.

    >>> print(escaped(r"100% of {x_1} \ ``so'' --"))
    100\% of \{x\_1\} \textbackslash{} \textasciigrave{}\textasciigrave{}so\textquotesingle{}\textquotesingle{} -{}-{}
    """
    return "".join(_SPECIAL.get(character, character) for character in text)


class TexFonts:
    """Escapes texts, and collects the fonts of characters that pdfLaTeX does not know."""

    def __init__(self, font: QFont) -> None:
        self.font = font
        self.raw = QRawFont.fromFont(font)
        self.families: dict[tuple[str, str], str] = {}  #: macros by family and script
        self.right_to_left = False

    @property
    def plain(self) -> bool:
        """Whether pdfLaTeX can set all that was seen so far."""
        return not self.families and not self.right_to_left

    def tex(self, text: str) -> str:
        """Return a text as TeX, in which runs of other scripts choose a font that has them."""
        if all(map(is_plain, text)):
            return escaped(text)
        made = "".join(self._run(kind, "".join(run)) for kind, run in groupby(text, is_plain))
        if any(unicodedata.bidirectional(character) in ("R", "AL") for character in text):
            self.right_to_left = True
            return rf"\treelensRTL{{{made}}}"
        return made

    def _run(self, plain: bool, text: str) -> str:
        if plain:
            return escaped(text)
        key = self._family(text), _script(text)
        macro = self.families.setdefault(key, r"\treelensFont" + _letters(len(self.families)))
        return f"{{{macro} {text}}}"

    def _family(self, text: str) -> str:
        """Return the family that has the letters of a run: the figure's own, or the one that Qt takes instead."""
        if all(self.raw.supportsCharacter(ord(character)) for character in text):
            return self.raw.familyName()
        layout = QTextLayout(text, self.font)
        layout.beginLayout()
        layout.createLine()
        layout.endLayout()
        names = [run.rawFont().familyName() for run in layout.glyphRuns()]
        found = next((name for name in names if name and name != self.raw.familyName()), self.raw.familyName())
        return found.partition(" [")[0]  # without the foundry

    def declarations(self) -> Iterator[str]:
        """Return what a document needs so that these fonts are there."""
        if self.plain:
            return
        yield r"\ifdefined\fontspec\else\ifdefined\pdfglyphtounicode"
        yield r"\errmessage{This figure has letters that pdfLaTeX lacks: run lualatex or xelatex, with fontspec}\fi\fi"
        for (family, script), macro in self.families.items():
            option = f"[Script={script}]" if script else ""
            yield rf"\IfFontExistsTF{{{family}}}{{\newfontfamily{macro}{{{family}}}{option}}}{{\let{macro}\relax}}"
        if self.right_to_left:
            yield r"\ifdefined\textdir\def\treelensRTL#1{{\textdir TRT #1}}"
            yield r"\else\TeXXeTstate=1 \def\treelensRTL#1{\beginR#1\endR}\fi"


def _letters(number: int) -> str:
    """Return a number in letters, as names of macros have no digits.

    >>> _letters(0), _letters(27)
    ('A', 'BB')
    """
    return (_letters(number // 26) if number >= 26 else "") + chr(65 + number % 26)


def _script(text: str) -> str:
    """Return the script of a run, if its letters change with their neighbours."""
    names = {unicodedata.name(character, "").partition(" ")[0] for character in text}
    shaped = _first(names, ("ARABIC", "HEBREW", "SYRIAC", "DEVANAGARI", "BENGALI", "TAMIL", "THAI"))
    return shaped.title()


def _first(names: Iterable[str], wanted: tuple[str, ...]) -> str:
    return next((name for name in wanted if name in set(names)), "")
