"""Plots of a document: E against T, one dot a sentence; F1 by size of fragments, one curve a system; errors by kind.

What is drawn comes from :mod:`treelens.gui.plot_data` and :mod:`treelens.gui.error_data`. Dots and curves are
pyqtgraph's, which takes 0.4 s to import: that happens when the panel is first shown.
"""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLayout, QPushButton, QSizePolicy, QSplitter, QWidget

from treelens.engine.errors import Totals
from treelens.engine.study import Study

from ..document import Document
from ..error_data import error_rows
from ..plain import as_it_is
from ..plot_data import Floats, curves_of, export_data, points, scored
from ..tasks import Task
from ..theme import Theme
from ..views.charts import Curves, Scatter
from ..views.error_chart import ErrorChart
from ..widgets import button

__all__ = ["PlotsPanel"]

_AT_ONCE = 5000  #: sentences whose curves are summed up without keeping anybody waiting
_COMFORT = 270  #: a card is not made narrower than this only to show more of them
_HANDLE, _ARROW = 8, 20  #: the width of what is between cards, and of what leads to those that are not shown
_GAP = 4  #: between cards and arrows
_LEAST = 320, 190


class PlotsPanel(QWidget):
    """The plots, side by side; where there is no room for all, arrows lead to the others.

    They are made when the panel is first shown.
    """

    chosen = Signal(int)  #: a sentence, counted from 0, whose dot was clicked
    brushed = Signal(object)  #: a mask over all sentences, True inside the rectangle; None when it is cleared
    system_chosen = Signal(int)  #: a system whose curve or name was clicked
    kind_chosen = Signal(int, str)  #: a system and a kind of its errors, whose bar was clicked
    errors_wanted = Signal(int)  #: a system that errors are compared with and that is not counted yet
    export_wanted = Signal(str, str)  #: a plot by its name, and how: see :attr:`.charts.Scatter.export_wanted`

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.document: Document | None = None
        self.system = 0
        self.current = -1
        self.scatter: Scatter | None = None
        self.curves: Curves | None = None
        self.errors: ErrorChart | None = None
        self._first = 0  # the leftmost card that is shown
        self._shown: list[QWidget] = []
        self._kind = ""
        self._working = True
        self._known: dict[int, Floats] = {}
        self._totals: dict[int, Totals] = {}
        self._task: Task | None = None
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setHandleWidth(_HANDLE)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setStyleSheet("QSplitter::handle { background: transparent; }")
        self.splitter.splitterMoved.connect(lambda *_: self._show_notes())
        self.before, self.after = self._arrow("‹", -1), self._arrow("›", 1)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(_GAP)
        layout.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)  # fewer cards are shown instead
        for part in (self.before, self.splitter, self.after):
            layout.addWidget(part, part is self.splitter)
        self.setAccessibleName(self.tr("Plots"))
        self.setMinimumSize(*_LEAST)

    def _arrow(self, text: str, by: int) -> QPushButton:
        """Return a button as high as the cards."""
        name = self.tr("Next plots") if by > 0 else self.tr("Previous plots")
        made = button(text, tip=name, name=name)
        made.setStyleSheet("QPushButton { padding: 0; font-size: 14pt; }")
        made.setFixedWidth(_ARROW)
        made.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        made.clicked.connect(lambda: self._turn(by))
        made.hide()
        return made

    def sizeHint(self) -> QSize:  # noqa: N802
        """Want a wide and low place."""
        return QSize(760, 260)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        """Make the plots, the first time."""
        super().showEvent(event)
        if self.scatter is None:
            self._build()
        self.refresh()

    def _build(self) -> None:
        self.scatter, self.curves, self.errors = Scatter(self.theme), Curves(self.theme), ErrorChart(self.theme)
        for card in (self.scatter, self.curves, self.errors):
            self.splitter.addWidget(card)
        self._fit()
        self.scatter.set_current(self.current)
        self.scatter.chosen.connect(self.chosen)
        self.scatter.brushed.connect(lambda _: self._show_notes())
        self.scatter.brushed.connect(self.brushed)
        self.curves.chosen.connect(self.system_chosen)
        for name, plot in (("scatter", self.scatter), ("curves", self.curves)):
            plot.export_wanted.connect(lambda how, name=name: self.export_wanted.emit(name, how))
        errors = self.errors
        errors.show_kind(self._kind)
        errors.set_working(self._working)
        errors.kind_chosen.connect(self._choose_kind)
        errors.errors_wanted.connect(self.errors_wanted)
        errors.export_wanted.connect(lambda how: self.export_wanted.emit(errors.plot, how))

    # --- which cards are shown

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Show as many cards as there is room for."""
        super().resizeEvent(event)
        self._fit()

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Do with one card."""
        return QSize(*_LEAST)

    def _cards(self) -> list[QWidget]:
        return [card for card in (self.scatter, self.curves, self.errors) if card is not None]

    def _fit(self) -> None:
        """Show as many cards as there is room for, from the first one on that is wanted."""
        cards = self._cards()
        if not cards:
            return
        widths = [card.minimumSizeHint().width() for card in cards]
        number = _fitting(widths, self.width())
        self._first = min(self._first, len(cards) - number)
        shown = cards[self._first : self._first + number]
        if shown != self._shown:
            self._shown = shown
            for card in cards:
                card.setVisible(card in shown)
            self.splitter.setSizes(_shares(widths, self._first, number, self.width()))
        for arrow, hidden in ((self.before, cards[: self._first]), (self.after, cards[self._first + number :])):
            arrow.setVisible(bool(hidden))
            names = ", ".join(self.titles[cards.index(card)] for card in hidden)
            arrow.setToolTip(as_it_is(self.tr("Show {}").format(names)))
            arrow.setAccessibleName(self.tr("Show {}").format(names))
        self._show_notes()

    def _show_notes(self) -> None:
        """Leave the room to a card's title where there is little: its note is the first to go."""
        for card in (self.scatter, self.curves):
            if card is not None and card in self._shown and card.note.text():
                needed = card.note.sizeHint().width() + card.head.spacing()
                rest = card.head.sizeHint().width() - (0 if card.note.isHidden() else needed)
                width = self.splitter.sizes()[self.splitter.indexOf(card)]
                card.note.setVisible(rest + needed <= width)

    @property
    def titles(self) -> tuple[str, ...]:
        """What the cards are called."""
        return self.tr("E against T"), self.tr("F1 by fragment size"), self.tr("Errors by kind")

    def _turn(self, by: int) -> None:
        """Show the cards further to the right or to the left."""
        self._first = max(0, self._first + by)
        self._fit()

    def show_errors(self) -> None:
        """Bring the errors by kind to where they can be seen."""
        self._first = len(self.titles)
        self._fit()

    # --- what they show

    def set_document(self, document: Document) -> None:
        """Show another document, at the system it is at.

        A rectangle stays where the sentences are the same and the system is still there, as when files are read again;
        then it is that system which is shown.
        """
        before, self.document = self.document, document
        system = document.current
        if before is not None and self.scatter is not None and self.scatter.inside is not None:
            path = before.paths[self.system + 1]
            if path in document.paths[1:] and document.context.texts.same_as(before.context.texts):
                system = document.paths.index(path, 1) - 1
            else:
                self.clear_brush()
        self._known, self._totals = {}, {}
        self.current = -1
        self.show_kind("")
        self._use(system)

    def set_system(self, system: int) -> None:
        """Show another system; a rectangle drawn over the one before is forgotten."""
        if system != self.system:
            self.clear_brush()
        self._use(system)
        if self.scatter is not None and self.scatter.inside is not None:  # a list that was opened anew has none yet
            self.brushed.emit(self.scatter.inside.copy())

    def _use(self, system: int) -> None:
        self.system = system
        if self.scatter is not None:
            self.scatter.current = self.current
        self.refresh()

    def clear_brush(self) -> None:
        """Forget the rectangle that was drawn."""
        if self.scatter is not None:
            self.scatter.clear_brush()

    def refresh(self) -> None:
        """Read the scores again. What is not shown, and what has not changed, is not drawn."""
        if self.document is None or self.scatter is None or self.curves is None or not self.isVisible():
            return
        self._show_errors()
        study = self.document.study
        self.scatter.set_values(self.document, points(study, self.system), complete=scored(study, self.system))
        missing = [system for system in range(len(self.document.systems)) if system not in self._known]
        if len(study.gold) <= _AT_ONCE:
            self._take(study, curves_of(study, missing))
        elif missing and self._task is None:
            self._task = task = Task(lambda: curves_of(study, missing))
            task.finished.connect(lambda found: self._summed_up(task, study, found))
            task.start()
        self.curves.set_curves(self.document.names, self._known, self.system)
        self._show_notes()

    def _summed_up(self, task: Task, study: Study, found: dict[int, Floats]) -> None:
        """Take what a task has found, and let go of it; one that was given up before is not heard."""
        if task is self._task:
            self._task = None
            self._take(study, found)

    def _take(self, study: Study, found: dict[int, Floats]) -> None:
        """Show curves that were summed up, unless something else is open by now."""
        if self.document is None or self.curves is None or study is not self.document.study:
            return
        self._known |= found
        self.curves.set_curves(self.document.names, self._known, self.system)

    # --- errors

    def set_errors(self, system: int, totals: Totals) -> None:
        """Take the errors of a system of the document, all of whose sentences are explained by now."""
        self._totals[system] = totals
        self._show_errors()

    def set_working(self, working: bool) -> None:
        """Say whether errors are still being counted."""
        self._working = working
        if self.errors is not None:
            self.errors.set_working(working)

    def show_kind(self, kind: str) -> None:
        """Mark the kind of error that sentences are filtered by; none if it is empty."""
        self._kind = kind
        if self.errors is not None:
            self.errors.show_kind(kind)

    def _choose_kind(self, system: int, kind: str) -> None:
        self._kind = kind
        self.kind_chosen.emit(system, kind)

    def _show_errors(self) -> None:
        if self.document is not None and self.errors is not None and self.isVisible():
            self.errors.set_totals(self.document.names, self._totals, self.system)

    def stop(self) -> None:
        """Let go of all work beside the window."""
        if self._task is not None:
            self._task.cancel()
            self._task.wait(10)

    def set_current(self, sentence: int) -> None:
        """Draw a ring around a sentence's dot."""
        self.current = sentence
        if self.scatter is not None:
            self.scatter.set_current(sentence)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self.theme = theme
        for plot in (self.scatter, self.curves, self.errors):
            if plot is not None:
                plot.set_theme(theme)

    def export_data(self, which: str) -> list[list[str | int | float]]:
        """Return the rows of a plot: see :func:`export_data` and :func:`error_rows`; of errors, those known by now."""
        if which == "errors":
            return error_rows(self.document.names, self._totals) if self.document is not None else []
        return export_data(self.document, self.system, which) if self.document is not None else []


def _fitting(widths: list[int], room: int) -> int:
    """Return how many cards that need these widths can be shown, wherever among them one begins: at least one.

    >>> _fitting([230, 330, 230], 900), _fitting([230, 330, 230], 640), _fitting([230, 330, 230], 500)
    (3, 2, 1)
    """
    for number in range(len(widths), 1, -1):
        needed = max(sum(widths[first : first + number]) for first in range(len(widths) - number + 1))
        arrows = min(len(widths) - number, 2) * (_ARROW + _GAP)
        if max(needed, number * _COMFORT) + (number - 1) * _HANDLE + arrows <= room:
            return number
    return 1


def _shares(widths: list[int], first: int, number: int, room: int) -> list[int]:
    """Return widths of cards, 0 for those that are not shown: all the same, but none less than it needs.

    >>> _shares([230, 330, 230], 0, 3, 906), _shares([230, 330, 230], 1, 2, 808)
    ([280, 330, 280], [0, 400, 400])
    """
    shown, left = set(range(first, first + number)), room - (number - 1) * _HANDLE
    made = [0] * len(widths)
    for place in sorted(shown, key=lambda place: -widths[place]):
        made[place] = max(widths[place], left // max(number, 1))
        left, number = left - made[place], number - 1
    return made
