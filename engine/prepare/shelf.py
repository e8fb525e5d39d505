"""Prepared trees in memory: those that were used last stay, others go and are made again when somebody wants them.

Trees as they are compared take as much room as trees as they were read, and the heads of their phrases almost as much
again. Making them takes a fraction of a second for 100,000, so a study of many large files holds those that it works
on: gold and a system or two.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from itertools import count
from typing import Any, Generic, Protocol, TypeVar
from weakref import WeakSet

__all__ = ["ROOM", "Shelved", "make_room"]

ROOM = 256 << 20  #: bytes that may be held
SMALL = 1 << 20  #: bytes for which it is not worth making anything again
_ALWAYS = 2  #: so many are held whatever they take: a comparison looks at gold and a system by turns


class Sized(Protocol):
    """Something that knows how much memory it takes."""

    @property
    def nbytes(self) -> int:
        """Its size in bytes."""


Value = TypeVar("Value", bound=Sized)


class Shelved(Generic[Value]):
    """A value that is made when it is first wanted, let go when others need the room, and then made again.

    Whoever has got it keeps it as long as he likes. All methods may be called from several threads.
    """

    def __init__(self, make: Callable[[], Value]) -> None:
        self.make = make
        self.used = 0  #: when it was last asked for, in ticks of a clock of all values
        self.held: Value | None = None
        self._making = threading.Lock()

    def get(self) -> Value:
        """Return the value."""
        self.used = next(_clock)
        value = self.held
        if value is None:
            with self._making:  # whoever comes second waits for what the first one makes
                value = self.held
                if value is None:
                    value = self.held = self.make()
            if value.nbytes > SMALL:
                with _lock:
                    _shelf.add(self)
                make_room()
        return value


_clock = count(1)
_lock = threading.Lock()
_shelf: WeakSet[Shelved[Any]] = WeakSet()


def make_room() -> None:
    """Let go of the values that were not used for longest, as far as all together take more than :data:`ROOM`."""
    with _lock:
        left = ROOM
        for place, one in enumerate(sorted(_shelf, key=lambda one: one.used, reverse=True)):
            left -= one.held.nbytes if one.held is not None else 0
            if left < 0 and place >= _ALWAYS:
                one.held = None
                _shelf.discard(one)
