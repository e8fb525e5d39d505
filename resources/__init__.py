"""Data files: presets, the demo corpus and whatever else is data rather than code, read through one door."""

from importlib.resources import files
from importlib.resources.abc import Traversable

__all__ = ["resource"]


def resource(*parts: str) -> Traversable:
    """Return the data file at *parts*, wherever the package is installed.

    >>> resource("demo", "gold.mrg").read_text(encoding="utf-8")[:8]
    '(TOP (S '
    """
    return files(__name__).joinpath(*parts)
