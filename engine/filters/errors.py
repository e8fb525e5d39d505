"""What is wrong with a filter, and where."""

from ..problems import TreelensError, caret_view

__all__ = ["FilterError"]


class FilterError(TreelensError):
    """A filter that cannot be understood, or not be answered.

    >>> print(FilterError("expected a number, as in len:>20", 4).report("len:x lake"))
    expected a number, as in len:>20
      len:x lake
          ^
    """

    def __init__(self, message: str, position: int) -> None:
        super().__init__(message)
        self.message = message
        self.position = position  #: the character it is about, from 0

    def report(self, text: str) -> str:
        """Return the message, followed by the filter with a caret under the place."""
        view = caret_view(text, self.position + 1)
        return f"{self.message}\n{view}" if view else self.message
