"""``treelens agree``, and systems by folders, patterns and tables: what is printed, where, and the exit codes."""

import csv
import io
import json
from pathlib import Path

import pytest

from treelens.engine.agreement import Scores, agreement
from treelens.engine.commands.main import run as run_command
from treelens.engine.sweep import MANY, Recipe
from treelens.resources import resource

DEMO = Path(str(resource("demo")))
GOLD = str(DEMO / "gold.mrg")

#: Two measures that agree, one that does not, and a count.
TABLE = "system,family,parameter,lp,up,mine,crossing\nx,p,1,80,85,10,3\ny,p,2,81,84,30,2\nz,p,3,90,91,20,1\n"


@pytest.fixture
def treelens(capfd):
    def run(*arguments: object) -> tuple[int, str, str]:
        code = run_command(list(map(str, arguments)))
        return code, *capfd.readouterr()

    return run


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "scores.csv"
    path.write_text(TABLE)
    return path


def test_json_has_what_is_promised(treelens, table):
    code, out, err = treelens("agree", "--scores", table, "--format", "json")
    found = json.loads(out)
    assert (code, err) == (0, "")
    assert found["metrics"] == ["lp", "up", "mine", "crossing"]
    assert found["systems"] == ["x", "y", "z"]
    assert found["scores"]["lp"] == {"x": 0.8, "y": 0.81, "z": 0.9}
    assert found["scores"]["crossing"] == {"x": 3, "y": 2, "z": 1}
    assert found["spearman"]["lp"]["up"] == pytest.approx(0.5)
    assert found["spearman"]["lp"]["crossing"] == -1
    assert found["kendall"]["lp"]["up"] == pytest.approx(1 / 3)
    assert set(found["epsila"]) == {"lp", "up", "mine"}
    assert found["epsila"]["lp"]["up"] == 0.05
    assert found["epsila"]["up"]["lp"] == 0.0625
    assert set(found["clusters"]) == {"0.01", "0.03", "0.05", "0.1", "0.2"}
    assert found["clusters"]["0.05"] == [["lp"], ["up"], ["mine"]]
    assert found["clusters"]["0.1"] == [["lp", "up"], ["mine"]]
    assert found["optima"]["mine"]["system"] == "y"
    assert found["optima"]["mine"]["increase"] == pytest.approx(0.9)  # under lp: 19 instead of 10
    assert found["optima"]["mine"]["seen_by"] == "lp"
    assert found["zscores"]["mine"]["z"] == 0
    assert sorted(found["order"]) == sorted(found["metrics"])
    assert found["points"]["y"] == {"family": "p", "parameter": 2.0}


def test_undefined_values_are_null(treelens, tmp_path):
    (tmp_path / "t.csv").write_text("system,a,b\nx,80,\ny,80,70\n")
    _, out, _ = treelens("agree", "--scores", tmp_path / "t.csv", "--format", "json")
    found = json.loads(out)
    assert found["scores"]["b"] == {"x": None, "y": 0.7}
    assert found["spearman"]["a"] == {"a": None, "b": None}
    assert found["epsila"]["a"]["b"] is None
    assert found["zscores"]["a"]["x"] is None


def test_csv_has_a_row_for_each_pair_of_measures(treelens, table):
    _, out, _ = treelens("agree", "--scores", table, "--format", "csv")
    rows = {(row["metric"], row["other"]): row for row in csv.DictReader(io.StringIO(out))}
    assert len(rows) == 16
    assert float(rows["lp", "up"]["epsila"]) == 0.05
    assert rows["lp", "crossing"]["epsila"] == ""
    assert float(rows["lp", "crossing"]["spearman"]) == -1


def test_the_table_tells_what_to_choose(treelens, table):
    code, out, _ = treelens("agree", "--scores", table)
    assert code == 0
    lines = [line.split() for line in out.splitlines()]
    assert lines[0] == ["3", "systems", "·", "4", "measures"]
    assert ["10", "%", "2", "lp", "up", "·", "mine"] in lines
    assert ["mine", "y", "2", "30.00", "20.00", "90.00", "lp"] in lines


def test_only_some_measures(treelens, table):
    _, out, _ = treelens("agree", "--scores", table, "--metrics", "mine,lp", "--format", "json")
    assert json.loads(out)["metrics"] == ["mine", "lp"]
    code, _, err = treelens("agree", "--scores", table, "--metrics", "f1")
    assert code == 2
    assert "has no column 'f1'" in err


def test_trees_and_their_table_say_the_same(treelens, tmp_path):
    """Scored here, from a table of systems, and from one of sentences: the same agreement."""
    systems = [DEMO / f"{name}.mrg" for name in ("berkeley", "stanford", "opennlp", "pcfg-plain")]
    measures = ("--metrics", "f1,exact,t-dice,crossing")
    code, out, _ = treelens("agree", GOLD, *systems, *measures, "--format", "json")
    assert code == 0
    wanted = json.loads(out)
    scored = json.loads(treelens("score", GOLD, *systems, *measures, "--format", "json")[1])["systems"]
    for one in scored:
        for metric, tally in one["metrics"].items():
            assert wanted["scores"][metric][one["name"]] == pytest.approx(tally["macro"], rel=1e-15)
    for more in ([], ["--per-sentence"]):
        path = tmp_path / f"{len(more)}.csv"
        assert treelens("score", GOLD, *systems, *measures, "--table", path, *more)[0] == 0
        found = json.loads(treelens("agree", "--scores", path, "--format", "json")[1])
        for part in ("spearman", "epsila", "clusters", "order"):
            assert found[part] == wanted[part]
    again = agreement(
        Scores.of({s: {m: 100 * wanted["scores"][m][s] for m in wanted["metrics"]} for s in wanted["systems"]})
    )
    assert again.epsila[0, 2] == pytest.approx(wanted["epsila"]["f1"]["t-dice"], abs=1e-12)


def test_fragments_are_no_mean_over_sentences(treelens, tmp_path):
    path = tmp_path / "t.csv"
    treelens("score", GOLD, DEMO / "berkeley.mrg", "--metrics", "f1,freval-15", "--per-sentence", "--table", path)
    _, out, err = treelens("agree", "--scores", path, "--format", "json")
    assert json.loads(out)["metrics"] == ["f1"]
    assert "freval-15" in err


def test_a_sweep_is_a_table_of_systems(treelens, tmp_path):
    for name in ("berkeley", "stanford"):
        (tmp_path / f"{name}.mrg").write_bytes((DEMO / f"{name}.mrg").read_bytes())
    (tmp_path / "params.tsv").write_text("system\tsize\nberkeley\t10\nstanford\tInf\n")
    sweep = ("--sweep", tmp_path / "params.tsv")
    _, out, _ = treelens("agree", GOLD, *sweep, "--metrics", "f1,t-dice", "--format", "json")
    assert json.loads(out)["points"] == {
        "berkeley": {"family": "", "parameter": 10.0},
        "stanford": {"family": "", "parameter": "inf"},
    }
    code, out, _ = treelens("score", GOLD, *sweep, "--metrics", "f1", "--format", "csv")
    assert code == 0
    assert [row["system"] for row in csv.DictReader(io.StringIO(out))] == ["berkeley", "stanford"]
    (tmp_path / "gold.mrg").write_bytes(Path(GOLD).read_bytes())
    _, out, _ = treelens("score", tmp_path / "gold.mrg", tmp_path, "--format", "csv")
    assert [row["system"] for row in csv.DictReader(io.StringIO(out))] == ["berkeley", "stanford"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["agree"], "name GOLD and systems"),
        (["agree", GOLD], "name a system"),
        (["score", GOLD], "name a system"),
        (["agree", GOLD, "--scores", "x.csv"], "goes without trees"),
        (["agree", "--scores", "missing.csv"], "missing.csv"),
        (["score", GOLD, "missing/*.mrg"], "fits no system's file"),
        (["score", GOLD, GOLD, "--table", "x.doc"], "*.csv or *.parquet"),
        (["score", GOLD, GOLD, "--format", "evalb", "--table", "x.csv"], "--format evalb goes with neither"),
    ],
)
def test_what_is_wrong_is_said(treelens, arguments, said):
    code, out, err = treelens(*arguments)
    assert (code, out) == (2, "")
    assert said in err
    assert len(err.splitlines()) == 1


def test_a_table_never_overwrites_an_input(treelens, tmp_path):
    path = tmp_path / "gold.csv"
    path.write_bytes(Path(GOLD).read_bytes())
    code, _, err = treelens("score", path, DEMO / "berkeley.mrg", "--table", path, "--from", "brackets")
    assert code == 2
    assert "will not be overwritten" in err
    assert path.read_bytes() == Path(GOLD).read_bytes()


def test_many_systems_go_to_processes_and_print_the_same(treelens, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    text = (DEMO / "berkeley.mrg").read_text(encoding="utf-8").splitlines()[:20]
    gold = tmp_path / "gold.mrg"
    gold.write_text("\n".join(Path(GOLD).read_text(encoding="utf-8").splitlines()[:20]) + "\n", encoding="utf-8")
    systems = tmp_path / "systems"
    systems.mkdir()
    for number in range(MANY):
        lines = [*text[: number % 20], "(())", *text[number % 20 + 1 :]]
        (systems / f"s{number:02}.mrg").write_text("\n".join(lines) + "\n", encoding="utf-8")
    many = treelens("score", gold, systems, "--metrics", "f1,t-dice", "--jobs", 2, "--format", "json")
    one = treelens("score", gold, systems, "--metrics", "f1,t-dice", "--jobs", 1, "--format", "json")
    assert many == one
    assert many[0] == 0
    assert len(json.loads(many[1])["systems"]) == MANY


def test_an_interruption_is_said(treelens, tmp_path, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(Recipe, "compare", interrupted)
    path = tmp_path / "scores.csv"
    assert treelens("score", GOLD, DEMO / "berkeley.mrg", "--table", path) == (130, "", "treelens: interrupted\n")
    assert not list(tmp_path.iterdir())
