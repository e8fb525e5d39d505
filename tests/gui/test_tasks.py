"""The contract of tasks: progress, cancelling, results and errors, in the window's own thread."""

import threading

import pytest
from PySide6.QtCore import QObject

from treelens.gui.tasks import Task


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

    task = Task(work, owner, telling=True)
    with qtbot.assertNotEmitted(task.finished, wait=100):
        task.start()
        assert began.wait(5)
        task.cancel()
        assert heard.wait(5)
    assert task.wait(5)


def test_a_task_may_outlive_the_window(qapp):
    go_on = threading.Event()
    task = Task(go_on.wait)
    task.start()
    task.deleteLater()
    qapp.sendPostedEvents(task, 0)
    qapp.processEvents()
    go_on.set()
    assert task.wait(5)
