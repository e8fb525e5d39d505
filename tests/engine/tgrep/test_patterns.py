"""Tree patterns by themselves: what is understood, how large and deep trees may be, and what only nltk can try."""

import numpy as np
import pytest
from plain_tgrep import found_by_nltk

from treelens.engine.expressions import ExpressionError, compile_expression
from treelens.engine.formats import read
from treelens.engine.source import Source
from treelens.engine.tgrep import TgrepError, compile_tgrep, forest, forests
from treelens.engine.treebank import Analysis, Sentence, Treebank
from treelens.engine.trees import Node, Tree, tree_of


def bank_of(*lines: str) -> Treebank:
    return read(Source("trees", "\n".join(lines).encode()), "brackets")


def found(pattern: str, tree: str) -> list[int]:
    return compile_tgrep(pattern).in_tree(bank_of(tree).tree(0))


TREE = "(S (NP (DT the) (N dog)) (VP (V saw) (NP (NP (N cats)) (PP (P of) (NP (N mine))))))"


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("NP=n < (PP $ NP)", [9]),
        ("NP=n < (NP $. (PP > =n))", [9]),
        ("S < NP=n < (VP << (NP !$ =n))", [0]),
        ("NP < N=x : =x < dog", [1]),
        ("@ BIG /^[NV]P$/; @BIG > S", [1, 6]),
        ("NP ; VP", [1, 6, 9, 10, 16]),
        ("'NP <<, the # the first", [1]),
        ('i@"np" > /^s$/|S', [1]),
        ("N(0,1)", [4]),
        ("dog", [5]),
        ("dog > N", []),
        ("N < dog|cats", [4, 11]),
        ("NP [< DT | < PP] !< NP", [1]),
    ],
)
def test_patterns(pattern, expected):
    assert found(pattern, TREE) == expected


@pytest.mark.parametrize(
    ("pattern", "position", "said"),
    [
        ("", 0, "ends too early"),
        ("NP <", 4, "ends too early"),
        ("NP )", 3, "expected a relation, not )"),
        ("NP >>1 S", 3, "there is no relation >>1"),
        ("NP < /a(/", 8, "missing )"),
        ("NP < /a", 5, "not closed"),
        ("NP < =x", 5, "no node is named =x"),
        ("@X < NP", 0, "no macro is called @X"),
        ("(" * 60 + "NP" + ")" * 60, 51, "more than 50 brackets"),
        ("@ X NP", 6, "a pattern behind the macros"),
        ("NP < [> S]", 5, "expected a label"),
    ],
)
def test_what_is_wrong_is_said_where_it_is(pattern, position, said):
    with pytest.raises(TgrepError) as caught:
        compile_tgrep(pattern)
    assert said in caught.value.message
    assert caught.value.position == position


def test_names_that_no_node_has_yet():
    with pytest.raises(TgrepError, match="=x is used before a node has that name"):
        found("NP < =x < N=x", TREE)


def test_macros_that_use_themselves_are_left_to_nltk():
    pattern = "@ UP * > (S|@UP); N < cats & > @UP"
    tree = bank_of(TREE).tree(0)
    assert compile_tgrep(pattern).condition is None
    assert compile_tgrep(pattern).in_tree(tree) == found_by_nltk(pattern, tree) == [11]


def deep(levels: int) -> Tree:
    nodes = [Node("X" if number % 2 else "Y", number - 1) for number in range(levels)]
    return tree_of([*nodes, Node("a", levels - 1, 0)])


@pytest.mark.parametrize(
    ("pattern", "count"),
    [("X << a", 50_000), ("X >> Y", 50_000), ("Y >>, Y", 49_999), ("X <<: a", 50_000), ("X=x < Y : =x >> Y", 50_000)],
)
def test_very_deep_trees(pattern, count):
    bank = Treebank.of([Sentence((Analysis(deep(100_000)),))])
    if "=" in pattern:
        bank, count = Treebank.of([Sentence((Analysis(deep(2000)),))]), 999
    assert len(compile_tgrep(pattern).in_tree(bank.tree(0))) == count


def test_forests_are_bounded_and_the_first_is_small(monkeypatch):
    monkeypatch.setattr(forest, "_AT_FIRST", 20)
    monkeypatch.setattr(forest, "_AT_ONCE", 100)
    bank = bank_of(*[TREE] * 50)
    made = list(forests(bank))
    assert len(made[0].numbers) == 1
    assert all(len(one) <= 100 for one in made)
    assert np.concatenate([one.numbers for one in made]).tolist() == list(range(50))
    assert compile_tgrep("NP < PP").trees(bank).all()
    some = np.array([3, 7, 40])
    assert compile_tgrep("NP < PP").trees(bank, some).tolist() == [True] * 3
    assert compile_tgrep("NP < PP").trees(bank, some[:0]).tolist() == []


def test_trees_in_pieces_and_without_children():
    tree = tree_of([Node("A", -1), Node("a", 0, 0), Node("B", -1), Node("C", 2), Node("D", 2), Node("b", 4, 1)])
    for pattern in ("* .. *", "* ,, *", "* $. *", "* $, *", "A . B", "* !> *", "C $. D", "D $, C", "N()"):
        assert compile_tgrep(pattern).in_tree(tree) == found_by_nltk(pattern, tree), pattern


def test_expressions_end():
    with pytest.raises(ExpressionError, match="does not end"):
        compile_expression("(a|a)*$").search("a" * 60 + "b", patience=0.1)
    with pytest.raises(ExpressionError, match="too large"):
        compile_expression("(a{1000}){1000}")
    plain, other = compile_expression("^(a|bc)?d$"), compile_expression("^(a|bc)*d$")
    assert (plain.plain, other.plain) == (True, False)
    for text in ("d", "ad", "bcd", "abcd", "x"):
        assert (plain.search(text) is not None) == (text in ("d", "ad", "bcd"))
    assert other.spans("bcabcd") == [(0, 6)]
