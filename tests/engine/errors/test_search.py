"""The search: plans are valid, never worse than greedy, and shortest where they say so."""

from collections import Counter
from typing import Any

import pytest
from error_pairs import check, explain, plain_pairs
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from shortest_repairs import shorter_than
from strategies import trees
from tree_pairs import PREPARATIONS, both_prepared, tree_pairs

from treelens.engine.align.words import same_words
from treelens.engine.errors import explain_pairs, style
from treelens.engine.prepare import Preparation
from treelens.engine.trees import Tree


def nested(tree: Tree, node: int = 0) -> Any:
    if tree.is_preterminal(node):
        return tree.start[node]
    return tree.text(node), tuple(nested(tree, child) for child in tree.children(node))


def keys(tree: Tree) -> Counter[Any]:
    inner = [node for node in range(1, len(tree)) if not tree.is_word(node) and not tree.is_preterminal(node)]
    return Counter((tree.text(node), *tree.span(node)) for node in inner)


@given(plain_pairs(longest=8, labels="ABC", most=8))
@settings(max_examples=150)
def test_plans_yield_gold_and_account_for_every_error(pair: tuple[Tree, Tree]) -> None:
    check(explain(*pair))


@given(trees(words=st.just("w")))
def test_equal_trees_need_nothing(tree: Tree) -> None:
    one = explain(tree, tree)
    assert one.repairs == ()
    assert one.exact
    assert one.brackets == 0


@given(plain_pairs())
@settings(max_examples=100)
def test_exact_plans_are_shortest(pair: tuple[Tree, Tree]) -> None:
    """Gold has no two brackets over the same words: their place in a chain is chosen before the search."""
    gold, system = pair
    assume(len({key[1:] for key in keys(gold)}) == keys(gold).total())
    one = explain(gold, system)
    if one.exact and len(one.repairs) <= 3:
        assert shorter_than(nested(system), keys(gold), len(one.repairs)) is None


@given(st.data())
@settings(max_examples=150)
def test_any_trees_under_any_preparation(data: st.DataObject) -> None:
    """Trees with gaps, without tags, in pieces, with brackets over no words, and labels that are equal."""
    gold, system = data.draw(tree_pairs(discontinuous=data.draw(st.booleans())))
    preparation: Preparation = data.draw(PREPARATIONS.filter(lambda p: len(p.equal_labels) < 2))
    sides = both_prepared([(gold, system)], preparation)
    one, other = (side.bank.tree(0) for side in sides[:2])
    if len(one) and len(other) and same_words(one, other, preparation):
        check(next(explain_pairs(*sides, style("penn"))), preparation)


@pytest.mark.parametrize(
    ("gold", "system", "repairs", "brackets"),
    [
        # Emms' case: one word in the wrong place breaks three brackets.
        (
            "(S (VP (a w1) (NP (a w2) (PP (a w3) (a w4)))) (a w5))",
            "(S (VP (a w1) (NP (a w2) (PP (a w3) (a w4) (a w5)))))",
            1,
            6,
        ),
        # Both edges of a chain of brackets are wrong: two moves, the first of which mends nothing by itself.
        (
            "(S (a 0) (A (B (C (a 1) (a 2) (a 3)))) (a 4))",
            "(S (A (B (C (a 0) (a 1) (a 2) (a 3) (a 4)))))",
            2,
            6,
        ),
        ("(S (NP (a 0) (a 1)) (a 2))", "(S (NX (a 0) (a 1)) (a 2))", 1, 2),
        ("(S (NP (a 0) (a 1)) (a 2))", "(S (a 0) (a 1) (a 2))", 1, 1),
    ],
)  # fmt: skip
def test_small_cases(gold: str, system: str, repairs: int, brackets: int) -> None:
    one = explain(gold, system)
    assert (len(one.repairs), one.brackets, one.exact) == (repairs, brackets, True)
    check(one)
