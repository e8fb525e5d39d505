"""A progress bar for what takes longer than a second, on a terminal only."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

__all__ = ["drawing", "progress"]

Item = TypeVar("Item")

_PATIENCE = 1.0  #: seconds before a bar appears


def progress(items: Iterable[Item], total: int, doing: str) -> Iterator[Item]:
    """Yield *items* and show how many of *total* are done, if it takes long and somebody is watching."""
    begun = time.monotonic()
    bar: Any = None
    try:
        for done, item in enumerate(items, start=1):
            yield item
            if bar is None and sys.stderr.isatty() and time.monotonic() - begun > _PATIENCE:
                bar = _bar(doing, total)
            if bar is not None:
                bar.update(bar.task_ids[0], completed=done)
    finally:
        if bar is not None:
            bar.stop()


def drawing(blocks: Iterable[Item], total: int) -> Iterator[Item]:
    """Show how far the drawing of sentences is, which intervals and tests are made of."""
    return progress(blocks, total, "drawing sentences")


def _bar(doing: str, total: int) -> Any:
    from rich.console import Console
    from rich.progress import Progress

    bar = Progress(console=Console(stderr=True), transient=True)
    bar.add_task(doing, total=total)
    bar.start()
    return bar
