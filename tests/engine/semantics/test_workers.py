"""Workers: the same rows as here, from other processes; here if none can be started."""

from concurrent.futures.process import BrokenProcessPool

import pytest
from fourteen import GOLD, SYSTEM
from small_profiles import RAIN

from treelens.engine.semantics import compare_many, workers

PAIRS = [(GOLD.mrs, SYSTEM.mrs), (RAIN, RAIN), (RAIN, "broken"), (GOLD.mrs, "")] * 5


def test_the_same_in_other_processes(monkeypatch):
    wanted = compare_many(PAIRS)
    monkeypatch.setattr(workers, "_PORTION", 6)
    assert workers.compare_in_workers(PAIRS) == wanted
    assert workers._pool is not None


def test_here_where_no_process_can_be_started(monkeypatch):
    def broken():
        raise BrokenProcessPool("no process")

    monkeypatch.setattr(workers, "_workers", broken)
    assert workers.compare_in_workers(PAIRS) == compare_many(PAIRS)


def test_what_is_interrupted_is_taken_back():
    class Waiting:
        cancelled = False

        def result(self):
            raise KeyboardInterrupt

        def cancel(self):
            self.cancelled = True

    waiting = [Waiting(), Waiting()]
    with pytest.raises(KeyboardInterrupt):
        workers._gathered(waiting)
    assert all(one.cancelled for one in waiting)
