"""Takes the pictures of the manual and of the README from the real window, on the demo.

Run it as ``python packaging/pictures/take.py [NAME …]``. Qt draws into memory; the same machine makes the same
pictures. Look at them before they are committed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from PySide6.QtCore import QEventLoop, QTimer

from treelens.gui.app import application
from treelens.gui.main_window import MainWindow
from treelens.gui.program import demo_files
from treelens.gui.theme import load_theme

HERE = Path(__file__).parent
MANUAL = HERE.parents[1] / "resources" / "manual" / "pictures"
SIZE = 1400, 880


def window(window: MainWindow) -> None:
    """Gold and system side by side, a final adverb attached too low."""
    window.sentences.show_sentence(14)


def mirror(window: MainWindow) -> None:
    """Gold above, the system below one row of words."""
    window.sentences.show_sentence(29)
    window.set_layout("mirror")


def attachment(window: MainWindow) -> None:
    """The arrow of a repair."""
    window.sentences.show_sentence(83)
    repairs = window.this.repairs.list
    repairs.itemActivated.emit(repairs.item(0))


def arcs(window: MainWindow) -> None:
    """Dependencies."""
    window.sentences.show_sentence(83)
    window.set_alignment("dependencies")


def dark(window: MainWindow) -> None:
    """T-mapping, in the dark."""
    window.set_theme("dark")
    window.sentences.show_sentence(40)
    window.set_alignment("t")


#: What is done before each picture is taken, by the picture's name.
PICTURES: dict[str, Callable[[MainWindow], None]] = {
    made.__name__: made for made in (window, mirror, attachment, arcs, dark)
}


def take(name: str, prepare: Callable[[MainWindow], None]) -> None:
    """Open the demo, prepare the window, and save what it shows."""
    shown = MainWindow(load_theme("light"), remembers=False)
    shown.set_theme("light")
    shown.resize(*SIZE)
    shown.show()
    shown.open_files(demo_files())
    if not shown.wait_until_filled():
        raise RuntimeError(shown.last_error)
    prepare(shown)
    _settle(1500)
    picture = shown.grab()
    picture.save(str(MANUAL / f"{name}.png"), "PNG", 1)
    if name == "window":
        picture.save(str(HERE / "window.png"), "PNG", 1)
    shown.close()


def _settle(milliseconds: int) -> None:
    """Let the window finish what it has begun."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


if __name__ == "__main__":
    application("light")
    MANUAL.mkdir(exist_ok=True)
    for wanted in sys.argv[1:] or PICTURES:
        take(wanted, PICTURES[wanted])
