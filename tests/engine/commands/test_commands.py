"""The command line as people use it: what is printed, where, and the exit codes."""

import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from treelens.resources import resource

DEMO = Path(str(resource("demo")))
GOLD, SYSTEM = str(DEMO / "gold.mrg"), str(DEMO / "berkeley.mrg")


def test_table_has_a_row_for_each_system(treelens):
    code, out, err = treelens("score", GOLD, SYSTEM, DEMO / "opennlp.mrg", "--metrics", "f1,exact")
    assert code == 0
    lines = out.splitlines()
    assert lines[0].endswith("120 sentences · collins, labelled")
    assert lines[2].split() == ["micro", "f1", "exact"]
    assert lines[3].split() == ["berkeley", "85.69", "35.83"]
    assert lines[4].split() == ["opennlp", "79.41", "25.42"]
    assert err == (
        "opennlp: 2 sentences with other words than gold, not compared "
        "(sentence 46: 13 words in gold, 12 in the system)\n"
    )


def test_json_has_what_is_promised(treelens):
    code, out, _ = treelens("score", GOLD, SYSTEM, DEMO / "linkgrammar.mrg", "--format", "json", "--per-sentence")
    result = json.loads(out)
    assert code == 0
    assert result["settings"]["preset"] == "collins"
    first, second = result["systems"]
    assert first["name"] == "berkeley"
    assert first["sentences"] == {"total": 120, "compared": 120, "skipped": 0, "errors": 0}
    assert set(first["metrics"]["f1"]) == {"micro", "macro", "n", "missing"}
    assert first["metrics"]["crossing"]["micro"] == 102
    assert second["metrics"]["f1"]["n"] == 119
    failed = second["per_sentence"][117]
    assert (failed["id"], failed["status"], failed["message"]) == (118, "skip", "no parse")
    assert set(failed["metrics"].values()) == {None}


def test_csv_is_one_row_a_system_or_a_sentence(treelens):
    _, out, _ = treelens("score", GOLD, SYSTEM, "--format", "csv", "--metrics", "f1,crossing")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [(row["system"], row["crossing"]) for row in rows] == [("berkeley", "102")]
    assert float(rows[0]["f1"]) == 0.8569439610163592
    _, out, _ = treelens("score", GOLD, SYSTEM, "--format", "csv", "--metrics", "f1", "--per-sentence")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert len(rows) == 120
    assert rows[17]["f1"] == "1.0"


def test_evalb_format(treelens, shared):
    folder = shared / "reference" / "evalb_edge"
    arguments = [
        "score",
        folder / "gold",
        folder / "test",
        "--format",
        "evalb",
        "--prm",
        folder / "COLLINS.prm",
    ]
    code, out, err = treelens(*arguments)
    assert code == 0
    assert out == (folder / "COLLINS.out").read_text()
    assert err == (folder / "COLLINS.err").read_text()


def test_evalb_stops_if_strict(treelens, tmp_path):
    (tmp_path / "gold").write_text("(S (A a))\n" * 20)
    (tmp_path / "test").write_text("(S (A b))\n" * 20)
    (tmp_path / "prm").write_text("MAX_ERROR 5\n")
    arguments = [
        "score",
        tmp_path / "gold",
        tmp_path / "test",
        "--format",
        "evalb",
        "--prm",
        tmp_path / "prm",
    ]
    code, out, err = treelens(*arguments)
    assert (code, err.count("\n"), "Summary" in out) == (0, 20, True)
    code, out, err = treelens(*arguments, "--strict")
    assert (code, err.count("\n"), "Summary" in out) == (1, 7, False)


def test_a_bad_tree_is_named_once_and_the_rest_scored(treelens, tmp_path):
    path = tmp_path / "bad.mrg"
    lines = Path(SYSTEM).read_text(encoding="utf-8").splitlines()
    lines[4] = lines[4][:-1]
    path.write_text("\n".join(lines), encoding="utf-8")
    code, out, err = treelens("score", GOLD, path, "--metrics", "f1")
    assert code == 0
    assert err.count(f"{path}:5:1: expected ')'") == 1
    assert err.splitlines()[2].strip() == "^"
    assert "bad          120       119        0       1" in out
    assert treelens("score", GOLD, path, "--strict")[0] == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["score"], "Missing argument 'GOLD'"),
        (["scor"], "No such command 'scor'"),
        (["score", "none.mrg", SYSTEM], "none.mrg: cannot be read: No such file or directory"),
        (["score", GOLD, SYSTEM, "--metrics", "f2"], "no measure is called 'f2'"),
        (["score", GOLD, SYSTEM, "--preset", "mine"], "no preset is called 'mine'"),
        (["score", GOLD, SYSTEM, "--prm", "none.prm"], "none.prm: cannot be read"),
        (["score", GOLD, SYSTEM, "--format", "xls"], "--format takes table, json, csv, evalb, not 'xls'"),
        (["score", GOLD, SYSTEM, "--from", "xls"], "no format is called 'xls'"),
        (["score", GOLD, SYSTEM, "--pair", "luck"], "only by order, id, text"),
        (["score", GOLD, SYSTEM, "--preset", "raw", "--prm", "x"], "exclude each other"),
        (["score", GOLD, str(DEMO / "LICENSE")], "cannot be read as any format"),
        (["convert", GOLD], "say with --to which format"),
        (["convert", GOLD, "--to", "xls"], "no format is called 'xls'"),
    ],
)
def test_errors_are_messages(treelens, arguments, message):
    code, out, err = treelens(*arguments)
    assert code == 2
    assert out == ""
    assert message in err
    assert "Traceback" not in err


def test_nothing_to_compare(treelens, tmp_path):
    (tmp_path / "a.mrg").write_text("(S (A a))\n(S (A a))\n")
    (tmp_path / "b.mrg").write_text("(S (A b))\n(S (A b))\n")
    (tmp_path / "failed.mrg").write_text("(())\n(())\n")
    assert treelens("score", tmp_path / "a.mrg", tmp_path / "b.mrg")[0] == 2
    assert treelens("score", tmp_path / "a.mrg", tmp_path / "failed.mrg")[0] == 0


def test_saved_presets(treelens, tmp_path):
    (tmp_path / "mine.toml").write_text('delete = ["TOP"]\nlabelled = false\n')
    code, out, _ = treelens("score", GOLD, SYSTEM, "--preset", tmp_path / "mine.toml", "--metrics", "f1")
    assert code == 0
    assert "mine, unlabelled" in out
    (tmp_path / "mine.toml").write_text("deleet = []\n")
    code, _, err = treelens("score", GOLD, SYSTEM, "--preset", tmp_path / "mine.toml")
    assert code == 2
    assert "no such setting: deleet" in err


def test_output_is_written_whole_and_never_over_an_input(treelens, tmp_path):
    path = tmp_path / "copy.mrg"
    assert treelens("convert", GOLD, "-o", path) == (0, "", "")
    assert path.read_bytes() == Path(GOLD).read_bytes()
    before = path.read_bytes()
    code, _, err = treelens("convert", path, "-o", path, "--to", "conllu")
    assert code == 2
    assert "will not be overwritten" in err
    assert path.read_bytes() == before
    code, _, err = treelens("convert", GOLD, "-o", tmp_path / "no" / "x.mrg")
    assert code == 2
    assert "cannot be written" in err
    assert [item.name for item in tmp_path.iterdir()] == ["copy.mrg"]


def test_converting_discontinuous_trees_says_what_is_lost(treelens, tmp_path):
    (tmp_path / "x.dbr").write_text("(S (VP (V 0=wake) (P 2=up)) (N 1=him))\n")
    code, out, err = treelens("convert", tmp_path / "x.dbr", "--to", "brackets")
    assert (code, out) == (0, "(S (VP (V wake) (P up)) (N him))\n")
    assert "1 discontinuous trees" in err
    code, out, err = treelens("convert", tmp_path / "x.dbr", "--to", "discbracket")
    assert (out, err) == ("(S (VP (V 0=wake) (P 2=up)) (N 1=him))\n", "")


@pytest.mark.parametrize("command", ["metrics", "formats"])
def test_listings(treelens, command):
    _, out, _ = treelens(command)
    _, as_json, _ = treelens(command, "--format", "json")
    for row in json.loads(as_json):
        assert row["name"] in out


def test_names_of_systems():
    from treelens.engine.scoring import system_names

    assert system_names(["x/a.v1.mrg", "x/a.v2.mrg.gz"]) == ["a.v1", "a.v2"]
    assert system_names(["x/a.mrg", "x/a.mrg"]) == ["x/a.mrg", "x/a.mrg"]


def test_a_closed_pipe_is_no_error(tmp_path):
    command = f"{sys.executable} -m treelens.gui.program score {GOLD} {SYSTEM} --per-sentence | head -1"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, env=os.environ, check=False)
    assert "gold.mrg" in done.stdout
    assert done.stderr == ""


def test_version_says_which_kernels_are_in_use(treelens):
    from treelens.engine.kernels import compiled

    _, out, _ = treelens("--version")
    assert ("uncompiled" in out) != compiled()


def test_rank_by_two_measures(treelens):
    code, out, _ = treelens("rank", GOLD, SYSTEM, "--by", "e-dice,t-dice", "--format", "json")
    result = json.loads(out)
    assert code == 0
    assert result["by"] == ["e-dice", "t-dice"]
    assert 0 < result["kendall_tau"] < 1
    gaps = [abs(sentence["gap"]) for sentence in result["sentences"]]
    assert len(gaps) == 120
    assert gaps == sorted(gaps, reverse=True)
    first = result["sentences"][0]
    assert first["gap"] == first["ranks"][0] - first["ranks"][1]
    assert first["words"].count(" ") > 3
    fifteen = next(sentence for sentence in result["sentences"] if sentence["id"] == 15)
    assert fifteen["ranks"][0] > 110
    assert fifteen["gap"] > 30


def test_rank_table_and_csv(treelens):
    _, out, _ = treelens("rank", GOLD, SYSTEM, "--by", "f1,t-dice")
    lines = out.splitlines()
    assert lines[0].startswith("120 sentences · Kendall's tau 0.")
    assert len(lines) == 4 + 20
    _, out, _ = treelens("rank", GOLD, SYSTEM, "--top", 3, "--format", "csv")
    assert len(list(csv.DictReader(io.StringIO(out)))) == 3


def test_rank_two_systems_by_one_measure_or_one_by_one(treelens):
    _, out, _ = treelens("rank", GOLD, SYSTEM, DEMO / "bllip.mrg", "--by", "f1", "--format", "json")
    assert json.loads(out)["by"] == ["berkeley", "bllip"]
    _, out, _ = treelens("rank", GOLD, SYSTEM, "--by", "t-cost", "--format", "json")
    result = json.loads(out)
    costs = [sentence["values"][0] for sentence in result["sentences"]]
    assert costs == sorted(costs, reverse=True)
    assert result["sentences"][0]["gap"] is None
    code, _, err = treelens("rank", GOLD, SYSTEM, SYSTEM, "--by", "f1,exact")
    assert code == 2
    assert "one measure of any number of systems" in err


@pytest.mark.parametrize("how", ["e", "t", "fragments"])
def test_diff_as_json(treelens, how):
    code, out, _ = treelens("diff", GOLD, SYSTEM, "--id", 17, "--align", how, "--format", "json")
    result = json.loads(out)
    assert code == 0
    assert (result["id"], result["align"]) == (17, how)
    gold, system = result["gold"]["nodes"], result["system"]["nodes"]
    assert gold[0]["parent"] is None
    assert any(node.get("word") for node in gold)
    mapped = {pair[0] for pair in result["pairs"]}
    assert mapped.isdisjoint(result["deletions"])
    assert len(result["swaps"]) + len(result["matches"]) == len(result["pairs"])
    for one, other in result["matches"]:
        assert gold[one]["label"] == system[other]["label"]
    if how != "fragments":
        assert mapped | set(result["deletions"]) == set(range(len(gold)))
        assert result["cost"] == sum(len(result[name]) for name in ("deletions", "insertions", "swaps"))


def test_diff_in_words(treelens):
    _, out, _ = treelens("diff", GOLD, SYSTEM, "--id", 15)
    assert out.startswith("sentence 15 · cost ")
    assert "deletions:" in out
    code, _, err = treelens("diff", GOLD, DEMO / "linkgrammar.mrg", "--id", 118)
    assert code == 2
    assert "nothing to align in sentence 118: no parse" in err
    code, _, err = treelens("diff", GOLD, SYSTEM, "--id", 121)
    assert code == 2
    assert "has no sentence 121, only 120" in err


def test_diff_with_other_costs(treelens):
    def cost(*more: str) -> float:
        _, out, _ = treelens("diff", GOLD, SYSTEM, "--id", 15, "--format", "json", *more)
        return json.loads(out)["cost"]

    assert cost("--costs", "delete=2,insert=2,swap=2") == 2 * cost()
    assert cost("--costs", "swap=0.5") < cost()
    for bad in ("delete", "delete=x", "delete=-1"):
        code, _, err = treelens("diff", GOLD, SYSTEM, "--id", 15, "--costs", bad)
        assert (code, "Traceback" in err) == (2, False)


def test_words_can_be_aligned(treelens):
    def tally(*more: str) -> dict[str, int]:
        _, out, _ = treelens("score", GOLD, DEMO / "opennlp.mrg", "--metrics", "e-dice,f1", "--format", "json", *more)
        return {name: metric["n"] for name, metric in json.loads(out)["systems"][0]["metrics"].items()}

    assert tally() == {"e-dice": 118, "f1": 118}
    assert tally("--align-words") == {"e-dice": 120, "f1": 118}


def test_output_goes_into_pipes_and_through_links(treelens, tmp_path):
    target, link = tmp_path / "t.csv", tmp_path / "l.csv"
    target.write_text("old")
    link.symlink_to(target)
    assert treelens("metrics", "--format", "csv", "-o", link)[0] == 0
    assert link.is_symlink()
    assert target.read_text().startswith("name,")
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE, text=True) as reader:
        assert treelens("metrics", "--format", "csv", "-o", pipe)[0] == 0
        assert reader.communicate()[0] == target.read_text()
    assert pipe.is_fifo()


def test_parameter_files_are_never_written_to(treelens, tmp_path):
    prm = tmp_path / "k.prm"
    prm.write_text("DELETE_LABEL TOP\n")
    assert treelens("score", GOLD, SYSTEM, "--prm", prm, "-o", prm)[0] == 2
    assert prm.read_text() == "DELETE_LABEL TOP\n"


def test_evalb_format_takes_the_first_of_several_analyses(treelens):
    _, best, _ = treelens("score", GOLD, DEMO / "bllip.mrg", "--format", "evalb", "--preset", "collins")
    _, several, _ = treelens("score", GOLD, DEMO / "bllip-5best.nbest", "--format", "evalb", "--preset", "collins")
    assert several == best


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('delete = "TOP"', "delete takes a list of texts"),
        ("delete = [1]", "delete takes a list of texts"),
        ('equal_labels = [["A"]]', "equal_labels takes a list of pairs"),
        ('strip_traces = "no"', "strip_traces takes true or false"),
        ('max_length = "x"', "max_length takes a whole number"),
        ("name = 3", "name takes a text"),
        ("delete = [", "is not a TOML file"),
    ],
)
def test_presets_of_the_wrong_kind(treelens, tmp_path, text, message):
    (tmp_path / "p.toml").write_text(text)
    code, _, err = treelens("score", GOLD, SYSTEM, "--preset", tmp_path / "p.toml")
    assert code == 2
    assert message in err


def test_ids_of_the_files_own_are_shown_too(treelens, tmp_path):
    (tmp_path / "g.mrg").write_text("s1\t(S (A a))\ns2\t(S (A b))\n")
    (tmp_path / "s.mrg").write_text("s1\t(S (A a))\ns2\t(S (B b))\n")
    files = tmp_path / "g.mrg", tmp_path / "s.mrg"
    _, out, _ = treelens("score", *files, "--per-sentence", "--format", "json")
    assert [row["name"] for row in json.loads(out)["systems"][0]["per_sentence"]] == ["s1", "s2"]
    _, out, _ = treelens("rank", *files, "--by", "tagging")
    assert "2 (s2)" in out
    _, out, _ = treelens("diff", *files, "--id", "2")
    assert out.startswith("sentence 2 (s2) · cost 1 · 0 deletions · 0 insertions · 1 swap · 2 matches")


def test_nothing_to_add_up_is_not_zero(treelens, tmp_path):
    (tmp_path / "g.mrg").write_text("(S (A a))\n")
    (tmp_path / "s.mrg").write_text("(())\n")
    files = tmp_path / "g.mrg", tmp_path / "s.mrg"
    _, out, _ = treelens("score", *files, "--metrics", "e-cost,crossing", "--format", "json")
    for metric in json.loads(out)["systems"][0]["metrics"].values():
        assert (metric["micro"], metric["n"], metric["missing"]) == (None, 0, 1)


def test_measures_that_have_values_are_no_failure(treelens, tmp_path):
    (tmp_path / "g.mrg").write_text("(S (A a))\n")
    (tmp_path / "s.mrg").write_text("(S (A b))\n")
    assert treelens("score", tmp_path / "g.mrg", tmp_path / "s.mrg", "--metrics", "t-dice")[0] == 0
    assert treelens("score", tmp_path / "g.mrg", tmp_path / "s.mrg", "--metrics", "f1")[0] == 2


def test_names_of_measures(treelens):
    assert treelens("rank", GOLD, SYSTEM, "--by", "freval,exact")[0] == 0
    for bad in (["rank", GOLD, SYSTEM, "--by", "f1,f1"], ["score", GOLD, SYSTEM, "--metrics", ","]):
        code, _, err = treelens(*bad)
        assert code == 2
        assert err.count("\n") == 1


def test_json_is_text_whatever_the_bytes(treelens, tmp_path):
    (tmp_path / "g.mrg").write_bytes(b"(S (A caf\xe9))\n")
    (tmp_path / "p.prm").write_text("CUTOFF_LEN 40\n")
    files = tmp_path / "g.mrg", tmp_path / "g.mrg"
    code, _, _ = treelens(
        "rank", *files, "--by", "f1", "--prm", tmp_path / "p.prm", "--format", "json", "-o", tmp_path / "out.json"
    )
    assert code == 0
    assert json.loads((tmp_path / "out.json").read_text("utf-8"))["sentences"][0]["words"] == "caf\ufffd"
