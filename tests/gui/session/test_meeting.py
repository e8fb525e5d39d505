"""Windows that share a journal: what is written in either is in both, and nothing is lost where they meet."""

import random
import signal
import subprocess
import sys
import time
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from session_values import stored

from treelens.gui.session import Journal, Note
from treelens.gui.session.meeting import Entry, after, joined_texts, note_of


@pytest.fixture
def two(tmp_path):
    """Two windows on the same trees."""
    return [stored(Journal(tmp_path / "j.jsonl")) for _ in range(2)]


def told(store):
    """Return the changes that a window hears of from now on."""
    heard = []
    store.observe(lambda sentence, part: heard.append((sentence, part)))
    return heard


def texts_in(note):
    """What a note is made of; what was written in the same millisecond may stand in either order."""
    return set(note.split("\n\n"))


def test_a_note_appears_in_the_other_window(two):
    one, other = two
    heard = told(other)
    one.set_note(1, "look")
    one.add_tag(3, "odd")
    assert sorted(other.follow()) == [1, 3]
    assert (other.note(1), other.tags_of(3), sorted(heard)) == ("look", ("odd",), [(1, "note"), (3, "tags")])
    assert other.follow() == one.follow() == []
    other.set_note(1, "looked")
    assert one.follow() == [1]
    assert one.note(1) == "looked"
    one.set_note(1, "")
    assert other.follow() == [1]
    assert other.notes() == one.notes()


def test_both_texts_are_kept_where_neither_knew_of_the_other(two, tmp_path):
    one, other = two
    one.set_note(0, "first")
    other.follow()
    one.set_note(0, "ask Kim")
    other.set_note(0, "solved")
    other.add_tag(0, "done")
    for store in two:
        assert store.follow() == [0]
    assert one.note(0) == other.note(0)
    assert texts_in(one.note(0)) == {"ask Kim", "solved"}
    assert one.tags_of(0) == other.tags_of(0) == ("done",)
    assert stored(Journal(tmp_path / "j.jsonl")).note(0) == one.note(0)
    one.set_note(0, "solved by Kim")  # whoever has seen both may put them right
    other.follow()
    one.journal.compact()
    assert [other.note(0), stored(Journal(tmp_path / "j.jsonl")).note(0)] == ["solved by Kim"] * 2


def test_notes_begun_in_both_windows_are_joined_once(two, tmp_path):
    one, other = two
    one.set_note(1, "here")
    other.set_note(1, "there")
    for _ in range(3):
        for store in two:
            store.follow()
    assert one.note(1) == other.note(1)
    assert sorted(one.note(1).split("\n\n")) == ["here", "there"]
    assert one.follow() == other.follow() == []
    again = stored(Journal(tmp_path / "j.jsonl"))
    assert (again.note(1), again.noted()) == (one.note(1), [1])


def test_what_is_being_typed_is_not_disturbed_and_then_both_count(two):
    one, other = two
    one.set_note(0, "a")
    other.follow()
    other.draft_note(0, "b")
    one.set_note(0, "a, surely")
    assert other.follow() == []
    other.draft_note(0, "bc")
    assert other.follow() == one.follow() == []  # what is typed elsewhere comes when it is an edit
    other.set_note(0, "bcd")
    assert other.follow() == one.follow() == [0]
    assert one.note(0) == other.note(0)
    assert texts_in(one.note(0)) == {"a, surely", "bcd"}


@pytest.mark.skipif(sys.platform == "win32", reason="no lock there")
def test_news_that_had_to_wait_do_not_hide_what_was_written_since(two):
    """The news were held back by typing; when they are asked for again, a third window is writing."""
    one, other = two
    one.set_note(0, "why?")
    other.follow()
    other.draft_note(0, "why? ask")
    one.set_note(0, "why? solved")
    assert other.follow() == []
    other.set_note(0, "why? ask Kim")
    with Journal(one.journal.path)._alone():
        assert other.follow() == []
        assert other.note(0) == "why? ask Kim"
    assert other.follow() == [0]
    assert texts_in(other.note(0)) == {"why? solved", "why? ask Kim"}


def test_a_draft_of_a_killed_window_counts_beside_what_was_written_meanwhile(two, tmp_path):
    one, other = two
    one.set_note(0, "a")
    other.follow()
    one.draft_note(0, "half a thou")  # and that was all of it
    other.set_note(0, "b")
    assert other.follow() == []
    found = stored(Journal(tmp_path / "j.jsonl")).note(0)
    assert texts_in(found) == {"b", "half a thou"}


def test_compacting_disturbs_nobody(two):
    one, other = two
    one.set_note(0, "a")
    other.follow()
    one.set_note(0, "one")
    other.set_note(0, "two")
    one.journal.compact()
    assert other.follow() == [0]
    other.set_note(2, "more")
    assert sorted(one.follow()) == [0, 2]
    one.journal.compact()
    other.journal.compact()
    assert one.follow() == other.follow() == []
    assert one.notes() == other.notes()
    assert sorted(one.note(0).split("\n\n")) == ["one", "two"]


def test_lines_of_an_older_program_are_read_as_ever(tmp_path):
    first = Note(0, "w", "old", changed=1)
    entries = [Entry(replace(first, text=text, changed=changed)) for text, changed in (("new", 3), ("older", 2))]
    assert note_of(after(after((), entries[0]), entries[1])).text == "new"
    assert Entry.from_dict(first.to_dict()) == Entry(first)


@given(st.lists(st.sampled_from(["a", "a b", "b", "c", ""]), max_size=5))
def test_no_text_is_lost_or_said_twice(texts):
    made = joined_texts(texts)
    assert set(filter(None, texts)) <= set(made.split("\n\n"))
    assert joined_texts([made, *texts]) == made
    assert joined_texts([made, made]) == made


#: Writes at random, follows the other window, and says what it wrote once that is on the disk.
_WINDOW = """
import random, sys, time
from treelens.gui.session import Journal, NotesStore
words = [f"sentence {number}" for number in range(6)]
path, name, times = sys.argv[1], sys.argv[2], int(sys.argv[3])
store, chance = NotesStore(6, words.__getitem__, Journal(path)), random.Random(name)
for number in range(times):
    sentence, said = chance.randrange(6), f"[{name}{number}]"
    for end in range(1, len(said)):
        store.draft_note(sentence, f"{store.note(sentence)} {said[:end]}")
        if chance.random() < 0.3:
            store.follow()
    store.set_note(sentence, f"{store.note(sentence)} {said}")
    store.add_tag(chance.randrange(6), said)
    print(said, flush=True)
    if chance.random() < 0.05:
        store.journal.compact()
    time.sleep(chance.random() * 0.004)
    store.follow()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal, and no lock there")
@pytest.mark.parametrize("seed", range(3))
def test_two_programs_write_at_random_and_one_is_killed(tmp_path, seed):
    """Each only ever adds to what it sees: so every word that either said it wrote must be there in the end."""
    path = tmp_path / "j.jsonl"
    command = [sys.executable, "-c", _WINDOW, str(path)]
    with (
        subprocess.Popen([*command, f"a{seed}-", "10000"], stdout=subprocess.PIPE, text=True) as victim,
        subprocess.Popen([*command, f"b{seed}-", "60"], stdout=subprocess.PIPE, text=True) as survivor,
    ):
        first = victim.stdout.readline()
        time.sleep(random.Random(seed).uniform(0.05, 0.4))
        victim.send_signal(signal.SIGKILL)
        lines = [first, *victim.stdout.read().splitlines(keepends=True), *survivor.stdout.read().splitlines(True)]
    assert (victim.returncode, survivor.returncode) == (-signal.SIGKILL, 0)
    words = [f"sentence {number}" for number in range(6)]
    for _ in range(2):
        store = stored(Journal(path), words)
        said = {line.strip() for line in lines if line.endswith("\n")}
        text = " ".join(store.note(sentence) for sentence in range(6))
        tags = {tag for sentence in range(6) for tag in store.tags_of(sentence)}
        assert len(said) > 60
        assert [word for word in said if word not in text] == []
        assert said <= tags
        assert not store.orphans
        store.journal.compact()
