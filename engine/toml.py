"""TOML, whoever wrote it: Python's own reader, without the texts on which it fails or never ends."""

from __future__ import annotations

import tomllib
from typing import Any

__all__ = ["TomlError", "parse_toml"]

#: What is wrong with a text; its message ends with the line and column, if they are known.
TomlError = tomllib.TOMLDecodeError

_FEW = 20  #: parts of a key, which take no time
_MOST = 4_000_000  #: the sum of the squares of all longer ones: about a second


def parse_toml(text: str) -> dict[str, Any]:
    """Return what a text in TOML says; raise TomlError where it is none.

    The time for a key of many parts (``a.b.c``) grows with the square of their number, lists in lists are read by a
    function that calls itself, and Python makes no numbers of thousands of digits.

    >>> parse_toml("a.b = [1, 2]")
    {'a': {'b': [1, 2]}}
    """
    if _time_of_keys(text) > _MOST:
        raise TomlError("keys have too many parts")
    try:
        return tomllib.loads(text)
    except TomlError:
        raise
    except RecursionError:
        raise TomlError("lists or tables are too deep within each other") from None
    except ValueError:
        raise TomlError("a number has too many digits") from None


def _time_of_keys(text: str) -> int:
    """Return how long keys take at the most, in steps: whatever stands between two ``=`` of a line may be a key."""
    dots = (part.count(".") for line in text.split("\n") for part in line.split("="))
    return sum(count * count for count in dots if count > _FEW)
