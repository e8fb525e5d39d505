"""Systems to sweep over: those of the demo, each with other sentences gone."""

from pathlib import Path

import pytest

from treelens.engine.sweep import System
from treelens.resources import resource

DEMO = Path(str(resource("demo")))


@pytest.fixture(scope="package")
def forty_systems(tmp_path_factory):
    folder = tmp_path_factory.mktemp("systems")
    found = []
    for number in range(40):
        source = DEMO / f"{('berkeley', 'stanford', 'opennlp', 'linkgrammar')[number % 4]}.mrg"
        lines = source.read_text(encoding="utf-8").splitlines()
        lines[number * 3 : number * 3 + 2] = ["(())"] * 2
        path = folder / f"system{number}.mrg"
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        found.append(System(str(path), path.stem, "demo", float(number)))
    return found


@pytest.fixture(scope="package")
def same():
    """Say whether two results of a system are the same, to the last bit."""

    def check(one, other) -> None:
        assert (one.name, one.path, one.tallies, one.said) == (other.name, other.path, other.tallies, other.said)
        assert (one.messages, one.complete, one.usable) == (other.messages, other.complete, other.usable)
        assert one.status.tobytes() == other.status.tobytes()
        assert one.scores.keys() == other.scores.keys()
        for name, scores in one.scores.items():
            assert scores.tobytes() == other.scores[name].tobytes(), name

    return check
