"""The package lists every sub-package by hand; this sees that none is forgotten, and that the engine is without Qt."""

import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_every_sub_package_is_listed():
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]["packages"]
    found = {
        "treelens." + ".".join(file.parent.relative_to(ROOT).parts)
        for top in ("engine", "gui", "resources")
        for file in (ROOT / top).rglob("__init__.py")
    }
    assert found == set(listed)


def test_every_resource_is_shipped():
    data = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]["package-data"]
    shipped = {path for pattern in data["treelens.resources"] for path in (ROOT / "resources").glob(pattern)}
    there = {path for path in (ROOT / "resources").rglob("*") if path.is_file() and path.suffix not in (".py", ".pyc")}
    assert there == shipped


def test_scoring_imports_only_what_it_needs():
    """The command line starts without Qt, nltk, networkx, scipy, XML or rich."""
    code = "import sys, treelens.gui.program; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    heavy = {"PySide6", "nltk", "networkx", "scipy", "defusedxml", "conllu", "rich", "xml.etree.ElementTree", "http"}
    assert not heavy & set(done.stdout.split())


def test_every_kernel_is_compiled_or_none():
    """A kernel that was changed without being compiled again would quietly run the old code."""
    from treelens.engine import kernels

    if kernels.compiled():
        for source in (ROOT / "engine" / "kernels").glob("[!_]*.py"):
            built = list(source.parent.glob(f"{source.stem}.*.so")) + list(source.parent.glob(f"{source.stem}.*.pyd"))
            assert built
            assert built[0].stat().st_mtime >= source.stat().st_mtime, f"{source.name} is newer: run make setup"
