"""All the sentences of one file.

A :class:`Treebank` keeps the columns of all its trees in one block, so that kernels can run over the whole file at
once, and hands out :class:`Sentence` objects where somebody looks at one. A sentence without a tree is a failed
parse; a sentence with several is an n-best list, best first. Analyses that share the score of the first are *tied*.

What a grammar says beside the tree hangs beside it here too: the meaning as text (an MRS, see
:mod:`~treelens.engine.semantics`), which nobody parses before it is asked for.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate, islice

import numpy as np
from numpy.typing import NDArray

from .folded import folded
from .problems import Problem
from .source import Source
from .trees import Columns, Gaps, Tree

__all__ = ["Analysis", "Sentence", "Tokens", "Treebank", "batches"]

#: What a format says of each word beside the tree: columns such as ``lemma`` or ``head``, one string a word.
Tokens = Mapping[str, tuple[str, ...]]


_BESIDE = ("scores", "gaps", "functions", "tokens", "semantics", "readings", "faults")  #: what is kept by tree number


@dataclass(frozen=True, slots=True)
class Analysis:
    """One parse of a sentence: the tree, its score if the parser gave one, what is said of its words, its meaning."""

    tree: Tree
    score: float | None = None
    tokens: Tokens | None = None
    semantics: str | None = None


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a treebank: its analyses, best first (none if the parse failed), and where it stands."""

    analyses: tuple[Analysis, ...] = ()
    id: str | None = None
    line: int = 0
    problem: Problem | None = None
    text: str | None = None  #: the sentence as it was given to the parser, where the format keeps it

    @property
    def tree(self) -> Tree | None:
        """The first analysis, or None."""
        return self.analyses[0].tree if self.analyses else None

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the first analysis."""
        return self.tree.words if self.tree is not None else ()


def _int64(values: Iterable[int]) -> NDArray[np.int64]:
    return np.fromiter(values, dtype=np.int64)


@dataclass
class Treebank:
    """The sentences of one file, with everything that was found wrong in it.

    Trees are numbered through the file; ``analyses`` says which trees belong to which sentence, and is None where
    tree *i* is sentence *i*. What only some trees have (gaps, scores …) is kept by tree number.
    """

    source: Source | None
    columns: Columns
    first: NDArray[np.int64]  #: the first node of each tree, and behind the last one the number of all nodes
    lines: NDArray[np.int64]  #: the line on which each tree begins
    ids: list[str | None] | None = None  #: by tree; None if the file has none
    analyses: list[list[int]] | None = None
    scores: dict[int, float] = field(default_factory=dict)
    gaps: dict[int, Gaps] = field(default_factory=dict)
    functions: dict[int, tuple[str, ...]] = field(default_factory=dict)
    tokens: dict[int, Tokens] = field(default_factory=dict)
    semantics: dict[int, str] = field(default_factory=dict)  #: by tree: what it means, as the file writes it
    readings: dict[int, int] = field(default_factory=dict)  #: by first tree: how many parses were found, kept or not
    texts: list[str | None] | None = None  #: by tree: the sentence as it was given to the parser
    root_symbols: frozenset[str] = frozenset()  #: labels that only say what was looked for, above the tree proper
    faults: dict[int, tuple[int, ...]] = field(default_factory=dict)  #: by tree: the reader's codes for what is wrong
    problems: list[Problem] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)  #: things to know about the file as a whole
    often: dict[str, tuple[int, int]] = field(default_factory=dict)  #: notes to be: how often, which line first
    format: str = ""

    def __len__(self) -> int:
        return len(self.first) - 1 if self.analyses is None else len(self.analyses)

    def __iter__(self) -> Iterator[Sentence]:
        return map(self.__getitem__, range(len(self)))

    def __getitem__(self, position: int) -> Sentence:
        if not 0 <= position < len(self):
            raise IndexError(position)
        numbers = self.numbers(position)
        trees = [(number, self.tree(number)) for number in numbers]
        made = tuple(
            Analysis(tree, self.scores.get(number), self.tokens.get(number), self.semantics.get(number))
            for number, tree in trees
            if len(tree)
        )
        problem = self._problem_of.get(position)
        line = int(self.lines[numbers[0]]) if numbers else 0
        return Sentence(made, self.sentence_id(position), line, problem, self.sentence_text(position))

    @cached_property
    def _problem_of(self) -> dict[int | None, Problem]:
        return {problem.sentence: problem for problem in reversed(self.problems)}

    @cached_property
    def digest(self) -> str:
        """A hash of the file's contents, as read; of the trees where there is no file."""
        made = hashlib.sha256()
        for piece in [self.source.data] if self.source else (repr(sentence).encode() for sentence in self):
            made.update(piece)
        return made.hexdigest()

    @property
    def by_line(self) -> bool:
        """Whether the file was read as EVALB does, bytes as they are."""
        return self.source is not None and self.source.raw

    @property
    def path(self) -> str:
        """The file's path as it was given."""
        return self.source.path if self.source else ""

    def tree(self, number: int) -> Tree:
        """Return a tree by its number; one without nodes is a failed parse."""
        part = self.columns.part(int(self.first[number]), int(self.first[number + 1]))
        return Tree(part, self.source, self.gaps.get(number, {}), self.functions.get(number))

    def numbers(self, position: int) -> list[int]:
        """Return the numbers of the trees of a sentence, best first."""
        return [position] if self.analyses is None else self.analyses[position]

    def best(self) -> NDArray[np.int64]:
        """Return for each sentence the number of its first tree, -1 if it has none."""
        if self.analyses is None:
            return np.arange(len(self), dtype=np.int64)
        return _int64(numbers[0] if numbers else -1 for numbers in self.analyses)

    def sentence_id(self, position: int) -> str | None:
        """Return the format's own id of a sentence."""
        return self._of_sentence(self.ids, position)

    def sentence_text(self, position: int) -> str | None:
        """Return a sentence as it was given to the parser."""
        return self._of_sentence(self.texts, position)

    def _of_sentence(self, column: list[str | None] | None, position: int) -> str | None:
        if column is None:
            return None
        numbers = self.numbers(position)
        return column[numbers[0]] if numbers else None

    @cached_property
    def tied(self) -> dict[int, tuple[int, ...]]:
        """The trees whose score is that of the first of their sentence, by that first one, where there are several.

        A score of 0 is a score: grammars without a ranking model give it to every tree, and all of them tie.
        """
        found = {}
        for first, *others in filter(None, self.analyses or ()):
            best = self.scores.get(first)
            alike = [number for number in others if best is not None and self.scores.get(number) == best]
            if alike:
                found[first] = (first, *alike)
        return found

    def at_rank(self, rank: int) -> Treebank:
        """Return the same with one analysis a sentence: that of a rank, counted from 1, or the last if it has fewer."""
        if self.analyses is None:
            return self
        kept = [numbers[min(rank, len(numbers)) - 1 :][:1] for numbers in self.analyses]
        return replace(self, analyses=kept)

    @property
    def plain(self) -> bool:
        """Whether tree *i* is sentence *i* and has nothing beside it: then stretches of it are treebanks too."""
        beside = (self.ids, self.texts, self.analyses, self.gaps, self.functions, self.tokens, self.semantics)
        return not any(beside)

    def part(self, begin: int, end: int) -> Treebank:
        """Return a stretch of a plain treebank, and of its problems those of sentences; no tree is copied."""
        first, last = int(self.first[begin]), int(self.first[end])
        return replace(
            self,
            columns=self.columns.part(first, last),
            first=self.first[begin : end + 1] - first,
            lines=self.lines[begin:end],
            faults={number - begin: fault for number, fault in self.faults.items() if begin <= number < end},
            problems=[
                replace(problem, sentence=problem.sentence - begin)
                for problem in self.problems
                if problem.sentence is not None and begin <= problem.sentence < end
            ],
        )

    def some(self, numbers: Sequence[int] | NDArray[np.int64]) -> Treebank:
        """Return some of the trees, each a sentence, numbered anew from 0, with all that hangs beside them.

        The number -1 stands for no tree, as in :meth:`best`.
        """
        chosen = [self.columns.part(int(self.first[number]), int(self.first[number + 1])) for number in numbers]
        made = replace(
            self,
            columns=Columns.joined([Columns.empty(0), *chosen]),
            first=_int64(accumulate((len(part.label) for part in chosen), initial=0)),
            lines=self.lines[numbers],
            ids=None if self.ids is None else [self.ids[number] for number in numbers],
            texts=None if self.texts is None else [self.texts[number] for number in numbers],
            analyses=None,
            problems=[],
        )
        for name in _BESIDE:
            beside = getattr(self, name)
            setattr(made, name, {place: beside[number] for place, number in enumerate(numbers) if number in beside})
        return made

    def folded(self) -> Treebank:
        """Return the same with its columns in less than half the room: for files that stay open for long."""
        return replace(self, columns=folded(self.columns))

    def outline(self) -> Treebank:
        """Return what is left of a plain treebank without its text and its nodes: how many each tree has, and notes."""
        source = None if self.source is None else replace(self.source, data=b"", first_line=1, goes_on=False)
        return replace(self, source=source, columns=Columns.empty(0), faults={})

    @classmethod
    def of(cls, sentences: Sequence[Sentence], source: Source | None = None, format: str = "") -> Treebank:
        """Make a treebank of sentences in memory."""
        bank = cls(source, Columns.empty(0), _int64([0]), _int64([]), format=format)
        columns: list[Columns] = []
        first, lines = [0], list[int]()
        ids: list[str | None] = []
        texts: list[str | None] = []
        analyses: list[list[int]] = []
        for position, sentence in enumerate(sentences):
            numbers = []
            for analysis in sentence.analyses or (None,):
                number = len(lines)
                numbers.append(number)
                lines.append(sentence.line)
                ids.append(sentence.id)
                texts.append(sentence.text)
                if analysis is not None:
                    bank._keep(number, analysis)
                    columns.append(analysis.tree.columns)
                first.append(first[-1] + (len(analysis.tree) if analysis else 0))
            analyses.append(numbers)
            if sentence.problem:
                bank.problems.append(replace(sentence.problem, sentence=position))
        bank.columns = Columns.joined(columns) if columns else Columns.empty(0)
        bank.first, bank.lines = _int64(first), _int64(lines)
        bank.ids = ids if any(ids) else None
        bank.texts = texts if any(texts) else None
        bank.analyses = analyses if len(lines) != len(sentences) else None
        return bank

    def _keep(self, number: int, analysis: Analysis) -> None:
        if analysis.score is not None:
            self.scores[number] = analysis.score
        if analysis.tree.gaps:
            self.gaps[number] = analysis.tree.gaps
        if analysis.tree.functions:
            self.functions[number] = analysis.tree.functions
        if analysis.tokens:
            self.tokens[number] = analysis.tokens
        if analysis.semantics:
            self.semantics[number] = analysis.semantics

    @classmethod
    def joined(cls, parts: Iterable[Treebank]) -> Treebank:
        """Join the batches that a reader yields into one treebank, and gather analyses of the same id."""
        bank = cls.concatenated(list(parts))
        return bank.noted()._by_id()

    def noted(self) -> Treebank:
        """Return the same with notes on what occurs often in the file, now that all of it is there."""
        told = [note.format(count=count, line=line) for note, (count, line) in self.often.items()]
        return replace(self, notes=[*self.notes, *told], often={}) if told else self

    @classmethod
    def concatenated(cls, banks: Sequence[Treebank]) -> Treebank:
        """Put treebanks one behind the other."""
        if len(banks) == 1:
            return banks[0]
        trees = np.cumsum([0] + [len(bank.lines) for bank in banks])
        sentences = np.cumsum([0] + [len(bank) for bank in banks])
        nodes = np.cumsum([0] + [int(bank.first[-1]) for bank in banks])
        whole = cls(
            banks[0].source,
            Columns.joined([bank.columns for bank in banks]),
            np.concatenate([bank.first[:-1] + shift for bank, shift in zip(banks, nodes, strict=False)] + [nodes[-1:]]),
            np.concatenate([bank.lines for bank in banks]),
            format=banks[0].format,
        )
        if any(bank.ids for bank in banks):
            whole.ids = [name for bank in banks for name in bank.ids or [None] * len(bank.lines)]
        if any(bank.texts for bank in banks):
            whole.texts = [text for bank in banks for text in bank.texts or [None] * len(bank.lines)]
        whole.root_symbols = frozenset().union(*(bank.root_symbols for bank in banks))
        if any(bank.analyses for bank in banks):
            whole.analyses = [
                [number + int(shift) for number in numbers]
                for bank, shift in zip(banks, trees, strict=False)
                for numbers in bank.analyses or [[number] for number in range(len(bank))]
            ]
        for bank, shift, sentence in zip(banks, trees.tolist(), sentences.tolist(), strict=False):
            for name in _BESIDE:
                getattr(whole, name).update({n + shift: v for n, v in getattr(bank, name).items()})
            whole.problems.extend(
                p if p.sentence is None else replace(p, sentence=p.sentence + sentence) for p in bank.problems
            )
            whole.notes.extend(note for note in bank.notes if note not in whole.notes)
            for note, (count, line) in bank.often.items():
                before, first = whole.often.get(note, (0, line))
                whole.often[note] = before + count, min(first, line)
        return whole

    def _by_id(self) -> Treebank:
        """Where trees of one file carry the same id, make them analyses of one sentence."""
        if self.ids is None or self.analyses is not None:
            return self
        groups: dict[str, list[int]] = {}
        for number, name in enumerate(self.ids):
            groups.setdefault(name if name is not None else f"\0{number}", []).append(number)
        if len(groups) == len(self.ids):
            return self
        order = {number: position for position, numbers in enumerate(groups.values()) for number in numbers}
        problems = [p if p.sentence is None else replace(p, sentence=order[p.sentence]) for p in self.problems]
        repeated = sum(len(numbers) > 1 for numbers in groups.values())
        notes = [*self.notes, f"{repeated} ids occur several times: their trees are analyses of one sentence"]
        return replace(self, analyses=list(groups.values()), problems=problems, notes=notes)


def batches(sentences: Iterable[Sentence], source: Source, format: str, size: int = 1000) -> Iterator[Treebank]:
    """Gather sentences as a reader yields them into treebanks of at most *size*."""
    rest = iter(sentences)
    while part := list(islice(rest, size)):
        bank = Treebank.of(part, source, format)
        bank.notes = list(source.notes)
        yield bank
