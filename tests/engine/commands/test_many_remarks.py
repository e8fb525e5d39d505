"""What is the same of many systems is not told of each."""

from pathlib import Path

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
