"""Edits of one note from several windows: which of them count, and what becomes of those that met.

Windows on the same trees share a journal. Each edit stands there with who wrote it (*by*, a window) and with what its
writer knew (*before*, the edits that counted, as far as the writer had heard). An edit takes the place of those that
were known. Where two windows changed a note without having heard of each other, both edits count, and the note is both
texts, one after the other, with the tags of both; until somebody who has seen that edits it.

Whoever reads the journal from its beginning comes to the same notes, so nobody has to write down what was made of it.

>>> from dataclasses import replace
>>> first = Entry(Note(0, "a b", "why?", changed=5, id="1"), by="x", before=())
>>> one = Entry(replace(first.note, text="ask Kim", changed=8), by="x", before=(first.key,))
>>> other = Entry(replace(first.note, text="solved", changed=9), by="y", before=(first.key,))
>>> counting = after(after(after((), first), one), other)
>>> note_of(counting).text
'ask Kim\\n\\nsolved'
>>> last = Entry(replace(first.note, text="Kim solved it", changed=12), by="x", before=keys(counting))
>>> note_of(after(counting, last)).text
'Kim solved it'
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from .notes import Note
from .reading import taken, texts

__all__ = ["Entry", "after", "joined_texts", "keys", "note_of"]


@dataclass(frozen=True)
class Entry:
    """A line of a journal: a note as it is after an edit."""

    note: Note
    by: str = ""  #: the window that wrote it
    before: tuple[str, ...] | None = None  #: the edits of the note that its writer knew; None: nobody said
    draft: bool = False  #: it is being typed

    @property
    def key(self) -> str:
        """What tells an edit of a note from all others."""
        return f"{self.note.changed}-{self.by}"

    def to_dict(self) -> dict[str, Any]:
        """Return the entry as it stands in a journal."""
        known = {} if self.before is None else {"by": self.by, "before": list(self.before)}
        return self.note.to_dict() | known | ({"draft": 1} if self.draft else {})

    @classmethod
    def from_dict(cls, values: Any) -> Entry:
        """Make an entry of what :meth:`to_dict` returned; those of older programs have notes only."""
        note = Note.from_dict(values)
        before = texts(values, "before") if "before" in values else None
        return cls(note, taken(values, "by", str, ""), before, bool(values.get("draft")))


def keys(counting: Sequence[Entry]) -> tuple[str, ...]:
    """Return what tells these edits from all others."""
    return tuple(entry.key for entry in counting)


def after(counting: tuple[Entry, ...], entry: Entry) -> tuple[Entry, ...]:
    """Return the edits of a note that count after another one."""
    if not counting:
        return (entry,)
    if entry.before is None:
        return (entry,) if entry.note.changed >= note_of(counting).changed else counting
    if any(one.by == entry.by and one.note.changed > entry.note.changed for one in counting):
        return counting
    others = [one for one in counting if one.by != entry.by and one.key not in entry.before]
    return (*(one for one in others if not _says_the_same(one.note, entry.note)), entry)


def note_of(counting: Sequence[Entry]) -> Note:
    """Return the note that the edits that count make together."""
    if len(counting) == 1:
        return counting[0].note
    notes = [entry.note for entry in sorted(counting, key=lambda entry: (entry.note.changed, entry.by))]
    return replace(
        notes[-1],
        text=joined_texts([note.text for note in notes]),
        tags=tuple(dict.fromkeys(tag for note in notes for tag in note.tags)),
        changed=notes[-1].changed + 1,
    )


def joined_texts(texts: Sequence[str]) -> str:
    """Put texts one after the other; a paragraph that several of them have is said once.

    >>> joined_texts(["why?", "why?\\n\\nask", "as"])
    'why?\\n\\nask\\n\\nas'
    """
    distinct = list(dict.fromkeys(filter(None, texts)))
    if len(distinct) < 2:
        return "".join(distinct)
    return "\n\n".join(dict.fromkeys(part for text in distinct for part in text.split("\n\n")))


def _says_the_same(one: Note, other: Note) -> bool:
    return (one.text, one.tags) == (other.text, other.tags)
