"""Which sentence goes with which."""

import pytest

from treelens.engine.formats import brackets, load
from treelens.engine.pairing import pair
from treelens.engine.problems import TreelensError
from treelens.engine.source import Source
from treelens.engine.treebank import Sentence, Treebank


def bank(*words: str) -> Treebank:
    """A treebank of one-word sentences; "" is a failed parse, "id:word" has an id."""
    lines = []
    for word in words:
        name, _, text = word.rpartition(":")
        lines.append(f"{name} (S (A {text}))" if text else f"{name} (())")
    return Treebank.joined(brackets.read(Source("f", "\n".join(lines).encode())))


def partners(gold: Treebank, system: Treebank, method: str | None = None) -> list[int]:
    return pair(gold, system, method).partner.tolist()


def test_by_order_where_the_numbers_agree():
    assert partners(bank("a", "b"), bank("x", "")) == [0, 1]


def test_by_text_where_they_do_not():
    found = pair(bank("a", "b", "c", "d"), bank("a", "c", "d"))
    assert found.partner.tolist() == [0, -1, 1, 2]
    assert found.method == "text"
    assert found.notes == [
        "3 sentences against 4 in gold: paired by text",
        "1 sentence of gold without a system tree (first: 2)",
    ]


def test_a_text_that_occurs_twice_is_paired_between_certain_ones_only():
    assert partners(bank("a", "y", "y", "b", "c"), bank("a", "y", "y", "b")) == [0, 1, 2, 3, -1]
    assert partners(bank("a", "y", "y", "b"), bank("a", "y", "b")) == [0, -1, -1, 2]


def test_a_failed_parse_keeps_its_place_between_certain_pairs():
    assert partners(bank("a", "b", "c", "d"), bank("a", "", "c")) == [0, 1, 2, -1]
    assert partners(bank("a", "b", "c"), bank("a", "c", "x", "")) == [0, -1, 1]


def test_extra_sentences_are_left_out_and_said():
    found = pair(bank("a", "b"), bank("a", "x", "b"))
    assert found.partner.tolist() == [0, 2]
    assert found.notes[-1] == "1 sentence without a gold tree, left out"


def test_traces_are_no_words():
    gold = Treebank.joined(brackets.read(Source("f", b"(S (-NONE- *) (A a))\n(S (A b))\n(S (A c))\n")))
    assert partners(gold, bank("b", "a")) == [1, 0, -1]


def test_by_id_where_the_same_ids_are_in_another_order():
    found = pair(bank("1:a", "2:b", "3:c"), bank("3:c", "1:a"))
    assert found.partner.tolist() == [1, -1, 0]
    assert found.method == "id"


def test_methods_on_demand():
    assert partners(bank("a", "b", "c"), bank("b", "a"), "order") == [0, 1, -1]
    assert partners(bank("a", "b"), bank("b", "a"), "text") == [1, 0]
    with pytest.raises(TreelensError, match="no ids"):
        pair(bank("a"), bank("a"), "id")
    with pytest.raises(TreelensError, match="only by order, id, text"):
        pair(bank("a"), bank("a"), "luck")


@pytest.mark.parametrize(("name", "alone"), [("07_sys_missing_3_lines", 3), ("07_sys_extra_line", 1)])
def test_real_files_with_other_numbers_of_lines(shared, name, alone):
    messy = shared / "data" / "messy"
    gold, system = load(messy / "gold60.ptb"), load(messy / f"{name}.ptb")
    found = pair(gold, system).partner.tolist()
    assert found.count(-1) == alone
    for position, partner in enumerate(found):
        if partner >= 0:
            assert gold[position].words == system[partner].words


def _profile(*sentences: tuple[str, str]) -> Treebank:
    return Treebank.of([Sentence((), name, text=text) for name, text in sentences])


def test_profiles_by_id_verified_by_text():
    gold = _profile(("1", "a b"), ("2", "c"), ("3", "d"))
    found = pair(gold, _profile(("3", "d"), ("1", "a  b"), ("2", "c")))
    assert (found.method, found.partner.tolist(), found.notes) == ("id", [1, 2, 0], [])


def test_renumbered_profiles_by_text():
    gold = _profile(("1", "a"), ("2", "b"), ("3", "c"))
    found = pair(gold, _profile(("1", "c"), ("2", "a"), ("3", "b")))
    assert (found.method, found.partner.tolist()) == ("text", [1, 2, 0])
    assert found.notes == ["ids stand for other sentences than in gold: paired by text"]


def test_a_few_ids_that_stand_for_other_sentences():
    gold = _profile(("1", "a"), ("2", "b"), ("3", "c"), ("4", "d"), ("5", "e"))
    system = _profile(("1", "a"), ("2", "b"), ("3", "c"), ("4", "x"), ("5", "d"))
    found = pair(gold, system)
    assert (found.method, found.partner.tolist()) == ("id", [0, 1, 2, 4, -1])
    assert found.notes[0] == "2 ids stand for another sentence than in gold (first: 4); 1 of them found by text"
    asked = pair(gold, system, "id")
    assert asked.partner.tolist() == [0, 1, 2, 3, 4]
    assert asked.notes == [
        "2 ids stand for another sentence than in gold (first: 4); --pair text pairs by the sentences"
    ]


def test_profiles_without_an_id_in_common():
    found = pair(_profile(("1", "a"), ("2", "b")), _profile(("11", "b"), ("12", "a"), ("13", "c")))
    assert (found.method, found.partner.tolist()) == ("text", [1, 0])


def test_as_many_sentences_without_an_id_in_common_are_not_paired_by_order():
    found = pair(_profile(("1", "a"), ("2", "b")), _profile(("11", "b"), ("12", "a")))
    assert (found.method, found.partner.tolist()) == ("text", [1, 0])
    assert found.notes == ["ids stand for other sentences than in gold: paired by text"]
