"""Where things stand in a TOML file, so that whatever is wrong with them has an address.

Python's reader of TOML says where the syntax is wrong, but not where a value came from. :class:`TomlFile` finds the
value of a key in the nth table of an array again, and the place of a character within a string.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NoReturn

from ..problems import InputError
from ..source import Source
from ..toml import TomlError, parse_toml

__all__ = ["TomlFile"]

_AT = re.compile(r" \(at line (\d+), column (\d+)\)$")
_AT_END = re.compile(r" \(at end of document\)$")
_STRINGS = re.compile(r'"""(?:\\.|[^\\])*?"""|\'\'\'.*?\'\'\'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#[^\n]*', re.DOTALL)
_ESCAPE = re.compile(r"\\(?:u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|\s*\n\s*|.)|.", re.DOTALL)


@dataclass(frozen=True)
class TomlFile:
    """The text of a TOML file, and its values."""

    source: Source

    @cached_property
    def text(self) -> str:
        """The text, with ends of lines as one character."""
        return self.source.text(0, len(self.source.data)).replace("\r\n", "\n")

    @cached_property
    def values(self) -> dict[str, Any]:
        """What the file says."""
        try:
            return parse_toml(self.text)
        except TomlError as error:
            message = str(error)
            if match := _AT.search(message):
                self._fail(message[: match.start()], int(match[1]), int(match[2]))
            message = _AT_END.sub(" at the end of the file", message)
            self._fail(message, self.text.count("\n") + 1, 1)

    def fail(self, message: str, array: str = "", number: int = 0, key: str = "", offset: int = -1) -> NoReturn:
        """Raise an error about the file, the nth table of an array, a key in it, or a character of its string."""
        place = self._place(array, number, key, offset)
        line = self.text.count("\n", 0, place) + 1
        self._fail(message, line, place - self.text.rfind("\n", 0, place))

    def _fail(self, message: str, line: int, column: int) -> NoReturn:
        lines = self.text.split("\n")
        excerpt = lines[line - 1] if line <= len(lines) else ""
        raise InputError(self.source.path, message, line, column, excerpt)

    @cached_property
    def bare(self) -> str:
        """The text with strings and comments blanked out, so that only keys and headings are found in it."""
        return _STRINGS.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), self.text)

    def _place(self, array: str, number: int, key: str, offset: int) -> int:
        begin, end = 0, len(self.text)
        if array:
            heads = [match.start() for match in re.finditer(rf"^[ \t]*\[\[\s*{array}\s*\]\]", self.bare, re.MULTILINE)]
            begin = heads[number] if number < len(heads) else 0
            later = re.compile(r"^[ \t]*\[", re.MULTILINE).search(self.bare, self.bare.find("\n", begin) + 1)
            end = later.start() if later and self.bare.find("\n", begin) >= 0 else end
        if not key:
            return begin + len(self.bare[begin:end]) - len(self.bare[begin:end].lstrip())
        quoted = rf"^[ \t]*({re.escape(key)}|\"{re.escape(key)}\"|'{re.escape(key)}')[ \t]*="
        found = re.compile(quoted, re.MULTILINE).search(self.text, begin, end)
        if found is None:
            return begin
        value = re.compile(r"[ \t]*").match(self.text, found.end())
        place = value.end() if value else found.end()
        return place if offset < 0 else self._inside(place, offset)

    def _inside(self, place: int, offset: int) -> int:
        """Return where the nth character of the string that begins at a place stands in the file."""
        for mark in ('"""', "'''", '"', "'"):
            if self.text.startswith(mark, place):
                break
        else:
            return place
        place += len(mark)
        if len(mark) == 3 and self.text[place : place + 1] == "\n":
            place += 1
        if mark[0] == "'":
            return place + offset
        for _ in range(offset):
            piece = _ESCAPE.match(self.text, place)
            place = piece.end() if piece else place
        return place
