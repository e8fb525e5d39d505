"""Editing recognisers: only what was edited is written anew, and what is wrong has its place."""

import pytest

from treelens.engine.phenomena import Recogniser, library_names, recogniser_from
from treelens.engine.phenomena.editing import Row, Trouble, new_draft, read_draft
from treelens.engine.problems import InputError
from treelens.resources import resource

FILE = """# rules of mine
name = "mine"  # a name

[macros]
verb = "/^V/"

# of be and get
[[phenomenon]]
name = 'passive'
tgrep = 'VP < "VBN"'

[[phenomenon]]
name = "odd"
regex = \"\"\"
[[phenomenon]]
\"\"\"
description = "has a heading in it"

[more]

[[phenomenon]]
name = "either"
any = ["passive", {not = "odd"}]
# the end
"""


def test_a_file_that_is_only_read_stays_as_it_is():
    for text in (FILE, *(resource("phenomena", f"{name}-rules.toml").read_text() for name in library_names())):
        draft = read_draft(text, "penn.toml")
        assert draft.text == text
        own = text.count("\n[[phenomenon]]")
        assert len(draft.rows) in (own, own - 1)  # one of FILE's is within a string


def test_all_kinds_of_rules_are_read():
    rows = read_draft(FILE).rows
    assert [row.name for row in rows] == ["passive", "odd", "either"]
    assert rows[0].text == 'VP < "VBN"'
    assert rows[1].kind == "regex"
    assert rows[2].text == '["passive", {not = "odd"}]'


def test_an_edit_changes_its_own_piece_and_no_other():
    draft = read_draft(FILE)
    made = draft.changed(0, Row("passive", "tgrep", 'VP < "VBN" . \\\\ @verb'))
    assert '# of be and get\n[[phenomenon]]\nname = "passive"\n' in made.text
    assert made.text.split("[[phenomenon]]", 2)[2] == draft.text.split("[[phenomenon]]", 2)[2]
    assert made.text.startswith(FILE[: FILE.index("[[phenomenon]]")])
    assert read_draft(draft.changed(1, draft.rows[1]._replace(text="x")).text).rows[1].text == "x"


def test_phenomena_come_and_go():
    draft = read_draft(FILE)
    more = draft.added(Row("new", "all", "passive, either", auxiliary=True, description="both"), 0)
    again = read_draft(more.text)
    assert [row.name for row in again.rows] == ["passive", "new", "odd", "either"]
    assert again.rows[1] == Row("new", "all", "passive, either", True, "both")
    assert isinstance(again.recogniser(), Recogniser)
    less = again.without(1)
    assert [row.name for row in read_draft(less.text).rows] == ["passive", "odd", "either"]
    assert "[macros]" in less.text
    assert "[more]" in less.text


def test_an_empty_one_grows():
    draft = new_draft("of mine")
    assert isinstance(draft.recogniser(), Trouble)
    grown = draft.added(Row("a", "tgrep", "NP")).added(Row("b", "not", "a"))
    made = recogniser_from(grown.text)
    assert (made.name, made.names) == ("of mine", ["a", "b"])


@pytest.mark.parametrize(
    ("pattern", "position"),
    [("NP < <", 5), ("NP <\n\n  (VP", 11), ('"a" < <', 6), ("NP\t< <", 5), ("é < <", 4)],
)
def test_what_is_wrong_with_a_pattern_has_its_place_in_it(pattern, position):
    draft = read_draft(FILE).changed(0, Row("passive", "tgrep", pattern))
    trouble = draft.recogniser()
    assert isinstance(trouble, Trouble)
    assert (trouble.row, trouble.position) == (0, position)
    assert trouble.message


def test_what_is_wrong_elsewhere_is_told_by_its_phenomenon():
    trouble = read_draft(FILE).without(0).recogniser()
    assert isinstance(trouble, Trouble)
    assert trouble.row == 1
    assert "passive" in trouble.message
    regex = read_draft(FILE).changed(1, Row("odd", "regex", "a(b")).recogniser()
    assert isinstance(regex, Trouble)
    assert regex.row == 1
    assert 0 <= regex.position <= 3


def test_what_is_no_recogniser_is_not_edited():
    with pytest.raises(InputError):
        read_draft("name = ")
