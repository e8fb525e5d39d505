"""Penn brackets: ``(S (NP (PRP She)) (VP (VBZ sleeps)))``.

One tree a line, several lines a tree, several trees a line; an empty outer bracket as in ``.mrg`` files; comment
lines that begin with ``#``, ``%`` or ``;`` and lines of markup ``<…>`` between trees; a name in front of a tree.
Where no tree spans two lines, each line is one sentence: ``(())`` and a blank line are failed parses, unless blank
lines separate the trees regularly, and a tree that is not closed ends with its line.

Trees that share a line are sentences of their own if their roots carry the same label; else they are the pieces of
one parse.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ..kernels import brackets as kernel
from ..source import Source
from ..treebank import Sentence, Treebank
from ..trees import Columns, Tree
from .leaves import has_double_leaves, lemmas_apart
from .scanning import MESSAGES, Batch, blank_lines_separate, read_batches

__all__ = ["EXTENSIONS", "NAME", "TITLE", "bracketed", "detect", "read", "read_lines", "read_stretch", "write"]

NAME = "brackets"
KEEPS_ORDER = False  #: the words of a discontinuous tree come out in the order of the tree
TITLE = "Penn Treebank brackets, one or several lines a tree"
EXTENSIONS = (".mrg", ".ptb", ".brackets", ".gld", ".tst", ".parse")

# What may occur many times in a file and is told once.
_WORDLESS = "{count} brackets without a word, which count for nothing (first on line {line})"
_SHARED = "lines with several trees, read as sentences of their own: {count} (first: line {line})"

_FIRST_TREE = re.compile(rb"(?:\s|[#%;][^\n]*\n|<[^\n]*>[ \t\r]*\n)*+(?:\S++[ \t]+)?+\(")


def detect(source: Source) -> float:
    """Return how sure it is that this is the format: it begins with a bracket, or is full of them.

    >>> detect(Source("x", b"# trees\\n1 (S x)")), detect(Source("x", b"Some words (and more in brackets)."))
    (0.2, 0.0)
    """
    head = source.data[:10_000]
    return 0.2 if _FIRST_TREE.match(source.data) or head.count(b"(") * 30 > len(head) else 0.0


def read(source: Source) -> Iterator[Treebank]:
    """Read the trees; bad ones become problems."""
    data = source.data
    keep_blanks = not blank_lines_separate(data)
    for layout, batch in read_batches(source, data):
        bank = _treebank(source, batch, layout == kernel.LINES, keep_blanks)
        yield lemmas_apart(bank) if has_double_leaves(bank) else bank


def read_stretch(source: Source, layout: int, keep_blanks: bool) -> Iterator[Treebank]:
    """Read a stretch of a longer text, of which is known how trees lie in it and what its blank lines are."""
    for _, batch in read_batches(source, source.data, layout):
        yield _treebank(source, batch, layout == kernel.LINES, keep_blanks)


def read_lines(source: Source) -> Iterator[Treebank]:
    """Read one sentence a line by EVALB's own rules; what it would complain of is kept in ``faults``."""
    for _, batch in read_batches(source, source.data, layout=kernel.LINES, evalb=True):
        records = batch.records
        bank = Treebank(source, batch.columns, _firsts(batch), records[:, 1].copy(), format=NAME)
        for number in np.flatnonzero((records[:, 3] > kernel.BLANK) | (records[:, 7] > 0)).tolist():
            code, extra = int(records[number, 3]), int(records[number, 7])
            bank.faults[number] = faults = (kernel.EXTRA_CLOSE,) * extra + ((code,) if code else ())
            at = max(int(records[number, 4]), int(records[number, 2]))
            bank.problems.append(source.problem(at, MESSAGES[faults[0]], number))
        yield bank


def write(sentences: Iterable[Sentence]) -> Iterator[str]:
    """Write one tree a line, ``(())`` for a failed parse; of several analyses only the first."""
    for sentence in sentences:
        yield (bracketed(sentence.tree) if sentence.tree is not None else "(())") + "\n"


def bracketed(tree: Tree) -> str:
    """Return a tree on one line; brackets and white space inside words and labels are escaped.

    Words are written in the order of the nodes: for a discontinuous tree that is not the order of the sentence.
    """
    parts: list[str] = []
    open_nodes: list[int] = []
    parent = tree.parent
    for node in range(len(tree)):
        above = parent[node]
        while open_nodes and open_nodes[-1] != above:
            open_nodes.pop()
            parts.append(")")
        if parts:
            parts.append(" ")
        if tree.is_word(node):
            parts.append(escaped(tree.text(node)) or "-EMPTY-")
        else:
            parts.append("(" + escaped(tree.text(node)))
            open_nodes.append(node)
    parts.append(")" * len(open_nodes))
    return "".join(parts)


_ESCAPES = str.maketrans({"(": "-LRB-", ")": "-RRB-", **dict.fromkeys(" \t\n\r\f\v", "_")})


def escaped(text: str) -> str:
    """Return *text* with what would break a bracket replaced, as the Penn Treebank does it."""
    return text.translate(_ESCAPES)


def _firsts(batch: Batch) -> NDArray[np.int64]:
    return np.append(batch.records[:, 0], len(batch.columns.label))


def _treebank(source: Source, batch: Batch, by_line: bool, keep_blanks: bool) -> Treebank:
    """Turn a batch into a treebank: bad sentences into problems, blank lines into failed parses or nothing."""
    records = batch.records
    code = records[:, 3]
    kept = code == kernel.OK
    if by_line:
        kept |= code > kernel.BLANK
    else:
        kept |= code == kernel.UNCLOSED
    if by_line and keep_blanks:
        kept |= code == kernel.BLANK
    place = np.cumsum(kept) - 1
    # A sentence that is left out has no nodes, so the first nodes of the others need no change.
    bank = Treebank(source, batch.columns, np.append(records[kept, 0], len(batch.columns.label)), records[kept, 1])
    bank.format = NAME
    bank.notes = list(source.notes)
    for number in np.flatnonzero(code > kernel.BLANK).tolist():
        sentence = int(place[number]) if kept[number] else None
        at, what = int(records[number, 4]), int(code[number])
        until = _until(by_line) if what == kernel.UNCLOSED else ""
        bank.problems.append(source.problem(at, MESSAGES[what] + until, sentence))
        if sentence is not None:
            bank.faults[sentence] = (what,)
    if batch.wordless:
        line, _ = source.locate(batch.first_wordless)
        bank.often[_WORDLESS] = batch.wordless, line
    if np.any(records[:, 5] >= 0):
        bank.ids = [_name(source, begin, end) for begin, end in records[kept, 5:7].tolist()]
    if by_line and np.any(records[kept, 7] > 1):
        bank = _split_lines(bank, records[kept, 7])
    return bank


def _until(by_line: bool) -> str:
    return " by the end of its line" if by_line else " before the next tree or the end of the file"


def _name(source: Source, begin: int, end: int) -> str | None:
    """Return the text in front of a tree, without the marks that set it off."""
    return source.text(begin, end).strip().rstrip(":").rstrip() or None if begin >= 0 else None


def _split_lines(bank: Treebank, roots: NDArray[np.int64]) -> Treebank:
    """Make sentences of the trees that share a line, where their roots carry the same label and have children."""
    parts: list[list[Tree]] = []
    for number in range(len(bank)):
        tree = bank.tree(number)
        alike = (
            roots[number] > 1
            and len({tree.label[root] for root in tree.roots}) == 1
            and not any(tree.is_preterminal(root) for root in tree.roots)
        )
        parts.append(_pieces(tree) if alike else [tree])
    split = [len(pieces) for pieces in parts]
    if max(split) == 1:
        return bank
    place = np.cumsum([0, *split])
    trees = [tree for pieces in parts for tree in pieces]
    line = int(bank.lines[int(np.argmax(np.array(split) > 1))])
    return Treebank(
        bank.source,
        Columns.joined([tree.columns for tree in trees]),
        np.cumsum([0] + [len(tree) for tree in trees]),
        np.repeat(bank.lines, split),
        ids=[name for name, times in zip(bank.ids, split, strict=True) for _ in range(times)] if bank.ids else None,
        faults={int(place[number]): fault for number, fault in bank.faults.items()},
        problems=[p if p.sentence is None else replace(p, sentence=int(place[p.sentence])) for p in bank.problems],
        notes=bank.notes,
        often=bank.often | {_SHARED: (sum(times > 1 for times in split), line)},
        format=bank.format,
    )


def _pieces(tree: Tree) -> list[Tree]:
    """Cut a forest into its trees, each with ids and positions of its own."""
    bounds: Sequence[int] = [*tree.roots, len(tree)]
    pieces = []
    for first, last in pairwise(bounds):
        part = tree.columns.part(first, last)
        parent = np.where(part.parent < 0, -1, part.parent - first).astype(np.int32)
        shift = part.start[0]
        pieces.append(Tree(part._replace(parent=parent, start=part.start - shift, end=part.end - shift), tree.source))
    return pieces
