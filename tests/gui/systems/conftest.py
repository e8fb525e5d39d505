"""What tests of the page of all systems share: the demo with four systems, and its page."""

import pytest


@pytest.fixture
def page(demo, qtbot):
    """The page of all systems of the demo, everything on it there."""
    demo.actions_["systems"].trigger()
    shown = demo.surveying.page

    def complete():
        known = [row.macro for row in shown.standings.rows.values()]
        return len(known) == 3 and all({"freval-15", "leaf-ancestor", "t-dice"} <= row.keys() for row in known)

    qtbot.waitUntil(lambda: complete() and not demo.surveying.busy, timeout=60_000)
    return shown


@pytest.fixture
def settled(demo, qtbot):
    """Wait until nothing on the page is still to come."""
    return lambda: qtbot.waitUntil(lambda: not demo.surveying.busy, timeout=30_000)
