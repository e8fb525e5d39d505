"""What tests of dialogs share: the demo as a document, scored."""

import pytest


@pytest.fixture(scope="session")
def document(tmp_path_factory):
    """The demo with three systems, its first measures counted."""
    from treelens.engine.metrics import choose
    from treelens.gui.document import open_document
    from treelens.gui.program import demo_files

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        made = open_document(demo_files()[:4])
        assert made.study.fill(choose(("e-dice", "t-dice", "freval"))).wait(120)
    yield made
    made.study.cancel()


@pytest.fixture
def exports(qtbot):
    """Exports of an empty window, in the light theme."""
    from PySide6.QtWidgets import QWidget

    from treelens.gui.app import application
    from treelens.gui.dialogs.exports import Exports

    application("light")
    window = QWidget()
    qtbot.addWidget(window)
    made = Exports(window)
    yield made
    made.stop()


@pytest.fixture
def light():
    """The light theme."""
    from treelens.gui.theme import load_theme

    return load_theme("light")


@pytest.fixture
def said(exports):
    """What was said, one after the other."""
    heard: list[str] = []
    exports.said.connect(heard.append)
    return heard
