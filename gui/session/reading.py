"""Values from JSON, checked: whatever is wrong is said in words, with its address in the file where it has one."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from treelens.engine.problems import InputError

__all__ = ["check_version", "distinct_texts", "parsed", "taken", "texts"]

_KINDS: dict[type, str] = {
    str: "a text",
    int: "a whole number",
    list: "a list",
    dict: "an object with named values",
}
_MISSING: Any = object()


def parsed(data: bytes, path: str) -> Any:
    """Read JSON; say where it is broken."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        before = data[data.rfind(b"\n", 0, error.start) + 1 : error.start].decode("utf-8", "replace")
        raise InputError(path, "is not UTF-8", line, len(before) + 1) from None
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        excerpt = text[text.rfind("\n", 0, error.pos) + 1 :].partition("\n")[0]
        raise InputError(path, f"is not sound JSON: {error.msg}", error.lineno, error.colno, excerpt) from None
    except (ValueError, RecursionError):
        raise InputError(path, "is not a session of Treelens") from None


def check_version(version: Any, newest: int, path: str) -> None:
    """Raise InputError unless *version* is one that this program reads."""
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise InputError(path, f"should have a version from 1 to {newest}")
    if version > newest:
        raise InputError(
            path, f"was written by a newer Treelens (version {version}; this one reads {newest}). It is left as it is"
        )


def taken(values: Mapping[str, Any], key: str, kind: type, default: Any = _MISSING) -> Any:
    """Return an entry of the right type; raise ValueError in words.

    >>> taken({"sentence": "three"}, "sentence", int)
    Traceback (most recent call last):
    ValueError: "sentence" should be a whole number
    """
    value = values.get(key, default)
    if value is _MISSING:
        raise ValueError(f'there is no "{key}"')
    if not isinstance(value, kind) or isinstance(value, bool):
        raise ValueError(f'"{key}" should be {_KINDS[kind]}')
    return value


def texts(values: Mapping[str, Any], key: str) -> tuple[str, ...]:
    """Return an entry that is a list of texts; an empty one where there is none."""
    found = taken(values, key, list, [])
    if not all(isinstance(item, str) for item in found):
        raise ValueError(f'"{key}" should be a list of texts')
    return tuple(found)


def distinct_texts(values: Mapping[str, Any], key: str) -> tuple[str, ...]:
    """Return a list of texts as :func:`texts` does, each of them once."""
    return tuple(dict.fromkeys(texts(values, key)))
