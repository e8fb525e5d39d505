"""What is wrong with a tree pattern, and where."""

from ..problems import TreelensError

__all__ = ["TgrepError"]


class TgrepError(TreelensError):
    """A pattern that cannot be understood; *position* is the character it is about, from 0."""

    def __init__(self, message: str, position: int = 0) -> None:
        super().__init__(message)
        self.message = message
        self.position = position
