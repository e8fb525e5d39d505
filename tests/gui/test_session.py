"""Sessions and journals: nothing that a person wrote is ever lost, and no file of trees is ever written to."""

import ast
import gc
import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from treelens.engine.prepare import Preparation, preset
from treelens.engine.problems import InputError, TreelensError
from treelens.gui import session as module
from treelens.gui.session import Journal, Note, NotesStore, Place, Session, attach, latest, load, save

WORDS = ["the cat sat", "a dog ran", "the cat sat", "it rained", ""]

# Any text, and what a byte that is no UTF-8 becomes in the words of a tree.
texts = st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from('\udc80\udcff\n\r\u2028\0\\"'))
notes = st.builds(
    Note,
    sentence=st.integers(0, 10**6),
    words=texts,
    text=texts,
    tags=st.lists(texts, unique=True).map(tuple),
    changed=st.integers(0, 2**53),
)
places = st.builds(
    Place,
    sentence=st.integers(0, 10**6),
    system=st.integers(0, 99),
    alignment=texts,
    layout=texts,
    ranking=st.integers(0, 9),
    filter=texts,
)


@pytest.fixture
def trees(tmp_path):
    """Two files of trees; none of them changes, whatever a test does."""
    files = [tmp_path / "corpus" / name for name in ("gold.mrg", "system.mrg")]
    files[0].parent.mkdir()
    for file in files:
        file.write_text("(S (NP (DT the) (NN cat)) (VP (VBD sat)))\n")
    before = [(file.read_bytes(), file.stat().st_mtime_ns, file.stat().st_ino) for file in files]
    yield files
    assert [(file.read_bytes(), file.stat().st_mtime_ns, file.stat().st_ino) for file in files] == before


@pytest.fixture
def session(trees):
    return Session(str(trees[0]), (str(trees[1]),), preset("collins"), Place(3, 0, "t", "mirror", 2, "label:NP"))


def stored(journal, words=WORDS, notes=()):
    return NotesStore(len(words), words.__getitem__, journal, notes)


# --- sessions ---------------------------------------------------------------------------------------------------------


@given(st.lists(notes, max_size=4), places)
@settings(max_examples=60, deadline=None)
def test_a_session_comes_back_as_it_was(tmp_path_factory, written, place):
    folder = tmp_path_factory.mktemp("session")
    there = Session(str(folder / "gold"), (str(folder / "a"), str(folder / "b")), preset("collins"), place)
    there = replace(there, notes=tuple(written))
    save(there, folder / "x.treelens")
    assert load(folder / "x.treelens") == there


def test_every_setting_comes_back(tmp_path, session):
    mine = Preparation("mine", delete=("TOP",), equal_labels=(("ADVP", "PRT"),), max_length=40, labelled=False)
    save(replace(session, preparation=mine), tmp_path / "x.treelens")
    assert load(tmp_path / "x.treelens").preparation == mine


def test_paths_are_relative_so_that_a_folder_can_be_moved(tmp_path, session):
    save(session, tmp_path / "x.treelens")
    values = json.loads((tmp_path / "x.treelens").read_text())
    assert (values["treelens"], values["gold"], values["systems"]) == (1, "corpus/gold.mrg", ["corpus/system.mrg"])
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (tmp_path / "x.treelens").rename(elsewhere / "x.treelens")
    assert load(elsewhere / "x.treelens").gold == str(elsewhere / "corpus" / "gold.mrg")


def test_a_link_to_the_folder_is_the_folder(tmp_path, session):
    (tmp_path / "link").symlink_to(tmp_path / "corpus")
    save(replace(session, gold=str(tmp_path / "link" / "gold.mrg")), tmp_path / "corpus" / "x.treelens")
    assert json.loads((tmp_path / "corpus" / "x.treelens").read_text())["gold"] == "gold.mrg"


def test_a_path_on_another_drive_is_absolute(tmp_path, session, monkeypatch):
    def other_drive(*_):
        raise ValueError("path is on mount 'D:', start on mount 'C:'")

    monkeypatch.setattr(os.path, "relpath", other_drive)
    save(session, tmp_path / "x.treelens")
    monkeypatch.undo()
    assert json.loads((tmp_path / "x.treelens").read_text())["gold"] == session.gold
    assert load(tmp_path / "x.treelens") == session


def test_people_see_numbers_from_one(tmp_path, session):
    save(replace(session, notes=(Note(14, "w", "here"),)), tmp_path / "x.treelens")
    values = json.loads((tmp_path / "x.treelens").read_text())
    assert (values["notes"][0]["sentence"], values["place"]["sentence"]) == (15, 4)


def test_bad_json_has_an_address(tmp_path):
    path = tmp_path / "x.treelens"
    path.write_text('{"treelens": 1,\n  "gold": oops}\n')
    with pytest.raises(InputError, match=r"x\.treelens:2:11: is not sound JSON") as caught:
        load(path)
    assert str(caught.value).splitlines()[1:] == ['    "gold": oops}', "            ^"]


def test_a_byte_that_is_no_utf8_has_an_address(tmp_path):
    path = tmp_path / "x.treelens"
    path.write_bytes(b'{"treelens": 1,\n "\xc3\xa9\xff"}')
    with pytest.raises(InputError, match=r"x\.treelens:2:4: is not UTF-8"):
        load(path)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"treelens": 2}, "newer Treelens"),
        ({"treelens": True}, "version from 1"),
        ({"treelens": "1"}, "version from 1"),
        ({"gold": None}, '"gold" should be a text'),
        ({"systems": "a"}, '"systems" should be a list'),
        ({"systems": [1]}, "list of texts"),
        ({"settings": {"cutof": 3}}, "no such setting: cutof"),
        ({"settings": {"cutoff": "x"}}, "cutoff takes a whole number"),
        ({"place": {"sentence": "x"}}, '"sentence" should be a whole number'),
        ({"notes": [{"sentence": 0}]}, "counted from 1"),
        ({"notes": [{}]}, 'there is no "sentence"'),
        ({"notes": [7]}, "should be an object"),
    ],
)
def test_what_is_not_sound_is_said_in_words(tmp_path, session, change, message):
    path = tmp_path / "x.treelens"
    save(session, path)
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    with pytest.raises(InputError, match=message):
        load(path)


@pytest.mark.parametrize("text", ["[]", "3", '{"a": 1}', "[" * 100_000, '{"treelens": ' + "9" * 5000 + "}"])
def test_other_json_is_no_session(tmp_path, text):
    path = tmp_path / "x.treelens"
    path.write_text(text)
    with pytest.raises(InputError, match="is not a session of Treelens"):
        load(path)


def test_a_missing_file_is_said(tmp_path):
    with pytest.raises(InputError, match="cannot be read: No such file"):
        load(tmp_path / "none.treelens")


@pytest.mark.parametrize("text", ['{"treelens": 2, "notes": "in a new way"}', "(S (NP x))\n", '{"treelens": 1, '])
def test_only_a_session_that_can_be_read_is_overwritten(tmp_path, session, text):
    path = tmp_path / "x.treelens"
    path.write_text(text)
    with pytest.raises(TreelensError, match="will not be overwritten"):
        save(session, path)
    assert path.read_text() == text


def test_trees_are_never_overwritten(tmp_path, session, trees):
    (tmp_path / "link.treelens").symlink_to(trees[1])
    (tmp_path / "hard.treelens").hardlink_to(trees[0])
    for path in (*trees, tmp_path / "link.treelens", tmp_path / "hard.treelens"):
        with pytest.raises(TreelensError, match="file of trees"):
            save(session, path)


def test_a_write_that_fails_leaves_the_old_session(tmp_path, session, monkeypatch):
    path = tmp_path / "x.treelens"
    save(session, path)
    before = path.read_bytes()

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(TreelensError, match="No space left"):
        save(replace(session, place=Place(9)), path)
    assert path.read_bytes() == before
    assert sorted(other.name for other in tmp_path.iterdir()) == ["corpus", "x.treelens"]


def test_a_session_keeps_its_permissions(tmp_path, session):
    path = tmp_path / "x.treelens"
    save(session, path)
    path.chmod(0o640)
    save(session, path)
    assert path.stat().st_mode & 0o777 == 0o640


# --- which sentence a note belongs to ---------------------------------------------------------------------------------


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


# --- the journal ------------------------------------------------------------------------------------------------------


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


# --- session and journal together -------------------------------------------------------------------------------------


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
    monkeypatch.setattr(module.time, "time_ns", lambda: 0)
    store.set_note(0, "second")
    assert stored(Journal(tmp_path / "j.jsonl")).note(0) == "second"


# --- the store --------------------------------------------------------------------------------------------------------


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


def test_there_is_no_qt_in_it():
    imported = [
        name
        for node in ast.walk(ast.parse(Path(module.__file__).read_text(encoding="utf-8")))
        for name in ([node.module or ""] if isinstance(node, ast.ImportFrom) else [])
        + ([alias.name for alias in node.names] if isinstance(node, ast.Import) else [])
    ]
    assert not [name for name in imported if name.startswith(("PySide", "pyqtgraph"))]
    code = "import sys, treelens.gui.session; sys.exit('PySide6' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
