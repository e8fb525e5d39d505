"""Suites of what is open: read, begun anew, changed, saved; nothing that was said is lost on the way."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoStack
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from treelens.engine.files import real_path
from treelens.engine.phenomena import Item, Suite, pair_suite, parses_of, read_suite
from treelens.engine.problems import Problem, TreelensError
from treelens.engine.treebank import Treebank

from .document import Document, reason
from .edits import Edit
from .looking import Looking
from .plain import as_it_is
from .session.suites import SuiteDraft, SuiteStore
from .tasks import Task

__all__ = ["Suites"]


class Suites(QObject):
    """The suite that is open, if any. Edits go through the window's own undo."""

    changed = Signal()  #: another suite, or another word in it
    failed = Signal(object)
    said = Signal(str)
    sentence_wanted = Signal(int)  #: something was undone or redone on a sentence that is not shown

    def __init__(self, looking: Looking, undo_stack: QUndoStack, window: QWidget) -> None:
        super().__init__(looking)
        self.looking = looking
        self.stack = undo_stack
        self.store: SuiteStore | None = None
        self._window = window
        self.problem: Problem | None = None  #: why the suite of a session could not be read
        self._wanted = ""  # the suite of a session, until it is read
        self._gold = ""  # what the suite is paired with
        self._task: Task | None = None
        self._ending: list[Task] = []

    # --- opening --------------------------------------------------------------------------------------------------

    def follow(self, document: Document) -> None:
        """Find the sentences of the suite in what was opened; a suite that was begun for this gold is gone on with."""
        if document.gold.digest == self._gold:
            return
        self._gold = document.gold.digest
        if self.store is not None and self.store.path:
            self.open(self.store.path)
            return
        self._take(None)
        begun = SuiteStore(Suite(), {}, _draft_for(document))
        if begun.restored and begun.suite.items:
            self._take(begun)
            self.said.emit(self.tr("a suite that was not saved is here again: {} sentences").format(len(begun.suite)))

    @property
    def path(self) -> str:
        """The file that a session keeps: of the suite that is open, or of one that could not be read yet."""
        return self.store.path if self.store is not None else self._wanted

    def recall(self, path: str) -> None:
        """Open the suite of a session; an empty path: it has none."""
        self.problem = None
        if path:
            self.open(path, recalled=True)
        elif self.store is not None and self.store.path:
            self._take(None)

    def take(self, path: str) -> bool:
        """Open a file that was dropped, if it is a suite; say whether it is."""
        if self.looking.document is None or not path.lower().endswith((".toml", ".tsv", ".tab")):
            return False
        try:
            read_suite(path)
        except TreelensError:
            return False
        self.open(path)
        return True

    def do(self, what: str) -> None:
        """Do what is wanted with suites: new, open, save, save-as, close."""
        {"new": self.begin, "open": self.ask, "save": self.save, "save-as": self.save_as, "close": self.close}[what]()

    def ask(self) -> None:
        """Ask for a suite."""
        kinds = self.tr("Suites (*.toml *.tsv *.tab);;All files (*)")
        path, _ = QFileDialog.getOpenFileName(self._window, self.tr("Open a suite"), "", kinds)
        if path:
            self.open(path)

    def open(self, path: str, *, recalled: bool = False) -> None:
        """Read a suite beside the window; one that is *recalled* is listed, not complained of, if that fails."""
        document = self.looking.document
        if document is None:
            self.failed.emit(TreelensError(self.tr("open gold and systems first, then the suite")))
            return
        gold = document.gold
        self._cancel()
        self._wanted = path if recalled else ""
        task = self._task = Task(lambda: _read(path, gold), self)
        task.finished.connect(lambda result: self._read(task, *result))
        task.failed.connect(lambda error: self._unread(task, error))
        task.start()

    def _read(self, task: Task, suite: Suite, places: dict[str, int], notes: list[str]) -> None:
        if self._over(task):
            store = SuiteStore(suite, places, SuiteDraft.of(str(real_path(suite.path))))
            self._take(store)
            if store.restored:
                notes = [*notes, self.tr("edits that were not saved are here again: {}").format(store.restored)]
            found = sum(place >= 0 for place in store.places.values())
            self.said.emit(" · ".join([self.tr("{} sentences of the suite found").format(found), *notes]))

    def _unread(self, task: Task, error: object) -> None:
        if not self._over(task):
            return
        if not self._wanted or not isinstance(error, TreelensError):
            self.failed.emit(error)
            return
        wanted = self._wanted
        self._take(None)
        self._wanted = wanted  # a later session finds it again, if it comes back
        self.problem = Problem(wanted, 0, 0, self.tr("the suite was left out: {}").format(reason(wanted, error)))
        self.changed.emit()

    def begin(self) -> None:
        """Begin a suite of the sentences of what is open."""
        if (document := self.looking.document) is not None:
            self._take(SuiteStore(Suite(), {}, _draft_for(document)))

    def close(self) -> None:
        """Close the suite; what is not saved is asked about."""
        if self.store is not None and self.store.unsaved:
            box = QMessageBox.StandardButton
            text = self.tr("The suite has changes that are not saved.")
            answer = QMessageBox.question(self._window, "Treelens", text, box.Save | box.Discard | box.Cancel, box.Save)
            if answer == box.Cancel or (answer == box.Save and not self.save()):
                return
            self.store.discard()
        self._take(None)

    def _take(self, store: SuiteStore | None) -> None:
        if self.store is not None:
            self.stack.clear()  # its edits cannot be undone in another suite
        self.store = store
        self._wanted, self.problem = "", None
        if store is not None:
            store.observe(self.changed.emit)
        self.changed.emit()

    # --- saving ---------------------------------------------------------------------------------------------------

    def save(self) -> bool:
        """Save the suite where it is from, or ask where; say whether that was done."""
        store = self.store
        if store is None or not store.path or store.is_shipped:
            return self.save_as()
        if store.is_disputed:
            why = self.tr("{} was changed by another program since it was opened here.").format(store.path)
            text = as_it_is(self.tr("{}\n\nWrite over it?").format(why))
            answer = QMessageBox.question(self._window, "Treelens", text)
            if answer != QMessageBox.StandardButton.Yes:
                return False
        return self.save_to(store.path)

    def save_as(self) -> bool:
        """Ask where to save the suite."""
        store, document = self.store, self.looking.document
        if store is None or document is None:
            return False
        beside = Path(store.path) if store.path and not store.is_shipped else Path("suite.toml")
        kinds = self.tr("Suites as TOML (*.toml);;Suites as tables (*.tsv)")
        path, kind = QFileDialog.getSaveFileName(self._window, self.tr("Save the suite"), str(beside), kinds)
        if path and not Path(path).suffix:
            path += ".tsv" if "tsv" in kind else ".toml"
        return bool(path) and self.save_to(path)

    def save_to(self, path: str) -> bool:
        """Save the suite under a name; say whether that went well."""
        from .figures import refuse_inputs

        document = self.looking.document
        if self.store is None or document is None:
            return False
        try:
            refuse_inputs(Path(path), document.paths)
            self.store.save(path)
        except TreelensError as error:
            self.failed.emit(error)
            return False
        self.said.emit(self.tr("saved {}").format(Path(path).name))
        return True

    # --- editing --------------------------------------------------------------------------------------------------

    def item_for(self, sentence: int) -> Item:
        """Return what the suite says of a sentence, or a beginning of that."""
        document = self.looking.document
        assert document is not None
        found = self.store.item_of(sentence) if self.store is not None else None
        if found is not None:
            return found
        taken = {item.id for item in self.store.suite.items} if self.store is not None else set()
        id = document.gold.sentence_id(sentence) or str(sentence + 1)
        while id in taken:
            id += "'"
        return Item(id, document.gold.sentence_text(sentence) or " ".join(document.gold[sentence].words))

    def change(self, sentence: int, item: Item, title: str) -> None:
        """Say something else of a sentence, as an edit that can be undone; a suite is begun if there is none."""
        if self.store is None:
            self.begin()
        store = self.store
        assert store is not None
        before = store.item_of(sentence)
        after = item if item.phenomena or item.core or item.errors else None
        if after == before:
            return

        def lead_there() -> None:
            if sentence != self.looking.sentence:
                self.sentence_wanted.emit(sentence)

        self.stack.push(
            Edit(
                title,
                lambda: store.put(before, item.id, sentence),
                lambda: store.put(after, item.id, sentence),
                lead_there,
            )
        )

    # --- manners --------------------------------------------------------------------------------------------------

    def _over(self, task: Task) -> bool:
        if self._task is not task:
            return False
        self._task = None
        task.deleteLater()
        return True

    def _cancel(self) -> None:
        if self._task is not None:
            self._task.cancel()
            self._ending = [task for task in (*self._ending, self._task) if not task.wait(0)]
            self._task = None

    def stop(self) -> None:
        """Let go of all work beside the window; edits are in the draft."""
        self._cancel()
        for task in self._ending:
            task.wait(10)


def _draft_for(document: Document) -> SuiteDraft:
    """Return the draft of a new suite of a gold file."""
    return SuiteDraft.of(f"new:{real_path(document.paths[0])}")


def _read(path: str, gold: Treebank) -> tuple[Suite, dict[str, int], list[str]]:
    """Read a suite and find its sentences in gold."""
    suite = read_suite(path)
    places, notes = pair_suite(suite, parses_of(gold))
    return suite, {item.id: place for item, place in zip(suite.items, places.tolist(), strict=True)}, notes
