"""``treelens --self-test`` in a program of its own: a line for each check, an exit code, and nothing is touched."""

import os
import subprocess
import sys

import pytest
from PySide6.QtGui import QFontDatabase, QImage

from treelens.engine.self_test import CHECKS as OF_ENGINE
from treelens.gui import self_test
from treelens.gui.self_test import CHECKS

#: Runs the program with one check more than usual, which fails.
_BROKEN = """
import sys
from treelens.engine import self_test
from treelens.gui import program, self_test as of_window

def broken(folder):
    raise ValueError("not as it should be")

self_test.CHECKS.clear()
of_window.CHECKS.clear()
of_window.CHECKS.update(broken=broken, sound=lambda folder: "well")
sys.argv = ["treelens", "--self-test"]
program.main()
"""


def run(*command, home):
    homes = {name: str(home / name) for name in ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")}
    homes |= {"TMPDIR": str(home / "temporary")}
    (home / "temporary").mkdir(parents=True)
    bare = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    bare.pop("QT_QPA_PLATFORM", None)
    return subprocess.run(
        [sys.executable, *command], env=bare | homes, capture_output=True, text=True, check=False, timeout=240
    )


def test_every_check_passes_and_nothing_is_left_behind(tmp_path):
    home, kept = tmp_path / "home", tmp_path / "kept"
    done = run("-m", "treelens.gui.program", "--self-test", "--keep", str(kept), home=home)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stderr == ""
    lines = [line.split(maxsplit=2) for line in done.stdout.splitlines()]
    assert [line[1] for line in lines] == [*OF_ENGINE, *CHECKS]
    assert {line[0] for line in lines} == {"ok"}
    assert [path for path in home.rglob("*") if path.is_file()] == []  # no settings, no cache
    assert not list((home / "temporary").iterdir())
    assert QImage(str(kept / "window.png")).width() == 1500
    assert {path.suffix for path in kept.glob("figure.*")} == {".svg", ".pdf", ".png", ".tex", ".csv"}


def test_a_check_that_fails_makes_exit_code_1_and_the_others_are_made(tmp_path):
    done = run("-c", _BROKEN, home=tmp_path)
    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        "FAILED  broken      ValueError: not as it should be",
        "ok      sound       well",
    ]


@pytest.fixture(autouse=True)
def program(qtbot):
    """An application, as the command makes it."""


def test_no_typeface_is_a_failure_that_says_what_to_do(monkeypatch, tmp_path):
    monkeypatch.setattr(QFontDatabase, "families", list)
    with pytest.raises(self_test.TreelensError, match="install one"):
        CHECKS["type"](tmp_path)


def test_a_figure_that_is_none_is_found(monkeypatch, tmp_path):
    monkeypatch.setattr(self_test, "export", lambda page, path: path.write_bytes(b"x" * 2000))
    with pytest.raises(self_test.TreelensError, match=r"figure\.svg is no SVG"):
        CHECKS["figures"](tmp_path)
