"""Heads of derivations: tables, marks, names, and how many fell back."""

import pytest
from small_profiles import Item, Result, lexical, phrase, write_profile

from treelens.engine.formats import load
from treelens.engine.heads import head_rules, heads_of
from treelens.engine.prepare import prepare, usual_preparation
from treelens.engine.problems import InputError


@pytest.fixture
def heads(tmp_path):
    """Find the heads of one derivation, by a table if one is given."""

    def made(derivation, table=None):
        bank = load(write_profile(tmp_path / "p", [Item(1, "x", [Result(derivation)])]))
        changes = []
        if table is not None:
            (tmp_path / "rules.hds").write_text(table)
            changes = [f"heads={tmp_path / 'rules.hds'}"]
        return heads_of(prepare(bank, usual_preparation(bank).changed(changes)), "gold")

    return made


def _pair(rule, *, mark=""):
    return phrase(rule, 0, 2, lexical("a_n1", "a", 0), lexical(f"{mark}b_v1", "b", 1))


@pytest.mark.parametrize(
    ("rule", "head", "guessed", "fallbacks"),
    [("hd-cmp_u_c", 0, 1, 0), ("sb-hd_mc_c", 1, 1, 0), ("aj-hdn_norm_c", 1, 1, 0), ("np_frg_c", 0, 0, 1)],
)
def test_by_the_name_else_on_the_left(heads, rule, head, guessed, fallbacks):
    found = heads(_pair(rule))
    assert (found.tree(0).word[0], found.guessed, found.fallbacks) == (head, guessed, fallbacks)
    assert found.tree(0).why(0).startswith("by the name of the rule: " if guessed else "no rule for this label: ")


def test_a_table_comes_first(heads):
    found = heads(_pair("hd-cmp_u_c"), "; heads of rules\nhd-cmp_u_c 2 1\n")
    assert (found.tree(0).word[0], found.guessed, found.fallbacks) == (1, 0, 0)
    assert found.tree(0).why(0) == "rule hd-cmp_u_c: right"


def test_marks_come_before_names_and_behind_a_table(heads):
    assert heads(_pair("hd-cmp_u_c", mark="^")).tree(0).word[0] == 1
    assert heads(_pair("hd-cmp_u_c", mark="^"), "hd-cmp_u_c 2 0").tree(0).word[0] == 0
    assert heads(_pair("np_frg_c", mark="^"), "hd-cmp_u_c 2 0").tree(0).word[0] == 1


def test_a_head_in_the_middle(heads):
    three = phrase("crd_c", 0, 3, *(lexical(word, word, place) for place, word in enumerate("abc")))
    assert heads(three, "crd_c 3 1").tree(0).word[0] == 1
    assert heads(three, "crd_c 3 2").tree(0).word[0] == 2


@pytest.mark.parametrize("text", ["hd-cmp_u_c 2", "hd-cmp_u_c two 0", "hd-cmp_u_c 2 2", ""])
def test_a_table_that_cannot_be_read(tmp_path, text):
    (tmp_path / "bad.hds").write_text(text)
    with pytest.raises(InputError, match=r"bad\.hds"):
        head_rules(str(tmp_path / "bad.hds"))


def test_the_contents_of_a_table_are_part_of_the_settings(tmp_path):
    table = tmp_path / "rules.hds"
    table.write_text("hd-cmp_u_c 2 0")
    bank = load(write_profile(tmp_path / "p", [Item(1, "x", [Result(_pair("a"))])]))
    preparation = usual_preparation(bank).changed([f"heads={table}"])
    before = preparation.digest()
    table.write_text("hd-cmp_u_c 2 1")
    assert preparation.digest() != before
