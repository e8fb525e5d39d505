"""Journals: nothing that a person wrote is ever lost."""

import signal
import subprocess
import sys
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
