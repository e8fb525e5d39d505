"""Reading what a command was given, and telling what was wrong with it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from ..formats import load
from ..treebank import Treebank
from .progress import progress

__all__ = ["load_all", "say", "tell_problems"]

_SHOWN = 20  #: problems of one file that are printed in full


def say(*lines: str) -> None:
    """Print to standard error, bytes that are no text as they came."""
    data = "".join(f"{line}\n" for line in lines).encode("utf-8", "surrogateescape")
    sys.stderr.flush()
    sys.stderr.buffer.write(data)
    sys.stderr.buffer.flush()


def load_all(paths: Sequence[str], format: str | None, *, by_line: bool, jobs: int) -> list[Treebank]:
    """Read files side by side; *by_line* reads brackets as EVALB does."""

    def one(path: str) -> Treebank:
        return load(path, format, by_line=by_line)

    if jobs == 1:
        return list(progress(map(one, paths), len(paths), "reading"))
    with ThreadPoolExecutor(min(jobs, len(paths))) as pool:
        return list(progress(pool.map(one, paths), len(paths), "reading"))


def tell_problems(bank: Treebank) -> None:
    """Print the notes on a file and its problems, the first ones with a view of the place."""
    say(*(f"{bank.path}: {note}" for note in bank.notes))
    say(*(problem.report() for problem in bank.problems[:_SHOWN]))
    if more := len(bank.problems) - _SHOWN:
        say(*([f"{bank.path}: and {more} more problems"] if more > 0 else []))
