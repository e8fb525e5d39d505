"""PDF: vectors, fonts embedded, the page cropped to the drawing.

Qt writes it; then dates and random numbers are taken out, and the size of the page, which Qt rounds to whole points, is
put right. The same page gives the same bytes.
"""

from __future__ import annotations

import math
import re
import unicodedata
from pathlib import Path
from typing import BinaryIO

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QSizeF
from PySide6.QtGui import QPageLayout, QPageSize, QPainter, QPdfWriter

from .codec import Info, sink
from .page import Page
from .paint import paint

__all__ = ["INFO", "write"]

INFO = Info("pdf", "PDF", (".pdf",), "application/pdf")

_DPI = 1200
_TABLE = re.compile(rb"xref\n0 (\d+)\n")
_REFERENCE = re.compile(rb"\b(\d+) 0 R\b")
_TAG = re.compile(rb"/FontName /[A-Z]{6}\+")
_COUNT = re.compile(rb"/Size \d+")
_LISTS = re.compile(rb"\[[<>0-9A-F ]*\]")
_RADICAL = re.compile(rb"2F[0-9A-C][0-9A-F]|2FD[0-5]")
_METADATA = re.compile(rb"/Metadata \d+ 0 R\n?")
_DATES = re.compile(rb"/(?:CreationDate|ModDate) \(D:[^)]*\)\n?")
_SIZE = re.compile(rb"/MediaBox \[[^\]]*\]\n/TrimBox \[[^\]]*\]")
_ID = re.compile(rb"/ID \[[^\]]*\]\n?")
_ENTRY = re.compile(rb"(\d{10}) (\d{5}) ([nf])")


def write(page: Page, target: str | Path | BinaryIO, *, background: bool | None = None) -> None:
    """Write a page; *background* paints the page's colour (by default only where it is dark)."""
    made = _printed(page, page.looks.dark if background is None else background)
    with sink(target) as file:
        file.write(_settled(made, page))


def _printed(page: Page, background: bool) -> bytes:
    """Let Qt write a page whose size is rounded up to whole points."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    size = QSizeF(math.ceil(page.width), math.ceil(page.height))
    paper = QPageSize(size, QPageSize.Unit.Point, "figure", QPageSize.SizeMatchPolicy.ExactMatch)
    writer.setPageLayout(QPageLayout(paper, QPageLayout.Orientation.Portrait, QMarginsF(0, 0, 0, 0)))
    writer.setResolution(_DPI)
    writer.setTitle(page.title)
    writer.setCreator("Treelens")
    painter = QPainter(writer)
    painter.scale(_DPI / 72, _DPI / 72)
    paint(page, painter, background=background)
    painter.end()
    return bytes(buffer.data().data())


def _settled(made: bytes, page: Page) -> bytes:
    """Write a PDF's objects again without what changes from one time to the next, on a page of the true size."""
    head, objects, trailer = _parts(made)
    top = math.ceil(page.height)
    box = f"/MediaBox [0 {_decimal(top - page.height)} {_decimal(page.width)} {top}]".encode()
    for number, body in objects.items():
        if b"begincmap" in body:
            objects[number] = _LISTS.sub(_unified, body)
        elif b"stream" not in body:
            objects[number] = _SIZE.sub(box, _DATES.sub(b"", _METADATA.sub(b"", body)))
    return _joined(head, *_renumbered(objects, _ID.sub(b"", trailer)))


def _unified(found: re.Match[bytes]) -> bytes:
    """Let glyphs that Qt takes for radicals be the letters that look the same, so that words can be found."""
    return _RADICAL.sub(lambda code: b"%04X" % ord(unicodedata.normalize("NFKC", chr(int(code[0], 16)))), found[0])


def _renumbered(objects: dict[int, bytes], trailer: bytes) -> tuple[list[bytes], bytes]:
    """Number objects as they are met on the way from the trailer; those that are never met are left out.

    Qt writes fonts in an order that depends on a random number.
    """
    order: dict[int, int] = {}
    waiting = [trailer]
    for body in waiting:
        for found in _REFERENCE.findall(body.partition(b"stream")[0]):
            if int(found) not in order:
                order[int(found)] = len(order) + 1
                waiting.append(objects[int(found)])

    def renamed(body: bytes) -> bytes:
        words, middle, rest = body.partition(b"stream")
        return _REFERENCE.sub(lambda found: b"%d 0 R" % order[int(found[1])], words) + middle + rest

    bodies = [b"%d 0 obj" % new + renamed(objects[old]).partition(b" 0 obj")[2] for old, new in order.items()]
    bodies = [_TAG.sub(b"/FontName /" + _letters(number) + b"+", body) for number, body in enumerate(bodies, 1)]
    return bodies, _COUNT.sub(b"/Size %d" % (len(order) + 1), renamed(trailer))


def _letters(number: int) -> bytes:
    """Return the tag of a font of which only some letters are there: six capitals.

    >>> _letters(1), _letters(27)
    (b'AAAAAB', b'AAAABB')
    """
    return bytes(65 + number // 26**power % 26 for power in range(5, -1, -1))


def _decimal(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".")


def _parts(made: bytes) -> tuple[bytes, dict[int, bytes], bytes]:
    """Cut a PDF into what is before its objects, the objects by number, and the trailer."""
    start = int(made[made.rindex(b"startxref") + 9 :].split()[0])
    table = _TABLE.match(made, start)
    if table is None:
        raise ValueError("this version of Qt writes PDF in a way that is not known")
    entries = _ENTRY.findall(made[table.end() :])[: int(table[1])]
    places = sorted((int(place), number) for number, (place, _, used) in enumerate(entries) if used == b"n")
    ends = [place for place, _ in places[1:]] + [start]
    objects = {number: made[place:end] for (place, number), end in zip(places, ends, strict=True)}
    trailer = made[made.index(b"trailer", start) : made.rindex(b"startxref")]
    return made[: places[0][0]], objects, trailer


def _joined(head: bytes, objects: list[bytes], trailer: bytes) -> bytes:
    """Write objects, counted from 1, and a table of where they are."""
    places, at = [], len(head)
    for body in objects:
        places.append(b"%010d 00000 n \n" % at)
        at += len(body)
    table = [b"xref\n0 %d\n" % (len(objects) + 1), b"0000000000 65535 f \n", *places]
    return b"".join([head, *objects, *table, trailer, b"startxref\n%d\n%%%%EOF\n" % at])
