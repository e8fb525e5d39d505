"""The package as a whole."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from treelens.gui import session

_PARTS = sorted(Path(session.__file__).parent.glob("*.py"))


@pytest.mark.parametrize("part", [part for part in _PARTS if part.stem != "autosave"], ids=lambda part: part.stem)
def test_there_is_no_qt_in_it(part):
    imported = [
        name
        for node in ast.walk(ast.parse(part.read_text(encoding="utf-8")))
        for name in ([node.module or ""] if isinstance(node, ast.ImportFrom) else [])
        + ([alias.name for alias in node.names] if isinstance(node, ast.Import) else [])
    ]
    assert not [name for name in imported if name.startswith(("PySide", "pyqtgraph", "autosave"))]


def test_it_is_imported_without_qt():
    code = "import sys, treelens.gui.session; sys.exit('PySide6' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_every_name_is_there():
    assert [name for name in session.__all__ if not hasattr(session, name)] == []
