"""Opening, watching and saving, without the main window."""

import os
import shutil
import sys

import pytest
from PySide6.QtWidgets import QWidget

from treelens.gui.files import Files
from treelens.gui.remembered import Remembered
from treelens.gui.session import Journal, Place, load


class Log:
    """Keeps what Files tells."""

    def __init__(self, files):
        self.opened, self.failed, self.said = [], [], []
        files.opened.connect(self.opened.append)
        files.failed.connect(lambda error: self.failed.append(str(error)))
        files.said.connect(self.said.append)


@pytest.fixture
def folder(demo_folder, tmp_path):
    """Some of the demo, to be written to."""
    for name in ("gold", "berkeley", "stanford"):
        shutil.copy(demo_folder / f"{name}.mrg", tmp_path / f"{name}.mrg")
    return tmp_path


@pytest.fixture
def files(qtbot):
    parent = QWidget()
    qtbot.addWidget(parent)
    made = Files(parent, Remembered(), lambda: Place(sentence=7, alignment="t"))
    made.log = Log(made)
    yield made
    made.close()


def opened(qtbot, files, act):
    """Do something that opens, and return what was opened."""
    before = len(files.log.opened)
    act()
    qtbot.waitUntil(lambda: len(files.log.opened) > before, timeout=20_000)
    return files.log.opened[-1]


@pytest.fixture
def two(qtbot, files, folder):
    paths = [str(folder / "gold.mrg"), str(folder / "berkeley.mrg")]
    opened(qtbot, files, lambda: files.open(paths))
    return files


def test_the_first_file_is_gold(two, folder):
    assert two.document.paths[0].endswith("gold.mrg")
    assert two.document.names == ["berkeley"]
    assert two.log.opened[0].place is None


def test_one_file_is_not_enough_and_nothing_is_lost(two, folder):
    before = two.document
    two.open([str(folder / "gold.mrg")])
    assert "at least two" in two.log.failed[0]
    assert two.document is before


def test_systems_come_go_and_change_places_with_gold(qtbot, two, folder):
    more = opened(qtbot, two, lambda: two.add([str(folder / "stanford.mrg"), str(folder / "berkeley.mrg")]))
    assert more.document.names == ["berkeley", "stanford"]
    assert more.place.sentence == 7
    swapped = opened(qtbot, two, lambda: two.swap_gold(1))
    assert [path.rpartition("/")[2] for path in swapped.document.paths] == ["stanford.mrg", "berkeley.mrg", "gold.mrg"]
    fewer = opened(qtbot, two, lambda: two.remove_system(0))
    assert fewer.document.names == ["gold"]
    assert fewer.place.system == 0


def test_a_file_that_is_replaced_is_read_again(qtbot, two, folder):
    shutil.copy(folder / "gold.mrg", folder / "new")
    again = opened(qtbot, two, lambda: (folder / "new").replace(folder / "berkeley.mrg"))
    assert again.again
    assert again.place == Place(sentence=7, alignment="t")
    assert "berkeley.mrg changed" in two.log.said[-1]
    assert str(again.document.original(14, "system")) == str(again.document.original(14, "gold"))


def test_notes_and_undo_go_on_where_gold_is_the_same(qtbot, two):
    notes = two.notes
    notes.set_note(3, "look")
    opened(qtbot, two, two.read_again)
    assert two.notes is notes


def test_a_file_that_cannot_be_read_again_is_no_reason_to_forget_it(qtbot, two, folder):
    before = two.document
    (folder / "berkeley.mrg").unlink()
    two.read_again()
    qtbot.waitUntil(lambda: any("could not be read again" in text for text in two.log.said))
    assert two.document is before
    assert not two.log.failed


def test_other_settings(qtbot, two, tmp_path):
    raw = opened(qtbot, two, lambda: two.compare_by_name("raw"))
    assert raw.document.preparation.name == "raw"
    (tmp_path / "mine.prm").write_text("LABELED 0\n", encoding="utf-8")
    mine = opened(qtbot, two, lambda: two.compare_by_name(str(tmp_path / "mine.prm")))
    assert not mine.document.preparation.labelled
    two.compare_by_name(str(tmp_path / "none.prm"))
    assert "none.prm" in two.log.failed[-1]


def test_a_session_has_settings_place_and_notes_and_keeps_itself(qtbot, two, tmp_path):
    opened(qtbot, two, lambda: two.compare_by_name("raw"))
    two.notes.add_tag(7, "figure 3")
    path = str(tmp_path / "mine.treelens")
    assert two.save_session(path)
    two.notes.set_note(7, "more")
    again = opened(qtbot, two, lambda: two.open([path]))
    assert [note.text for note in load(path).notes if note] == ["more"]
    assert again.place == Place(sentence=7, alignment="t")
    assert again.document.preparation == load(path).preparation
    assert again.document.preparation.drop_empty == two.document.preparation.drop_empty
    assert two.notes.tags_of(7) == ("figure 3",)
    assert two.session_path == path
    assert two.remembered.recent()[0].paths == (path,)


def test_a_session_keeps_by_which_labels_errors_have_their_kinds(qtbot, two, tmp_path):
    opened(qtbot, two, lambda: two.judge_by("negra"))
    path = str(tmp_path / "mine.treelens")
    assert two.save_session(path)
    opened(qtbot, two, lambda: two.judge_by(None))
    assert opened(qtbot, two, lambda: two.open([path])).document.style == "negra"
    assert opened(qtbot, two, two.read_again).document.style == "negra"


def test_opening_something_else_ends_the_session(qtbot, two, folder, tmp_path):
    path = str(tmp_path / "mine.treelens")
    two.save_session(path)
    opened(qtbot, two, lambda: two.open([str(folder / "stanford.mrg"), str(folder / "berkeley.mrg")]))
    assert two.session_path == ""
    assert load(path).gold.endswith("gold.mrg")


def test_a_session_that_is_none_says_so(two, folder):
    two.open_session(str(folder / "gold.mrg"))
    assert "gold.mrg" in two.log.failed[0]


def test_trees_are_never_written_to(two, folder):
    before = (folder / "gold.mrg").read_bytes()
    assert not two.save_session(str(folder / "gold.mrg"))
    assert (folder / "gold.mrg").read_bytes() == before
    assert "will not be overwritten" in two.log.failed[-1]


@pytest.fixture
def other(qtbot, two):
    """Another window on the same trees."""
    parent = QWidget()
    qtbot.addWidget(parent)
    made = Files(parent, Remembered(), lambda: Place(sentence=3))
    made.log = Log(made)
    opened(qtbot, made, lambda: made.open(two.document.paths))
    yield made
    made.close()


def test_notes_of_another_window_appear(qtbot, two, other):
    other.notes.set_note(4, "from there")
    qtbot.waitUntil(lambda: two.notes.note(4) == "from there")
    assert "notes from another window: sentence 5" in two.log.said


def test_two_windows_may_write_one_session(qtbot, two, other, tmp_path):
    path = str(tmp_path / "mine.treelens")
    assert two.save_session(path)
    opened(qtbot, other, lambda: other.open([path]))
    two.notes.set_note(1, "one")
    other.notes.set_note(2, "other")
    for files in (two, other, two):
        files._autosave._write()
        qtbot.waitUntil(lambda files=files: files._autosave._task is None)
        files.following.look()
        files.moved()
    two._autosave.close()
    other._autosave.close()
    assert sorted(note.text for note in load(path).notes) == ["one", "other"]
    assert any("another window has the session open" in text for text in two.log.said + other.log.said)
    assert two.log.failed == other.log.failed == []


def test_a_full_disk_gets_the_note_when_there_is_room_again(qtbot, two, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Journal, "_write", lambda *_, **__: full())
        two.notes.draft_note(3, "wri")
        two.notes.set_note(3, "written")
        two.following.look()
        assert "No space left" in two.notes.trouble
    monkeypatch.setattr("treelens.gui.following._AGAIN", 0.0)
    with qtbot.waitSignal(two.following.written):
        two.following.look()
    assert two.notes.trouble == ""
    assert [note.text for note in Journal(two.notes.journal.path).replay()] == ["written"]


def test_a_session_of_a_newer_program_is_left_as_it_is(qtbot, two, tmp_path):
    path = tmp_path / "mine.treelens"
    assert two.save_session(str(path))
    newer = path.read_text(encoding="utf-8").replace('"treelens": 2', '"treelens": 99')
    path.write_text(newer, encoding="utf-8")
    two.open([str(path)])
    assert "was written by a newer Treelens" in two.log.failed[-1]
    two.notes.set_note(0, "mine")  # the session that is open is that file: it is not written over either
    assert not two._autosave.close()
    assert path.read_text(encoding="utf-8") == newer
    assert "was changed by another program" in two.log.said[-1]


def test_a_session_whose_files_are_gone_is_left_as_it_is(qtbot, two, folder, tmp_path):
    path = tmp_path / "mine.treelens"
    opened(qtbot, two, lambda: two.add([str(folder / "stanford.mrg")]))
    two.notes.set_note(2, "kept")
    assert two.save_session(str(path))
    (folder / "stanford.mrg").unlink()
    again = opened(qtbot, two, lambda: two.open([str(path)]))
    assert [problem.path for problem in again.document.problems] == [str(folder / "stanford.mrg")]
    two._autosave.close()
    assert load(path).systems[1] == str(folder / "stanford.mrg")
    (folder / "gold.mrg").rename(folder / "away")
    before = path.read_bytes()
    two.open([str(path)])
    qtbot.waitUntil(lambda: bool(two.log.failed))
    assert "gold.mrg: cannot be read" in two.log.failed[-1]
    assert path.read_bytes() == before


def test_a_session_that_was_deleted_is_written_anew(two, tmp_path):
    path = tmp_path / "mine.treelens"
    assert two.save_session(str(path))
    path.unlink()
    two.notes.set_note(1, "here")
    assert two._autosave.close()
    assert [note.text for note in load(path).notes] == ["here"]


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="whom permissions do not bind")
def test_a_session_in_a_folder_that_cannot_be_written_says_so_once(qtbot, two, tmp_path):
    path = tmp_path / "sealed" / "mine.treelens"
    path.parent.mkdir()
    assert two.save_session(str(path))
    path.parent.chmod(0o500)
    two.notes.set_note(1, "here")
    assert not two._autosave.close()
    path.parent.chmod(0o700)
    assert "cannot be written: Permission denied" in two.log.said[-1]
