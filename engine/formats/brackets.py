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
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import symbols
from ..kernels import brackets as kernel
from ..kernels import views
from ..problems import InputError
from ..source import Source
from ..treebank import Sentence, Treebank
from ..trees import Columns, IntArray, Tree

__all__ = ["EXTENSIONS", "NAME", "TITLE", "bracketed", "detect", "read", "read_batches", "write"]

NAME = "brackets"
TITLE = "Penn Treebank brackets, one or several lines a tree"
EXTENSIONS = (".mrg", ".ptb", ".brackets", ".gld", ".tst", ".parse")

_BATCH_NODES = 1 << 23
_BLANK_LINE = re.compile(rb"\n[ \t\r\f\v]*\n")
_FIRST_TREE = re.compile(rb"(?:\s|[#%;][^\n]*\n|<[^\n]*>\s*\n)*(?:\S+[ \t]+)?\(")


class Batch(NamedTuple):
    """What the kernel read in one go: columns with global symbols, and its record of each sentence."""

    columns: Columns
    records: NDArray[np.int64]  #: one row a sentence: first node, line, begin, code, error, prefix (2), roots


def detect(source: Source) -> float:
    """Return how sure it is that this is the format: it begins with a bracket, or is full of them.

    >>> detect(Source("x", b"# trees\\n1 (S x)")), detect(Source("x", b"Some words (and more in brackets)."))
    (0.2, 0.0)
    """
    head = source.data[:10_000]
    return 0.2 if _FIRST_TREE.match(source.data) or head.count(b"(") * 30 > len(head) else 0.0


def read(source: Source) -> Iterator[Treebank]:
    """Read the trees; bad ones become problems."""
    data = source.data.rstrip()
    for layout, batch in read_batches(source, data):
        by_line = layout == kernel.LINES
        keep_blanks = by_line and not _blank_lines_separate(data)
        yield _treebank(source, batch, by_line, keep_blanks)


def read_lines(source: Source) -> Iterator[Treebank]:
    """Read one sentence a line by EVALB's own rules; what it would complain of is kept in ``faults``."""
    for _, batch in read_batches(source, source.data, layout=kernel.LINES, evalb=True):
        records = batch.records
        bank = Treebank(source, batch.columns, _firsts(batch), records[:, 1].copy(), format=NAME)
        for number in np.flatnonzero((records[:, 3] > kernel.BLANK) | (records[:, 7] > 0)).tolist():
            code, extra = int(records[number, 3]), int(records[number, 7])
            bank.faults[number] = faults = (kernel.EXTRA_CLOSE,) * extra + ((code,) if code else ())
            at = max(int(records[number, 4]), int(records[number, 2]))
            bank.problems.append(source.problem(at, _MESSAGES[faults[0]], number))
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


def read_batches(
    source: Source, data: bytes, layout: int = kernel.AUTO, *, evalb: bool = False
) -> Iterator[tuple[int, Batch]]:
    """Run the kernel over *data* and yield what it reads, piece by piece, with the layout it found.

    With AUTO the text is read line by line until a tree does not end with its line; then the layout is decided and
    reading starts again, so batches must not be used before the last one is there: this holds the first ones back.
    """
    if len(data) >= 1 << 31:
        raise InputError(source.path, "is larger than 2 GB; split it")
    if layout != kernel.AUTO:
        for batch in _batches(data, layout, evalb):
            assert batch is not None
            yield layout, batch
        return
    held: list[Batch] = []
    for batch in _batches(data, kernel.AUTO, evalb):
        if batch is None:
            yield from read_batches(source, data, kernel.scan_layout(memoryview(data)))
            return
        held.append(batch)
    yield from ((kernel.LINES, batch) for batch in held)


def _batches(data: bytes, layout: int, evalb: bool) -> Iterator[Batch | None]:
    """Call the kernel until the text is read; None when the layout AUTO does not fit."""
    nodes = min(_BATCH_NODES, len(data) // 4 + 16)  # enough for nearly all trees; else it takes more turns
    sentences = np.empty((nodes // 2, kernel.SENTENCE_FIELDS), dtype=np.int64)
    table = np.zeros(1 << (17 if len(data) > 1 << 21 else 12), dtype=np.int32)
    names = np.empty((len(table) // 2, kernel.SYMBOL_FIELDS), dtype=np.int64)
    state = np.array([0, 1, 0, 0, 0], dtype=np.int64)
    numbers = np.empty(0, dtype=np.int32)
    while True:
        columns = Columns.empty(nodes)
        outcome = kernel.read_trees(
            memoryview(data),
            layout,
            evalb,
            *views(state, table, names.reshape(-1), *columns, sentences.reshape(-1)),
        )
        _, _, n_symbols, n_nodes, n_sentences = state.tolist()
        if n_sentences:
            numbers = _numbered(data, names, numbers, n_symbols)
            part = columns.part(0, n_nodes)
            yield Batch(part._replace(label=_globally(part.label, numbers)), sentences[:n_sentences].copy())
        elif outcome == kernel.FULL:  # one sentence is larger than all the columns
            nodes *= 2
        if outcome == kernel.GROW:
            table, names = _grown(names, n_symbols)
        elif outcome == kernel.UNDECIDED:
            yield None
            return
        elif outcome == kernel.DONE:
            return


def _numbered(data: bytes, names: NDArray[np.int64], numbers: IntArray, count: int) -> IntArray:
    """Extend the global numbers of the kernel's symbols to its first *count*."""
    new = names[len(numbers) : count, :2].tolist()
    found = symbols.symbols(data[begin : begin + size].decode("utf-8", "surrogateescape") for begin, size in new)
    return np.concatenate([numbers, np.array(found, dtype=np.int32)])


def _globally(label: IntArray, numbers: IntArray) -> IntArray:
    """Replace the kernel's numbers by global ones, keeping the complement of words."""
    sign = label >> 31
    found: IntArray = numbers[label ^ sign] ^ sign
    return found


def _grown(names: NDArray[np.int64], count: int) -> tuple[IntArray, NDArray[np.int64]]:
    """Make a symbol table of twice the size."""
    larger = np.empty((2 * len(names), kernel.SYMBOL_FIELDS), dtype=np.int64)
    larger[:count] = names[:count]
    size = 2 * len(larger)
    table = [0] * size
    for number, hashed in enumerate(names[:count, 2].tolist(), start=1):
        slot = hashed & (size - 1)
        while table[slot]:
            slot = (slot + 1) & (size - 1)
        table[slot] = number
    return np.array(table, dtype=np.int32), larger


def _firsts(batch: Batch) -> NDArray[np.int64]:
    return np.append(batch.records[:, 0], len(batch.columns.label))


def _blank_lines_separate(data: bytes) -> bool:
    """Say whether the same number of blank lines, one or more, stands between any two trees."""
    if not _BLANK_LINE.search(data):
        return False
    gaps: set[int] = set()
    run, seen = 0, False
    for line in data.split(b"\n"):
        line = line.strip()
        if not line:
            run += 1
        elif not line.startswith((b"#", b"%", b";")):
            if seen:
                gaps.add(run)
            if len(gaps) > 1:
                return False
            run, seen = 0, True
    return 0 not in gaps


_MESSAGES = {
    kernel.UNCLOSED: "expected ')': this bracket is not closed",
    kernel.ELEMENTS: "expected ')': EVALB allows one word in a bracket and nothing else",
    kernel.STRAY_WORD: "expected a bracket: EVALB allows no word here",
    kernel.EXTRA_CLOSE: "unexpected ')': no bracket is open here",
    kernel.NO_TREE: "expected '(': there is no tree on this line",
    kernel.TEXT_AFTER: "expected '(' or the end of the line behind the tree",
}


def _treebank(source: Source, batch: Batch, by_line: bool, keep_blanks: bool) -> Treebank:
    """Turn a batch into a treebank: bad sentences into problems, blank lines into failed parses or nothing."""
    records = batch.records
    code = records[:, 3]
    kept = code == kernel.OK
    if by_line:
        kept |= code > kernel.BLANK
    else:
        kept |= code == kernel.UNCLOSED
    if keep_blanks:
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
        bank.problems.append(source.problem(at, _MESSAGES[what] + until, sentence))
        if sentence is not None:
            bank.faults[sentence] = (what,)
    _drop_empty(bank)
    _note_wordless(bank)
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


def _drop_empty(bank: Treebank) -> None:
    """Make trees without a single word, such as ``(())``, failed parses: trees without nodes."""
    words = np.append(0, np.cumsum(bank.columns.label < 0))
    sizes = np.diff(bank.first)
    empty = (np.diff(words[bank.first]) == 0) & (sizes > 0)
    if not empty.any():
        return
    keep = np.repeat(~empty, sizes)
    bank.columns = Columns(*(column[keep] for column in bank.columns))
    bank.first = np.append(0, np.cumsum(np.where(empty, 0, sizes)))


def _note_wordless(bank: Treebank) -> None:
    """Say so if there are brackets without a word, as where a file writes punctuation ``(.)``."""
    label, _, start, end, where = bank.columns
    wordless = np.flatnonzero((start == end) & (label >= 0))
    if len(wordless) and bank.source is not None:
        line, _ = bank.source.locate(int(where[wordless[0]]))
        name = symbols.text(int(label[wordless[0]]))
        bank.notes.append(
            f"{len(wordless)} brackets without a word, which count for nothing (first: ({name}) on line {line})"
        )


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
        notes=[*bank.notes, f"line {line}: {max(split)} trees on one line, read as sentences of their own"],
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
