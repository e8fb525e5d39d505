"""Commands on profiles: scores with their denominators, notes on what was left out, and the questions."""

import json
import subprocess
import sys

import pytest
from fourteen import BY_HAND, GOLD, SYSTEM, item
from small_profiles import Result, write_profile

from treelens.engine.commands.main import run
from treelens.resources import resource


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    """Nothing is kept outside of the test's own folder."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def profiles(tmp_path):
    """Three items: one is parsed differently, one not at all, one has no meaning."""
    gold = [item(number, GOLD, text=f"sentence {number}") for number in (1, 2, 3)]
    system = [
        item(1, SYSTEM, text="sentence 1"),
        item(2, text="sentence 2"),
        item(3, Result(GOLD.derivation), text="sentence 3"),
    ]
    return [write_profile(tmp_path / name, items) for name, items in (("gold", gold), ("system", system))]


def call(capfd, *arguments):
    code = run(list(arguments))
    out, err = capfd.readouterr()
    return code, out, err


def test_score(profiles, capfd):
    code, out, err = call(capfd, "score", *profiles, "--metrics", "packard", "--format", "json", "--per-sentence")
    assert code == 0
    found = json.loads(out)
    assert found["settings"]["preset"] == "raw"
    system = found["systems"][0]
    assert system["metrics"]["lp"]["n"] == 2
    assert system["metrics"]["emm"] == {"micro": 0, "macro": 0, "n": 1, "missing": 1}
    assert system["unusable_meanings"] == [{"id": 3, "side": "system", "why": "is missing"}]
    first = system["per_sentence"][0]["metrics"]
    assert first == {name: pytest.approx(value) for name, value in BY_HAND.items()}
    assert system["per_sentence"][1]["status"] == "skip"
    assert "the system's meaning is missing in 1 sentence (3)" in err
    assert "by the names of rules" in err


def test_the_denominator_is_printed(profiles, capfd):
    code, out, _ = call(capfd, "score", *profiles, "--metrics", "lp,emm,axb", "--missing", "zero")
    assert code == 0
    assert "no parse counts zero" in out
    assert out.split("averaged over")[1].splitlines()[1].split() == ["system", "3", "2", "2"]
    assert "micro" not in out


def test_any_setting(profiles, capfd):
    _, out, _ = call(
        capfd, "score", *profiles, "--metrics", "lp", "--set", "brackets_without=unary", "--format", "json"
    )
    assert json.loads(out)["systems"][0]["metrics"]["lp"]["macro"] == pytest.approx((2 / 6 + 1) / 2)
    code, _, err = call(capfd, "score", *profiles, "--set", "rank=two")
    assert code == 2
    assert "whole number" in err


def test_other_commands(profiles, capfd):
    assert call(capfd, "rank", *profiles, "--by", "lp,led")[0] == 0
    assert call(capfd, "diff", *profiles, "--id", "1")[0] == 0
    assert call(capfd, "errors", *profiles)[0] == 0
    assert call(capfd, "heads", profiles[0])[0] == 0


def test_convert(profiles, capfd, tmp_path):
    code, out, _ = call(capfd, "convert", profiles[0], "--to", "brackets")
    assert (code, len(out.splitlines())) == (0, 3)
    assert out.startswith("(sb-hd_mc_c (sp-hd_n_c (the_1 the)")
    code, _, err = call(capfd, "convert", profiles[0], "--to", "delphin", "-o", str(tmp_path / "new"))
    assert code == 2
    assert "can be read but not written" in err


def test_questions(profiles, capfd):
    code, out, _ = call(capfd, "profiles", *profiles, "--format", "json")
    assert code == 0
    found = json.loads(out)
    assert (found["both"], found["only_gold"], found["same_tree_other_meaning"]) == ([1, 3], [2], [])
    assert found["less_ambiguous"] == [2]
    assert found["changes"]["types"] == [
        {"name": "n_-_mc_le", "gold": 0, "system": 1},
        {"name": "v_np_le", "gold": 2, "system": 1},
    ]
    assert "hdn-np_app_c" in call(capfd, "profiles", *profiles)[1]
    assert call(capfd, "profiles", *profiles, "--format", "csv")[1].startswith("what,name,gold,system\n")


def test_nothing_is_imported_before_it_is_used():
    """Starting must not become slower for those who score brackets."""
    gold, system = (str(resource("demo", f"{name}.mrg")) for name in ("gold", "berkeley"))
    program = (
        "import sys; from treelens.engine.commands.main import run; "
        f"run(['score', {gold!r}, {system!r}, '--metrics', 'packard']); "
        "print([name for name in sys.modules if name.split('.')[0] in ('delphin', 'multiprocessing')])"
    )
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert found.stdout.splitlines()[-1] == "[]"


def test_a_folder_that_is_no_profile(capfd, tmp_path):
    code, _, err = call(capfd, "score", str(tmp_path), str(tmp_path))
    assert code == 2
    assert "not a profile" in err
