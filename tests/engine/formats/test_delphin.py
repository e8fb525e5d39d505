"""Profiles: items, failed parses, analyses with scores, meanings, and what is wrong or was chosen."""

import os

import pytest
from small_profiles import RAIN, Item, Result, lexical, phrase, write_profile

from treelens.engine.formats import detect, load, open_input
from treelens.engine.prepare import Preparation, prepare, usual_preparation
from treelens.engine.problems import InputError

_IT_RAINED = phrase("sb-hd_mc_c", 0, 2, lexical("it_x", "it", 0), lexical("rain_v1", "rained", 1))
_OTHER = phrase("hd-cmp_u_c", 0, 2, lexical("it_x", "it", 0), lexical("rain_v1", "rained", 1))


def test_items_results_and_meanings(tmp_path):
    items = [
        Item(10, "It rained.", [Result(f"(root_strict {_IT_RAINED})", RAIN)], readings=7),
        Item(20, "Rain it did @ once."),
    ]
    bank = load(write_profile(tmp_path / "gold", items))
    assert len(bank) == 2
    assert bank.format == "delphin"
    assert (bank[0].id, bank[0].text, bank[0].words) == ("10", "It rained.", ("it", "rained"))
    assert str(bank[0].tree) == "(root_strict (sb-hd_mc_c (it_x it) (rain_v1 rained)))"
    assert bank[0].analyses[0].semantics == RAIN
    assert bank[1].tree is None
    assert bank[1].text == "Rain it did @ once."
    assert bank.root_symbols == {"root_strict"}
    assert bank.readings == {0: 7, 1: 0}
    assert not bank.problems


def test_a_folder_is_recognised(tmp_path):
    path = write_profile(tmp_path / "p", [Item(1, "a")])
    assert detect(open_input(path)).NAME == "delphin"
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="not a profile"):
        load(tmp_path / "empty")
    with pytest.raises(InputError, match="cannot be read as brackets"):
        load(path, "brackets")
    with pytest.raises(InputError, match="given by its folder"):
        load(tmp_path / "p" / "item", "delphin")


def test_the_root_symbol_is_stripped_unless_kept(tmp_path):
    bank = load(write_profile(tmp_path / "gold", [Item(1, "It rained", [Result(f"(root {_IT_RAINED})")])]))
    assert str(prepare(bank, usual_preparation(bank)).bank[0].tree) == "(sb-hd_mc_c (it_x it) (rain_v1 rained))"
    kept = prepare(bank, Preparation("raw", keep_root=True)).bank[0].tree
    assert str(kept).startswith("(root (sb-hd_mc_c")
    assert usual_preparation(bank).name == "raw"


def test_best_first_by_the_scores_of_flags(tmp_path):
    results = [
        Result(_IT_RAINED, flags="((:ascore . -1.5) (:probability . 0.1))"),
        Result(_OTHER, flags="((:ascore . 2.5) (:probability . 0.9))"),
    ]
    bank = load(write_profile(tmp_path / "s", [Item(1, "It rained", results)]))
    assert [analysis.score for analysis in bank[0].analyses] == [2.5, -1.5]
    assert bank[0].tree.text(0) == "hd-cmp_u_c"
    assert bank.tied == {}


def test_probabilities_where_there_is_no_other_score(tmp_path):
    results = [Result(_IT_RAINED, flags="((:probability . 0.25))"), Result(_OTHER, flags="((:probability . 0.75))")]
    bank = load(write_profile(tmp_path / "s", [Item(1, "It rained", results)]))
    assert [analysis.score for analysis in bank[0].analyses] == [0.75, 0.25]


def test_a_score_of_zero_is_a_score_and_ties(tmp_path):
    bank = load(write_profile(tmp_path / "s", [Item(1, "It rained", [Result(_IT_RAINED), Result(_OTHER)])]))
    assert [analysis.score for analysis in bank[0].analyses] == [0.0, 0.0]
    assert bank.tied == {0: (0, 1)}


def test_without_any_score_nothing_ties(tmp_path):
    results = [Result(one.replace("_c 0 ", "_c -1 ")) for one in (_IT_RAINED, _OTHER)]
    bank = load(write_profile(tmp_path / "s", [Item(1, "It rained", results)]))
    assert [analysis.score for analysis in bank[0].analyses] == [None, None]
    assert bank.tied == {}


def test_a_rank_or_the_last_one(tmp_path):
    results = [Result(_IT_RAINED), Result(_OTHER)]
    path = write_profile(tmp_path / "s", [Item(1, "It rained", results), Item(2, "x", results[:1]), Item(3, "y")])
    bank = load(path).at_rank(2)
    assert [sentence.tree.text(0) if sentence.tree else None for sentence in bank] == [
        "hd-cmp_u_c",
        "sb-hd_mc_c",
        None,
    ]
    assert [sentence.id for sentence in bank] == ["1", "2", "3"]


def test_what_annotators_chose_is_gold(tmp_path):
    items = [Item(1, "It rained.", [Result(_IT_RAINED), Result(_OTHER)]), Item(2, "It rained.", [Result(_IT_RAINED)])]
    path = write_profile(tmp_path / "p", items)
    before = load(path).digest
    (tmp_path / "p" / "preference").write_text("1001@1@0\n1001@2@1\n1002@1@9\n")  # the last version; one that is gone
    bank = load(path)
    assert [str(one.tree) for one in bank[0].analyses] == ["(hd-cmp_u_c (it_x it) (rain_v1 rained))"]
    assert len(bank[1].analyses) == 1
    assert "1 results beside those that the table 'preference' names, left out" in bank.notes
    assert bank.digest != before


def test_a_bad_derivation_is_a_problem_with_its_line(tmp_path):
    items = [
        Item(1, "a", [Result(_IT_RAINED), Result("(broken")]),
        Item(2, "b", [Result("(1 rule 0 0 1 word)")]),
        Item(3, "c", [Result(_OTHER)]),
    ]
    bank = load(write_profile(tmp_path / "s", items))
    assert [(problem.line, problem.sentence) for problem in bank.problems] == [(2, None), (3, 1)]
    assert bank.problems[0].path == str(tmp_path / "s" / "result")
    assert [len(sentence.analyses) for sentence in bank] == [1, 0, 1]


def test_plain_and_compressed_side_by_side(tmp_path):
    path = write_profile(tmp_path / "p", [Item(1, "new")], compressed=["item"])
    write_profile(tmp_path / "p", [Item(1, "old")])
    os.utime(tmp_path / "p" / "item", (1_000_000, 1_000_000))
    bank = load(path)
    assert bank[0].text == "new"
    assert bank.notes == ["item.gz was read; it is newer than item, which was not"]
    os.utime(tmp_path / "p" / "item.gz", (900_000, 900_000))
    bank = load(path)
    assert bank[0].text == "old"
    assert bank.notes == ["item was read; it is newer than item.gz, which was not"]


def test_all_compressed(tmp_path):
    path = write_profile(
        tmp_path / "p", [Item(1, "it rained", [Result(_IT_RAINED)])], compressed=["item", "parse", "result"]
    )
    assert load(path)[0].words == ("it", "rained")


def test_tables_that_do_not_fit_together(tmp_path):
    path = write_profile(tmp_path / "p", [Item(1, "a", [Result(_IT_RAINED)])])
    (tmp_path / "p" / "parse").write_text("")
    (tmp_path / "p" / "result").write_text(f"1@0@{_IT_RAINED}@@\n2@0@{_IT_RAINED}@@\n")
    bank = load(path)
    assert bank[0].tree is not None
    assert len(bank.notes) == 2
    (tmp_path / "p" / "relations").write_text("item:\n  i-id :integer\n")
    with pytest.raises(InputError, match="has no column"):
        load(path)
    (tmp_path / "p" / "relations").write_text("item:\n  i-id\n")
    with pytest.raises(InputError, match="does not describe tables"):
        load(path)


def test_other_contents_have_another_digest(tmp_path):
    one = load(write_profile(tmp_path / "a", [Item(1, "a", [Result(_IT_RAINED)])]))
    same = load(write_profile(tmp_path / "b", [Item(1, "a", [Result(_IT_RAINED)])]))
    other = load(write_profile(tmp_path / "c", [Item(1, "b", [Result(_IT_RAINED)])]))
    assert one.digest == same.digest != other.digest
