"""Journals: nothing that a person wrote is ever lost."""

import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from session_values import WORDS, notes, stored

from treelens.engine.problems import InputError
from treelens.gui.session import Journal, Note, NotesStore, latest


def test_every_edit_is_there_after_a_restart(tmp_path):
    store = stored(Journal(tmp_path / "j.jsonl"))
    store.set_note(0, "first")
    store.add_tag(0, "figure 3")
    store.add_tag(0, "odd")
    store.set_note(0, "better")
    store.remove_tag(0, "odd")
    again = stored(Journal(tmp_path / "j.jsonl"))
    assert (again.note(0), again.tags_of(0)) == ("better", ("figure 3",))
    assert again.notes() == store.notes()


@given(st.lists(notes, max_size=5))
@settings(max_examples=40, deadline=None)
def test_a_journal_comes_back_as_it_was(tmp_path_factory, written):
    journal = Journal(tmp_path_factory.mktemp("journal") / "j.jsonl")
    for note in written:
        journal.record(note)
    assert journal.replay() == latest(written)
    assert journal.unreadable == 0
    journal.compact()
    assert journal.replay() == latest(written)


def test_a_journal_torn_at_any_byte_keeps_all_that_was_whole(tmp_path):
    journal = Journal(tmp_path / "j.jsonl")
    first, second, third = Note(0, "a", "one"), Note(1, "b", "zwei – ü", ("t",)), Note(2, "c", "three")
    journal.record(first)
    whole = journal.path.stat().st_size
    journal.record(second)
    data = journal.path.read_bytes()
    for cut in range(whole, len(data) + 1):
        journal.path.write_bytes(data[:cut])
        complete = cut >= len(data) - 1  # only the end of the line may be missing
        assert journal.replay() == ([first, second] if complete else [first])
        journal.record(third)
        assert journal.replay()[-1] == third
        journal.compact()
        assert journal.replay() == ([first, second, third] if complete else [first, third])


def test_what_cannot_be_read_is_carried_along(tmp_path):
    journal = Journal(tmp_path / "j.jsonl")
    journal.record(Note(0, "a", "one"))
    with journal.path.open("ab") as file:
        file.write(b'\0\0\0\n{"sentence": "x"}\n{"sentence": 3, "note": "to')
    journal.record(Note(1, "b", "two"))
    assert [note.text for note in journal.replay()] == ["one", "two"]
    assert journal.unreadable == 3
    journal.compact()
    assert [note.text for note in journal.replay()] == ["one", "two"]
    assert b'{"sentence": 3, "note": "to\n' in journal.path.read_bytes()


def test_compacting_leaves_one_line_a_note(tmp_path):
    store = stored(Journal(tmp_path / "j.jsonl"))
    for number in range(50):
        store.set_note(0, f"draft {number}")
    store.journal.compact()
    assert len((tmp_path / "j.jsonl").read_bytes().splitlines()) == 2
    assert stored(Journal(tmp_path / "j.jsonl")).note(0) == "draft 49"


def test_compacting_that_fails_leaves_the_journal(tmp_path, monkeypatch):
    journal = Journal(tmp_path / "j.jsonl")
    journal.record(Note(0, "a", "one"))
    before = journal.path.read_bytes()

    def fails(*_):
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(Path, "replace", fails)
    with pytest.raises(OSError, match="Input/output"):
        journal.compact()
    assert journal.path.read_bytes() == before


def test_no_journal_is_an_empty_one(tmp_path):
    journal = Journal(tmp_path / "none" / "j.jsonl")
    journal.compact()
    assert journal.replay() == []
    assert not journal.path.parent.exists()


def test_a_newer_journal_is_left_as_it_is(tmp_path):
    path = tmp_path / "j.jsonl"
    path.write_text('{"journal": 2}\n')
    with pytest.raises(InputError, match="newer Treelens"):
        Journal(path).replay()
    store = stored(Journal(path))
    assert "newer Treelens" in store.trouble
    store.set_note(0, "kept while the program runs")
    assert store.note(0) == "kept while the program runs"
    assert "newer Treelens" in store.trouble
    assert path.read_text() == '{"journal": 2}\n'


def test_a_journal_is_never_written_into_trees(trees):
    store = stored(Journal(trees[0]))
    assert store.add_tag(0, "x")
    assert "is not a journal" in store.trouble
    with pytest.raises(InputError, match="is not a journal"):
        Journal(trees[1]).compact()


def test_each_gold_file_has_its_own_journal(tmp_path, monkeypatch, trees):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    one, other = (Journal.of_gold(path) for path in trees)
    assert one.path != other.path
    monkeypatch.chdir(trees[0].parent)
    assert Journal.of_gold("gold.mrg").path == one.path
    NotesStore.for_gold(str(trees[0]), 5, WORDS.__getitem__).set_note(1, "hello")
    assert NotesStore.for_gold("gold.mrg", 5, WORDS.__getitem__).note(1) == "hello"
    assert sorted(path.name for path in trees[0].parent.iterdir()) == ["gold.mrg", "system.mrg"]


def drafts(count, **known):
    """Return a note as it is while it is typed."""
    note = Note(0, "a b c", **known)
    return [replace(note, text="x" * length, changed=length) for length in range(1, count + 1)]


def test_drafts_take_no_more_room_however_long_one_types(tmp_path):
    journal = Journal(tmp_path / "j.jsonl")
    journal.record(Note(1, "other", "stays"))
    for draft in drafts(2000):
        journal.draft(draft)
        assert journal.path.stat().st_size < 45_000
    assert [len(note.text) for note in journal.replay()] == [5, 2000]
    assert journal.unreadable == 0
    journal.record(draft)
    assert len(journal.path.read_bytes().splitlines()) == 3  # the head, the other note, and this one
    assert [len(note.text) for note in journal.replay()] == [5, 2000]


def test_a_long_note_takes_a_few_times_its_size(tmp_path):
    journal, long = Journal(tmp_path / "j.jsonl"), "y" * 100_000
    for draft in drafts(40):
        journal.draft(replace(draft, text=long + draft.text))
        assert journal.path.stat().st_size < 500_000
    assert [note.text for note in journal.replay()] == [long + "x" * 40]


def test_drafts_torn_at_any_byte_lose_one_key_at_most(tmp_path):
    """Whatever part of a write was done when the program was killed, what was there before it is still there."""
    journal, torn = Journal(tmp_path / "j.jsonl"), 0
    for draft in drafts(400):
        before = journal.path.read_bytes() if journal.path.exists() else b""
        (journal.draft if len(draft.text) % 90 else journal.record)(draft)
        after = journal.path.read_bytes()
        if len(after) >= len(before):
            continue  # appended; tears of that are tried above
        start = after.rindex(b"\n", 0, -1) + 1
        for cut in range(start + 1, len(after)):
            journal.path.write_bytes(before[:start] + b"#" + after[start + 1 : cut] + before[cut:])
            assert [len(note.text) for note in journal.replay()] == [len(draft.text) - 1]
            assert journal.unreadable == 0
            torn += 1
        journal.path.write_bytes(after)
    assert torn > 200


def test_an_edit_of_another_note_is_not_written_over(tmp_path):
    journal = Journal(tmp_path / "j.jsonl")
    *early, last = drafts(20)
    for draft in early:
        journal.draft(draft)
    journal.record(Note(1, "other", "stays"))
    journal.draft(last)
    Journal(journal.path).record(Note(2, "another", "of another window"))
    journal.record(replace(last, text="done", changed=99))
    assert [note.text for note in journal.replay()] == ["done", "stays", "of another window"]


def test_a_journal_written_anew_by_another_window_goes_on(tmp_path):
    journal = Journal(tmp_path / "j.jsonl")
    for number, draft in enumerate(drafts(60)):
        journal.draft(draft)
        if number % 9 == 0:
            Journal(journal.path).compact()
    journal.record(draft)
    assert [len(note.text) for note in journal.replay()] == [60]
    assert journal.unreadable == 0


@pytest.mark.skipif(sys.platform == "win32", reason="no lock there")
def test_a_window_that_writes_is_not_waited_for_by_a_key(tmp_path):
    journal = Journal(tmp_path / "j.jsonl")
    first, second, third = drafts(3)
    journal.draft(first)
    with Journal(journal.path)._alone():
        journal.draft(second)  # returns
    assert [note.text for note in journal.replay()] == ["x"]
    journal.draft(third)
    assert [note.text for note in journal.replay()] == ["xxx"]


def test_a_clock_set_back_while_one_types_does_no_harm(tmp_path, monkeypatch):
    store = stored(Journal(tmp_path / "j.jsonl"))
    store.draft_note(0, "first")
    monkeypatch.setattr(time, "time_ns", lambda: 0)
    store.draft_note(0, "first and")
    assert stored(Journal(tmp_path / "j.jsonl")).note(0) == "first and"
    store.set_note(0, "")
    assert stored(Journal(tmp_path / "j.jsonl")).note(0) == ""


_WRITER = """
import itertools, sys
from treelens.gui.session import Journal, NotesStore
store = NotesStore(3, ["a", "b", "c"].__getitem__, Journal(sys.argv[1]))
for number in itertools.count(1):
    store.set_note(0, f"{number} " + "x" * 3000)
    store.add_tag(1, f"tag {number}")
    if number % 7 == 0:
        store.journal.compact()
    print(number, flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
@pytest.mark.parametrize("after", [1, 6, 13, 40])
def test_what_was_written_survives_a_kill(tmp_path, after):
    path = tmp_path / "j.jsonl"
    with subprocess.Popen([sys.executable, "-c", _WRITER, str(path)], stdout=subprocess.PIPE, text=True) as writer:
        last = 0
        while last < after:
            last = int(writer.stdout.readline())
        writer.send_signal(signal.SIGKILL)
        said = writer.stdout.read().splitlines(keepends=True)
    assert writer.returncode == -signal.SIGKILL
    last = max([last, *(int(line) for line in said if line.endswith("\n"))])
    store = stored(Journal(path), ["a", "b", "c"])
    assert int(store.note(0).split()[0]) in (last, last + 1)
    assert store.note(0).endswith("x" * 3000)
    assert store.tags_of(1)[:last] == tuple(f"tag {number}" for number in range(1, last + 1))
    assert store.set_note(2, "and on")
    assert stored(Journal(path), ["a", "b", "c"]).note(2) == "and on"


_ONE_OF_TWO = """
import sys
from treelens.gui.session import Journal, Note
journal = Journal(sys.argv[1])
for number in range(40):
    journal.record(Note(number, "w", sys.argv[2]))
    if number % 5 == 0:
        journal.compact()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no lock there")
def test_two_windows_do_not_lose_each_others_edits(tmp_path):
    path = tmp_path / "j.jsonl"
    both = [subprocess.Popen([sys.executable, "-c", _ONE_OF_TWO, str(path), name]) for name in "ab"]
    assert [process.wait(60) for process in both] == [0, 0]
    found = [note.text for note in Journal(path).replay()]
    assert (found.count("a"), found.count("b")) == (40, 40)


def test_a_disk_that_was_full_gets_what_is_due(tmp_path, monkeypatch):
    store = stored(Journal(tmp_path / "j.jsonl"))
    with monkeypatch.context() as patch:

        def full(*_):
            raise OSError(28, "No space left on device")

        patch.setattr(Journal, "record", full)
        assert store.set_note(0, "one")
        assert store.add_tag(1, "two")
        assert "No space left" in store.trouble
    store.set_note(3, "three")
    assert store.trouble == ""
    again = stored(Journal(tmp_path / "j.jsonl"))
    assert (again.note(0), again.tags_of(1), again.note(3)) == ("one", ("two",), "three")
