"""TIGER XML, the format of TIGERSearch: words, phrases, and edges from phrases to what they consist of.

::

    <s id="s1"><graph root="s1_500">
      <terminals>
        <t id="s1_1" word="Zur" pos="APPRART" lemma="zu"/>
        <t id="s1_2" word="Zeit" pos="NN" lemma="Zeit"/>
      </terminals>
      <nonterminals>
        <nt id="s1_500" cat="PP"><edge idref="s1_1" label="HD"/><edge idref="s1_2" label="NK"/></nt>
      </nonterminals>
    </graph></s>

What a word has beside ``word`` and ``pos`` is kept as its columns. If not everything is in one phrase
(punctuation mostly is not), a root ``VROOT`` is put over all. Secondary edges are not kept. The document is
read as it streams by, and entities, with which a small file can be made to fill the memory, are refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ..problems import InputError
from ..source import Source
from ..treebank import Analysis, Sentence, Treebank, batches
from .graphs import NOTHING, VROOT, Vertex, graph_tree, said, vertices_of
from .lines import SentenceError

__all__ = ["EXTENSIONS", "NAME", "TITLE", "detect", "read", "write"]

NAME = "tigerxml"
KEEPS_ORDER = True
TITLE = "TIGER XML"
EXTENSIONS = (".xml", ".tiger", ".tigerxml")

_CORPUS = re.compile(rb"<(corpus|subcorpus|body|s)[\s>]")
_SECONDARY = re.compile(rb"<secedge[\s/>]")
_CHUNK = 1 << 16
_OWN = {"id", "word", "pos"}  #: attributes of a word that are not columns
_ATTRIBUTE = re.compile(r"[A-Za-z_][\w.-]*", re.ASCII)
_NOT_XML = "[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"  # takes long to compile: when it is needed
_HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<corpus id="treebank">
<head><annotation>
<feature name="word" domain="T"/><feature name="pos" domain="T"/>
<feature name="lemma" domain="T"/><feature name="morph" domain="T"/>
<feature name="cat" domain="NT"/><edgelabel/>
</annotation></head>
<body>
"""


def detect(source: Source) -> float:
    """Return how sure it is that this is the format: XML with a corpus and words in it."""
    head = source.data[:65536].lstrip()
    return 0.8 if head.startswith(b"<") and _CORPUS.search(head) and b"<terminals" in source.data else 0.0


def read(source: Source) -> Iterator[Treebank]:
    """Read the sentences; bad ones become problems, but XML that is not well-formed ends it."""
    secondary = _SECONDARY.search(source.data)
    for bank in batches((_sentence(source, graph) for graph in _graphs(source)), source, NAME):
        if secondary:
            bank.notes.append("secondary edges are not kept")
        yield bank


@dataclass
class _Graph:
    """A sentence as its elements come: each with its attributes and byte position."""

    attributes: Mapping[str, str]
    where: int
    root: tuple[str, int] | None = None
    words: list[tuple[Mapping[str, str], int]] = field(default_factory=list)
    phrases: list[tuple[Mapping[str, str], int]] = field(default_factory=list)
    edges: list[_Edge] = field(default_factory=list)


class _Edge(NamedTuple):
    """An edge down from a phrase; the byte position is that of its element."""

    parent: str | None
    child: str
    label: str
    where: int


class _Elements:
    """What the XML parser calls: it gathers the elements of each sentence."""

    def __init__(self) -> None:
        self.done: list[_Graph] = []
        self.graph: _Graph | None = None
        self.place: Callable[[], int] = int

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Take the beginning of an element."""
        tag, where = tag.rpartition("}")[2], self.place()
        if self.graph is None:
            if tag == "s":
                self.graph = _Graph(attributes, where)
        elif tag == "graph" and "root" in attributes:
            self.graph.root = attributes["root"], where
        elif tag == "t":
            self.graph.words.append((attributes, where))
        elif tag == "nt":
            self.graph.phrases.append((attributes, where))
        elif tag == "edge" and self.graph.phrases:
            parent = self.graph.phrases[-1][0].get("id", "")
            child, label = attributes.get("idref", ""), attributes.get("label") or NOTHING
            self.graph.edges.append(_Edge(parent, child, label, where))

    def end(self, tag: str) -> None:
        """Take the end of an element."""
        if tag.rpartition("}")[2] == "s" and self.graph is not None:
            self.done.append(self.graph)
            self.graph = None

    def close(self) -> None:
        """Take the end of the document."""


def _graphs(source: Source) -> Iterator[_Graph]:
    """Parse the document piece by piece; the text is UTF-8 by now, whatever the document says of itself."""
    from defusedxml import DefusedXmlException
    from defusedxml.ElementTree import DefusedXMLParser, ParseError

    elements = _Elements()
    parser: Any = DefusedXMLParser(target=elements, encoding="utf-8")
    elements.place = lambda: int(parser.parser.CurrentByteIndex)
    try:
        for begin in range(0, len(source.data), _CHUNK):
            parser.feed(source.data[begin : begin + _CHUNK])
            yield from elements.done
            elements.done.clear()
        parser.close()
        yield from elements.done
    except ParseError as error:
        message = f"is not well-formed XML: {str(error).partition(':')[0]}"
        raise _refusal(source, parser.parser.ErrorByteIndex, message) from None
    except DefusedXmlException:
        message = "declares or calls an entity, and entities are refused"
        raise _refusal(source, parser.parser.CurrentByteIndex, message) from None


def _refusal(source: Source, position: int, message: str) -> InputError:
    problem = source.problem(max(0, min(position, len(source.data))), message)
    return InputError(source.path, message, problem.line, problem.column, problem.excerpt)


def _sentence(source: Source, graph: _Graph) -> Sentence:
    name, line = graph.attributes.get("id"), source.locate(graph.where)[0]
    if not graph.words:
        return Sentence((), name, line)
    try:
        tree = graph_tree(_vertices(graph), source)
    except SentenceError as bad:
        return Sentence((), name, line, source.problem(bad.position, str(bad)))
    keys = dict.fromkeys(key for word, _ in graph.words for key in word if key not in _OWN)
    tokens = said({key: [word.get(key, "") for word, _ in graph.words] for key in keys})
    return Sentence((Analysis(tree, tokens=tokens),), name, line)


def _vertices(graph: _Graph) -> list[Vertex]:
    """Turn the edges round, so that each vertex knows its parent, and put a root over what is apart."""
    edges = _edge_to(graph)
    vertices = []
    for attributes, where in graph.words:
        if "word" not in attributes:
            raise SentenceError(where, "expected an attribute 'word'")
        parent, name, edge, refers = edges.get(attributes["id"], _Edge(None, attributes["id"], NOTHING, where))
        tag = attributes.get("pos") or NOTHING
        vertices.append(Vertex(name, tag, parent, where, refers, edge, attributes["word"], where + 1))
    for attributes, where in graph.phrases:
        parent, name, edge, refers = edges.get(attributes["id"], _Edge(None, attributes["id"], NOTHING, where))
        vertices.append(Vertex(name, attributes.get("cat") or NOTHING, parent, where, refers, edge))
    if sum(vertex.parent is None for vertex in vertices) == 1:
        return vertices
    root = "\0root"  # no name in XML holds this
    whole = Vertex(root, VROOT, None, graph.where)
    return [*(vertex if vertex.parent is not None else vertex._replace(parent=root) for vertex in vertices), whole]


def _edge_to(graph: _Graph) -> dict[str, _Edge]:
    """Return the edge that leads to each word and phrase; there may be only one."""
    known: set[str] = set()
    for attributes, where in graph.words + graph.phrases:
        name = attributes.get("id")
        if name is None or name in known:
            raise SentenceError(where, "expected an attribute 'id' that no other element of this sentence has")
        known.add(name)
    if graph.root and graph.root[0] not in known:
        raise SentenceError(graph.root[1], f"the root is {graph.root[0]!r}, which this sentence does not have")
    edges: dict[str, _Edge] = {}
    for edge in graph.edges:
        if edge.child not in known:
            raise SentenceError(edge.where, f"refers to {edge.child!r}, which this sentence does not have")
        if edge.child in edges:
            raise SentenceError(edge.where, f"{edge.child!r} has a second parent")
        edges[edge.child] = edge
    return edges


def write(sentences: Iterable[Sentence]) -> Iterator[str]:
    """Write a document; of several analyses only the first. A sentence without an id gets its number."""
    yield _HEAD
    for number, sentence in enumerate(sentences, 1):
        yield from _written(sentence, sentence.id or f"s{number}")
    yield "</body>\n</corpus>\n"


def _written(sentence: Sentence, name: str) -> Iterator[str]:
    """Write the elements of a sentence."""
    yield f"<s id={_quoted(name)}>"
    if sentence.tree is None:
        yield "<graph><terminals/></graph></s>\n"
        return
    vertices = vertices_of(sentence.tree)
    below: dict[str | None, list[Vertex]] = {}
    for vertex in vertices:
        below.setdefault(vertex.parent, []).append(vertex)
    tops = below[None]
    root = f" root={_quoted(f'{name}_{tops[0].name}')}" if len(tops) == 1 else ""
    yield f"<graph{root}>\n<terminals>\n"
    tokens = sentence.analyses[0].tokens or {}
    columns = {key: column for key, column in tokens.items() if key not in _OWN and _ATTRIBUTE.fullmatch(key)}
    for position, word in enumerate(vertex for vertex in vertices if vertex.word is not None):
        own = {"id": f"{name}_{word.name}", "word": word.word or "", "pos": word.label}
        said_of_it = {key: column[position] for key, column in columns.items() if column[position]}
        yield f"<t{_attributes(own | said_of_it)}/>\n"
    yield "</terminals>\n<nonterminals>\n"
    for phrase in (vertex for vertex in vertices if vertex.word is None):
        yield f"<nt{_attributes({'id': f'{name}_{phrase.name}', 'cat': phrase.label})}>"
        for child in below.get(phrase.name, ()):
            yield f"<edge{_attributes({'label': child.edge, 'idref': f'{name}_{child.name}'})}/>"
        yield "</nt>\n"
    yield "</nonterminals></graph></s>\n"


def _attributes(values: Mapping[str, str]) -> str:
    return "".join(f" {key}={_quoted(value)}" for key, value in values.items())


def _quoted(text: str) -> str:
    """Quote an attribute's value; characters that XML cannot hold become U+FFFD."""
    from xml.sax.saxutils import quoteattr  # writes only: nothing is parsed with it

    return quoteattr(re.sub(_NOT_XML, "\ufffd", text))
