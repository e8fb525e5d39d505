"""What tests of the page of all systems share: the demo with four systems, and its page."""

import copies
import pytest


@copies.opening("page")
def open_page(window, folder):
    """Open the demo and the page of all its systems, and wait until everything is there."""
    copies.open_demo(window, folder)
    window.actions_["systems"].trigger()
    shown = window.surveying.page

    def complete():
        known = [row.macro for row in shown.standings.rows.values()]
        return len(known) == 3 and all({"freval-15", "leaf-ancestor", "t-dice"} <= row.keys() for row in known)

    copies.wait_for(lambda: complete() and not window.surveying.busy)


@pytest.fixture
def page(window, tmp_path):
    """The page of all systems of the demo, everything on it there."""
    if not copies.here:
        open_page(window, tmp_path)
    return window.surveying.page


@pytest.fixture
def settled(demo, qtbot):
    """Wait until nothing on the page is still to come."""
    return lambda: qtbot.waitUntil(lambda: not demo.surveying.busy, timeout=30_000)
