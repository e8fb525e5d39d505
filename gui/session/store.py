"""The notes and tags of what is open: asked, changed, and in the journal at every moment."""

from __future__ import annotations

import time
import weakref
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType, MethodType
from typing import Protocol

from treelens.engine.problems import InputError, TreelensError

from .journal import Journal
from .meeting import joined_texts
from .notes import Note, Part, attach, latest

__all__ = ["NotesStore", "Observer"]


class Observer(Protocol):
    """What is called after a change."""

    def __call__(self, sentence: int, part: Part, /) -> None:
        """Take note of a sentence whose note or tags changed."""


class NotesStore:
    """The notes and tags of what is open; every change is in the journal before anyone hears of it.

    *words_of* gives the words of a sentence as one text; *notes* are a session's. Where the journal cannot be written,
    nothing is lost while the program runs: *trouble* says why, and the next change tries again with all that is due.

    >>> store = NotesStore(2, ["a b", "c d"].__getitem__)
    >>> store.add_tag(1, "figure 3"), store.add_tag(1, "figure 3")
    (True, False)
    >>> dict(store.tags)
    {1: ('figure 3',)}
    """

    def __init__(
        self,
        count: int,
        words_of: Callable[[int], str],
        journal: Journal | None = None,
        notes: Iterable[Note] = (),
    ) -> None:
        self.journal = journal
        self.trouble = ""
        self.orphans: list[Note] = []  #: notes on sentences that are not in the file
        self._words_of = words_of
        self._count = count
        self._notes: dict[int, Note] = {}
        self._tags: dict[int, tuple[str, ...]] = {}
        self._gone: list[Note] = []
        self._due: dict[str, Note] = {}
        self._typed: Note | None = None  # a note as it is being typed, which is no edit yet
        self._stamp = 0  # of the latest change
        self._observers: list[Callable[[], Observer | None]] = []
        self._take(latest([*notes, *self._replayed()]))

    @classmethod
    def for_gold(cls, gold: str, count: int, words_of: Callable[[int], str], notes: Iterable[Note] = ()) -> NotesStore:
        """Return the notes on a gold file: a session's, and what the file's own journal knows."""
        return cls(count, words_of, Journal.of_gold(gold), notes)

    # asking

    @property
    def tags(self) -> Mapping[int, tuple[str, ...]]:
        """The tags of every sentence that has any: a view that follows changes."""
        return MappingProxyType(self._tags)

    def note(self, sentence: int) -> str:
        """Return the note on a sentence."""
        return self._notes[sentence].text if sentence in self._notes else ""

    def tags_of(self, sentence: int) -> tuple[str, ...]:
        """Return the tags of a sentence in the order in which they were given."""
        return self._tags.get(sentence, ())

    def tags_in_use(self) -> list[str]:
        """Return all tags, the most frequent first."""
        counts = Counter(tag for tags in self._tags.values() for tag in tags)
        return sorted(counts, key=lambda tag: (-counts[tag], tag))

    def noted(self) -> list[int]:
        """Return the sentences that have a note or a tag."""
        return sorted(sentence for sentence, note in self._notes.items() if note)

    def notes(self) -> tuple[Note, ...]:
        """Return everything that a session keeps: notes, also what is being typed, orphans, and what was emptied."""
        own = self._notes | ({self._typed.sentence: self._typed} if self._typed else {})
        return (*(own[sentence] for sentence in sorted(own)), *self.orphans, *self._gone)

    # changing

    def set_note(self, sentence: int, text: str) -> bool:
        """Write a note; say whether that changes anything."""
        if text == self.note(sentence):
            self._take_back(sentence)
            return False
        self._put(replace(self._own(sentence), text=text), "note")
        return True

    def draft_note(self, sentence: int, text: str) -> None:
        """Put a note into the journal as it is while it is typed: with every key, and nobody else hears of it.

        When it is done, write it with :meth:`set_note`, even if it is what it was before.
        """
        self._typed = self._stamped(replace(self._own(sentence), text=text))
        self._record(self._typed, draft=True)

    def _take_back(self, sentence: int) -> None:
        """Let the journal forget what was typed on a sentence and came to nothing."""
        if self._typed is not None and self._typed.sentence == sentence:
            note = self._stamped(self._own(sentence))
            self._typed = None
            self._keep(note)
            self._record(note)

    def add_tag(self, sentence: int, tag: str) -> bool:
        """Give a sentence a tag; say whether it is new."""
        tag = " ".join(tag.split())
        return bool(tag) and self.set_tags(sentence, (*self.tags_of(sentence), tag))

    def remove_tag(self, sentence: int, tag: str) -> bool:
        """Take a tag away; say whether it was there."""
        return self.set_tags(sentence, [other for other in self.tags_of(sentence) if other != tag])

    def set_tags(self, sentence: int, tags: Sequence[str]) -> bool:
        """Give a sentence these tags and no others; say whether that changes anything."""
        wanted = tuple(dict.fromkeys(tags))
        if wanted == self.tags_of(sentence):
            return False
        self._put(replace(self._own(sentence), tags=wanted), "tags")
        return True

    def observe(self, observer: Observer) -> Callable[[], None]:
        """Call *observer* after every change, until what is returned is called; a method does not keep its object."""
        entry: Callable[[], Observer | None] = lambda: observer  # noqa: E731
        if isinstance(observer, MethodType):
            entry = weakref.WeakMethod(observer)
        self._observers.append(entry)
        return lambda: self._observers.remove(entry) if entry in self._observers else None

    def _own(self, sentence: int) -> Note:
        if sentence in self._notes:
            return self._notes[sentence]  # an emptied one goes on
        if self._typed is not None and self._typed.sentence == sentence:
            return replace(self._typed, text="")
        return Note(sentence, self._words_of(sentence))

    def _stamped(self, note: Note) -> Note:
        """Say that a note changes now: later than all that was written before, also if the clock was set back."""
        self._stamp = max(time.time_ns() // 1_000_000, note.changed + 1, self._stamp + 1)
        return replace(note, changed=self._stamp)

    def _put(self, note: Note, part: Part) -> None:
        note = self._stamped(note)
        self._keep(note)
        if self._typed is not None and self._typed.id == note.id:  # tags that come meanwhile do not end the typing
            self._typed = replace(note, text=self._typed.text) if part == "tags" else None
        self._record(self._typed if self._typed is not None and self._typed.id == note.id else note)
        self._tell(note.sentence, part)

    def _tell(self, sentence: int, part: Part) -> None:
        for entry in list(self._observers):
            if observer := entry():
                observer(sentence, part)
            elif entry in self._observers:
                self._observers.remove(entry)

    def _keep(self, note: Note) -> None:
        self._notes[note.sentence] = note
        if note.tags:
            self._tags[note.sentence] = note.tags
        else:
            self._tags.pop(note.sentence, None)

    def _record(self, *notes: Note, draft: bool = False) -> None:
        if self.journal is None:
            return
        draft &= not self._due
        self._due |= {note.id: note for note in notes}
        try:
            if draft:
                self.journal.draft(*self._due.values())
            else:
                self.journal.record(*self._due.values())
        except OSError as error:
            self.trouble = f"{self.journal.path}: cannot be written: {error.strerror}"
        except TreelensError as error:
            self.trouble = str(error)
        else:
            self._due.clear()
            self.trouble = ""

    def retry(self) -> bool:
        """Write what could not be written before; say whether nothing is due any more."""
        if self._due:
            self._record()
        return not self._due

    def _replayed(self) -> list[Note]:
        """Return what the journal knows; one that cannot be read is no reason not to open the trees."""
        try:
            return self.journal.replay() if self.journal else []
        except InputError as error:
            self.trouble = str(error)
            return []

    # other windows

    def follow(self) -> list[int]:
        """Take over what other windows wrote into the journal, and return the sentences that it is on.

        What is being typed here is left alone until it is an edit; then both count.
        """
        if self.journal is None:
            return []
        try:
            news = self.journal.news(lambda note: self._typed is not None and self._typed.sentence == note.sentence)
        except (OSError, TreelensError):  # it is told when something is written
            return []
        return self.take_over(news) if news else []

    def take_over(self, news: Iterable[Note]) -> list[int]:
        """Put notes that were changed elsewhere in the place of those here, and return the sentences that they are on.

        One on a sentence that has another here is joined with it.
        """
        homes = {note.id: sentence for sentence, note in self._notes.items()}
        found = []
        for note in news:
            home = homes.get(note.id)
            there = home is not None and self._notes[home].id == note.id  # it may just have been joined with another
            sentence = home if there else self._home_of(note)
            if sentence is not None and self._replaced(sentence, note, joined=not there):
                found.append(sentence)
        return found

    def _replaced(self, sentence: int, note: Note, *, joined: bool) -> bool:
        """Put a note in the place of what is on a sentence, or join both, and tell; False if it says the same."""
        text, tags = self.note(sentence), self.tags_of(sentence)
        note = replace(note, sentence=sentence)
        if joined:
            self._record(*self._add(note))
        else:
            self._keep(note)
        if text != self.note(sentence):
            self._tell(sentence, "note")
        if tags != self.tags_of(sentence):
            self._tell(sentence, "tags")
        return (text, tags) != (self.note(sentence), self.tags_of(sentence))

    def learn(self, notes: Iterable[Note]) -> list[int]:
        """Take over those of a session's notes that were changed later than here; they are written down here, too."""
        mine = {note.id: note.changed for note in self.notes()}
        news = [note for note in notes if note.changed > mine.get(note.id, -1)]
        news = [note for note in news if self._typed is None or note.sentence != self._typed.sentence]
        if news:
            self._record(*news)
        return self.take_over(news)

    def _home_of(self, note: Note) -> int | None:
        """Return the sentence of a note that was on none here; one that has none is kept among its like."""
        self.orphans = [other for other in self.orphans if other.id != note.id]
        self._gone = [other for other in self._gone if other.id != note.id]
        if not note:
            self._gone.append(note)
            return None
        placed, orphans = attach([note], self._count, self._words_of)
        self.orphans += orphans
        return placed[0].sentence if placed else None

    def _add(self, note: Note) -> list[Note]:
        """Put a note on its sentence; return what is to be written down: if another was there, both are joined."""
        there = self._notes.get(note.sentence)
        if there is None:
            self._keep(note)
            return []
        first, second = sorted((there, note), key=lambda one: (one.changed, one.id))
        emptied = self._stamped(replace(first, text="", tags=()))
        self._gone.append(emptied)
        self._keep(self._stamped(_joined(first, second)))
        return [emptied, self._notes[note.sentence]]

    def _take(self, notes: list[Note]) -> None:
        """Give every note its sentence; write down those that were moved or joined."""
        before = {note.id: note for note in notes}
        self._gone = [note for note in notes if not note]
        placed, self.orphans = attach(filter(None, notes), self._count, self._words_of)
        for note in sorted(placed, key=lambda note: note.changed):
            self._add(note)
        now = [*self._notes.values(), *self._gone]
        if changed := [note for note in now if note != before[note.id]]:
            self._record(*changed)


def _joined(one: Note, other: Note) -> Note:
    """Make one of two notes that were written on a sentence apart from each other; it goes on as *other*."""
    tags = tuple(dict.fromkeys(one.tags + other.tags))
    text = joined_texts([one.text, other.text])
    return replace(other, text=text, tags=tags, changed=max(one.changed, other.changed))
