"""Brackets of maximal projections: ten sentences by hand, what holds of any trees, and words that differ."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reading import read_text
from strategies import dependencies
from tree_pairs import both_prepared, prepared, tree_pairs

from treelens.engine import formats
from treelens.engine.align.headed import headed
from treelens.engine.align.projections import compare_projections, head_mapping, projections
from treelens.engine.formats import brackets, conllu
from treelens.engine.prepare import Preparation, prepare, preset
from treelens.engine.trees import Tree
from treelens.resources import resource

RAW = Preparation("raw")


def tree(text: str) -> Tree:
    found = read_text(brackets, text)[0].tree
    assert found is not None
    return found


def compared(gold: str, system: str, preparation: Preparation = RAW):
    one, other, _ = both_prepared([(tree(gold), tree(system))], preparation)
    return compare_projections(headed(one, 0, "gold"), headed(other, 0, "system"), preparation)


def texts(found, words) -> list[str]:
    return [" ".join(words[at] for at in over) for over in found]


#: Sentences of the demo, gold and link-grammar's parse, worked by hand: brackets of both, how many match and cross.
BY_HAND = {
    20: (
        ["The guide", "slowly and with great patience", "with great patience", "great patience"],
        ["The guide", "great patience"],
        2,
        0,
    ),
    56: (
        [
            "The children",
            "watching the baker kneading the dough",
            "the baker kneading the dough",
            "the baker",
            "the dough",
        ],
        [
            "The children",
            "watching the baker kneading the dough",
            "the baker kneading the dough",
            "kneading the dough",
            "the dough",
        ],
        4,
        0,
    ),
    61: (
        ["The referee", "likely to postpone the match", "to postpone the match", "postpone the match", "the match"],
        ["The referee", "likely to postpone the match", "to postpone the match"],
        3,
        0,
    ),
    64: (
        ["The pianist", "to be a champion swimmer", "be a champion swimmer", "a champion swimmer"],
        [
            "The pianist",
            "out to be a champion swimmer",
            "to be a champion swimmer",
            "be a champion swimmer",
            "a champion swimmer",
        ],
        4,
        0,
    ),
    69: (
        ["My grandfather", "the boys in our street", "in our street", "our street"],
        ["My grandfather", "the boys in our street chess", "the boys"],
        1,
        0,
    ),
    74: (
        ["the word", "in an old dictionary", "an old dictionary"],
        ["the word", "in an old dictionary", "an old dictionary", "an old"],
        3,
        0,
    ),
    76: (
        ["the picnic", "because of the wasps", "the wasps"],
        ["off the picnic", "the picnic", "because of the wasps", "of the wasps", "the wasps"],
        3,
        0,
    ),
    84: (
        ["the cook", "who noticed the smoke", "noticed the smoke", "the smoke"],
        ["the cook who noticed the smoke", "who noticed the smoke", "noticed the smoke", "the smoke"],
        3,
        0,
    ),
    87: (
        ["Which of the three paths", "of the three paths", "the three paths", "to the waterfall", "the waterfall"],
        ["of the three paths", "the three paths", "the three", "to the waterfall", "the waterfall"],
        4,
        0,
    ),
    92: (["the museum", "on Mondays", "in winter"], ["Mondays in winter", "in winter"], 1, 1),
}


@pytest.fixture(scope="module")
def demo():
    preparation = preset("collins")
    return [
        prepare(formats.load(str(resource("demo", f"{name}.mrg"))), preparation) for name in ("gold", "linkgrammar")
    ]


@pytest.mark.parametrize("number", BY_HAND)
def test_ten_sentences_by_hand(demo, number):
    gold, system = demo
    found = compare_projections(
        headed(gold, number - 1, "gold"), headed(system, number - 1, "system"), gold.preparation
    )
    words = gold.bank.tree(number - 1).words
    mine, theirs, matched, crossing = BY_HAND[number]
    assert texts(found.gold, words) == mine
    assert texts(found.system, words) == theirs
    assert (len(found.matched), found.crossing) == (matched, crossing)


def test_punctuation_is_ignored():
    found = compared(
        "(S (NP (DT the) (NN cat)) (VP (VBD sat) (NP (DT a) (JJ long) (NN time))) (. .))",
        "(S (NP (DT the) (NN cat)) (VP (VBD sat) (NP (DT a) (JJ long) (NN time) (. .))))",
    )
    assert [node for node, _ in found.matched] == [1, 9]
    assert found.ground.size == 6


def test_a_bracket_over_one_word_and_punctuation_is_none():
    assert not compared("(S (NP (NN a) (, ,)) (VP (VB b) (NP (NN c))))", "(S (NP (NN a)) (, ,) (VB b) (NN c))").gold


def test_what_gold_calls_a_word_is_one():
    found = compared("(S (NP (NN a) (NN b)) (VP (VB c)))", "(S (NP (NN a) (. b)) (VP (VB c)))")
    assert found.matched == [(1, 1)]


def test_unary_chains_are_one_bracket():
    found = compared("(S (NP (NP (DT a) (NN b))) (VP (VB c)))", "(S (NP (DT a) (NN b)) (VP (VB c)))")
    assert list(found.gold.values()) == [1]  # the highest
    assert found.matched == [(1, 1)]


def test_words_that_are_cut_differently():
    gold = "(S (NP (PRP they)) (VP (MD can) (RB not) (VP (VB see) (NP (DT the) (NN sea)))))"
    system = "(S (NP (PRP they)) (VP (MD cannot) (VP (VB see) (NP (DT the) (NN sea)))))"
    found = compared(gold, system)
    assert len(found.matched) == 2  # see the sea, the sea
    assert found.ground.size == 5
    inside = compared("(S (NP (NN a)) (VP (VB can) (NP (RB not) (NN be))))", "(S (NP (NN a)) (VP (VB cannot) (NN be)))")
    assert [len(nodes) for nodes in inside.beyond] == [1, 0]  # it begins within what is one word there
    assert inside.gold == {}


def test_words_that_are_lost_play_no_part():
    gold = "(S (NP (DT the) (JJ old) (NN cat)) (VP (VBD sat)))"
    found = compared(gold, "(S (NP (DT the) (NN cat)) (VP (VBD sat)))")
    assert found.matched == [(1, 1)]
    assert found.alignment.lost == ([1], [])


def test_the_mapping_says_what_became_of_brackets_and_why():
    one = tree("(S (NP (DT the) (NN cat)) (VP (VBD sat) (PP (IN on) (NP (DT a) (NN mat)))))")
    other = tree("(S (NP (DT the) (NN cat)) (VP (VBD sat) (ADVP (IN on) (DT a) (NN mat))))")
    mapping = head_mapping(one, other, RAW)
    assert mapping.kind == "heads"
    assert mapping.pairs == ((1, 1), (9, 9))
    assert mapping.deletions == [12]
    assert mapping.explain(1) == "NP “the cat” is matched, head “cat” (rule NP: right any NN NNP NNPS NNS NX POS JJR)."
    assert mapping.explain(9) == "PP “on a mat” is matched with ADVP “on a mat”, head “on” (rule PP: right IN)."
    assert mapping.explain(12).startswith("NP “a mat” is in gold only, head “mat”")
    assert "not all that belongs to its head" in mapping.explain(6)
    assert "over one word or all words" in mapping.explain(0)
    assert mapping.to_dict()["heads"]["gold"][0] == 2


@given(pair=tree_pairs(discontinuous=True))
def test_what_holds_of_any_trees(pair):
    gold, system, _ = both_prepared([pair], RAW)
    one, other = headed(gold, 0, "gold"), headed(system, 0, "system")
    found = compare_projections(one, other, RAW)
    for side, brackets_, ground in ((one, found.gold, found.ground.gold), (other, found.system, found.ground.system)):
        for over, node in brackets_.items():
            assert not side.tree.is_word(node)  # never a bracket that the tree does not have
            assert {ground[at] for at in side.tree.positions(node)} - {-1} == set(over)
            assert 1 < len(over) < found.ground.size
    assert len(found.matched) <= min(len(found.gold), len(found.system))
    assert found.crossing <= len(found.system) - len(found.matched)
    same = compare_projections(one, one, RAW)
    assert len(same.matched) == len(same.gold)
    assert not same.crossing


def rows(heads: list[int]) -> str:
    lines = [
        "\t".join([str(n), f"w{n}", "_", "X", "_", "_", str(head), "dep", "_", "_"]) for n, head in enumerate(heads, 1)
    ]
    return "\n".join(lines) + "\n\n"


@given(heads=dependencies())
def test_dependencies_are_maximal_projections_and_back(heads):
    """From dependencies to the tree of their maximal projections, and from its heads to the dependencies again."""
    bank = prepare(read_text(conllu, rows(heads)), RAW)
    one = headed(bank, 0, "gold")
    assert [governor + 1 for governor in one.heads.governor] == heads
    below: dict[int, set[int]] = {word: {word} for word in range(1, len(heads) + 1)}
    for word in range(1, len(heads) + 1):
        above, steps = heads[word - 1], 0
        while above:
            below[above].add(word)
            above, steps = heads[above - 1], steps + 1
    found, _ = projections(one, range(len(heads)), len(heads))
    wanted = {tuple(sorted(at - 1 for at in words)) for words in below.values() if 1 < len(words) < len(heads)}
    assert set(found) == wanted


@st.composite
def nested_dependencies(draw: st.DrawFn) -> list[int]:
    """Draw heads of words without crossings, one of them 0: any word of a stretch may head it."""
    heads = [0] * draw(st.integers(1, 8))
    waiting = [(0, len(heads), 0)]
    while waiting:
        first, last, above = waiting.pop()
        head = draw(st.integers(first, last - 1))
        heads[head] = above
        for start, end in ((first, head), (head + 1, last)):
            while start < end:  # what is on one side, in one piece or several
                cut = draw(st.integers(start + 1, end))
                waiting.append((start, cut, head + 1))
                start = cut
    return heads


@given(heads=nested_dependencies())
def test_phrases_made_of_dependencies_have_the_same_brackets(heads):
    """The projections written as brackets, heads marked: scored against the dependencies, everything matches."""
    gold = prepare(read_text(conllu, rows(heads)), RAW)
    one = gold.bank.tree(0)
    written = str(one).replace("(X ", "(X* ")
    system = prepare(read_text(brackets, written), preset("collins"))
    other = headed(system, 0, "system")
    assert [governor + 1 for governor in other.heads.governor] == heads
    found = compare_projections(headed(gold, 0, "gold"), other, RAW)
    assert len(found.matched) == len(found.gold) == len(found.system)


def test_dependencies_made_of_phrases_cross_hardly_any(shared):
    """A converter that keeps phrases together gives brackets that are in the treebank, or within its flat phrases."""
    preparation = preset("collins")
    gold = prepare(formats.load(str(shared / "data/gum/gold.ptb")), preparation)
    system = prepare(formats.load(str(shared / "data/gum/dep_systems/ud_from_goldtrees.conllu")), preparation)
    crossing = total = 0
    for number in range(0, len(gold.bank), 5):
        found = compare_projections(headed(gold, number, "gold"), headed(system, number, "system"), preparation)
        crossing, total = crossing + found.crossing, total + len(found.system)
        assert found.alignment.lost[0] == []
    assert crossing < 0.01 * total


def test_one_tree_alone_has_the_heads_that_it_has_among_others():
    bank = prepared([tree("(S (NP* (NN a)) (VP (VB b)))"), tree("(S (NP (NN a)) (VP (VB b)))")], preset("collins"))
    for number in (0, 1):
        assert headed(bank, number, "gold", one=True) == headed(bank, number, "gold")
