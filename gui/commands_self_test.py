"""``treelens --self-test``: proves that this copy of the program is whole, wherever and however it was installed.

Qt is imported only when the command runs: see :mod:`.program`.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Annotated

import typer

__all__ = ["self_test"]

_HOMES = ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")
_FAILED = 1


def self_test(
    keep: Annotated[
        Path | None,
        typer.Option("--keep", metavar="FOLDER", help="Keep what is written there: figures, and the window's picture."),
    ] = None,
) -> int:
    """Check that this copy is whole; --self-test does the same.

    Kernels, data files, readers, numbers, figures and the window: one line each. Needs neither a display nor a
    network, and leaves the user's own files alone. Exit code 1: something is missing or wrong.
    """
    with tempfile.TemporaryDirectory(prefix="treelens-") as temporary:
        folder = Path(temporary) if keep is None else keep
        folder.mkdir(parents=True, exist_ok=True)
        _leave_alone(Path(temporary) / "own")
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
        return _run(folder)


def _leave_alone(own: Path) -> None:
    """Let settings, notes and caches of the user be: the program finds others below a folder of its own."""
    os.environ.update({name: str(own) for name in _HOMES})
    from PySide6.QtCore import QSettings

    QSettings.setDefaultFormat(QSettings.Format.IniFormat)
    QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, str(own))


def _run(folder: Path) -> int:
    from treelens.engine.self_test import CHECKS, outcomes

    from .app import application, quieten
    from .collecting import Collecting
    from .self_test import CHECKS as OF_WINDOW

    passed = True
    program = application("light")
    Collecting(program)
    quieten()
    for one in outcomes(CHECKS | OF_WINDOW, folder):
        print(f"{'ok' if one.passed else 'FAILED':8}{one.name:12}{one.words}", flush=True)
        passed &= one.passed
    return 0 if passed else _FAILED
