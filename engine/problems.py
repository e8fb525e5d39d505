"""What can be wrong with an input, said so that its reader finds the place.

A :class:`Problem` is one bad spot in a file that otherwise loads: it is collected and shown, never fatal.
A :class:`TreelensError` ends an operation, because a file is missing, empty or of no known format.
"""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["InputError", "Problem", "TreelensError", "caret_view", "no_such_system"]


class TreelensError(Exception):
    """The root of all errors that are the input's or the user's, not the program's."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One bad spot: the file, line and column (from 1, in characters), what is wrong, the line's own text.

    ``sentence`` is the position (from 0) in the treebank of the sentence that is lost by it, or None. Where something
    of the sentence can still be used, it is not ``lost``.

    >>> print(Problem("a.mrg", 3, 5, "expected '('", "(S x)").report())
    a.mrg:3:5: expected '('
      (S x)
          ^
    """

    path: str
    line: int
    column: int
    message: str
    excerpt: str = ""
    sentence: int | None = None
    lost: bool = True

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}: {self.message}"

    def report(self) -> str:
        """Return the message, followed by the line with a caret under the place."""
        view = caret_view(self.excerpt, self.column)
        return f"{self}\n{view}" if view else str(self)


class InputError(TreelensError):
    """An input that cannot be used at all."""

    def __init__(self, path: str, message: str, line: int = 0, column: int = 0, excerpt: str = "") -> None:
        address = f"{path}:{line}:{column}" if line else path
        view = caret_view(excerpt, column)
        self.message, self.line, self.column = message, line, column
        super().__init__(f"{address}: {message}" + (f"\n{view}" if view else ""))

    def __reduce__(self) -> tuple[type[TreelensError], tuple[str]]:
        """Go from process to process as what it says."""
        return TreelensError, (str(self),)


def no_such_system(name: str, names: Sequence[str], most: int = 20) -> TreelensError:
    """Return the error that no system is called so; of very many, the first ones are named.

    >>> print(no_such_system("x", ["a", "b", "c"], most=2))
    no system is called 'x'; there are a, b and 1 more
    """
    more = f" and {len(names) - most:,} more" if len(names) > most else ""
    return TreelensError(f"no system is called {name!r}; there are {', '.join(names[:most])}{more}")


def caret_view(excerpt: str, column: int, width: int = 76) -> str:
    """Show a window of *excerpt* with a caret under *column*, cut to *width* characters around it."""
    if not excerpt:
        return ""
    left = 0 if column <= width * 3 // 4 else column - width // 2
    shown = "".join(char if char.isprintable() else " " for char in excerpt[left : left + width])
    if left:
        shown = "…" + shown[1:]
    if left + width < len(excerpt):
        shown += "…"
    before = shown[: column - 1 - left]
    return f"  {shown.rstrip()}\n  {' ' * _cells(before)}^"


def _cells(string: str) -> int:
    """Count the terminal cells that *string* takes: wide characters two, combining ones none."""
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in string
    )
