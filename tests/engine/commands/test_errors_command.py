"""``treelens errors`` as people use it."""

import csv
import io
import json
import sys
from pathlib import Path

import pytest

from treelens.engine.commands.main import run as run_command
from treelens.engine.errors import KINDS
from treelens.resources import resource

DEMO = Path(str(resource("demo")))
GOLD, SYSTEM, OTHER = (str(DEMO / f"{name}.mrg") for name in ("gold", "berkeley", "linkgrammar"))


@pytest.fixture
def treelens(capfdbinary):
    """Run the program; return exit code, standard output and standard error."""

    def run(*arguments: object) -> tuple[int, str, str]:
        code = run_command(["errors", *map(str, arguments)])
        sys.stdout.flush()
        out, err = capfdbinary.readouterr()
        return code, out.decode(), err.decode()

    return run


def test_table_by_kind(treelens):
    code, out, _ = treelens(GOLD, SYSTEM, OTHER)
    assert code == 0
    assert out.splitlines()[0].endswith("collins, labelled · Penn Treebank")
    assert "NP attachment" in out
    assert "exact" in out
    rows = [line.split() for line in out.splitlines() if line.startswith(("berkeley  ", "linkgrammar  "))]
    explained = {row[0]: row[1:5] for row in rows if row[1].isdigit()}
    assert explained["berkeley"][0] == "120"
    assert explained["linkgrammar"][0] == "119"


def test_json_has_the_sentences_behind_each_number(treelens):
    code, out, _ = treelens(GOLD, SYSTEM, "--format", "json")
    found = json.loads(out)
    (system,) = found["systems"]
    assert code == 0
    assert found["style"] == "penn"
    assert list(system["kinds"]) == list(KINDS)
    assert sum(count["brackets"] for count in system["kinds"].values()) == system["brackets"]
    assert sum(count["share"] for count in system["kinds"].values()) == pytest.approx(1)
    _, out, _ = treelens(GOLD, SYSTEM, "--format", "json", "--per-sentence")
    sentences = json.loads(out)["systems"][0]["per_sentence"]
    for kind, count in system["kinds"].items():
        behind = [s["id"] for s in sentences if any(repair["kind"] == kind for repair in s["repairs"])]
        assert behind == count["sentences"]
        assert sum(repair["kind"] == kind for s in sentences for repair in s["repairs"]) == count["repairs"]


def test_csv_by_kind_and_by_confusion(treelens):
    _, out, _ = treelens(GOLD, SYSTEM, OTHER, "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert len(rows) == 2 * len(KINDS)
    assert all(len(row["ids"].split()) == int(row["sentences"]) for row in rows)
    _, out, _ = treelens(GOLD, SYSTEM, "--format", "csv", "--by", "confusion")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert (rows[0]["phrase"], rows[0]["hangs under"], rows[0]["in gold under"]) == ("PP", "NP", "VP")


def test_one_sentence_in_words(treelens):
    code, out, _ = treelens(GOLD, SYSTEM, "--id", "15")
    assert code == 0
    assert out.startswith("berkeley: sentence 15 · 2 repairs explain 19 bracket errors · exact\n")
    told = "“Thursday” hangs under NP “the river”; in gold it hangs under VP “said the committee … river”."
    assert f"  1. NP attachment (18): {told}\n" in out
    _, out, _ = treelens(GOLD, GOLD, "--id", "15")
    assert "sentence 15 · no bracket errors" in out


def test_style_and_output(treelens, tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('title = "Mine"\n[attachment]\nclause = ["NP", "NNP"]\n', encoding="utf-8")
    code, out, _ = treelens(GOLD, SYSTEM, "--id", "15", "--style", file)
    assert code == 0
    assert "1. clause attachment (18)" in out
    code, _, err = treelens(GOLD, SYSTEM, "--style", file, "-o", file)
    assert code == 2
    assert "will not be overwritten" in err
    code, _, _ = treelens(GOLD, SYSTEM, "-o", tmp_path / "table")
    assert code == 0
    assert "PP attachment" in (tmp_path / "table").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--id", "200"], "has no sentence 200, only 120"),
        (["--style", "german"], "no style is called 'german'"),
        (["--by", "label"], "--by takes kind, confusion"),
        (["--format", "xml"], "--format takes table, json, csv"),
    ],
)
def test_wrong_arguments(treelens, arguments, message):
    code, _, err = treelens(GOLD, SYSTEM, *arguments)
    assert code == 2
    assert message in err


def test_failed_parse_is_said(treelens):
    _, out, _ = treelens(GOLD, OTHER, "--id", "118")
    assert out == "linkgrammar: sentence 118 · no parse\n"
