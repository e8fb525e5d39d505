r"""TikZ: a document that compiles with a plain TeX Live, or a body for ``\input``.

Trees beside or above each other are set by ``forest``, which lays them out anew in the paper's own type. What forest
cannot set (mirrored and merged trees, arcs, links, discontinuous constituents, plots) is drawn by coordinates, as on
screen.

Everything has a named style: ``treelens phrase``, ``treelens tag``, ``treelens word``; ``treelens deletion`` (its box),
``treelens deletion line``, ``treelens deletion text``, and so on for each role; lines to heads are ``treelens deletion
head line``. A style, colour (``treelens-deletion``)
or font (``\treelensfont``) that the paper's preamble defines first is left as it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path as File
from typing import BinaryIO

from .codec import Info, sink
from .forest import forests
from .looks import Type
from .page import Box, Dot, Mark, Page, Path, Text
from .svg import number
from .tex import TexFonts
from .tikz_styles import BRANCHES, PLAIN, styles

__all__ = ["INFO", "document", "write"]

INFO = Info("tikz", "TikZ", (".tex", ".tikz"), "application/x-tex")

_FAMILIES = {"serif": ("tgtermes", "TeX Gyre Termes"), "sans": ("tgheros", "TeX Gyre Heros")}


def write(page: Page, target: str | File | BinaryIO, *, standalone: bool = True) -> None:
    r"""Write a page as a document of its own, or as what a paper can ``\input``."""
    with sink(target) as file:
        file.write(document(page, standalone=standalone).encode())


def document(page: Page, *, standalone: bool = True) -> str:
    """Return a page as TeX."""
    fonts = TexFonts(page.typeface.font(Type("#000000", 1.0)))
    nested = bool(page.panels) and all(panel.nested for panel in page.panels)
    body = list(forests(page, fonts) if nested else _picture(page, fonts))
    setup = [*styles(page), *fonts.declarations()]
    packages = [r"\usepackage{forest}"] if nested else [r"\usepackage{tikz}"]
    if not standalone:
        needs = " and ".join([packages[0], *([] if fonts.plain else [r"\usepackage{fontspec} (LuaLaTeX or XeLaTeX)"])])
        head = [rf"% For \input; the preamble needs {needs}, with T1 or Unicode fonts.", r"\begingroup"]
        return "\n".join([*head, *setup, *body, r"\endgroup", ""])
    return "\n".join(
        [
            f"% Compile with {'pdflatex, ' if fonts.plain else ''}lualatex or xelatex.",
            r"\documentclass[border=1.5bp]{standalone}",
            *_type(page),
            *packages,
            *setup,
            r"\begin{document}",
            *([r"\pagecolor{treelens-page}"] if page.looks.dark else []),
            *body,
            r"\end{document}",
            "",
        ]
    )


def _type(page: Page) -> Iterator[str]:
    """Choose the type of a document of its own."""
    name = page.typeface.name
    package, family = _FAMILIES.get(name, ("", page.typeface.family))
    yield r"\usepackage{iftex}"
    yield r"\ifPDFTeX"
    yield r"  \usepackage[T1]{fontenc}"
    yield r"  \usepackage{textcomp}"
    if package:
        yield rf"  \IfFileExists{{{package}.sty}}{{\usepackage{{{package}}}}}{{}}"
    yield r"\else"
    yield r"  \usepackage{fontspec}"
    command = r"\setsansfont" if name == "sans" else r"\setmainfont"
    yield rf"  \IfFontExistsTF{{{family}}}{{{command}{{{family}}}}}{{}}"
    yield r"\fi"
    if name == "sans":
        yield r"\renewcommand{\familydefault}{\sfdefault}"


def _picture(page: Page, fonts: TexFonts) -> Iterator[str]:
    """Draw all marks by coordinates, in points of 1/72 inch, y downwards as on the page."""
    yield r"\begin{tikzpicture}[x=1bp, y=-1bp, treelens figure]"
    size = f"({number(page.width)},{number(page.height)})"
    if page.looks.dark:
        yield rf"  \fill[treelens-page] (0,0) rectangle {size};"
    yield rf"  \useasboundingbox (0,0) rectangle {size};"
    for mark in page.marks:
        yield "  " + _command(mark, page, fonts)
    yield r"\end{tikzpicture}%"


def _command(mark: Mark, page: Page, fonts: TexFonts) -> str:
    if isinstance(mark, Text):
        return _text(mark, page, fonts)
    if isinstance(mark, Path):
        return _path(mark)
    if isinstance(mark, Box):
        left, top, right, bottom = map(number, mark.box)
        return rf"\path[treelens {mark.role}] ({left},{top}) rectangle ({right},{bottom});"
    return _dot(mark)


def _text(mark: Text, page: Page, fonts: TexFonts) -> str:
    anchor = {"start": "base west", "middle": "base", "end": "base east"}[mark.anchor]
    look = [f"treelens {mark.kind}"]
    if mark.role not in PLAIN:
        look.append(f"treelens {mark.role} text")
    place = f"({number(mark.x)},{number(mark.y + page.typeface.drop(mark.kind))})"
    return rf"\node[{', '.join(look)}, inner sep=0pt, anchor={anchor}] at {place} {{{fonts.tex(mark.text)}}};"


def _path(mark: Path) -> str:
    way = _point(mark.points[0])
    for piece in mark.pieces:
        points = [_point(point) for point in piece]
        curve = len(piece) == 3
        way += f" .. controls {points[0]} and {points[1]} .. {points[2]}" if curve else f" -- {points[0]}"
    command = r"\filldraw" if mark.filled else r"\draw"
    return rf"{command}[{line_style(mark.kind, mark.role, mark.weight)}] {way}{' -- cycle' if mark.closed else ''};"


def _point(point: tuple[float, float]) -> str:
    return f"({number(point[0])},{number(point[1])})"


def line_style(kind: str, role: str, weight: float = 0.0) -> str:
    """Return the name of the style of a line."""
    if kind in BRANCHES:
        return f"treelens {role}{' head' if weight else ''} line"
    return f"treelens {kind}" + ("" if role in PLAIN or kind == "drop" else f", treelens {role} {kind}")


def _dot(mark: Dot) -> str:
    faint = f", opacity={number(mark.opacity)}" if mark.opacity < 1 else ""
    own = "" if mark.role in PLAIN else f", treelens {mark.role} dot"
    return rf"\fill[treelens dot{own}{faint}] ({number(mark.x)},{number(mark.y)}) circle[radius={number(mark.radius)}];"
