"""A kept file: written when something changed, and never over what somebody else wrote."""

import json
import os
import shutil
from dataclasses import replace

import pytest

from treelens.engine.problems import TreelensError
from treelens.gui.session import ConflictError, KeptFile, Note, Place, load, save


@pytest.fixture
def path(tmp_path):
    return tmp_path / "x.treelens"


@pytest.fixture
def kept(path, session):
    return KeptFile(path, save(session, path))


def state(path):
    found = path.stat()
    return found.st_ino, found.st_mtime_ns, path.read_bytes()


def test_what_is_new_is_written_again_and_again(kept, path, session):
    for sentence in range(5):
        there = replace(session, place=Place(sentence), notes=(Note(0, "a", f"draft {sentence}", id="1"),))
        assert not kept.has(there)
        assert kept.write(there)
        assert load(path) == there
        assert kept.has(there)


def test_nothing_is_written_when_nothing_changed(kept, path, session):
    before = state(path)
    assert kept.has(session)
    assert not kept.write(replace(session))
    assert state(path) == before


def test_a_file_in_another_form_is_left_until_something_changed(path, session, trees):
    save(session, path)
    path.write_text(json.dumps(json.loads(path.read_text()) | {"treelens": 1}, indent=7))
    before = state(path)
    kept = KeptFile(path, load(path))
    assert not kept.write(load(path))
    assert state(path) == before
    assert kept.write(replace(session, place=Place(8)))
    assert load(path).place == Place(8)


@pytest.mark.parametrize("content", [b"", b"(S x)\n", b'{"treelens": 9}'])
def test_what_somebody_else_wrote_stays(kept, path, session, content):
    path.write_bytes(content)
    with pytest.raises(ConflictError, match=r"x\.treelens: was changed by another"):
        kept.write(replace(session, place=Place(1)))
    assert path.read_bytes() == content
    assert [other.name for other in path.parent.glob(".*")] == []


def test_a_change_that_leaves_size_and_time_is_noticed(kept, path, session):
    before = path.stat()
    theirs = path.read_bytes().replace(b"mirror", b"rorrim")
    path.write_bytes(theirs)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert path.stat().st_size == before.st_size
    assert kept.write(replace(session, error_style="penn")).joined
    assert load(path).place.layout == "rorrim"


def test_a_change_at_the_very_last_moment_is_noticed(kept, path, session, monkeypatch):
    real = os.fsync

    def meanwhile(handle):
        real(handle)
        path.write_text("theirs")

    monkeypatch.setattr(os, "fsync", meanwhile)
    with pytest.raises(ConflictError):
        kept.write(replace(session, place=Place(1)))
    assert path.read_text() == "theirs"


def test_a_copy_of_the_same_is_no_change(kept, path, session, tmp_path):
    shutil.copy(path, tmp_path / "copy")
    (tmp_path / "copy").replace(path)
    os.utime(path, (1, 1))
    assert kept.write(replace(session, place=Place(1)))


def test_what_two_windows_change_is_put_together(path, session, tmp_path):
    """Each may write first, again and again, and neither takes back what the other did."""
    first, second = KeptFile(path, save(session, path)), KeptFile(path, load(path))
    more, other = str(tmp_path / "more.mrg"), str(tmp_path / "other.mrg")
    notes = [Note(place, "w", f"note {place}", changed=place) for place in range(4)]
    one = replace(session, systems=(*session.systems, more), notes=(notes[0],))
    two = replace(session, error_style="penn", place=Place(9), notes=(notes[1],))
    assert not first.write(one).joined
    assert second.write(two).joined
    both = load(path)
    assert (both.systems, both.error_style, both.place) == (one.systems, "penn", Place(9))
    assert set(both.notes) == {notes[0], notes[1]}
    assert first.write(replace(one, notes=(notes[0], notes[2]))).joined
    assert second.write(replace(two, systems=(*session.systems, other), notes=(notes[1], notes[3]))).joined
    both = load(path)
    assert set(both.systems) == {*session.systems, more, other}
    assert (set(both.notes), both.error_style, both.place) == (set(notes), "penn", Place(9))
    assert first.write(replace(one, systems=session.systems)).joined  # closed again in the first
    assert set(load(path).systems) == {*session.systems, other}


def test_the_later_state_of_a_note_counts_whoever_writes_last(path, session):
    first, second = KeptFile(path, save(session, path)), KeptFile(path, load(path))
    assert first.write(replace(session, notes=(Note(0, "w", "new", changed=9, id="1"),)))
    assert second.write(replace(session, notes=(Note(0, "w", "old", changed=3, id="1"),)))
    assert [note.text for note in load(path).notes] == ["new"]


def test_a_deleted_file_is_written_anew(kept, path, session):
    path.unlink()
    assert kept.write(replace(session, place=Place(1)))
    assert load(path).place == Place(1)


def test_a_folder_that_is_gone_is_said_and_tried_again(path, session, tmp_path):
    folder = tmp_path / "drive"
    folder.mkdir()
    kept = KeptFile(folder / "x.treelens", save(session, folder / "x.treelens"))
    folder.rename(tmp_path / "away")
    new = replace(session, place=Place(1))
    with pytest.raises(TreelensError, match="cannot be written: No such file"):
        kept.write(new)
    (tmp_path / "away").rename(folder)
    assert kept.write(new)
    assert load(folder / "x.treelens").place == Place(1)


def test_a_link_stays_a_link(path, session, tmp_path):
    save(session, path)
    link = tmp_path / "link.treelens"
    link.symlink_to(path)
    assert KeptFile(link, load(link)).write(replace(session, place=Place(1)))
    assert link.is_symlink()
    assert load(path).place == Place(1)


def test_trees_that_came_into_its_place_are_not_overwritten(kept, path, session, trees):
    path.unlink()
    path.symlink_to(trees[0])
    moved = KeptFile(path, replace(session, digest="?"))
    with pytest.raises(TreelensError, match="file of trees"):
        moved.write(replace(session, place=Place(1)))


def test_notes_that_were_never_shown_are_not_dropped(path, session):
    theirs, mine = Note(0, "a", "theirs", id="1"), Note(1, "b", "mine", id="2")
    kept = KeptFile(path, save(replace(session, notes=(theirs,)), path))
    assert kept.write(replace(session, notes=(mine,)))
    assert set(load(path).notes) == {theirs, mine}
    emptied = replace(theirs, text="", changed=9)
    assert kept.write(replace(session, notes=(emptied,)))
    assert set(load(path).notes) == {emptied, mine}


def test_a_session_on_other_gold_is_told(kept, session, tmp_path, trees):
    (tmp_path / "same").symlink_to(tmp_path / "corpus")
    assert kept.is_about(replace(session, gold=str(tmp_path / "same" / "gold.mrg")))
    assert not kept.is_about(replace(session, gold=str(trees[1])))


def test_what_a_killed_program_left_is_removed_in_time(path, session, tmp_path):
    saved = save(session, path)
    old, new = tmp_path / ".x.treelens.abcd_123", tmp_path / ".x.treelens.abcd_124"
    others = [tmp_path / ".x.treelens.mine", tmp_path / ".y.treelens.abcd_123", tmp_path / "x.treelens.abcd_123"]
    for file in (old, new, *others):
        file.write_text("half a sess")
    for file in (old, *others):
        os.utime(file, (1, 1))
    KeptFile(path, saved)
    assert not old.exists()
    assert all(file.exists() for file in (path, new, *others))
