"""Data files: presets, the demo corpus and whatever else is data rather than code, read through one door."""

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

__all__ = ["is_shipped", "resource"]


def resource(*parts: str) -> Traversable:
    """Return the data file at *parts*, wherever the package is installed.

    >>> resource("demo", "gold.mrg").read_text(encoding="utf-8")[:8]
    '(TOP (S '
    """
    return files(__name__).joinpath(*parts)


def is_shipped(path: str | Path) -> bool:
    """Say whether a file is one of these, and not one of the user's own.

    >>> is_shipped(str(resource("demo", "gold.mrg"))), is_shipped("gold.mrg")
    (True, False)
    """
    home = Path(str(resource())).resolve()
    return home in Path(path).resolve().parents
