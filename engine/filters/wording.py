"""How a word, a label or a tag is written in a filter, and which strings it stands for."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

__all__ = ["Wording", "as_value", "quoted"]

_PLAIN = re.compile(r'(?!/)[^\s()"]*')


def quoted(text: str) -> str:
    r"""Put a text in quotes, so that it is read back as it was.

    >>> print(quoted('say "x\\y"'))
    "say \"x\\y\""
    """
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def as_value(text: str) -> str:
    """Write a text behind a field's colon: in quotes where it would not be read back without.

    >>> as_value("PP"), as_value("figure 3")
    ('PP', '"figure 3"')
    """
    return text if _PLAIN.fullmatch(text) else quoted(text)


@dataclass(frozen=True)
class Wording:
    """A text as somebody wrote it: literally in quotes, or plain, where ``*`` stands for any characters.

    Written without capitals it stands for all spellings, with a capital only for itself.

    >>> [word for word in ("Lake", "lake", "lakes") if Wording("lake").accepts(word)]
    ['Lake', 'lake']
    >>> [word for word in ("Lake", "lake", "Lakes") if Wording("Lak*").accepts(word)]
    ['Lake', 'Lakes']
    """

    text: str
    literal: bool = False

    def __str__(self) -> str:
        return quoted(self.text) if self.literal else self.text

    @cached_property
    def accepts(self) -> Callable[[str], bool]:
        """Says whether this stands for a string."""
        exact = self.text != self.text.lower()
        if self.literal or "*" not in self.text:
            wanted = self.text if exact else self.text.casefold()
            return lambda string: (string if exact else string.casefold()) == wanted
        parts = (self.text if exact else self.text.casefold()).split("*")
        return lambda string: _has_in_order(string if exact else string.casefold(), parts)


def _has_in_order(string: str, parts: Sequence[str]) -> bool:
    """Say whether a string begins with the first part, ends with the last, and has the others between in their order.

    Each is taken where it comes first, which leaves most room for those behind it; so nothing is ever tried twice.

    >>> _has_in_order("attachments", ["at", "ach", "s"]), _has_in_order("aba", ["ab", "ba"])
    (True, False)
    """
    first, *between, last = parts
    at, end = len(first), len(string) - len(last)
    if end < at or not (string.startswith(first) and string.endswith(last)):
        return False
    for part in between:
        at = string.find(part, at, end)
        if at < 0:
            return False
        at += len(part)
    return True
