"""Suites: what is read, what is said where they are wrong, and that writing loses nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from treelens.engine.phenomena import Item, Suite, read_suite, suite_text, write_suite
from treelens.engine.problems import InputError

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
NAMES = st.lists(TEXT.map(str.strip).filter(bool), max_size=3, unique=True).map(tuple)
ITEMS = st.lists(
    st.builds(
        Item,
        TEXT,
        TEXT,
        st.one_of(st.none(), NAMES),
        st.one_of(st.none(), NAMES),
        NAMES,
        st.floats(0, 1e6),
        st.dictionaries(st.sampled_from(["note", "odd key"]), st.one_of(TEXT, st.integers(), st.booleans())),
    ),
    min_size=1,
    max_size=4,
    unique_by=lambda item: item.id,
)


@given(ITEMS, st.dictionaries(TEXT, st.floats(0, 100), max_size=2))
def test_a_suite_written_is_read_as_the_same(tmp_path_factory, items, weights):
    path = tmp_path_factory.mktemp("suite") / "suite.toml"
    suite = Suite(tuple(items), weights, str(path))
    write_suite(suite, path)
    assert read_suite(path) == suite


def test_tables(tmp_path):
    path = tmp_path / "suite.tsv"
    path.write_text("id\ttext\tphenomena\tcore\terrors\tweight\nx1\tA b.\tp; q\tp\tr,s\t2\nx2\tC.\t\tq\t\t\n")
    suite = read_suite(path)
    assert suite.items == (
        Item("x1", "A b.", ("p", "q"), ("p",), ("r", "s"), 2.0),
        Item("x2", "C.", None, ("q",)),
    )
    path.write_text("sentence\tphenomenon\tlikely_error\n7\tpassive\tadjunct\n")
    assert read_suite(path).items == (Item("7", core=("passive",), errors=("adjunct",)),)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[sentence]]\nid = 1\nphenomenon = ['a']\n", "3:14: a sentence has no phenomenon; did you mean phenomena?"),
        ("[[sentence]]\nid = 1\n\n[[sentence]]\nid = '1'\n", "5:6: there is a second sentence 1"),
        ("[[sentence]]\nid = 1\ncore = [1]\n", "3:8: core takes a list of names"),
        ("[[sentence]]\nid = 1\nweight = -1\n", "3:10: weight takes a number"),
        ("[weights]\n'a b' = 'x'\n[[sentence]]\nid = 1\n", "2:9: the weight of a b"),
        ("[[sentence]]\nid = 1\ntext = 3\n", "3:8: text takes the sentence"),
        ("[[sentence]\nid = 1\n", "1:11: "),
        ("x = 1\n", "holds no sentence"),
        ("a\tb\n1\t2\n", "1:1: expected the names of columns"),
        ("id\tcore\n1\ta\tb\n", "2:5: there are only 2 columns"),
        ("id\tcore\tweight\n1\ta\tmuch\n", "2:5: weight takes a number"),
    ],
)
def test_what_is_wrong_has_an_address(tmp_path, text, said):
    path = tmp_path / "suite.toml"
    path.write_text(text)
    with pytest.raises(InputError) as caught:
        read_suite(path)
    assert f"{path}:{said}" in str(caught.value).replace(f"{path}: holds", f"{path}:holds")


def test_items_are_replaced_and_added():
    suite = Suite((Item("1"), Item("2")))
    assert suite.with_item(Item("2", "new")).items == (Item("1"), Item("2", "new"))
    assert suite.with_item(Item("3")).items[-1] == Item("3")
    assert suite.without("1").items == (Item("2"),)
    assert suite_text(Suite()) == ""
