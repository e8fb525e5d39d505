"""PNG: a picture of a page at any resolution, which the file says, so that it is placed at its true size."""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO

from PySide6.QtCore import QBuffer, QIODevice, Qt
from PySide6.QtGui import QImage, QPainter

from .codec import Info, sink
from .page import Page
from .paint import paint

__all__ = ["INFO", "picture", "write", "write_picture"]

INFO = Info("png", "PNG", (".png",), "image/png")

_MOST = 32000  # pixels along a side


def picture(page: Page, *, dpi: float = 300, transparent: bool = False) -> QImage:
    """Return a page as a picture; a dot of the last column or row may be cut, so the size is rounded up."""
    scale = dpi / 72
    width, height = (-(-round(length * scale * 100) // 100) for length in (page.width, page.height))
    if dpi < 1 or max(width, height) > _MOST:
        raise ValueError(f"{dpi:g} dpi would make a picture of {width} by {height} pixels")
    image = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDotsPerMeterX(round(dpi / 0.0254))
    image.setDotsPerMeterY(round(dpi / 0.0254))
    image.fill(Qt.GlobalColor.transparent if transparent else page.looks.page)
    painter = QPainter(image)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    painter.scale(scale, scale)
    paint(page, painter, background=False)
    painter.end()
    return image if transparent else image.convertToFormat(QImage.Format.Format_RGB32)


def write(page: Page, target: str | Path | BinaryIO, *, dpi: float = 300, transparent: bool = False) -> None:
    """Write a page as a picture of so many dots per inch."""
    write_picture(picture(page, dpi=dpi, transparent=transparent), target)


def write_picture(image: QImage, target: str | Path | BinaryIO) -> None:
    """Write any picture as PNG."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not image.save(buffer, "PNG"):  # type: ignore[call-overload]
        raise OSError("the picture could not be written")
    with sink(target) as file:
        file.write(buffer.data().data())
