"""Words aligned by their letters: other cuts, other writing, tokens of several words, and what is lost."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from treelens.engine.align.letters import Piece, align_letters, pieces_of


def aligned(gold: str, system: str):
    sides = gold.split(), system.split()
    return align_letters(*map(pieces_of, sides), sides)


def in_words(gold: str, system: str) -> list[tuple[str, str]]:
    """Return the units as texts."""
    mine, theirs = gold.split(), system.split()
    return [
        (" ".join(mine[unit.gold[0] : unit.gold[1]]), " ".join(theirs[unit.system[0] : unit.system[1]]))
        for unit in aligned(gold, system).units
    ]


def test_the_same_words():
    found = aligned("a b c", "a b c")
    assert found.pairs == ((0, 0), (1, 1), (2, 2))
    assert found.lost == ([], [])


def test_words_that_are_cut_differently():
    assert in_words("they can not go", "they cannot go") == [("they", "they"), ("can not", "cannot"), ("go", "go")]
    assert in_words("a bc d", "ab cd") == [("a bc d", "ab cd")]
    assert in_words("10 % of", "10% of") == [("10 %", "10%"), ("of", "of")]
    assert aligned("a bc d e", "ab cd e").pairs == ((3, 2),)


def test_case_brackets_and_quotes_are_the_same_letters():
    assert in_words("-LRB- A -RRB- `` b ''", "( a ) “ B ”") == [
        ("-LRB-", "("), ("A", "a"), ("-RRB-", ")"), ("``", "“"), ("b", "B"), ("''", "”"),
    ]  # fmt: skip
    assert in_words("1\\/2 caf\u00e9", "1/2 cafe\u0301") == [("1\\/2", "1/2"), ("caf\u00e9", "cafe\u0301")]


def test_words_that_only_one_side_has():
    found = aligned("the cat sat", "the fat cat sat .")
    assert found.pairs == ((0, 0), (1, 2), (2, 3))
    assert found.lost == ([], [1, 4])
    assert aligned("a b", "x y").lost == ([0, 1], [0, 1])
    assert aligned("", "x").lost == ([], [0])


def test_words_that_are_written_a_little_differently():
    assert in_words("the colour is", "the color is") == [("the", "the"), ("colour", "color"), ("is", "is")]
    assert aligned("the colour is", "the UNK is").lost == ([1], [1])


def test_tokens_of_several_words_are_aligned_by_form():
    gold = [Piece("du", 2), Piece("pain")]
    words = ["de", "le", "pain"]
    same = align_letters(gold, gold, (words, words))
    assert same.pairs == ((0, 0), (1, 1), (2, 2))
    other = align_letters(gold, pieces_of(["du", "pain"]), (words, ["du", "pain"]))
    assert other.pairs == ((2, 1),)
    assert other.units[0] == ((0, 2), (0, 1))
    forms = align_letters(gold, [Piece("du", 2), Piece("pain")], (words, ["De", "la", "pain"]))
    assert forms.pairs == ((0, 0), (2, 2))


WORDS = st.lists(st.text("abc", min_size=1, max_size=3), min_size=1, max_size=8)


@given(words=WORDS, cuts=st.sets(st.integers(1, 23)))
def test_any_two_ways_to_cut_a_text_leave_nothing_out(words, cuts):
    text = "".join(words)
    places = [0, *sorted(cut for cut in cuts if cut < len(text)), len(text)]
    others = [text[a:b] for a, b in pairwise(places)]
    found = align_letters(pieces_of(words), pieces_of(others), (words, others))
    assert found.lost == ([], [])
    for unit in found.units:
        mine, theirs = words[slice(*unit.gold)], others[slice(*unit.system)]
        assert "".join(mine) == "".join(theirs)
        inner = [{len("".join(side[:n])) for n in range(1, len(side))} for side in (mine, theirs)]
        assert not inner[0] & inner[1]  # no shorter units would do


@given(words=WORDS, others=WORDS)
def test_units_are_in_order_and_apart(words, others):
    found = align_letters(pieces_of(words), pieces_of(others), (words, others))
    for side in (0, 1):
        ends = [0, *(bound for unit in found.units for bound in unit[side])]
        assert ends == sorted(ends)
    assert all(unit.gold[0] < unit.gold[1] and unit.system[0] < unit.system[1] for unit in found.units)
    numbers = {position: number for number, unit in enumerate(found.units) for position in range(*unit.gold)}
    assert all(found.gold_units[one] == found.system_units[other] == numbers[one] for one, other in found.pairs)


@pytest.mark.parametrize("size", [3000])
def test_long_sentences_are_no_trouble(size):
    words = [f"w{number % 50}" for number in range(size)]
    others = [*words[: size // 2], "extra", *words[size // 2 :]]
    found = align_letters(pieces_of(words), pieces_of(others), (words, others))
    assert len(found.pairs) == size
