"""Which sentence a note belongs to, and which state of it counts."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from session_values import WORDS, stored

from treelens.gui.session import Note, attach, load, save


def test_a_note_follows_its_words():
    placed, orphans = attach([Note(0, "it rained", "wet")], 5, WORDS.__getitem__)
    assert [(note.sentence, note.text) for note in placed] == [(3, "wet")]
    assert orphans == []


def test_a_note_in_place_does_not_move_to_its_double():
    placed, _ = attach([Note(2, "the cat sat", "second"), Note(0, "the cat sat", "first")], 5, WORDS.__getitem__)
    assert {note.text: note.sentence for note in placed} == {"second": 2, "first": 0}


def test_doubles_take_the_nearest_free_sentence_and_then_none():
    astray = [Note(9, "the cat sat", "x"), Note(8, "the cat sat", "y"), Note(7, "the cat sat", "z")]
    placed, orphans = attach(astray, 5, WORDS.__getitem__)
    assert {note.text: note.sentence for note in placed} == {"x": 2, "y": 0}
    assert [note.text for note in orphans] == ["z"]


def test_a_sentence_without_words_is_known_by_its_number_only():
    placed, orphans = attach([Note(4, "", "here"), Note(7, "", "where?")], 5, WORDS.__getitem__)
    assert ([note.text for note in placed], [note.text for note in orphans]) == (["here"], ["where?"])


@given(st.permutations(range(6)))
def test_notes_survive_any_order_of_the_file(order):
    before = [f"sentence {number}" for number in range(6)]
    store = stored(None, before)
    for sentence in range(6):
        store.set_note(sentence, f"on {before[sentence]}")
    after = [before[place] for place in order]
    again = stored(None, after, store.notes())
    assert [again.note(sentence) for sentence in range(6)] == [f"on {words}" for words in after]
    assert again.orphans == []


def test_orphans_are_saved_and_come_home(tmp_path, session):
    lost = Note(1, "once upon a time", "keep me", ("old",))
    store = stored(None, notes=[lost])
    assert store.orphans == [lost]
    assert store.noted() == []
    save(replace(session, notes=store.notes()), tmp_path / "x.treelens")
    home = stored(None, ["x", "y", "once upon a time"], load(tmp_path / "x.treelens").notes)
    assert (home.note(2), home.tags_of(2), home.orphans) == ("keep me", ("old",), [])


def test_notes_on_a_shorter_file_are_orphans():
    assert [note.text for note in stored(None, ["a"], [Note(3, "b", "far")]).orphans] == ["far"]
