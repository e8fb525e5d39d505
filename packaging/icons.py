"""Draws the program's icon in every size and form that desktops ask for, from the one picture in resources/icons.

``python packaging/icons.py FOLDER`` writes ``hicolor/16x16/apps/treelens.png`` and so on, the picture itself under
``hicolor/scalable``, ``treelens.ico`` for Windows and ``treelens.icns`` for macOS. The same bytes every time.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage, QImageReader

ICON = Path(__file__).parents[1] / "resources" / "icons" / "treelens.svg"
SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)


def drawn(size: int) -> QImage:
    """Return the icon as a picture so many pixels wide and high."""
    reader = QImageReader(str(ICON))
    reader.setScaledSize(reader.size().scaled(size, size, Qt.AspectRatioMode.KeepAspectRatio))
    picture = reader.read()
    if picture.isNull():
        raise SystemExit(f"{ICON}: {reader.errorString()}")
    return picture


def write(folder: Path) -> None:
    """Write all forms of the icon below a folder."""
    themed = folder / "hicolor"
    for size in SIZES:
        save(drawn(size), themed / f"{size}x{size}" / "apps" / "treelens.png")
    scalable = themed / "scalable" / "apps" / "treelens.svg"
    scalable.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(ICON, scalable)
    save(drawn(256), folder / "treelens.ico")
    save(drawn(512), folder / "treelens.icns")


def save(picture: QImage, path: Path) -> None:
    """Write a picture in the form that its name asks for."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not picture.save(str(path)):
        raise SystemExit(f"{path}: cannot be written")


if __name__ == "__main__":
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application = QGuiApplication([])
    write(Path(sys.argv[1]))
