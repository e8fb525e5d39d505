"""What tests of figures share: an application that knows fonts, small trees, the demo."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # for samples


@pytest.fixture(autouse=True)
def fonts(qapp):
    """Fonts need an application."""
    return qapp


@pytest.fixture(scope="session")
def demo_document(tmp_path_factory):
    """The demo with three systems, its first measures counted."""
    import os

    from treelens.engine.metrics import choose
    from treelens.gui.document import open_document
    from treelens.gui.program import demo_files

    before = os.environ.get("XDG_CACHE_HOME")
    os.environ["XDG_CACHE_HOME"] = str(tmp_path_factory.mktemp("cache"))
    try:
        document = open_document(demo_files()[:4])
        assert document.study.fill(choose(("e-dice", "t-dice", "freval"))).wait(120)
    finally:
        if before is None:
            del os.environ["XDG_CACHE_HOME"]
        else:
            os.environ["XDG_CACHE_HOME"] = before
    yield document
    document.study.cancel()
