"""Watched files, written to in every way that parsers have: real files, and a pace that tests can wait for."""

import os
import shutil
import sys
import time
from collections import Counter

import pytest
from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer

from treelens.gui import watching
from treelens.gui.watching import Pace, WatchedFile, Watcher, look_at

PACE = Pace(quiet=0.3, longest=1.0, gone=0.6, poll=0.3)
LONG_AFTER = 1000  #: milliseconds in which anything would have been said


class Heard:
    """A watcher, and what it said."""

    def __init__(self, pace=PACE):
        self.watcher = Watcher(pace=pace)
        self.changed, self.vanished = [], []
        self.watcher.changed.connect(lambda paths: self.changed.append((time.monotonic(), paths)))
        self.watcher.vanished.connect(lambda paths: self.vanished.append((time.monotonic(), paths)))

    @property
    def of_change(self):
        return [paths for _, paths in self.changed]

    @property
    def of_loss(self):
        return [paths for _, paths in self.vanished]


@pytest.fixture
def heard(qapp):
    made = Heard()
    yield made
    made.watcher.stop()
    assert running(made.watcher) == []


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "system.mrg"
    path.write_text("(S old)\n")
    return path


@pytest.fixture(params=["hints", "polling"])
def hints(request, monkeypatch):
    """With watches of the system, and without."""
    if request.param == "polling":
        monkeypatch.setattr(watching, "QFileSystemWatcher", _Deaf)


class _Deaf(QFileSystemWatcher):
    """As where no watches are left."""

    def addPaths(self, paths):  # noqa: N802
        return list(paths)


def running(watcher):
    return [timer for timer in watcher.findChildren(QTimer) if timer.isActive()]


def replaced(path, text):
    """Write aside and rename, as a careful program does."""
    aside = path.with_suffix(".part")
    aside.write_text(text)
    aside.replace(path)


# --- real files -------------------------------------------------------------------------------------------------------


def test_a_file_that_is_replaced_is_told_each_time(qtbot, heard, file, hints):
    heard.watcher.watch([str(file)])
    for number in range(1, 4):
        replaced(file, f"(S new {number})\n")
        qtbot.waitUntil(lambda wanted=number: len(heard.changed) == wanted)
    qtbot.wait(LONG_AFTER)
    assert heard.of_change == [[str(file)]] * 3
    assert heard.vanished == []


def test_watches_are_renewed_on_what_took_the_place_of_a_file(qtbot, file):
    heard = Heard(Pace(quiet=0.2, poll=1000))  # hints only
    heard.watcher.watch([str(file)])
    for number in range(1, 4):
        replaced(file, f"(S new {number})\n")
        qtbot.waitUntil(lambda wanted=2 * number - 1: len(heard.changed) == wanted)
        with file.open("a") as parser:  # of which a folder says nothing
            parser.write("(S more)\n")
        qtbot.waitUntil(lambda wanted=2 * number: len(heard.changed) == wanted)
    heard.watcher.stop()


def test_a_file_written_in_pieces_is_told_when_it_is_complete(qtbot, heard, file, hints):
    heard.watcher.watch([str(file)])
    with file.open("a") as parser:
        for number in range(6):
            parser.write(f"(S {number})\n")
            parser.flush()
            qtbot.wait(100)
    ended = time.monotonic()
    qtbot.waitUntil(lambda: bool(heard.changed))
    assert heard.changed[0][0] > ended
    qtbot.wait(LONG_AFTER)
    assert heard.of_change == [[str(file)]]


def test_a_file_that_grows_and_grows_is_told_now_and_then(qtbot, heard, file, hints):
    heard.watcher.watch([str(file)])
    begun = time.monotonic()
    with file.open("a") as parser:
        while time.monotonic() < begun + 2.6:
            parser.write("(S x)\n")
            parser.flush()
            qtbot.wait(50)
        during = len(heard.changed)
        parser.write("(S last)\n")
    assert 1 <= during <= 3
    assert heard.changed[0][0] - begun >= PACE.longest * 0.9
    qtbot.waitUntil(lambda: len(heard.changed) > during)  # and when it is complete
    qtbot.wait(LONG_AFTER)
    assert len(heard.changed) == during + 1


def test_a_file_that_is_deleted_and_written_again_has_changed(qtbot, heard, file, hints):
    heard.watcher.watch([str(file)])
    file.unlink()
    qtbot.wait(200)
    file.write_text("(S new)\n")
    qtbot.waitUntil(lambda: bool(heard.changed))
    qtbot.wait(LONG_AFTER)
    assert (heard.of_change, heard.vanished) == ([[str(file)]], [])


def test_a_file_that_is_gone_is_told_and_so_is_its_return(qtbot, heard, file, hints):
    heard.watcher.watch([str(file)])
    gone = time.monotonic()
    file.unlink()
    qtbot.waitUntil(lambda: bool(heard.vanished))
    assert heard.vanished[0][0] - gone >= PACE.gone * 0.9
    qtbot.wait(LONG_AFTER)
    assert (heard.changed, heard.of_loss) == ([], [[str(file)]])
    file.write_text("(S back)\n")
    qtbot.waitUntil(lambda: bool(heard.changed))
    file.write_text("(S and on)\n")  # a watch is on the new file, too
    qtbot.waitUntil(lambda: len(heard.changed) == 2)
    assert heard.of_change == [[str(file)]] * 2


def test_a_file_whose_return_is_the_same_file_is_told(qtbot, heard, file, tmp_path):
    heard.watcher.watch([str(file)])
    file.rename(tmp_path / "aside")
    qtbot.waitUntil(lambda: bool(heard.vanished))
    (tmp_path / "aside").rename(file)
    qtbot.waitUntil(lambda: heard.of_change == [[str(file)]])


def test_a_file_that_was_away_for_a_moment_is_not_worth_a_word(qtbot, heard, file, tmp_path):
    heard.watcher.watch([str(file)])
    file.rename(tmp_path / "aside")
    qtbot.wait(150)
    (tmp_path / "aside").rename(file)
    qtbot.wait(LONG_AFTER)
    assert (heard.changed, heard.vanished) == ([], [])


def test_a_touch_is_told(qtbot, heard, file, hints):
    heard.watcher.watch([str(file)])
    file.touch()
    qtbot.waitUntil(lambda: heard.of_change == [[str(file)]])


def test_a_look_is_no_change(qtbot, heard, file):
    heard.watcher.watch([str(file)])
    file.read_bytes()
    (file.parent / "another.mrg").write_text("x")
    qtbot.wait(LONG_AFTER)
    assert (heard.changed, heard.vanished) == ([], [])


def test_files_written_together_are_told_together(qtbot, heard, tmp_path):
    files = [tmp_path / f"{number}.mrg" for number in range(8)]
    for path in files:
        path.write_text("x")
    heard.watcher.watch(map(str, files))
    for path in files:
        path.write_text("xy")
    qtbot.waitUntil(lambda: sum(map(len, heard.of_change)) == 8)
    assert len(heard.changed) <= 2
    assert sorted(path for paths in heard.of_change for path in paths) == sorted(map(str, files))


def test_a_folder_that_is_not_there_yet(qtbot, heard, tmp_path, hints):
    path = tmp_path / "runs" / "today" / "system.mrg"
    heard.watcher.watch([str(path)])
    qtbot.wait(600)
    assert heard.vanished == []  # it was never there
    path.parent.mkdir(parents=True)
    path.write_text("(S x)\n")
    qtbot.waitUntil(lambda: heard.of_change == [[str(path)]])
    shutil.rmtree(tmp_path / "runs")
    qtbot.waitUntil(lambda: heard.of_loss == [[str(path)]])
    path.parent.mkdir(parents=True)
    path.write_text("(S y)\n")
    qtbot.waitUntil(lambda: len(heard.changed) == 2)


@pytest.mark.skipif(sys.platform == "win32", reason="links need a permission there")
def test_a_link_is_followed(qtbot, heard, tmp_path, hints):
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "system.mrg").write_text(name)
    link = tmp_path / "link.mrg"
    link.symlink_to(tmp_path / "one" / "system.mrg")
    heard.watcher.watch([str(link)])
    replaced(tmp_path / "one" / "system.mrg", "one, again")
    qtbot.waitUntil(lambda: len(heard.changed) == 1)
    link.unlink()
    link.symlink_to(tmp_path / "two" / "system.mrg")
    qtbot.waitUntil(lambda: len(heard.changed) == 2)
    with (tmp_path / "two" / "system.mrg").open("a") as target:
        target.write("more")
    qtbot.waitUntil(lambda: len(heard.changed) == 3)
    (tmp_path / "two" / "system.mrg").unlink()
    qtbot.waitUntil(lambda: heard.of_loss == [[str(link)]])
    assert heard.of_change == [[str(link)]] * 3


def test_a_folder_changes_with_what_is_in_it(qtbot, heard, tmp_path, hints):
    profile = tmp_path / "profile"
    profile.mkdir()
    (profile / "item").write_text("1\n")
    heard.watcher.watch([str(profile)])
    (profile / "result").write_text("2\n")
    qtbot.waitUntil(lambda: len(heard.changed) == 1)
    with (profile / "item").open("a") as item:
        item.write("3\n")
    qtbot.waitUntil(lambda: len(heard.changed) == 2)
    assert heard.of_change == [[str(profile)]] * 2


def test_a_change_while_files_were_read_is_told(qtbot, heard, file, tmp_path):
    other = tmp_path / "gold.mrg"
    other.write_text("(S gold)\n")
    before = {str(path): look_at(str(path)) for path in (file, other)}
    replaced(file, "(S new)\n")
    heard.watcher.watch([str(other), str(file)], before)
    qtbot.waitUntil(lambda: bool(heard.changed))
    qtbot.wait(LONG_AFTER)
    assert heard.of_change == [[str(file)]]


def test_no_file_is_opened(qtbot, heard, file):
    opened = []

    def hook(event, details):
        if event == "open" and details[0] == str(file):
            opened.append(details)

    sys.addaudithook(hook)
    heard.watcher.watch([str(file)])
    os.utime(file, (1, 1))
    qtbot.waitUntil(lambda: bool(heard.changed))
    assert opened == []


# --- many files -------------------------------------------------------------------------------------------------------


def test_two_thousand_files(qtbot, heard, tmp_path):
    files = [tmp_path / f"part {number % 20}" / f"{number}.mrg" for number in range(2000)]
    for path in files:
        path.parent.mkdir(exist_ok=True)
        path.write_text("x")
    heard.watcher.watch(map(str, files))
    assert len(heard.watcher.paths) == 2000
    chosen = [files[0], files[999], files[1999]]
    for path in chosen:
        path.write_text("xy")
    replaced(files[1500], "z")
    wanted = {str(path) for path in (*chosen, files[1500])}
    qtbot.waitUntil(lambda: {path for paths in heard.of_change for path in paths} == wanted)
    for path in files:
        path.write_text("all")
    qtbot.waitUntil(lambda: sum(map(len, heard.of_change)) == 2004, timeout=20_000)
    shutil.rmtree(tmp_path / "part 3")
    qtbot.waitUntil(lambda: sum(map(len, heard.of_loss)) == 100)


def test_a_slow_drive_is_looked_at_bit_by_bit(qtbot, heard, tmp_path, monkeypatch):
    files = [tmp_path / f"{number}.mrg" for number in range(30)]
    for path in files:
        path.write_text("x")
    heard.watcher.watch(map(str, files))
    real, answers, looks = look_at, [0], []

    def slow(path):
        time.sleep(0.003)
        looks.append(len(answers))
        return real(path)

    monkeypatch.setattr(watching, "look_at", slow)
    ticking = QTimer(interval=0)
    ticking.timeout.connect(lambda: answers.append(0))
    ticking.start()
    qtbot.waitUntil(lambda: len(looks) >= 30, timeout=20_000)
    ticking.stop()
    assert max(Counter(looks).values()) < 15  # the window answered in between


# --- the end ----------------------------------------------------------------------------------------------------------


def test_nothing_is_said_after_the_end(qtbot, heard, file):
    heard.watcher.watch([str(file)])
    file.write_text("(S new)\n")
    qtbot.wait(150)  # noticed, but not yet said
    heard.watcher.stop()
    assert running(heard.watcher) == []
    assert heard.watcher.paths == []
    file.unlink()
    qtbot.wait(LONG_AFTER)
    assert (heard.changed, heard.vanished) == ([], [])


def test_other_files_take_the_place_of_those_before(qtbot, heard, file, tmp_path):
    other = tmp_path / "other.mrg"
    other.write_text("x")
    heard.watcher.watch([str(file)])
    file.write_text("(S new)\n")
    heard.watcher.watch([str(other), "", str(other)])
    assert heard.watcher.paths == [str(other)]
    other.write_text("xy")
    qtbot.wait(LONG_AFTER)
    assert heard.of_change == [[str(other)]]
    heard.watcher.watch([])
    assert running(heard.watcher) == []


@pytest.mark.parametrize("again", [False, True])
def test_who_is_told_may_stop_or_begin_anew(qtbot, heard, file, tmp_path, again):
    gone = tmp_path / "gone.mrg"
    gone.write_text("x")
    heard.watcher = Watcher(pace=Pace(0.3, 1.2, 0.3, 0.4))
    heard.watcher.vanished.connect(lambda paths: heard.vanished.append(paths))
    heard.watcher.changed.connect(lambda _: heard.watcher.watch([str(file)]) if again else heard.watcher.stop())
    heard.watcher.watch([str(file), str(gone)])
    file.write_text("(S new)\n")
    qtbot.waitUntil(lambda: str(gone) not in heard.watcher.paths)
    gone.unlink()
    qtbot.wait(LONG_AFTER)
    assert heard.vanished == []
    assert bool(running(heard.watcher)) == again


def test_who_is_told_by_a_look_without_a_hint_may_stop(qtbot, file, monkeypatch):
    monkeypatch.setattr(watching, "QFileSystemWatcher", _Deaf)
    heard = Heard(Pace(quiet=0, poll=0.1))
    heard.watcher.changed.connect(lambda _: heard.watcher.stop())
    heard.watcher.watch([str(file)])
    file.write_text("(S new)\n")
    qtbot.waitUntil(lambda: len(heard.changed) == 1)
    assert running(heard.watcher) == []


def test_nothing_is_left_behind(qtbot, file):
    parent = QObject()
    watcher = Watcher(parent, pace=PACE)
    for _ in range(5):
        watcher.watch([str(file)])
    qtbot.wait(50)
    assert len(watcher.findChildren(QFileSystemWatcher)) == 1
    assert len(running(watcher)) == 1  # the next look without a hint
    watcher.stop()
    qtbot.wait(50)
    assert watcher.findChildren(QFileSystemWatcher) == []


# --- what is to be said, without any disk -----------------------------------------------------------------------------

A, B, C = (1, 1, 1, 1), (2, 2, 1, 1), (3, 3, 1, 1)


@pytest.mark.parametrize(
    ("looks", "said"),
    [
        ([(0, A), (9, A)], []),
        ([(0, B), (0.5, B), (0.6, B), (9, B)], [(0.6, "changed")]),
        ([(0, B), (0.5, C), (1.0, C), (1.1, C)], [(1.1, "changed")]),
        ([(0, B), (0.5, A), (9, A)], []),
        ([(0, None), (1.9, None), (2, None), (9, None)], [(2, "vanished")]),
        ([(0, None), (1.9, B), (2.5, B)], [(2.5, "changed")]),
        ([(0, None), (2, None), (3, A), (3.6, A)], [(2, "vanished"), (3.6, "changed")]),
    ],
)
def test_what_is_said(looks, said):
    file = WatchedFile(A, Pace())
    assert [(now, word) for now, look in looks if (word := file.told(look, now))] == said
    assert file.settled


def test_what_grows_is_spoken_of_every_five_seconds():
    file = WatchedFile(A, Pace())
    said = [step / 10 for step in range(1, 200) if file.told((step, step, 1, 1), step / 10)]
    assert said == pytest.approx([5.1, 10.2, 15.3], abs=0.11)


def test_what_was_not_there_and_comes():
    file = WatchedFile(None, Pace())
    assert [file.told(None, 5), file.told(A, 6), file.told(A, 7)] == [None, None, "changed"]
