"""A program that is killed while it works, over and over: no note is lost, and the session stays sound."""

import random
import signal
import subprocess
import sys
import time

import pytest
from session_values import WORDS, stored

from treelens.gui.session import Journal, load, save

_TIMES = 12
_WORDS = [f"sentence {number}" for number in range(5)]

#: Opens a session as the window does, and adds notes and tags for ever; each is told when it is made.
_PERSON = """
import sys
from dataclasses import replace
from PySide6.QtCore import QCoreApplication, QTimer
from treelens.gui.session import Journal, NotesStore, load
from treelens.gui.session.autosave import Autosave

path, journal, number = sys.argv[1], sys.argv[2], int(sys.argv[3])
words = [f"sentence {number}" for number in range(5)]
program = QCoreApplication([])
session = load(path)
store = NotesStore(5, words.__getitem__, Journal(journal), session.notes)
autosave = Autosave(lambda: replace(session, notes=store.notes()), quiet=2, longest=6)
autosave.follow(path, session)
autosave.conflict.connect(lambda text: print("conflict", flush=True))
autosave.trouble.connect(lambda text: print("trouble", text, flush=True))
autosave.saved.connect(lambda _: print("saved", flush=True))
store.observe(autosave.changed)

def edit():
    global number
    number += 1
    store.set_note(number % 4, f"{number} " + "x" * 2000)
    store.set_tags(4, [f"tag {number}"])
    print(number, flush=True)

timer = QTimer()
timer.timeout.connect(edit)
timer.start(1)
program.exec()
"""


def killed_after(seconds, *arguments, program=_PERSON):
    """Let a person work for some time, kill the program, and return all that it said."""
    command = [sys.executable, "-c", program, *map(str, arguments)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as person:
        first = person.stdout.readline()
        time.sleep(seconds)
        person.send_signal(signal.SIGKILL)
        said = [first, *person.stdout.read().splitlines(keepends=True)]
    assert person.returncode == -signal.SIGKILL
    return [line.strip() for line in said if line.endswith("\n")]


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
def test_nothing_is_lost_however_often_it_is_killed(tmp_path, session):
    path, journal = tmp_path / "x.treelens", tmp_path / "j.jsonl"
    save(session, path)
    moments = random.Random(15)
    made, saves = 0, 0
    for _ in range(_TIMES):
        said = killed_after(moments.uniform(0, 0.2), path, journal, made)
        assert not [line for line in said if line.startswith(("conflict", "trouble"))]
        saves += said.count("saved")
        made = max([made, *(int(line) for line in said if line.isdigit())])
        kept = load(path)  # sound, or this raises
        store = stored(Journal(journal), _WORDS, kept.notes)
        found = {sentence: int(store.note(sentence).split()[0]) for sentence in range(4) if store.note(sentence)}
        latest = max(found.values())
        assert latest in (made, made + 1)  # one may have been made that could not be told any more
        assert found == {number % 4: number for number in range(max(1, latest - 3), latest + 1)}
        assert all(store.note(sentence).endswith("x" * 2000) for sentence in found)
        assert store.tags_of(4) in ((f"tag {made}",), (f"tag {latest}",))
        assert store.orphans == []
        made = latest
    assert made > _TIMES
    assert saves > _TIMES / 3  # it was killed among saves, not merely before the first


#: Types a note for ever, a key at a time, with pauses now and then; every key is told when it was taken.
_TYPIST = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtGui import QUndoStack
from PySide6.QtTest import QTest
from treelens.gui.app import application
from treelens.gui.panels.notes import NotesPanel
from treelens.gui.session import Journal, NotesStore
from treelens.gui.theme import load_theme

program = application("light")
words = ["the cat sat", "a dog ran", "the cat sat", "it rained", ""]
store = NotesStore(5, words.__getitem__, Journal(sys.argv[1]))
panel = NotesPanel(load_theme("light"), QUndoStack())
panel.show_sentence(store, 0)
panel.box.moveCursor(panel.box.textCursor().MoveOperation.End)
panel._pause.setInterval(7)
panel.show()

def type_on():
    at = len(panel.box.toPlainText())
    QTest.keyClick(panel.box, "abcdefghij"[at % 10])
    print(at + 1, flush=True)
    timer.start(20 if at % 40 == 39 else 1)  # the long one is a pause: an edit is made of what was typed

timer = QTimer(singleShot=True)
timer.timeout.connect(type_on)
timer.start(1)
program.exec()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
def test_a_note_is_there_up_to_the_last_key(tmp_path):
    journal = tmp_path / "j.jsonl"
    moments = random.Random(4)
    typed = 0
    for _ in range(4):
        said = killed_after(moments.uniform(0, 0.5), journal, program=_TYPIST)
        last = max(int(line) for line in said if line.isdigit())
        note = stored(Journal(journal), WORDS).note(0)
        assert len(note) in (last, last + 1)  # one may have been taken that could not be told any more
        assert note == ("abcdefghij" * (len(note) // 10 + 1))[: len(note)]
        assert typed < last
        assert journal.stat().st_size < 200_000
        typed = len(note)
    Journal(journal).compact()
    assert len(journal.read_bytes().splitlines()) == 2
