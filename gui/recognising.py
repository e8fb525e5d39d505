"""Phenomena of what is open: recognised beside the window, listed, and lit up in the trees."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QFileDialog

from treelens.engine.filters.patterns import is_name
from treelens.engine.phenomena import Recogniser, Suite
from treelens.engine.phenomena.outcomes import Outcome
from treelens.engine.problems import Problem, TreelensError
from treelens.engine.trees import Tree

from .document import reason
from .looking import Looking
from .models.phenomena_rows import TABLES, Lead, filter_of
from .panels.phenomena import PhenomenaPanel
from .panels.sentence_phenomena import SentencePhenomena
from .recognised import GOLD, OneSentence, Recognised, Rules
from .session import Phenomena
from .suites import Suites
from .tasks import Task

__all__ = ["Recognising"]

_PAUSE = 250  #: milliseconds that a sentence is looked at before its phenomena are looked for


class Recognising(QObject):
    """Fills the panel of phenomena while it is to be seen; what is chosen there leads to sentences and nodes."""

    failed = Signal(object)
    said = Signal(str)
    chosen = Signal()  #: another recogniser is in use
    looked = Signal()  #: ``one`` is of the sentence that is looked at now

    def __init__(self, looking: Looking, suites: Suites, panel: PhenomenaPanel, chips: SentencePhenomena) -> None:
        super().__init__(looking)
        self.looking = looking
        self.suites = suites
        self.panel = panel
        self.chips = chips
        self.rules = Rules()
        self.lit: tuple[str, ...] = ()
        self.problems: list[Problem] = []  #: why recognisers of a session could not be read
        self.one: OneSentence | None = None  #: what is known of the sentence that is looked at
        self._known: Recognised | None = None
        self._suite: Suite | None = None
        self._unread: dict[str, str] = {}  # recognisers of a session that could not be read, by the file they are for
        self._next = -1  # a sentence to go to as soon as the filter lets it through
        self._tasks: dict[str, Task] = {}
        self._ending: list[Task] = []
        self._pause = QTimer(self, interval=_PAUSE, singleShot=True)
        self._pause.timeout.connect(self._look)
        self._again = QTimer(self, interval=_PAUSE, singleShot=True)
        self._again.timeout.connect(self.follow)
        panel.opened.connect(self.follow)
        suites.changed.connect(self._suite_changed)
        looking.system_changed.connect(self.follow)
        looking.shown.connect(self._pause.start)
        panel.lead_wanted.connect(self._lead)
        panel.sentence_wanted.connect(self._go_to)
        looking.parts.sentences.filter_bar.changed.connect(self._arrive)
        panel.recogniser_wanted.connect(self.choose_recogniser)
        panel.spread_wanted.connect(self._spread)
        panel.dark_wanted.connect(lambda: self.light(()))
        chips.chosen.connect(lambda name: self.light(() if name in self.lit else (name,)))

    # --- recognisers ----------------------------------------------------------------------------------------------

    @property
    def known(self) -> Recognised | None:
        """What is known of what is open; recognisers stay with their files."""
        document = self.looking.document
        if document is not None and (self._known is None or self._known.document is not document):
            before, self._known = self._known, Recognised(document, self.rules)
            if before is not None:
                self._known.follows(before)
            self._tell_filter()
        return self._known

    def current_name(self) -> str:
        """Return the recogniser of the system that is looked at, by name or file."""
        known = self.known
        return known.name(known.document.current) if known is not None else ""

    def choose_recogniser(self, name: str) -> None:
        """Use a recogniser for the system that is looked at; an empty name asks for a file."""
        known = self.known
        if known is None:
            return
        if not name:
            kind = self.tr("Recognisers (*.toml)")
            name, _ = QFileDialog.getOpenFileName(self.panel, self.tr("Open a recogniser"), "", kind)
        if not name:
            return
        known.forget(name)
        try:
            _ = self.rules[name]
        except TreelensError as error:
            self.failed.emit(error)
            return
        known.names[known.document.current] = name
        self._unread.pop(known.document.paths[known.document.current + 1], None)
        self.forget()
        self.chosen.emit()

    def recall(self, recognisers: Sequence[tuple[str, str]]) -> None:
        """Use the recognisers of a session and no others; those that cannot be read are listed among the problems."""
        known = self.known
        assert known is not None
        known.names, known.fitting, self._unread, self.problems = {}, "penn", {}, []
        places = {path: number - 1 for number, path in enumerate(known.document.paths)}
        for path, name in recognisers:
            try:
                _ = self.rules[name]
            except TreelensError as error:
                self._unread[path] = name
                said = self.tr("the recogniser was left out: {}").format(reason(name, error))
                self.problems.append(Problem(name, 0, 0, said))
            else:
                if path in places:
                    known.names[places[path]] = name
                else:
                    self._unread[path] = name  # so were its trees
        self.forget()

    def asked(self) -> Phenomena:
        """Return what a session keeps: the suite, and recognisers that were chosen or wait until they can be read."""
        known = self.known
        chosen = {known.document.paths[at + 1]: name for at, name in known.names.items()} if known is not None else {}
        return Phenomena(self.suites.path, tuple(sorted((self._unread | chosen).items())))

    def take(self, path: str) -> bool:
        """Use a file that was dropped, if it is a recogniser; say whether it is."""
        if self.known is None or not path.lower().endswith(".toml"):
            return False
        try:
            _ = self.rules[path]
        except TreelensError as error:
            if "[[phenomenon]]" in str(error):  # it is none; of others that are wrong it is said what is
                return False
        self.choose_recogniser(path)
        return True

    def _spread(self, where: str) -> None:
        """Use the recogniser of the system that is looked at also for gold, or everywhere."""
        known = self.known
        if known is not None:
            systems = range(len(known.document.systems)) if where == "all" else ()
            known.names |= dict.fromkeys([GOLD, *systems], known.name(known.document.current))
            self.forget()
            self.chosen.emit()

    def _show_recognisers(self, known: Recognised) -> None:
        system = known.document.current
        self.panel.show_recognisers(known.document.names[system], self.rules.titles(), known.name(system))

    def _tell_filter(self) -> None:
        """Let the filter go by the rules of the system that is looked at."""
        known = self._known
        if known is not None:
            name = known.name(known.document.current)
            known.document.context.recogniser = self.rules[name] if name and name != "penn" else None

    def _suite_changed(self) -> None:
        """Another suite, or another word in it; where nothing was chosen, rules that fit the suite are used."""
        before, store = self._suite, self.suites.store
        suite = self._suite = store.suite if store is not None else None
        self.forget()
        if suite is not None and suite.path and (before is None or before.path != suite.path):
            self._start("rules", lambda _: self.rules.best_for(suite), self._fit)
        elif suite is None or not suite.path:
            self._fit("penn")

    def _fit(self, name: str) -> None:
        """Use other rules where nothing was chosen."""
        known = self.known
        if known is not None and known.fitting != name:
            known.fitting = name
            self.forget()

    # --- what is known --------------------------------------------------------------------------------------------

    def forget(self) -> None:
        """Find out anew what comes of it all: the suite or a recogniser is another."""
        if self._known is not None:
            self._known.outcomes = {}
        self._tell_filter()
        self.light(self.lit)
        self._pause.start()
        self._again.start()

    def follow(self) -> None:
        """Show what is known of the system that is looked at, if anybody sees it, and find out the rest."""
        known = self.known
        if known is None or not self.panel.isVisible():
            return
        self._tell_filter()
        self._show_recognisers(known)
        document = known.document
        if document.current in known.outcomes:
            self._show(known)
        elif not known.name(document.current) or (self._suite is None and not known.name(GOLD)):
            self.panel.say(self.tr("Choose a recogniser: rules for trees of this kind do not come with the program."))
        else:
            self.panel.say(self.tr("recognising…"))
        systems = dict.fromkeys([document.current, *range(len(document.systems))])
        if wanted := [system for system in systems if system not in known.outcomes]:
            suite = self._suite
            places = dict(self.suites.store.places) if self.suites.store is not None else {}
            self._start("all", lambda task: _find(known, suite, places, wanted, task), self._nothing)

    def _nothing(self, _: object) -> None:
        """All is handed over already."""

    def _start(self, what: str, work: Callable[[Task], object], finished: Callable[..., object]) -> None:
        """Begin work of a kind; what was under way of it is given up."""
        self._cancel(what)
        task = self._tasks[what] = Task(lambda: work(task), self)
        task.part.connect(self._arrived)
        task.progress.connect(self._tell)
        task.finished.connect(lambda result: finished(result) if self._over(what, task) else None)
        task.failed.connect(lambda error: self._fail(error) if self._over(what, task) else None)
        task.start()

    def _over(self, what: str, task: Task) -> bool:
        if self._tasks.get(what) is not task:
            return False
        del self._tasks[what]
        task.deleteLater()
        return True

    def _fail(self, error: object) -> None:
        self.panel.say(str(error))

    def _cancel(self, what: str) -> None:
        if (task := self._tasks.pop(what, None)) is not None:
            task.cancel()
            self._ending = [each for each in (*self._ending, task) if not each.wait(0)]

    def _tell(self, done: int, total: int) -> None:
        if self._known is not None and self._known.document.current not in self._known.outcomes:
            self.panel.say(self.tr("recognising… {} of {} trees").format(f"{done:,}", f"{total:,}"))

    def _arrived(self, part: tuple[Recognised, Suite | None, int, Outcome]) -> None:
        known, suite, system, outcome = part
        if known is self._known and suite is self._suite:
            known.outcomes[system] = outcome
            self._show(known)
            self._show_recognisers(known)

    def _show(self, known: Recognised) -> None:
        document, of_suite = known.document, self._suite is not None
        outcome = known.outcomes.get(document.current)
        if outcome is not None and self.panel.sentences.outcome is not outcome:
            self.panel.show_outcome(outcome, self._words(outcome), of_suite=of_suite)
            self._pause.start()
        self.panel.show_systems(document.names, known.outcomes, of_suite=of_suite)

    def _words(self, outcome: Outcome) -> Callable[[int], str]:
        """Return what gives the words of a row: those of the suite, if it has any, else gold's."""
        document, items = self.looking.document, self._suite.items if self._suite is not None else ()
        assert document is not None

        def words_of(row: int) -> str:
            place = int(outcome.places[row])
            own = items[row].text if row < len(items) else ""
            return own or (" ".join(document.gold[place].words) if place >= 0 else "")

        return words_of

    # --- this sentence --------------------------------------------------------------------------------------------

    def _look(self) -> None:
        """Find the phenomena of the sentence that is looked at."""
        known, sentence, suite = self.known, self.looking.sentence, self._suite
        if known is not None and sentence >= 0:
            places = dict(self.suites.store.places) if self.suites.store is not None else {}
            self._start("one", lambda _: known.one(sentence, suite, places), self._show_one)

    def _show_one(self, one: OneSentence) -> None:
        if one.sentence == self.looking.sentence:
            self.one = one
            self.chips.show_row(one.outcome, one.row, of_suite=self._suite is not None)
            self.chips.show_lit(self.lit)
            self.looked.emit()

    # --- where things lead ----------------------------------------------------------------------------------------

    def _lead(self, lead: Lead) -> None:
        """List the sentences that a cell counts, and light up the nodes."""
        known = self.known
        if known is None:
            return
        if lead.system >= 0:
            self.looking.choose_system(lead.system)
        outcome = known.outcomes.get(known.document.current)
        if outcome is None or lead.name not in outcome.names:
            return
        tables = [getattr(outcome, table) for table in TABLES[lead.kind]]
        places = outcome.sentences_with(tables, lead.name)
        mask = np.zeros(len(known.document.gold), dtype=np.bool_)
        mask[places] = True
        self.light((lead.name,))
        self._next = int(places[0]) if len(places) and not mask[self.looking.sentence] else -1
        sentences = self.looking.parts.sentences
        if (text := self._filter_text(known, lead)) is not None:
            sentences.set_brush(None)
            sentences.filter.setText(text)
        else:
            sentences.filter.clear()
            sentences.set_brush(mask)
            self._arrive()

    def _arrive(self) -> None:
        """Go to the sentence that is to be seen next, now that the list has it."""
        if self._next >= 0 and self.looking.parts.sentences.go_to(self._next):
            self._next = -1
            self.looking.parts.trees.lighting.reveal()

    def _filter_text(self, known: Recognised, lead: Lead) -> str | None:
        """Return the filter for a cell; None where a filter cannot say it: of suites, or where rules differ."""
        system = known.document.current
        same = self._suite is None and known.name(system) == known.name(GOLD)
        return filter_of(lead, known.document.names[system]) if same and is_name(lead.name) else None

    def _go_to(self, sentence: int, names: Sequence[str]) -> None:
        self.light(tuple(names))
        self.looking.parts.sentences.show_sentence(sentence)
        self.looking.parts.trees.lighting.reveal()

    def light(self, names: tuple[str, ...], rules: Recogniser | None = None) -> None:
        """Light up the nodes by which phenomena are recognised, also in the sentences that come; none: nothing.

        With *rules* they are recognised by these, whatever the rules of gold and systems are.
        """
        self.lit = names
        self.looking.parts.trees.light((lambda side, tree: self._nodes(side, tree, rules)) if names else None)
        self.panel.show_lit(", ".join(names))
        self.chips.show_lit(names)

    def _nodes(self, side: str, tree: Tree, rules: Recogniser | None) -> list[int]:
        known = self.known
        if known is None:
            return []
        system = {"gold": GOLD, "system": known.document.current}.get(side, self.looking.second)
        if system >= len(known.document.systems):  # trees of files that were open before: others are drawn in a moment
            return []
        try:
            return known.nodes(system, self.lit, tree, rules)
        except TreelensError:
            return []  # the panel says why

    def stop(self) -> None:
        """Let go of all work beside the window."""
        self._pause.stop()
        self._again.stop()
        for what in list(self._tasks):
            self._cancel(what)
        for task in self._ending:
            task.wait(10)


def _find(known: Recognised, suite: Suite | None, places: dict[str, int], wanted: Sequence[int], task: Task) -> None:
    """Find what comes of each system, and hand it over; runs beside the window."""
    for system in wanted:
        outcome = known.outcome(system, suite, places, task.tell)
        if outcome is not None and not task.share((known, suite, system, outcome)):
            return
