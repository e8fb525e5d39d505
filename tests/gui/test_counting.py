"""Scores that are counted beside the window, and what is told of them."""

import numpy as np
import pytest

from treelens.engine import formats
from treelens.engine.prepare import preset
from treelens.engine.source import Source
from treelens.engine.study import Filled, Study
from treelens.gui.counting import Counting


def study_of(sentences):
    """A study of so many sentences."""
    bank = formats.read(Source("gold", b"(S (NP (DT the) (NN cat)) (VP (VB sat)))\n" * sentences))
    return Study(bank, [bank], preset("collins"))


@pytest.fixture
def counting(qtbot):
    made = Counting()
    yield made
    made.cancel()
    made.wait()


def test_news_of_what_was_open_before_are_not_told(qtbot, counting):
    """They would be taken for sentences of what is open now, which may have fewer."""
    heard = []
    counting.arrived.connect(heard.append)
    counting.start(study_of(500), ["f1"], 0, 0)
    counting._filled(Filled(0, "brackets", np.array([499]), 1, 2))
    counting.start(study_of(3), ["f1"], 0, 0)
    counting._tell()  # as its timer does, which may be due just now
    with qtbot.waitSignal(counting.done, timeout=60_000):
        pass
    assert all(places.max() < 3 for places in heard)
