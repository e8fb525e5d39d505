"""One number for each distinct string, the same everywhere in the program.

Labels and words are kept in trees as numbers. Since every tree draws them from this one table, two labels are
equal exactly when their numbers are, whatever files they came from.
"""

import threading
from collections.abc import Iterable

__all__ = ["count", "symbol", "symbols", "text", "texts"]

_texts: list[str] = []
_numbers: dict[str, int] = {}
_lock = threading.Lock()


def symbol(string: str) -> int:
    """Return the number of *string*, a new one if it was never seen.

    >>> symbol("NP") == symbol("NP") != symbol("VP")
    True
    """
    return symbols((string,))[0]


def symbols(strings: Iterable[str]) -> list[int]:
    """Return the numbers of many strings at once."""
    strings = list(strings)
    with _lock:
        new = {string: None for string in strings if string not in _numbers}
        for number, string in enumerate(new, len(_texts)):
            _numbers[string] = number
        _texts.extend(new)
        return [_numbers[string] for string in strings]


def text(number: int) -> str:
    """Return the string with this number.

    >>> text(symbol("NP"))
    'NP'
    """
    return _texts[number]


def texts() -> list[str]:
    """Return the table itself, a string at each number. Only ever read it; it grows at the end."""
    return _texts


def count() -> int:
    """Return how many symbols there are so far."""
    return len(_texts)
