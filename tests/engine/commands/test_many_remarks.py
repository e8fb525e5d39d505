"""What is the same of many systems is not told of each."""

from pathlib import Path
from types import SimpleNamespace

from treelens.engine.commands.sweeping import _Remarks
from treelens.resources import resource

DEMO = Path(str(resource("demo")))


def test_the_same_remark_on_many_systems_is_made_once(treelens, tmp_path):
    for number in range(8):
        (tmp_path / f"run{number}.mrg").write_bytes((DEMO / "opennlp.mrg").read_bytes())
    code, _, err = treelens("score", DEMO / "gold.mrg", tmp_path, "--metrics", "f1", "--jobs", "1")
    assert code == 0
    lines = err.splitlines()
    assert [line.partition(":")[0] for line in lines[:5]] == [f"run{number}" for number in range(5)]
    assert lines[5].startswith("and 3 more systems: 2 sentences with other words than gold")
    assert len(lines) == 6


def test_what_differs_in_numbers_and_examples_only_is_told_once():
    remarks = _Remarks()
    told = []
    for number in range(9):
        said = (f"s{number}: {number + 2} sentences with other words than gold (sentence {number}: ( in gold)",)
        told += remarks.of(SimpleNamespace(name=f"s{number}", said=said))
    assert len(told) == 5
    assert told[4] == "s4: 6 sentences with other words than gold (sentence 4: ( in gold)"
    assert list(remarks.rest()) == ["and 4 more systems: … sentences with other words than gold"]
