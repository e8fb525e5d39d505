"""CoNLL-U: dependency trees, a word a line with ten columns, an empty line behind each sentence.

::

    # sent_id = 1
    1	the	the	DET	DT	_	2	det	_	_
    2	dog	dog	NOUN	NN	_	3	nsubj	_	_
    3	barks	bark	VERB	VBZ	_	0	root	_	_

The columns: id, form, lemma, universal tag (UPOS), treebank's tag (XPOS), features, head, relation,
enhanced dependencies, and anything else. Every word becomes a constituent that is labelled with its
relation and covers the word, in its tag, and all that depends on it: ``(root (nsubj (det (DET the)) (NOUN
dog)) (VERB barks))``. Where a dependency crosses another, constituents are discontinuous; where several
words have the head 0, there are several trees.

The columns from the lemma on are kept as they are. Lines that are no words (comments, ranges such as
``1-2`` for a word written as one, empty nodes such as ``5.1``) are kept in the column ``above`` of the word
they stand before; those behind the last word in its column ``below``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ..problems import TreelensError
from ..source import Source
from ..treebank import Analysis, Sentence, Tokens, Treebank, batches
from .graphs import Vertex, graph_tree
from .lines import Line, SentenceError, lines

__all__ = ["EXTENSIONS", "NAME", "TITLE", "detect", "read", "write"]

NAME = "conllu"
KEEPS_ORDER = True
TITLE = "CoNLL-U dependencies"
EXTENSIONS = (".conllu", ".conll")

_COLUMNS = ("id", "form", "lemma", "upos", "xpos", "feats", "head", "deprel", "deps", "misc")
_ID, _FORM, _UPOS, _XPOS, _HEAD, _DEPREL = map(_COLUMNS.index, ("id", "form", "upos", "xpos", "head", "deprel"))
_KEPT = _COLUMNS[2:]
_SENT_ID = re.compile(r"#\s*sent_id\s*=(.*)")
_BEGINNING = re.compile(rb"\s*(#[^\n]*\n\s*)*\d+([-.]\d+)?(\t[^\t\n]*){9}\s*(\n|$)")


def detect(source: Source) -> float:
    """Return how sure it is that this is the format: behind comments comes a number and nine more columns."""
    return 0.8 if _BEGINNING.match(source.data[:65536]) else 0.0


def read(source: Source) -> Iterator[Treebank]:
    """Read the sentences; bad ones become problems."""
    found = (_sentence(source, block) for block in _blocks(source))
    return batches((sentence for sentence in found if sentence is not None), source, NAME)


def _blocks(source: Source) -> Iterator[list[Line]]:
    """Gather the lines between empty lines."""
    block: list[Line] = []
    for line in lines(source):
        if line.text.strip():
            block.append(line)
        elif block:
            yield block
            block = []
    if block:
        yield block


def _sentence(source: Source, block: list[Line]) -> Sentence | None:
    """Make a sentence of its lines; mere comments are none, unless they name one that has no parse."""
    comments = [line.text for line in block if line.text.startswith("#")]
    ids = [match[1].strip() for match in map(_SENT_ID.fullmatch, comments) if match]
    name = ids[0] or None if ids else None
    if len(comments) == len(block):
        return Sentence((), name, block[0].number) if ids else None
    try:
        return Sentence((_analysis(source, block),), name, block[0].number)
    except SentenceError as bad:
        return Sentence((), name, block[0].number, source.problem(bad.position, str(bad)))


def _analysis(source: Source, block: list[Line]) -> Analysis:
    rows: list[list[str]] = []
    vertices: list[Vertex] = []
    above: list[str] = []
    others: list[str] = []
    for line in block:
        if line.text.startswith("#") or not _is_word(line, len(rows) + 1):
            others.append(line.text)
            continue
        cells = line.text.split("\t")
        vertices += _word(line, cells)
        rows.append(cells)
        above.append("\n".join(others))
        others = []
    if not rows:
        raise SentenceError(block[-1].begin, "there is no word in this sentence")
    tokens = dict(zip(_KEPT, zip(*(row[2:] for row in rows), strict=True), strict=True))
    if any(above):
        tokens["above"] = tuple(above)
    if others:
        tokens["below"] = (*[""] * (len(rows) - 1), "\n".join(others))
    return Analysis(graph_tree(vertices, source), tokens=tokens)


def _is_word(line: Line, expected: int) -> bool:
    """Check id and number of columns, and say whether this is a word; ranges and empty nodes are not."""
    from conllu.exceptions import ParseException
    from conllu.parser import parse_id_value

    cells = line.text.split("\t")
    if len(cells) != len(_COLUMNS):
        message = f"expected {len(_COLUMNS)} columns with tabs between them, not {len(cells)}"
        raise SentenceError(line.place(len(line.text)), message)
    try:
        number = parse_id_value(cells[_ID])
    except (ParseException, ValueError):
        number = None
    if isinstance(number, tuple):
        return False
    if number != expected:
        raise SentenceError(line.begin, f"expected the id {expected}, not {cells[_ID][:20]!r}")
    return True


def _word(line: Line, cells: list[str]) -> tuple[Vertex, Vertex]:
    """Return the constituent of a word, and the word in its tag."""
    from conllu.exceptions import ParseException
    from conllu.parser import parse_int_value

    places = [0]
    for cell in cells:
        places.append(places[-1] + len(cell) + 1)
    refers = line.place(places[_HEAD])
    try:
        head = parse_int_value(cells[_HEAD])
    except (ParseException, ValueError):
        head = None
    if head is None:
        raise SentenceError(refers, f"expected the number of the head, not {cells[_HEAD][:20]!r}")
    tag = _UPOS if cells[_UPOS] != "_" else _XPOS
    parent = str(head) if head else None
    whole = Vertex(cells[_ID], cells[_DEPREL], parent, line.begin, refers)
    word = Vertex(
        cells[_ID],
        cells[tag],
        cells[_ID],
        line.place(places[tag]),
        refers,
        word=cells[_FORM],
        word_where=line.place(places[_FORM]),
    )
    return whole, word


def write(sentences: Iterable[Sentence]) -> Iterator[str]:
    """Write dependencies; of several analyses only the first, of a failed parse only the id."""
    for number, sentence in enumerate(sentences, 1):
        if not sentence.analyses:
            yield f"# sent_id = {sentence.id or ''}\n\n"
            continue
        tokens = sentence.analyses[0].tokens or {}
        if "head" not in tokens:
            raise TreelensError(
                f"sentence {sentence.id or number} cannot be written as CoNLL-U: "
                "dependencies are needed, and it has only a tree of constituents"
            )
        yield "\n".join(_written(sentence, tokens)) + "\n\n"


def _written(sentence: Sentence, tokens: Tokens) -> Iterator[str]:
    """Write the lines of a sentence, those that are no words in their places."""
    words = sentence.words
    empty = ("_",) * len(words)
    nothing = ("",) * len(words)
    columns = [tokens.get(name, empty) for name in _KEPT]
    above, below = tokens.get("above", nothing), tokens.get("below", nothing)
    yield from _with_id(above[0].split("\n") if above[0] else [], sentence.id)
    for position, word in enumerate(words):
        if position and above[position]:
            yield above[position]
        yield "\t".join([str(position + 1), _cell(word), *(column[position] for column in columns)])
        if below[position]:
            yield below[position]


def _with_id(comments: list[str], name: str | None) -> list[str]:
    """Return the comments with the sentence's id among them and no other."""
    own = [match[1].strip() if (match := _SENT_ID.fullmatch(line)) else None for line in comments]
    kept = [line for line, found in zip(comments, own, strict=True) if found is None or found == (name or "")]
    return kept if name is None or name in own else [f"# sent_id = {name}", *kept]


def _cell(text: str) -> str:
    return re.sub(r"[\t\r\n]", " ", text)
