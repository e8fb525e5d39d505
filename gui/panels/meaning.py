"""What the sentence means: gold's and the system's meaning as arcs, as graphs, or as text.

Nothing is read before the panel is seen, and then beside the window: PyDelphin takes its time to be imported.
"""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QApplication, QButtonGroup, QHBoxLayout, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from ..tasks import Task
from ..theme import Fonts, Theme
from ..views.comparison import Key
from ..views.elided import Elided
from ..views.export_button import menu_button
from ..views.meaning_text import MeaningText
from ..views.meaning_view import MeaningView
from ..views.meanings import SIDES, Meanings
from ..views.parse import Shown
from ..views.told import told
from ..widgets import button, frame, label
from .seen import SeenPanel

__all__ = ["MeaningPanel"]

_VIEWS = ("arcs", "graph", "mrs")


class MeaningPanel(SeenPanel):
    """A switch between three views of both meanings; or why there is nothing to be seen."""

    explained = Signal(str)  #: a line of words on what is pointed at
    selected = Signal(object)  #: the letters of the text that were selected here; None: none any more
    export_wanted = Signal(str)  #: ``export`` or ``copy``

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view_name = "arcs"
        self._shown: Shown | None = None  # what is to be shown as soon as somebody looks
        self._current = True  # whether that is what is shown
        self._task: Task | None = None  # reads meanings
        self.meanings: Meanings | None = None  #: what is shown
        self.drawings = MeaningView(theme, Fonts(QApplication.font()))
        self.text = MeaningText(theme)
        self.message = label("", "muted", wrap=True)
        self.message.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.message.setContentsMargins(24, 24, 24, 24)
        self.stack = QStackedWidget()
        for part in (self.message, self.drawings, self.text):
            self.stack.addWidget(part)
        self._build()
        self.drawings.explained.connect(self.explained)
        self.drawings.selected.connect(self._selected)
        self.opened.connect(self._look)
        self.setFocusProxy(self.drawings.panes[SIDES[0]])
        self.setAccessibleName(self.tr("Meaning"))
        self._say(self.tr("Nothing is open."))

    def _build(self) -> None:
        self.switch = QButtonGroup(self)
        head = QHBoxLayout()
        head.setContentsMargins(12, 8, 12, 4)
        head.setSpacing(0)
        for name, (text, tip) in self._names().items():
            made = self._segment(name, text, tip)
            self.switch.addButton(made)
            head.addWidget(made)
        head.addSpacing(12)
        self.note = Elided("", "muted")
        head.addWidget(self.note, 1)
        self.more, menu = menu_button(self.tr("Export meanings"), self.tr("Export or copy this drawing"))
        for how, text in (("export", self.tr("&Export figure…")), ("copy", self.tr("&Copy"))):
            menu.addAction(text).triggered.connect(lambda _=False, how=how: self.export_wanted.emit(how))
        head.addWidget(self.more)
        card = frame("card")
        layout = QVBoxLayout(card)
        layout.setContentsMargins(1, 1, 1, 1)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(self.stack, 1)
        around = QVBoxLayout(self)
        around.setContentsMargins(0, 0, 0, 0)
        around.addWidget(card)

    def _names(self) -> dict[str, tuple[str, str]]:
        return {
            "arcs": (self.tr("Arcs"), self.tr("Elementary dependencies as arcs over the words")),
            "graph": (self.tr("Graph"), self.tr("Elementary dependencies as a graph in layers, gold and system")),
            "mrs": (self.tr("MRS"), self.tr("Both MRSs as text, line by line")),
        }

    def _segment(self, name: str, text: str, tip: str) -> QPushButton:
        place = {_VIEWS[0]: "first", _VIEWS[-1]: "last"}.get(name, "middle")
        made = button(text, "segment", tip, name=tip)
        made.setProperty("place", place)
        made.setCheckable(True)
        made.setChecked(name == self.view_name)
        made.clicked.connect(lambda: self.set_view(name))
        return made

    def sizeHint(self) -> QSize:  # noqa: N802
        """Want a wide and rather high place."""
        return QSize(760, 380)

    # --- what is shown ----------------------------------------------------------------------------------------------

    def show_sentence(self, shown: Shown | None) -> None:
        """Show a sentence's meanings, at once if the panel is seen, else when it is; None: nothing is open."""
        self._shown, self._current = shown, False
        if self.is_seen:
            self._read()

    def _look(self) -> None:
        """Show what was asked for meanwhile."""
        if not self._current:
            self._read()

    def _read(self) -> None:
        """Read the meanings beside the window."""
        self._current = True
        self.stop()
        shown = self._shown
        source = told(shown) if shown is not None else None
        if source is None or not source.any_meanings:
            self._show_nothing(self.tr("These files have no meanings: only profiles of DELPH-IN grammars do."))
            return
        self._task = Task(Meanings(source).prepare, self)
        self._task.finished.connect(self._arrived)
        self._task.failed.connect(lambda error: self._show_nothing(str(error)))
        self._task.start()

    def _arrived(self, meanings: Meanings) -> None:
        self._task, self.meanings = None, meanings
        self._show()

    def _show_nothing(self, why: str) -> None:
        self._task = self.meanings = None
        self.drawings.show_meanings(None, "")
        self._say(why)

    def _show(self) -> None:
        """Show the meanings in the view that is chosen, as far as there are any."""
        meanings = self.meanings
        if meanings is None:
            return
        title = self._shown.title if self._shown is not None else ""
        if len(problems := meanings.problems()) == len(SIDES):
            self._show_nothing("\n".join(self._flaw(side, why, title) for side, why in problems.items()))
            return
        self.note.setText(self._remark(meanings, title))
        if self.view_name == "mrs":
            self.text.show_rows(meanings.rows, title)
            self.stack.setCurrentWidget(self.text)
            return
        self.drawings.layout_name = self.view_name
        self.drawings.show_meanings(meanings, title)
        self.stack.setCurrentWidget(self.drawings)

    def _remark(self, meanings: Meanings, title: str) -> str:
        """Say why meanings are not compared, or that drawings do not show all that differs."""
        if not meanings.comparable:
            return " · ".join(self._flaw(side, why, title) for side, why in meanings.flaws().items())
        if self.view_name == "mrs" or meanings.differences or not (lines := meanings.other_lines):
            return ""
        if lines == 1:
            return self.tr("the graphs are the same; one line of the MRS differs")
        return self.tr("the graphs are the same; {} lines of the MRS differ").format(lines)

    def _flaw(self, side: str, why: str, title: str) -> str:
        return self.tr("Gold: {}").format(why) if side == "gold" else f"{title}: {why}"

    def _say(self, why: str) -> None:
        self.note.setText("")
        self.message.setText(why)
        self.stack.setCurrentWidget(self.message)

    def set_view(self, name: str) -> None:
        """Show ``arcs``, a ``graph`` or the ``mrs``."""
        self.view_name = name
        self.switch.buttons()[_VIEWS.index(name)].setChecked(True)
        self._show()

    @property
    def has_attention(self) -> bool:
        """Whether a drawing is shown, and somebody is busy with it."""
        focus = QApplication.focusWidget()
        return self.stack.currentWidget() is self.drawings and focus is not None and self.isAncestorOf(focus)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self.drawings.set_theme(theme)
        self.text.set_theme(theme)

    @property
    def is_reading(self) -> bool:
        """Whether meanings are still to come."""
        return self._task is not None

    def stop(self) -> None:
        """Let go of the work beside the window."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    # --- selection --------------------------------------------------------------------------------------------------

    def light_letters(self, letters: tuple[int, int] | None) -> None:
        """Light up the predicates over these letters of the text; None: none."""
        if self.is_seen:
            self.drawings.light_letters(letters)

    def _selected(self, side: str, own: int) -> None:
        key: Key = side, own
        self.selected.emit(self.meanings.letters(key) if side and self.meanings is not None else None)
