"""What became of phenomena: the tables, the counts, and where they lead."""

import numpy as np
import pytest

from treelens.engine.formats import load
from treelens.engine.phenomena import Item, Suite, assess, parses_of, recogniser_from
from treelens.engine.phenomena.outcomes import found_at, outcome_of_gold, outcome_of_suite
from treelens.engine.phenomena.recognising import recognise

RULES = """
name = "small"
[[phenomenon]]
name = "passive"
tgrep = "VP < VBN"
[[phenomenon]]
name = "noun compound"
tgrep = "NN . NN"
"""
GOLD = ["(S (NP (NN a)) (VP (VBN b)))", "(S (NP (NN c) (NN d)))", "", "(S (NP (NN e)) (VP (VBN f)))"]
SYSTEM = ["(S (NP (NN a)) (VP (VBD b)))", "(S (NP (NN c) (NN d)))", "(S (NP (NN x) (NN y)))", ""]


@pytest.fixture
def banks(tmp_path):
    """Reads gold and a system; a missing tree is an empty bracket."""

    def read(name, trees):
        path = tmp_path / name
        path.write_text("\n".join(tree or "(())" for tree in trees) + "\n")
        return load(path)

    return read("gold.mrg", GOLD), read("system.mrg", SYSTEM)


def test_what_gold_has_and_the_system_has_not_is_lost(banks):
    rules = recogniser_from(RULES)
    gold, system = (recognise(rules, parses_of(bank)) for bank in banks)
    made = outcome_of_gold(gold, system, np.arange(4))
    assert made.places.tolist() == [0, 1, 3]  # gold has no parse of the third
    assert made.sentences_with([made.missing], "passive").tolist() == [0, 3]  # the fourth has no parse: all is lost
    assert made.sentences_with([made.right]).tolist() == [1]
    assert not made.beyond.any()
    assert made.scores.without_parse == 1
    passive = made.scores.phenomena["passive"]
    assert (passive.expected, passive.recognised, passive.both) == (2, 0, 0)
    assert passive.recall == 0
    assert passive.precision is None


def test_systems_in_another_order_go_by_their_partner(banks):
    rules = recogniser_from(RULES)
    gold, system = (recognise(rules, parses_of(bank)) for bank in banks)
    made = outcome_of_gold(gold, system, np.array([1, 0, -1, -1]))
    assert made.sentences_with([made.beyond], "noun compound").tolist() == [0]
    assert made.sentences_with([made.missing], "noun compound").tolist() == [1]


def test_some_trees_are_asked_in_their_own_order(banks):
    rules = recogniser_from(RULES)
    found = found_at(rules, parses_of(banks[1]), np.array([2, -1, 0, 3]))
    assert [found.of(row) for row in range(4)] == [{"noun compound"}, None, set(), None]


def test_a_suite_gives_the_scores_that_the_command_gives(banks):
    rules = recogniser_from(RULES)
    suite = Suite(
        (
            Item("1", core=("passive",), errors=("noun compound",)),
            Item("2", phenomena=("noun compound", "question"), core=("question",)),
            Item("4", phenomena=("passive",), weight=2.0),
            Item("9", core=("passive",)),
        )
    )
    system = parses_of(banks[1])
    made = outcome_of_suite(suite, np.array([0, 1, 3, -1]), recognise(rules, system), np.arange(4))
    told = assess(suite, rules, system, "id")
    assert made.scores == told.scores
    assert made.unknown == {"question"}
    assert made.names_in(made.missing, 1) == ["question"]
    assert made.names_in(made.right, 1) == ["noun compound"]
    assert made.parsed.tolist() == [True, True, False, False]
    assert made.row_of == {0: 0, 1: 1, 3: 2}


def test_only_where_all_is_listed_can_something_be_beyond(banks):
    rules = recogniser_from(RULES)
    found = recognise(rules, parses_of(banks[1]))
    for phenomena, beyond in ((None, []), ((), ["noun compound"])):
        suite = Suite((Item("2", phenomena=phenomena, core=("passive",)),))
        made = outcome_of_suite(suite, np.array([1]), found, np.arange(4))
        assert made.names_in(made.beyond, 0) == beyond
