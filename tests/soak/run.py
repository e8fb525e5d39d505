"""``make soak``: a driven window at random work for an hour, without a leak, an exception or a word of Qt.

``SOAK_MINUTES`` says how long, ``SEED`` which deeds: the same seed does the same things in the same order, though what
runs beside the window may end at other moments. Every deed is in ``soak.log`` before it is done. At first everything is
opened once. Then, once a minute, the window is brought back to the demo, and what it holds is measured there. It fails,
with exit code 1, where the last quarter holds 5 % more than the second, or where anything was said that nobody should
have to read.
"""

from __future__ import annotations

import faulthandler
import os
import random
import sys
import tempfile
import threading
import time
import traceback
from pathlib import Path
from types import TracebackType
from typing import Any, TextIO

from material import Material
from measuring import HEADING, Measure, measured, verdict
from person import Person
from PySide6.QtCore import QMessageLogContext, QSettings, QtMsgType, qInstallMessageHandler
from PySide6.QtTest import QTest

from treelens.gui.app import application
from treelens.gui.collecting import Collecting
from treelens.gui.main_window import MainWindow
from treelens.gui.theme import load_theme

_MINUTES = float(os.environ.get("SOAK_MINUTES", "60"))
_SEED = int(os.environ.get("SEED") or random.SystemRandom().randrange(10**6))
_EVERY = min(60.0, _MINUTES * 60 / 12)  #: seconds between two measures
_STUCK = 180  #: seconds after which a window that does not come back is given up
_PLATFORM = ("propagateSizeHints", "This plugin does not support")  #: what only drawing into memory has to say


class Faults:
    """What went wrong: each kind once, with the deed at which it was seen first."""

    def __init__(self) -> None:
        self.found: dict[str, str] = {}
        self.person: Person | None = None

    def watch(self) -> None:
        """Hear of exceptions in any thread, and of all that Qt has to say."""
        sys.excepthook = self._exception
        threading.excepthook = lambda told: self._exception(told.exc_type, told.exc_value, told.exc_traceback)
        sys.unraisablehook = lambda told: self._exception(told.exc_type, told.exc_value, told.exc_traceback)
        qInstallMessageHandler(self._message)

    def _exception(self, kind: type[BaseException], error: Any, where: TracebackType | None) -> None:
        frames = traceback.extract_tb(where)
        place = f"{frames[-1].filename}:{frames[-1].lineno}" if frames else "?"
        self._keep(f"{kind.__name__} {place}", "".join(traceback.format_exception(kind, error, where)))

    def _message(self, kind: QtMsgType, where: QMessageLogContext, message: str) -> None:
        if not any(words in message for words in _PLATFORM):
            self._keep(f"Qt: {message[:60]}", f"Qt ({kind.name}): {message}\n" + "".join(traceback.format_stack()[-6:]))

    def _keep(self, name: str, text: str) -> None:
        if name not in self.found:
            deed = self.person.done if self.person is not None else 0
            self.found[name] = text
            print(f"\n*** deed {deed} (SEED={_SEED}): {text}", flush=True)


def soak(person: Person) -> list[Measure]:
    """Do anything for as long as is wanted, and measure once a minute."""
    faulthandler.dump_traceback_later(2 * _STUCK, exit=True)
    person.look_at_everything()
    began = time.monotonic()
    measures: list[Measure] = []
    due = 0.0
    while (passed := time.monotonic() - began) < _MINUTES * 60 or len(measures) < 2:
        faulthandler.dump_traceback_later(_STUCK, exit=True)
        if passed >= due:
            due = passed + _EVERY
            person.rest()
            measures.append(measured(passed / 60, person.done))
            print(measures[-1], flush=True)
        try:
            person.act()
        except Exception as error:  # of a slot that was called at once
            sys.excepthook(type(error), error, error.__traceback__)
        QTest.qWait(random.Random(person.done).choice((1, 5, 20, 60)))
    faulthandler.cancel_dump_traceback_later()
    return measures


def use_own_folders(home: Path) -> None:
    """Read and write nothing of the user's own."""
    for name in ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        os.environ[name] = str(home / name)
    QSettings.setPath(QSettings.Format.NativeFormat, QSettings.Scope.UserScope, str(home))


def main(home: Path, log: TextIO) -> int:
    """Run, and say how it went."""
    print(f"SEED={_SEED} SOAK_MINUTES={_MINUTES:g}; every deed is in {log.name}\n{HEADING}", flush=True)
    use_own_folders(home)
    faults = Faults()
    faults.watch()
    Collecting(application("light"))
    window = MainWindow(load_theme("light"))
    window.show()
    person = faults.person = Person(window, Material(home / "trees"), _SEED, lambda line: print(line, file=log))
    measures = soak(person)
    person.rest()
    window.close()
    wrong = [*verdict(measures), *(f"was said: {name}" for name in faults.found)]
    print(f"{person.done:,} deeds. " + ("\n".join(wrong) or "Nothing leaks, nothing was said."), flush=True)
    return int(bool(wrong))


if __name__ == "__main__":  # processes that the window starts read this file, too
    with tempfile.TemporaryDirectory(prefix="soak-") as folder, Path("soak.log").open("w", buffering=1) as deeds:
        code = main(Path(folder), deeds)
    os._exit(code)  # threads of the system's own are not waited for
