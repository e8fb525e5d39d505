"""A real scheduler and two workers on this machine: the same scores and errors as here, also when one is killed."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from treelens.engine.commands.main import run as run_command
from treelens.engine.formats import load
from treelens.engine.metrics import choose
from treelens.engine.prepare import preset
from treelens.engine.problems import TreelensError
from treelens.engine.sweep import Recipe, System, score_systems
from treelens.resources import resource

distributed = pytest.importorskip("distributed", reason="needs Dask: pip install 'treelens[cluster]'")

from treelens.engine.sweep.cluster import score_on_cluster  # noqa: E402

DEMO = Path(str(resource("demo")))
GOLD = str(DEMO / "gold.mrg")
METRICS = choose(["f1", "t-dice", "freval", "leaf-ancestor", "usd"])

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning"),  # Dask's own
]


class Cluster:
    """Processes of a cluster, ended one by one by their own ids."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / "scheduler.json"
        environment = os.environ | {
            "XDG_CACHE_HOME": str(folder / "cache"),
            "DASK_DISTRIBUTED__LOGGING__DISTRIBUTED": "error",
        }
        self.started = []

        def start(*arguments: str) -> subprocess.Popen[bytes]:
            command = [sys.executable, "-m", "dask", *arguments, "--scheduler-file", str(self.file), "--no-dashboard"]
            log = (folder / f"log{len(self.started)}").open("wb")
            with log:
                self.started.append(subprocess.Popen(command, env=environment, stdout=log, stderr=log, cwd=folder))
            return self.started[-1]

        start("scheduler", "--host", "127.0.0.1", "--port", "0")
        local = folder / "space"
        worker = ("worker", "--nthreads", "1", "--no-nanny", "--host", "127.0.0.1", "--local-directory", str(local))
        self.workers = [start(*worker), start(*worker)]

    def address(self) -> str:
        """Wait for both workers, and return where the scheduler listens."""
        end = time.monotonic() + 60
        while not self.file.exists() or not self.file.stat().st_size:
            assert time.monotonic() < end, "the scheduler did not start"
            time.sleep(0.05)
        address = json.loads(self.file.read_text())["address"]
        with distributed.Client(address, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=60)
        return address

    def end(self) -> None:
        """End the processes; a worker that is asked to end may wait for others that have gone."""
        for process in self.started:
            process.kill()
            process.wait(20)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    made = Cluster(tmp_path_factory.mktemp("cluster"))
    try:
        made.at = made.address()
        yield made
    finally:
        made.end()


def recipe() -> Recipe:
    return Recipe.of(load(GOLD), preset("collins"), METRICS, cached=False)


# The first test has both workers, the second kills one; the last does with the other.


def test_errors_are_those_found_here(cluster, capfd):
    arguments = ["errors", GOLD, str(DEMO / "berkeley.mrg"), str(DEMO / "opennlp.mrg"), "--format", "json"]
    for more in ([], ["--per-sentence"]):
        assert run_command(arguments + more) == 0
        wanted = capfd.readouterr().out
        assert run_command([*arguments, *more, "--cluster", cluster.at]) == 0
        assert capfd.readouterr().out == wanted


def test_nothing_is_lost_or_doubled_when_a_worker_is_killed(cluster, forty_systems, same):
    wanted = list(score_systems(recipe(), forty_systems))
    found = []
    with distributed.Client(cluster.at, set_as_default=False) as client:
        at = {pid: address for address, pid in client.run(os.getpid).items()}
        victim = cluster.workers[0]
        for result in score_on_cluster(recipe(), forty_systems, cluster.at, stretch=15):
            found.append(result)
            if len(found) == 1:
                assert client.processing()[at[victim.pid]], "it must be at work when it is killed"
                victim.send_signal(signal.SIGKILL)
                victim.wait(20)
        assert list(client.scheduler_info()["workers"]) == [at[cluster.workers[1].pid]]
    assert len(found) == len(wanted)
    for one, other in zip(found, wanted, strict=True):
        same(one, other)


def test_a_system_that_cannot_be_read_is_named(cluster, tmp_path, forty_systems):
    bad = tmp_path / "bad.mrg"
    bad.write_text("nothing like a tree\n")
    with pytest.raises(TreelensError, match=r"bad\.mrg"):
        list(score_on_cluster(recipe(), [*forty_systems[:1], System(str(bad), "bad")], cluster.at))


def test_agree_and_score_take_a_cluster(cluster, forty_systems, capfd):
    paths = [system.path for system in forty_systems[:5]]
    for command in ("score", "agree"):
        arguments = [command, GOLD, *paths, "--metrics", "f1,t-dice", "--format", "json"]
        assert run_command(arguments) == 0
        wanted = capfd.readouterr()
        assert run_command([*arguments, "--cluster", cluster.at]) == 0
        assert capfd.readouterr() == wanted


def test_nobody_answers(capfd, monkeypatch):
    monkeypatch.setattr("treelens.engine.sweep.cluster._PATIENCE", 0.3)
    assert run_command(["score", GOLD, GOLD, "--cluster", "tcp://127.0.0.1:9"]) == 2
    assert "no Dask scheduler answers" in capfd.readouterr().err
