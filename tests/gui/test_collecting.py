"""Garbage of the window is collected in its own thread."""

import gc
import threading
import weakref

from PySide6.QtCore import QObject

from treelens.gui.collecting import Collecting


class Knot:
    """Garbage that only a collector finds."""

    def __init__(self):
        self.self = self
        self.where = weakref.finalize(self, lambda: SEEN.append(threading.current_thread()))


SEEN = []


def test_other_threads_make_garbage_but_do_not_collect_it(qtbot):
    SEEN.clear()
    owner = QObject()
    collecting = Collecting(owner)
    assert not gc.isenabled()
    worker = threading.Thread(target=lambda: [Knot() for _ in range(5000)])
    worker.start()
    worker.join()
    assert not SEEN
    qtbot.waitUntil(lambda: len(SEEN) == 5000, timeout=10_000)
    assert set(SEEN) == {threading.main_thread()}
    collecting.collect()
