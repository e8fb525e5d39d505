"""Results that others are working on, taken in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol, TypeVar

__all__ = ["Promise", "in_order"]

Item = TypeVar("Item")


class Promise(Protocol):
    """What will be there later: a future of another process, or of a cluster."""

    def result(self) -> Any:
        """Wait for it."""

    def cancel(self) -> Any:
        """Do without it."""


def in_order(promise: Callable[[Item], Promise], items: Iterable[Item], ahead: int) -> Iterator[Any]:
    """Yield what is promised of each item, in order, while the promises of so many others are being kept.

    Items are not asked for before they are needed; promises that nobody waits for any more are cancelled.
    """
    waiting: deque[Promise] = deque()
    try:
        for item in items:
            waiting.append(promise(item))
            if len(waiting) > ahead:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for one in waiting:
            one.cancel()
