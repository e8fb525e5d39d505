"""What is open: gold, systems, and the study of them. Knows nothing of widgets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from PySide6.QtCore import QCoreApplication

from treelens.engine.analyses import Analyses, analyses_of
from treelens.engine.cache import user_cache
from treelens.engine.errors import Errors, Explanation
from treelens.engine.filters import Context
from treelens.engine.formats import load
from treelens.engine.heads import head_rules
from treelens.engine.prepare import Preparation, usual_preparation
from treelens.engine.problems import Problem, TreelensError
from treelens.engine.scoring import system_names
from treelens.engine.study import Study
from treelens.engine.treebank import Treebank
from treelens.engine.trees import Tree

from .models.known_errors import KnownErrors
from .views.compared import Parse, Shown

__all__ = ["Document", "Wanted", "open_document"]


#: What is compared: a preparation, one that depends on gold, or None for the usual one.
Wanted = Preparation | Callable[[Treebank], Preparation] | None


@dataclass
class Document:
    """Files that were opened together."""

    wanted: list[str]  #: all files, gold first
    paths: list[str]  #: those that could be read
    gold: Treebank
    systems: list[Treebank]
    names: list[str]
    study: Study
    context: Context  #: what filters are asked about
    problems: list[Problem] = field(default_factory=list)
    style: str | None = None  #: by which labels errors have which kind; None: as fits gold
    errors: Errors = field(init=False)  #: what went wrong, explained when asked for
    known_errors: KnownErrors = field(init=False)  #: what of it is explained by now

    def __post_init__(self) -> None:
        """Let errors be asked for, also by filters; nothing is explained yet."""
        self.errors = self.context.errors = Errors(self.study.comparison, self.style)
        self.known_errors = KnownErrors(self.errors, len(self.gold))

    @property
    def current(self) -> int:
        """The system that is looked at."""
        return self.context.system

    @current.setter
    def current(self, system: int) -> None:
        self.context.system = system

    @property
    def across(self) -> bool:
        """Whether phrases are compared with dependencies throughout."""
        return all((bank.format == "conllu") != (self.gold.format == "conllu") for bank in self.systems)

    @property
    def preparation(self) -> Preparation:
        """What is compared."""
        return self.study.preparation

    def compared_by(self, preparation: Preparation) -> Document:
        """Return the same files, compared by other settings; made to run outside the window's own thread."""
        study = self.study.again(preparation)
        made = replace(self, study=study, context=Context(study, self.current))
        made.compare()
        return made

    def compare(self) -> None:
        """Pair and count all systems and find all words, so that nothing has to be waited for later."""
        for system in range(len(self.systems)):
            self.study.comparison(system)
        _ = self.context.texts, self.errors.style

    @property
    def fitting_docks(self) -> list[str]:
        """The docks that have something to say of these files and nothing of most others."""
        banks = [self.gold, *self.systems]
        several = any(len(bank.first) - 1 > len(bank) for bank in self.systems)
        found = {
            "meaning": any(bank.semantics for bank in banks),
            "analyses": several,
            "profiles": all(bank.format == "delphin" for bank in banks),
        }
        return [name for name, fits in found.items() if fits]

    def analyses(self, sentence: int, system: int) -> Analyses:
        """Return all analyses that a system has of a sentence."""
        return analyses_of(self.study.comparison(system), sentence)

    def shown(self, sentence: int, system: int, analysis: int | None = None) -> Shown:
        """Return a sentence as a system has it, beside gold: its analysis at a place, or the one that is compared."""
        comparison = self.study.comparison(system)
        number, title = self._tree_number(sentence, system, analysis), self.names[system]
        if analysis is not None:
            said = QCoreApplication.translate("Document", "{} · analysis {} of {}")
            title = said.format(title, analysis + 1, len(self.analyses(sentence, system).numbers))
        return Shown(
            Parse.of(comparison.gold, int(comparison.gold.bank.best()[sentence])),
            Parse.of(comparison.test, number) if number is not None else None,
            self.preparation,
            title,
            comparison.messages.get(sentence, ""),
        )

    def explanation(self, sentence: int, system: int, analysis: int | None = None) -> Explanation | None:
        """Return what is wrong with what :meth:`shown` returns; None if it cannot be compared."""
        number = self._tree_number(sentence, system, analysis)
        if number is None or analysis is None:
            return self.errors.of(system, sentence)
        return self.errors.of_tree(system, sentence, number)

    def _tree_number(self, sentence: int, system: int, analysis: int | None) -> int | None:
        """Return the tree of a system's analysis at a place, or of the one that is compared; None if there is none."""
        there = self.analyses(sentence, system)
        places = there.in_use[:1] if analysis is None else (analysis,)
        return there.numbers[places[0]] if places else None

    def mismatches(self) -> list[Problem]:
        """Return notes on how each system was paired with gold, and on sentences that could not be compared."""
        found = []
        for system, bank in enumerate(self.systems):
            comparison = self.study.comparison(system)
            messages = comparison.messages
            found += [Problem(bank.path, 0, 0, note) for note in comparison.pairing.notes]
            if messages:
                sentence, message = next(iter(messages.items()))
                text = f"{len(messages)} of {len(self.gold)} sentences could not be compared (status:error finds them)"
                found.append(Problem(bank.path, 0, 0, f"{text}; sentence {sentence + 1}: {message}"))
        return found

    def original(self, sentence: int, side: str, analysis: int | None = None) -> Tree | None:
        """Return a tree of a sentence as it is in the file: gold's, or that of the system that is looked at."""
        if side == "gold":
            bank, number = self.gold, next(iter(self.gold.numbers(sentence)), None)
        else:
            bank, number = self.systems[self.current], self._tree_number(sentence, self.current, analysis)
        tree = bank.tree(number) if number is not None else None
        return tree if tree else None

    def place_of(self, problem: Problem) -> tuple[int | None, int | None]:
        """Return the system whose file a problem is in (None: gold), and the sentence it is about, if any."""
        files = [Path(path) for path in self.paths]
        places = [place for place in (Path(problem.path), Path(problem.path).parent) if place in files]  # a table, too
        if problem.sentence is None or not places:
            return None, None
        system = files.index(places[0]) - 1
        if system < 0:
            return None, problem.sentence if problem.sentence < len(self.gold) else None
        found = np.flatnonzero(self.study.comparison(system).pairing.partner == problem.sentence)
        return system, int(found[0]) if len(found) else None


def open_document(
    paths: Sequence[str],
    preparation: Wanted = None,
    jobs: int = 2,
    style: str | None = None,
    before: Study | None = None,
) -> Document:
    """Read files, the first being gold; made to run outside the window's own thread.

    What a study *before* has counted of trees that are still the same is taken over.
    """
    gold, *others = paths
    banks, unread = [load(gold)], []
    for path in others:
        try:
            banks.append(load(path))
        except TreelensError as error:
            unread.append((path, error))
    if len(banks) < 2:
        raise unread[0][1] if unread else TreelensError(f"{gold}: there is no system to compare with")
    problems = [Problem(path, 0, 0, _reason(path, error)) for path, error in unread]
    wanted = preparation(banks[0]) if callable(preparation) else preparation or usual_preparation(banks[0])
    known = _with_known_heads(wanted, problems)
    study = Study(banks[0], banks[1:], known, jobs=jobs, cache=user_cache(), before=before)
    problems += [problem for bank in banks for problem in bank.problems]
    read = [bank.path for bank in banks]
    names = system_names(read[1:])
    made = Document(list(paths), read, banks[0], banks[1:], names, study, Context(study), problems, style)
    made.compare()
    return made


def _with_known_heads(preparation: Preparation, problems: list[Problem]) -> Preparation:
    """Leave out head rules whose file is gone or cannot be read any more, and say so."""
    names = dict.fromkeys((preparation.heads, preparation.system_heads), "")
    for name in filter(None, names):
        try:
            head_rules(name)
            names[name] = name
        except TreelensError as error:
            problems.append(Problem(name, 0, 0, f"head rules were left out: {_reason(name, error)}"))
    return replace(preparation, heads=names[preparation.heads], system_heads=names[preparation.system_heads])


def _reason(path: str, error: TreelensError) -> str:
    """Return why a file could not be read, without its name in front."""
    return str(error).removeprefix(f"{path}: ")
