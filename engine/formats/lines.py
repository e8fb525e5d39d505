"""A text line by line, each with the byte position where it begins, so that whatever is wrong has a place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..source import Source

__all__ = ["Line", "SentenceError", "lines"]


class SentenceError(ValueError):
    """A sentence that cannot be made a tree: why, and the byte position of the reason."""

    def __init__(self, position: int, message: str) -> None:
        super().__init__(message)
        self.position = position


class Line(NamedTuple):
    """One line: its number from 1, the byte position of its beginning, its text without its end."""

    number: int
    begin: int
    text: str

    def place(self, index: int) -> int:
        """Return the byte position of the character at this index of the text.

        >>> Line(1, 100, "é x").place(2)
        103
        """
        return self.begin + len(self.text[:index].encode("utf-8", "surrogateescape"))


def lines(source: Source) -> Iterator[Line]:
    """Go through the lines of a text.

    >>> [(line.begin, line.text) for line in lines(Source("x", b"a\\r\\n\\nb"))]
    [(0, 'a'), (3, ''), (4, 'b')]
    """
    data = source.data
    begin = number = 0
    while begin < len(data):
        end = data.find(b"\n", begin)
        end = len(data) if end < 0 else end
        number += 1
        yield Line(number, begin, source.text(begin, end).rstrip("\r"))
        begin = end + 1
