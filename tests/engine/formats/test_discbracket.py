import pytest
from hypothesis import given
from hypothesis import strategies as st
from reading import problems, read_text, survives, trees, written
from strategies import sentences
from strategies import trees as random_trees

from treelens.engine.formats import brackets, detect, discbracket, load
from treelens.engine.source import Source

RICH = "(S (VP (VB 0=Is) (JJ 2=rich)) (NP 1=John) (? 3=?))\n"


def test_words_stand_at_their_positions():
    bank = read_text(discbracket, RICH)
    tree = bank[0].tree
    assert tree.words == ("Is", "John", "rich", "?")
    assert tree.gaps == {1: (0, 2)}
    assert [tree.text(node) for node in tree.children(0)] == ["VP", "NP", "?"]
    assert tree.location(3) == ("x", 1, 12)
    assert written(discbracket, list(bank)) == RICH


def test_bare_positions_take_their_words_from_behind_the_tree():
    bank = read_text(discbracket, "(S (VP (VB 0) (JJ 2)) (NP 1) (? 3))\tIs John rich ?\n")
    assert bank[0].tree == read_text(discbracket, RICH)[0].tree


def test_missing_positions_close_up():
    tree = read_text(discbracket, "(S (B 5=c) (A 2=a==b))\n")[0].tree
    assert tree.words == ("a==b", "c")
    assert written(discbracket, list(read_text(discbracket, "(S (B 5=c) (A 2=a))"))) == "(S (B 1=c) (A 0=a))\n"


def test_bad_sentences_are_problems_with_a_place():
    text = "(S (A 0=a) (B 0=b))\n(S (A 0=a)\n(S (A é) (B 1=b))\n(S (A 0=a))\n(S (A 7))\ta b\n"
    bank = read_text(discbracket, text)
    assert problems(bank) == [(1, 15, 0), (2, 1, 1), (3, 7, 2), (5, 7, 4)]
    assert trees(bank) == [None, None, None, "(S (A a))", None]


def test_empty_lines_are_failed_parses_unless_they_separate_the_trees():
    assert trees(read_text(discbracket, "(A 0=a)\n\n(A 0=a)\n(())\n(A 0=a)\n")) == [
        "(A a)",
        None,
        "(A a)",
        None,
        "(A a)",
    ]
    assert trees(read_text(discbracket, "(A 0=a)\n\n(A 0=a)\n\n(())\n\n(A 0=a)\n")) == ["(A a)", "(A a)", None, "(A a)"]


@pytest.mark.parametrize(
    ("text", "format"),
    [
        (RICH, discbracket),
        ("(S (A 0) (B 1))\ta b\n", discbracket),
        ("(S (A 0=a) (B b))\n", brackets),
        ("(S (A 0) (B 1))\n", brackets),
    ],
)
def test_it_is_recognised_only_if_all_words_have_a_position(text, format):
    assert detect(Source("x", text.encode())) is format


@given(sentences(st.one_of(random_trees(), random_trees(discontinuous=True)), st.none()))
def test_writing_and_reading_changes_nothing(drawn):
    assert survives(discbracket, drawn)


def test_children_in_any_order_stay_in_it():
    text = "(S (B 1=b) (A 0=a) (C (D 3=d) (E 2=e)))\n"
    assert written(discbracket, list(read_text(discbracket, text))) == text


def test_a_deep_tree_takes_no_recursion():
    bank = read_text(discbracket, "(X " * 100_000 + "0=a" + ")" * 100_000)
    assert len(bank[0].tree) == 100_001


@pytest.mark.parametrize(
    ("name", "count", "discontinuous"), [("alpino_disc200.dbr", 200, 130), ("longsent.dbr", 8, 8), ("t2.dbr", 6, 4)]
)
def test_real_files(shared, name, count, discontinuous):
    path = shared / "data" / "native_formats" / name
    bank = load(path)
    assert (bank.format, len(bank), len(bank.gaps), bank.problems) == ("discbracket", count, discontinuous, [])
    assert written(discbracket, list(bank)) == path.read_text(encoding="utf-8")
