"""What tests of reports share: reports on the demo and on files made to do harm, written once by the command itself."""

import os
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # for reading_pages

SCRIPT = "<script>window.harmed=1</script>"
IMAGE = "<img/src=x/onerror=window.harmed=1>"
LAST = "(N \"&amp;')"
TURNED = "a\u202eb"  # what follows would be read from right to left
HOSTILE = {
    "go<b>ld\"&'.mrg": [
        f'(S (NP"><i> (N {SCRIPT})) (VP (V {IMAGE}) (NP {LAST})))',
        f"(S (NP (N {TURNED})) (VP (V c)))",
    ],
    'one"><script>window.harmed=2<.mrg': [
        f"(S (NP (N {SCRIPT}) (V {IMAGE})) (NP {LAST}))",
        f"(S (NP (N {TURNED})) (VP (V c)))",
    ],
    "two' onclick='x.mrg": [f'(S (NP"><i> (N {SCRIPT})) (V {IMAGE}) (Q<u> {LAST}))', f"(S (X (N {TURNED}) (V c)))"],
    "three&amp;.mrg": [f"(S (N {SCRIPT}) (VP (V {IMAGE}) {LAST}))", f"(S (N {TURNED}) (V c))"],
}


@pytest.fixture(scope="session")
def write_report(qapp, tmp_path_factory):
    """Return what writes a report by the command, with few draws, and returns its text."""
    from treelens.engine.commands.main import run
    from treelens.gui import program

    assert program.main

    def write(*arguments: object) -> str:
        target = tmp_path_factory.mktemp("report") / "page.html"
        before = os.environ.get("XDG_CACHE_HOME")
        os.environ["XDG_CACHE_HOME"] = str(target.parent)
        try:
            assert run(["report", *map(str, arguments), "--samples", "200", "-o", str(target)]) == 0
        finally:
            if before is None:
                del os.environ["XDG_CACHE_HOME"]
            else:
                os.environ["XDG_CACHE_HOME"] = before
        return target.read_text(encoding="utf-8")

    return write


@pytest.fixture(scope="session")
def demo_report(write_report):
    """A report on three parsers of the demo."""
    from treelens.gui.program import demo_files

    return write_report(*demo_files()[:4], "--top", 1)


@pytest.fixture(scope="session")
def hostile_files(tmp_path_factory):
    """Files whose words, labels and names would do harm if they became markup."""
    folder = tmp_path_factory.mktemp("hostile")
    for name, trees in HOSTILE.items():
        (folder / name).write_text("\n".join(trees), encoding="utf-8")
    return [folder / name for name in HOSTILE]


@pytest.fixture(scope="session")
def hostile_report(write_report, hostile_files):
    """A report on such files."""
    return write_report(*hostile_files, "--preset", "raw", "--title", "<script>window.harmed=3</script>")
