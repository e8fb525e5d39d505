"""Phenomena of what is open: recognised beside the window, listed, lit up in the trees, and written into a suite."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QFileDialog

from treelens.engine.filters.patterns import is_name
from treelens.engine.phenomena import (
    Found,
    Recogniser,
    Suite,
    library_names,
    matching_nodes,
    parses_of,
    read_recogniser,
    recognise,
)
from treelens.engine.phenomena.outcomes import Outcome, found_at, outcome_of_gold, outcome_of_suite
from treelens.engine.problems import TreelensError
from treelens.engine.treebank import Treebank
from treelens.engine.trees import Tree

from .document import Document
from .looking import Looking
from .models.phenomena_rows import TABLES, Lead, filter_of
from .panels.phenomena import PhenomenaPanel
from .panels.sentence_phenomena import SentencePhenomena
from .session.suites import SuiteStore
from .suites import Suites
from .tasks import Task

__all__ = ["Recognising"]

_GOLD = -1  #: stands for gold where systems have their numbers
_PENN = ("brackets", "discbracket", "export", "tigerxml")  #: formats that the shipped rules may say something of
_PAUSE = 80  #: milliseconds that a sentence is looked at before its phenomena are looked for


@dataclass
class _Known:
    """What is known of a document: recognisers by system, what they find, and what that comes to."""

    document: Document
    names: dict[int, str] = field(default_factory=dict)  #: recognisers by name or file; of gold, too
    found: dict[tuple[int, str], Found] = field(default_factory=dict)  #: by system and recogniser
    outcomes: dict[int, Outcome] = field(default_factory=dict)

    def bank(self, system: int) -> Treebank:
        """Return the trees of gold or of a system."""
        return self.document.gold if system == _GOLD else self.document.systems[system]

    def name(self, system: int) -> str:
        """Return the recogniser of gold or of a system, by name or file; empty if there is none that fits."""
        fitting = "penn" if self.bank(system).format in _PENN else ""
        return self.names.get(system, fitting)


class Recognising(QObject):
    """Fills the panel of phenomena while it is to be seen; what is chosen there leads to sentences and nodes."""

    failed = Signal(object)
    said = Signal(str)
    changed = Signal()  #: another suite, another recogniser

    def __init__(self, looking: Looking, suites: Suites, panel: PhenomenaPanel, chips: SentencePhenomena) -> None:
        super().__init__(looking)
        self.looking = looking
        self.suites = suites
        self.panel = panel
        self.chips = chips
        self.lit: tuple[str, ...] = ()
        self._recognisers: dict[str, Recogniser] = {}
        self._own: list[str] = []  # files of recognisers that were opened
        self._known: _Known | None = None
        self._task: Task | None = None
        self._ending: list[Task] = []
        self._pause = QTimer(self, interval=_PAUSE, singleShot=True)
        self._pause.timeout.connect(self._look)
        self._again = QTimer(self, interval=_PAUSE, singleShot=True)
        self._again.timeout.connect(self.follow)
        panel.opened.connect(self.follow)
        suites.changed.connect(self.forget)
        looking.system_changed.connect(self.follow)
        looking.shown.connect(self._pause.start)
        panel.lead_wanted.connect(self._lead)
        panel.sentence_wanted.connect(self._go_to)
        panel.recogniser_wanted.connect(self.choose_recogniser)
        panel.everywhere_wanted.connect(self._use_everywhere)
        panel.dark_wanted.connect(lambda: self.light(()))
        chips.chosen.connect(lambda name: self.light(() if name in self.lit else (name,)))

    @property
    def suite(self) -> SuiteStore | None:
        """The suite that is open."""
        return self.suites.store

    # --- recognisers ----------------------------------------------------------------------------------------------

    @property
    def known(self) -> _Known | None:
        """What is known of what is open."""
        document = self.looking.document
        if document is not None and (self._known is None or self._known.document is not document):
            before, self._known = self._known, _Known(document)
            if before is not None:  # the same files once more, or others: rules stay with their files
                files = {path: before.names.get(number - 1) for number, path in enumerate(before.document.paths)}
                for number, path in enumerate(document.paths):
                    if (name := files.get(path)) is not None:
                        self._known.names[number - 1] = name
        return self._known

    def recogniser(self, name: str) -> Recogniser | None:
        """Return a recogniser that was read; it is read if that was not done yet."""
        if name and name not in self._recognisers:
            self._recognisers[name] = read_recogniser(name)
        return self._recognisers.get(name)

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
        try:
            self.recogniser(name)
        except TreelensError as error:
            self.failed.emit(error)
            name = ""
        if name:
            if name not in library_names() and name not in self._own:
                self._own.append(name)
            known.names[known.document.current] = name
        self._show_recognisers()
        self.forget()

    def _use_everywhere(self) -> None:
        known = self.known
        if known is not None:
            name = known.name(known.document.current)
            known.names = dict.fromkeys(range(_GOLD, len(known.document.systems)), name)
            self._show_recognisers()
            self.forget()

    def reread(self, name: str) -> None:
        """Read a recogniser anew, because its file is another."""
        self._recognisers.pop(name, None)
        if name not in library_names() and name not in self._own:
            self._own.append(name)
        if self._known is not None:
            self._known.found = {key: found for key, found in self._known.found.items() if key[1] != name}
        self._show_recognisers()
        self.forget()

    def _show_recognisers(self) -> None:
        known = self.known
        if known is None:
            return
        titles = [(name, self._title(name)) for name in (*library_names(), *self._own)]
        system = known.document.current
        self.panel.show_recognisers(known.document.names[system], titles, known.name(system))

    def _title(self, name: str) -> str:
        made = self._recognisers.get(name)
        return made.name if made is not None and made.name else Path(name).name

    # --- what is known --------------------------------------------------------------------------------------------

    def forget(self) -> None:
        """Find out anew what comes of it all: the suite or a recogniser is another."""
        if self._known is not None:
            self._known.outcomes = {}
        self.changed.emit()
        self.light(self.lit)
        self._pause.start()
        self._again.start()

    def follow(self) -> None:
        """Show what is known of the system that is looked at, if anybody sees it, and find out the rest."""
        known = self.known
        if known is None or not self.panel.isVisible():
            return
        self._show_recognisers()
        document = known.document
        if document.current in known.outcomes:
            self._show()
        if len(known.outcomes) < len(document.systems):
            if document.current not in known.outcomes:
                self.panel.say(self._waiting(known))
            systems = [document.current, *range(len(document.systems))]
            wanted = [system for system in dict.fromkeys(systems) if system not in known.outcomes]
            suite = self.suite
            self._start(lambda task: self._find(known, suite, wanted, task))

    def _waiting(self, known: _Known) -> str:
        if not known.name(known.document.current):
            return self.tr("Choose a recogniser: rules for trees of this kind do not come with the program.")
        return self.tr("recognising…")

    def _start(self, work: Callable[[Task], object]) -> None:
        self._cancel()
        task = self._task = Task(lambda: work(task), self)
        task.part.connect(self._arrived)
        task.finished.connect(lambda _: self._over(task))
        task.failed.connect(lambda error: self._fail(task, error))
        task.start()

    def _over(self, task: Task) -> bool:
        if self._task is not task:
            return False
        self._task = None
        task.deleteLater()
        return True

    def _fail(self, task: Task, error: object) -> None:
        if self._over(task):
            self.panel.say(str(error))

    def _cancel(self) -> None:
        if self._task is not None:
            self._task.cancel()
            self._ending = [task for task in (*self._ending, self._task) if not task.wait(0)]
            self._task = None

    def _find(self, known: _Known, suite: SuiteStore | None, wanted: Sequence[int], task: Task) -> None:
        """Find what comes of each system, and hand it over; runs beside the window."""
        said, places = (suite.suite, dict(suite.places)) if suite is not None else (None, {})
        for done, system in enumerate(wanted):
            if not task.tell(done, len(wanted)):
                return
            if not known.name(system) or (said is None and not known.name(_GOLD)):
                continue
            found = self._found(known, system)
            partner = known.document.study.comparison(system).pairing.partner
            if said is not None:
                at = np.array([places.get(item.id, -1) for item in said.items], dtype=np.int64)
                outcome = outcome_of_suite(said, at, found, partner)
            else:
                outcome = outcome_of_gold(self._found(known, _GOLD), found, partner)
            _ = outcome.scores
            task.share((known, said, system, outcome))

    def _found(self, known: _Known, system: int) -> Found:
        """Return what is recognised in all trees of gold or of a system; runs beside the window."""
        name = known.name(system)
        if (system, name) not in known.found:
            recogniser = self.recogniser(name)
            assert recogniser is not None
            known.found[system, name] = recognise(recogniser, parses_of(known.bank(system)))
        return known.found[system, name]

    def _arrived(self, part: tuple[_Known, Suite | None, int, Outcome]) -> None:
        known, said, system, outcome = part
        if known is self._known and said is (self.suite.suite if self.suite is not None else None):
            known.outcomes[system] = outcome
            self._show()

    def _show(self) -> None:
        known = self.known
        assert known is not None
        document, suite = known.document, self.suite
        outcome = known.outcomes.get(document.current)
        if outcome is not None:
            shown = self.panel.sentences.outcome
            if shown is not outcome:
                self.panel.show_outcome(outcome, self._words(outcome), of_suite=suite is not None)
                self._look()
        self.panel.show_systems(document.names, known.outcomes, of_suite=suite is not None)

    def _words(self, outcome: Outcome) -> Callable[[int], str]:
        """Return what gives the words of a row: those of the suite, if it has any, else gold's."""
        document, items = self.looking.document, self.suite.suite.items if self.suite is not None else ()
        assert document is not None

        def words_of(row: int) -> str:
            place = int(outcome.places[row])
            own = items[row].text if row < len(items) else ""
            return own or (" ".join(document.gold[place].words) if place >= 0 else "")

        return words_of

    # --- this sentence --------------------------------------------------------------------------------------------

    def _look(self) -> None:
        """Show the phenomena of the sentence that is looked at; what is not known of all is found in its own trees."""
        known, sentence = self.known, self.looking.sentence
        if known is None or sentence < 0:
            return
        outcome = known.outcomes.get(known.document.current)
        if outcome is None:
            outcome = self._of_one(known, sentence)
        row = outcome.row_of.get(sentence) if outcome is not None else None
        self.chips.show_row(outcome, row, self.suite is not None)
        self.chips.show_lit(self.lit)

    def _of_one(self, known: _Known, sentence: int) -> Outcome | None:
        """Return what becomes of one sentence, without waiting for all."""
        system = known.document.current
        partner = known.document.study.comparison(system).pairing.partner[sentence : sentence + 1]
        try:
            theirs = self._found_in(known, system, partner)
            if self.suite is not None:
                item = self.suite.item_of(sentence)
                items = (item,) if item is not None else ()
                at = np.full(len(items), sentence, dtype=np.int64)
                one = Suite(items, self.suite.suite.weights)
                every = np.full(sentence + 1, -1, dtype=np.int64)
                every[sentence] = 0 if partner[0] >= 0 else -1
                return outcome_of_suite(one, at, theirs, every) if theirs is not None else None
            ours = self._found_in(known, _GOLD, np.array([sentence], dtype=np.int64))
        except TreelensError:
            return None  # the panel says why
        if ours is None or theirs is None:
            return None
        made = outcome_of_gold(ours, theirs, np.where(partner >= 0, 0, -1))
        made.places[:] = sentence
        return made

    def _found_in(self, known: _Known, system: int, at: NDArray[np.int64]) -> Found | None:
        """Return what is recognised in one tree."""
        recogniser = self.recogniser(known.name(system))
        if recogniser is None:
            return None
        return found_at(recogniser, parses_of(known.bank(system)), at)

    def in_gold(self, sentence: int) -> list[str]:
        """Return what is recognised in gold's tree of a sentence."""
        known = self.known
        try:
            found = self._found_in(known, _GOLD, np.array([sentence])) if known is not None else None
        except TreelensError:
            return []
        return sorted(found.of(0) or ()) if found is not None else []

    def known_names(self) -> list[str]:
        """Return the names of all phenomena that there are rules for."""
        return list(dict.fromkeys(name for made in self._recognisers.values() for name in made.names))

    # --- where things lead ----------------------------------------------------------------------------------------

    def _lead(self, lead: Lead) -> None:
        """List the sentences that a cell counts, show the first, and light up the nodes."""
        known = self.known
        if known is None:
            return
        if lead.system >= 0:
            self.looking.choose_system(lead.system)
        outcome = known.outcomes.get(known.document.current)
        if outcome is None or lead.name not in outcome.names:
            return
        self.light((lead.name,))
        if (text := self._filter_text(known, lead)) is not None:
            self.looking.parts.sentences.filter.setText(text)
            return
        tables = [getattr(outcome, table) for table in TABLES[lead.kind]]
        sentences = outcome.sentences_with(tables, lead.name)
        mask = np.zeros(len(known.document.gold), dtype=np.bool_)
        mask[sentences] = True
        self.looking.parts.sentences.set_brush(mask)
        if len(sentences) and not mask[self.looking.sentence]:
            self.looking.parts.sentences.show_sentence(int(sentences[0]))

    def _filter_text(self, known: _Known, lead: Lead) -> str | None:
        """Return the filter for a cell; None where a filter cannot say it: of suites, or where rules differ."""
        system = known.document.current
        same = self.suite is None and known.name(system) == known.name(_GOLD)
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
        system = {"gold": _GOLD, "system": known.document.current}.get(side, self.looking.second)
        try:
            found = rules or self.recogniser(known.name(system))
            names = [name for name in self.lit if found is not None and name in found]
            return sorted({node for name in names if found for node in matching_nodes(found, name, tree)})
        except TreelensError:
            return []  # the panel says why

    # --- manners --------------------------------------------------------------------------------------------------

    def stop(self) -> None:
        """Let go of all work beside the window."""
        self._pause.stop()
        self._again.stop()
        self._cancel()
        for task in self._ending:
            task.wait(10)
