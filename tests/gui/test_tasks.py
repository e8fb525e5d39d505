"""The contract of tasks: progress, cancelling, results and errors, in the window's own thread."""

import gc
import threading
import weakref

import numpy as np
import pytest
import shiboken6
from PySide6.QtCore import QObject

from treelens.engine.study import Filled
from treelens.gui.tasks import Filling, Task


@pytest.fixture
def owner(qapp):
    return QObject()


def test_a_result_arrives_in_the_thread_of_the_window(qtbot, owner):
    threads = []
    task = Task(threading.current_thread, owner)
    task.finished.connect(lambda worker: threads.extend([worker, threading.current_thread()]))
    with qtbot.waitSignal(task.finished):
        task.start()
    worker, here = threads
    assert here is threading.main_thread()
    assert worker is not here


def test_an_error_is_told(qtbot, owner):
    task = Task(lambda: 1 / 0, owner)
    with qtbot.waitSignal(task.failed) as told:
        task.start()
    assert isinstance(told.args[0], ZeroDivisionError)


def test_progress_is_told_not_too_often(qtbot, owner):
    clock = threading.Event()

    def work(tell):
        for done in range(40):
            assert tell(done, 40)
            clock.wait(0.01)

    task = Task(work, owner, telling=True)
    told = []
    task.progress.connect(lambda done, total: told.append((done, total)))
    with qtbot.waitSignal(task.finished):
        task.start()
    assert 1 <= len(told) <= 10
    assert told == sorted(told)


def test_a_cancelled_task_hears_of_it_and_says_nothing(qtbot, owner):
    heard = threading.Event()
    began = threading.Event()

    def work(tell):
        began.set()
        while tell(0, 1):
            began.wait(0.001)
        heard.set()

    task, told = Task(work, owner, telling=True), []
    task.finished.connect(told.append)
    task.start()
    assert began.wait(5)
    task.cancel()
    assert heard.wait(5)
    assert task.wait(5)
    qtbot.wait(20)
    assert not told


@pytest.mark.parametrize("cancelled", [True, False])
def test_a_task_that_has_ended_holds_nothing(qtbot, owner, cancelled):
    """Qt would hold what is connected to it for as long as its parent lives."""

    class Trees:
        pass

    held, go_on = [Trees()], threading.Event()
    gone = weakref.ref(held[0])
    task = Task(lambda trees=held[0]: go_on.wait(5) and trees, owner)
    task.finished.connect(lambda result, trees=held[0]: task.wait(0))
    task.start()
    if cancelled:
        task.cancel()
    go_on.set()
    held.clear()
    qtbot.waitUntil(lambda: not shiboken6.isValid(task))
    gc.collect()
    assert gone() is None
    assert not owner.children()
    assert task.wait(0)  # whoever kept it may still ask
    task.deleteLater()


def test_news_of_a_job_that_was_given_up_do_not_arrive(qtbot, owner):
    """They may be on their way when other files, with fewer sentences, are opened."""

    class Job:
        error = None

        def wait(self):
            pass

        cancel = wait

    class Study:
        def fill(self, metrics, tell, first, system):
            tell(Filled(0, "f1", np.arange(3), 3, 3))
            return Job()

    filling, told, ended = Filling(owner), [], []
    filling.filled.connect(lambda news: told.append(len(news.places)))
    filling.finished.connect(lambda: ended.append(True))
    filling.start(Study(), [])
    assert filling.wait(5)
    filling.start(Study(), [])
    assert filling.wait(5)
    qtbot.waitUntil(lambda: bool(ended))
    qtbot.wait(20)
    assert (told, ended) == ([3, 3], [True])  # told at once, in this thread, but the first end comes too late
    filling.start(Study(), [])
    filling.cancel()
    assert filling.wait(5)
    qtbot.wait(20)
    assert len(ended) == 1


def test_a_task_may_outlive_the_window(qapp):
    go_on = threading.Event()
    task = Task(go_on.wait)
    task.start()
    task.deleteLater()
    qapp.sendPostedEvents(task, 0)
    qapp.processEvents()
    go_on.set()
    assert task.wait(5)


def test_a_task_that_is_let_go_when_it_is_done_lets_its_thread_end_first(qtbot):
    """Whoever hears of a result deletes the task, while its thread has still to say that it is over."""
    heard = []
    for number in range(200):
        task = Task(lambda number=number: number)
        task.finished.connect(lambda result, task=task: (heard.append(result), task.deleteLater()))
        task.start()
    qtbot.waitUntil(lambda: len(heard) == 200)
