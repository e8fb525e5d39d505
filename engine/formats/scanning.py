"""Running the bracket kernel over a text: batches of columns, with the symbols that the whole program uses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import symbols
from ..kernels import brackets as kernel
from ..kernels import views
from ..problems import InputError
from ..source import Source
from ..trees import Columns, IntArray

__all__ = ["MESSAGES", "Batch", "BlankLines", "blank_lines_separate", "ends_inside", "new_scan", "read_batches"]

_BATCH_NODES = 1 << 23
_SMALL = 1 << 22  #: bytes that are worth a copy as text

#: What the kernel's codes mean.
MESSAGES = {
    kernel.UNCLOSED: "expected ')': this bracket is not closed",
    kernel.ELEMENTS: "expected ')': EVALB allows one word in a bracket and nothing else",
    kernel.STRAY_WORD: "expected a bracket: EVALB allows no word here",
    kernel.EXTRA_CLOSE: "unexpected ')': no bracket is open here",
    kernel.NO_TREE: "expected '(': there is no tree on this line",
    kernel.TEXT_AFTER: "expected '(' or the end of the line behind the tree",
}


class Batch(NamedTuple):
    """What the kernel read in one go: columns with global symbols, and its record of each sentence."""

    columns: Columns
    records: NDArray[np.int64]  #: one row a sentence: first node, line, begin, code, error, prefix (2), roots
    wordless: int  #: brackets without a word
    first_wordless: int  #: the byte position of the first sentence with one


def read_batches(
    source: Source, data: bytes, layout: int = kernel.AUTO, *, evalb: bool = False
) -> Iterator[tuple[int, Batch]]:
    """Run the kernel over *data* and yield what it reads, piece by piece, with the layout it found.

    With AUTO the text is read line by line until a tree does not end with its line; then the layout is decided and
    reading starts again, so batches must not be used before the last one is there: this holds the first ones back.
    """
    if len(data) >= 1 << 31:
        raise InputError(source.path, "is larger than 2 GB; split it")
    end = len(data) if evalb or source.goes_on else _end(data)
    if layout != kernel.AUTO:
        for batch in _batches(data, end, layout, evalb, source.first_line):
            assert batch is not None
            yield layout, batch
        return
    held: list[Batch] = []
    for batch in _batches(data, end, kernel.AUTO, evalb, source.first_line):
        if batch is None:
            scan = new_scan()
            kernel.scan_layout(memoryview(data), scan.data)
            yield from read_batches(source, data, kernel.layout_found(scan.data))
            return
        held.append(batch)
    yield from ((kernel.LINES, batch) for batch in held)


def new_scan() -> NDArray[np.int64]:
    """Return what is known of the layout of a text before any of it was looked at."""
    return np.zeros(kernel.SCAN_FIELDS, dtype=np.int64)


def ends_inside(data: bytes) -> bool:
    """Say whether some tree does not end with its line, in a text of whole lines."""
    return any(batch is None for batch in _batches(data, len(data), kernel.AUTO, False, 1))


def _batches(data: bytes, end: int, layout: int, evalb: bool, line: int) -> Iterator[Batch | None]:
    """Call the kernel until the text is read up to *end*; None when the layout AUTO does not fit."""
    nodes = min(_BATCH_NODES, len(data) // 4 + 16)  # enough for nearly all trees; else it takes more turns
    sentences = np.empty((nodes // 2, kernel.SENTENCE_FIELDS), dtype=np.int64)
    table = np.zeros(1 << _table_bits(len(data)), dtype=np.int32)
    names = np.empty((len(table) // 2, kernel.SYMBOL_FIELDS), dtype=np.int64)
    state = np.array([0, line, 0, 0, 0, 0, 0], dtype=np.int64)
    numbers = np.empty(0, dtype=np.int32)
    text = memoryview(data)[:end]
    while True:
        columns = Columns.empty(nodes)
        outcome = kernel.read_trees(
            text,
            layout,
            evalb,
            *views(state, table, names.reshape(-1), *columns, sentences.reshape(-1)),
        )
        _, _, n_symbols, n_nodes, n_sentences, wordless, first_wordless = state.tolist()
        if n_sentences:
            numbers = _numbered(data, names, numbers, n_symbols)
            part = columns.part(0, n_nodes)
            kernel.renumber(*views(part.label, numbers))
            yield Batch(part, sentences[:n_sentences].copy(), wordless, first_wordless)
        elif outcome == kernel.FULL:  # one sentence is larger than all the columns
            nodes *= 2
        if outcome == kernel.GROW:
            table, names = _grown(names, n_symbols)
        elif outcome == kernel.UNDECIDED:
            yield None
            return
        elif outcome == kernel.DONE:
            return


def _table_bits(size: int) -> int:
    """Return how large a table of symbols is to begin with, as a power of 2: large enough for most texts of a size.

    Newspaper text has a symbol for every 40 bytes where it is short, fewer where it is long. Making the table larger
    takes longer than beginning with one that is too large.

    >>> [_table_bits(size) for size in (100, 160_000, 1 << 22)]
    [12, 13, 17]
    """
    return min(17, max(12, (size // 24).bit_length()))


def _end(data: bytes) -> int:
    """Return where the white space at the end begins: blank lines there are no failed parses."""
    end = len(data)
    while end and data[end - 1 : end].isspace():
        end -= 1
    return end


def _numbered(data: bytes, names: NDArray[np.int64], numbers: IntArray, count: int) -> IntArray:
    """Extend the global numbers of the kernel's symbols to its first *count*."""
    new = names[len(numbers) : count, :2].tolist()
    if len(data) < _SMALL and data.isascii():
        text = data.decode("ascii")
        found = symbols.symbols([text[begin : begin + size] for begin, size in new])
    else:
        found = symbols.symbols([data[begin : begin + size].decode("utf-8", "surrogateescape") for begin, size in new])
    return np.concatenate([numbers, np.array(found, dtype=np.int32)])


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


class BlankLines:
    r"""What blank lines mean in a text that is looked at piece by piece, each of whole lines.

    >>> found = BlankLines()
    >>> found.look(b"(A x)\n\n(B y)\n")
    >>> found.look(b"\n(C z)")
    >>> found.separate
    True
    """

    def __init__(self) -> None:
        self._gaps: set[int] = set()  # how many blank lines stand between two trees
        self._run, self._lines, self._trees, self._any = 0, 0, 0, False

    def look(self, data: bytes) -> None:
        """Look at the next piece, as far as it matters."""
        begin = 0
        while begin < len(data) and not self._decided:
            end = data.find(b"\n", begin)
            line = data[begin : end if end >= 0 else len(data)].strip()
            if not line:
                self._run += 1
                self._any |= self._lines > 0 and end >= 0
            elif not line.startswith((b"#", b"%", b";")):
                if self._trees:
                    self._gaps.add(self._run)
                self._run = 0
                self._trees += 1
            self._lines += 1
            begin = end + 1 if end >= 0 else len(data)

    @property
    def _decided(self) -> bool:
        return 0 in self._gaps or len(self._gaps) > 1

    @property
    def separate(self) -> bool:
        """Whether the same number of blank lines, one or more, stands between any two trees."""
        return self._any and not self._decided


def blank_lines_separate(data: bytes) -> bool:
    """Say whether the same number of blank lines, one or more, stands between any two trees."""
    found = BlankLines()
    found.look(data)
    return found.separate
