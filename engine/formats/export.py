"""The NEGRA export format, of the German NEGRA, TIGER and TüBa-D/Z treebanks and many others.

A line for each word and each phrase, with the number of the phrase it belongs to; 0 is the top::

    #FORMAT 4
    #BOS 1
    Ter	te	APPR	--	HD	500
    Zeit	Zeit	NN	Fem	NK	500
    .	.	$.	--	--	0
    #500	--	PP	--	--	0
    #EOS 1

The columns are word, lemma (only in version 4), tag, morphology, edge label and parent, then any number of
pairs for secondary edges, which are not kept. Several things at the top hang in a root of their own, ``VROOT``.
``--`` says nothing: columns and edge labels in which a sentence says nothing at all are left out. Tables
between ``#BOT`` and ``#EOT`` and comments behind ``%%`` are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from ..problems import Problem
from ..source import Source
from ..treebank import Analysis, Sentence, Treebank, batches
from .graphs import NOTHING, VROOT, Vertex, graph_tree, said, vertices_of
from .lines import Line, SentenceError, lines

__all__ = ["EXTENSIONS", "NAME", "TITLE", "detect", "read", "write"]

NAME = "export"
KEEPS_ORDER = True
TITLE = "NEGRA export, versions 3 and 4"
EXTENSIONS = (".export", ".negra")

_BEGINNING = re.compile(rb"^(#BOS\s|#FORMAT\s+[34]\s)", re.MULTILINE)
_PHRASE = re.compile(r"#([5-9]\d\d|[1-9]\d{3,})", re.ASCII)
_BY_TABS = re.compile(r"[^\t]+")
_COMMENT = re.compile(r"[ \t]%%.*")
_BY_BLANKS = re.compile(r"\S+")
_NOT_IN_CELL = re.compile(r"[\t\r\n]+")
_TOP = "0"


def detect(source: Source) -> float:
    """Return how sure it is that this is the format: a line says so, or begins a sentence."""
    return 0.9 if _BEGINNING.search(source.data[:65536]) else 0.0


def read(source: Source) -> Iterator[Treebank]:
    """Read the sentences; bad ones become problems."""
    found = _Asides()
    for bank in batches(_sentences(source, found), source, NAME):
        bank.problems.extend(found.problems)
        found.problems.clear()
        if found.secondary:
            bank.notes.append("secondary edges are not kept")
        yield bank


def write(sentences: Iterable[Sentence]) -> Iterator[str]:
    """Write version 4; of several analyses only the first. A sentence without an id gets its number."""
    yield "#FORMAT 4\n"
    for number, sentence in enumerate(sentences, 1):
        name = "_".join((sentence.id or str(number)).split())
        yield f"#BOS {name}\n"
        yield from ("\t".join(map(_cell, row)) + "\n" for row in _rows(sentence))
        yield f"#EOS {name}\n"


def _rows(sentence: Sentence) -> Iterator[tuple[str, ...]]:
    """Return the lines of a sentence as columns: words, then phrases, without the root of everything."""
    if sentence.tree is None:
        return
    vertices = vertices_of(sentence.tree)
    tokens = sentence.analyses[0].tokens or {}
    blank = (NOTHING,) * len(sentence.words)
    about = iter(list(zip(tokens.get("lemma", blank), tokens.get("morph", blank), strict=True)))
    tops = {vertex.name for vertex in vertices if vertex.parent is None and vertex.label == VROOT}
    for vertex in vertices:
        parent = _TOP if vertex.parent is None or vertex.parent in tops else vertex.parent
        if vertex.word is not None:
            lemma, morph = next(about)
            yield vertex.word, lemma, vertex.label, morph, vertex.edge, parent
        elif vertex.name not in tops:
            yield "#" + vertex.name, NOTHING, vertex.label, NOTHING, vertex.edge, parent


def _cell(text: str) -> str:
    return _NOT_IN_CELL.sub(" ", text).strip() or NOTHING


@dataclass
class _Asides:
    """What is found beside the sentences."""

    problems: list[Problem] = field(default_factory=list)
    secondary: bool = False


class _Block(NamedTuple):
    """The lines of a sentence, between the one with ``#BOS`` and the one with ``#EOS``."""

    begin: Line
    rows: list[Line]
    version: int  #: 0 if nothing tells


def _sentences(source: Source, found: _Asides) -> Iterator[Sentence]:
    block: _Block | None = None
    version, in_table = 0, False
    for line in lines(source):
        first = line.text.split(maxsplit=1)[0] if line.text.strip() else ""
        if first in ("#BOT", "#EOT"):
            in_table = first == "#BOT"
        elif in_table or not first:
            continue
        elif first == "#BOS":
            if block:
                yield _unclosed(source, block)
            block = _Block(line, [], version)
        elif block is None:
            version = _version(line.text) or version
            if not line.text.startswith(("%%", "#FORMAT")):
                found.problems.append(source.problem(line.begin, "expected #BOS: this line is outside of any sentence"))
        elif first == "#EOS":
            yield _sentence(source, block, found)
            block = None
        else:
            block.rows.append(line)
    if block:
        yield _unclosed(source, block)


def _version(text: str) -> int:
    """Return the version that a line such as ``#FORMAT 4`` or ``%% word lemma tag …`` tells, or 0."""
    words = text.lower().split()
    if words[0] == "#format" and words[1:2] in (["3"], ["4"]):
        return int(words[1])
    if words[0] == "%%" and "word" in words:
        return 4 if "lemma" in words else 3
    return 0


def _name(block: _Block) -> str | None:
    return next(iter(block.begin.text.split()[1:2]), None)


def _unclosed(source: Source, block: _Block) -> Sentence:
    problem = source.problem(block.begin.begin, "expected #EOS: this sentence does not end")
    return Sentence((), _name(block), block.begin.number, problem)


def _sentence(source: Source, block: _Block, found: _Asides) -> Sentence:
    name, number = _name(block), block.begin.number
    if not block.rows:
        return Sentence((), name, number)
    vertices = [Vertex(_TOP, VROOT, None, block.begin.begin)]
    lemmas, morphs = [], []
    try:
        for line in block.rows:
            row = _Row.of(line, block.version)
            found.secondary |= row.secondary
            vertices.append(row.vertex)
            if row.vertex.word is not None:
                lemmas.append(row.lemma)
                morphs.append(row.morph)
        tree = graph_tree(_without_needless_root(vertices), source)
    except SentenceError as bad:
        return Sentence((), name, number, source.problem(bad.position, str(bad)))
    if not lemmas:
        return Sentence((), name, number)
    return Sentence((Analysis(tree, tokens=said({"lemma": lemmas, "morph": morphs})),), name, number)


def _without_needless_root(vertices: list[Vertex]) -> list[Vertex]:
    """Leave the common root out where a single phrase is at the top: that is the root."""
    tops = [place for place, vertex in enumerate(vertices) if vertex.parent == _TOP]
    if len(tops) != 1 or vertices[tops[0]].word is not None:
        return vertices
    return [*vertices[1 : tops[0]], vertices[tops[0]]._replace(parent=None), *vertices[tops[0] + 1 :]]


class _Row(NamedTuple):
    """What one line says."""

    vertex: Vertex
    lemma: str
    morph: str
    secondary: bool

    @classmethod
    def of(cls, line: Line, version: int) -> _Row:
        """Take a line apart."""
        text = _COMMENT.sub("", line.text)
        cells = [cell for cell in _BY_TABS.finditer(text) if not cell[0].isspace()]
        if len(cells) < 5:
            cells = list(_BY_BLANKS.finditer(text))
        texts = [cell[0].strip() for cell in cells]
        version = version or (3 if len(texts) == 5 or (texts[4:5] and texts[4].isdigit()) else 4)
        parent = version + 1  # the number of its column
        if len(texts) <= parent:
            raise SentenceError(
                line.place(len(line.text)),
                f"expected {parent + 1} columns (version {version}), not {len(texts)}",
            )
        refers = line.place(cells[parent].start())
        if not texts[parent].isdigit():
            raise SentenceError(refers, f"expected the number of the parent, not {texts[parent]!r}")
        tag, morph, edge, above = texts[parent - 3 : parent + 1]
        phrase = _PHRASE.fullmatch(texts[0])
        where = line.begin if phrase else line.place(cells[parent - 3].start())
        vertex = Vertex(phrase[1] if phrase else "", tag, above, where, refers, edge, None, -1)
        if not phrase:
            vertex = vertex._replace(word=texts[0], word_where=line.begin)
        return cls(
            vertex,
            texts[1] if version == 4 else NOTHING,
            morph,
            len(texts) > parent + 1,
        )
