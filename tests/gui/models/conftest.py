"""The demo as the table shows it; drawn into memory."""

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from pathlib import Path

import pytest
from PySide6.QtTest import QAbstractItemModelTester

from treelens.engine.formats import load
from treelens.engine.metrics import METRICS, choose
from treelens.engine.prepare import preset
from treelens.engine.study import Study
from treelens.gui.models.sentences import SentenceModel
from treelens.resources import resource

DEMO = Path(str(resource("demo")))


@pytest.fixture(scope="session")
def banks():
    return [load(DEMO / f"{name}.mrg") for name in ("gold", "berkeley", "linkgrammar")]


@pytest.fixture(scope="session")
def full_study(banks):
    study = Study(banks[0], banks[1:], preset("collins"))
    assert study.fill(choose(["f1", "e-dice", "t-dice", "t-cost"])).wait(120)
    return study


@pytest.fixture
def model(qapp, full_study):
    """A model of the demo, watched by Qt's own tester in all it does."""
    made = SentenceModel()
    tester = QAbstractItemModelTester(made, QAbstractItemModelTester.FailureReportingMode.Warning)
    made.set_study(full_study)
    made.set_columns([(0, METRICS["e-dice"]), (0, METRICS["t-dice"]), (1, METRICS["f1"]), (0, METRICS["t-cost"])])
    yield made
    del tester
