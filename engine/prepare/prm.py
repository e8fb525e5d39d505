"""EVALB's parameter files, as they are.

One parameter a line, its name and value set apart by white space; ``#`` in the first column is a comment. What
EVALB would complain of is kept as warnings, in its words; it goes on after all of them, and so does this.
"""

from pathlib import Path

from ..problems import InputError
from .settings import Preparation

__all__ = ["read_prm"]

_NUMBERS = {"DEBUG": "debug", "MAX_ERROR": "max_error", "CUTOFF_LEN": "cutoff", "LABELED": "labelled"}
_LISTS = {"DELETE_LABEL": "delete", "DELETE_LABEL_FOR_LENGTH": "uncounted", "QUOTE_LABEL": "quote_labels"}
_PAIRS = {"EQ_LABEL": "equal_labels", "EQ_WORD": "equal_words"}


def read_prm(path: str | Path) -> tuple[Preparation, list[str]]:
    """Return what a parameter file asks for, and what EVALB would print about the file itself."""
    try:
        text = Path(path).read_bytes().decode("utf-8", "surrogateescape")
    except OSError as error:
        raise InputError(str(path), f"cannot be read: {error.strerror}") from None
    values: dict[str, object] = {"name": Path(path).name, "evalb_labels": True, "drop_empty": True}
    lists: dict[str, list[object]] = {name: [] for name in (*_LISTS.values(), *_PAIRS.values())}
    warnings: list[str] = []
    for number, line in enumerate(text.split("\n"), start=1):
        line = line[:1] + line[1:].rstrip()
        if line.startswith("#") or len(line.encode("utf-8", "surrogateescape")) < 3:
            continue
        parameter, value = _halves(line)
        if not value:
            warnings.append(f"Empty value in parameter file ({number})")
        if parameter in _NUMBERS:
            values[_NUMBERS[parameter]] = _leading_number(value)
        elif parameter in _LISTS:
            lists[_LISTS[parameter]].append(value)
        elif parameter in _PAIRS:
            if len(value.split()) == 2:
                lists[_PAIRS[parameter]].append(tuple(value.split()))
            else:
                warnings.append(f"{parameter} requires two values")
        else:
            warnings.append(f"Unknown keyword ({line}) in parameter file")
    values["labelled"] = values.get("labelled", 1) != 0
    return Preparation.from_dict(values | {name: tuple(found) for name, found in lists.items()}), warnings


def _halves(line: str) -> tuple[str, str]:
    """Split a line at its first white space; a line that begins with white space has an empty name."""
    end = next((at for at, char in enumerate(line) if char.isspace()), len(line))
    return line[:end], line[end:].strip()


def _leading_number(value: str) -> int:
    """Read a number as C's atoi does: as many digits as there are, else 0."""
    digits = value[:1] if value[:1] in "+-" else ""
    for char in value[len(digits) :]:
        if not "0" <= char <= "9":
            break
        digits += char
    return int(digits) if digits.strip("+-") else 0
