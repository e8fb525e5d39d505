"""What is open: gold, systems, and the study of them. Knows nothing of widgets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from PySide6.QtCore import QCoreApplication

from treelens.engine.analyses import Analyses, analyses_of
from treelens.engine.breakdowns import Finders, finders
from treelens.engine.cache import user_cache
from treelens.engine.errors import Errors, Explanation
from treelens.engine.files import is_file
from treelens.engine.filters import Context
from treelens.engine.formats import load
from treelens.engine.heads import head_rules
from treelens.engine.prepare import Preparation, usual_preparation
from treelens.engine.problems import Problem, TreelensError
from treelens.engine.runs import Runs, runs_after
from treelens.engine.study import Study
from treelens.engine.sweep import System, named_systems
from treelens.engine.treebank import Treebank
from treelens.engine.trees import Tree

from .models.known_errors import KnownErrors
from .views.compared import Parse, Shown

__all__ = ["FEW", "Document", "Others", "Wanted", "open_document", "read_others", "reason"]

FEW = 48  #: systems whose trees are all held in memory
_LARGE = 4_000  #: nodes of two trees whose errors take longer to explain than anybody waits for a sentence
_SMALL = 400_000_000  #: bytes that their files may have together
_AT_ONCE = 20_000_000  #: bytes that systems may have together if nobody is to see the first before all are read


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
    points: Sequence[System] = ()  #: all systems that were named; of very many, only some are open
    waiting: Sequence[System] = ()  #: those that are still to be read, while the others are open
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
    def unread(self) -> list[str]:
        """The files that were wanted and could not be read."""
        return list(
            dict.fromkeys(
                one.path for one in self.problems if one.path in self.wanted[1:] and one.path not in self.paths
            )
        )

    def number_among_wanted(self, system: int) -> int:
        """Return the number of a system among all that were wanted, some of which may not be open."""
        path, wanted = self.paths[system + 1], self.wanted[1:]
        return wanted.index(path) if path in wanted else max(self.point(system), 0)

    def open_number(self, among_wanted: int) -> int:
        """Return the number among those that are open of a system that was wanted; if it is not there, of another."""
        there = self.paths[1:]
        for named in (self.wanted[1:], [point.path for point in self.points]):  # by itself, or in a folder
            if among_wanted < len(named) and named[among_wanted] in there:
                return there.index(named[among_wanted])
        return min(among_wanted, len(there) - 1)

    @property
    def is_partial(self) -> bool:
        """Whether there are so many systems that only those are open which were looked at."""
        return len(self.points) > len(self.systems) + len(self.waiting)

    def opened(self, point: int) -> int | None:
        """Return the number of a system among those that are open; None if it is not."""
        path = self.points[point].path
        return self.paths.index(path, 1) - 1 if path in self.paths[1:] else None

    def point(self, system: int) -> int:
        """Return the number of an open system among all that were named; -1 if it is none of them."""
        path = self.paths[system + 1]
        return next((number for number, point in enumerate(self.points) if point.path == path), -1)

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
        with ThreadPoolExecutor(self.study.jobs) as pool:
            list(pool.map(self.study.comparison, range(len(self.systems))))
        _ = self.context.texts, self.errors.style, self.gold.digest

    def with_others(self, others: Others) -> Document:
        """Return the same with the systems that were waiting, as far as they could be read."""
        read = {bank.path: bank for bank in (*self.systems, *others.study.systems)}
        unread = [path for path, _ in others.unread]
        points = [point for point in self.points if point.path not in unread]
        named = {point.path: point.name for point in points}
        systems = [read[point.path] for point in points if point.path in read]
        study = self.study.joined(others.study, systems)
        context = replace(self.context, study=study, errors=None, counted_parts={})
        context.texts = self.context.texts
        context.system = systems.index(self.systems[self.current])
        made = replace(
            self,
            paths=[self.gold.path, *(bank.path for bank in systems)],
            systems=systems,
            names=[named[bank.path] for bank in systems],
            study=study,
            context=context,
            problems=[*self.problems, *_unread(others.unread), *others.problems],
            points=points,
            waiting=(),
        )
        made.errors = made.context.errors = self.errors.beside(study.comparison)
        made.known_errors = KnownErrors(made.errors, len(made.gold))
        return made

    def without_others(self) -> None:
        """Be content with the systems that are open."""
        waiting = [point.path for point in self.waiting]
        self.points = [point for point in self.points if point.path not in waiting]
        self.waiting = ()

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
            Parse.of(comparison.gold, int(self.gold.best()[sentence])),
            Parse.of(comparison.test, number) if number is not None else None,
            self.preparation,
            title,
            comparison.messages.get(sentence, ""),
            finders=lambda: self.finders(sentence),
        )

    def finders(self, sentence: int) -> Finders:
        """Find out which systems found the brackets of a gold sentence."""
        systems = range(len(self.systems))
        return finders([self.study.comparison(system) for system in systems], self.names, sentence)

    def explanation(self, sentence: int, system: int, analysis: int | None = None) -> Explanation | None:
        """Return what is wrong with what :meth:`shown` returns; None if it cannot be compared."""
        number = self._tree_number(sentence, system, analysis)
        if number is None or analysis is None:
            return self.errors.of(system, sentence)
        return self.errors.of_tree(system, sentence, number)

    def is_explained_later(self, sentence: int, system: int) -> bool:
        """Say whether it would take so long to explain a sentence that it is left to the background."""
        if self.errors.is_known(system, sentence):
            return False
        comparison = self.study.comparison(system)
        number = self._tree_number(sentence, system, None)
        gold = len(self.gold.tree(int(self.gold.best()[sentence])))
        return number is not None and gold + len(comparison.system.tree(number)) > _LARGE

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


@dataclass(frozen=True)
class Others:
    """Systems that were read after the one that is looked at: compared with gold, and those that could not be read."""

    study: Study
    unread: Sequence[tuple[str, TreelensError]]

    @property
    def problems(self) -> list[Problem]:
        """What is wrong with the files that were read."""
        return [problem for bank in self.study.systems for problem in bank.problems]


def read_others(document: Document, wanted: Callable[[int, int], bool] = lambda done, total: True) -> Others:
    """Read the systems that a document waits for, one after the other, and compare them with gold.

    *wanted* hears how many of how many are read, and says whether to go on. Made to run outside the window's thread.
    """
    banks: list[Treebank] = []
    unread: list[tuple[str, TreelensError]] = []
    for done, point in enumerate(document.waiting):
        if not wanted(done, len(document.waiting)):
            break
        found = _attempt(point.path)
        if isinstance(found, Treebank):
            banks.append(found)
        else:
            unread.append((point.path, found))
    study = document.study.beside(banks)
    for system in range(len(banks)):
        study.comparison(system)
    return Others(study, unread)


def open_document(
    paths: Sequence[str],
    preparation: Wanted = None,
    jobs: int = 2,
    style: str | None = None,
    before: Study | None = None,
    runs: Runs | None = None,
    points: Sequence[System] | None = None,
    looked_at: Sequence[str] = (),
    before_others: int | None = None,
) -> Document:
    """Read files, the first being gold; made to run outside the window's own thread.

    Systems are files, folders, patterns and tables of systems, or *points* if those are known. Of very many only the
    first is opened, or those that are *looked_at*, by their paths. What a study *before* has counted of trees that are
    still the same is taken over; its scores of systems whose files are others now are kept, beside the *runs* that were
    known then. Where files are large, a system may be read *before others*, by its number: these are left waiting.
    """
    gold, *others = paths
    points = named_systems(others, gold) if points is None else points
    named = {point.path: point.name for point in points}
    chosen = _to_open([point.path for point in points], looked_at)
    now = chosen if before_others is None else _read_first(chosen, before_others)
    banks, unread = _read([gold, *now], jobs)
    if len(banks) < 2 and len(now) < len(chosen):  # the one that was to be seen first cannot be read
        now = chosen
        banks, unread = _read([gold, *now], jobs)
    if len(banks) < 2:
        raise unread[0][1] if unread else TreelensError(f"{gold}: there is no system to compare with")
    problems = _unread(unread)
    wanted = preparation(banks[0]) if callable(preparation) else preparation or usual_preparation(banks[0])
    known = _with_known_heads(wanted, problems)
    study = Study(banks[0], banks[1:], known, jobs=jobs, cache=user_cache(), before=before)
    problems += [problem for bank in banks for problem in bank.problems]
    read = [bank.path for bank in banks]
    names = [named[path] for path in read[1:]]
    unreadable = [path for path, _ in unread]
    there = [point for point in points if point.path not in unreadable]
    waiting = [point for point in points if point.path in chosen and point.path not in now]
    made = Document(
        list(paths), read, banks[0], banks[1:], names, study, Context(study), problems, style, there, waiting
    )
    made.compare()
    if before is not None:
        made.context.runs = runs_after(before, runs or {}, study)
    return made


def _read(paths: Sequence[str], jobs: int) -> tuple[list[Treebank], list[tuple[str, TreelensError]]]:
    """Read files side by side, and return what became of them; the first one, gold, must be readable."""
    with ThreadPoolExecutor(jobs) as pool:
        found = list(zip(paths, pool.map(_attempt, paths), strict=True))
    if isinstance(found[0][1], TreelensError):
        raise found[0][1]
    banks = [one for _, one in found if isinstance(one, Treebank)]
    return banks, [(path, one) for path, one in found if isinstance(one, TreelensError)]


def _attempt(path: str) -> Treebank | TreelensError:
    """Read a file, or return why it cannot be read."""
    try:
        return load(path).folded()
    except TreelensError as error:
        return error


def _unread(unread: Sequence[tuple[str, TreelensError]]) -> list[Problem]:
    """Return files that could not be read as problems."""
    return [Problem(path, 0, 0, reason(path, error)) for path, error in unread]


def _read_first(paths: Sequence[str], first: int) -> Sequence[str]:
    """Return the systems to be read before anything is shown: all, or one if they are large."""
    if sum(Path(path).stat().st_size for path in paths if is_file(path)) <= _AT_ONCE or not paths:
        return paths
    return [paths[first if first < len(paths) else 0]]


def _to_open(paths: Sequence[str], looked_at: Sequence[str]) -> Sequence[str]:
    """Return the systems whose trees are held in memory: all if they are few and small, else those looked at."""
    sizes = (Path(path).stat().st_size for path in paths if is_file(path))
    if len(paths) <= FEW and sum(sizes) <= _SMALL:
        return paths
    return [path for path in paths if path in looked_at] or paths[:1]


def _with_known_heads(preparation: Preparation, problems: list[Problem]) -> Preparation:
    """Leave out head rules whose file is gone or cannot be read any more, and say so."""
    names = dict.fromkeys((preparation.heads, preparation.system_heads), "")
    for name in filter(None, names):
        try:
            head_rules(name)
            names[name] = name
        except TreelensError as error:
            problems.append(Problem(name, 0, 0, f"head rules were left out: {reason(name, error)}"))
    return replace(preparation, heads=names[preparation.heads], system_heads=names[preparation.system_heads])


def reason(path: str, error: TreelensError) -> str:
    """Return why a file could not be read, without its name in front."""
    return str(error).removeprefix(f"{path}: ")
