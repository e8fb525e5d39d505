"""Qt without a window: an application that knows fonts, for commands that draw."""

from __future__ import annotations

import os
import sys

from PySide6.QtGui import QGuiApplication

__all__ = ["fonts"]


def fonts() -> QGuiApplication:
    """Return an application that knows fonts; it needs no display, and must be kept while something is drawn."""
    if sys.platform == "linux":
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    made = QGuiApplication.instance() or QGuiApplication(["treelens"])
    assert isinstance(made, QGuiApplication)
    return made
