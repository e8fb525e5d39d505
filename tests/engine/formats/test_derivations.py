"""Derivations: shape, words, types, places, and what is wrong with those that cannot be read."""

import gzip

import pytest
from hypothesis import given
from hypothesis import strategies as st

from treelens.engine.formats.derivations import read_derivation, unescaped
from treelens.engine.formats.lines import SentenceError
from treelens.engine.source import Source


def test_words_types_and_places():
    it = rb'(1 it_n1\sn_le 0 0 1 ("it" 4 "token [ +FROM \\"0\\" +TO \\"2\\" ]"))'
    text = rb'(5 sb-hd_c 1.5 0 3 %b (2 go_v1 0 1 3 ("go on")))' % it
    found = read_derivation(text)
    assert str(found.tree) == "(sb-hd_c (it_n1 it) (go_v1 go_on))"
    assert found.tree.words == ("it", "go on")
    assert found.tokens == {
        "type": ("n_le", ""),
        "start": ("0", "1"),
        "end": ("1", "3"),
        "from": ("0", ""),
        "to": ("2", ""),
    }
    assert (found.root, found.score) == (None, 1.5)


def test_a_root_symbol_is_the_top_and_gives_no_score():
    found = read_derivation(b'(root_strict (5 a 0.0 0 1 (1 b 7 0 1 ("c"))))')
    assert (str(found.tree), found.root, found.score) == ("(root_strict (a (b c)))", "root_strict", 0.0)


def test_scores_that_say_nothing():
    assert read_derivation(b'(5 a -1 0 1 ("c"))').score is None


def test_heads_are_marked():
    found = read_derivation(b'(5 a 0 0 2 (1 b 0 0 1 ("b")) (2 ^c 0 1 2 ("c")))')
    assert str(found.tree) == "(a (b b) (c c))"
    assert found.tree.functions == ("", "", "", "HD", "")


def test_quotes_backslashes_and_at_signs():
    found = read_derivation(rb'(5 a 0 0 2 (1 b 0 0 1 ("\\"")) (2 c 0 1 2 ("x\sy" 1 2)))')
    assert found.tree.words == ('"', "x@y")


def test_nodes_know_their_place_in_the_file():
    source = Source("result", b'1@(5 a 0 0 1 (6 b 0 0 1 ("c")))')
    tree = read_derivation(source.data[2:], source, 2).tree
    assert [source.data[where : where + 1] for where in tree.where] == [b"a", b"b", b'"']
    assert tree.location(1) == ("result", 1, 17)


def test_any_depth():
    text = b"(1 a 0 0 1 " * 5000 + b'("x")' + b")" * 5000
    assert len(read_derivation(text).tree) == 5001


@pytest.mark.parametrize(
    ("text", "message", "position"),
    [
        (b"", "there is no derivation", 0),
        (b'(1 a 0 0 1 ("x")', "not closed", 16),
        (b'(1 a 0 0 1 ("x"))) ', "behind the end", 17),
        (b'("x")', "stands alone", 0),
        (b'(1 a 0 0 1 (b ("x")))', "expected (id rule", 11),
        (b'(1 a x 0 1 ("x"))', "expected a score", 5),
        (b"(1 a 0 0 1 word)", "expected (id rule", 0),
    ],
)
def test_what_is_wrong_has_a_place(text, message, position):
    with pytest.raises(SentenceError, match=message.replace("(", r"\(")) as found:
        read_derivation(text)
    assert found.value.position == position


_SOUND = rb'(root (5 a 0.5 0 2 (1 b\sx 0 0 1 ("b\\\"" 1 "token [ +FROM \\\"0\\\" ]")) (2 ^c 0 1 2 ("c"))))'


@given(st.integers(0, len(_SOUND)), st.integers(0, 5), st.binary(max_size=4))
def test_damage_is_told_and_nothing_else_happens(at, cut, put):
    damaged = _SOUND[:at] + put + _SOUND[at + cut :]
    found, position = None, 0
    try:
        found = read_derivation(damaged)
    except SentenceError as error:
        position = error.position
    assert 0 <= position <= len(damaged)
    assert found is None or len(found.tokens["start"]) == len(found.tree.words)


def test_the_same_as_pydelphin(shared):
    from delphin import derivation

    for pair in ("erg-mrs-ace", "ws213-pcfg"):
        with gzip.open(shared / "data" / "delphin" / pair / "system" / "result.gz") as lines:
            for line in list(lines)[:60]:
                field = line.split(b"@")[10]
                mine, theirs = read_derivation(field), derivation.from_string(unescaped(field))
                assert mine.tree.words == tuple(word.form.replace('\\"', '"') for word in theirs.terminals())
                assert mine.tree.tags == tuple(node.entity for node in theirs.preterminals())
                assert len(mine.tree) == len(theirs.internals()) + 2 * len(theirs.terminals())
                assert mine.tokens["start"] == tuple(str(node.start) for node in theirs.preterminals())
                assert (mine.root is not None) == theirs.is_root() if theirs.id is None else mine.root is None
