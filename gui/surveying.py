"""All systems at once: has them summed up, shows them on their page, and follows where that leads."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenuBar, QStackedWidget, QWidget

from treelens.engine.metrics import METRICS
from treelens.engine.study import Study
from treelens.engine.sweep import Standings, Summary, Table, read_table
from treelens.engine.sweep.standings import of_comparison, of_table

from .docks import Docks
from .document import Document
from .looking import Looking
from .newest import Newest
from .sweeping import Sweeping
from .tasks import Task
from .theme import Theme
from .views.segments import Segments

if TYPE_CHECKING:
    from .figures.wanted import Wanted
    from .systems.page import SystemsPage

__all__ = ["Surveying"]


class Surveying(QObject):
    """Shows the page of all systems in the middle of the window, and what is known of them by now."""

    said = Signal(str)  #: something that need not be answered
    failed = Signal(object)
    table_opened = Signal(str)  #: a table of scores is shown, without trees
    toggled = Signal(bool)  #: whether the page is shown
    pointed = Signal(str)  #: what is under the pointer
    export_wanted = Signal(str, str)  #: a plot by its name, and how

    def __init__(self, looking: Looking, theme: Theme, centre: QStackedWidget, docks: Docks) -> None:
        super().__init__(looking)
        self.looking, self.theme, self.centre, self.docks = looking, theme, centre, docks
        self._page: SystemsPage | None = None
        self._table = ""  # the table of scores whose systems are shown, if it is one
        self._sentences: Table | None = None  # and that table, if it has sentences
        self._before: QWidget | None = None  # what was in the middle
        self._hidden: list[str] = []  # docks that make room
        self._counted: dict[int, frozenset[str]] = {}  # families that summaries were made of
        self._study: Study | None = None
        self._reading: Task | None = None
        self._summing = Newest(self)
        self._sweeping = Sweeping(self)
        self._connect()

    def _connect(self) -> None:
        self._summing.done.connect(self._summed_up)
        self._summing.failed.connect(self.failed)
        self._sweeping.arrived.connect(self._arrived)
        self._sweeping.done.connect(self._show_progress)
        self._sweeping.failed.connect(self.failed)
        self.looking.system_changed.connect(self._mark)
        self.looking.counting.settled.connect(self.refresh)
        self.looking.counting.done.connect(self.refresh)

    @property
    def page(self) -> SystemsPage:
        """The page; it is made, and what it needs imported, when it is first wanted."""
        if self._page is None:
            from .systems.page import SystemsPage

            page = self._page = SystemsPage(self.theme)
            self.centre.addWidget(page)
            page.left.connect(self.hide)
            page.system_wanted.connect(self._look_at)
            page.pair_wanted.connect(self._look_at_pair)
            page.trees_wanted.connect(self._go_to_trees)
            page.pointed.connect(self.pointed)
            page.export_wanted.connect(self.export_wanted)
            page.cancelled.connect(self.cancel)
            page.resumed.connect(self._sweep)
        return self._page

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self.theme = theme
        if self._page is not None:
            self._page.set_theme(theme)

    def add_switch(self, bar: QMenuBar, action: QAction) -> None:
        """Put a switch between trees and systems into a corner of the menu bar; it goes with an action."""
        switch = Segments(
            self.tr("View"),
            [
                ("trees", self.tr("Trees"), self.tr("Trees of one sentence (Esc)")),
                ("systems", self.tr("Systems"), action.toolTip()),
            ],
        )
        switch.setContentsMargins(0, 2, 10, 2)
        switch.changed.connect(lambda name: action.setChecked(name == "systems"))
        action.toggled.connect(lambda on: switch.set_value("systems" if on else "trees"))
        action.enabledChanged.connect(switch.setVisible)
        self.toggled.connect(action.setChecked)
        switch.setVisible(action.isEnabled())
        bar.setCornerWidget(switch)

    # --- showing --------------------------------------------------------------------------------------------------

    @property
    def shown(self) -> bool:
        """Whether the page is in the middle of the window."""
        return self._page is not None and self.centre.currentWidget() is self._page

    @property
    def busy(self) -> bool:
        """Whether something on the page is still to come."""
        return self.shown and (self._summing.busy or self._sweeping.busy or self.page.busy or self._reading is not None)

    @property
    def document(self) -> Document | None:
        """What is open."""
        return self.looking.document

    def toggle(self, on: bool) -> None:
        """Show the page of all systems, or what was there before."""
        if on and not self.shown:
            if self.document is not None and self._table:
                self._table = ""
                self._begin(self.document)
            self.show()
        elif not on and self.shown:
            self.hide()

    def show(self) -> None:
        """Show the page; panels that speak of one sentence make room, the list of sentences stays."""
        if self.shown:
            return
        if self._study is None and self.document is not None and not self._table:
            self._begin(self.document)
        self._before = self.centre.currentWidget()
        self._make_room()
        self.centre.setCurrentWidget(self.page)
        self.page.table.table.setFocus()
        self.toggled.emit(True)
        self.refresh()
        self._sweep_if_wanted()

    def _make_room(self) -> None:
        stays = ("sentences",) if self.document is not None and not self._table else ()
        hidden = [name for name in self.docks.names if name not in stays and not self.docks[name].isHidden()]
        for name in hidden:
            self.docks[name].hide()
        self._hidden += hidden

    def hide(self) -> None:
        """Show the trees again, and the panels around them."""
        if not self.shown or self._before is None:
            return
        self.centre.setCurrentWidget(self._before)
        for name in self._hidden:
            self.docks[name].show()
        self._hidden = []
        self.toggled.emit(False)

    # --- what is known --------------------------------------------------------------------------------------------

    def set_document(self, document: Document, *, again: bool) -> None:
        """Take what was opened: a sweep is shown at once, other files when they are asked for."""
        is_sweep = document.is_partial or any(point.parameter is not None for point in document.points)
        if self._page is None and (again or not is_sweep):
            return
        same = self._study is not None and not self._table and [*document.points] == [*self.page.standings.systems]
        alike = self._study is not None and document.preparation == self._study.preparation
        if not (same and alike and document.is_partial):
            self._begin(document)
        self._study = document.study
        self._table = ""
        self._mark()
        if is_sweep and not again and not same:
            self.show()
        if self.shown:
            self.refresh()
            self._sweep_if_wanted()

    def _begin(self, document: Document) -> None:
        self._sweeping.cancel()
        self._study, self._counted = document.study, {}
        gold = "/".join(Path(document.paths[0]).absolute().parts[-2:])
        self.page.set_title(self.tr("{} · {} systems").format(gold, f"{len(document.points):,}"))
        self.page.show_standings(Standings(tuple(document.points)))
        self.page.table.show_sentences(None)
        self._show_progress()

    def refresh(self) -> None:
        """Sum up what is counted by now of systems that are open, beside the window."""
        document = self.document
        if document is None or self._table or not self.shown or document.is_partial:
            return
        study = document.study
        changed = {}
        for system in range(len(document.systems)):
            families = frozenset(study.comparison(system).counted)
            if families != self._counted.get(system):
                changed[system] = families
        if changed:
            self._summing.want(
                lambda: (study, changed, {system: of_comparison(study.comparison(system)) for system in changed})
            )

    def _summed_up(self, found: tuple[Study, dict[int, frozenset[str]], dict[int, Summary]]) -> None:
        study, families, rows = found
        document = self.document
        if document is None or study is not document.study or self._table:
            return
        self._counted |= families
        points = {document.point(system): row for system, row in rows.items()}
        self.page.show_standings(self.page.standings.with_rows(points))
        self._mark()
        self.refresh()

    def open_table(self, path: str) -> None:
        """Show a table of scores, whose trees nobody has."""
        self._reading = task = Task(lambda: _with_standings(read_table(path)), self)
        task.finished.connect(lambda found: self._table_read(path, *found))
        task.failed.connect(self._table_not_read)
        task.start()

    def _table_read(self, path: str, table: Table, standings: Standings) -> None:
        self._reading = None
        self._sweeping.cancel()
        self._table, self._sentences = path, table if table.by_sentence else None
        self.page.set_title(Path(path).name)
        self.page.show_standings(standings)
        self.page.show_progress(0, 0)
        self.show()
        self._make_room()
        self.page.show_system(self.page.table.model.order[0] if self._sentences is not None else -1)
        self._mark()
        self.page.table.show_sentences(self._sentences)
        self.table_opened.emit(path)

    def _table_not_read(self, error: object) -> None:
        self._reading = None
        self.failed.emit(error)

    # --- very many systems ----------------------------------------------------------------------------------------

    def _sweep_if_wanted(self) -> None:
        if self.document is not None and self.document.is_partial and not self._table and not self._sweeping.busy:
            self._sweep()

    def _sweep(self) -> None:
        """Score the systems that are not scored yet."""
        document = self.document
        if document is None:
            return
        missing = [place for place in range(len(document.points)) if place not in self.page.standings.rows]
        if missing:
            from .systems.choice import scored

            self._sweeping.start(document.gold, document.preparation, document.points, missing, scored())
        self._show_progress()

    def _arrived(self, news: dict[int, Summary]) -> None:
        self.page.show_standings(self.page.standings.with_rows(news))
        self._mark()
        self._show_progress()

    def _show_progress(self) -> None:
        standings = self.page.standings
        partial = self.document is not None and self.document.is_partial and not self._table
        total = len(standings.systems) if partial else 0
        self.page.show_progress(len(standings.rows), total, working=self._sweeping.busy)

    def cancel(self) -> None:
        """Score no more systems."""
        self._sweeping.cancel()
        self._show_progress()

    def stop(self) -> None:
        """Let go of all work beside the window, and put panels back where they were."""
        self._sweeping.stop()
        self._summing.stop()
        if self._page is not None:
            self._page.stop_work()
        if self._reading is not None:
            self._reading.cancel()
            self._reading.wait(10)
        self.hide()

    # --- where it leads -------------------------------------------------------------------------------------------

    def _mark(self) -> None:
        """Make the system that is looked at stand out on the page."""
        if self._page is None:
            return
        document, names = self.document, self.page.standings.names
        current = -1
        if document is not None:
            name = document.names[document.current]
            current = names.index(name) if name in names else -1
        if current >= 0 or not self._table:
            self.page.show_system(current)

    def _opened(self, system: int) -> int | None:
        """Return which of the open systems is meant; where it must be opened first, that is begun, and None."""
        document = self.document
        if document is None:
            return None
        name = self.page.standings.names[system]
        if name in document.names:
            return document.names.index(name)
        if not self._table:
            self.looking.files.look_into(system)
        return None

    def _look_at(self, system: int, metrics: tuple[str, ...]) -> None:
        """Look at a system, its sentences ranked by the measures that led to it."""
        found = self._opened(system)
        if self._table:
            self.page.show_system(system)
            self.page.table.show_sentences(self._sentences)
        if self.document is None:
            return
        known = [name for name in metrics if name in METRICS and name in self._sentence_measures()]
        if len(known) == 2 and known[0] != known[1]:
            self.looking.parts.sentences.set_ranking_text(f"gap {known[0]} {known[1]}")
        elif known:
            self.looking.parts.sentences.set_ranking_text(f"score {known[0]}")
        if found is not None:
            self.looking.choose_system(found)
            self._mark()
            self.said.emit(self.tr("{}: its sentences are in the list").format(self.page.standings.names[system]))

    def _sentence_measures(self) -> list[str]:
        return [name for name in METRICS if not name.startswith("freval") or name == "freval-15"]

    def _look_at_pair(self, one: int, other: int, metrics: tuple[str, ...]) -> None:
        """Look at two systems beside each other, sentences ranked by how far apart they are."""
        first, second = self._opened(one), self._opened(other)
        document = self.document
        if document is None or first is None or second is None:
            return
        self.looking.second = second
        self.looking.choose_system(first)
        if metrics and metrics[0] in METRICS:
            names = [
                name if name.isidentifier() else f'"{name}"' for name in (document.names[first], document.names[second])
            ]
            self.looking.parts.sentences.set_ranking_text(f"systems {metrics[0]} {' '.join(names)}")
        self.looking.show_sentence(max(self.looking.sentence, 0))
        self._mark()

    def _go_to_trees(self, system: int) -> None:
        """Show the trees of a system."""
        found = self._opened(system)
        if found is not None:
            self.looking.choose_system(found)
        if self.document is not None:
            self.hide()

    def figure(self, which: str) -> Wanted | None:
        """Return a plot of the page as a figure."""
        from .systems.figure import SystemsFigure

        inputs = [self._table] if self._table else self.document.wanted if self.document is not None else []
        return SystemsFigure(self.page.standings, which, self.page.choice, tuple(inputs), bool(self._table))


def _with_standings(table: Table) -> tuple[Table, Standings]:
    return table, of_table(table)
