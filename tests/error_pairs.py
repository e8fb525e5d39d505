"""Pairs of trees for the tests of errors."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
from hypothesis import strategies as st
from strategies import Piece, flat

from treelens.engine.errors import Explanation, explain_pairs, style
from treelens.engine.errors.draft import Bracket, brackets_of
from treelens.engine.formats import brackets
from treelens.engine.prepare import Preparation, prepare, preset
from treelens.engine.source import Source
from treelens.engine.treebank import Analysis, Sentence, Treebank
from treelens.engine.trees import Tree

RAW = preset("raw")


def read(text: str) -> Tree:
    """Read one tree."""
    tree = Treebank.joined(brackets.read(Source("text", text.encode())))[0].tree
    assert tree is not None
    return tree


def explain(gold: Tree | str, system: Tree | str, preparation: Preparation = RAW, name: str = "penn") -> Explanation:
    """Explain one pair."""
    trees = [read(tree) if isinstance(tree, str) else tree for tree in (gold, system)]
    sides = [prepare(Treebank.of([Sentence((Analysis(tree),))]), preparation) for tree in trees]
    return next(explain_pairs(*sides, np.zeros((1, 2), dtype=np.int64), style(name)))


def same_class(brackets_: Counter[Bracket], preparation: Preparation) -> Counter[Any]:
    """Count brackets with labels that are equal by declaration under one name."""
    name = {label: min(pair) for pair in preparation.equal_labels for label in pair}
    found: Counter[Any] = Counter()
    for (label, words), count in brackets_.items():
        found[name.get(label, label), words] += count
    return found


def check(one: Explanation, preparation: Preparation = RAW, *, every_stage: bool = True) -> None:
    """Check all that must hold of any explanation; trees of every stage on the way, or of the last alone."""
    assert one.unexplained == ((), ())
    assert sum(repair.brackets for repair in one.repairs) == one.brackets
    assert len(one.repairs) <= one.greedy <= one.brackets
    wanted = same_class(Counter(brackets_of(one.gold).values()), preparation)
    there = same_class(one.drafts[0].brackets, preparation)
    assert one.brackets == sum((wanted - there).values()) + sum((there - wanted).values())
    assert same_class(one.drafts[-1].brackets, preparation) == wanted
    for draft in one.drafts if every_stage else one.drafts[-1:]:
        tree, _ = draft.tree()
        assert tree.words == one.system.words
        if None not in one.system.tags:  # a bracket over a bare word would pass for a tag
            assert tree.tags == one.system.tags
    assert all(repair.sentence.endswith(".") for repair in one.repairs)


@st.composite
def plain_trees(draw: st.DrawFn, size: int, labels: str = "AB", most: int = 5) -> Tree:
    """Draw a tree over so many words: a root, and brackets over adjacent sisters."""
    pieces: list[Piece] = [("t", [(f"w{place}", place)]) for place in range(size)]
    for _ in range(draw(st.integers(0, most))):
        first = draw(st.integers(0, len(pieces) - 1))
        last = draw(st.integers(first + 1, len(pieces)))
        pieces[first:last] = [(draw(st.sampled_from(labels)), pieces[first:last])]
    return flat([("R", pieces)])


@st.composite
def plain_pairs(draw: st.DrawFn, *, longest: int = 5, labels: str = "AB", most: int = 4) -> tuple[Tree, Tree]:
    """Draw two trees over the same words."""
    size = draw(st.integers(2, longest))
    return draw(plain_trees(size, labels, most)), draw(plain_trees(size, labels, most))
