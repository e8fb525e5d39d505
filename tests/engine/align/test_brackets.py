"""Brackets one by one: the same matches as when they are counted, whatever trees and settings."""

from dataclasses import replace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from strategies import trees
from tree_pairs import PREPARATIONS, both_prepared, prepared, tree_pairs

from treelens.engine import symbols
from treelens.engine.align.brackets import depths, matched_brackets, tags_of, widths
from treelens.engine.align.spans import COMPARED, nodes_in, paired
from treelens.engine.metrics import parseval
from treelens.engine.prepare import Preparation
from treelens.engine.trees import Node, tree_of

PAIRS = st.booleans().flatmap(lambda flag: st.lists(tree_pairs(discontinuous=flag), min_size=1, max_size=5))


@given(PAIRS, PREPARATIONS, st.booleans())
def test_each_bracket_is_matched_as_the_mapping_says(pairs, preparation, labelled):
    preparation = replace(preparation, labelled=labelled)
    gold, test, numbers = both_prepared(pairs, preparation)
    counts = parseval.count(gold, test, numbers)
    numbers = numbers[counts["outcome"] == COMPARED]
    sides = matched_brackets(gold, test, numbers)
    for name, side in zip(("gold", "test"), sides, strict=True):
        assert np.bincount(side.pair, minlength=len(numbers)).tolist() == counts[name][counts["outcome"] == 0].tolist()
    for row, (number, other) in enumerate(numbers.tolist()):
        one, another = gold.bank.tree(number), test.bank.tree(other)
        nodes = [nodes_in(tree, "roof", preparation) for tree in (one, another)]
        found = paired(one, another, *nodes, preparation, labelled=labelled)
        for place, (prepared_side, at) in enumerate(((gold, number), (test, other))):
            side = sides[place]
            mine = (side.pair == row) & side.matched
            assert (side.node[mine] - prepared_side.bank.first[at]).tolist() == sorted(pair[place] for pair in found)


@given(st.lists(trees(discontinuous=True), min_size=1, max_size=4))
def test_depths_widths_and_tags(drawn):
    bank = prepared(drawn, Preparation("raw"))
    depth, width = depths(bank.bank).tolist(), widths(bank.bank).tolist()
    numbers = np.arange(len(drawn))
    owner, tags = tags_of(bank, numbers)
    for number, tree in enumerate(drawn):
        first = int(bank.bank.first[number])
        for node in range(len(tree)):
            above = tree.parent[node]
            assert depth[first + node] == (1 if above < 0 else depth[first + above] + 1)
            assert width[first + node] == len(tree.positions(node))
        mine = [symbols.text(tag) if tag >= 0 else None for tag in tags[owner == number].tolist()]
        assert mine == list(tree.tags)


def test_a_tree_may_take_part_twice():
    tree = tree_of([Node("S", -1), Node("A", 0), Node("a", 1, 0)])
    bank = prepared([tree, tree], Preparation("raw"))
    gold, test = matched_brackets(bank, bank, np.array([[0, 1], [1, 1]]))
    assert np.bincount(test.pair).tolist() == [1, 1]
    assert gold.matched.all()
    assert test.matched.all()
