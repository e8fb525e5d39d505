"""Random pairs of trees over the same words, which share some of their brackets."""

from typing import Any

import numpy as np
from hypothesis import strategies as st
from strategies import Piece, flat

from treelens.engine.prepare import Preparation, prepare
from treelens.engine.prepare.apply import Prepared
from treelens.engine.treebank import Analysis, Sentence, Treebank
from treelens.engine.trees import Tree

LABELS = st.sampled_from(["S", "NP", "NX", "ADVP", "PRT", "TOP", "[", ""])
EQUALITIES = st.sampled_from([(), (("ADVP", "PRT"),), (("NP", "NX"), ("NX", "S"))])
PREPARATIONS = st.builds(
    Preparation,
    name=st.just("random"),
    delete=st.sampled_from([(), ("TOP", ",")]),
    equal_labels=EQUALITIES,
    equal_words=st.sampled_from([(), (("a", "A"),)]),
    drop_empty=st.booleans(),
    collapse=st.booleans(),
)


@st.composite
def tree_over(draw: st.DrawFn, words: list[str], *, discontinuous: bool) -> Tree:
    """Draw a tree over these words: with and without tags, unary chains, several roots, empty nodes."""
    pieces: list[Piece] = []
    for position, word in enumerate(words):
        tag = draw(st.sampled_from(["", "N", "N", ","]))
        pieces.append((tag, [(word, position)]) if tag else (word, position))
    for _ in range(draw(st.integers(0, 8))):
        first = draw(st.integers(0, len(pieces) - 1))
        last = draw(st.integers(first, len(pieces)))
        inside, rest = pieces[first:last], pieces[last:]
        if discontinuous and len(inside) > 2 and draw(st.booleans()):
            inside, rest = [*inside[:1], *inside[2:]], [inside[1], *rest]
        pieces[first:] = [(draw(LABELS), inside), *rest]
    return flat(pieces)


@st.composite
def tree_pairs(draw: st.DrawFn, *, discontinuous: bool = False) -> tuple[Tree, Tree]:
    """Draw a gold and a system tree, mostly of the same words."""
    words = draw(st.lists(st.sampled_from(["a", "A", "b"]), min_size=1, max_size=7))
    others = draw(st.lists(st.sampled_from(["a", "A", "b"]), min_size=1)) if draw(st.integers(0, 9)) == 0 else words
    gold = draw(tree_over(words, discontinuous=discontinuous))
    if draw(st.integers(0, 5)) == 0 and words is others:
        return gold, gold
    return gold, draw(tree_over(others, discontinuous=discontinuous))


def prepared(trees: list[Tree], preparation: Preparation) -> Prepared:
    """Prepare trees as a treebank of their own."""
    return prepare(Treebank.of([Sentence((Analysis(tree),)) for tree in trees]), preparation)


def both_prepared(pairs: list[tuple[Tree, Tree]], preparation: Preparation) -> tuple[Prepared, Prepared, Any]:
    """Prepare gold and system trees; return them with the rows that pair them off."""
    gold, system = (prepared(list(trees), preparation) for trees in zip(*pairs, strict=True))
    return gold, system, np.stack([np.arange(len(pairs))] * 2, axis=1)
