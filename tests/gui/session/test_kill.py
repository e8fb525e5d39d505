"""A program that is killed while it works, over and over: no note is lost, and the session stays sound."""

import random
import signal
import subprocess
import sys
import time

import pytest
from session_values import stored

from treelens.gui.session import Journal, load, save

_TIMES = 30
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


def killed_after(seconds, *arguments):
    """Let a person work for some time, kill the program, and return all that it said."""
    command = [sys.executable, "-c", _PERSON, *map(str, arguments)]
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
