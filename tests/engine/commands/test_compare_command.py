"""``treelens compare`` as people use it."""

import csv
import io
import json
from pathlib import Path

import pytest

from treelens.engine.agreement.significance import NOT_COVERED
from treelens.engine.breakdowns import BY
from treelens.resources import resource

DEMO = Path(str(resource("demo")))
GOLD, BERKELEY, STANFORD, OPENNLP = (str(DEMO / f"{name}.mrg") for name in ("gold", "berkeley", "stanford", "opennlp"))
QUICK = ("--samples", "300")


def test_one_contest_is_told_by_itself(treelens):
    code, out, err = treelens("compare", GOLD, BERKELEY, STANFORD, "--metric", "f1", "--format", "json", *QUICK)
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert (found["metric"], found["a"], found["b"]) == ("f1", "berkeley", "stanford")
    assert found["difference"] == pytest.approx(0.8569439610163592 - 0.8382608695652174)
    assert found["interval"][0] < found["difference"] < found["interval"][1]
    assert set(found["p_value"]) == {"paired_bootstrap", "randomisation"}
    assert (found["samples"], found["seed"]) == (300, 1)
    assert found["comparisons"] == [{key: found[key] for key in found["comparisons"][0]}]
    assert found["not_covered"] == NOT_COVERED


def test_the_same_on_every_run(treelens):
    runs = [
        treelens("compare", GOLD, BERKELEY, STANFORD, "--format", "json", *QUICK, "--jobs", jobs, "--seed", seed)[1]
        for jobs, seed in ((1, 1), (3, 1), (1, 2))
    ]
    assert runs[0] == runs[1] != runs[2]


def test_several_contests_are_a_list(treelens):
    arguments = ("compare", GOLD, BERKELEY, STANFORD, OPENNLP, *QUICK)
    found = json.loads(treelens(*arguments, "--metrics", "f1,t-dice", "--format", "json")[1])
    assert len(found["comparisons"]) == 6
    assert "difference" not in found
    assert len(found["systems"]) == 6
    against = json.loads(treelens(*arguments, "--baseline", "stanford", "--format", "json")[1])["comparisons"]
    assert [(one["a"], one["b"]) for one in against] == [("berkeley", "stanford"), ("opennlp", "stanford")]
    assert [one["better"] for one in against] == ["berkeley", "stanford"]
    assert [one["left_out"] for one in against] == [0, 2]
    assert against[0]["adjusted"]["randomisation"] >= against[0]["p_value"]["randomisation"]


def test_csv_has_a_row_for_each_contest(treelens):
    _, out, _ = treelens("compare", GOLD, BERKELEY, STANFORD, OPENNLP, "--format", "csv", *QUICK)
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [(row["a"], row["b"]) for row in rows] == [
        ("berkeley", "stanford"),
        ("berkeley", "opennlp"),
        ("stanford", "opennlp"),
    ]
    assert float(rows[0]["score a"]) - float(rows[0]["score b"]) == pytest.approx(float(rows[0]["difference"]))


def test_the_table_says_what_is_not_covered(treelens):
    _, out, _ = treelens("compare", GOLD, BERKELEY, STANFORD, "--metrics", "f1,crossing", "--average", "macro", *QUICK)
    assert "300 samples, seed 1" in out
    assert "berkeley − stanford" in out
    assert NOT_COVERED in " ".join(out.split())
    assert "holm" in out
    one_test = treelens("compare", GOLD, BERKELEY, STANFORD, *QUICK)[1]
    assert "holm" not in one_test


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([BERKELEY], "compare takes at least two systems"),
        ([BERKELEY, STANFORD, "--baseline", "collins"], "no system is called 'collins'; there are berkeley, stanford"),
        ([BERKELEY, STANFORD, "--metric", "f1", "--metrics", "f1"], "--metric and --metrics exclude each other"),
        ([BERKELEY, STANFORD, "--metric", "evalb"], "no measure is called 'evalb'"),
        ([BERKELEY, STANFORD, "--average", "mean"], "--average takes micro, macro, not 'mean'"),
        ([BERKELEY, STANFORD, "--correct", "bonferroni"], "--correct takes holm, bh, none"),
        ([BERKELEY, STANFORD, "--metric", "freval", "--average", "macro"], "freval has no macro average here"),
    ],
)
def test_what_cannot_be_compared(treelens, arguments, said):
    code, out, err = treelens("compare", GOLD, *arguments)
    assert (code, out) == (2, "")
    assert err.startswith(said)


def test_the_manual_tells_what_the_program_prints(treelens):
    manual = " ".join(resource("manual", "significance.md").read_text(encoding="utf-8").split())
    found = json.loads(treelens("compare", GOLD, BERKELEY, STANFORD, "--format", "json")[1])
    assert f"berkeley is {100 * found['difference']:.2f} points of F1 above stanford" in manual
    low, high = (f"{100 * end:+.2f}" for end in found["interval"])
    assert f"reaches from {low} to {high}" in manual
    assert all(f"| `{by}` |" in manual for by in BY)


def test_very_many_systems_are_not_compared_each_with_each(treelens, monkeypatch):
    monkeypatch.setattr("treelens.engine.commands.compare._MOST", 2)
    code, _, err = treelens("compare", GOLD, BERKELEY, STANFORD, OPENNLP, *QUICK)
    assert code == 2
    assert "3 systems make 3 pairs to test: name one of them with --baseline" in err
    code, out, _ = treelens("compare", GOLD, BERKELEY, STANFORD, OPENNLP, *QUICK, "--baseline", "stanford")
    assert code == 0
    assert "− stanford" in out
