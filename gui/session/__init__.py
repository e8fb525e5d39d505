"""What a person adds to the trees, and how it is kept: notes, tags, and the place where one was.

A *session* is one JSON file, ``*.treelens``: which files are open, by paths relative to it, how they are compared,
what was looked at, and all notes. It is written whole or not at all, and only over another session.

A *journal* keeps every single edit on disk before the next one is made, so that a crash costs nothing: lines of JSON.
Each holds a note as it is after the edit; the latest line for a note counts. Edits are only ever appended. What is
being typed is there, too, with every key: as a draft at the end, which the edit that it becomes is written over.

A *note* belongs to a sentence by number **and** by words. Where the file was re-ordered since, it follows its words;
where the words are gone it is an orphan, which is kept and saved like any other. Notes have a name of their own
(``id``), so that a session and a journal that both know a note agree on it: the one changed last is right. A note that
was emptied stays as such, for it must win over an older session that still has its text.

One file for each of these, from the values to their use:

- ``notes``: what a note is, which state of it counts, which sentence it belongs to
- ``places``: what was looked at, and how
- ``files``: the session file, read and written
- ``kept``: a session file that is written again and again, and never over what somebody else wrote meanwhile
- ``journal``: every edit, on disk at once; shared by all windows on the same gold
- ``meeting``: what becomes of edits of two windows that did not know of each other
- ``store``: the notes and tags of what is open
- ``reading``, ``writing``: JSON with errors in words; files that are there whole or not at all

There is no Qt in here but for ``autosave``, which is asked for by its own name: it decides *when* a kept file is
written.

>>> store = NotesStore(2, ["the cat sat", "a dog ran"].__getitem__)
>>> store.set_note(1, "ran where?")
True
>>> [(note.sentence, note.words, note.text) for note in store.notes()]
[(1, 'a dog ran', 'ran where?')]
"""

from .files import Phenomena, Session, load, save
from .journal import Journal
from .kept import ConflictError, KeptFile
from .notes import Note, Part, attach, latest
from .places import Place
from .store import NotesStore, Observer

__all__ = [
    "ConflictError",
    "Journal",
    "KeptFile",
    "Note",
    "NotesStore",
    "Observer",
    "Part",
    "Phenomena",
    "Place",
    "Session",
    "attach",
    "latest",
    "load",
    "save",
]
