"""The window's parts: panels, made and put into docks. Nothing happens here yet; see :mod:`.main_window`."""

from __future__ import annotations

from PySide6.QtGui import QUndoStack
from PySide6.QtWidgets import QApplication, QMainWindow, QStackedWidget

from .docks import Docks
from .looking import Parts
from .panels.annotate import AnnotatePanel
from .panels.confusions import ConfusionsPanel
from .panels.notes import NotesPanel
from .panels.outline import OutlinePanel
from .panels.phenomena import PhenomenaPanel
from .panels.plots import PlotsPanel
from .panels.problems import ProblemsPanel
from .panels.runs import RunsPanel
from .panels.sentence import SentencePanel
from .panels.sentence_phenomena import SentencePhenomena
from .panels.sentences import SentencesPanel
from .panels.welcome import WelcomePage
from .status import StatusLine
from .theme import Fonts, Theme
from .views.banner import Banner
from .views.trees import TreesView

__all__ = ["PartsWindow"]


class PartsWindow(QMainWindow):
    """A window with everything in its place: welcome and trees in the middle, docks around them."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.undo_stack = QUndoStack(self)
        self._build_centre()
        self._build_panels()
        self._build_docks()
        self.parts = Parts(self.trees, self.sentences, self.this, self.plots, self.outline, self.notes_panel)
        self.status = StatusLine()
        self.setStatusBar(self.status)

    def _build_centre(self) -> None:
        self.welcome = WelcomePage()
        self.trees = TreesView(self.theme, Fonts(QApplication.font()))
        self.banner = Banner()
        self.trees.show_above(self.banner)
        self.centre = QStackedWidget()
        for page in (self.welcome, self.trees):
            self.centre.addWidget(page)
        self.setCentralWidget(self.centre)

    def _build_panels(self) -> None:
        self.sentences = SentencesPanel(self.theme)
        self.this = SentencePanel(self.theme)
        self.notes_panel = NotesPanel(self.theme, self.undo_stack)
        self.sentence_phenomena = SentencePhenomena(self.theme)
        self.this.add(self.sentence_phenomena, grows=False)
        self.this.add(self.notes_panel)
        self.plots = PlotsPanel(self.theme)
        self.runs = RunsPanel(self.theme)
        self.confusions = ConfusionsPanel()
        self.phenomena, self.annotate = PhenomenaPanel(self.theme), AnnotatePanel(self.theme)
        self.outline = OutlinePanel(self.theme)
        self.problems = ProblemsPanel()

    def _build_docks(self) -> None:
        self.docks = Docks(self)
        self.docks.add("sentences", self.tr("Sentences"), self.sentences)
        self.docks.add("sentence", self.tr("This sentence"), self.this)
        self.docks.add("plots", self.tr("Plots"), self.plots)
        self.docks.add("compare", self.tr("Compare"))
        self.docks.add("runs", self.tr("Runs"), self.runs)
        self.docks.add("confusions", self.tr("Attachment"), self.confusions)
        self.docks.add("analyses", self.tr("Analyses"))
        self.docks.add("profiles", self.tr("Profiles"))
        self.docks.add("phenomena", self.tr("Phenomena"), self.phenomena)
        self.docks.add("outline", self.tr("Outline"), self.outline)
        self.docks.add("problems", self.tr("Problems"), self.problems)
        self.docks.add("meaning", self.tr("Meaning"))

    def _paint_parts(self) -> None:
        """Paint all parts in the theme that is in use now."""
        for part in (
            self.trees,
            self.sentences,
            self.this,
            self.notes_panel,
            self.plots,
            self.runs,
            self.phenomena,
            self.annotate,
            self.sentence_phenomena,
            self.outline,
        ):
            part.set_theme(self.theme)
