"""Preparation: what goes, what is renamed, and that doing it twice changes nothing more."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from treelens.engine.formats import brackets
from treelens.engine.prepare import Preparation, prepare, preset, preset_names
from treelens.engine.source import Source
from treelens.engine.treebank import Analysis, Sentence, Treebank
from treelens.engine.trees import Node, tree_of

PLAIN = Preparation("plain")


def read(text: str) -> Treebank:
    return Treebank.joined(brackets.read(Source("f", text.encode())))


def prepared(text: str, preparation: Preparation) -> str:
    return str(prepare(read(text), preparation).bank.tree(0))


@pytest.mark.parametrize(
    ("text", "changes", "result"),
    [
        ("(S (A a))", {}, "(S (A a))"),
        ("(S (NP (-NONE- *)) (VP (V v)))", {"strip_traces": True, "drop_empty": True}, "(S (VP (V v)))"),
        (
            "(S (SBAR (-NONE- 0) (S (-NONE- *))) (V v))",
            {"strip_traces": True, "drop_empty": True},
            "(S (V v))",
        ),
        ("(S (NP-SBJ-2 (N n)) (VP=3 (V-X v)))", {"strip_functions": True}, "(S (NP (N n)) (VP (V v)))"),
        ("(S (-LRB- -LRB-) (=X (N n)))", {"strip_functions": True}, "(S (-LRB- -LRB-) (=X (N n)))"),
        ("(S (NP-SBJ (N-X n)) (-FOO (N n)))", {"evalb_labels": True}, "(S (NP (N-X n)) ( (N n)))"),
        ("(TOP (S (N n) (, ,)))", {"delete": ("TOP", ",")}, "(S (N n))"),
        ("(TOP (NP (N n)) (VP (V v)))", {"delete": ("TOP",)}, "(NP (N n)) (VP (V v))"),
        ("(S (ADVP (N n)))", {"delete": ("PRT",), "equal_labels": (("PRT", "ADVP"),)}, "(S (N n))"),
        ("( (S (N n)))", {"drop_outer": True}, "(S (N n))"),
        ("( ( (S ( (N n)))))", {"drop_outer": True}, "(S ( (N n)))"),
        ("(S (NP (NP (NP (N n)))) (VP (NP (N n))))", {"collapse": True}, "(S (NP (N n)) (VP (NP (N n))))"),
        ("(NP (N n) (NP (N m)))", {"collapse": True}, "(NP (N n) (NP (N m)))"),
        ("(NP (NP (, ,) (NP (N n))) (, ,))", {"collapse": True, "delete": (",",)}, "(NP (N n))"),
        ("(S (N The) (N CAT))", {"lower_case": True}, "(S (N the) (N cat))"),
        ("(S the (N cat))", {"delete": ("N",)}, "(S the)"),
    ],
)
def test_each_setting(text, changes, result):
    assert prepared(text, replace(PLAIN, **changes)) == result


def test_spans_are_those_of_the_words_that_stay():
    made = prepare(read("(S (, ,) (NP (N a)) (, ,) (VP (V b)))"), replace(PLAIN, delete=(",",)))
    tree = made.bank.tree(0)
    assert [tree.span(node) for node in range(len(tree)) if not tree.is_word(node)] == [
        (0, 2),
        (0, 1),
        (0, 1),
        (1, 2),
        (1, 2),
    ]
    assert made.lengths.tolist() == [4]
    before = made.original.tree(0)
    assert [before.text(node) for node in made.origin.tolist()] == [tree.text(node) for node in range(len(tree))]


def test_lengths_leave_out_what_is_said():
    made = prepare(read("(S (-NONE- *) (, ,) (N n) x)"), replace(PLAIN, delete=(",",), uncounted=("-NONE-",)))
    assert made.lengths.tolist() == [3]


def test_a_discontinuous_node_keeps_its_own_words():
    nodes = [Node("S", -1), Node("VP", 0)]
    for above, tag, position in ((1, ",", 0), (1, "V", 2), (1, "P", 4), (0, "N", 1), (0, "N", 3)):
        nodes += [Node(tag, above), Node("w", len(nodes), position)]
    bank = Treebank.of([Sentence((Analysis(tree_of(nodes)),))])
    tree = prepare(bank, replace(PLAIN, delete=(",",))).bank.tree(0)
    assert tree.text(1) == "VP"
    assert list(tree.positions(1)) == [1, 3]
    tree = prepare(bank, replace(PLAIN, delete=(",", "P"))).bank.tree(0)
    assert tree.gaps == {}
    assert tree.span(1) == (1, 2)


LABELS = ["S", "NP", "NP-SBJ", "TOP", "-NONE-", ",", "", "ADVP", "PRT", "X=1"]


@st.composite
def texts(draw):
    parts = [f"({draw(st.sampled_from(LABELS[1:6]))} w)" for _ in range(draw(st.integers(1, 6)))]
    for _ in range(draw(st.integers(1, 8))):
        begin = draw(st.integers(0, len(parts) - 1))
        end = draw(st.integers(begin + 1, len(parts)))
        parts[begin:end] = [f"({draw(st.sampled_from(LABELS))} {' '.join(parts[begin:end])})"]
    return f"(S {' '.join(parts)})"


some = st.lists(st.sampled_from(LABELS), max_size=4, unique=True).map(tuple)
preparations = st.builds(
    Preparation,
    st.just("random"),
    delete=some,
    equal_labels=st.sampled_from([(), (("ADVP", "PRT"),), (("NP", "TOP"), ("TOP", "S"))]),
    strip_traces=st.booleans(),
    strip_functions=st.booleans(),
    evalb_labels=st.booleans(),
    drop_outer=st.booleans(),
    drop_empty=st.just(True),
    collapse=st.booleans(),
)


@given(texts(), preparations)
def test_preparing_twice_changes_nothing_more(text, preparation):
    once = prepare(read(text), preparation).bank
    twice = prepare(once, preparation).bank
    assert str(once.tree(0)) == str(twice.tree(0))
    assert np.array_equal(once.columns.start, twice.columns.start)


@given(texts(), preparations)
def test_spans_add_up(text, preparation):
    tree = prepare(read(text), preparation).bank.tree(0)
    assert [tree.start[leaf] for leaf in tree.leaves] == list(range(len(tree.leaves)))
    for node in range(len(tree)):
        below = tree.children(node)
        if below:
            assert tree.start[node] == tree.start[below[0]]
            assert tree.end[node] == tree.end[below[-1]]


@pytest.mark.parametrize("name", ["collins", "new", "raw"])
def test_presets_are_values(name):
    assert name in preset_names()
    one = preset(name)
    assert Preparation.from_dict(one.to_dict()) == one
    assert one.digest() == replace(one, name="other").digest() != replace(one, labelled=False).digest()


def test_cleaned_gold_trees_are_the_original_ones_prepared(shared):
    """Traces, functions and doubled brackets stripped from the treebank as distributed give the cleaned one."""
    from treelens.engine.formats import load

    preparation = replace(preset("collins"), collapse=True)
    original, cleaned = (
        prepare(load(shared / "data" / "wsj" / name), preparation).bank for name in ("gold.original.mrg", "gold.ptb")
    )
    same = [str(original.tree(i)) == str(cleaned.tree(i)) for i in range(len(cleaned))]
    assert len(same) == 420
    assert all(same)
