"""The demo as filters see it."""

from pathlib import Path

import pytest

from treelens.engine.filters import Context
from treelens.engine.formats import load
from treelens.engine.metrics import choose
from treelens.engine.prepare import preset
from treelens.engine.study import Study
from treelens.resources import resource

DEMO = Path(str(resource("demo")))


@pytest.fixture(scope="session")
def demo_study():
    banks = [load(DEMO / f"{name}.mrg") for name in ("gold", "berkeley", "linkgrammar", "opennlp")]
    study = Study(banks[0], banks[1:], preset("collins"))
    assert study.fill(choose(["f1", "e-cost", "t-dice", "t-cost"])).wait(120)
    return study


@pytest.fixture
def context(demo_study):
    return Context(demo_study)
