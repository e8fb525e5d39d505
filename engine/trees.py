"""One parse, immutable, in flat arrays.

A tree is a run of nodes in preorder. Node ids count from 0; a node's parent has a smaller id, its descendants
follow it without a gap. Words are nodes too. Several trees may stand side by side in one :class:`Tree` (a parser
that returns pieces instead of one tree): then several nodes have no parent.

Five columns of numbers hold everything: *label* (a symbol; for a word the complement ``~symbol``, so that no word
ever equals a label), *parent* (-1 at a root), *start* and *end* (the half-open span of word positions) and *where*
(the byte position in the source, which also tells nodes of one tree apart when the tree is changed into another).
The columns of all trees read from one file lie in one block; a :class:`Tree` is a small window on it.

A discontinuous constituent keeps the set of its positions beside its span. Nothing here recurses, so trees may be
of any depth.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import symbols
from .source import Source

if TYPE_CHECKING:
    import networkx
    import nltk

__all__ = ["Columns", "Node", "Tree", "from_networkx", "from_nltk", "tree_of"]

IntArray = NDArray[np.int32]
Gaps = Mapping[int, tuple[int, ...]]
_NO_GAPS: Gaps = {}


class Columns(NamedTuple):
    """The columns of any number of trees, one entry a node; parents count within their tree."""

    label: IntArray
    parent: IntArray
    start: IntArray
    end: IntArray
    where: IntArray

    @classmethod
    def empty(cls, size: int) -> Columns:
        """Return columns of this many entries, of no particular value."""
        return cls(*(np.empty(size, dtype=np.int32) for _ in cls._fields))

    @classmethod
    def of(cls, rows: Sequence[tuple[int, int, int, int, int]]) -> Columns:
        """Return the columns of a list of (label, parent, start, end, where)."""
        return cls(*np.array(rows, dtype=np.int32).reshape(len(rows), 5).T.copy())

    @classmethod
    def joined(cls, parts: Sequence[Columns]) -> Columns:
        """Return the columns of *parts*, one after the other."""
        return parts[0] if len(parts) == 1 else cls(*(np.concatenate(column) for column in zip(*parts, strict=True)))

    def part(self, first: int, last: int) -> Columns:
        """Return the entries from *first* up to *last*; nothing is copied."""
        return Columns(*(column[first:last] for column in self))

    @property
    def nbytes(self) -> int:
        """The memory that the columns take, in bytes."""
        return sum(column.nbytes for column in self)


class Node(NamedTuple):
    """A node as it is given to :func:`tree_of`: text, parent's number, and for a word its position."""

    text: str
    parent: int
    position: int = -1  #: a word's position in the sentence; -1 for a node that is not a word
    where: int = -1


class Tree:
    """One parse. Columns are read by node id: ``tree.start[3]`` is where the span of node 3 starts.

    >>> tree = tree_of([Node("S", -1), Node("NP", 0), Node("she", 1, 0), Node("VP", 0), Node("sleeps", 3, 1)])
    >>> print(tree)
    (S (NP she) (VP sleeps))
    >>> tree.text(1), tree.span(1), tree.children(0), tree.words
    ('NP', (0, 1), (1, 3), ('she', 'sleeps'))
    """

    __slots__ = (
        "_children",
        "_words",
        "columns",
        "end",
        "functions",
        "gaps",
        "label",
        "parent",
        "source",
        "start",
        "where",
    )

    def __init__(
        self,
        columns: Columns,
        source: Source | None = None,
        gaps: Gaps = _NO_GAPS,
        functions: tuple[str, ...] | None = None,
    ) -> None:
        self.columns = columns
        self.label = columns.label.data  #: symbols of labels; the complement of the symbol for words
        self.parent = columns.parent.data  #: ids of parents; -1 at a root
        self.start = columns.start.data  #: the first word position of each node's span
        self.end = columns.end.data  #: the position behind the last word of each node's span
        self.where = columns.where.data  #: byte positions in the source, -1 where there is none
        self.source = source
        self.gaps = gaps
        self.functions = functions
        self._children: list[tuple[int, ...]] | None = None
        self._words: tuple[str, ...] | None = None

    def __len__(self) -> int:
        return len(self.columns.label)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tree):
            return NotImplemented
        mine, theirs = self.columns, other.columns
        return (
            len(self) == len(other)
            and all(np.array_equal(a, b) for a, b in zip(mine[:4], theirs[:4], strict=True))
            and dict(self.gaps) == dict(other.gaps)
            and (self.functions or None) == (other.functions or None)
        )

    def __hash__(self) -> int:
        return hash((self.columns.label.tobytes(), self.columns.parent.tobytes()))

    def __repr__(self) -> str:
        return f"<Tree {self}>"

    def __str__(self) -> str:
        from .formats.brackets import bracketed

        return bracketed(self)

    def _repr_svg_(self) -> str | None:
        """Return a picture, for notebooks."""
        from .pictures import svg_of

        return svg_of(self)

    def text(self, node: int) -> str:
        """Return a node's label, or the word if it is one."""
        number = self.label[node]
        return symbols.text(number if number >= 0 else ~number)

    def is_word(self, node: int) -> bool:
        """Say whether a node is a word."""
        return bool(self.label[node] < 0)

    def is_preterminal(self, node: int) -> bool:
        """Say whether a node is a tag: it has exactly one child, and that is a word."""
        below = self.children(node)
        return len(below) == 1 and self.is_word(below[0])

    def span(self, node: int) -> tuple[int, int]:
        """Return the half-open span of a node; for a discontinuous one, from its first to its last word."""
        return self.start[node], self.end[node]

    def positions(self, node: int) -> Sequence[int]:
        """Return the word positions a node covers."""
        return self.gaps.get(node) or range(self.start[node], self.end[node])

    def children(self, node: int) -> tuple[int, ...]:
        """Return the ids of a node's children, from left to right; ``children(-1)`` are the roots."""
        if self._children is None:
            below: list[list[int]] = [[] for _ in range(len(self) + 1)]
            for child, parent in enumerate(self.parent):
                below[parent].append(child)  # -1 is the last list: the roots
            self._children = [tuple(ids) for ids in below]
        return self._children[node]

    @property
    def roots(self) -> tuple[int, ...]:
        """Ids of the nodes without a parent: one, unless the parse is in pieces."""
        return self.children(-1)

    @property
    def leaves(self) -> list[int]:
        """Ids of the words, in the order of the sentence."""
        start = self.start
        return sorted((node for node, label in enumerate(self.label) if label < 0), key=start.__getitem__)

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the sentence."""
        if self._words is None:
            self._words = tuple(self.text(leaf) for leaf in self.leaves)
        return self._words

    @property
    def tags(self) -> tuple[str | None, ...]:
        """The tag of each word; None where a word hangs directly in a phrase."""
        parents = [self.parent[leaf] for leaf in self.leaves]
        return tuple(self.text(above) if above >= 0 and self.is_preterminal(above) else None for above in parents)

    def postorder(self) -> list[int]:
        """Return all ids, children before their parents, from left to right."""
        order: list[int] = []
        waiting = list(reversed(self.roots))
        while waiting:
            node = waiting.pop()
            if node < 0:
                order.append(~node)
            else:
                waiting.append(~node)
                waiting.extend(reversed(self.children(node)))
        return order

    def location(self, node: int) -> tuple[str, int, int] | None:
        """Return file, line and column (from 1) of a node, or None if it came from no file."""
        if self.source is None or self.where[node] < 0:
            return None
        return self.source.path, *self.source.locate(self.where[node])

    def to_nltk(self) -> nltk.Tree:
        """Return the same as an ``nltk.Tree``, words as strings; several roots get a common one labelled ''."""
        import nltk

        made: list[Any] = []
        for node in range(len(self)):
            text = self.text(node)
            made.append(text if self.is_word(node) else nltk.Tree(text, []))
            if self.parent[node] >= 0:
                made[self.parent[node]].append(made[node])
        roots = [made[root] for root in self.roots]
        return roots[0] if len(roots) == 1 and isinstance(roots[0], nltk.Tree) else nltk.Tree("", roots)

    def to_networkx(self) -> networkx.DiGraph:
        """Return the same as a directed graph from parents to children.

        Node attributes: ``text``, ``word`` (whether it is one), ``start`` and ``end``, and ``positions`` where it is
        discontinuous. Node ids and their order are the tree's own.
        """
        import networkx

        graph = networkx.DiGraph()
        for node in range(len(self)):
            start, end = self.span(node)
            graph.add_node(node, text=self.text(node), word=self.is_word(node), start=start, end=end)
            if node in self.gaps:
                graph.nodes[node]["positions"] = self.gaps[node]
            if self.parent[node] >= 0:
                graph.add_edge(self.parent[node], node)
        return graph


def tree_of(nodes: Sequence[Node], source: Source | None = None, functions: Sequence[str] | None = None) -> Tree:
    """Make a tree of nodes given in preorder, computing the spans from the positions of the words.

    Positions must be 0, 1, 2 … in some order; where they do not follow the preorder, constituents become
    discontinuous. A node without words gets the empty span where the next word begins.
    """
    texts = symbols.symbols(node.text for node in nodes)
    label = [number if node.position < 0 else ~number for node, number in zip(nodes, texts, strict=True)]
    start, end, gaps = _spans(nodes)
    columns = Columns(
        *(
            np.array(column, dtype=np.int32)
            for column in (label, [n.parent for n in nodes], start, end, [n.where for n in nodes])
        )
    )
    return Tree(columns, source, gaps, tuple(functions) if functions is not None else None)


def _spans(nodes: Sequence[Node]) -> tuple[list[int], list[int], dict[int, tuple[int, ...]]]:
    """Compute spans, children before parents; keep sets of positions only where a span has a hole."""
    size = len(nodes)
    start, end, count = [-1] * size, [-1] * size, [0] * size
    for node in range(size - 1, -1, -1):
        _, parent, position, _ = nodes[node]
        if position >= 0:
            start[node], end[node], count[node] = position, position + 1, 1
        if parent >= 0 and count[node]:
            start[parent] = start[node] if start[parent] < 0 else min(start[parent], start[node])
            end[parent] = max(end[parent], end[node])
            count[parent] += count[node]
    holes = [node for node in range(size) if count[node] and end[node] - start[node] != count[node]]
    gaps = _positions(nodes, holes)
    upto = 0
    for node in range(size):
        if nodes[node].position >= 0:
            upto = nodes[node].position + 1
        if not count[node]:
            start[node] = end[node] = upto
    return start, end, gaps


def _positions(nodes: Sequence[Node], wanted: Sequence[int]) -> dict[int, tuple[int, ...]]:
    """Collect the positions under each wanted node: climb from each word through the wanted ones only."""
    if not wanted:
        return {}
    found: dict[int, list[int]] = {node: [] for node in wanted}
    nearest: list[int] = []  # the nearest wanted node above each
    for _, parent, position, _ in nodes:
        nearest.append(parent if parent in found or parent < 0 else nearest[parent])
        above = nearest[-1] if position >= 0 else -1
        while above >= 0:
            found[above].append(position)
            above = nearest[above]
    return {node: tuple(sorted(positions)) for node, positions in found.items()}


def from_nltk(tree: nltk.Tree) -> Tree:
    """Make a tree of an ``nltk.Tree``; leaves may be any objects, their ``str`` is taken."""
    import nltk

    nodes: list[Node] = []
    words = 0
    waiting: list[tuple[Any, int]] = [(tree, -1)]
    while waiting:
        item, parent = waiting.pop()
        if isinstance(item, nltk.Tree):
            waiting.extend((child, len(nodes)) for child in reversed(item))
            nodes.append(Node(str(item.label()), parent))
        else:
            nodes.append(Node(str(item), parent, words))
            words += 1
    return tree_of(nodes)


def from_networkx(graph: networkx.DiGraph) -> Tree:
    """Make a tree of a graph like :meth:`Tree.to_networkx` makes: edges to children, ``text`` and ``word``.

    Children stand in the order in which their edges were added. A word's position is its attribute ``start`` if
    there is one, else the order of the words.
    """
    nodes: list[Node] = []
    words = 0
    waiting: list[tuple[Any, int]] = [(node, -1) for node in reversed(list(graph)) if graph.in_degree(node) == 0]
    while waiting:
        key, parent = waiting.pop()
        data = graph.nodes[key]
        waiting.extend((child, len(nodes)) for child in reversed(list(graph.successors(key))))
        position = data.get("start", words) if data.get("word") else -1
        words += position >= 0
        nodes.append(Node(str(data["text"]), parent, position))
    if len(nodes) != len(graph):
        raise ValueError("not a tree: the graph has a cycle, or a node with two parents")
    return tree_of(nodes)
