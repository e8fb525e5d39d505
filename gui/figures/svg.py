"""SVG 1.1: one flat document with real text.

Every mark is one element with presentation attributes of its own: no style sheet, no group to inherit from, no
transformation, no picture. So it opens unchanged in Inkscape, Illustrator and browsers, and its parts can be moved one
by one. What a mark is for is in ``data-role`` and ``data-kind``.

A reader without the font sees another: texts of trees are anchored in their middle, so they grow to both sides alike.
``serif`` and ``sans`` name families that are equally wide; of other families each text says how long it is
(``textLength``), so that a wider stand-in is set tighter instead of running into its neighbour.
"""

from __future__ import annotations

from pathlib import Path as File
from typing import BinaryIO
from xml.sax.saxutils import quoteattr

from .codec import Info, sink
from .looks import Pen
from .page import Box, Dot, Mark, Page, Path, Text

__all__ = ["INFO", "document", "write"]

INFO = Info("svg", "SVG", (".svg",), "image/svg+xml")


def write(page: Page, target: str | File | BinaryIO, *, background: bool | None = None) -> None:
    """Write a page; *background* paints the page's colour (by default only where it is dark)."""
    with sink(target) as file:
        file.write(document(page, background=background).encode())


def document(page: Page, *, background: bool | None = None) -> str:
    """Return a page as an SVG document."""
    width, height = number(page.width), number(page.height)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" version="1.1" width="{width}pt" height="{height}pt" '
        f'viewBox="0 0 {width} {height}">',
    ]
    if page.title:
        lines.append(f"<title>{_escaped(page.title)}</title>")
    if background or (background is None and page.looks.dark):
        lines.append(f'<rect x="0" y="0" width="{width}" height="{height}" fill="{page.looks.page}"/>')
    lines += [_element(mark, page) for mark in page.marks]
    return "\n".join([*lines, "</svg>", ""])


def number(value: float) -> str:
    """Return a length with at most two decimals.

    >>> number(12.0), number(0.126), number(-0.001)
    ('12', '0.13', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _element(mark: Mark, page: Page) -> str:
    if isinstance(mark, Text):
        return _text(mark, page)
    if isinstance(mark, Path):
        return _path(mark, page)
    if isinstance(mark, Box):
        return _box(mark, page)
    return _dot(mark, page)


def _names(mark: Mark) -> str:
    return f"data-kind={quoteattr(mark.kind)} data-role={quoteattr(mark.role)}"


def _text(mark: Text, page: Page) -> str:
    look = page.looks.text(mark.kind, mark.role)
    face = page.typeface
    families = ", ".join(_family(name) for name in (face.family, *face.stand_ins))
    parts = [
        f'x="{number(mark.x)}" y="{number(mark.y + face.drop(mark.kind))}"',
        f"font-family={quoteattr(families)}",
        f'font-size="{number(look.size)}"',
    ]
    if look.bold:
        parts.append('font-weight="bold"')
    if look.italic:
        parts.append('font-style="italic"')
    if mark.anchor != "start":
        parts.append(f'text-anchor="{mark.anchor}"')
    if not face.alike and len(mark.text) > 1:
        parts.append(f'textLength="{number(face.width(mark.text, mark.kind))}" lengthAdjust="spacingAndGlyphs"')
    return f'<text {" ".join(parts)} fill="{look.colour}" {_names(mark)}>{_escaped(mark.text)}</text>'


def _family(name: str) -> str:
    return name if name in ("serif", "sans-serif", "monospace") else "'" + name.replace("'", "") + "'"


def _path(mark: Path, page: Page) -> str:
    pieces = [f"{'C' if len(piece) == 3 else 'L'}{', '.join(map(_point, piece))}" for piece in mark.pieces]
    way = " ".join([f"M{_point(mark.points[0])}", *pieces, *(["Z"] if mark.closed else [])])
    pen = page.looks.pen(mark.kind, mark.role, mark.weight)
    return f'<path d="{way}" fill="{pen.colour if mark.filled else "none"}" {_stroke(pen)} {_names(mark)}/>'


def _point(point: tuple[float, float]) -> str:
    return f"{number(point[0])} {number(point[1])}"


def _box(mark: Box, page: Page) -> str:
    place = (
        f'x="{number(mark.left)}" y="{number(mark.top)}" width="{number(mark.width)}" height="{number(mark.height)}"'
    )
    fill = page.looks.fill(mark.kind, mark.role) or "none"
    stroke = _stroke(page.looks.pen("box", mark.role))
    return f'<rect {place} rx="{number(mark.radius)}" fill="{fill}" {stroke} {_names(mark)}/>'


def _dot(mark: Dot, page: Page) -> str:
    place = f'cx="{number(mark.x)}" cy="{number(mark.y)}" r="{number(mark.radius)}"'
    faint = f' fill-opacity="{number(mark.opacity)}"' if mark.opacity < 1 else ""
    return f'<circle {place} fill="{page.looks.fill(mark.kind, mark.role) or "none"}"{faint} {_names(mark)}/>'


def _stroke(pen: Pen) -> str:
    dash = f' stroke-dasharray="{" ".join(map(number, pen.dash))}"' if pen.dash else ""
    return (
        f'stroke="{pen.colour}" stroke-width="{number(pen.width)}"{dash} stroke-linecap="round" stroke-linejoin="round"'
    )


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
