"""Tests that begin with the same window open, each in a copy of a process that opened it once.

Opening the demo takes a second; two hundred tests begin with it. A process is forked that opens it when it is first
wanted, lets everything come that is still on its way, and is forked again for each test. What a test does to its
window, to its process and, as they are put back, to the user's folders, no other test sees: each begins as if it alone
had opened the demo. Where processes cannot be copied like this, and under a debugger, each test opens its own.
"""

from __future__ import annotations

import gc
import os
import shutil
import signal
import sys
import threading
import time
import traceback
import warnings
from collections.abc import Callable
from contextlib import contextmanager
from multiprocessing import Pipe
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol

__all__ = ["FOLDERS", "Copies", "here", "open_demo", "open_window", "opening", "use_folders", "wait_for"]

FOLDERS = ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")

here: Opened | None = None  # what is open in this process, if it is a copy

Opening = Callable[..., None]  # given an empty window, and a folder for files of its own

_OPENINGS: dict[frozenset[str], Opening] = {}


def opening(fixture: str) -> Callable[[Opening], Opening]:
    """Declare how what a fixture gives is opened, in a window that is given; in a copy the fixture need not.

    Tests are known by the name of the fixture: no other that uses the window may be called the same.
    """

    def declare(open_: Opening) -> Opening:
        assert frozenset((fixture, "window")) not in _OPENINGS, fixture
        _OPENINGS[frozenset((fixture, "window"))] = open_
        return open_

    return declare


class Opened:
    """What was opened once in this process: the window, and the folder of the user who did."""

    def __init__(self, folder: Path, open_: Opening) -> None:
        self.folder, self._as_it_was = folder / "home", folder / "as it was"
        self.folder.mkdir()
        for name in FOLDERS:
            os.environ[name] = str(self.folder / name)
        use_folders(self.folder)
        self.window = open_window()
        open_(self.window, self.folder)
        _let_all_come()
        gc.collect()  # what is old by now is not looked through again by each copy
        shutil.copytree(self.folder, self._as_it_was)

    def put_back(self) -> None:
        """Make the folder of the user what it was."""
        shutil.rmtree(self.folder)
        shutil.copytree(self._as_it_was, self.folder)


def open_window():
    """Show the window, empty, in the light theme."""
    from treelens.gui.app import application
    from treelens.gui.main_window import MainWindow
    from treelens.gui.theme import load_theme

    application("light")
    made = MainWindow(load_theme("light"))
    made.resize(1500, 900)
    made.show()
    return made


@opening("demo")
def open_demo(window, _folder):
    """Open the demo, and wait for its scores."""
    from treelens.gui.program import demo_files

    window.open_files(demo_files()[:4])
    assert window.wait_until_filled(), window.last_error


def wait_for(true: Callable[[], bool], seconds: float = 60) -> None:
    """Let events run until something is so."""
    from PySide6.QtWidgets import QApplication

    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until, f"waited {seconds} seconds in vain"
        QApplication.processEvents()
        time.sleep(0.005)


def use_folders(folder: Path) -> None:
    """Keep the settings of Qt below a folder."""
    from PySide6.QtCore import QSettings

    QSettings.setPath(QSettings.Format.NativeFormat, QSettings.Scope.UserScope, str(folder / "settings"))


class Copies:
    """Processes that open what tests begin with, one for each opening, which begins when a test first asks for it."""

    def __init__(self, session: pytest.Session) -> None:
        self._places = {item: place for place, item in enumerate(session.items)}
        self._processes: dict[Opening, _Process] = {}
        if sys.platform == "linux" and not session.config.getoption("usepdb"):
            factory = session.config._tmp_path_factory  # it empties the folder of all tests when first asked for it
            for open_ in {_opening_of(item): None for item in session.items if _opening_of(item)}:
                folder = factory.mktemp(open_.__name__)
                self._processes[open_] = _Process(session, open_, folder, list(self._processes.values()))

    def run(self, item: pytest.Item, nextitem: pytest.Item | None) -> bool:
        """Run a test in a copy; return whether it begins with what can be copied."""
        process = self._processes.get(_opening_of(item))
        if process is None:
            return False
        item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
        for report in process.reports(item, self._places[item]):
            item.ihook.pytest_runtest_logreport(report=report)
        item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
        item.session._setupstate.teardown_exact(nextitem)  # of what earlier tests in this process share
        return True

    def end(self) -> None:
        """End the processes."""
        for process in self._processes.values():
            process.end()
        self._processes.clear()


def _opening_of(item: pytest.Item) -> Opening | None:
    """Return how what a test begins with is opened, of several the one that goes furthest; None if by itself."""
    names = set(getattr(item, "fixturenames", ()))
    found = [open_ for wanted, open_ in _OPENINGS.items() if wanted <= names]
    return found[-1] if found else None  # those of all tests are declared first


class _Process:
    """A process that opens a window when it is first asked, and makes a copy of itself for each test."""

    def __init__(self, session: pytest.Session, open_: Opening, folder: Path, others: list[_Process]) -> None:
        self._session, self._open, self._folder = session, open_, folder
        self._ours, theirs = Pipe()
        self._pid = _fork()
        if self._pid == 0:
            for other in (self, *others):  # each ends when nobody can ask it any more
                other._ours.close()
            _never_return(lambda: self._serve(theirs))
        theirs.close()

    def reports(self, item: pytest.Item, place: int) -> list[pytest.TestReport]:
        """Return what a copy says of a test; if it ends without a word, that it did."""
        copy = 0
        reports: list[pytest.TestReport] = []
        try:
            self._ours.send(place)
            while True:
                kind, value = self._ours.recv()
                if kind == "copy":
                    copy = value
                elif kind == "reports":
                    restore = item.config.hook.pytest_report_from_serializable
                    reports = [restore(config=item.config, data=data) for data in value]
                else:
                    assert kind == "ended"
                    return reports or [_failed(item, str(value))]
        except pytest.fail.Exception as error:  # it took too long
            if copy:
                os.kill(copy, signal.SIGABRT)  # it says where it is, and ends
                while self._ours.recv()[0] != "ended":
                    pass
            return [_failed(item, str(error))]
        except EOFError:
            return [_failed(item, "the process that is copied has ended")]

    def end(self) -> None:
        """End the process."""
        self._ours.close()
        os.waitpid(self._pid, 0)

    def _serve(self, asked) -> None:
        """Run tests that are asked for, until nobody can ask any more."""
        global here
        os.environ["QT_NO_GUI_THREADPOOL"] = "1"  # threads are not copied: who waits for those of Qt waits for ever
        said = ""
        while True:
            try:
                place = asked.recv()
            except EOFError:
                return
            if here is None and not said:
                try:
                    with _as_strict_as_tests(self._session.config):
                        here = Opened(self._folder, self._open)
                except BaseException:
                    said = traceback.format_exc()
            if said:
                asked.send(("ended", said))
                continue
            copy = _fork()
            if copy == 0:
                _never_return(lambda place=place: _run(self._session.items[place], asked))
            _, status = os.waitpid(copy, 0)
            here.put_back()
            asked.send(("ended", f"the test ended its process: {os.waitstatus_to_exitcode(status)}"))


def _run(item: pytest.Item, asked) -> None:
    """Run a test in this copy, and say what came of it."""
    asked.send(("copy", os.getpid()))
    reports = runtestprotocol(item, log=False, nextitem=None)
    write = item.config.hook.pytest_report_to_serializable
    asked.send(("reports", [write(config=item.config, report=report) for report in reports]))


def _fork() -> int:
    with warnings.catch_warnings():  # other threads than this one are not copied: none of ours is there
        warnings.simplefilter("ignore", DeprecationWarning)
        return os.fork()


def _never_return(work: Callable) -> None:
    """Do the work of a copy, and end it there: what comes after belongs to the first process."""
    try:
        work()
    except BaseException:
        traceback.print_exc()
        sys.stderr.flush()
        os._exit(1)
    os._exit(0)


def _failed(item: pytest.Item, why: str) -> pytest.TestReport:
    keywords = dict.fromkeys(item.keywords, 1)
    return pytest.TestReport(item.nodeid, item.location, keywords, "failed", why, "call")


@contextmanager
def _as_strict_as_tests(config: pytest.Config):
    """Fail for what a test would fail for: warnings of Python and of Qt, and exceptions that Qt called for."""
    from PySide6.QtCore import QtMsgType, qInstallMessageHandler
    from pytestqt.exceptions import capture_exceptions

    heard: list[str] = []
    harmless = config.getini("qt_log_ignore")

    def hear(kind: QtMsgType, _where: object, message: str) -> None:
        grave = kind in (QtMsgType.QtWarningMsg, QtMsgType.QtCriticalMsg, QtMsgType.QtFatalMsg)
        if grave and not any(part in message for part in harmless):
            heard.append(message)

    before = qInstallMessageHandler(hear)
    gc.disable()  # as in each test
    with warnings.catch_warnings(), capture_exceptions() as exceptions:
        warnings.simplefilter("error")
        yield
    qInstallMessageHandler(before)
    assert not exceptions, exceptions
    assert not heard, heard


def _let_all_come(seconds: float = 120) -> None:
    """Let events run until no other thread has been there for a while: they are not copied."""
    from PySide6.QtCore import QCoreApplication

    until = time.monotonic() + seconds
    quiet_since = time.monotonic()
    while True:
        QCoreApplication.processEvents()
        now = time.monotonic()
        if threading.active_count() > 1:
            quiet_since = now
        elif now - quiet_since >= 0.5:
            return
        assert now < until, f"still at work: {threading.enumerate()}"
        time.sleep(0.005)
