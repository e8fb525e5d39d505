"""Notes and tags in use, from a session and a journal together."""

import gc
import time
from dataclasses import replace

import pytest
from session_values import stored

from treelens.gui.session import Journal, Note


def test_the_later_of_session_and_journal_counts(tmp_path):
    journal = Journal(tmp_path / "j.jsonl")
    store = stored(journal)
    store.set_note(0, "as saved")
    saved = store.notes()
    store.set_note(0, "typed after saving")
    assert stored(journal, notes=saved).note(0) == "typed after saving"
    newer = [replace(note, text="from elsewhere", changed=note.changed + 10**6) for note in saved]
    assert stored(journal, notes=newer).note(0) == "from elsewhere"


def test_what_was_deleted_after_saving_stays_deleted(tmp_path):
    store = stored(Journal(tmp_path / "j.jsonl"))
    store.add_tag(0, "gone")
    saved = store.notes()
    store.remove_tag(0, "gone")
    again = stored(Journal(tmp_path / "j.jsonl"), notes=saved)
    assert again.noted() == []
    assert again.orphans == []
    assert again.tags_in_use() == []


def test_a_note_that_moved_is_one_note(tmp_path):
    store = stored(Journal(tmp_path / "j.jsonl"), ["a", "b", "c"])
    store.set_note(0, "on a")
    saved = store.notes()
    turned = stored(Journal(tmp_path / "j.jsonl"), ["c", "b", "a"], saved)
    turned.set_note(2, "on a, still")
    again = stored(Journal(tmp_path / "j.jsonl"), ["c", "b", "a"], saved)
    assert (again.note(2), again.noted(), again.orphans) == ("on a, still", [2], [])


def test_two_notes_on_one_sentence_are_joined_once(tmp_path):
    mine, theirs = Note(0, "the cat sat", "mine", ("x", "y"), 1), Note(0, "the cat sat", "theirs", ("y", "z"), 2)
    journal = Journal(tmp_path / "j.jsonl")
    journal.record(mine)
    for _ in range(3):
        store = stored(journal, notes=[theirs])
        assert (store.note(0), store.tags_of(0)) == ("mine\n\ntheirs", ("x", "y", "z"))
        assert store.orphans == []


def test_a_clock_that_was_set_back_does_no_harm(tmp_path, monkeypatch):
    store = stored(Journal(tmp_path / "j.jsonl"))
    store.set_note(0, "first")
    monkeypatch.setattr(time, "time_ns", lambda: 0)
    store.set_note(0, "second")
    assert stored(Journal(tmp_path / "j.jsonl")).note(0) == "second"


def test_tags_are_kept_in_order_and_once():
    store = stored(None)
    assert [store.add_tag(0, tag) for tag in ("b", " a  c ", "b", "  ")] == [True, True, False, False]
    assert store.tags_of(0) == ("b", "a c")
    store.add_tag(3, "a c")
    assert store.tags_in_use() == ["a c", "b"]
    assert not store.remove_tag(1, "b")
    assert store.remove_tag(0, "b")
    assert dict(store.tags) == {0: ("a c",), 3: ("a c",)}


def test_the_view_of_tags_follows_and_cannot_be_written_to():
    store = stored(None)
    view = store.tags
    store.add_tag(2, "x")
    assert view[2] == ("x",)
    with pytest.raises(TypeError):
        view[2] = ()
    store.remove_tag(2, "x")
    assert 2 not in view


def test_observers_hear_of_changes_and_of_nothing_else():
    store = stored(None)
    heard = []
    stop = store.observe(lambda sentence, part: heard.append((sentence, part)))
    store.set_note(1, "x")
    store.set_note(1, "x")
    store.add_tag(2, "t")
    store.add_tag(2, "t")
    stop()
    stop()
    store.set_note(1, "y")
    assert heard == [(1, "note"), (2, "tags")]


def test_an_observer_is_not_kept_alive():
    class Listener:
        heard = 0

        def hear(self, sentence, part):
            type(self).heard += 1

    store, listener = stored(None), Listener()
    store.observe(listener.hear)
    store.set_note(0, "a")
    del listener
    gc.collect()
    store.set_note(0, "b")
    assert Listener.heard == 1
