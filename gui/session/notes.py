"""What a person said about a sentence, and which sentence that is."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from .reading import distinct_texts, taken

__all__ = ["Note", "Part", "attach", "latest"]

#: What of a note changed.
Part = Literal["note", "tags"]


@dataclass(frozen=True)
class Note:
    """What a person said about a sentence: some text, some tags, both or neither."""

    sentence: int  #: counted from 0; in files from 1, as people see it
    words: str  #: the words of the sentence, which prove that it is the one that was meant
    text: str = ""
    tags: tuple[str, ...] = ()
    changed: int = 0  #: when, in milliseconds since 1970
    id: str = field(default_factory=lambda: uuid.uuid4().hex)

    def __bool__(self) -> bool:
        """Say whether there is anything in it."""
        return bool(self.text or self.tags)

    def to_dict(self) -> dict[str, Any]:
        """Return the note as it stands in a file."""
        return {
            "sentence": self.sentence + 1,
            "words": self.words,
            "note": self.text,
            "tags": list(self.tags),
            "changed": self.changed,
            "id": self.id,
        }

    @classmethod
    def from_dict(cls, values: Any) -> Note:
        """Make a note of what :meth:`to_dict` returned; one written by hand needs only the number.

        >>> Note.from_dict({"sentence": 15, "tags": ["figure 3"]}).tags
        ('figure 3',)
        """
        values = taken({"note": values}, "note", dict)
        number = taken(values, "sentence", int)
        if number < 1:
            raise ValueError(f'"sentence" is counted from 1, and {number} is less')
        words = taken(values, "words", str, "")
        made = hashlib.sha256(f"{number}\0{words}".encode("utf-8", "surrogatepass")).hexdigest()[:32]
        return cls(
            sentence=number - 1,
            words=words,
            text=taken(values, "note", str, ""),
            tags=distinct_texts(values, "tags"),
            changed=taken(values, "changed", int, 0),
            id=taken(values, "id", str, made),
        )


def latest(notes: Iterable[Note]) -> list[Note]:
    """Keep of each note the state that was changed last; of two changed at once, the later in the list.

    >>> first = Note(0, "a b", "draft", changed=1)
    >>> [note.text for note in latest([first, replace(first, text="final", changed=2), first])]
    ['final']
    """
    found: dict[str, Note] = {}
    for note in notes:
        if note.id not in found or note.changed >= found[note.id].changed:
            found[note.id] = note
    return list(found.values())


def attach(notes: Iterable[Note], count: int, words_of: Callable[[int], str]) -> tuple[list[Note], list[Note]]:
    """Find the sentence of each note among *count* sentences: return those that have one, and orphans.

    A note stays where its number and its words agree. Another goes to the nearest sentence with the same words that
    has no note yet. Several notes may stay at one sentence, but none is moved on top of another.

    >>> words = ["c d", "a b"]
    >>> placed, orphans = attach([Note(0, "a b", "mine"), Note(1, "e f", "lost")], 2, words.__getitem__)
    >>> [(note.sentence, note.text) for note in placed], [note.text for note in orphans]
    ([(1, 'mine')], ['lost'])
    """
    placed: list[Note] = []
    astray: list[Note] = []
    for note in notes:
        at_home = note.sentence < count and words_of(note.sentence) == note.words
        (placed if at_home else astray).append(note)
    wanted = {note.words for note in astray} - {""}
    taken = {note.sentence for note in placed}
    free: dict[str, list[int]] = {}
    for sentence in range(count) if wanted else ():  # every word of the file: only where something moved
        if sentence not in taken and (words := words_of(sentence)) in wanted:
            free.setdefault(words, []).append(sentence)
    orphans = []
    for note in astray:
        if choices := free.get(note.words):
            nearest = min(choices, key=lambda sentence: abs(sentence - note.sentence))
            choices.remove(nearest)
            placed.append(replace(note, sentence=nearest))
        else:
            orphans.append(note)
    return placed, orphans
