"""Discontinuous brackets, as disco-dop writes them: each word carries its position in the sentence.

One tree a line. In ::

    (S (VP (VB 0=Is) (JJ 2=rich)) (NP 1=John) (? 3=?))

the phrase VP covers the first and the third word. Where words are missing (not every position occurs), the
others close up. An older way has bare positions in the tree and the sentence behind it, after a tab; it is
read as well::

    (S (VP (VB 0) (JJ 2)) (NP 1) (? 3))	Is John rich ?

An empty line is a failed parse, unless empty lines stand between all trees; so is ``(())``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ..kernels import brackets as kernel
from ..source import Source
from ..treebank import Analysis, Sentence, Treebank, batches
from ..trees import Node, Tree, tree_of
from .brackets import bracketed
from .lines import SentenceError
from .records import Record, records
from .scanning import blank_lines_separate

__all__ = ["EXTENSIONS", "NAME", "TITLE", "detect", "read", "write"]

NAME = "discbracket"
KEEPS_ORDER = True
TITLE = "discontinuous brackets: words with their positions, 0=word"
EXTENSIONS = (".dbr", ".discbracket")

_LEAF = re.compile(rb"\s([^\s()]+)\s*\)([^\n(]*)")
_NUMBERED = re.compile(r"(\d{1,9})=(.*)", re.DOTALL | re.ASCII)
_TAIL = re.compile(rb"(?<=\))\t[^\n]*")


def detect(source: Source) -> float:
    """Return how sure it is that this is the format: every word near the beginning has a position."""
    head = source.data[:16384]
    first = _LEAF.search(head)
    if not first or not first[1][:1].isdigit():
        return 0.0
    found = _LEAF.findall(head)
    bare = any(b"\t" in behind for _, behind in found)
    numbered = re.compile(rb"\d+(=.*)?" if bare else rb"\d+=.*", re.DOTALL)
    return 0.6 if all(numbered.fullmatch(leaf) for leaf, _ in found) else 0.0


def read(source: Source) -> Iterator[Treebank]:
    """Read one sentence a line; bad ones become problems."""
    return batches(_sentences(source), source, NAME)


def write(sentences: Iterable[Sentence]) -> Iterator[str]:
    """Write one tree a line, ``(())`` for a failed parse; of several analyses only the first."""
    for sentence in sentences:
        yield (bracketed(_numbered(sentence.tree)) if sentence.tree is not None else "(())") + "\n"


def _numbered(tree: Tree) -> Tree:
    """Put the position in front of each word."""
    nodes = []
    for node, parent in enumerate(tree.parent):
        word = tree.is_word(node)
        text = f"{tree.start[node]}={tree.text(node)}" if word else tree.text(node)
        nodes.append(Node(text, parent, tree.start[node] if word else -1))
    return tree_of(nodes)


def _sentences(source: Source) -> Iterator[Sentence]:
    data = _TAIL.sub(lambda tail: b" " * len(tail[0]), source.data.rstrip())
    separated = blank_lines_separate(data)
    for record in records(source, data, kernel.LINES):
        if not (separated and record.blank):
            yield _sentence(record)


def _sentence(record: Record) -> Sentence:
    if record.parse is None:
        return Sentence(line=record.line, problem=record.problem)
    try:
        return Sentence((Analysis(_ordered(record, record.parse)),), record.name, record.line)
    except SentenceError as bad:
        return Sentence((), record.name, record.line, record.source.problem(bad.position, str(bad)))


def _ordered(record: Record, tree: Tree) -> Tree:
    """Take the positions out of the words and put the words there, the gaps between positions closed."""
    _, tab, tail = record.source.line(record.line).partition(")\t")
    sentence = tail.split() if tab else []
    found: dict[int, tuple[int, str]] = {}
    taken: set[int] = set()
    for node in range(len(tree)):
        if tree.is_word(node):
            position, word = _leaf(tree.text(node), sentence, tree.where[node])
            if position in taken:
                raise SentenceError(tree.where[node], f"there is a second word at position {position}")
            taken.add(position)
            found[node] = position, word
    rank = {position: number for number, position in enumerate(sorted(taken))}
    nodes = []
    for node, (parent, where) in enumerate(zip(tree.parent, tree.where, strict=True)):
        if node in found:
            position, word = found[node]
            nodes.append(Node(word, parent, rank[position], where))
        else:
            nodes.append(Node(tree.text(node), parent, where=where))
    return tree_of(nodes, record.source)


def _leaf(text: str, sentence: list[str], where: int) -> tuple[int, str]:
    """Return position and word of a leaf: ``2=word``, or a bare 2 if the sentence stands behind the tree."""
    if match := _NUMBERED.fullmatch(text):
        return int(match[1]), match[2]
    if text.isascii() and text.isdigit() and len(text) < 10 and int(text) < len(sentence):
        return int(text), sentence[int(text)]
    raise SentenceError(where, f"expected a position and a word, such as 0=word, not {text!r}")
