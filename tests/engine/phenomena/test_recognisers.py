"""Recognisers: combinations, what they may use, what is said where they are wrong, and expressions that never end."""

import itertools

import numpy as np
import pytest

from treelens.engine.phenomena import (
    Item,
    Suite,
    assess,
    load_parses,
    matching_nodes,
    pair_suite,
    read_recogniser,
    recognise,
    recogniser_from,
)
from treelens.engine.phenomena.recognising import matching_spans, recognising
from treelens.engine.problems import InputError, TreelensError
from treelens.resources import resource

RULES = """
name = "mine"

[macros]
noun = '/^N/'

[[phenomenon]]
name = "a"
regex = "A"

[[phenomenon]]
name = "b"
regex = "B"
auxiliary = true

[[phenomenon]]
name = "both"
all = ["a", "b"]

[[phenomenon]]
name = "either"
any = ["a", "b"]

[[phenomenon]]
name = "neither"
not = ["a", "b"]

[[phenomenon]]
name = "only a"
all = ["a", {not = "b"}]

[[phenomenon]]
name = "nested"
any = [{all = ["a", {regex = "C"}]}, {not = {any = ["a", "b"]}}]
"""


def written(tmp_path, text, name="parses.txt"):
    path = tmp_path / name
    path.write_text(text)
    return path


def test_combinations_are_those_of_logic(tmp_path):
    lines = ["".join(one) for size in range(4) for one in itertools.combinations("ABC", size)]
    parses = load_parses(written(tmp_path, "\n".join(f"x{line}" for line in lines)))
    found = recognise(recogniser_from(RULES), parses)
    assert "b" not in found.names
    for place, line in enumerate(lines):
        a, b, c = ("A" in line), ("B" in line), ("C" in line)
        expected = {"a": a, "both": a and b, "either": a or b, "neither": not (a or b)}
        expected |= {"only a": a and not b, "nested": (a and c) or not (a or b)}
        assert found.of(place) == {name for name, held in expected.items() if held}


def test_patterns_use_macros_and_other_phenomena(tmp_path):
    rules = recogniser_from(
        "[macros]\nnoun = '/^N/'\n[[phenomenon]]\nname = 'of phrase'\ntgrep = 'PP < (IN < of)'\n"
        "[[phenomenon]]\nname = 'modified'\ntgrep = '@noun < @of-phrase'\n"
        "[[phenomenon]]\nname = 'shown'\nall = ['modified', {not = {tgrep = 'VP'}}]\n"
    )
    text = "(S (NP (NP (N a)) (PP (IN of) (NP (N b)))) (V c))"
    parses = load_parses(written(tmp_path, text))
    assert recognise(rules, parses).of(0) == {"of phrase", "modified", "shown"}
    assert matching_nodes(rules, "modified", parses.bank.tree(0)) == [1]
    assert matching_nodes(rules, "shown", parses.bank.tree(0)) == [1]


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("tgrep = 'NP < (PP'", "3:18: the pattern ends too early: expected )"),
        ('tgrep = "\\"a\\" <> PP"', "3:16: there is no relation <>"),
        ("tgrep = '''\n  NP < /a(/'''", "4:11: not a regular expression: missing )"),
        ("tgrep = '@unknown'", "3:10: no macro is called @unknown"),
        ("regex = '(a'", "3:12: not a regular expression: missing )"),
        ("all = ['nobody']", "3:7: no phenomenon is called nobody"),
        ("any = []", "3:7: any takes a list of names"),
        ("not = 'x'", "3:7: x is defined by itself"),
        ("all = [{not = 'x'}]", "3:7: x is defined by itself"),
        ("tgrep = '@x'", "3:9: @x is defined by itself"),
        ("", "2:8: expected one of tgrep, regex, all, any, not"),
        ("regex = 'a'\ntgrep = 'b'", "expected one of tgrep"),
        ("regexp = 'a'", "3:10: a phenomenon has no regexp"),
        ("regex = 'a'\nauxiliary = 1", "4:13: auxiliary is true or false"),
        ("regex = '(a{9999}){9999}'", "3:10: this regular expression is too large"),
        ("regex = 'a'\n[[phenomenon]]\nname = 'x'\nregex = 'b'", "5:8: there is a second phenomenon x"),
        ("regex = ", "at the end of the file"),
    ],
)
def test_what_is_wrong_has_an_address(rule, said):
    with pytest.raises(InputError) as caught:
        recogniser_from(f"[[phenomenon]]\nname = 'x'\n{rule}")
    assert said in str(caught.value)
    assert str(caught.value).startswith("rules:")


def test_recognisers_extend_others(tmp_path):
    noun, verb = "[[phenomenon]]\nname = 'noun'\ntgrep = '@n'\n", "[[phenomenon]]\nname = 'verb'\ntgrep = 'VP'\n"
    base = f"[macros]\nn = 'NP'\n{noun}{verb}"
    written(tmp_path, base, "base.toml")
    clause = "[[phenomenon]]\nname = 'c'\ntgrep = 'S < @n < @verb'\n"
    own = f"extends = 'base.toml'\n{verb.replace('VP', 'V')}{clause}"
    rules = read_recogniser(written(tmp_path, own, "own.toml"))
    assert rules.names == ["noun", "verb", "c"]
    assert recognise(rules, load_parses(written(tmp_path, "(S (NP a) (V b))"))).of(0) == {"noun", "verb", "c"}
    assert "passive" in recogniser_from("extends = 'penn'\n[[phenomenon]]\nname = 'p'\nany = ['passive']").names
    written(tmp_path, "extends = 'own.toml'\n[[phenomenon]]\nname = 'x'\ntgrep = 'X'\n", "base.toml")
    with pytest.raises(InputError, match="extended by itself"):
        read_recogniser(tmp_path / "own.toml")


def test_expressions_that_never_end_are_stopped(tmp_path):
    rules = recogniser_from("[[phenomenon]]\nname = 'x'\nregex = '(.|.)*[0-9]$'")
    parses = load_parses(written(tmp_path, "a" * 60 + "!\n"))
    with pytest.raises(TreelensError, match="x: this regular expression does not end"):
        recognise(rules, parses)


def test_any_text_is_a_parse(tmp_path):
    lines = load_parses(written(tmp_path, "det(dog, the)\n\n(())\nroot(barks)\n"), "lines")
    assert len(lines) == 4
    assert lines.parsed.tolist() == [True, False, False, True]
    text = "# sent_id = s1\n# text = The dog\ndet(a)\nroot(b)\n\n\n# sent_id = s2\nroot(c)\n"
    blocks = load_parses(written(tmp_path, text), "blocks")
    assert [blocks.id(place) for place in range(2)] == ["s1", "s2"]
    assert blocks.words(0) == "The dog"
    assert blocks.raw(1).endswith("root(c)")
    assert len(load_parses(written(tmp_path, "a\nb\n\nc\n"), "lines")) == 4
    rules = recogniser_from("[[phenomenon]]\nname = 'x'\ntgrep = 'NP'")
    with pytest.raises(TreelensError, match="cannot be read as trees, but rules looks for x"):
        recognise(rules, lines)


def test_raw_text_of_trees(tmp_path):
    demo = load_parses(str(resource("demo", "gold.conllu")))
    assert demo.raw(1).startswith("# sent_id = 2\n")
    assert "\n\n" not in demo.raw(1)
    text = "( (S\n   (NP a)\n   (VP b)))\n\n( (S (X c)))\n"
    parses = load_parses(written(tmp_path, text, "a.mrg"))
    assert parses.raw(0) == "( (S\n   (NP a)\n   (VP b)))"
    assert parses.raw(1) == "( (S (X c)))"
    rules = recogniser_from("[[phenomenon]]\nname = 'x'\nregex = 'NP a'")
    assert [recognise(rules, parses).of(place) for place in (0, 1)] == [{"x"}, set()]
    assert matching_spans(rules, "x", parses.raw(0)) == [(9, 13)]


def test_results_come_in_parts(monkeypatch):
    from treelens.engine.tgrep import forest

    monkeypatch.setattr(forest, "_AT_FIRST", 500)
    parses = load_parses(str(resource("demo", "gold.mrg")))
    rules = recogniser_from("[[phenomenon]]\nname = 'x'\ntgrep = 'NP < PP'")
    parts = list(recognising(rules, parses, ["x"]))
    assert len(parts) > 1
    joined = np.concatenate([part.holds for part in parts])
    assert np.array_equal(joined, recognise(rules, parses).holds)


def suite(*items):
    return Suite(tuple(Item(id, text, core=("x",)) for id, text in items))


def test_pairing(tmp_path):
    parses = load_parses(written(tmp_path, "(S (A the) (B dog))\n(S (A a) (B cat))\n(S (A no) (-LRB- -LRB-))\n"))

    def paired(*items, method=None):
        return pair_suite(suite(*items), parses, method)[0].tolist()

    assert paired(("x", ""), ("y", ""), ("z", "")) == [0, 1, 2]
    assert paired(("3", ""), ("1", "")) == [2, 0]
    assert paired(("x", "a  cat"), ("y", "no(")) == [1, 2]
    assert paired(("x", "no ("), ("y", "a cat"), ("z", "the dog")) == [2, 1, 0]
    assert paired(("x", "no ("), ("y", "a cat"), ("z", "the dog"), method="order") == [0, 1, 2]
    assert paired(("1", ""), ("9", ""), method="id") == [0, -1]
    with pytest.raises(TreelensError, match="neither ids nor texts"):
        paired(("x", ""), ("y", ""))
    conllu = load_parses(str(resource("demo", "gold.conllu")))
    assert pair_suite(suite(("5", ""), ("2", "")), conllu)[0].tolist() == [4, 1]


def test_sentences_that_are_not_there_have_no_parse(tmp_path):
    parses = load_parses(written(tmp_path, "(S (NP a))\n(())\n"))
    rules = recogniser_from("[[phenomenon]]\nname = 'x'\ntgrep = 'NP'")
    assessed = assess(suite(("1", ""), ("2", ""), ("3", "")), rules, parses, "id")
    assert assessed.scores.without_parse == 2
    assert assessed.scores.core_recall.value == pytest.approx(1 / 3)
    assert any("not found" in note for note in assessed.notes)
