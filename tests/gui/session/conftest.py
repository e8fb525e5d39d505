"""What tests of sessions share: files of trees that nothing may change, and a session on them."""

import sys
from pathlib import Path

import pytest

from treelens.engine.prepare import preset
from treelens.gui.session import Place, Session

sys.path.insert(0, str(Path(__file__).parent))  # for session_values


@pytest.fixture
def trees(tmp_path):
    """Two files of trees; none of them changes, whatever a test does."""
    files = [tmp_path / "corpus" / name for name in ("gold.mrg", "system.mrg")]
    files[0].parent.mkdir()
    for file in files:
        file.write_text("(S (NP (DT the) (NN cat)) (VP (VBD sat)))\n")
    before = [(file.read_bytes(), file.stat().st_mtime_ns, file.stat().st_ino) for file in files]
    yield files
    assert [(file.read_bytes(), file.stat().st_mtime_ns, file.stat().st_ino) for file in files] == before


@pytest.fixture
def session(trees):
    return Session(str(trees[0]), (str(trees[1]),), preset("collins"), Place(3, 0, "t", "mirror", "f1", "label:NP"))
