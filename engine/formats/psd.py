"""Penn-like historical corpora (IcePaHC, PPCME and others): brackets with an id, remarks and lemmas inside.

A tree runs over several lines, in an outer bracket without a label, which also holds the sentence's id::

    ( (IP-MAT (NP-SBJ *con*)
              (VBDI sagði-segja)
              (. .-.)) (ID 1883.VOGGUR.NAR-FIC,.5))

The outer bracket and the id are no part of the tree, nor are ``CODE`` (remarks) and ``METADATA`` with all
that is under them; a bracket that holds nothing else is no sentence. If nearly all words of a file have a
lemma behind a hyphen, it is split off: ``sagði`` and ``segja`` (of several hyphens, at the middle one).
What is left unsaid stands without a tag in these corpora; it gets the tag ``-NONE-`` here, as in the Penn
Treebank, and loses it when written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import NamedTuple

from ..kernels import brackets as kernel
from ..problems import Problem
from ..source import Source
from ..treebank import Analysis, Sentence, Treebank, batches
from ..trees import Node, Tree, tree_of
from . import brackets
from .brackets import bracketed
from .graphs import NOTHING
from .records import Record, records

__all__ = ["EXTENSIONS", "NAME", "TITLE", "detect", "read", "write"]

NAME = "psd"
KEEPS_ORDER = False
TITLE = "Penn-like historical corpora: brackets with ids, remarks and lemmas"
EXTENSIONS = (".psd",)

_SIGN = re.compile(rb"\(ID\s+[^\s()]+\s*\)\s*\)|\(CODE\s+[^\s()]|\(METADATA\s")
_TRACE = re.compile(r"\*([^*\s]+\*)?(-\d+)*|0")
_TRACE_TAG = "-NONE-"
_NUMBER_TAG = "NUM"  #: the one tag under which 0 is a word
_REMARKS = {"CODE", "METADATA"}
_SAMPLE = 1000  #: trees that are looked at to tell whether a file has lemmas
_GONE = -2


def detect(source: Source) -> float:
    """Return how sure it is that this is the format: there is an id at the end of a bracket, or a remark."""
    if _SIGN.search(source.data[:65536]):
        return 0.6
    return brackets.detect(source) if source.path.lower().endswith(EXTENSIONS) else 0.0


def read(source: Source) -> Iterator[Treebank]:
    """Read the trees without ids, remarks and lemmas; bad ones become problems."""
    stray: list[Problem] = []
    for bank in batches(_sentences(source, stray), source, NAME):
        bank.problems.extend(stray)
        stray.clear()
        yield bank


def write(sentences: Iterable[Sentence]) -> Iterator[str]:
    """Write one tree a line, an empty line behind each; of several analyses only the first."""
    for sentence in sentences:
        yield bracketed(tree_of(_outward(sentence))) + "\n\n"


class _Stripped(NamedTuple):
    """What a bracket of the file holds: the nodes of the tree, the id, and whether there were remarks."""

    line: int
    nodes: list[Node]
    id: str | None
    remarks: bool


def _sentences(source: Source, stray: list[Problem]) -> Iterator[Sentence]:
    """Read the sentences; text and closing brackets between them are put with the *stray* ones."""
    found = map(_stripped, _brackets(source, stray))
    sample = list(islice(found, _SAMPLE))
    lemmas = _has_lemmas(item for item in sample if isinstance(item, _Stripped))
    for item in chain(sample, found):
        if isinstance(item, Sentence):
            yield item
        elif any(node.position >= 0 for node in item.nodes):
            yield Sentence((_analysis(item.nodes, source, lemmas),), item.id, item.line)
        elif not item.remarks:
            yield Sentence((), item.id, item.line)


def _brackets(source: Source, stray: list[Problem]) -> Iterator[Record]:
    for record in records(source, source.data):
        if record.code in (kernel.NO_TREE, kernel.EXTRA_CLOSE):
            stray.extend([record.problem] if record.problem else [])
        elif not record.blank:
            yield record


def _stripped(record: Record) -> _Stripped | Sentence:
    """Take id and remarks out of a bracket and tag the traces; a bad bracket is a failed parse."""
    if record.tree is None:
        return Sentence(line=record.line, problem=record.problem)
    tree, name, remarks, words = record.tree, None, False, 0
    nodes: list[Node] = []
    outer = 0 if len(tree.roots) == 1 and not tree.text(0) else -1
    place = [-1] * (len(tree) + 1)  # where each node has gone; the last one is the parent of the roots
    for node, (parent, where) in enumerate(zip(tree.parent, tree.where, strict=True)):
        text, above = tree.text(node), place[parent]
        if above == _GONE:
            place[node] = _GONE
        elif tree.is_word(node):
            above = _tagged(nodes, text, above, where)
            nodes.append(Node(text, above, words, where))
            words += 1
        elif text == "ID" and parent in (-1, outer):
            name = " ".join(tree.text(child) for child in tree.children(node)) or None
            place[node] = _GONE
        elif text in _REMARKS:
            remarks = True
            place[node] = _GONE
        elif node != outer or any(map(tree.is_word, tree.children(node))):  # a word must stay in some bracket
            place[node] = len(nodes)
            nodes.append(Node(text, above, where=where))
    return _Stripped(record.line, nodes, name, remarks)


def _tagged(nodes: list[Node], word: str, parent: int, where: int) -> int:
    """Add the tag of a trace if it has none; return the parent of the word."""
    if parent < 0 or not _is_trace(word, nodes[parent].text) or nodes[parent].text == _TRACE_TAG:
        return parent
    nodes.append(Node(_TRACE_TAG, parent, where=where - 1))  # the blank before the word: no other node begins there
    return len(nodes) - 1


def _is_trace(word: str, above: str) -> bool:
    """Say whether a word is none: ``*T*-1``, ``*con*``, ``*``, and ``0`` except as a number."""
    return bool(_TRACE.fullmatch(word)) and not (word == "0" and above.startswith(_NUMBER_TAG))


def _words(nodes: Iterable[Node], all_nodes: list[Node]) -> Iterator[tuple[Node, bool]]:
    """Go through the words, saying of each whether it is a trace."""
    for node in nodes:
        if node.position >= 0:
            yield node, node.parent >= 0 and all_nodes[node.parent].text == _TRACE_TAG


def _has_lemmas(sample: Iterable[_Stripped]) -> bool:
    """Say whether nine words in ten have something on both sides of a hyphen."""
    words = [node.text for item in sample for node, trace in _words(item.nodes, item.nodes) if not trace]
    return 10 * sum("-" in word[1:-1] for word in words) >= 9 * max(1, len(words))


def _analysis(nodes: list[Node], source: Source, lemmas: bool) -> Analysis:
    if not lemmas:
        return Analysis(tree_of(nodes, source))
    pairs = [("", "") if trace else _split(node.text) for node, trace in _words(nodes, nodes)]
    bare = [node._replace(text=pairs[node.position][0] or node.text) if node.position >= 0 else node for node in nodes]
    return Analysis(tree_of(bare, source), tokens={"lemma": tuple(lemma for _, lemma in pairs)})


def _split(text: str) -> tuple[str, str]:
    """Split a word from its lemma, at the middle hyphen that has something on both sides.

    >>> _split("Hans-hans"), _split("a-b-a-b"), _split("---"), _split("x")
    (('Hans', 'hans'), ('a-b', 'a-b'), ('-', '-'), ('x', ''))
    """
    hyphens = [place for place in range(1, len(text) - 1) if text[place] == "-"]
    if not hyphens:
        return text, ""
    middle = hyphens[len(hyphens) // 2]
    return text[:middle], text[middle + 1 :]


def _outward(sentence: Sentence) -> list[Node]:
    """Return the nodes as the file has them: in an outer bracket, lemmas on, trace tags off."""
    nodes = [Node("", -1)]
    tree = sentence.tree
    if tree is not None:
        lemmas = (sentence.analyses[0].tokens or {}).get("lemma")
        place = [0] * (len(tree) + 1)
        for node, parent in enumerate(tree.parent):
            if _is_trace_tag(tree, node):
                place[node] = place[parent]
                continue
            place[node] = len(nodes)
            text, word = tree.text(node), tree.is_word(node)
            if word and lemmas and lemmas[tree.start[node]] not in ("", NOTHING):
                text += "-" + lemmas[tree.start[node]]
            nodes.append(Node(text, place[parent], tree.start[node] if word else -1))
    if sentence.id is not None:
        words = sum(node.position >= 0 for node in nodes)
        nodes += [Node("ID", 0), Node(sentence.id, len(nodes), words)]
    return nodes


def _is_trace_tag(tree: Tree, node: int) -> bool:
    """Say whether a node is the tag of a trace that the reader would put back."""
    if tree.is_word(node) or tree.text(node) != _TRACE_TAG or not tree.is_preterminal(node):
        return False
    above = tree.parent[node]
    return above >= 0 and tree.text(above) != _TRACE_TAG and _is_trace(tree.text(node + 1), tree.text(above))
