"""Opening and saving: what is open, where it came from, and what happens when its files change.

Files are read beside the window and watched from then on. What a person adds (notes, tags, the place) is kept in a
journal at once, and in a session when one is saved or was opened. Files of trees are only ever read.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QInputDialog, QMessageBox, QWidget

from treelens.engine.errors import style_names
from treelens.engine.heads import head_rules
from treelens.engine.prepare import Preparation, preset, read_prm
from treelens.engine.problems import TreelensError
from treelens.engine.sweep import System, kind_of_table
from treelens.engine.treebank import Treebank

from .document import Document, Others, Wanted, open_document, read_others
from .following import Following
from .plain import as_it_is
from .remembered import Remembered
from .session import Note, NotesStore, Phenomena, Place, Session, load
from .session.autosave import Autosave
from .tasks import Task
from .watching import Look, Watcher, look_at

__all__ = ["SUFFIX", "Files", "Opened"]

SUFFIX = ".treelens"
_LOOKED_AT = 6  #: of very many systems, how many are open at once


@dataclass(frozen=True)
class Opened:
    """What was read, and where one is to be in it."""

    document: Document
    place: Place | None = None  #: where one was; None to begin at the top
    goto: int | None = None  #: a sentence to begin at, counted from 1
    again: bool = False  #: the same files once more
    more: bool = False  #: and systems that are read now; what is looked at is the same
    phenomena: Phenomena | None = None  #: the suite and the recognisers of a session; None: those that are in use


@dataclass(frozen=True)
class _Wanted:
    """What is to be opened."""

    paths: tuple[str, ...]
    preparation: Wanted = None
    place: Place | None = None
    goto: int | None = None
    style: str | None = None
    session: Session | None = None
    session_path: str = ""
    again: bool = False  #: the same files
    stay: bool = False  #: where one is when they are read
    system: int | None = None  #: the system to look at then
    points: tuple[System, ...] | None = None  #: the systems, where they are known already
    looked_at: tuple[str, ...] = ()  #: of very many systems, those whose trees are wanted


class Files(QObject):
    """Opens, watches and saves; tells by signals."""

    opened = Signal(object)  #: an :class:`Opened`
    failed = Signal(object)  #: an error; what was open stays open
    busy = Signal(str)  #: something is being read
    said = Signal(str)  #: something that need not be answered
    saved = Signal()  #: the session has a file now
    table_wanted = Signal(str)  #: a table of scores, which has no trees
    waiting = Signal(list)  #: the names of systems that are being read, while others are open already

    def __init__(
        self,
        parent: QWidget,
        remembered: Remembered,
        place: Callable[[], Place],
        phenomena: Callable[[], Phenomena] = Phenomena,
    ) -> None:
        super().__init__(parent)
        self.document: Document | None = None
        self.notes: NotesStore | None = None
        self.remembered = remembered
        self._place = place
        self._phenomena = phenomena
        self._task: Task | None = None
        self._ending: list[Task] = []  # cancelled, but their threads still run
        self._stale = False  # a file has changed while it was read
        self._watcher = Watcher(self)
        self._watcher.changed.connect(self._changed)
        self._watcher.vanished.connect(lambda paths: self.said.emit(self.tr("gone: {}").format(_names(paths))))
        self._autosave = Autosave(self._session, self)
        self._autosave.trouble.connect(self.said)
        self._autosave.conflict.connect(self._disputed)
        self._autosave.joined.connect(self._joined)
        self.following = Following(self)
        self.following.arrived.connect(self._arrived)
        self._conflict = ""  # why the session is not saved by itself any more

    @property
    def session_path(self) -> str:
        """The session that is open; empty if there is none."""
        return self._autosave.path

    # --- opening --------------------------------------------------------------------------------------------------

    def open(self, paths: Sequence[str], goto: int | None = None, preparation: Wanted = None) -> None:
        """Open gold and systems, or a session if that is the only file."""
        if len(paths) == 1 and paths[0].endswith(SUFFIX):
            self.open_session(paths[0], goto, preparation)
        elif len(paths) == 1 and self._kind(paths[0]) == "scores":
            self.table_wanted.emit(paths[0])
        else:
            self._read(_Wanted(tuple(paths), preparation, goto=goto))

    def _kind(self, path: str) -> str | None:
        """Return what a table is of; None if it is none, or cannot be read, of which is told later."""
        try:
            return kind_of_table(path)
        except TreelensError:
            return None

    def open_session(self, path: str, goto: int | None = None, preparation: Wanted = None) -> None:
        """Open what a session holds, at the place where it was left and by its settings, or by those that are given."""
        try:
            session = load(path)
        except TreelensError as error:
            self.failed.emit(error)
            return
        paths = session.gold, *session.systems
        style = session.error_style if session.error_style in style_names() else None
        place = session.place if goto is None else replace(session.place, sentence=goto - 1)
        self._read(_Wanted(paths, preparation or session.preparation, place, goto, style, session, path))

    def add(self, paths: Sequence[str]) -> None:
        """Open more systems beside those that are open."""
        if self.document is None:
            self.open(paths)
        else:
            self._read_on(tuple(dict.fromkeys([*self.document.wanted, *paths])))

    def remove_system(self, system: int) -> None:
        """Close a system; the last one stays."""
        if self.document is not None and len(self.document.systems) > 1:
            gone = self.document.paths[system + 1]
            self._read_points([point for point in self.document.points if point.path != gone])

    def _read_points(self, points: Sequence[System]) -> None:
        """Read these of the systems that are known, and look at the first."""
        assert self.document is not None
        now = self.document
        known = (*points, *(System(path, Path(path).stem) for path in now.unread))
        paths = (now.wanted[0], *(point.path for point in known))
        wanted = _Wanted(paths, now.preparation, style=now.style, stay=True, system=0, points=known)
        self._read(replace(wanted, looked_at=tuple(now.paths[1:])))

    def look_into(self, point: int) -> None:
        """Open the trees of one of very many systems, beside those that were looked at last, and look at it."""
        document = self.document
        if document is None or document.opened(point) is not None:
            return
        path = document.points[point].path
        looked_at = [*document.paths[1:], path][-_LOOKED_AT:]
        places = [other.path for other in document.points if other.path in looked_at]
        wanted = _Wanted(tuple(document.wanted), document.preparation, style=document.style, stay=True)
        self._read(
            replace(wanted, system=places.index(path), points=tuple(document.points), looked_at=tuple(looked_at))
        )

    def swap_gold(self, system: int) -> None:
        """Take a system for gold, and gold for a system in its place."""
        if self.document is not None:
            gold, other = self.document.paths[0], self.document.paths[system + 1]
            listed = [gold if point.path == other else point.path for point in self.document.points]
            self._read_on((other, *listed))

    def read_again(self) -> None:
        """Read the files once more, because they have changed."""
        if self.document is not None:
            self._read_on(tuple(self.document.wanted), again=True)

    def compare_by(self, preparation: Preparation) -> None:
        """Compare the same trees by other settings."""
        document = self.document
        if document is None or preparation == document.preparation:
            return
        wanted = _Wanted(tuple(document.wanted), preparation, again=True, stay=True)
        self._begin(wanted, lambda: document.compared_by(preparation), self.tr("comparing…"))

    def judge_by(self, style: str | None) -> None:
        """Give errors their kinds by other labels: a style by its name or file; None: the one that fits gold."""
        if self.document is None:
            return
        try:
            document = replace(self.document, style=style)
            _ = document.errors.style
        except TreelensError as error:
            self.failed.emit(error)
            return
        self.document = document
        self.opened.emit(Opened(document, self._place(), again=True))

    def compare_by_name(self, name: str) -> None:
        """Compare by a preset, or by a file of EVALB parameters or of settings."""
        try:
            preparation, remarks = read_prm(name) if name.lower().endswith(".prm") else (preset(name), [])
        except TreelensError as error:
            self.failed.emit(error)
            return
        if remarks:
            self.said.emit(" · ".join(remarks))
        now = self.document.preparation if self.document else preparation  # head rules stay unless others are named
        heads, system_heads = preparation.heads or now.heads, preparation.system_heads or now.system_heads
        self.compare_by(replace(preparation, heads=heads, system_heads=system_heads))

    def find_heads_by(self, heads: str, system_heads: str) -> None:
        """Find heads by other rules, given by name or file; empty: by those that fit, the system's by gold's."""
        try:
            for name in filter(None, (heads, system_heads)):
                head_rules(name)
        except TreelensError as error:
            self.failed.emit(error)
            return
        if self.document is not None:
            self.compare_by(replace(self.document.preparation, heads=heads, system_heads=system_heads))

    def _read_on(self, paths: tuple[str, ...], *, again: bool = False, system: int | None = None) -> None:
        """Read other files with the same settings, and stay where one is."""
        assert self.document is not None
        now = self.document
        wanted = _Wanted(paths, now.preparation, style=now.style, again=again, stay=True, system=system)
        self._read(replace(wanted, looked_at=tuple(now.paths[1:])))

    def _read(self, wanted: _Wanted) -> None:
        if len(wanted.paths) < 2:
            self.failed.emit(TreelensError(self.tr("open at least two files: gold first, then a system")))
            return
        text = self.tr("reading {} files…").format(len(wanted.paths))
        now = self.document if wanted.stay else None
        before, runs = (now.study, now.context.runs) if now is not None else (None, None)
        self._begin(
            wanted,
            lambda: open_document(
                wanted.paths,
                wanted.preparation,
                style=wanted.style,
                before=before,
                runs=runs,
                points=wanted.points,
                looked_at=wanted.looked_at,
                before_others=_first_system(wanted),
            ),
            text,
        )

    def _begin(self, wanted: _Wanted, work: Callable[[], Document], text: str) -> None:
        self.cancel()
        self.busy.emit(text)
        looks = {path: look_at(path) for path in wanted.paths}
        self._stale = False
        self._task = Task(lambda: _with_plots(work), self)
        self._task.finished.connect(lambda document: self._done(document, wanted, looks))
        self._task.failed.connect(lambda error: self._not_done(error, wanted))
        self._task.start()

    def _not_done(self, error: object, wanted: _Wanted) -> None:
        """Files that cannot be read again, because they are just being written, are no reason for a dialog."""
        self._end_task()
        if wanted.again:
            self.said.emit(self.tr("could not be read again: {}").format(error))
            self.busy.emit("")
        else:
            self.failed.emit(error)
        if self.document is not None and self.document.waiting:  # what was to take its place cannot be read
            self._read_others(self.document, {})

    def _end_task(self) -> None:
        """Let go of a task that has ended, and of what it has made."""
        if self._task is not None:
            self._task.deleteLater()
            self._task = None

    def _done(self, document: Document, wanted: _Wanted, looks: Mapping[str, Look | None]) -> None:
        self._end_task()
        if wanted.goto is not None and wanted.goto > len(document.gold):
            self.failed.emit(
                TreelensError(f"{document.paths[0]}: has no sentence {wanted.goto}, only {len(document.gold)}")
            )
            return
        elsewhere = self.document is None or self.document.paths[0] != document.paths[0]
        if elsewhere and wanted.stay and self.session_path:
            self.said.emit(self.tr("the session was closed: it is about other gold. Notes go with their sentences"))
        if elsewhere or not wanted.stay:  # what was open is left
            self._autosave.close()
        if not self._has_notes_for(document) or wanted.session is not None:
            known = self.notes.notes() if wanted.stay and self.notes is not None else ()
            self._take_notes(document, wanted.session.notes if wanted.session else known)
        place = self._place_for(wanted, document)
        self.document = document
        if wanted.session is not None:
            self._autosave.follow(wanted.session_path, wanted.session)
        read = [path for path in document.wanted if path not in document.unread]
        self.remembered.remember([self.session_path] if self.session_path else read)
        self._watcher.watch(dict.fromkeys([*wanted.paths, *document.paths]), looks)
        phenomena = wanted.session.phenomena if wanted.session is not None else None
        self.opened.emit(Opened(document, place, wanted.goto, wanted.again, phenomena=phenomena))
        if self._stale:
            self.read_again()
        elif document.waiting:
            self._read_others(document, looks)

    def _read_others(self, document: Document, looks: Mapping[str, Look | None]) -> None:
        """Read the other systems of large files, while the first is looked at."""
        names = [point.name for point in document.waiting]
        looks = {**looks, **{point.path: look_at(point.path) for point in document.waiting if point.path not in looks}}
        self._task = Task(lambda tell: read_others(document, tell), self, telling=True)
        self._task.progress.connect(lambda done, _: self.waiting.emit(names[done:]))
        self._task.finished.connect(lambda others: self._others_read(others, looks))
        self._task.failed.connect(self._others_not_read)
        self._task.start()
        self.waiting.emit(names)

    def _others_read(self, others: Others, looks: Mapping[str, Look | None]) -> None:
        self._end_task()
        assert self.document is not None
        place = self._place()
        self.document = document = self.document.with_others(others)
        self._watcher.watch(dict.fromkeys([*document.wanted, *document.paths]), looks)
        self.opened.emit(Opened(document, replace(place, system=document.current), again=True, more=True))
        if self._stale:
            self.read_again()

    def _others_not_read(self, error: object) -> None:
        self._end_task()
        self._leave_others()
        self.failed.emit(error)

    def _leave_others(self) -> None:
        """Be content with the systems that are open."""
        if self.document is not None and self.document.waiting:
            names = _names([point.path for point in self.document.waiting])
            self.document.without_others()
            self.waiting.emit([])
            self.said.emit(self.tr("not read: {}; reading the files again reads them, too").format(names))

    @property
    def awaits_others(self) -> bool:
        """Whether more systems of what is open are being read."""
        return self.document is not None and bool(self.document.waiting)

    def _place_for(self, wanted: _Wanted, document: Document) -> Place | None:
        """Return where to be in what was read."""
        if not wanted.stay:
            place = wanted.place
            return None if place is None else replace(place, system=document.open_number(place.system))
        place = self._place()
        return place if wanted.system is None else replace(place, system=wanted.system)

    def _has_notes_for(self, document: Document) -> bool:
        """Say whether the notes at hand are on this gold file as it is now; then undoing them goes on, too."""
        now = self.document
        return self.notes is not None and now is not None and _gold_of(now) == _gold_of(document)

    def _changed(self, paths: list[str]) -> None:
        self.said.emit(self.tr("{} changed: read again").format(_names(paths)))
        if self._task is not None:  # a file that grows faster than it is read must be seen now and then all the same
            self._stale = True
        else:
            self.read_again()

    def stop(self) -> None:
        """Stop reading, and be content with what is open."""
        self.cancel()
        self._leave_others()

    def cancel(self) -> None:
        """Stop reading."""
        if self._task is not None:
            self._task.cancel()
            self._ending = [task for task in (*self._ending, self._task) if not task.wait(0)]
            self._task = None

    # --- notes and sessions ---------------------------------------------------------------------------------------

    def _take_notes(self, document: Document, known: Sequence[Note]) -> None:
        """Take the notes on a gold file: those in its journal, and those that are *known* already."""
        self.forget_notes()
        self.notes = NotesStore.for_gold(
            document.paths[0],
            len(document.gold),
            _words_of(document.gold),
            known,
        )
        self.notes.observe(self._noted)
        self.following.follow(self.notes)
        if self.notes.trouble:
            self.said.emit(self.notes.trouble)

    def _noted(self, sentence: int, part: str) -> None:
        self._autosave.changed()

    def forget_notes(self) -> None:
        """Let go of the notes; all of them are in the journal."""
        self.following.follow(None)
        if self.notes is not None and self.notes.journal is not None:
            with contextlib.suppress(OSError, TreelensError):
                self.notes.journal.compact()
        self.notes = None

    def _disputed(self, why: str) -> None:
        """Somebody else wrote to the session: nothing is written over that unless it is wanted."""
        self._conflict = why
        self.said.emit(why)

    def _joined(self, session: Session) -> None:
        """Another window wrote to the session, too: its notes are shown, also those that no journal here has."""
        if self.notes is not None:
            self.notes.learn(session.notes)
        self.said.emit(self.tr("another window has the session open, too: what is changed in either is in it"))

    def _arrived(self, sentences: list[int]) -> None:
        """Say where another window has changed notes."""
        numbers = ", ".join(str(sentence + 1) for sentence in sentences[:3]) + (" …" if len(sentences) > 3 else "")
        self.said.emit(self.tr("notes from another window: sentence {}").format(numbers))

    def moved(self) -> None:
        """Take note that the place is another."""
        self._autosave.changed()

    def _session(self) -> Session | None:
        """Return what a session keeps of what is open."""
        if self.document is None or self.notes is None:
            return None
        gold, *systems = (str(Path(file).absolute()) for file in self.document.wanted)
        place = self._place()  # systems are numbered as they will be where all can be read
        place = replace(place, system=self.document.number_among_wanted(place.system))
        style = self.document.style if self.document.style in style_names() else None
        return Session(
            gold,
            tuple(systems),
            self.document.preparation,
            place,
            self.notes.notes(),
            style or "",
            self._phenomena(),
        )

    def save_session(self, path: str) -> bool:
        """Save files, settings, place, notes and tags; say whether that went well."""
        try:
            done = self._autosave.save_as(path)
        except TreelensError as error:
            self.failed.emit(error)
            return False
        if done:
            self._conflict = ""
            self.remembered.remember([path])
            self.saved.emit()
            self.said.emit(self.tr("saved {}; changes are saved by themselves from now on").format(Path(path).name))
        return done

    def close(self) -> None:
        """Stop all work, and keep everything."""
        self._autosave.close()
        self.forget_notes()
        self._watcher.stop()
        self.cancel()
        for task in self._ending:
            task.wait(10)

    # --- asking ---------------------------------------------------------------------------------------------------

    def ask_for_files(self) -> None:
        """Ask for gold, then for systems."""
        gold, _ = QFileDialog.getOpenFileName(self._parent(), self.tr("Gold trees"))
        if not gold:
            return
        if gold.endswith(SUFFIX):
            self.open_session(gold)
            return
        self.ask_for_systems_of(gold)

    def ask_for_systems_of(self, gold: str) -> None:
        """Ask for the systems of a gold file."""
        systems, _ = QFileDialog.getOpenFileNames(self._parent(), self.tr("Systems' trees"), str(Path(gold).parent))
        if systems:
            self.open([gold, *systems])

    def ask_for_gold_of(self, table: str) -> None:
        """Ask for the gold trees of a table of systems."""
        gold, _ = QFileDialog.getOpenFileName(self._parent(), self.tr("Gold trees"), str(Path(table).parent))
        if gold:
            self.open([gold, table])

    def take(self, paths: Sequence[str]) -> None:
        """Open what was dropped: a session; gold and systems; or, if something is open, more systems if wanted."""
        if len(paths) == 1 and (paths[0].endswith(SUFFIX) or self._kind(paths[0]) == "scores"):
            self.open(paths)
        elif len(paths) == 1 and self.document is None and self._kind(paths[0]) == "systems":
            self.ask_for_gold_of(paths[0])
        elif self.document is not None and (len(paths) == 1 or self._as_systems(paths)):
            self.add(paths)
        elif len(paths) == 1:
            self.ask_for_systems_of(paths[0])
        else:
            self.open(paths)

    def _as_systems(self, paths: Sequence[str]) -> bool:
        """Ask what files are that were dropped on an open study."""
        box = QMessageBox(self._parent())
        box.setWindowTitle("Treelens")
        box.setText(self.tr("{} files were dropped.").format(len(paths)))
        question = self.tr("Are they more systems, or is {} other gold?").format(Path(paths[0]).name)
        box.setInformativeText(as_it_is(question))
        more = box.addButton(self.tr("More systems"), QMessageBox.ButtonRole.AcceptRole)
        box.addButton(self.tr("The first is gold"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(more)
        box.exec()
        return box.clickedButton() is more

    def ask_for_systems(self) -> None:
        """Ask for more systems."""
        if self.document is None:
            self.ask_for_files()
            return
        folder = str(Path(self.document.paths[-1]).parent)
        more, _ = QFileDialog.getOpenFileNames(self._parent(), self.tr("More systems' trees"), folder)
        if more:
            self.add(more)

    def ask_for_settings(self) -> None:
        """Ask for a file of settings."""
        kinds = self.tr("EVALB parameters (*.prm);;Settings (*.toml)")
        path, _ = QFileDialog.getOpenFileName(self._parent(), self.tr("Compare by the settings of a file"), "", kinds)
        if path:
            self.compare_by_name(path)

    def ask_for_style(self) -> None:
        """Ask by which labels errors have which kind."""
        if self.document is None:
            return
        by_itself, own = self.tr("as fits the gold trees"), self.tr("from a file…")
        choices = [by_itself, *style_names(), own]
        now = choices.index(self.document.style) if self.document.style in choices else 0
        title, question = self.tr("Kinds of errors"), self.tr("Labels that make kinds of errors:")
        chosen, sure = QInputDialog.getItem(self._parent(), title, question, choices, now, False)
        if sure and chosen == own:
            chosen, _ = QFileDialog.getOpenFileName(self._parent(), title, "", self.tr("Styles (*.toml)"))
        if sure and chosen:
            self.judge_by(None if chosen == by_itself else chosen)

    def ask_for_session(self) -> None:
        """Ask which session to open."""
        path, _ = QFileDialog.getOpenFileName(self._parent(), self.tr("Open session"), "", f"Treelens (*{SUFFIX})")
        if path:
            self.open_session(path)

    def save(self) -> None:
        """Save the session where it was saved before, or ask where."""
        if not self.session_path:
            self.save_as()
        elif not self._conflict or self._sure(self._conflict):
            self.save_session(self.session_path)

    def save_as(self) -> None:
        """Ask where to save the session."""
        if self.document is None:
            return
        beside = str(Path(self.document.paths[0]).with_suffix(SUFFIX))
        path, _ = QFileDialog.getSaveFileName(self._parent(), self.tr("Save session"), beside, f"Treelens (*{SUFFIX})")
        if path:
            self.save_session(path if Path(path).suffix else path + SUFFIX)

    def _sure(self, why: str) -> bool:
        """Ask whether to write over what somebody else wrote."""
        answer = QMessageBox.question(self._parent(), "Treelens", as_it_is(self.tr("{}\n\nWrite over it?").format(why)))
        return answer == QMessageBox.StandardButton.Yes

    def _parent(self) -> QWidget:
        parent = self.parent()
        assert isinstance(parent, QWidget)
        return parent


def _with_plots(work: Callable[[], Document]) -> Document:
    """Import what plots are drawn with while files are being read: it takes a moment, and the window would wait."""
    drawing = threading.Thread(target=import_module, args=["pyqtgraph"], name="treelens-import", daemon=True)
    drawing.start()
    try:
        return work()
    finally:
        drawing.join()


def _first_system(wanted: _Wanted) -> int | None:
    """Return the number of the system to be shown before the others are read; None if all are to be read first.

    What is open stays on screen while files are read for it. Columns and rankings of other systems need these.
    """
    place = wanted.place or Place()
    names = [Path(path).stem for path in wanted.paths[1:]]
    texts = (place.ranking, place.filter, *place.columns)
    if wanted.stay or any(name in text for name in names for text in texts):
        return None
    return place.system


def _words_of(gold: Treebank) -> Callable[[int], str]:
    """Return a function that gives the words of a sentence; it keeps the trees, but nothing else of a document."""
    return lambda sentence: " ".join(gold[sentence].words)


def _gold_of(document: Document) -> tuple[str, str]:
    """Return what tells one gold file from another, and from itself after a change."""
    return document.paths[0], document.gold.digest


def _names(paths: Sequence[str]) -> str:
    """Return the names of files, for a line of text."""
    names = [Path(path).name for path in paths]
    return ", ".join(names[:3]) + (" …" if len(names) > 3 else "")
