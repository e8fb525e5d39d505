"""What is drawn beside what is compared: all of it is there, and nothing that is not compared pretends to be."""

from dataclasses import replace

import pytest
from geometry import check, check_tree, measure
from hypothesis import given
from hypothesis import strategies as st
from strategies import flat
from tree_pairs import PREPARATIONS, prepared, tree_over

from treelens.engine.formats import load
from treelens.engine.prepare import Preparation, prepare, preset
from treelens.engine.trees import Node, Tree, tree_of
from treelens.gui.drawing import (
    Drawing,
    Drawn,
    Options,
    Part,
    Show,
    drawn,
    original_of,
    place_mirror,
    place_row,
    why_not_compared,
)

shows = st.builds(Show, *[st.booleans()] * 6)
some_trees = st.lists(st.sampled_from(["a", "A", "b", "."]), min_size=1, max_size=7).flatmap(
    lambda words: st.booleans().flatmap(lambda gaps: tree_over(words, discontinuous=gaps))
)
COLLINS = preset("collins")

#: (TOP (S (NP-SBJ-1 (PRP She)) (VP (VBD sat) (S (NP-SBJ (-NONE- *-1)))) (. .)))
SAT = flat(
    [
        (
            "TOP",
            [
                (
                    "S",
                    [
                        ("NP-SBJ-1", [("PRP", [("She", 0)])]),
                        ("VP", [("VBD", [("sat", 1)]), ("S", [("NP-SBJ", [("-NONE-", [("*-1", 2)])])])]),
                        (".", [(".", 3)]),
                    ],
                )
            ],
        )
    ]
)


def draw(tree: Tree, preparation: Preparation, show: Show) -> tuple[Drawn, Tree]:
    """Prepare a tree and return what is drawn of it, and what is compared."""
    bank = prepared([tree], preparation)
    ready = bank.bank.tree(0)
    return drawn(tree, ready, bank.origin.tolist(), show), ready


def in_own_ids(drawing: Drawing, what: Drawn) -> Drawing:
    """Return a drawing with the ids of the tree that was drawn."""
    node = {label: number for number, label in enumerate(what.ids)}
    return replace(
        drawing,
        labels=tuple(label._replace(node=node[label.node]) for label in drawing.labels),
        strokes=tuple(stroke._replace(node=node[stroke.node]) for stroke in drawing.strokes),
    )


@given(some_trees, PREPARATIONS, shows)
def test_all_that_is_compared_is_drawn_once_and_the_rest_leads_to_the_file(tree, preparation, show):
    what, ready = draw(tree, preparation, show)
    assert sorted(node for node in what.ids if node >= 0) == list(range(len(ready)))
    assert len(set(what.ids)) == len(what.ids) == len(what.tree)
    parents = [what.ids[parent] if parent >= 0 else -1 for parent in what.tree.parent]
    above = dict(zip(what.ids, parents, strict=True))
    for number, label in enumerate(what.ids):
        if label < 0:
            assert what.tree.text(number) == tree.text(original_of(label))
            continue
        assert what.tree.is_word(number) == ready.is_word(label)
        up = above[label]
        while up < -1:
            up = above[up]
        assert up == ready.parent[label]


@given(some_trees, PREPARATIONS, shows)
def test_geometry_of_what_is_drawn(tree, preparation, show):
    what, ready = draw(tree, preparation, show)
    options = Options(words=show.words, tags=show.tags, functions=show.functions)
    roles = dict.fromkeys(range(0, len(ready), 2), "deletion")
    (drawing,) = place_row([Part(what, "gold", roles)], measure, options)
    check(drawing, options)
    check_tree(in_own_ids(drawing, what), what.tree, options)
    assert all(label.role == "plain" and not label.badge for label in drawing.labels if label.node < 0)


@pytest.mark.parametrize(
    ("show", "expected"),
    [
        (Show(functions=False, punctuation=False), "(S (NP (PRP She)) (VP (VBD sat)))"),
        (Show(functions=False), "(S (NP (PRP She)) (VP (VBD sat)) (. .))"),
        (Show(), "(S (NP-SBJ-1 (PRP She)) (VP (VBD sat)) (. .))"),
        (
            Show(traces=True, punctuation=False),
            "(S (NP-SBJ-1 (PRP She)) (VP (VBD sat) (S (NP-SBJ (-NONE- *-1)))))",
        ),
        (Show(traces=True, removed=True), str(SAT)),
    ],
)
def test_each_thing_can_be_shown(show, expected):
    assert str(draw(SAT, COLLINS, show)[0].tree) == expected


def test_traces_share_no_place_with_words():
    gold, _ = draw(SAT, COLLINS, Show(traces=True))
    assert gold.empty == {2}
    system, _ = draw(flat([("S", [("PRP", [("She", 0)]), ("VBD", [("sits", 1)]), (".", [(".", 2)])])]), COLLINS, Show())
    one, other = place_row([Part(gold, "gold"), Part(system, "system")], measure, Options())
    words = [
        [label.x for label in sorted(each.labels, key=lambda label: label.x) if label.kind == "word"]
        for each in (one, other)
    ]
    assert [*words[0][:2], words[0][3]] == words[1]


@pytest.mark.parametrize("upside_down", [False, True])
def test_mirrored_trees_that_differ_in_traces_have_one_row_of_words(upside_down):
    with_traces, _ = draw(SAT, COLLINS, Show(traces=True))
    without, _ = draw(SAT, COLLINS, Show())
    one, other = (without, with_traces) if upside_down else (with_traces, without)
    drawing = place_mirror(Part(one, "gold"), Part(other, "system"), measure, Options())
    check(drawing)
    words = sorted((label for label in drawing.labels if label.kind == "word"), key=lambda label: label.x)
    assert [label.text for label in words] == ["She", "sat", "*-1", "."]
    assert [label.side for label in words] == ["both", "both", "system" if upside_down else "gold", "both"]
    assert len({label.y for label in words}) == 1


def test_folds_leave_traces_out_and_are_shared():
    gold, ready = draw(SAT, COLLINS, Show(traces=True))
    system, _ = draw(SAT, COLLINS, Show())
    folded = frozenset({0})
    pair = Part(gold, "gold", folded=folded), Part(system, "system", folded=folded)
    drawing = place_mirror(*pair, measure, Options())
    assert ready.text(0) == "S"
    assert [(label.text, label.side) for label in drawing.labels if label.kind == "fold"] == [("She sat .", "both")]


def test_traces_of_both_trees_are_kept_apart():
    gold, _ = draw(SAT, COLLINS, Show(traces=True))
    tree = flat([("S", [("-NONE-", [("*pro*", 0)]), ("PRP", [("She", 1)]), ("VBD", [("sat", 2)]), (".", [(".", 3)])])])
    system, _ = draw(tree, COLLINS, Show(traces=True))
    drawing = place_mirror(Part(gold, "gold"), Part(system, "system"), measure, Options())
    check(drawing)
    assert len({label.y for label in drawing.labels if label.kind == "word"}) == 2


def test_a_mark_that_hangs_on_nothing_is_a_word_alone():
    tree = flat([("TOP", [("S", [("NN", [("cats", 0)])]), (".", [(".", 1)])])])
    what, _ = draw(tree, COLLINS, Show())
    assert [what.tree.text(root) for root in what.tree.roots] == ["S", "."]
    assert what.tree.is_word(what.tree.roots[1])


def test_words_keep_their_spelling_and_functions_of_edges_stay():
    tree = tree_of([Node("NP", -1), Node("NN", 0), Node("Cats", 1, 0)], functions=("SB", "HD", ""))
    preparation = Preparation("mine", lower_case=True)
    what, ready = draw(tree, preparation, Show(functions=False))
    assert ready.words == ("cats",)
    assert what.tree.words == ("Cats",)
    assert draw(tree, preparation, Show())[0].tree.functions == ("SB", "HD", "")


@pytest.mark.parametrize(
    ("node", "words"),
    [
        (0, "TOP is not compared: the label TOP is left out."),
        (9, "NP-SBJ is not compared: nothing that is compared is under it."),
        (11, "“*-1” is not compared: empty elements are left out."),
        (12, ". is not compared: words tagged . are left out."),
        (13, "“.” is not compared: words tagged . are left out."),
    ],
)
def test_why_something_is_not_compared(node, words):
    assert why_not_compared(SAT, node, COLLINS) == words


def test_sentences_of_the_journal(shared):
    bank = prepare(load(shared / "data" / "wsj" / "gold.original.mrg"), COLLINS)
    show = Options(traces=True, removed=True)
    for number in range(0, 400, 8):
        original, ready = bank.original.tree(number), bank.bank.tree(number)
        first = int(bank.bank.first[number])
        origin = bank.origin[first : first + len(ready)].tolist()
        whole = drawn(original, ready, origin, show)
        assert whole.tree.words == original.words
        usual = drawn(original, ready, origin, Options(functions=False))
        kept = [word for at, word in enumerate(original.words) if original.tags[at] != "-NONE-"]
        assert list(usual.tree.words) == kept
        for what in (whole, usual):
            (drawing,) = place_row([Part(what, "gold")], measure, show)
            check(drawing, show)
