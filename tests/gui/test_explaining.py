"""Errors explained beside the window: the system that is looked at first, in small parts, told not too often."""

import itertools
import threading
import time

import pytest

from treelens.gui import explaining as module
from treelens.gui.document import open_document
from treelens.gui.explaining import Explaining


@pytest.fixture
def document(demo_folder):
    """The demo under three systems, nothing explained yet."""
    return open_document([str(demo_folder / f"{name}.mrg") for name in ("gold", "berkeley", "stanford", "linkgrammar")])


@pytest.fixture
def explaining(qapp):
    made = Explaining()
    made.heard = []
    made.arrived.connect(lambda system: made.heard.append((system, time.monotonic())))
    yield made
    made.cancel()
    assert made.wait()


def test_a_document_is_opened_with_nothing_explained(document):
    assert document.context.errors is document.errors is document.known_errors.errors
    assert document.errors._found == {}
    assert [document.known_errors.count(system) for system in range(3)] == [0, 0, 0]
    other = document.compared_by(document.preparation)
    assert other.errors is not document.errors
    assert other.context.errors is other.known_errors.errors is other.errors


def test_everything_is_explained(qtbot, document, explaining):
    with qtbot.waitSignal(explaining.done, timeout=20_000):
        explaining.start(document, 1)
    known = document.known_errors
    assert all(known.is_complete(system) for system in range(3))
    assert {system for system, _ in explaining.heard} == {0, 1, 2}
    assert not explaining.is_busy
    for system in range(3):
        for sentence, one in enumerate(document.errors.all(system)):
            assert known.kinds(system, sentence) == (None if one is None else tuple(r.kind for r in one.repairs))


def test_what_is_known_is_not_explained_again(qtbot, document, explaining, monkeypatch):
    with qtbot.waitSignal(explaining.done, timeout=20_000):
        explaining.start(document, 0)
    explaining.heard.clear()
    monkeypatch.setattr(type(document.known_errors), "explain", lambda *_: pytest.fail("explained again"))
    with qtbot.waitSignal(explaining.done, timeout=20_000):
        explaining.start(document, 2)
    assert explaining.heard == []


@pytest.fixture
def slowly(monkeypatch):
    """Let each sentence be a part of its own, followed by a rest that can be measured."""
    monkeypatch.setattr(module, "_WORK", 0)
    monkeypatch.setattr(module, "_REST", 0.01)


def test_the_system_that_is_looked_at_comes_first(qtbot, document, explaining, slowly):
    known = document.known_errors
    explaining.start(document, 2)
    qtbot.waitUntil(lambda: known.count(2) > 5)
    explaining.look_at(1)
    before = known.count(2)
    qtbot.waitUntil(lambda: known.is_complete(1), timeout=20_000)
    assert known.count(2) - before <= 2
    assert known.count(0) == 0
    qtbot.waitUntil(lambda: known.count(0) > 0)  # then the others, from the first


def test_looking_at_a_system_that_was_left_alone_goes_on(qtbot, document, explaining, monkeypatch):
    monkeypatch.setattr(module, "_MANY", 150)
    known = document.known_errors
    with qtbot.waitSignal(explaining.done, timeout=20_000):
        explaining.start(document, 1)
    assert [known.count(system) for system in range(3)] == [0, 120, 0]
    with qtbot.waitSignal(explaining.done, timeout=20_000):
        explaining.look_at(2)
    assert [known.count(system) for system in range(3)] == [0, 120, 120]


def test_news_come_at_a_pace_that_can_be_painted(qtbot, document, explaining, slowly):
    told = []
    explaining.progress.connect(lambda done, total: told.append((done, total)))
    with qtbot.waitSignal(explaining.done, timeout=20_000):
        explaining.start(document, 0)
    assert told == sorted(told)
    assert {total for _, total in told} == {360}
    for system in range(3):
        times = [when for one, when in explaining.heard if one == system]
        assert all(later - sooner >= 0.28 for sooner, later in itertools.pairwise(times[:-1]))  # the last need not wait


def test_cancelled_work_stops_and_says_nothing(qtbot, document, explaining, slowly):
    explaining.start(document, 0)
    qtbot.waitUntil(lambda: document.known_errors.count(0) > 3)
    explaining.cancel()
    assert explaining.wait(2)
    before, heard = document.known_errors.count(0), len(explaining.heard)
    assert before < 120
    with qtbot.assertNotEmitted(explaining.done, wait=400):
        explaining.look_at(1)
    assert (document.known_errors.count(0), document.known_errors.count(1)) == (before, 0)
    assert len(explaining.heard) == heard


def test_a_failure_is_told(qtbot, document, explaining, monkeypatch):
    def fail(*_):
        raise ValueError("no")

    monkeypatch.setattr(type(document.known_errors), "explain", fail)
    with qtbot.waitSignal(explaining.failed, timeout=5_000) as told:
        explaining.start(document, 0)
    assert str(told.args[0]) == "no"
    assert not explaining.is_busy


def test_the_window_answers_meanwhile(qtbot, document, explaining, monkeypatch):
    """Explaining is done elsewhere than in the window's thread."""
    threads, real = set(), type(document.known_errors).explain

    def watched(*arguments):
        threads.add(threading.current_thread())
        return real(*arguments)

    monkeypatch.setattr(type(document.known_errors), "explain", watched)
    with qtbot.waitSignal(explaining.done, timeout=20_000):
        explaining.start(document, 0)
    assert threads
    assert threading.main_thread() not in threads
