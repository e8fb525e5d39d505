"""Start-up: the application, its window, and what happens when something goes wrong."""

from __future__ import annotations

import contextlib
import gc
import os
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QEvent, QMessageLogContext, Qt, QTimer, QtMsgType, qInstallMessageHandler
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication, QMessageBox

from treelens.engine.problems import TreelensError
from treelens.resources import resource

from .collecting import Collecting
from .document import Wanted
from .main_window import MainWindow
from .plain import as_it_is
from .remembered import Remembered
from .theme import apply_theme, chosen_theme

__all__ = ["DESKTOP_ID", "Start", "application", "quieten", "start"]

DESKTOP_ID = "io.github.treelens.treelens"  #: by which a desktop knows the window's icon and name: packaging/desktop

_LARGEST = 16_000  #: pixels that a window may be wide or high


@dataclass(frozen=True)
class Start:
    """What the window begins with."""

    files: list[str]
    goto: int | None = None
    preparation: Wanted = None
    align: str | None = None  #: None: as a session says, else the usual
    layout: str | None = None
    theme: str = "system"
    size: str = ""
    screenshot: Path | None = None


def application(theme: str = "system") -> QApplication:
    """Return the application, made if there is none."""
    if "QT_QPA_PLATFORM" not in os.environ and sys.platform == "linux":
        if not os.environ.get("DISPLAY") and not os.environ.get("WAYLAND_DISPLAY"):
            os.environ["QT_QPA_PLATFORM"] = "offscreen"
    QApplication.setApplicationName("Treelens")  # by both the settings of the user are found
    QApplication.setOrganizationName("treelens")
    made = QApplication.instance() or QApplication(["treelens"])
    assert isinstance(made, QApplication)
    made.setDesktopFileName(DESKTOP_ID)
    made.setWindowIcon(QIcon(str(resource("icons", "treelens.svg"))))
    apply_theme(made, chosen_theme(theme))
    return made


def start(wanted: Start) -> int:
    """Open the window; with a screenshot, draw it once everything is there, and exit."""
    program = application(wanted.theme)
    Collecting(program)
    gc.freeze()  # what was imported stays: nobody need look through it again
    drawn_only = wanted.screenshot is not None
    if drawn_only:
        quieten()
    theme = wanted.theme
    if theme == "system" and not drawn_only:
        theme = Remembered().theme()
        apply_theme(program, chosen_theme(theme))  # before there is anything to paint in it
    shown = MainWindow(chosen_theme(theme), remembers=not drawn_only)
    shown.set_theme(theme)
    if wanted.size:
        width, _, height = wanted.size.lower().partition("x")
        if not (width.isdigit() and height.isdigit()):
            raise TreelensError(f"--size takes WIDTHxHEIGHT, not {wanted.size!r}")
        if max(int(width), int(height)) > _LARGEST:
            raise TreelensError(f"--size takes no more than {_LARGEST}x{_LARGEST}")
        shown.resize(int(width), int(height))
    _use(wanted, shown)
    shown.files.opened.connect(lambda _: _use(wanted, shown), Qt.ConnectionType.SingleShotConnection)  # not a session's
    if wanted.screenshot is not None:
        return _screenshot(program, shown, wanted)
    if program.platformName() == "offscreen":
        raise TreelensError("there is no display to open a window on; --screenshot FILE.png draws it without one")
    sys.excepthook = _crash_guard(shown)
    shown.show()
    if wanted.files:
        QTimer.singleShot(0, lambda: shown.open_files(wanted.files, wanted.goto, wanted.preparation))
    return int(program.exec())


def _use(wanted: Start, shown: MainWindow) -> None:
    """Align trees and lay them out as was asked for, if it was."""
    if wanted.align:
        shown.set_alignment(wanted.align)
    if wanted.layout:
        shown.set_layout(wanted.layout)


def quieten() -> None:
    """Let Qt say nothing of the platform that draws into memory."""
    qInstallMessageHandler(_quiet)


def _quiet(kind: QtMsgType, _where: QMessageLogContext, message: str) -> None:
    """Pass on what Qt says, but for what only the platform that draws into memory says of itself."""
    if "propagateSizeHints" not in message:
        sys.stderr.write(f"{message}\n")


def _screenshot(program: QApplication, shown: MainWindow, wanted: Start) -> int:
    from .figures.png import write_picture

    shown.show()
    if wanted.files:
        shown.open_files(wanted.files, wanted.goto, wanted.preparation)
        if not shown.wait_until_filled():
            raise TreelensError(shown.last_error or "the files could not be opened")
    for _ in range(3):  # what is made in one round may ask for room in the next
        program.processEvents()
    program.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)  # what came in the last round has its room, too
    assert wanted.screenshot is not None
    picture = shown.grab().toImage()
    shown.close()
    try:
        write_picture(picture, wanted.screenshot)
    except OSError as error:
        raise TreelensError(f"{wanted.screenshot}: cannot be written: {error.strerror or error}") from None
    return 0


def _crash_guard(shown: MainWindow) -> Callable[[type[BaseException], BaseException, TracebackType | None], None]:
    """Return a hook that shows what went wrong and lets the program go on."""

    def hook(kind: type[BaseException], error: BaseException, where: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            QApplication.quit()
            return
        with contextlib.suppress(Exception):  # whatever is broken, the note that is being typed is kept first
            shown.notes_panel.commit()
        details = "".join(traceback.format_exception(kind, error, where))
        sys.stderr.write(details)
        box = QMessageBox(shown)
        box.setIcon(QMessageBox.Icon.Critical)
        box.setWindowTitle("Treelens")
        box.setText(shown.tr("Something went wrong. Nothing that was open is lost."))
        box.setInformativeText(as_it_is(f"{kind.__name__}: {error}"))
        box.setDetailedText(details)
        box.exec()

    return hook
