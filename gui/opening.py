"""What the window does when files have been opened: what it offers, lists and shows of them first."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from .document import Document
from .files import Opened
from .models.chosen import COLUMNS_ACROSS, DEFAULT_COLUMNS
from .models.problems import problems_of
from .unusable import problems_with_meanings

if TYPE_CHECKING:
    from .main_window import MainWindow

__all__ = ["Opening"]


class Opening:
    """Lets the parts of the window know of files that are open now, and shows where to begin."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window
        self.arranged = False  #: whether the docks have been put somewhere

    def begin(self, opened: Opened) -> None:
        """Show files that have been opened, or read again."""
        window, document = self.window, opened.document
        window.actions_.enable_all(True)
        window.actions_.enable(["remove-system", "next-system", "previous-system"], len(document.systems) > 1)
        self._change_notes()
        untouched = opened.more and window.looking.untouched
        window.looking.begin(anew=untouched or (opened.goto is None and opened.place is None))
        if window.centre.currentWidget() is window.welcome:
            window.sentences.table.setFocus()  # arrows lead from sentence to sentence
        if not window.surveying.shown:
            window.centre.setCurrentWidget(window.trees)
        window.show_tools()
        self._arrange(document)
        self.show_title()
        window.show_settings()
        self._tell_problems(opened)
        for part in (window.plots, window.erring, window.rerunning):
            part.set_document(document)
        window.suites.follow(document)
        if opened.phenomena is not None:
            window.recognising.recall(opened.phenomena.recognisers)
            window.suites.recall(opened.phenomena.suite)
            self.show_missing()
        document.context.tags = window.files.notes.tags if window.files.notes else {}
        scrolled = window.sentences.table.verticalScrollBar().value()
        window.sentences.open(document.context, document.known_errors)
        if opened.place is not None:
            window.restore(opened.place)
            if opened.more:
                self._use_fitting_columns(document)
                window.sentences.table.verticalScrollBar().setValue(scrolled)
        else:
            self._look_from_the_start(document, opened.goto)
        window.surveying.set_document(document, again=opened.again)

    def _change_notes(self) -> None:
        """Keep what is being typed, and take the notes of other files for the ones before."""
        window = self.window
        window.notes_panel.commit()
        if window.notes_panel.store is not window.files.notes:
            window.notes_panel.show_sentence(None, -1)
            window.undo_stack.clear()
        window.show_undo()

    def _arrange(self, document: Document) -> None:
        """Put docks where they were, and let those be found that have something to say of these files.

        Each is offered once: whoever closes it means it.
        """
        window, remembered = self.window, self.window.remembered
        if not self.arranged:
            self.arranged = True
            if not (window.remembers and remembered.restore_arrangement(window)):
                window.docks.arrange()
            window.docks.settled()
        known = remembered.offered() if window.remembers else ()
        offered = window.docks.offer(document.fitting_docks, known)
        if window.remembers and offered != set(known):
            remembered.set_offered(offered)

    def _look_from_the_start(self, document: Document, goto: int | None) -> None:
        """Look at the first system, with columns and labels that fit the files."""
        window = self.window
        self._use_fitting_columns(document)
        if document.gold.format == "delphin":  # what looks like a function there is part of a rule's name
            window.actions_["show-functions"].setChecked(True)
            window.set_options()
        window.looking.use_system(0, goto - 1 if goto else None)

    def _use_fitting_columns(self, document: Document) -> None:
        """Show and rank by what can be said of the files, unless somebody has chosen other columns."""
        sentences = self.window.sentences
        usual, across = list(DEFAULT_COLUMNS), list(COLUMNS_ACROSS)
        before, now = (usual, across) if document.across else (across, usual)
        if sentences.column_texts() == before:
            sentences.set_columns(now)
            sentences.set_ranking_text("score mph-f1" if document.across else "")

    def show_title(self) -> None:
        """Name in the title what is open."""
        window = self.window
        if window.document is not None:
            path = Path(window.files.session_path or window.document.paths[0])
            name = "/".join(path.absolute().parts[-2:])
            window.setWindowTitle(f"{name} · {window.sentences_in_words()} · Treelens")

    def _tell_problems(self, opened: Opened) -> None:
        """List what was wrong with the files, and show the list where they are new."""
        window, document = self.window, opened.document
        before = len(window.problems.model.problems)
        self.list_problems()
        serious, notes = len(document.problems), document.mismatches()
        if opened.more:
            if len(window.problems.model.problems) > before:
                window.docks.reveal("problems")
        elif serious and not opened.again:
            window.docks.reveal("problems")
            window.status.say(window.tr("problems while reading: {}; see the list").format(serious))
        elif notes and not opened.again:
            window.status.say(f"{Path(notes[0].path).name}: {notes[0].message}")

    def show_missing(self) -> None:
        """List what a session names of phenomena and could not be read."""
        window = self.window
        before = len(window.problems.model.problems)
        self.list_problems()
        found = [window.suites.problem, *window.recognising.problems]
        if any(found) and len(window.problems.model.problems) > before:
            window.docks.reveal("problems")

    def list_problems(self) -> None:
        """List what is wrong with the files, and with meanings as far as they are compared."""
        if (document := self.window.document) is not None:
            unread = [problem for problem in document.problems if problem.path not in document.paths]
            suite, rules = self.window.suites.problem, self.window.recognising.problems
            unread += [*([suite] if suite is not None else []), *rules]
            said = [*problems_of([document.gold, *document.systems]), *document.mismatches()]
            found = [*unread, *said, *problems_with_meanings(document)]
            if found != self.window.problems.model.problems:  # else whoever reads the list loses the place
                self.window.problems.show_problems(found)
