"""What tests of the window share: no display, no settings or cache of the user's own."""

import gc
import os
import threading
import time
from pathlib import Path

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


@pytest.fixture(autouse=True)
def own_folders(monkeypatch, tmp_path):
    """Keep settings and caches of a test in its own folder."""
    from PySide6.QtCore import QSettings

    for name in ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    QSettings.setPath(QSettings.Format.NativeFormat, QSettings.Scope.UserScope, str(tmp_path / "settings"))


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
    from treelens.gui.app import application
    from treelens.gui.main_window import MainWindow
    from treelens.gui.theme import load_theme

    application("light")
    made = MainWindow(load_theme("light"))
    qtbot.addWidget(made)
    made.resize(1500, 900)
    made.show()
    yield made
    made.close()


@pytest.fixture
def demo(window):
    """The window with the demo open and scored."""
    from treelens.gui.program import demo_files

    window.open_files(demo_files()[:4])
    assert window.wait_until_filled(), window.last_error
    return window


@pytest.fixture
def demo_folder() -> Path:
    """The folder of the demo."""
    from treelens.resources import resource

    return Path(str(resource("demo")))
