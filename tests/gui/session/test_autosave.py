"""Autosave: soon after a change, never too often, and never over what somebody else wrote."""

import threading
import time
from dataclasses import replace

import pytest
from PySide6.QtCore import QTimer
from session_values import stored

from treelens.engine.problems import TreelensError
from treelens.gui.session import Journal, KeptFile, Note, Place, load, save
from treelens.gui.session.autosave import Autosave

QUIET, LONGEST = 60, 300


class Desk:
    """What is open, and what was heard of it."""

    def __init__(self, session, path):
        self.session = session
        self.path = str(path)
        self.saved, self.troubles, self.conflicts, self.threads = [], [], [], []
        self.autosave = self.made(QUIET, LONGEST)

    def made(self, quiet, longest):
        made = Autosave(lambda: self.session, quiet=quiet, longest=longest)
        made.saved.connect(self.saved.append)
        made.trouble.connect(self.troubles.append)
        made.conflict.connect(self.conflicts.append)
        made.saved.connect(lambda _: self.threads.append(threading.current_thread()))
        return made

    def go_to(self, sentence):
        self.session = replace(self.session, place=Place(sentence))
        self.autosave.changed()

    @property
    def there(self):
        return load(self.path).place.sentence


@pytest.fixture
def desk(qapp, session, tmp_path):
    made = Desk(session, tmp_path / "x.treelens")
    yield made
    made.autosave.close()


@pytest.fixture
def opened(desk):
    """A desk with a session that was saved before and opened."""
    save(desk.session, desk.path)
    desk.autosave.follow(desk.path, load(desk.path))
    return desk


def timers(autosave):
    return [timer for timer in autosave.findChildren(QTimer) if timer.isActive()]


def test_a_change_is_written_after_a_moment(qtbot, opened):
    opened.go_to(5)
    assert opened.there == 3
    qtbot.waitUntil(lambda: opened.saved == [opened.path])
    assert opened.there == 5
    assert opened.threads == [threading.main_thread()]
    assert timers(opened.autosave) == []


def test_notes_are_written_as_they_change(qtbot, opened, tmp_path):
    store = stored(Journal(tmp_path / "j.jsonl"))
    store.observe(opened.autosave.changed)

    def say(sentence, part):
        opened.session = replace(opened.session, notes=store.notes())

    store.observe(say)
    store.set_note(1, "a dog?")
    store.add_tag(3, "wet")
    qtbot.waitUntil(lambda: len(opened.saved) == 1)
    assert [(note.text, note.tags) for note in load(opened.path).notes] == [("a dog?", ()), ("", ("wet",))]


def test_nothing_is_written_without_a_file(qtbot, desk):
    desk.go_to(5)
    assert timers(desk.autosave) == []
    assert desk.autosave.path == ""
    assert desk.autosave.close()


def test_nothing_is_written_when_nothing_changed(qtbot, opened, tmp_path):
    before = (tmp_path / "x.treelens").stat()
    opened.autosave.changed()
    qtbot.wait(3 * QUIET)
    after = (tmp_path / "x.treelens").stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    assert opened.saved == []


def test_who_never_rests_is_saved_all_the_same(qtbot, opened):
    until = time.monotonic() + 2.5 * LONGEST / 1000
    sentence = 10
    while time.monotonic() < until:
        sentence += 1
        opened.go_to(sentence)
        qtbot.wait(QUIET // 4)
    assert 1 <= len(opened.saved) <= 3
    assert 10 < opened.there <= sentence
    qtbot.waitUntil(lambda: opened.there == sentence)


def test_closing_writes_what_is_due(opened):
    opened.go_to(7)
    assert opened.autosave.close()
    assert opened.there == 7
    assert opened.saved == [opened.path]
    assert opened.autosave.path == ""
    assert timers(opened.autosave) == []


def test_a_failure_is_said_once_and_tried_again(qtbot, opened, tmp_path):
    (tmp_path / "x.treelens").unlink()
    (tmp_path / "x.treelens").mkdir()  # cannot be replaced by a file
    opened.go_to(7)
    qtbot.waitUntil(lambda: len(opened.troubles) == 1)
    assert "x.treelens: cannot be written" in opened.troubles[0]
    opened.go_to(8)
    qtbot.wait(2 * LONGEST)
    assert len(opened.troubles) == 1
    assert opened.saved == []
    (tmp_path / "x.treelens").rmdir()
    qtbot.waitUntil(lambda: opened.saved == [opened.path])
    assert opened.there == 8
    (tmp_path / "x.treelens").unlink()
    (tmp_path / "x.treelens").mkdir()
    opened.go_to(9)
    qtbot.waitUntil(lambda: len(opened.troubles) == 2)


def test_closing_says_what_could_not_be_written(opened, tmp_path):
    (tmp_path / "x.treelens").unlink()
    (tmp_path / "x.treelens").mkdir()
    opened.go_to(7)
    assert not opened.autosave.close()
    assert len(opened.troubles) == 1


def test_a_conflict_stops_writing_until_the_user_saves(qtbot, opened, session):
    elsewhere = replace(session, gold=session.systems[0], place=Place(99))
    save(elsewhere, opened.path)  # another window, on other gold
    opened.go_to(7)
    qtbot.waitUntil(lambda: len(opened.conflicts) == 1)
    opened.go_to(8)
    qtbot.wait(3 * QUIET)
    assert timers(opened.autosave) == []
    assert (opened.there, len(opened.conflicts), opened.troubles) == (99, 1, [])
    assert opened.autosave.save_as(opened.path)
    assert opened.there == 8
    opened.go_to(9)
    qtbot.waitUntil(lambda: opened.saved == [opened.path] * 2)
    assert opened.there == 9


def test_what_another_window_wrote_is_joined_and_told(qtbot, opened, session):
    joined = []
    opened.autosave.joined.connect(joined.append)
    theirs = Note(0, "a", "theirs", changed=5)
    save(replace(session, notes=(theirs,)), opened.path)
    opened.go_to(7)
    qtbot.waitUntil(lambda: len(joined) == 1)
    assert (load(opened.path).notes, opened.there) == ((theirs,), 7)
    assert joined[0].notes == (theirs,)
    save(replace(load(opened.path), error_style="penn"), opened.path)
    opened.session = replace(opened.session, place=Place(9))
    assert opened.autosave.save_as(opened.path)  # by hand, too
    assert (load(opened.path).error_style, opened.there, len(joined)) == ("penn", 9, 2)
    assert opened.conflicts == []


def test_closing_after_a_conflict_leaves_what_they_wrote(qtbot, opened, session):
    save(replace(session, gold=session.systems[0], place=Place(99)), opened.path)
    opened.go_to(7)
    assert not opened.autosave.close()
    assert (opened.there, len(opened.conflicts)) == (99, 1)


def test_saving_by_hand_begins_it(qtbot, desk):
    assert desk.autosave.save_as(desk.path)
    assert (desk.autosave.path, desk.there) == (desk.path, 3)
    desk.go_to(4)
    qtbot.waitUntil(lambda: desk.there == 4)


def test_saving_elsewhere_leaves_the_old_file(qtbot, opened, tmp_path):
    assert opened.autosave.save_as(str(tmp_path / "y.treelens"))
    opened.go_to(4)
    qtbot.waitUntil(lambda: load(tmp_path / "y.treelens").place.sentence == 4)
    assert opened.there == 3


def test_saving_by_hand_over_anything_else_fails_and_keeps_the_file(qtbot, opened, tmp_path, trees):
    with pytest.raises(TreelensError, match="file of trees"):
        opened.autosave.save_as(str(trees[0]))
    opened.go_to(4)
    qtbot.waitUntil(lambda: opened.there == 4)


def test_saving_by_hand_keeps_notes_that_were_never_shown(desk):
    theirs = Note(0, "a", "theirs")
    desk.autosave.follow(desk.path, save(replace(desk.session, notes=(theirs,)), desk.path))
    desk.go_to(4)
    assert desk.autosave.save_as(desk.path)
    assert (load(desk.path).notes, desk.there) == ((theirs,), 4)


def test_nothing_to_save(desk):
    desk.session = None
    assert not desk.autosave.save_as(desk.path)
    assert desk.autosave.close()


def test_what_is_opened_next_does_not_get_into_the_file(qtbot, opened, trees):
    opened.session = replace(opened.session, gold=str(trees[1]), systems=(str(trees[0]),))
    opened.autosave.changed()
    qtbot.wait(3 * QUIET)
    assert opened.autosave.close()
    assert load(opened.path).gold == str(trees[0])
    assert opened.saved == []


def slow_writes(monkeypatch):
    """Let every write take until the gate is opened."""
    gate, real, begun = threading.Event(), KeptFile.write, []

    def write(self, session):
        begun.append(session.place.sentence)
        gate.wait(10)
        return real(self, session)

    monkeypatch.setattr(KeptFile, "write", write)
    return gate, begun


def test_a_slow_drive_does_not_hold_the_window(qtbot, opened, monkeypatch):
    gate, begun = slow_writes(monkeypatch)
    opened.go_to(5)
    qtbot.waitUntil(lambda: begun == [5])
    opened.go_to(6)
    qtbot.wait(3 * QUIET)  # the window lives, and no second write runs beside the first
    assert begun == [5]
    gate.set()
    qtbot.waitUntil(lambda: opened.there == 6)
    assert opened.saved[:1] == [opened.path]


def test_closing_waits_for_what_is_being_written(qtbot, opened, monkeypatch):
    gate, begun = slow_writes(monkeypatch)
    opened.go_to(5)
    qtbot.waitUntil(lambda: begun == [5])
    opened.go_to(6)
    threading.Timer(0.1, gate.set).start()
    assert opened.autosave.close()
    assert opened.there == 6
    qtbot.wait(50)
    assert opened.saved == [opened.path]  # the write that was given up says nothing any more


def test_no_task_is_left_behind(qtbot, opened):
    for sentence in range(20, 24):
        opened.go_to(sentence)
        qtbot.waitUntil(lambda wanted=sentence: opened.there == wanted)
    qtbot.waitUntil(lambda: len(opened.autosave.children()) == 2)  # the two timers
    qtbot.waitUntil(lambda: all(thread.name != "treelens-task" for thread in threading.enumerate()))


def test_many_notes_do_not_hold_the_window(qtbot, opened):
    many = tuple(Note(number, "some words of a sentence " * 4, f"note {number}") for number in range(100_000))
    opened.session = replace(opened.session, notes=many)
    gaps, last = [], time.monotonic()

    def tick():
        nonlocal last
        now = time.monotonic()
        gaps.append(now - last)
        last = now

    ticker = QTimer()
    ticker.timeout.connect(tick)
    ticker.start(5)
    opened.autosave.changed()
    qtbot.waitUntil(lambda: opened.saved == [opened.path], timeout=30_000)
    ticker.stop()
    assert len(load(opened.path).notes) == 100_000
    assert sorted(gaps)[int(len(gaps) * 0.95)] < 0.1
