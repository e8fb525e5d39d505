"""Bracketed text record by record: what the kernel finds, as trees and problems.

Formats that put brackets to a special use (a score in front, positions in the words, ids in the tree) take
their trees from here and make of them what they mean.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..kernels import brackets as kernel
from ..problems import Problem
from ..source import Source
from ..trees import Tree
from .scanning import MESSAGES, read_batches

__all__ = ["Record", "records"]


class Record(NamedTuple):
    """A line or a tree of the text: the kernel's code for it, and the tree if that is OK."""

    source: Source
    line: int
    code: int
    at: int  #: the byte position of what is wrong; where the tree begins if nothing is
    tree: Tree | None
    name: str | None = None  #: the text in front of the tree

    @property
    def blank(self) -> bool:
        """Whether this is an empty line."""
        return bool(self.code == kernel.BLANK)

    @property
    def is_text(self) -> bool:
        """Whether this is a line without any bracket."""
        return bool(self.code == kernel.NO_TREE)

    @property
    def problem(self) -> Problem | None:
        """What is wrong here, in words."""
        message = MESSAGES.get(self.code)
        return self.source.problem(self.at, message) if message else None

    @property
    def parse(self) -> Tree | None:
        """The tree, if it has any words; ``(())`` has none."""
        return self.tree if self.tree is not None and min(self.tree.label, default=0) < 0 else None


def records(source: Source, data: bytes, layout: int = kernel.AUTO) -> Iterator[Record]:
    """Go through the records of *data*: the text of *source*, or that with parts of it blanked.

    >>> [record.tree for record in records(Source("x", b""), b"(A x)\\n(A (B x) (C y))")]
    [<Tree (A x)>, <Tree (A (B x) (C y))>]
    """
    for _, (columns, rows, *_) in read_batches(source, data, layout):
        firsts = [*rows[:, 0].tolist(), len(columns.label)]
        for number, (first, line, begin, code, error, name, name_end, _) in enumerate(rows.tolist()):
            if code == kernel.OK:
                tree = Tree(columns.part(first, firsts[number + 1]), source)
                yield Record(source, line, code, begin, tree, source.text(name, name_end).strip(" \t:") or None)
            else:
                yield Record(source, line, code, error, None)
