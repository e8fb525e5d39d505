"""What tests of the window share: no display, no settings or cache of the user's own."""

import gc
import os
import sys
import threading
import time
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # for copies

import copies

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
COPIES = pytest.StashKey[copies.Copies]()


def pytest_collection_finish(session):
    """Make ready what is copied for each test."""
    session.config.stash[COPIES] = copies.Copies(session)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item, nextitem):
    """Run tests in copies of a process that opened what they begin with."""
    return item.config.stash[COPIES].run(item, nextitem) or None


def pytest_sessionfinish(session):
    """End what was copied."""
    if found := session.config.stash.get(COPIES, None):
        found.end()


@pytest.fixture(autouse=True)
def own_folders(monkeypatch, tmp_path, qapp):
    """Keep settings and caches of a test in its own folder.

    There is an application with widgets from the first test on: a command that is run here would make one without.
    """
    folder = copies.here.folder if copies.here else tmp_path
    for name in copies.FOLDERS:
        monkeypatch.setenv(name, str(folder / name))
    copies.use_folders(folder)


@pytest.fixture(autouse=True)
def garbage_is_collected_here():
    """Collect no garbage in other threads, as in the program: there may be widgets among it.

    Windows that were closed are destroyed. If they stayed, every change of theme would style them all again.
    """
    from PySide6.QtCore import QCoreApplication, QEvent

    gc.disable()
    yield
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect(1)
    gc.enable()


@pytest.fixture(autouse=True)
def no_thread_is_left(request):
    """Fail a test that leaves a thread of the program's own running, and name it."""
    yield
    until = time.monotonic() + 10
    left: list[str] = ["?"]
    while left and time.monotonic() < until:
        left = [thread.name for thread in threading.enumerate() if thread.name.startswith("treelens-")]
        time.sleep(0.01 if left else 0)
    assert not left, f"{request.node.name} left threads running: {left}"


@pytest.fixture
def window(qtbot):
    """The window, empty, in the light theme."""
    made = copies.here.window if copies.here else copies.open_window()
    qtbot.addWidget(made)
    yield made
    made.close()


@pytest.fixture
def demo(window, tmp_path):
    """The window with the demo open and scored."""
    if not copies.here:
        copies.open_demo(window, tmp_path)
    return window


@pytest.fixture
def demo_folder() -> Path:
    """The folder of the demo."""
    from treelens.resources import resource

    return Path(str(resource("demo")))
