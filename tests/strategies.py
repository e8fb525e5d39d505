"""Random sentences for property tests: continuous trees, discontinuous ones, and dependencies."""

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from treelens.engine.treebank import Analysis, Sentence
from treelens.engine.trees import Node, Tree, tree_of

LABELS = st.sampled_from(["S", "NP", "VP", "PP-LOC", "$,", "X=1"])
WORDS = st.text("abcé=.,'´漢", min_size=1, max_size=5)
IDS = st.one_of(st.none(), st.text("abc.,/19", min_size=1, max_size=6))

#: A node on the way to a tree: its text, and its children or, for a word, its position.
Piece = tuple[str, Any]


@st.composite
def trees(draw: st.DrawFn, *, discontinuous: bool = False, root: str | None = None, words: Any = WORDS) -> Tree:
    """Draw a tree in which each word has a tag of its own; children stand in the order of their first words."""
    texts = draw(st.lists(words, min_size=1, max_size=7))
    pieces: list[Piece] = [(draw(LABELS), [(text, position)]) for position, text in enumerate(texts)]
    for _ in range(draw(st.integers(0, 5))):
        first = draw(st.integers(0, len(pieces) - 1))
        last = draw(st.integers(first + 1, len(pieces)))
        chosen = set(range(first, last))
        if discontinuous:
            chosen -= draw(st.sets(st.sampled_from(range(first, last)))) - {first}
        phrase = draw(LABELS), [pieces[number] for number in sorted(chosen)]
        pieces = [
            phrase if number == first else piece
            for number, piece in enumerate(pieces)
            if number == first or number not in chosen
        ]
    return flat([(root or draw(LABELS), pieces)])


def flat(roots: Sequence[Piece]) -> Tree:
    """Make a tree of nested pieces."""
    nodes: list[Node] = []
    waiting = [(piece, -1) for piece in reversed(roots)]
    while waiting:
        (text, below), parent = waiting.pop()
        if isinstance(below, int):
            nodes.append(Node(text, parent, below))
        else:
            waiting.extend((child, len(nodes)) for child in reversed(below))
            nodes.append(Node(text, parent))
    return tree_of(nodes)


@st.composite
def sentences(draw: st.DrawFn, of: st.SearchStrategy[Tree], ids: st.SearchStrategy[Any] = IDS) -> list[Sentence]:
    """Draw sentences of given trees, some without any, no two of the same id."""
    drawn = draw(st.lists(st.one_of(st.none(), of), min_size=1, max_size=4))
    names = [draw(ids) for _ in drawn]
    unique = [name if name not in names[:number] else None for number, name in enumerate(names)]
    return [
        Sentence((Analysis(tree),) if tree is not None else (), name) for tree, name in zip(drawn, unique, strict=True)
    ]


@st.composite
def dependencies(draw: st.DrawFn) -> list[int]:
    """Draw the heads of a sentence's words, 0 for a root: no circles, but crossings and several roots."""
    order = draw(st.permutations(range(1, draw(st.integers(1, 8)) + 1)))
    heads = [0] * len(order)
    for number, word in enumerate(order[1:], 1):
        heads[word - 1] = draw(st.sampled_from([0, *order[:number]]))
    return heads
