"""Trees from lists of parents: the way in which export files, TIGER XML and dependencies give them.

Such a format names its phrases, says for each word and each phrase which one it belongs to, and draws the
result as a graph. Nothing is said about order but the order of the words, so phrases may be discontinuous;
children stand in the order of their first words, those without any word last.

>>> words = [Vertex("", "DT", "1", word="a"), Vertex("", "NN", "1", word="dog")]
>>> print(graph_tree([*words, Vertex("1", "NP", None)]))
(NP (DT a) (NN dog))
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..source import Source
from ..treebank import Tokens
from ..trees import Node, Tree, tree_of
from .lines import SentenceError

__all__ = ["NOTHING", "VROOT", "Vertex", "graph_tree", "said", "vertices_of"]

NOTHING = "--"  #: what stands in a column that says nothing
VROOT = "VROOT"  #: the root over words and phrases that are not connected


class Vertex(NamedTuple):
    """A phrase, or a word with its tag: its name, its label, and the name of the phrase it belongs to."""

    name: str
    label: str
    parent: str | None
    where: int = -1  #: the byte position of the label
    refers: int = -1  #: the byte position where the parent is named
    edge: str = NOTHING
    word: str | None = None
    word_where: int = -1


def graph_tree(vertices: Sequence[Vertex], source: Source | None = None) -> Tree:
    """Make a tree of vertices, words in their order, phrases anywhere; several may be without a parent.

    Takes time linear in the number of vertices, apart from sorting them.
    """
    parents = _parents(vertices)
    first = _first_words(vertices, parents)
    below: list[list[int]] = [[] for _ in range(len(vertices) + 1)]
    for vertex in sorted(range(len(vertices)), key=first.__getitem__):
        below[parents[vertex]].append(vertex)  # -1 is the last list: the roots
    nodes: list[Node] = []
    functions: list[str] = []
    waiting = [(root, -1) for root in reversed(below[-1])]
    while waiting:
        vertex, above = waiting.pop()
        item, here = vertices[vertex], len(nodes)
        nodes.append(Node(item.label, above, where=item.where))
        functions.append(item.edge)
        if item.word is not None:
            nodes.append(Node(item.word, here, first[vertex], item.word_where))
            functions.append("")
        waiting.extend((child, here) for child in reversed(below[vertex]))
    spoken = any(edge not in (NOTHING, "") for edge in functions)
    return tree_of(nodes, source, functions if spoken else None)


def _parents(vertices: Sequence[Vertex]) -> list[int]:
    """Find each vertex's parent by its name; -1 at the top."""
    number: dict[str, int] = {}
    for vertex, item in enumerate(vertices):
        if item.word is None:
            if item.name in number:
                raise SentenceError(item.where, f"there is a second {item.name!r} in this sentence")
            number[item.name] = vertex
    parents = []
    for item in vertices:
        if item.parent is not None and item.parent not in number:
            raise SentenceError(item.refers, f"refers to {item.parent[:20]!r}, which this sentence does not have")
        parents.append(-1 if item.parent is None else number[item.parent])
    return parents


def _first_words(vertices: Sequence[Vertex], parents: Sequence[int]) -> list[int]:
    """Find the first word under each vertex, children first: what is never reached runs in a circle."""
    size = len(vertices)
    first = [size] * size
    unseen = [0] * size  # how many children are still to come
    for parent in parents:
        if parent >= 0:
            unseen[parent] += 1
    words = [vertex for vertex, item in enumerate(vertices) if item.word is not None]
    for position, vertex in enumerate(words):
        first[vertex] = position
    ready = [vertex for vertex in range(size) if not unseen[vertex]]
    for vertex in ready:  # grows as it goes
        parent = parents[vertex]
        if parent >= 0:
            first[parent] = min(first[parent], first[vertex])
            unseen[parent] -= 1
            if not unseen[parent]:
                ready.append(parent)
    if len(ready) < size:
        lost = next(vertex for vertex in range(size) if unseen[vertex])
        raise SentenceError(
            vertices[lost].refers, f"{vertices[lost].name!r} is above itself: the parents run in a circle"
        )
    return first


def vertices_of(tree: Tree) -> list[Vertex]:
    """Return a tree as vertices: words in order, named 1, 2 …, then phrases from 500 up, children first.

    A word that has no tag of its own gets ``--``.
    """
    functions = tree.functions or (NOTHING,) * len(tree)
    leaves = tree.leaves
    tags = {
        tree.parent[leaf]: leaf for leaf in leaves if tree.parent[leaf] >= 0 and tree.is_preterminal(tree.parent[leaf])
    }
    tagged = {leaf: tag for tag, leaf in tags.items()}
    phrases = [node for node in tree.postorder() if not tree.is_word(node) and node not in tags]
    names: dict[int, str] = {node: str(number) for number, node in enumerate(phrases, max(500, len(leaves) + 1))}
    made = []
    for number, leaf in enumerate(leaves, 1):
        tag = tagged.get(leaf)
        above = tree.parent[leaf if tag is None else tag]
        label, edge = (NOTHING, NOTHING) if tag is None else (tree.text(tag), functions[tag])
        made.append(Vertex(str(number), label, names.get(above), edge=edge, word=tree.text(leaf)))
    for node in phrases:
        made.append(Vertex(names[node], tree.text(node), names.get(tree.parent[node]), edge=functions[node]))
    return made


def said(columns: Mapping[str, Sequence[str]]) -> Tokens | None:
    """Keep the columns that say something of at least one word.

    >>> said({"morph": ["--", "--"], "lemma": ["--", "go"]})
    {'lemma': ('--', 'go')}
    """
    kept = {name: tuple(column) for name, column in columns.items() if set(column) - {NOTHING, ""}}
    return kept or None
