"""Examples in docstrings, run in the modules that the program itself imports.

pytest's own ``--doctest-modules`` reads every file a second time, under the name ``gui.program`` instead of
``treelens.gui.program``: commands are then registered twice, and a class is no longer itself.
"""

import doctest
import importlib
from pathlib import Path

ROOT = Path(__file__).parents[1]


def modules_with_examples(top: str) -> list[str]:
    """Return the names of all modules below a folder of the project that have examples."""
    files = sorted((ROOT / top).rglob("*.py"))
    return [_name(file) for file in files if ">>> " in file.read_text(encoding="utf-8")]


def run_examples(name: str) -> None:
    """Run the examples of a module; what went wrong is printed, and fails."""
    found = doctest.testmod(importlib.import_module(name), optionflags=doctest.NORMALIZE_WHITESPACE)
    assert found.attempted, f"{name} has examples, but none was run"
    assert not found.failed


def _name(file: Path) -> str:
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(("treelens", *(part for part in parts if part != "__init__")))
