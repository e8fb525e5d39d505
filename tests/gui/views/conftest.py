"""The centre of the window alone, and sentences of the demo to show in it."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from treelens.engine.formats import load
from treelens.engine.prepare import Prepared, prepare, preset
from treelens.gui.views.compared import Parse, Shown

DEMO = Path(__file__).parents[3] / "resources" / "demo"
COLLINS = preset("collins")


@pytest.fixture(scope="session")
def banks() -> Callable[[str], Prepared]:
    """Return treebanks of the demo by name, prepared once."""
    known: dict[str, Prepared] = {}

    def bank(name: str) -> Prepared:
        if name not in known:
            known[name] = prepare(load(DEMO / f"{name}.mrg"), COLLINS)
        return known[name]

    return bank


@pytest.fixture
def shown(banks):
    """Return a sentence of a system of the demo, counted from 1."""

    def made(number: int, system: str = "berkeley") -> Shown:
        parses = [Parse.of(bank, int(bank.original.best()[number - 1])) for bank in (banks("gold"), banks(system))]
        return Shown(*parses, COLLINS, system)

    return made


@pytest.fixture
def view(qtbot):
    """The centre of the window, in the light theme."""
    from treelens.gui.app import application
    from treelens.gui.theme import Fonts, load_theme
    from treelens.gui.views.trees import TreesView

    application("light")
    made = TreesView(load_theme("light"), Fonts(QApplication.font()))
    qtbot.addWidget(made)
    made.resize(760, 560)
    made.show()
    qtbot.waitExposed(made)
    yield made
    made.close()
