"""A suite that is being written: asked, changed, saved when that is wanted, and never lost meanwhile.

Every edit is on disk before anyone hears of it, in a *draft* in the user's own data folder: lines of JSON, each with a
sentence of the suite as it is after the edit. Saving writes the suite itself and forgets the draft; a program that was
killed, or closed without saving, finds it again. Nothing is written over but what the user names.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from treelens.engine.files import real_path
from treelens.engine.phenomena.suites import Item, Suite, write_suite
from treelens.engine.problems import TreelensError
from treelens.resources import is_shipped

from .writing import as_json, digest

__all__ = ["SuiteDraft", "SuiteStore"]

_HEAD = {"suite draft": 1}


class SuiteDraft:
    """Edits that are not saved, on disk at once; what cannot be read of it, such as a torn last line, is left out."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def of(cls, what: str) -> SuiteDraft:
        """Return the draft for a suite's file, or for a new suite of a gold file."""
        from platformdirs import user_data_path

        name = hashlib.sha256(os.fsencode(what)).hexdigest()[:32]
        return cls(user_data_path("treelens") / "suites" / f"{name}.jsonl")

    def record(self, id: str, item: Item | None, place: int) -> None:
        """Write a sentence as it is now, None if it was taken out; may raise OSError."""
        values = None if item is None else _values(item)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("ab") as file:
            if not file.tell():
                file.write(as_json(_HEAD))
            file.write(b"\n" + as_json({"id": id, "place": place, "item": values}))
            file.flush()
            os.fsync(file.fileno())

    def replay(self) -> list[tuple[str, Item | None, int]]:
        """Return all edits, the oldest first."""
        found = []
        with contextlib.suppress(OSError):
            for line in self.path.read_bytes().split(b"\n")[1:]:
                with contextlib.suppress(ValueError, KeyError, TypeError, RecursionError):
                    found.append(_edit(json.loads(line)))
        return found

    def forget(self) -> None:
        """Remove the draft; may raise OSError."""
        self.path.unlink(missing_ok=True)


def _values(item: Item) -> dict[str, Any]:
    lists = {"phenomena": item.phenomena, "core": item.core, "errors": item.errors}
    return {"text": item.text, **lists, "weight": item.weight}


def _edit(line: Any) -> tuple[str, Item | None, int]:
    id, values = str(line["id"]), line["item"]
    if values is None:
        return id, None, int(line["place"])
    phenomena, core = (None if values[key] is None else tuple(map(str, values[key])) for key in ("phenomena", "core"))
    errors, weight = tuple(map(str, values["errors"])), float(values["weight"])
    return id, Item(id, str(values["text"]), phenomena, core, errors, weight), int(line["place"])


class SuiteStore:
    """A suite that is open. *places* are the positions of its sentences in gold, by id.

    Where the draft cannot be written, *trouble* says why; the suite can be saved all the same.
    """

    def __init__(self, suite: Suite, places: Mapping[str, int], draft: SuiteDraft | None = None) -> None:
        self.suite = suite
        self.places = dict(places)
        self.trouble = ""
        self.restored = 0  #: how many edits were found in the draft
        self._saved = suite
        self._draft = draft
        self._there = _digest_of(suite.path)
        self._observers: list[Callable[[], None]] = []
        for id, item, place in draft.replay() if draft else ():
            self.restored += 1
            self._take(id, item, place)

    @property
    def path(self) -> str:
        """The file of the suite; empty if it was never saved."""
        return self.suite.path

    @property
    def unsaved(self) -> bool:
        """Whether there is anything that the file does not say."""
        return self.suite.items != self._saved.items or (not self.path and bool(self.suite.items))

    def item_of(self, sentence: int) -> Item | None:
        """Return what the suite says of a sentence."""
        return next((item for item in self.suite.items if self.places.get(item.id) == sentence), None)

    def put(self, item: Item | None, id: str, sentence: int) -> None:
        """Put what is said of a sentence in place of what was said, None for nothing, and tell."""
        self._take(id, item, sentence)
        if self._draft is not None:
            try:
                self._draft.record(id, item, sentence)
                self.trouble = ""
            except OSError as error:
                self.trouble = f"{self._draft.path}: cannot be written: {error.strerror}"
        for observer in list(self._observers):
            observer()

    def _take(self, id: str, item: Item | None, sentence: int) -> None:
        if item is None:
            self.suite = self.suite.without(id)
        else:
            known = next((one for one in self.suite.items if one.id == id), None)
            self.suite = self.suite.with_item(replace(item, more=known.more) if known is not None else item)
            self.places[id] = sentence

    def observe(self, observer: Callable[[], None]) -> None:
        """Call *observer* after every change."""
        self._observers.append(observer)

    # saving

    @property
    def is_disputed(self) -> bool:
        """Whether somebody else changed the file since it was read or written here."""
        now = _digest_of(self.path)
        return bool(now) and now != self._there

    @property
    def is_shipped(self) -> bool:
        """Whether the file came with the program, and is not to be written."""
        return bool(self.path) and is_shipped(self.path)

    def save(self, path: str) -> None:
        """Write the suite, whole or not at all, and forget the draft; raise TreelensError where that fails."""
        if is_shipped(path):
            raise TreelensError(f"{path}: came with the program and is not written; choose another name")
        try:
            write_suite(self.suite, path)
        except OSError as error:
            raise TreelensError(f"{path}: cannot be written: {error.strerror}") from None
        self.suite = self._saved = replace(self.suite, path=path)
        self._there = _digest_of(path)
        self._forget()
        self._draft = SuiteDraft.of(str(real_path(path))) if self._draft is not None else None
        for observer in list(self._observers):
            observer()

    def discard(self) -> None:
        """Forget all that is not saved."""
        self._forget()

    def _forget(self) -> None:
        if self._draft is not None:
            with contextlib.suppress(OSError):
                self._draft.forget()


def _digest_of(path: str) -> str:
    try:
        return digest(Path(path).read_bytes()) if path else ""
    except OSError:
        return ""
