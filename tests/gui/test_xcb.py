"""The program on a real display: one that Xvfb keeps in memory, drawn on as any X11 desktop is."""

import os
import shutil
import subprocess
import sys

import pytest
from PySide6.QtGui import QImage

SCREEN = "1600x1000x24"

#: Uses the window by keys alone; what it finds wrong ends it with a code other than 0.
BY_KEYS = """
import sys

from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest

from treelens.gui.app import application
from treelens.gui.main_window import MainWindow
from treelens.gui.program import demo_files
from treelens.gui.theme import load_theme

program = application("light")
assert program.platformName() == "xcb", program.platformName()
window = MainWindow(load_theme("light"))
window.show()
window.activateWindow()
assert QTest.qWaitForWindowActive(window, 10000)
window.open_files(demo_files()[:3])
assert window.wait_until_filled(), window.last_error
assert window.sentences.go_to(14)
shown = window.windowHandle()

assert window.trees.comparison.alignment == "e"
QTest.keyClick(shown, Qt.Key.Key_N)
assert window.trees.place.text().startswith("difference 1 of"), window.trees.place.text()
QTest.keyClick(shown, Qt.Key.Key_2)
assert window.trees.comparison.alignment == "t"
QTest.keyClick(shown, Qt.Key.Key_2, Qt.KeyboardModifier.ControlModifier)
assert window.trees.layout_name == "mirror"
program.processEvents()

rows = window.sentences.model.rowCount()
QTest.keyClick(shown, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
line = program.focusWidget()
assert window.sentences.isAncestorOf(line), line
for letter in "Thursday":
    QTest.keyClick(shown, letter)
assert line.text() == "Thursday"
for _ in range(100):  # a filter may take its time
    if window.sentences.model.rowCount() < rows:
        break
    QTest.qWait(50)
assert 0 < window.sentences.model.rowCount() < rows
assert not window.grab().toImage().isNull()

QTimer.singleShot(0, window.close)
sys.exit(program.exec())
"""


@pytest.fixture(scope="module")
def display():
    """A display of our own, in memory, reached by a local socket only."""
    if shutil.which("Xvfb") is None:
        pytest.skip("Xvfb is not installed")
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", SCREEN, "-nolisten", "tcp"]
    server = subprocess.Popen(
        command, pass_fds=(writing,), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    os.close(writing)  # the server's end only: should it fail, reading ends too
    with os.fdopen(reading) as answers:
        number = answers.readline().strip()
    try:
        if not number:
            pytest.skip(f"Xvfb does not start: it ended with {server.wait(10)}")
        yield f":{number}"
    finally:
        server.terminate()
        server.wait(10)


@pytest.fixture
def on_display(display, tmp_path):
    """Run Python on the display, with folders of its own; skip where Qt cannot draw there."""
    runtime = tmp_path / "runtime"
    runtime.mkdir(mode=0o700)
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("QT_", "WAYLAND_"))}
    environment |= {"DISPLAY": display, "QT_QPA_PLATFORM": "xcb", "XDG_RUNTIME_DIR": str(runtime)}

    def run(*arguments):
        command = [sys.executable, *arguments]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=120)

    tried = run("-c", "from PySide6.QtGui import QGuiApplication; QGuiApplication([])")
    if tried.returncode and "platform plugin" in tried.stderr:
        pytest.skip(f"Qt cannot draw on X11 here: {tried.stderr.strip().splitlines()[0]}")
    return run


def colours(image, area):
    """Return the colours of an area, as far as every third pixel tells."""
    columns, rows = range(area.left(), area.right(), 3), range(area.top(), area.bottom(), 3)
    return {image.pixel(x, y) for x in columns for y in rows}


def test_a_screenshot_of_the_demo(on_display, tmp_path):
    path = tmp_path / "demo.png"
    program = ("-m", "treelens.gui.program", "demo", "--goto", "15", "--theme", "light")
    done = on_display(*program, "--size", "1500x900", "--screenshot", str(path))
    assert (done.returncode, done.stderr) == (0, "")
    image = QImage(str(path))
    assert (image.width(), image.height()) == (1500, 900)
    assert len(colours(image, image.rect())) > 50
    middle = image.rect().adjusted(500, 200, -500, -450)  # the trees
    assert len(colours(image, middle)) > 10


def test_the_window_by_keys(on_display, tmp_path):
    script = tmp_path / "by_keys.py"
    script.write_text(BY_KEYS)
    done = on_display(str(script))
    assert done.stderr == ""
    assert done.returncode == 0
