"""Files are replaced whole or not at all, whatever happens to the program that writes them."""

import os
import subprocess
import sys

import pytest

from treelens.engine import replacing as module
from treelens.engine.replacing import replacing

_KILLS = int(os.environ.get("TREELENS_KILLS", "60"))  #: hundreds, for those who have the time


@pytest.fixture(params=["without a name", "with a name"])
def way(request, monkeypatch):
    """Both ways to make a new file: not every disk can have one without a name."""
    if request.param == "with a name":
        monkeypatch.setattr(module.sys, "platform", "other")
    elif sys.platform != "linux":
        pytest.skip("only Linux can")
    return request.param


@pytest.fixture
def path(tmp_path):
    made = tmp_path / "x.csv"
    made.write_text("old")
    return made


def test_the_old_file_stays_until_the_new_one_is_complete(way, path):
    with replacing(path) as file:
        file.write(b"ne")
        assert path.read_text() == "old"
        file.write(b"w")
        others = [entry.name for entry in path.parent.iterdir() if entry != path]
        assert len(others) == (way == "with a name")
        assert all(name.startswith(".x.csv.") for name in others)
    assert path.read_text() == "new"
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.usefixtures("way")
def test_nothing_is_left_of_what_went_wrong(path):
    def refuse():
        raise OSError("somebody else was faster")

    def interrupted():
        with replacing(path) as file:
            file.write(b"ne")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    with pytest.raises(OSError, match="faster"), replacing(path, refuse) as file:
        file.write(b"new")
    assert path.read_text() == "old"
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.usefixtures("way")
@pytest.mark.skipif(sys.platform == "win32", reason="rights are others there")
def test_rights_and_links_are_kept(path, tmp_path):
    path.chmod(0o640)
    link = tmp_path / "link.csv"
    link.symlink_to(path)
    with replacing(link, durable=False) as file:
        file.write(b"new")
    assert link.is_symlink()
    assert path.read_text() == "new"
    assert path.stat().st_mode & 0o777 == 0o640
    with replacing(tmp_path / "y.csv") as file:
        file.write(b"new")
    (tmp_path / "z.csv").write_text("as any new file")
    assert (tmp_path / "y.csv").stat().st_mode == (tmp_path / "z.csv").stat().st_mode


#: Starts programs that write a text, a table, a cache and a treebank for ever, kills each of them, and looks.
_KILLER = """
import os, random, signal, sys, time
from pathlib import Path
import numpy as np
from treelens.engine.cache import Cache
from treelens.engine.commands.output import emit
from treelens.engine.formats import brackets, load
from treelens.engine.metrics import choose
from treelens.engine.sweep import Recipe, System, score_systems, table_writer
from treelens.resources import resource
from treelens.engine.prepare import usual_preparation

folder, kills = Path(sys.argv[1]), int(sys.argv[2])
text, table, trees, cache = folder / "x.txt", folder / "x.csv", folder / "x.mrg", Cache(folder / "cache")
gold_path = str(resource("demo", "gold.mrg"))
gold = load(gold_path)
metrics = choose(("f1",))
recipe = Recipe.of(gold, usual_preparation(gold), metrics, cached=False)
systems = [System(gold_path, "gold")]
results = list(zip(systems, score_systems(recipe, systems)))
entry = {"a": np.arange(50_000), "b": np.ones(50_000)}

def write_text(number):
    emit((f"{number} {line}\\n" for line in range(20_000)), text)

def write_table(number):
    with table_writer(table, metrics, by_sentence=True) as add:
        for _ in range(50):
            for system, result in results:
                add(system, result)

def write_cache(number):
    cache.save(f"{number % 3}", entry)

def write_trees(number):
    emit(brackets.write(gold), trees)

def write(kill):
    jobs = [write_text, write_table, write_cache, write_trees]
    for number in range(kill, 10**9):  # each time begins with another job
        jobs[number % 4](number)

def look():
    seen = 0
    if text.exists():
        lines = text.read_text().splitlines()
        number = lines[0].split()[0]
        assert lines == [f"{number} {line}" for line in range(20_000)]
        seen += 1
    if table.exists():
        lines = table.read_text().splitlines()
        assert len(lines) == 1 + 50 * len(gold), len(lines)
        seen += 1
    if trees.exists():
        assert len(load(trees)) == len(gold)
        seen += 1
    for path in cache.folder.glob("*.npz"):
        assert cache.load(path.stem)["a"].tolist() == entry["a"].tolist()
    return seen

moments, seen = random.Random(11), 0
for kill in range(kills):
    child = os.fork()
    if child == 0:
        try:
            write(kill)
        finally:
            os._exit(1)
    time.sleep(moments.uniform(0, 0.12))
    os.kill(child, signal.SIGKILL)
    assert os.WIFSIGNALED(os.waitpid(child, 0)[1])
    seen += look()
left = [path.name for path in folder.rglob(".*")]
print(seen, len(left))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no such signal")
def test_what_a_killed_program_wrote_is_whole_or_not_there(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", _KILLER, str(tmp_path), str(_KILLS)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60 + _KILLS * 3,
    )
    assert done.returncode == 0, done.stderr
    seen, left = map(int, done.stdout.split())
    assert seen > _KILLS  # it was killed among files, not before the first
    if sys.platform == "linux":
        assert left <= 1 + _KILLS // 50  # a file has a name of its own only for the moment before it gets the right one
