"""A list of sentences on the demo, scored."""

from pathlib import Path

import pytest

from treelens.engine.filters import Context
from treelens.engine.formats import load
from treelens.engine.metrics import choose
from treelens.engine.prepare import preset
from treelens.engine.study import Study
from treelens.resources import resource


@pytest.fixture(scope="session")
def demo_banks():
    folder = Path(str(resource("demo")))
    return [load(folder / f"{name}.mrg") for name in ("gold", "berkeley", "stanford", "linkgrammar")]


@pytest.fixture(scope="session")
def scored(demo_banks):
    """The demo under three systems, with all measures."""
    study = Study(demo_banks[0], demo_banks[1:], preset("collins"), jobs=2)
    assert study.fill(choose(["all"])).wait(240)
    return study


@pytest.fixture
def make_panel(qtbot):
    """Makes a list of the sentences of a study, in the light theme."""
    from treelens.gui.app import application
    from treelens.gui.panels.sentences import SentencesPanel
    from treelens.gui.theme import load_theme

    application("light")
    made = []

    def make(study, width=390):
        panel = SentencesPanel(load_theme("light"))
        qtbot.addWidget(panel)
        panel.resize(width, 600)
        panel.show()
        panel.activateWindow()
        qtbot.waitUntil(panel.isActiveWindow)
        panel.open(Context(study))
        made.append(panel)
        return panel

    yield make
    for panel in made:
        panel.stop()


@pytest.fixture
def panel(make_panel, scored):
    """The list of the demo's sentences."""
    return make_panel(scored)
