"""Regular expressions that users write: they may be wrong, huge, or of the kind that never ends.

They run in the engine of the ``regex`` package, which stops a search after a time that it is given; the expressions
of Python's own ``re`` mean the same there. A search that takes too long raises :class:`ExpressionError`, as does an
expression that cannot be compiled, or that would fill the memory when it is (``(a{9999}){9999}``). Plain ones, that
have nothing that repeats, always end: Python's own engine tries them, which is ten times as quick.

>>> bool(compile_expression("^NP(-|$)").search("NP-SBJ"))
True
>>> try:
...     compile_expression("(NP")
... except ExpressionError as error:
...     print(error)
not a regular expression: missing ) at position 3
"""

from __future__ import annotations

import contextlib
import re
from dataclasses import dataclass
from typing import Any

from .problems import TreelensError

__all__ = ["PATIENCE", "Expression", "ExpressionError", "compile_expression"]

PATIENCE = 1.0  #: seconds that one search may take
_LONGEST = 10_000  #: characters of an expression
_MOST_WAYS = 10_000  #: in which a plain expression can be gone through
_MOST_TIMES = 1_000  #: that a part is repeated: the time grows with the square, and is not watched meanwhile
_DEEPEST = 200  #: groups within each other
_LARGEST = 100_000  #: parts of an expression, those that are repeated n times counted n times
_PIECE = re.compile(
    r"(?P<class>\[\^?\]?(?:\\.|[^\]\\])*\])|(?P<open>\()|(?P<close>\))|(?P<count>\{(\d*),?(\d*)\})|\\.|.", re.DOTALL
)

_PLAIN = re.compile(
    r"(?P<open>\((?:\?:|\?i:)?(?!\?))|(?P<close>\))|(?P<or>\|)|(?P<maybe>\?)"
    r"|\\[.$^()|?*+\[\]{}/-]|\[\^?[A-Za-z0-9.,_-]+\]|[^\\()\[\]{}*+?|]"
)


class ExpressionError(TreelensError):
    """A regular expression that is none, or does not end; *position* is where in it, from 0."""

    def __init__(self, message: str, position: int = 0) -> None:
        super().__init__(message)
        self.message = message
        self.position = position


@dataclass(frozen=True)
class Expression:
    """A regular expression that is understood."""

    text: str
    compiled: Any
    plain: bool = False

    def search(self, string: str, patience: float = PATIENCE) -> Any:
        """Return the first match in a string, or None."""
        if self.plain:
            return self.compiled.search(string)
        try:
            return self.compiled.search(string, timeout=patience)
        except TimeoutError:
            raise self._endless(patience) from None

    def spans(self, string: str, patience: float = PATIENCE) -> list[tuple[int, int]]:
        """Return where all matches in a string begin and end."""
        options = {} if self.plain else {"timeout": patience}
        try:
            return [match.span() for match in self.compiled.finditer(string, **options)]
        except TimeoutError:
            raise self._endless(patience) from None

    def _endless(self, patience: float) -> ExpressionError:
        return ExpressionError(f"this regular expression does not end: stopped after {patience:g} s")


def compile_expression(text: str) -> Expression:
    """Compile a regular expression; say where it is wrong if it is."""
    import regex

    if len(text) > _LONGEST or _size(text) >= _LARGEST:
        raise ExpressionError("this regular expression is too large, or repeats too much")
    if 0 < _ways(text) <= _MOST_WAYS:
        with contextlib.suppress(re.error):  # such as ^?, of which the other engine says what is wrong
            return Expression(text, re.compile(text), plain=True)
    try:
        return Expression(text, regex.compile(text))
    except regex.error as error:
        raise ExpressionError(f"not a regular expression: {error}", error.pos or 0) from None
    except (ValueError, OverflowError, MemoryError, RecursionError) as error:
        raise ExpressionError(f"not a regular expression: {error or type(error).__name__}") from None


def _ways(text: str) -> int:
    """Count the ways through an expression of letters, classes, groups, choices and ``?``; 0 if it has anything else.

    >>> _ways("^NP"), _ways("^(a|bc)(d|e)?$"), _ways("a+"), _ways("(a"), _ways("(?=a)")
    (1, 6, 0, 0, 0)
    """
    frames, last, at = [[0, 1]], 0, 0  # of each open group: ways of the choices before, and of this one
    while at < len(text):
        piece = _PLAIN.match(text, at)
        if piece is None:
            return 0
        at = piece.end()
        if piece["open"]:
            frames.append([0, 1])
            last = 0
        elif piece["or"]:
            frames[-1] = [sum(frames[-1]), 1]
            last = 0
        elif piece["maybe"] and last:
            frames[-1][1] = frames[-1][1] // last * (last + 1)
            last = 0
        elif piece["maybe"] or (piece["close"] and len(frames) == 1):
            return 0
        else:
            last = sum(frames.pop()) if piece["close"] else 1
            frames[-1][1] *= last
    return sum(frames[0]) if len(frames) == 1 else 0


def _size(text: str) -> int:
    """Count the parts of an expression when all counted repetitions are written out.

    >>> _size("ab"), _size("a{3}"), _size("(ab){10}c"), _size("((a{9}){9}){9}")
    (2, 3, 21, 729)
    """
    sums, last = [0], 0
    for piece in _PIECE.finditer(text):
        if piece["open"]:
            sums.append(0 if len(sums) < _DEEPEST else _LARGEST)
        elif piece["close"]:
            last = max(1, sums.pop()) if len(sums) > 1 else 0
            sums[-1] += last
        elif piece["count"]:
            times = max([1, *map(int, re.findall(r"[0-9]{1,9}", piece["count"]))])
            sums[-1] += last * (times - 1) if times <= _MOST_TIMES else _LARGEST
        else:
            last = 1
            sums[-1] += 1
    return sum(sums)
