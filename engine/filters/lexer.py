"""Cutting a filter into its smallest parts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from .errors import FilterError

__all__ = ["Token", "Value", "tokens"]

_BLANK = re.compile(r"\s*")
_WORD = re.compile(r'[^\s()"]+')
_DASHES = re.compile(r"-+(?=[\s)]|$)")
_FIELD = re.compile(r'(?:"(?P<owner>(?:[^"\\]|\\.)*)"\.)?(?P<name>[^\s()":/-][^\s()":]*):', re.DOTALL)
_ESCAPED = {'"': re.compile(r'\\(["\\])'), "/": re.compile(r"\\(/)")}
_ENDS = {'"': re.compile(r'(?:[^"\\]|\\.)*"', re.DOTALL), "/": re.compile(r"(?:[^/\\]|\\.)*/", re.DOTALL)}
_UNENDED = {
    '"': "this quote is not closed",
    "/": 'this tgrep pattern does not end with /; for the character itself write "/"',
}
_KEYWORDS = {"and": "and", "AND": "and", "or": "or", "OR": "or", "not": "not", "NOT": "not"}


class Value(NamedTuple):
    """A text of the filter: what it says, where it begins, and between what marks it stands."""

    text: str
    position: int
    mark: str = ""  #: a quote, a slash or nothing
    places: tuple[int, ...] = ()  #: where in the filter each character of a marked text stands

    def place(self, character: int) -> int:
        """Return where in the filter a character of the text stands."""
        if not self.mark:
            return self.position + character
        return self.places[min(character, len(self.places) - 1)]


class Token(NamedTuple):
    """A part: ``(``, ``)``, ``and``, ``or``, ``not``, ``value``, ``field`` or, behind everything, ``end``."""

    kind: str
    position: int
    end: int
    value: Value | None = None
    name: str = ""  #: of a field
    owner: str | None = None  #: the name in front of a field


def tokens(text: str) -> Iterator[Token]:
    """Yield the parts of a filter one by one.

    >>> [(token.kind, token.position) for token in tokens("-lake or len:>5")]
    [('not', 0), ('value', 1), ('or', 6), ('field', 9), ('end', 15)]
    """
    position = _after_blanks(text, 0)
    while position < len(text):
        token = _token(text, position)
        yield token
        position = _after_blanks(text, token.end)
    yield Token("end", len(text), len(text))


def _after_blanks(text: str, position: int) -> int:
    match = _BLANK.match(text, position)
    return match.end() if match else position


def _token(text: str, position: int) -> Token:
    sign = text[position]
    if sign in "()":
        return Token(sign, position, position + 1)
    if sign == "-" and not _DASHES.match(text, position):
        return Token("not", position, position + 1)
    if field := _FIELD.match(text, position):
        return _field(text, field)
    value, end = _value(text, position)
    kind = _KEYWORDS.get(value.text, "value") if not value.mark else "value"
    return Token(kind, position, end, value)


def _field(text: str, match: re.Match[str]) -> Token:
    value, end = _value(text, match.end())
    name, owner = match["name"], match["owner"]
    if owner is not None:
        return Token("field", match.start(), end, value, name, _ESCAPED['"'].sub(r"\1", owner))
    front, dot, name = name.rpartition(".")
    return Token("field", match.start(), end, value, name, front if dot else None)


def _value(text: str, position: int) -> tuple[Value, int]:
    """Read what stands at a position: a text between marks, or everything up to the next blank."""
    mark = text[position : position + 1]
    if mark not in _ENDS:
        match = _WORD.match(text, position)
        end = match.end() if match else position
        return Value(text[position:end], position), end
    closed = _ENDS[mark].match(text, position + 1)
    if closed is None:
        raise FilterError(_UNENDED[mark], position)
    return _unescaped(text, position, closed.end(), mark), closed.end()


def _unescaped(text: str, begin: int, end: int, mark: str) -> Value:
    """Take the backslashes away that protect marks, and remember where each character stood."""
    places = list(range(begin + 1, end))  # the closing mark too: where a text ends too early
    for escape in _ESCAPED[mark].finditer(text, begin + 1, end - 1):
        places.remove(escape.start())
    return Value("".join(text[place] for place in places[:-1]), begin, mark, tuple(places))
