"""The main window: lets its parts know of each other, and passes on what is wanted of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QGuiApplication, QIcon, QKeyEvent
from PySide6.QtWidgets import (
    QApplication,
    QInputDialog,
    QMenu,
    QMessageBox,
    QToolBar,
    QToolButton,
)

from treelens.engine.prepare import preset_names
from treelens.resources import resource

from .actions import Actions
from .annotating import Annotating
from .appearance import theme_names
from .counting import Counting
from .document import Document, Wanted
from .drawing import Options, Show
from .erring import Erring
from .exporting import Exporting
from .files import Files
from .head_rules import ChoosingHeads
from .helping import Helping
from .late_parts import LatePartsWindow
from .looking import Looking
from .models.chosen import DEFAULT_COLUMNS
from .opening import Opening
from .panels.welcome import recent_text
from .plain import as_it_is
from .recognising import Recognising
from .remembered import Remembered
from .rerunning import Rerunning
from .rule_editing import RuleEditing
from .session import Place
from .suites import Suites
from .surveying import Surveying
from .theme import Theme, apply_theme, chosen_theme
from .typeahead import TypeAhead
from .views.comparison import ALIGNMENTS, LAYOUTS

__all__ = ["MainWindow"]

_SHOWS = {  # what can be switched on and off in trees: the name in sessions, and the action
    "links": "show-links",
    "words": "show-words",
    "tags": "show-tags",
    "functions": "show-functions",
    "traces": "show-traces",
    "punctuation": "show-punctuation",
    "removed": "show-removed",
    "heads": "show-heads",
    "found": "show-found",
    "fold": "fold-matches",
}


class MainWindow(LatePartsWindow):
    """Treelens' window. With *remembers* it comes back where it was, and as it was arranged."""

    def __init__(self, theme: Theme, *, remembers: bool = True) -> None:
        super().__init__(theme)
        self.last_error = ""
        self._full = True
        self.remembered = Remembered()
        self.remembers = remembers
        self.files = Files(self, self.remembered, self.place, lambda: self.recognising.asked())
        self.counting = Counting(self)
        self.setWindowTitle("Treelens")
        self.setAcceptDrops(True)
        self.resize(1400, 880)
        self.looking = Looking(self.parts, self.files, self.counting)
        self.erring = Erring(self.looking, self.confusions)
        self.rerunning = Rerunning(self.looking, self.counting, self.runs, self.banner)
        self.suites = Suites(self.looking, self.undo_stack, self)
        self.recognising = Recognising(self.looking, self.suites, self.phenomena, self.sentence_phenomena)
        self.rules = RuleEditing(self.looking, self.recognising, self)
        self.annotating = Annotating(self.looking, self.suites, self.recognising, self.phenomena, self.annotate)
        self.heads = ChoosingHeads(self.looking, self.files, self)
        self.surveying = Surveying(self.looking, self.theme, self.centre, self.docks)
        self.opening, self.exporting, self.helping = Opening(self), Exporting(self), Helping(self)
        self.make_late()
        self.actions_ = Actions(self, self._slots())
        self._build_toolbar()
        self._connect()
        TypeAhead(self)
        if remembers:
            self.remembered.restore_geometry(self)
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._desktop_changed)
        for name in ("align-e", "layout-side", "theme-system"):
            self.actions_[name].setChecked(True)
        self._nothing_open()

    @property
    def sentence(self) -> int:
        """The sentence that is looked at, counted from 0; -1 if nothing is open."""
        return self.looking.sentence

    @property
    def document(self) -> Document | None:
        """What is open."""
        return self.files.document

    # --- building -------------------------------------------------------------------------------------------------

    def _build_toolbar(self) -> None:
        bar = self.toolbar = QToolBar(self.tr("Tools"))
        bar.setObjectName("tools")
        bar.setMovable(False)
        bar.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.addToolBar(bar)
        for more in bar.findChildren(QToolButton, "qt_toolbar_ext_button"):  # its own arrow is lost in our look
            more.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
            more.setIcon(QIcon(str(resource("icons", "down.svg"))))
            more.setAccessibleName(self.tr("More tools"))
        self.actions_.fill_toolbar(bar, {"align-e": "Align by", "layout-side": "Layout", "show-links": "Show"})
        self.surveying.add_switch(self.menuBar(), self.actions_["systems"])
        view = self.actions_.menus["View"]
        view.addSeparator()
        view.addActions(self.docks.actions())
        self.second_menu = QMenu(self.tr("Third pane (&x)"), self)
        self.second_menu.aboutToShow.connect(self._fill_second)
        view.insertMenu(self.actions_["show-links"], self.second_menu)
        self.recent_menu = QMenu(self.tr("&Lately opened"), self)
        self.recent_menu.aboutToShow.connect(self._fill_recent)
        self.actions_.menus["File"].insertMenu(self.actions_["swap-gold"], self.recent_menu)

    def _connect(self) -> None:
        files, sentences, trees, this = self.files, self.sentences, self.trees, self.this
        looking = self.looking
        looking.said.connect(self.status.say)
        files.opened.connect(self.opening.begin)
        files.failed.connect(self._failed)
        files.busy.connect(self._busy)
        files.said.connect(self.status.say)
        files.saved.connect(self.opening.show_title)
        files.waiting.connect(sentences.show_waiting)
        self.plots.export_wanted.connect(self.exporting.plot)
        self.status.cancelled.connect(self._cancel)
        counting = self.counting
        counting.working.connect(self.status.work)
        counting.progress.connect(self.status.progress)
        counting.arrived.connect(sentences.model.refresh)
        counting.settled.connect(looking.rerank)
        counting.wanted_done.connect(self._wanted_counted)
        counting.done.connect(self._all_counted)
        self.erring.said.connect(self.status.say)
        self.recognising.said.connect(self.status.say)
        self.suites.said.connect(self.status.say)
        self.suites.sentence_wanted.connect(sentences.show_sentence)
        self.suites.changed.connect(self._show_suite)
        self.suites.changed.connect(files.moved)
        self.recognising.chosen.connect(files.moved)
        files.following.written.connect(self.notes_panel.show_trouble)
        self.phenomena.suite_wanted.connect(self.suites.do)
        self.phenomena.edit_wanted.connect(self.rules.show)
        self.rules.said.connect(self.status.say)
        for beside in (
            self.erring,
            self.rerunning,
            self.surveying,
            self.recognising,
            self.suites,
            self.rules,
        ):
            beside.failed.connect(self._failed)
        self.rerunning.panel_wanted.connect(lambda: self.docks.reveal("runs"))
        surveying = self.surveying
        surveying.said.connect(self.status.say)
        surveying.toggled.connect(lambda _: self.show_tools())
        surveying.table_opened.connect(self._table_opened)
        surveying.pointed.connect(self.status.explain)
        surveying.export_wanted.connect(self.exporting.systems)
        files.table_wanted.connect(self._open_table)
        counting.failed.connect(self._failed)
        sentences.chosen.connect(looking.show_sentence)
        sentences.system_wanted.connect(looking.choose_system)
        sentences.metrics_wanted.connect(lambda _: looking.count())
        sentences.brush_dropped.connect(self.plots.clear_brush)
        for changed in (sentences.ranking_changed, sentences.columns_changed, sentences.filter.textChanged):
            changed.connect(lambda _: files.moved())
        trees.explained.connect(self.status.explain)
        trees.ran_out.connect(looking.roll_on)
        trees.selected.connect(self.outline.select)
        this.script.chosen.connect(trees.select)
        this.script.stepped.connect(lambda done: trees.show_step(done if done >= 0 else None))
        this.script.stepped.connect(lambda done: this.repairs.stop() if done >= 0 else None)
        this.repairs.chosen.connect(lambda repair: None if looking.is_telling else trees.point_out(repair))
        this.repairs.stepped.connect(self._show_repairs_done)
        trees.released.connect(this.repairs.forget)
        this.scores.measure_wanted.connect(lambda name: sentences.set_ranking_text(f"score {name}"))
        self.plots.chosen.connect(sentences.show_sentence)
        self.plots.brushed.connect(sentences.set_brush)
        self.plots.system_chosen.connect(looking.choose_system)
        self.outline.chosen.connect(trees.select)
        self.problems.chosen.connect(looking.show_problem)
        self.notes_panel.sentence_wanted.connect(sentences.show_sentence)
        self.notes_panel.tags_changed.connect(lambda *_: sentences.filter_again("tag:"))
        self.undo_stack.indexChanged.connect(self.show_undo)
        self.welcome.open_wanted.connect(files.ask_for_files)
        self.welcome.demo_wanted.connect(self._demo)
        self.welcome.recent_wanted.connect(files.open)

    def _slots(self) -> dict[str, Callable[..., object]]:
        return {
            "open": self.files.ask_for_files,
            "add-systems": self.files.ask_for_systems,
            "demo": self._demo,
            "swap-gold": lambda: self.files.swap_gold(self.looking.system),
            "remove-system": lambda: self.files.remove_system(self.looking.system),
            "read-again": self.files.read_again,
            "open-session": self.files.ask_for_session,
            "save-session": self._save,
            "save-session-as": self.files.save_as,
            "export-figure": self.exporting.figure,
            "copy-figure": self.exporting.copy,
            "quit": self.close,
            "undo": self.notes_panel.undo,
            "redo": self.notes_panel.redo,
            "add-tag": self.notes_panel.ask_for_tag,
            "filter": self._focus_filter,
            "columns": self.sentences.choose_columns,
            "copy-gold": lambda: self._copy("gold"),
            "copy-system": lambda: self._copy("system"),
            "go-to": self._ask_where,
            "next-sentence": lambda: self.sentences.step(1),
            "previous-sentence": lambda: self.sentences.step(-1),
            "next-difference": lambda: self.trees.step(1),
            "previous-difference": lambda: self.trees.step(-1),
            "next-system": lambda: self.looking.step_system(1),
            "previous-system": lambda: self.looking.step_system(-1),
            "next-second": lambda: self.looking.step_second(1),
            "previous-second": lambda: self.looking.step_second(-1),
            "next-analysis": lambda: self.analysing.step(1),
            "previous-analysis": lambda: self.analysing.step(-1),
            "next-step": lambda: self.this.script.step(1),
            "previous-step": lambda: self.this.script.step(-1),
            "end-steps": self._end_steps,
            "next-repair": lambda: self._step_repairs(1),
            "previous-repair": lambda: self._step_repairs(-1),
            **{f"align-{name}": lambda name=name: self.set_alignment(name) for name in ALIGNMENTS},
            **{f"settings-{name}": lambda name=name: self.files.compare_by_name(name) for name in preset_names()},
            "settings-file": self._ask_for_settings,
            "error-style": self.files.ask_for_style,
            "head-rules": self.heads.show,
            "phenomena-rules": self.rules.show,
            "open-suite": self.suites.ask,
            "save-suite": self.suites.save,
            "annotate": self._annotate,
            **{f"layout-{name}": lambda name=name: self.set_layout(name) for name in LAYOUTS},
            **{action: lambda _=False: self.set_options() for action in _SHOWS.values()},
            "fit": self.trees.fit_all,
            "zoom-in": lambda: self.trees.zoom(1.2),
            "zoom-out": lambda: self.trees.zoom(1 / 1.2),
            "link-panes": self.trees.set_linked,
            **{f"theme-{name}": lambda name=name: self.choose_theme(name) for name in ("system", *theme_names())},
            "systems": self.surveying.toggle,
            "reset-layout": self.docks.arrange,
            "palette": self.helping.show_palette,
            "manual": self.helping.show_manual,
            "shortcuts": self.helping.show_shortcuts,
            "about": self.helping.show_about,
        }

    # --- opening --------------------------------------------------------------------------------------------------

    def _demo(self) -> None:
        from .program import demo_files

        self.open_files(demo_files())

    def open_files(self, paths: Sequence[str], goto: int | None = None, preparation: Wanted = None) -> None:
        """Open gold and systems, or a session; reading happens beside the window."""
        self.files.open(list(paths), goto, preparation)

    def _busy(self, text: str) -> None:
        """Show that files are being read; an empty text: that they are not any more."""
        if not text:
            self._idle()
            return
        self.counting.cancel()
        self.erring.cancel()
        self._full = False
        self.last_error = ""
        self.status.work(text)

    def _fill_recent(self) -> None:
        self.recent_menu.clear()
        for entry in self.remembered.recent():
            action = self.recent_menu.addAction(recent_text(entry))
            action.setStatusTip("  ".join(entry.paths))
            action.setEnabled(entry.exists)
            action.triggered.connect(lambda _=False, paths=list(entry.paths): self.open_files(paths))

    def _fill_second(self) -> None:
        self.second_menu.clear()
        for number, name in enumerate(self.document.names if self.document else ()):
            action = self.second_menu.addAction(name)
            action.setCheckable(True)
            action.setChecked(number == self.looking.second)
            action.setEnabled(number != self.looking.system)
            action.triggered.connect(lambda _=False, number=number: self.looking.choose_second(number))

    def _nothing_open(self) -> None:
        self.actions_.enable_all(False)
        self.toolbar.hide()
        self.welcome.show_recent(self.remembered.recent())

    def show_tools(self) -> None:
        """Show the tools for trees where there are trees."""
        self.toolbar.setVisible(self.document is not None and not self.surveying.shown)

    def _open_table(self, path: str) -> None:
        """Show a table of scores, once it is read."""
        self._full, self.last_error = False, ""
        self.status.work(self.tr("reading {}…").format(Path(path).name))
        self.surveying.open_table(path)

    def _table_opened(self, path: str) -> None:
        self._full = True
        self._idle()
        self.actions_["systems"].setEnabled(True)
        self.remembered.remember([path])
        if self.document is None:
            self.setWindowTitle(f"{Path(path).name} · Treelens")

    # --- the place ------------------------------------------------------------------------------------------------

    def place(self) -> Place:
        """Return what is looked at, and how."""
        return Place(
            sentence=max(self.sentence, 0),
            system=self.looking.system,
            alignment=self.trees.alignment,
            layout=self.trees.layout_name,
            ranking=self.sentences.ranking_text(),
            filter=self.sentences.filter.text(),
            columns=tuple(self.sentences.column_texts()),
            show=tuple(name for name, action in _SHOWS.items() if self.actions_[action].isChecked()),
            second=self.looking.second,
        )

    def restore(self, place: Place) -> None:
        """Look at what is open as it was looked at before, as far as that is still possible."""
        document = self.document
        assert document is not None
        if place.alignment in ALIGNMENTS:
            self.set_alignment(place.alignment)
        if place.layout in LAYOUTS:
            self.set_layout(place.layout)
        for name, action in _SHOWS.items():
            self.actions_[action].setChecked(name in place.show)
        self.looking.second = place.second
        self.sentences.set_columns(place.columns or DEFAULT_COLUMNS)
        self.sentences.set_ranking_text(place.ranking)
        self.sentences.filter.setText(place.filter)
        system, sentence = min(place.system, len(document.systems) - 1), min(place.sentence, len(document.gold) - 1)
        self.looking.use_system(system, sentence)

    # --- scoring --------------------------------------------------------------------------------------------------

    def _wanted_counted(self) -> None:
        if not self._full:
            self.looking.wanted_counted()
        self._full = not self.files.awaits_others

    def _all_counted(self) -> None:
        self._idle()
        self.opening.list_problems()
        if not self.files.awaits_others:
            self.erring.start()

    def _idle(self) -> None:
        if self.document is None:
            self.status.rest("")
            return
        if self.files.awaits_others:
            self.status.work(self.tr("reading the other systems…"))
            return
        number = len(self.document.points)
        systems = self.tr("{} systems").format(number) if number > 1 else self.tr("one system")
        self.status.rest(f"{self.sentences_in_words()} · {systems} · {self.document.preparation.describe()}")

    def sentences_in_words(self) -> str:
        """Say how many sentences are open."""
        if self.document is None:
            return ""
        number = len(self.document.gold)
        return self.tr("{} sentences").format(f"{number:,}") if number != 1 else self.tr("one sentence")

    def _failed(self, error: object) -> None:
        self._full = True
        self.last_error = str(error)
        self._idle()
        if QApplication.platformName() != "offscreen":
            QMessageBox.warning(self, "Treelens", as_it_is(str(error)))

    def _cancel(self) -> None:
        self.files.stop()
        self.counting.cancel()
        self.erring.cancel()
        self._full = True
        self._idle()

    def wait_until_filled(self, seconds: float = 120) -> bool:
        """Let events run until files are open and what is shown is scored; False if that failed."""
        until = time.monotonic() + seconds
        while (not self._full or self.surveying.busy) and time.monotonic() < until:
            QApplication.processEvents()
            time.sleep(0.005)
        self.looking.catch_up()
        QApplication.processEvents()
        return self._full and not self.last_error

    # --- showing --------------------------------------------------------------------------------------------------

    def _ask_where(self) -> None:
        if self.document is None:
            return
        last = len(self.document.gold)
        number, sure = QInputDialog.getInt(
            self, self.tr("Go to sentence"), self.tr("Number, 1 to {}").format(last), self.sentence + 1, 1, last
        )
        if sure:
            self.sentences.show_sentence(number - 1)

    # --- options --------------------------------------------------------------------------------------------------

    def set_alignment(self, name: str) -> None:
        """Align trees in another way."""
        self.actions_[f"align-{name}"].setChecked(True)
        self.trees.set_alignment(name)
        self.looking.show_mapping()
        self.files.moved()

    def set_layout(self, name: str) -> None:
        """Lay trees out in another way."""
        self.actions_[f"layout-{name}"].setChecked(True)
        self.trees.set_layout(name)
        self.files.moved()

    def set_options(self) -> None:
        """Show and hide what is switched on and off."""
        on = {name: self.actions_[action].isChecked() for name, action in _SHOWS.items()}
        links, fold = on.pop("links"), on.pop("fold")
        self.trees.set_options(Options(**vars(Show(**on))), show_links=links, fold=fold)
        self.files.moved()

    def _desktop_changed(self) -> None:
        """Follow the desktop's own colours, if that is wanted."""
        if self.actions_["theme-system"].isChecked():
            self.set_theme("system")

    def choose_theme(self, name: str) -> None:
        """Use other colours, also next time."""
        self.set_theme(name)
        if self.remembers:
            self.remembered.set_theme(name)

    def set_theme(self, name: str) -> None:
        """Use other colours."""
        self.actions_[f"theme-{name}"].setChecked(True)
        before, self.theme = self.theme, chosen_theme(name)
        program = QApplication.instance()
        assert isinstance(program, QApplication)
        apply_theme(program, self.theme)
        if self.theme.name == before.name:
            return
        self._paint_parts()
        self.surveying.set_theme(self.theme)
        self.looking.show_scores()

    def _end_steps(self) -> None:
        self.this.script.stop()
        self.this.repairs.stop()

    def _step_repairs(self, by: int) -> None:
        """Do the next repair of the sentence that is shown, or undo the last."""
        self.looking.catch_up()
        self.this.repairs.step(by)

    def _show_repairs_done(self, done: int) -> None:
        """Show the system's tree after so many repairs; the two ways of stepping exclude each other."""
        if done >= 0:
            self.this.script.stop()
        self.trees.show_repairs_done(done if done >= 0 else None, self.this.repairs.explanation)

    def show_undo(self) -> None:
        """Let undo and redo be chosen where there is something, and say what."""
        stack = self.undo_stack
        for name, can, text, word in (
            ("undo", stack.canUndo(), stack.undoText(), self.tr("&Undo")),
            ("redo", stack.canRedo(), stack.redoText(), self.tr("&Redo")),
        ):
            self.actions_[name].setEnabled(can)
            self.actions_[name].setText(f"{word} {text}".strip())

    def _annotate(self) -> None:
        """Show the fields in which it is said what the sentence has."""
        self.docks.reveal("phenomena")
        self.phenomena.annotate.setChecked(True)
        self.annotate.fields["core"].setFocus()

    def _show_suite(self) -> None:
        """Say which suite is open, and in the panel's title that something of it is not saved."""
        store = self.suites.store
        name = Path(store.path).name if store is not None and store.path else self.tr("new suite")
        unsaved = store is not None and store.unsaved
        self.phenomena.show_suite(name if store is not None else "", path=bool(store and store.path), unsaved=unsaved)
        self.docks["phenomena"].setWindowTitle(self.tr("Phenomena") + (" •" if unsaved else ""))
        self.opening.show_missing()

    def _focus_filter(self) -> None:
        self.docks.reveal("sentences")
        self.sentences.focus_filter()

    def _ask_for_settings(self) -> None:
        self.files.ask_for_settings()
        self.show_settings()

    def show_settings(self) -> None:
        """Mark the settings that are in use."""
        if self.document is not None:
            name = f"settings-{self.document.preparation.name}"
            self.actions_[name if name in self.actions_.by_id else "settings-file"].setChecked(True)

    def _save(self) -> None:
        self.notes_panel.commit()
        self.files.save()

    def save_session(self, path: str) -> bool:
        """Save files, settings, place, notes and tags."""
        self.notes_panel.commit()
        return self.files.save_session(path)

    def _copy(self, side: str) -> None:
        """Put a tree, as it is in the file, on the clipboard."""
        document = self.document
        if document is not None and (tree := document.original(self.sentence, side, self.looking.analysis)) is not None:
            QApplication.clipboard().setText(str(tree))
            self.status.say(self.tr("copied"))

    # --- manners --------------------------------------------------------------------------------------------------

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802
        """Take files."""
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802
        """Open what was dropped."""
        paths = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        if paths:
            event.acceptProposedAction()
            QTimer.singleShot(0, lambda: self._take(paths))  # it may ask, and the other program waits meanwhile

    def _take(self, paths: list[str]) -> None:
        """Open files: a suite or rules for phenomena; else trees or a session."""
        if len(paths) != 1 or not (self.suites.take(paths[0]) or self.recognising.take(paths[0])):
            self.files.take(paths)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Esc takes back the last thing of its kind: steps of the edit script, else the selection."""
        if event.key() == Qt.Key.Key_Escape and self.this.script.done >= 0:
            self.this.script.stop()
        elif event.key() == Qt.Key.Key_Escape and self.this.repairs.done >= 0:
            self.this.repairs.stop()
        elif event.key() == Qt.Key.Key_Escape:
            if self.recognising.lit and self.trees.selection is None:
                self.recognising.light(())
            self.trees.select("", -1)
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802
        """Stop all work, keep all notes, and remember the window's place; unsaved rules are asked about."""
        if not self.rules.may_close():
            event.ignore()
            return
        self.notes_panel.commit()
        self.notes_panel.show_sentence(None, -1)
        for working in (self.files, self.counting, self.erring):
            working.cancel()
        self.sentences.stop()
        self.exporting.stop()
        self.surveying.stop()
        self.plots.stop()
        self.files.close()
        self.counting.wait()
        self.erring.stop()
        for part in self.late_parts:
            part.stop()
        self.rerunning.stop()
        self.recognising.stop()
        self.rules.stop()
        self.suites.stop()
        self.heads.stop()
        if self.remembers:
            self.remembered.save_window(self, arranged=self.opening.arranged)
        super().closeEvent(event)
