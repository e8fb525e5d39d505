"""Errors are added up once all sentences of a system are explained, and not before."""

import pytest

from treelens.gui import error_counts
from treelens.gui.document import open_document
from treelens.gui.error_counts import ErrorCounts
from treelens.gui.program import demo_files


@pytest.fixture
def document(qapp, own_folders):
    made = open_document(demo_files()[:3])
    yield made
    made.study.cancel()


def explain(document, system, until=None):
    for sentence in range(until or len(document.gold)):
        document.known_errors.explain(system, sentence)


@pytest.mark.parametrize("at_once", [0, 5000])
def test_a_system_is_counted_when_it_is_complete(qtbot, document, monkeypatch, at_once):
    monkeypatch.setattr(error_counts, "_AT_ONCE", at_once)
    counts = ErrorCounts()
    counts.set_document(document)
    explain(document, 1, 119)
    with qtbot.assertNotEmitted(counts.counted, wait=50):
        counts.arrived(1)
    explain(document, 1)
    told = []
    counts.counted.connect(lambda *args: told.append(args))
    counts.arrived(1)
    counts.arrived(1)
    qtbot.waitUntil(lambda: 1 in counts.totals)
    counts.arrived(1)
    assert told == [(1, document.errors.totals(1))]
    assert counts.totals == {1: document.errors.totals(1)}


def test_what_is_known_of_a_document_is_told_at_once(qtbot, document):
    explain(document, 0)
    counts = ErrorCounts()
    with qtbot.waitSignal(counts.counted) as told:
        counts.set_document(document)
    assert told.args == [0, document.errors.totals(0)]
    other = open_document(document.paths)
    counts.set_document(other)
    assert counts.totals == {}


def test_nothing_is_told_after_the_end(qtbot, document, monkeypatch):
    monkeypatch.setattr(error_counts, "_AT_ONCE", 0)
    explain(document, 0)
    counts = ErrorCounts()
    with qtbot.assertNotEmitted(counts.counted, wait=50):
        counts.set_document(document)
        counts.stop()
