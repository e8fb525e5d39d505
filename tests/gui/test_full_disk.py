"""Where nothing more can be written, every command says so in one line, and what was there before is still there."""

import os
import subprocess
import sys

import pytest

from treelens.resources import resource

GOLD, SYSTEM = (str(resource("demo", f"{name}.mrg")) for name in ("gold", "berkeley"))

#: What writes a file, by the file's ending.
COMMANDS = {
    "txt": ["score", GOLD, SYSTEM, "--per-sentence", "-o"],
    "mrg": ["convert", GOLD, "-o"],
    "csv": ["score", GOLD, SYSTEM, "--per-sentence", "--table"],
    "parquet": ["score", GOLD, SYSTEM, "--per-sentence", "--table"],
    "svg": ["figure", GOLD, SYSTEM, "--id", "15", "-o"],
    "pdf": ["figure", GOLD, SYSTEM, "--id", "15", "-o"],
    "html": ["report", GOLD, SYSTEM, "--samples", "20", "-o"],
    "png": ["demo", "--screenshot"],
}

#: Runs the program where no file may grow beyond a kilobyte: as on a full disk, writing fails halfway.
LIMITED = """
import resource, signal, sys
sys.dont_write_bytecode = True  # it would be cut off as well, and Python would put it where others import it
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
from treelens.gui.program import main
main()
"""


def run(code, command, path, home):
    homes = {name: str(home) for name in ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")}
    return subprocess.run(
        [sys.executable, "-c", code, *command, str(path)],
        env=os.environ | homes | {"QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def check(done, path, why):
    """One line on what could not be written, after what there may be to say of the trees."""
    assert done.returncode == 2, done.stderr
    assert done.stderr.splitlines()[-1] == f"{path}: cannot be written: {why}"
    assert done.stderr.count("cannot be written") == 1
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such limits")
@pytest.mark.parametrize("ending", COMMANDS)
def test_a_file_that_cannot_be_finished_is_not_begun(ending, tmp_path):
    folder = tmp_path / "results"
    folder.mkdir()
    path = folder / f"x.{ending}"
    path.write_text("what was there before")
    check(run(LIMITED, COMMANDS[ending], path, tmp_path / "home"), path, "File too large")
    assert path.read_text() == "what was there before"
    assert list(folder.iterdir()) == [path]


@pytest.mark.skipif(sys.platform != "linux", reason="there is no such folder")
@pytest.mark.parametrize("ending", ["csv", "svg", "png"])
def test_a_folder_that_cannot_be_written_to_is_told(ending, tmp_path):
    path = f"/sys/kernel/x.{ending}"  # not even by root
    done = run("from treelens.gui.program import main; main()", COMMANDS[ending], path, tmp_path)
    check(done, path, "Permission denied")
