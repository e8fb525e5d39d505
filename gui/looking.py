"""What is looked at: a sentence, a system, another one beside it. All parts of the window follow from here."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer, Signal

from treelens.engine.problems import Problem

from .counting import Counting
from .document import Document
from .files import Files
from .panels.notes import NotesPanel
from .panels.outline import OutlinePanel
from .panels.plots import PlotsPanel
from .panels.scores import CHIEF, CHIEF_OF_PROFILES
from .panels.sentence import SentencePanel
from .panels.sentences import SentencesPanel
from .views.compared import Shown
from .views.trees import TreesView

__all__ = ["Looking", "Parts"]

_LOOKED_AT = 10  #: sentences at the top of a list among which one with differences is looked for
_AFTER = 15  #: milliseconds after the trees are painted when the panels beside them follow
_UNSEEN = 150  #: and milliseconds after which they follow where no trees are painted, behind another page or window


@dataclass(frozen=True)
class Parts:
    """The parts of the window that show a sentence."""

    trees: TreesView
    sentences: SentencesPanel
    this: SentencePanel
    plots: PlotsPanel
    outline: OutlinePanel
    notes: NotesPanel


class Looking(QObject):
    """Shows sentences: tells every part what to show, and has counted what is missing."""

    said = Signal(str)  #: something that need not be answered
    system_changed = Signal()  #: another system is looked at
    shown = Signal()  #: a sentence is shown, or another analysis of it

    def __init__(self, parts: Parts, files: Files, counting: Counting) -> None:
        super().__init__(files)
        self.parts = parts
        self.files = files
        self.counting = counting
        self.sentence = -1  #: counted from 0; -1 if there is none
        self.analysis: int | None = None  #: which of the system's analyses is shown; None: the one that is compared
        self.trees: Shown | None = None  #: the sentence with its trees, as it is shown
        self.second = 1  #: the system in the third pane
        self._beside_trees = QTimer(self, singleShot=True)
        self._beside_trees.timeout.connect(self._tell)
        parts.trees.painted.connect(self._painted)
        self._untouched = False  # nobody has chosen a sentence since the files were opened
        self._by_itself = False

    @property
    def document(self) -> Document | None:
        """What is open."""
        return self.files.document

    @property
    def system(self) -> int:
        """The system that is looked at."""
        return self.document.current if self.document is not None else 0

    @property
    def untouched(self) -> bool:
        """Whether nobody has chosen a sentence yet."""
        return self._untouched

    def begin(self, *, anew: bool) -> None:
        """Forget the sentence of what was open; *anew*: begin wherever there is most to see."""
        self.sentence = -1
        self._untouched = anew

    @contextmanager
    def _own_move(self) -> Iterator[None]:
        """Tell what is done here from what somebody does."""
        before, self._by_itself = self._by_itself, True
        try:
            yield
        finally:
            self._by_itself = before

    # --- systems --------------------------------------------------------------------------------------------------

    def use_system(self, system: int, sentence: int | None) -> None:
        """Look at a system, and at a sentence; None: the one at the top of the list."""
        document, parts = self.document, self.parts
        assert document is not None
        document.current = system
        with self._own_move():
            parts.sentences.set_system(system)
            parts.plots.set_system(system)
            if sentence is None:
                sentence = max(parts.sentences.model.sentence_at(0), 0)
            self.count(sentence)
            self.sentence = -1  # whatever was shown, it was another system's
            parts.sentences.go_to(sentence)
            if self.sentence != sentence:  # the filter hides it, or it was selected already
                self.show_sentence(sentence)
        self.system_changed.emit()

    def choose_system(self, system: int) -> None:
        """Look at another system's tree of the same sentence.

        A panel may still tell of what was open before: a system that is not there any more is not looked for.
        """
        document = self.document
        if document is not None and system != document.current and 0 <= system < len(document.systems):
            self.use_system(system, self.sentence)

    def step_system(self, by: int) -> None:
        """Look at the next or previous system."""
        if self.document is not None:
            self.choose_system((self.document.current + by) % len(self.document.systems))

    def choose_second(self, system: int) -> None:
        """Show another system in the third pane."""
        self.second = system
        if self.sentence >= 0:
            self.show_sentence(self.sentence)

    def step_second(self, by: int) -> None:
        """Show the next or previous system in the third pane."""
        document = self.document
        if document is None or len(document.systems) < 3:
            return
        others = [number for number in range(len(document.systems)) if number != document.current]
        place = others.index(self.second) if self.second in others else 0
        self.choose_second(others[(place + by) % len(others)])

    def _beside(self, document: Document, sentence: int) -> Shown | None:
        """Return the sentence as the system in the third pane has it: another one than in the second."""
        if len(document.systems) < 2:
            return None
        if self.second >= len(document.systems) or self.second == document.current:
            self.second = (document.current + 1) % len(document.systems)
        return document.shown(sentence, self.second)

    # --- sentences ------------------------------------------------------------------------------------------------

    def show_sentence(self, sentence: int) -> None:
        """Show a sentence everywhere: its trees at once, what is told of them right after."""
        document, parts = self.document, self.parts
        if document is None:
            return
        self._untouched &= self._by_itself
        if sentence != self.sentence:
            self.analysis = None
        self.sentence = sentence
        self._show_trees(document)
        self.counting.look_at(sentence, document.current)
        parts.notes.show_sentence(self.files.notes, sentence)
        self.files.moved()
        self.shown.emit()

    def show_analysis(self, analysis: int) -> None:
        """Show another of the analyses that the system has of the sentence; its scores stay those that are compared."""
        if self.document is not None and self.sentence >= 0:
            self.analysis = analysis
            self._show_trees(self.document)
            self.shown.emit()

    def _show_trees(self, document: Document) -> None:
        """Show the trees of the sentence and how they are aligned; what went wrong with them follows."""
        beside = self._beside(document, self.sentence)
        self.trees = document.shown(self.sentence, document.current, self.analysis)
        self.parts.trees.show_sentence(self.trees, beside)
        self.show_mapping()
        self._beside_trees.start(_UNSEEN)

    def _painted(self) -> None:
        if self.is_telling:
            self._beside_trees.start(_AFTER)

    def _tell(self) -> None:
        """Show the words of the sentence, what went wrong in it, its scores, and where it is in the plots."""
        document, parts = self.document, self.parts
        if document is not None and self.sentence >= 0:
            looked_at = document.gold[self.sentence]
            parts.this.show_words(self.sentence + 1, looked_at.text or " ".join(looked_at.words), looked_at.id or "")
            parts.this.show_whose_scores(of_another=self.analysis is not None)
            self._show_repairs(document)
            parts.plots.set_current(self.sentence)
            self.show_scores()

    def _show_repairs(self, document: Document) -> None:
        """Show what went wrong; of very large trees that is found out in the background."""
        sentence, system, repairs = self.sentence, document.current, self.parts.this.repairs
        if self.analysis is None and document.is_explained_later(sentence, system):
            repairs.show_waiting()
        else:
            repairs.show_repairs(document.explanation(sentence, system, self.analysis))

    @property
    def is_telling(self) -> bool:
        """Whether the panels beside the trees still tell of the sentence before."""
        return self._beside_trees.isActive()

    def catch_up(self) -> None:
        """Let the panels beside the trees follow now."""
        if self.is_telling:
            self._beside_trees.stop()
            self._tell()

    def errors_arrived(self, system: int) -> None:
        """Show what went wrong in a large sentence that has been waited for."""
        document, repairs = self.document, self.parts.this.repairs
        if document is None or not repairs.waiting or system != document.current:
            return
        if document.errors.is_known(system, self.sentence):
            repairs.show_repairs(document.explanation(self.sentence, system))

    def show_mapping(self) -> None:
        """Show how the trees are aligned, in words."""
        comparison = self.parts.trees.comparison
        script = comparison.script if comparison else None
        self.parts.this.script.show_script(script, comparison.alignment if comparison else "")
        self.parts.outline.show_comparison(comparison)

    def show_scores(self) -> None:
        """Show the scores of the sentence, as far as they are known."""
        document = self.document
        if document is not None and self.sentence >= 0:
            study, system = document.study, document.current
            sentence = self.sentence
            self.parts.this.scores.chief = CHIEF_OF_PROFILES if document.gold.format == "delphin" else CHIEF
            self.parts.this.scores.show_scores(lambda metric: study.standing(system, metric, sentence))

    def show_problem(self, problem: Problem) -> None:
        """Go to the sentence that a problem is about, under the system whose file it is in."""
        if self.document is None:
            return
        system, sentence = self.document.place_of(problem)
        if system is not None:
            self.choose_system(system)
        if sentence is not None:
            self.parts.sentences.show_sentence(sentence)

    def roll_on(self, by: int) -> None:
        """Walk on through the differences of the next sentence that has any."""
        while self.parts.sentences.step(by):
            if self._has_differences():
                self.parts.trees.enter(by)
                return
        self.said.emit(self.tr("there is no further difference in this list"))

    def _has_differences(self) -> bool:
        return self.parts.trees.compared is not None and bool(self.parts.trees.compared.differences)

    # --- scores ---------------------------------------------------------------------------------------------------

    def count(self, sentence: int | None = None) -> None:
        """Count what is shown, a sentence first; then, when that is there, everything else."""
        document = self.document
        if document is not None:
            needed = (metric.name for metric in self.parts.sentences.needed_metrics())
            at = self.sentence if sentence is None else sentence
            self.counting.start(document.study, [*CHIEF, *needed], at, document.current)

    def rerank(self) -> None:
        """Rank by the scores that are there now."""
        self.parts.sentences.rerank()
        self.parts.sentences.scores_arrived()
        self.parts.plots.refresh()
        self.show_scores()

    def wanted_counted(self) -> None:
        """Begin at the first sentence of the ranked list that has something to show, unless one was chosen by now."""
        sentences = self.parts.sentences
        if not self._untouched or not sentences.model.rowCount():
            return
        with self._own_move():
            for row in range(min(sentences.model.rowCount(), _LOOKED_AT)):
                sentences.go_to(sentences.model.sentence_at(row))
                if self._has_differences():
                    return
            sentences.go_to(sentences.model.sentence_at(0))
