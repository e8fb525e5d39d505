"""Session files: what was saved comes back, and no file of trees is ever written to."""

import json
import os
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from session_values import notes, places

from treelens.engine.prepare import Preparation, preset
from treelens.engine.problems import InputError, TreelensError
from treelens.gui.session import Note, Place, Session, load, save


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
    assert (values["treelens"], values["gold"], values["systems"]) == (2, "corpus/gold.mrg", ["corpus/system.mrg"])
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
        ({"treelens": 9}, "newer Treelens"),
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


@pytest.mark.parametrize("text", ['{"treelens": 9, "notes": "in a new way"}', "(S (NP x))\n", '{"treelens": 1, '])
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


def test_each_note_has_a_line_of_its_own(tmp_path, session):
    save(replace(session, notes=(Note(0, "a", "one\ntwo"), Note(1, "b", "drei – ü"))), tmp_path / "x.treelens")
    lines = (tmp_path / "x.treelens").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line.strip().rstrip(","))["note"] for line in lines if '"id"' in line] == [
        "one\ntwo",
        "drei – ü",
    ]


def test_a_session_knows_the_file_that_it_is_in(tmp_path, session):
    path = tmp_path / "x.treelens"
    saved = save(session, path)
    assert saved == session
    assert load(path).digest == saved.digest != ""
    path.write_bytes(path.read_bytes() + b"\n")
    assert load(path) == session
    assert load(path).digest != saved.digest


#: As the first version of the program wrote it.
_VERSION_1 = """{
 "treelens": 1,
 "gold": "corpus/gold.mrg",
 "systems": ["corpus/system.mrg"],
 "settings": {},
 "place": {"sentence": 4, "system": 0, "alignment": "t", "layout": "mirror", "ranking": 2, "filter": "label:NP"},
 "notes": [{"sentence": 15, "words": "w", "note": "here", "tags": ["odd"], "changed": 7, "id": "abc"}]
}
"""


def test_version_1_is_read_and_becomes_version_2(tmp_path, trees):
    path = tmp_path / "x.treelens"
    path.write_text(_VERSION_1)
    session = load(path)
    assert session.place == Place(3, 0, "t", "mirror", Place().ranking, "label:NP")
    assert session.notes == (Note(14, "w", "here", ("odd",), 7, "abc"),)
    save(session, path)
    assert json.loads(path.read_text())["treelens"] == 2
    assert load(path) == session
