"""Files too large to be held: what is printed does not tell how they were read."""

from pathlib import Path

import pytest

from treelens.engine.formats import stretches
from treelens.resources import resource

DEMO = Path(str(resource("demo")))
GOLD = DEMO / "gold.mrg"


@pytest.fixture(autouse=True)
def short(monkeypatch):
    """Read the demo in stretches of a few sentences."""
    monkeypatch.setattr(stretches, "LONG", 1)
    monkeypatch.setattr(stretches, "STRETCH", 1500)


@pytest.mark.parametrize("more", [(), ("--per-sentence",), ("--prm",), ("--format", "json", "--per-sentence")])
def test_the_same_is_printed(treelens, tmp_path, monkeypatch, more):
    prm = tmp_path / "x.prm"
    prm.write_text("DELETE_LABEL TOP\nDELETE_LABEL .\nEQ_LABEL ADVP PRT\n")
    how = ["--metrics", "evalb,freval", "--format", "csv", *more, *([prm] if "--prm" in more else [])]
    systems = [DEMO / f"{name}.mrg" for name in ("opennlp", "linkgrammar")]
    parts = treelens("score", GOLD, *systems, *how)
    monkeypatch.setattr(stretches, "LONG", 1 << 30)
    assert treelens("score", GOLD, *systems, *how) == parts
    assert parts[0] == 0


def test_a_file_is_written_whole_or_not_at_all(treelens, tmp_path):
    output = tmp_path / "scores.csv"
    output.write_text("before")
    how = ["--format", "csv", "--per-sentence", "-o", output]
    code, _, err = treelens("score", GOLD, DEMO / "opennlp.mrg", tmp_path / "none.mrg", *how)
    assert (code, output.read_text()) == (2, "before")
    assert "none.mrg" in err
    assert treelens("score", GOLD, DEMO / "opennlp.mrg", *how)[0] == 0
    assert len(output.read_text().splitlines()) == 121


def test_problems_of_gold_are_told_once(treelens, tmp_path):
    gold = tmp_path / "gold.mrg"
    lines = GOLD.read_text().splitlines()
    gold.write_text("\n".join([*lines[:60], "(S (NP x)", *lines[61:]]) + "\n")
    code, _, err = treelens("score", gold, DEMO / "berkeley.mrg", DEMO / "stanford.mrg", "--format", "csv")
    assert code == 0
    assert err.count(f"{gold}:61:1: ") == 1
