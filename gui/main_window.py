"""The main window: puts the list, the trees and the panels together, and passes on what is wanted of them."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from PySide6.QtCore import QByteArray, QSettings, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QUndoStack
from PySide6.QtWidgets import (
    QApplication,
    QDockWidget,
    QFileDialog,
    QInputDialog,
    QLabel,
    QMainWindow,
    QMessageBox,
    QProgressBar,
    QStackedWidget,
    QToolBar,
    QWidget,
)

from treelens.engine.agreement import ranks
from treelens.engine.metrics import METRICS, choose
from treelens.engine.problems import TreelensError
from treelens.engine.study import Filled

from .actions import Actions
from .document import Document, open_document
from .palette import CommandPalette, ShortcutSheet
from .panels.notes import NotesPanel
from .panels.outline import OutlinePanel
from .panels.plots import PlotsPanel
from .panels.problems import ProblemsPanel
from .panels.sentence import Score, SentencePanel
from .panels.sentences import SentencesPanel
from .panels.welcome import WelcomePage
from .rankings import RANKINGS, context_of, ranking_of
from .session import NotesStore, Place, Session, load, save
from .tasks import Filling, Task
from .theme import Fonts, Theme, apply_theme, load_theme, system_theme
from .views.comparison import ALIGNMENTS, LAYOUTS
from .views.trees import TreesView
from .widgets import button

__all__ = ["MainWindow"]

_SHOWN = ("e-dice", "t-dice", "freval-15", "leaf-ancestor")
_IN_TABLE = ("e-dice", "t-dice", "freval-15")
_RECENT = 8


class MainWindow(QMainWindow):
    """Treelens' window."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.document: Document | None = None
        self.sentence = -1
        self.last_error = ""
        self._loading: Task | None = None
        self._full = True
        self.notes: NotesStore | None = None
        self._session: Session | None = None
        self.filling = Filling(self)
        self.settings = QSettings()
        self.setWindowTitle("Treelens")
        self.setAcceptDrops(True)
        self.resize(1400, 880)
        self._build()
        self.actions_ = Actions(self, self._slots())
        self._build_toolbar()
        self._restore()
        self.filling.filled.connect(self._filled)
        self.filling.finished.connect(self._all_filled)
        self.filling.failed.connect(self._failed)
        self._later = QTimer(self, interval=250, singleShot=True)
        self._later.timeout.connect(self._rerank)
        self.actions_["align-e"].setChecked(True)
        self.actions_["layout-side"].setChecked(True)
        self.actions_["theme-system"].setChecked(True)
        self.welcome.show_recent(self._recent())

    # --- building -------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        fonts = Fonts(QApplication.font())
        self.trees = TreesView(self.theme, fonts)
        self.sentences = SentencesPanel(self.theme)
        self.this = SentencePanel(self.theme)
        self.plots = PlotsPanel(self.theme)
        self.outline = OutlinePanel(self.theme)
        self.problems = ProblemsPanel()
        self.undo_stack = QUndoStack(self)
        self.notes_panel = NotesPanel(self.theme, self.undo_stack)
        self.this.add(self.notes_panel)
        self.welcome = WelcomePage()
        self.centre = QStackedWidget()
        self.centre.addWidget(self.welcome)
        self.centre.addWidget(self.trees)
        self.setCentralWidget(self.centre)
        self.docks = [
            self._dock("sentences", self.tr("Sentences"), self.sentences, Qt.DockWidgetArea.LeftDockWidgetArea),
            self._dock("sentence", self.tr("This sentence"), self.this, Qt.DockWidgetArea.RightDockWidgetArea),
            self._dock("plots", self.tr("Plots"), self.plots, Qt.DockWidgetArea.BottomDockWidgetArea),
            self._dock("outline", self.tr("Outline"), self.outline, Qt.DockWidgetArea.BottomDockWidgetArea),
            self._dock("problems", self.tr("Problems"), self.problems, Qt.DockWidgetArea.BottomDockWidgetArea),
        ]
        for corner in (Qt.Corner.BottomLeftCorner, Qt.Corner.BottomRightCorner):
            left = corner == Qt.Corner.BottomLeftCorner
            self.setCorner(
                corner, Qt.DockWidgetArea.LeftDockWidgetArea if left else Qt.DockWidgetArea.RightDockWidgetArea
            )
        self.state = QLabel()
        self.words = QLabel()
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setMaximumWidth(160)
        self.stop = button(self.tr("Cancel"), "link")
        for widget in (self.bar, self.stop):
            widget.hide()
        self.stop.clicked.connect(self._cancel)
        self.statusBar().addPermanentWidget(self.words, 1)
        for part in (self.bar, self.stop, self.state):
            self.statusBar().addPermanentWidget(part)
        self.sentences.chosen.connect(self._show_sentence)
        self.sentences.ranking_wanted.connect(self._set_ranking)
        self.sentences.system_wanted.connect(self._set_system)
        self.trees.explained.connect(self.words.setText)
        self.trees.ran_out.connect(self._roll_on)
        self.this.script.itemClicked.connect(lambda item: self._select(item.data(Qt.ItemDataRole.UserRole)))
        self.this.script.itemActivated.connect(lambda item: self._select(item.data(Qt.ItemDataRole.UserRole)))
        self.plots.chosen.connect(self.sentences.show_sentence)
        self.plots.brushed.connect(self.sentences.set_brush)
        self.plots.system_chosen.connect(self._choose_system)
        self.outline.chosen.connect(self.trees.select)
        self.notes_panel.sentence_wanted.connect(self.sentences.show_sentence)
        self.notes_panel.tags_changed.connect(lambda *_: self.sentences.filter_again("tag:"))
        self.welcome.open_wanted.connect(self._open)
        self.welcome.demo_wanted.connect(self._demo)
        self.welcome.recent_wanted.connect(self.open_files)

    def _dock(self, name: str, title: str, widget: QWidget, area: Qt.DockWidgetArea) -> QDockWidget:
        dock = QDockWidget(title, self)
        dock.setObjectName(name)
        dock.setWidget(widget)
        dock.setFeatures(
            QDockWidget.DockWidgetFeature.DockWidgetMovable | QDockWidget.DockWidgetFeature.DockWidgetClosable
        )
        self.addDockWidget(area, dock)
        dock.hide()
        return dock

    def _build_toolbar(self) -> None:
        bar = QToolBar(self.tr("Tools"))
        bar.setObjectName("tools")
        bar.setMovable(False)
        bar.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.addToolBar(bar)
        self.actions_.fill_toolbar(bar, {"align-e": "Align by", "layout-side": "Layout", "show-links": "Show"})
        view = self.actions_.menus["View"]
        view.addSeparator()
        for dock in self.docks:
            view.addAction(dock.toggleViewAction())

    def _slots(self) -> dict[str, Callable[..., object]]:
        return {
            "open": self._open,
            "add-systems": self._add_systems,
            "demo": self._demo,
            "open-session": self._open_session,
            "save-session": self._save_session,
            "quit": self.close,
            "undo": self.notes_panel.undo,
            "redo": self.notes_panel.redo,
            "add-tag": self.notes_panel.ask_for_tag,
            "go-to": self._ask_where,
            "next-sentence": lambda: self.sentences.step(1),
            "previous-sentence": lambda: self.sentences.step(-1),
            "next-difference": lambda: self.trees.step(1),
            "previous-difference": lambda: self.trees.step(-1),
            **{f"align-{name}": lambda name=name: self.set_alignment(name) for name in ALIGNMENTS},
            **{f"layout-{name}": lambda name=name: self.set_layout(name) for name in LAYOUTS},
            **{name: lambda _=False: self._set_options() for name in ("show-links", "show-tags", "fold-matches")},
            "fit": self.trees.fit,
            "zoom-in": lambda: self.trees.gold_pane.zoom(1.2),
            "zoom-out": lambda: self.trees.gold_pane.zoom(1 / 1.2),
            **{f"theme-{name}": lambda name=name: self.set_theme(name) for name in ("system", "light", "dark")},
            "filter": self.sentences.focus_filter,
            "palette": self._show_palette,
            "shortcuts": self._show_shortcuts,
            "about": self._show_about,
        }

    # --- opening --------------------------------------------------------------------------------------------------

    def _open(self) -> None:
        gold, _ = QFileDialog.getOpenFileName(self, self.tr("Gold trees"))
        if not gold:
            return
        systems, _ = QFileDialog.getOpenFileNames(self, self.tr("Systems' trees"), str(Path(gold).parent))
        if systems:
            self.open_files([gold, *systems])

    def _add_systems(self) -> None:
        if self.document is None:
            self._open()
            return
        more, _ = QFileDialog.getOpenFileNames(self, self.tr("More systems' trees"))
        if more:
            self.open_files([*self.document.paths, *more])

    def _demo(self) -> None:
        from .program import demo_files

        self.open_files(demo_files())

    def open_files(self, paths: Sequence[str], goto: int | None = None) -> None:
        """Open gold and systems; reading happens beside the window."""
        if len(paths) < 2:
            self._failed(TreelensError(self.tr("open at least two files: gold first, then a system")))
            return
        self._cancel()
        if self._loading is not None:
            self._loading.cancel()
        self._full = False
        self.last_error = ""
        self._busy(self.tr("reading {} files…").format(len(paths)))
        self._loading = Task(lambda: open_document(list(paths)), self)
        self._loading.finished.connect(lambda document: self._opened(document, goto))
        self._loading.failed.connect(self._failed)
        self._loading.start()

    def _opened(self, document: Document, goto: int | None) -> None:
        if goto is not None and goto > len(document.gold):
            self._failed(TreelensError(f"{document.paths[0]}: has no sentence {goto}, only {len(document.gold)}"))
            return
        self._forget_notes()
        self.document = document
        self.sentence = -1
        session, self._session = self._session, None
        self.notes = NotesStore.for_gold(
            document.paths[0],
            len(document.gold),
            lambda sentence: " ".join(document.gold[sentence].words),
            session.notes if session else (),
        )
        if self.notes.trouble:
            self.statusBar().showMessage(self.notes.trouble, 8000)
        self._remember(document.paths)
        self.centre.setCurrentWidget(self.trees)
        if not any(dock.isVisible() for dock in self.docks):
            for dock in self.docks[:3]:
                dock.show()
            self.resizeDocks(self.docks[:2], [450, 350], Qt.Orientation.Horizontal)
            self.resizeDocks(self.docks[2:3], [250], Qt.Orientation.Vertical)
        self.sentences.system.clear()
        self.sentences.system.addItems(document.names)
        self.sentences.ranking.clear()
        self.sentences.ranking.addItems([self.tr(name) for name in RANKINGS])
        self.sentences.filter.clear()
        self._goto = goto
        self.plots.set_document(document)
        self._use_system(0)
        name = Path(document.paths[0]).name
        self.setWindowTitle(f"{name} · {self._count()} · Treelens")
        self.problems.show_banks([document.gold, *document.systems])
        self.docks[4].setVisible(bool(document.problems))
        if document.problems:
            self.statusBar().showMessage(self.tr("{} problems while reading").format(len(document.problems)), 8000)

    def _use_system(self, system: int) -> None:
        document = self.document
        assert document is not None
        document.current = system
        if self.sentences.context is None or self.sentences.context.study is not document.study:
            self.sentences.context = context_of(document)
            self.sentences.model.set_study(document.study)
        self.sentences.context.system = system
        if self.notes is not None:
            self.sentences.context.tags = self.notes.tags
        self.plots.set_system(system)
        self.sentences.model.set_columns([(system, METRICS[name]) for name in _IN_TABLE])
        self._set_ranking(self.sentences.ranking.currentIndex())
        self.sentences.fit_columns()
        wanted = self.sentence if self.sentence >= 0 else (self._goto or 1) - 1
        if self._goto is None and self.sentence < 0:
            wanted = self.sentences.model.sentence_at(0)
        self._busy(self.tr("scoring…"))
        self.filling.start(document.study, choose(_SHOWN), [wanted])
        self.sentences.go_to(wanted)
        self._show_sentence(wanted)

    def _choose_system(self, system: int) -> None:
        self.sentences.system.setCurrentIndex(system)
        self._set_system(system)

    def _set_system(self, system: int) -> None:
        if self.document is not None and system != self.document.current:
            self._use_system(system)

    def _set_ranking(self, number: int) -> None:
        if self.document is not None:
            self.sentences.model.set_ranking(ranking_of(max(number, 0), self.document.current))
            self.sentences.table.scrollToTop()

    # --- notes and sessions ---------------------------------------------------------------------------------------

    def _forget_notes(self) -> None:
        """Write down what is still being typed, and let go of the notes."""
        self.notes_panel.commit()
        if self.notes is not None and self.notes.journal is not None:
            with contextlib.suppress(OSError, TreelensError):
                self.notes.journal.compact()
        self.notes_panel.show_sentence(None, -1)
        self.undo_stack.clear()
        self.notes = None

    def _save_session(self) -> None:
        path, _ = QFileDialog.getSaveFileName(self, self.tr("Save session"), "", "Treelens (*.treelens)")
        if path:
            self.save_session(path)

    def save_session(self, path: str) -> None:
        """Save files, place, notes and tags."""
        document, notes = self.document, self.notes
        if document is None or notes is None:
            return
        self.notes_panel.commit()
        place = Place(
            self.sentence,
            document.current,
            self.trees.alignment,
            self.trees.layout_name,
            self.sentences.ranking.currentIndex(),
            self.sentences.filter.text(),
        )
        gold, *systems = (str(Path(file).resolve()) for file in document.paths)
        try:
            save(Session(gold, tuple(systems), document.preparation, place, tuple(notes.notes())), path)
        except TreelensError as error:
            self._failed(error)

    def _open_session(self) -> None:
        path, _ = QFileDialog.getOpenFileName(self, self.tr("Open session"), "", "Treelens (*.treelens)")
        if path:
            self.open_session(path)

    def open_session(self, path: str) -> None:
        """Open what a session holds, at the place where it was left."""
        try:
            session = load(path)
        except TreelensError as error:
            self._failed(error)
            return
        place = session.place
        self._session = session
        self.set_alignment(place.alignment if place.alignment in ALIGNMENTS else "e")
        self.set_layout(place.layout if place.layout in LAYOUTS else "side")
        self.open_files([session.gold, *session.systems], place.sentence + 1)

    # --- filling --------------------------------------------------------------------------------------------------

    def _busy(self, text: str) -> None:
        self.state.setText(text)
        self.bar.setRange(0, 0)
        self.bar.setVisible(True)
        self.stop.setVisible(True)

    def _idle(self) -> None:
        self.bar.setVisible(False)
        self.stop.setVisible(False)
        systems = self.tr("{} systems").format(len(self.document.systems)) if self.document else ""
        self.state.setText(f"{self._count()} · {systems}" if self.document else "")

    def _count(self) -> str:
        assert self.document is not None
        return self.tr("{} sentences").format(f"{len(self.document.gold):,}")

    def _filled(self, news: Filled) -> None:
        if self.document is None:
            return
        if news.total:
            self.bar.setRange(0, news.total)
            self.bar.setValue(news.done)
        self.sentences.model.refresh(news.places)
        if not self._later.isActive():
            self._later.start()

    def _rerank(self) -> None:
        self.sentences.model.rerank()
        self.plots.refresh()
        self._show_scores()

    def _all_filled(self) -> None:
        self._full = True
        self._later.stop()
        at_start = self._goto is None and self.sentences.table.verticalScrollBar().value() == 0
        self._rerank()
        if at_start and self.document is not None and self.sentences.model.rowCount() and not self._touched():
            self.sentences.go_to(self.sentences.model.sentence_at(0))
        self._idle()

    def _touched(self) -> bool:
        """Say whether a sentence was chosen by hand."""
        return self.trees._selected is not None or self.sentences.filter.text() != ""

    def _failed(self, error: object) -> None:
        self._full = True
        self.last_error = str(error)
        self._idle()
        if QApplication.platformName() == "offscreen":
            return
        QMessageBox.warning(self, "Treelens", str(error))

    def _cancel(self) -> None:
        self.filling.cancel()
        self._idle()

    def wait_until_filled(self, seconds: float = 120) -> bool:
        """Let events run until files are open and scored; False if that failed."""
        until = time.monotonic() + seconds
        while not self._full and time.monotonic() < until:
            QApplication.processEvents()
            time.sleep(0.005)
        QApplication.processEvents()
        return self._full and not self.last_error

    # --- showing --------------------------------------------------------------------------------------------------

    def _show_sentence(self, sentence: int) -> None:
        document = self.document
        if document is None:
            return
        self.sentence = sentence
        gold, system, reason = document.trees(sentence, document.current)
        titles = self.tr("Gold"), document.names[document.current]
        self.trees.show_pair(gold, system, document.preparation, titles, reason)
        self.this.show_words(f"<b>{sentence + 1}</b>&nbsp; " + " ".join(document.gold[sentence].words))
        self._show_mapping()
        self._show_scores()
        self.plots.set_current(sentence)
        self.notes_panel.show_sentence(self.notes, sentence)

    def _show_mapping(self) -> None:
        self.this.show_script(self.trees.comparison.mapping if self.trees.comparison else None)
        self.outline.show_comparison(self.trees.comparison)

    def _show_scores(self) -> None:
        if self.document is None or self.sentence < 0:
            return
        scores = []
        for name in _SHOWN:
            metric = METRICS[name]
            column = self.document.study.scores(self.document.current, metric)
            places = ranks(column, larger_is_better=metric.larger_is_better)
            known = int((~np.isnan(column)).sum())
            value, rank = float(column[self.sentence]), float(places[self.sentence])
            scores.append(Score(metric.title, value, metric.is_share, rank, known))
        self.this.show_scores(scores)

    def _select(self, key: tuple[str, int] | None) -> None:
        if key is not None:
            self.trees.select(*key)

    def _roll_on(self, by: int) -> None:
        """Walk on through the differences of the next sentence that has any."""
        while self.sentences.step(by):
            if self.trees.comparison is not None and self.trees.comparison.differences:
                self.trees.enter(by)
                return

    def _ask_where(self) -> None:
        if self.document is None:
            return
        last = len(self.document.gold)
        number, sure = QInputDialog.getInt(
            self, self.tr("Go to sentence"), self.tr("Number, 1 to {}").format(last), self.sentence + 1, 1, last
        )
        if sure and not self.sentences.go_to(number - 1):
            self.sentences.filter.clear()
            self.sentences.go_to(number - 1)

    # --- options --------------------------------------------------------------------------------------------------

    def set_alignment(self, name: str) -> None:
        """Align trees in another way."""
        self.actions_[f"align-{name}"].setChecked(True)
        self.trees.set_alignment(name)
        self._show_mapping()

    def set_layout(self, name: str) -> None:
        """Lay trees out in another way."""
        self.actions_[f"layout-{name}"].setChecked(True)
        self.trees.set_layout(name)

    def _set_options(self) -> None:
        shown = {name: self.actions_[name].isChecked() for name in ("show-links", "show-tags", "fold-matches")}
        options = replace(self.trees.options, tags=shown["show-tags"])
        self.trees.set_options(options, show_links=shown["show-links"], fold=shown["fold-matches"])

    def set_theme(self, name: str) -> None:
        """Use other colours."""
        self.theme = system_theme() if name == "system" else load_theme(name)
        program = QApplication.instance()
        assert isinstance(program, QApplication)
        apply_theme(program, self.theme)
        self.trees.set_theme(self.theme)
        self.sentences.set_theme(self.theme)
        self.plots.set_theme(self.theme)
        self.outline.set_theme(self.theme)
        self.notes_panel.set_theme(self.theme)
        self.this.theme = self.theme
        self._show_scores()

    def _show_palette(self) -> None:
        CommandPalette([*self.actions_.by_id.values(), *(dock.toggleViewAction() for dock in self.docks)], self).run()

    def _show_shortcuts(self) -> None:
        ShortcutSheet({name: menu.actions() for name, menu in self.actions_.menus.items()}, self).exec()

    def _show_about(self) -> None:
        from importlib.metadata import version

        text = self.tr("Parser evaluation gives a number; people need to see why.")
        QMessageBox.about(self, self.tr("About Treelens"), f"<b>Treelens {version('treelens')}</b><p>{text}</p>")

    # --- manners --------------------------------------------------------------------------------------------------

    def _recent(self) -> list[list[str]]:
        stored = self.settings.value("recent", [])
        return [list(paths) for paths in stored] if isinstance(stored, list) else []

    def _remember(self, paths: list[str]) -> None:
        recent = [paths, *(other for other in self._recent() if other != paths)]
        self.settings.setValue("recent", recent[:_RECENT])

    def _restore(self) -> None:
        geometry = self.settings.value("geometry")
        if isinstance(geometry, QByteArray) and QApplication.platformName() != "offscreen":
            self.restoreGeometry(geometry)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802
        """Take files."""
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802
        """Open the files that were dropped: the first is gold; further systems if gold is open and one came."""
        paths = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        if len(paths) == 1 and self.document is not None:
            self.open_files([*self.document.paths, *paths])
        elif paths:
            self.open_files(paths)

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802
        """Stop all work and remember the window's place."""
        self._forget_notes()
        self._cancel()
        if self._loading is not None:
            self._loading.cancel()
            self._loading.wait(10)
        self.filling.wait(10)
        self.settings.setValue("geometry", self.saveGeometry())
        super().closeEvent(event)
