"""``treelens phenomena`` as people use it."""

import csv
import io
import json
from pathlib import Path

import pytest

from treelens.resources import resource

DEMO = Path(str(resource("demo")))
SUITE = DEMO / "phenomena.tsv"


@pytest.fixture
def example(tmp_path):
    """The example of Tam et al.: two sentences of a system with its own formalism."""
    suite = tmp_path / "suite.toml"
    suite.write_text(
        '[[sentence]]\nid = "s1"\ntext = "Kim gave a book to Sandy"\n'
        'phenomena = ["proper noun", "unshifted ditransitive", "preposition"]\n'
        'core = ["unshifted ditransitive"]\nerrors = ["adjunct"]\n'
        '[[sentence]]\nid = "s2"\ntext = "Kim gave Sandy a book"\n'
        'phenomena = ["proper noun", "dative-shifted ditransitive"]\n'
        'core = ["dative-shifted ditransitive"]\nerrors = ["noun-noun compound"]\n'
    )
    names = ["proper noun", "monotransitive", "preposition", "adjunct", "dative-shifted ditransitive"]
    rules = tmp_path / "rules.toml"
    rules.write_text("".join(f"[[phenomenon]]\nname = '{name}'\nregex = '<{name}>'\n" for name in names))
    system = tmp_path / "system.txt"
    system.write_text(
        "<proper noun> <monotransitive> <preposition> <adjunct>\n<proper noun> <dative-shifted ditransitive>\n"
    )
    return suite, rules, system


def test_the_published_example(treelens, example):
    code, out, err = treelens("phenomena", *example, "--format", "json")
    assert code == 0
    (one,) = json.loads(out)["systems"]
    assert one["exhaustive"]["precision"] == 0.75
    assert one["exhaustive"]["recall"] == pytest.approx(5 / 6)
    assert (one["core"]["precision"], one["core"]["recall"]) == (0.5, 0.5)
    first = one["sentences"][0]
    assert first["id"] == "s1"
    assert first["recognised"] == ["adjunct", "monotransitive", "preposition", "proper noun"]
    assert first["missing"] == ["unshifted ditransitive"]
    assert first["errors"] == ["adjunct"]
    assert one["phenomena"]["proper noun"] == {
        "precision": 1.0,
        "recall": 1.0,
        "core_recall": None,
        "expected": 2,
        "recognised": 2,
        "both": 2,
        "core": 0,
        "core_found": 0,
        "likely": 0,
        "made": 0,
    }
    assert "no rule for 2 phenomena of the suite" in err


def test_table_and_csv(treelens, example):
    code, out, _ = treelens("phenomena", *example, "--per-sentence")
    assert code == 0
    assert "75.00" in out
    assert "83.33" in out
    assert "s1  recognised adjunct" in out
    _, out, _ = treelens("phenomena", *example, "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert (rows[0]["system"], rows[0]["phenomenon"]) == ("system", "")
    header = out.splitlines()[0].split(",")
    assert header[:6] == ["system", "phenomenon", "precision", "recall", "core precision", "core recall"]
    assert [rows[0][name] for name in header[2:6]] == ["0.75", "0.8333333333333333", "0.5", "0.5"]
    _, out, _ = treelens("phenomena", *example, "--format", "csv", "--per-sentence")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert rows[0]["errors"] == "adjunct"


def test_systems_with_their_own_rules(treelens, example, tmp_path):
    suite, rules, system = example
    other = tmp_path / "trees.mrg"
    other.write_text("(S (NP (NNP Kim)) (VP (VBD gave)))\n(())\n")
    own = f"trees={resource('phenomena', 'penn-rules.toml')}"
    given = (suite, rules, system, other, "--rules", own, "--pair", "order")
    code, out, _ = treelens("phenomena", *given, "--format", "json")
    one, two = json.loads(out)["systems"]
    assert (one["rules"], two["rules"]) == ("rules", "Penn Treebank")
    assert two["without_parse"] == 1
    assert two["sentences"][0]["recognised"] == ["proper noun"]
    assert not two["sentences"][1]["parsed"]
    strict, *_ = treelens("phenomena", *given, "--strict")
    assert (code, strict) == (0, 1)


def test_beside_classical_measures(treelens):
    systems = [DEMO / "berkeley.mrg", DEMO / "linkgrammar.mrg"]
    code, out, _ = treelens(
        "phenomena", SUITE, "demo", *systems, "--gold", DEMO / "gold.mrg", "--metrics", "f1,t-dice", "--format", "json"
    )
    _, scored, _ = treelens("score", DEMO / "gold.mrg", *systems, "--metrics", "f1,t-dice", "--format", "json")
    assert code == 0
    for mine, theirs in zip(json.loads(out)["systems"], json.loads(scored)["systems"], strict=True):
        assert mine["metrics"] == {name: one["micro"] for name, one in theirs["metrics"].items()}
        assert mine["core"]["n"]["precision"] == 40
        assert mine["exhaustive"]["precision"] is None


def test_texts_have_no_classical_measures(treelens, example):
    suite, rules, system = example
    code, out, _ = treelens("phenomena", suite, rules, system, "--gold", DEMO / "gold.mrg", "--pair", "order")
    assert code == 0
    assert out.splitlines()[4].split()[-1] == "n/a"
    code, _, err = treelens(
        "phenomena", SUITE, "demo", DEMO / "berkeley.mrg", "--gold", DEMO / "gold.mrg", "--pair", "id"
    )
    assert (code, "no ids" in err) == (0, False)


def test_gold_has_what_the_demo_says(treelens):
    _, out, _ = treelens("phenomena", SUITE, "demo", DEMO / "gold.mrg", "--format", "json")
    (gold,) = json.loads(out)["systems"]
    assert gold["core"]["recall"] == 1
    assert not [one for one in gold["sentences"] if one["missing"]]


def test_other_formalisms(treelens, tmp_path):
    rules = tmp_path / "ud.toml"
    passive = "[[phenomenon]]\nname = 'passive'\nregex = '\\t(nsubj|aux):pass\\t'\n"
    rules.write_text(f"{passive}[[phenomenon]]\nname = 'x'\ntgrep = 'VERB'\n")
    suite = tmp_path / "s.tsv"
    suite.write_text("id\tcore\n1\tx\n2\tx\n")
    code, out, _ = treelens("phenomena", suite, rules, DEMO / "gold.conllu", "--format", "json")
    assert code == 0
    assert json.loads(out)["systems"][0]["core"]["recall"] == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--rules", "nobody=x.toml"), "no system is called nobody"),
        (("--rules", "x"), "--rules takes SYS=FILE"),
        (("--format", "xml"), "--format takes table, json, csv"),
    ],
)
def test_what_is_wrong_is_said(treelens, example, arguments, said):
    code, _, err = treelens("phenomena", *example, *arguments)
    assert code == 2
    assert said in err


def test_nothing_that_was_read_is_written_to(treelens, example):
    before = example[1].read_text()
    code, _, err = treelens("phenomena", *example, "-o", example[1])
    assert code == 2
    assert "is one of the inputs" in err
    assert example[1].read_text() == before
