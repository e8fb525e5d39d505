"""``treelens breakdown`` as people use it."""

import csv
import io
import json
from pathlib import Path

import pytest

from treelens.engine.agreement.significance import NOT_COVERED
from treelens.engine.breakdowns import BY
from treelens.resources import resource

DEMO = Path(str(resource("demo")))
GOLD, BERKELEY, OPENNLP = (str(DEMO / f"{name}.mrg") for name in ("gold", "berkeley", "opennlp"))
QUICK = ("--samples", "200")


@pytest.mark.parametrize("by", BY)
def test_json_by_everything(treelens, by):
    code, out, _ = treelens("breakdown", GOLD, BERKELEY, "--by", by, "--format", "json", *QUICK)
    found = json.loads(out)
    assert code == 0
    assert (found["by"], found["sentences"], found["samples"], found["seed"]) == (by, 120, 200, 1)
    bins = found["systems"][0]["bins"]
    expected = {"recall", "precision", "f1", "gold", "output"} if by != "error" else {"lost", "repairs", "brackets"}
    assert expected <= set(bins[0])
    assert len({row["bin"] for row in bins}) == len(bins) > 2


def test_systems_stand_below_each_other_in_each_bin(treelens):
    _, out, err = treelens("breakdown", GOLD, BERKELEY, OPENNLP, "--by", "length", *QUICK)
    lines = out.splitlines()
    assert "118 of 120 sentences" in lines[0]
    assert "by words in the sentence" in lines[0]
    assert lines[4].startswith("1–10 ")
    assert [line.split()[0] for line in lines[5:9:2]] == ["opennlp", "opennlp"]
    assert NOT_COVERED in " ".join(out.split())
    assert "2 sentences with other words" in err


def test_csv_has_a_row_for_each_bin_and_system(treelens):
    _, out, _ = treelens("breakdown", GOLD, BERKELEY, OPENNLP, "--format", "csv", *QUICK)
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [(row["bin"], row["system"]) for row in rows[:2]] == [("NP", "berkeley"), ("NP", "opennlp")]
    assert rows[0]["f1 difference"] == ""
    difference = float(rows[1]["f1"]) - float(rows[0]["f1"])
    assert float(rows[1]["f1 difference"]) == pytest.approx(difference)
    assert float(rows[1]["f1 difference low"]) <= difference <= float(rows[1]["f1 difference high"])


def test_mistakes(treelens, tmp_path):
    code, _, err = treelens("breakdown", GOLD, BERKELEY, "--by", "phrase")
    assert (code, err) == (2, f"--by takes {', '.join(BY)}, not 'phrase'\n")
    other = tmp_path / "other.mrg"
    other.write_text("(S (A a))\n" * 120)
    code, _, err = treelens("breakdown", GOLD, BERKELEY, str(other))
    assert code == 2
    assert "there is no sentence of which all systems could be compared" in err
