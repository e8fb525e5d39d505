"""The window starts fast because it imports only what it shows."""

import json
import os
import subprocess
import sys

import pytest

#: Packages that take long to import, and that a window without files has no use for.
OTHERS = ("conllu", "delphin", "matplotlib", "networkx", "nltk", "pyqtgraph", "scipy.stats")
#: Parts of the program itself of which that is true too.
OWN = ("treelens.gui.figures", "treelens.gui.report", "treelens.gui.systems")
HEAVY = (*OTHERS, *OWN)

#: Prints, after each step of a start, which of the heavy packages are imported by then.
START = """
import json
import sys

heavy = json.loads(sys.argv[1])
loaded = {}

def note(step):
    loaded[step] = [name for name in heavy if name in sys.modules]

from treelens.gui import program
note("program")
from treelens.gui import app
note("app")
from PySide6.QtWidgets import QDockWidget
from treelens.gui.main_window import MainWindow
from treelens.gui.theme import load_theme
running = app.application("light")
window = MainWindow(load_theme("light"))
note("window")
window.show()
running.processEvents()
note("shown")
window.open_files(program.demo_files()[:2])
assert window.wait_until_filled(), window.last_error
window.findChild(QDockWidget, "plots").show()
running.processEvents()
note("plots")
window.close()
print(json.dumps(loaded))
"""


@pytest.fixture(scope="module")
def loaded(tmp_path_factory):
    """What is imported after each step."""
    folder = tmp_path_factory.mktemp("start")
    homes = {name: str(folder) for name in ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")}
    done = subprocess.run(
        [sys.executable, "-c", START, json.dumps(HEAVY)],
        env={**os.environ, **homes, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("step", ["program", "app", "window", "shown"])
def test_a_window_without_files_imports_nothing_heavy(loaded, step):
    assert loaded[step] == []


def test_trees_in_brackets_need_only_what_draws_the_plots(loaded):
    # conllu, delphin and nltk belong to other files and filters; pyqtgraph is imported where plots are first shown.
    assert loaded["plots"] == ["pyqtgraph"]


def test_commands_do_not_import_qt():
    code = "import sys; from treelens.gui import program; print([name for name in sys.modules if 'PySide6' in name])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == "[]"
