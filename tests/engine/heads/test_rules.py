"""Head rules as files: what they say, what is wrong with bad ones, and files that build on others."""

import pytest

from treelens.engine.heads import Reassignment, fitting_rules, head_rules, rules_names
from treelens.engine.heads.rules import Step, written
from treelens.engine.problems import InputError, TreelensError


@pytest.mark.parametrize("name", rules_names())
def test_all_shipped_rules_can_be_read(name):
    rules = head_rules(name)
    assert rules.title
    assert rules.punctuation or name == "derivations"  # where rules attach it, and say which daughter is the head


def test_steps_are_written_as_they_are_read():
    for text in ("left", "right any NN NNS", "last POS", "left NP $"):
        assert str(Step.read(text)) == text


def test_what_a_rule_leaves_open_the_general_one_decides(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('otherwise = "right"\n[rules]\nNP = ["left NN"]\nVP = ["left VB", "left"]\n')
    rules = head_rules(str(file))
    assert [str(step) for step in rules.steps_for("NP")] == ["left NN", "right"]
    assert [str(step) for step in rules.steps_for("VP")] == ["left VB", "left"]
    assert [str(step) for step in rules.steps_for("PP")] == ["right"]


def test_a_file_builds_on_another(tmp_path):
    (tmp_path / "one.toml").write_text('based_on = "collins"\n[rules]\nPP = ["right NP"]\n')
    (tmp_path / "two.toml").write_text('based_on = "one.toml"\n[[reassign]]\nin = "VP"\nfrom = "MD"\nto = "VP"\n')
    rules = head_rules(str(tmp_path / "two.toml"))
    assert str(rules.steps_for("PP")[0]) == "right NP"
    assert rules.steps_for("VP") == head_rules("collins").steps_for("VP")
    assert rules.reassign == (Reassignment(("VP",), ("MD",), ("VP",)),)


def test_a_file_that_builds_on_itself_is_refused(tmp_path):
    (tmp_path / "one.toml").write_text('based_on = "two.toml"\n')
    (tmp_path / "two.toml").write_text('based_on = "one.toml"\n')
    with pytest.raises(TreelensError, match="based on themselves"):
        head_rules(str(tmp_path / "one.toml"))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[rules", "is not a TOML file"),
        ("rule = 1", "have no 'rule'"),
        ('[rules]\nNP = ["up NN"]', "a step begins with left, right, first, last, not with 'up'"),
        ('[rules]\nNP = ["left any"]', "any of which labels"),
        ("[rules]\nNP = 3", "rules.NP takes a list of steps"),
        ("rules = 3", "rules is a table"),
        ("punctuation = 3", "punctuation takes a list of labels"),
        ("title = 3", "title takes a text"),
        ("based_on = 3", "based_on takes a text"),
        ('based_on = "nobody"', "no head rules are called 'nobody'"),
        ('based_on = "not-there.toml"', "cannot be read"),
        ("reassign = 3", "reassign is a list of tables"),
        ('[[reassign]]\nin = "VP"', "a reassignment needs 'from'"),
        ('[[reassign]]\nin = "VP"\nfrom = "A"\nto = "B"\nside = "left"', "reassign.side takes both, gold, system"),
        ('[[reassign]]\nin = "VP"\nfrom = "A"\nto = "B"\npick = "top"', "reassign.pick takes left, right"),
        ('[[reassign]]\nin = "VP"\nfrom = ""\nto = "B"', "at least one label"),
        ('labelled_by = "me"', "labelled_by takes phrase, dependent"),
    ],
)
def test_bad_files_say_what_is_wrong(tmp_path, text, words):
    file = tmp_path / "bad.toml"
    file.write_text(text)
    with pytest.raises(InputError, match=words) as caught:
        head_rules(str(file))
    assert "bad.toml" in str(caught.value) or "not-there" in str(caught.value)


def test_files_that_are_not_there_and_names_that_are_none(tmp_path):
    with pytest.raises(InputError, match="cannot be read"):
        head_rules(str(tmp_path / "none.toml"))
    with pytest.raises(TreelensError, match="there are charniak, collins"):
        head_rules("magerman")
    (tmp_path / "latin.toml").write_bytes(b'title = "\xe9"')
    with pytest.raises(InputError, match="is not UTF-8"):
        head_rules(str(tmp_path / "latin.toml"))


def test_what_is_written_is_read_again(tmp_path):
    chosen = [
        Reassignment(("VP", "SQ"), ("MD",), ("VP",), "system", "right", 'say "so" \\ and\tso'),
        Reassignment(("PP",), ("IN",), ("NP",)),
    ]
    file = tmp_path / "mine.toml"
    file.write_text(written("collins", 'my "own"', chosen), encoding="utf-8")
    rules = head_rules(str(file))
    assert rules.reassign == tuple(chosen)
    assert rules.title == 'my "own"'
    assert rules.steps_for("NP") == head_rules("collins").steps_for("NP")


def test_reassignments_are_for_a_side():
    rules = head_rules("content")
    assert rules.for_side("gold") == rules
    only = Reassignment(("VP",), ("MD",), ("VP",), "system")
    assert only.side == "system"
    assert str(only) == "in VP from MD to VP (system only)"


def test_rules_that_fit():
    assert fitting_rules([("NP", 5), ("NML", 2)]).name == "ontonotes"
    assert fitting_rules([("NP", 5), ("SBAR", 2)]).name == "collins"
    assert fitting_rules([("NP", 2), ("CNP", 2), ("VROOT", 2)]).name == "negra"
    assert fitting_rules([("NOUNP", 2), ("VERBP", 2), ("ADJP", 2)]).name == "universal"
    assert fitting_rules([("ADJP", 2), ("ADVP", 2), ("TOP", 1)]).name == "collins"
    assert fitting_rules([]).name == "collins"
