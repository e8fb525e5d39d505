"""MRSs as lines: names of variables make no difference, what is written can be read again."""

from fourteen import GOLD, SYSTEM

from treelens.engine.formats import load
from treelens.engine.semantics import compare_meanings, meaning_of
from treelens.engine.semantics.lines import compare_lines, pretty, renamed


def roles(one: str, other: str) -> list[str]:
    return [row.role for row in compare_lines(meaning_of(one), meaning_of(other))]


def test_a_line_for_each_predication():
    lines = pretty(meaning_of(GOLD.mrs)).splitlines()
    assert sum("_see_v_1" in line for line in lines) == 1
    assert len(lines) >= 5
    assert pretty(meaning_of("")) == ""


def test_other_names_in_another_order_are_no_difference():
    text = (
        "[ TOP: h0 INDEX: e2 [ e SF: prop ] RELS: < [ _the_q<0:3> LBL: h4 ARG0: x3 [ x NUM: sg ] RSTR: h5 BODY: h6 ] "
        "[ _dog_n_1<4:7> LBL: h7 ARG0: x3 ] [ _bark_v_1<8:13> LBL: h1 ARG0: e2 ARG1: x3 ] > "
        "HCONS: < h0 qeq h1 h5 qeq h7 > ]"
    )
    other = (
        "[ TOP: h0 INDEX: e9 RELS: < [ _bark_v_1<8:13> LBL: h7 ARG0: e9 [ e SF: prop ] ARG1: x2 [ x NUM: sg ] ] "
        "[ _dog_n_1<4:7> LBL: h5 ARG0: x2 ] [ _the_q<0:3> LBL: h1 ARG0: x2 RSTR: h4 BODY: h8 ] > "
        "HCONS: < h0 qeq h7 h4 qeq h5 > ]"
    )
    assert set(roles(text, other)) == {"match"}
    assert roles(text, other.replace("NUM: sg", "NUM: pl")).count("swap") == 1


def test_what_differs_is_marked_within_the_line():
    (row,) = [row for row in compare_lines(meaning_of(GOLD.mrs), meaning_of(SYSTEM.mrs)) if "_see_v_1" in str(row.gold)]
    assert row.role == "swap"
    assert row.gold is not None
    assert row.system is not None
    marked = {row.system[slice(*piece)] for piece in row.system_pieces}
    assert marked
    assert all("_see_v_1" not in text for text in marked)


def test_predications_that_only_one_side_has():
    without = GOLD.mrs.replace("_see_v_1", "_hear_v_1")
    assert {"deletion", "insertion"} <= set(roles(GOLD.mrs, without))


def test_a_broken_meaning_has_no_lines():
    assert {row.system for row in compare_lines(meaning_of(GOLD.mrs), meaning_of("[ broken"))} == {None}


def test_meanings_can_be_read_again_under_other_names(shared):
    folder = shared / "data" / "delphin" / "erg-mrs-ace"
    gold, system = load(folder / "gold"), load(folder / "system").at_rank(2)
    for one, other in list(zip(gold, system, strict=True))[::4]:
        meanings = [meaning_of(each.analyses[0].semantics) for each in (one, other)]
        again = meaning_of(pretty(renamed(*meanings)))
        assert compare_meanings(meanings[1], again).equivalent == 1
        if compare_meanings(*meanings).equivalent == 1:
            assert {row.role for row in compare_lines(*meanings)} == {"match"}
