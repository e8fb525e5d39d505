"""EVALB's parameter files, as they are.

One parameter a line, its name and value set apart by white space; ``#`` in the first column is a comment. What
EVALB would complain of is kept as warnings, in its words; it goes on after all of them, and so does this.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from ..files import read_file
from .settings import Preparation

__all__ = ["read_prm"]

_NUMBERS = {"DEBUG": "debug", "MAX_ERROR": "max_error", "CUTOFF_LEN": "cutoff", "LABELED": "labelled"}
_LISTS = {"DELETE_LABEL": "delete", "DELETE_LABEL_FOR_LENGTH": "uncounted", "QUOTE_LABEL": "quote_labels"}
_PAIRS = {"EQ_LABEL": "equal_labels", "EQ_WORD": "equal_words"}


#: What C takes for white space, in bytes that are not decoded as text.
_SPACE = " \t\n\v\f\r"
_LINE = 499  #: bytes of a line that EVALB reads at once; the rest counts as a line of its own


def read_prm(path: str | Path) -> tuple[Preparation, list[str]]:
    """Return what a parameter file asks for, and what EVALB would print about the file itself."""
    data = read_file(path)
    values: dict[str, object] = {"name": Path(path).name, "evalb_labels": True, "drop_empty": True}
    lists: dict[str, list[object]] = {name: [] for name in (*_LISTS.values(), *_PAIRS.values())}
    warnings: list[str] = []
    for line in _lines(data):
        parameter, value = _halves(line)
        words = [word for word in re.split(f"[{_SPACE}]+", value) if word]
        if parameter in _NUMBERS and value:
            values[_NUMBERS[parameter]] = _as_c_int(value)
        elif parameter in _LISTS and value:
            lists[_LISTS[parameter]].append(value)
        elif parameter in _PAIRS and len(words) == 2:
            lists[_PAIRS[parameter]].append(tuple(words))
        elif parameter in _PAIRS and value:
            warnings.append(f"{parameter} requires two values")
        elif not {parameter} & {*_NUMBERS, *_LISTS, *_PAIRS}:
            warnings.append(f"Unknown keyword ({line}) in parameter file")
    values["labelled"] = values.get("labelled", 1) != 0
    return Preparation.from_dict(values | {name: tuple(found) for name, found in lists.items()}), warnings


def _lines(data: bytes) -> Iterator[str]:
    """Yield the lines that say something, without the white space at their ends."""
    for whole in data.split(b"\n"):
        for begin in range(0, len(whole), _LINE):
            part = whole[begin : begin + _LINE]
            line = part[:1] + part[1:].rstrip(_SPACE.encode())
            if not line.startswith(b"#") and len(line) >= 3:
                yield line.decode("utf-8", "surrogateescape")


def _halves(line: str) -> tuple[str, str]:
    """Split a line at its first white space; a line that begins with white space has an empty name.

    Where there is no value, what EVALB takes for one is left to chance, so nothing is taken here.
    """
    end = next((at for at, char in enumerate(line) if char in _SPACE), len(line))
    return line[:end], line[end:].strip(_SPACE)


def _as_c_int(value: str) -> int:
    """Read a number as C's atoi does: as many digits as there are, else 0, cut to 32 bits.

    >>> _as_c_int("12abc"), _as_c_int("x"), _as_c_int("4294967297")
    (12, 0, 1)
    """
    digits = re.match(r"[+-]?[0-9]+", value)
    number = max(-(1 << 63), min(int(digits.group()), (1 << 63) - 1)) if digits else 0
    return (number + (1 << 31)) % (1 << 32) - (1 << 31)
