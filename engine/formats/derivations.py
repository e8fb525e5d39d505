r"""Derivations: how a grammar of the DELPH-IN family built a sentence, in the Unified Derivation Format.

::

    (root (10 sb-hd_mc 1.5 0 2 (3 she@n_-_pr 0 0 1 ("she" 1 "token [ … ]")) (9 sleep_v1 0 1 2 ("sleeps"))))

A node has an id, the name of a rule (or of a lexical entry above a word), a score and the positions in the chart that
it reaches over; ``^`` before the name marks the head of the node above, ``@`` behind it sets off the type. A root
symbol has a name only: it tells what sort of sentence was looked for. A word may be followed by its tokens, whose
feature structures are most of the text; of them only the place of the word in the input is kept.

The format and its parser are PyDelphin's (``delphin.derivation``). This one reads the same text, without recursion and
as it stands in a profile (with ``@`` written ``\s`` and backslashes doubled), so that every node keeps its place in
the file and what is wrong can be pointed at.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from typing import NamedTuple

from ..source import Source
from ..treebank import Tokens
from ..trees import Node, Tree, tree_of
from .lines import SentenceError

__all__ = ["Derivation", "read_derivation", "unescaped"]

_STRING = rb'"[^"\\]*(?:(?:\\\\(?:\\.|[^\\])|\\[sn])[^"\\]*)*"'
_WORD = rb'[^\s()"]+'
_NODE = re.compile(
    rb"\(\s*(?P<id>-?\d+)\s+(?P<entity>%b|%b)\s+(?P<score>%b)\s+(?P<start>-?\d+)\s+(?P<end>-?\d+)\s*(?=\()"
    % (_STRING, _WORD, _WORD)
)
_LEAF = re.compile(rb"\(\s*(?P<form>%b)(?P<tokens>(?:\s+%b(?:\s+%b)?)*)\s*\)" % (_STRING, _WORD, _STRING))
_ROOT = re.compile(rb"\(\s*(?P<root>%b)\s*(?=\()" % _WORD)
_CLOSE = re.compile(rb"\s*\)")
_SPACE = re.compile(rb"\s*")
_FROM = re.compile(rb'\+FROM \\\\"(\d+)\\\\"')
_TO = re.compile(rb'\+TO \\\\"(\d+)\\\\"')
_UNKNOWN_SCORE = b"-1"  #: what stands where there is no score

_ESCAPES = {"\\\\": "\\", "\\s": "@", "\\n": "\n"}
_ESCAPE = re.compile(r"\\[\\sn]")


def unescaped(data: bytes) -> str:
    r"""Return the text of a field of a profile: ``\s`` is an ``@``, ``\n`` the end of a line, ``\\`` a backslash.

    >>> unescaped(rb"dog_n1\sn_-_c")
    'dog_n1@n_-_c'
    """
    text = data.decode("utf-8", "surrogateescape")
    return _ESCAPE.sub(lambda found: _ESCAPES[found[0]], text) if "\\" in text else text


class Derivation(NamedTuple):
    """A derivation as a tree: rules are phrases, a lexical entry is the tag of its word.

    ``tokens`` has by word its ``type``, the positions ``start`` and ``end`` in the chart, and those of its letters in
    the input, ``from`` and ``to`` (empty where the file does not say). ``root`` is the root symbol, if there is one.
    """

    tree: Tree
    tokens: Tokens
    root: str | None
    score: float | None


@dataclass
class _Reading:
    """What has been read of a derivation: nodes, heads, and by word what stands beside the tree."""

    nodes: list[Node] = field(default_factory=list)
    heads: list[str] = field(default_factory=list)
    open_nodes: list[int] = field(default_factory=list)
    types: list[str] = field(default_factory=list)  #: by node
    spans: list[tuple[bytes, bytes]] = field(default_factory=list)  #: by node: positions in the chart
    words: list[tuple[str, ...]] = field(default_factory=list)
    root: str | None = None
    score: float | None = None

    def add(self, entity: str, span: tuple[bytes, bytes], where: int) -> None:
        """Begin a node."""
        name, _, kind = entity.partition("@")
        self.heads.append("HD" if name.startswith("^") else "")
        self.types.append(kind)
        self.spans.append(span)
        self.nodes.append(Node(name.removeprefix("^"), self._above(), where=where))
        self.open_nodes.append(len(self.nodes) - 1)

    def add_word(self, form: str, tokens: bytes, where: int) -> None:
        """Add a word to the node that is open."""
        above = self._above()
        begins, ends = _FROM.findall(tokens), _TO.findall(tokens)
        letters = (begins[:1] or [b""])[0], (ends[-1:] or [b""])[0]
        places = (place.decode() for place in (*self.spans[above], *letters))
        self.words.append((self.types[above], *places))
        self.heads.append("")
        self.types.append("")
        self.spans.append((b"", b""))
        self.nodes.append(Node(form, above, len(self.words) - 1, where))

    def _above(self) -> int:
        return self.open_nodes[-1] if self.open_nodes else -1


_COLUMNS = ("type", "start", "end", "from", "to")


def read_derivation(data: bytes, source: Source | None = None, begin: int = 0) -> Derivation:
    r"""Read a derivation as it is written in a profile; *begin* is its place in the source.

    >>> found = read_derivation(rb'(root (2 ^rule 0.5 0 2 (1 a_n1\sn 0 0 1 ("a")) (1 b_v1\sv 0 1 2 ("b"))))')
    >>> print(found.tree, found.root, found.score, found.tokens["type"])
    (root (rule (a_n1 a) (b_v1 b))) root 0.5 ('n', 'v')
    """
    made = _Reading()
    at = _SPACE.match(data).end()  # type: ignore[union-attr]
    while True:
        if leaf := _LEAF.match(data, at):
            if not made.open_nodes:
                raise SentenceError(begin + at, "a word stands alone: expected a rule or lexical entry above it")
            made.add_word(unescaped(leaf["form"])[1:-1].replace('\\"', '"'), leaf["tokens"], begin + leaf.start("form"))
            at = leaf.end()
        elif node := _NODE.match(data, at):
            entity = unescaped(node["entity"]).strip('"')
            if made.score is None and len(made.nodes) == (made.root is not None):
                made.score = _number(node["score"], begin + node.start("score"))
            made.add(entity, (node["start"], node["end"]), begin + node.start("entity"))
            at = node.end()
        elif (root := _ROOT.match(data, at)) and not made.nodes:
            made.root = unescaped(root["root"])
            made.add(made.root, (b"", b""), begin + root.start("root"))
            at = root.end()
        elif (close := _CLOSE.match(data, at)) and made.open_nodes:
            made.open_nodes.pop()
            at = close.end()
        else:
            raise SentenceError(begin + at, _complaint(data, at, bool(made.open_nodes)))
        at = _SPACE.match(data, at).end()  # type: ignore[union-attr]
        if not made.open_nodes:
            break
    if at < len(data):
        raise SentenceError(begin + at, "something stands behind the end of the derivation")
    return _finished(made, source)


def _finished(made: _Reading, source: Source | None) -> Derivation:
    heads = made.heads if any(made.heads) else None
    columns = zip(*made.words, strict=True) if made.words else [()] * len(_COLUMNS)
    tokens = dict(zip(_COLUMNS, columns, strict=True))
    return Derivation(tree_of(made.nodes, source, heads), tokens, made.root, made.score)


def _number(text: bytes, position: int) -> float | None:
    """Return a score; a score of 0 is one, the -1 of a node that has none is not."""
    try:
        score = math.nan if text == _UNKNOWN_SCORE else float(text)
    except ValueError:
        raise SentenceError(position, f"expected a score, not {text.decode('utf-8', 'replace')[:20]!r}") from None
    return None if math.isnan(score) else score


def _complaint(data: bytes, at: int, inside: bool) -> str:
    if at >= len(data):
        return "the derivation is not closed" if inside else "there is no derivation"
    if data[at : at + 1] == b"(":
        return 'expected (id rule score start end …, ("word" …) or a root symbol'
    return "expected a bracket"
