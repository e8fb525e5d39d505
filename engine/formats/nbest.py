"""N-best lists of the BLLIP (Charniak) parser: several analyses of each sentence, each with its score.

A line with the number of analyses and the sentence's id, then a line with the score and a line with the
tree in turn, and an empty line behind the sentence::

    2	sentence-1
    -14.3
    (S1 (S (NP (PRP She)) (VP (VBZ sleeps))))
    -16.9
    (S1 (NP (PRP She) (NNS sleeps)))

A number of 0 is a failed parse. Where a reranker has put two scores on the line, the first, its own, is
kept. An unknown score is written as ``nan``.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ..kernels import brackets as kernel
from ..problems import Problem
from ..source import Source
from ..treebank import Analysis, Sentence, Treebank, batches
from .brackets import bracketed
from .records import Record, records

__all__ = ["EXTENSIONS", "NAME", "TITLE", "detect", "read", "write"]

NAME = "nbest"
KEEPS_ORDER = False
TITLE = "n-best lists of the BLLIP parser: number and id, then scores and trees"
EXTENSIONS = (".nbest",)

_HEADER = re.compile(r"\s*(\d{1,9})(?:\t(.*))?")
_BEGINNING = re.compile(rb"\s*(0(\t[^\n]*|\r)?\n\s*)*\d+(\t[^\n]*|\r)?\n[ \t]*[-+]?(\d|\.\d|inf|nan)[^\n(]*\n[ \t]*\(")


def detect(source: Source) -> float:
    """Return how sure it is that this is the format: the text begins with a number, a score and a tree."""
    return 0.7 if _BEGINNING.match(source.data[:8192]) else 0.0


def read(source: Source) -> Iterator[Treebank]:
    """Read the sentences with all their analyses; a bad tree is a problem, the other analyses stay."""
    return batches(_sentences(source), source, NAME)


def write(sentences: Iterable[Sentence]) -> Iterator[str]:
    """Write all analyses of each sentence."""
    for sentence in sentences:
        name = "" if sentence.id is None else "\t" + " ".join(sentence.id.split())
        yield f"{len(sentence.analyses)}{name}\n"
        for analysis in sentence.analyses:
            score = math.nan if analysis.score is None else analysis.score
            yield f"{score!r}\n{bracketed(analysis.tree)}\n"
        yield "\n"


@dataclass
class _Entry:
    """A sentence as it is read: what its first line announced, and what has come so far."""

    line: int
    begin: int
    count: int = 0
    id: str | None = None
    problem: Problem | None = None
    score: float | None = None
    trees: int = 0
    analyses: list[Analysis] = field(default_factory=list)

    @classmethod
    def begun(cls, record: Record) -> _Entry:
        """Begin a sentence with the line that should hold number and id."""
        entry = cls(record.line, record.at)
        header = _HEADER.fullmatch(record.source.line(record.line)) if record.is_text else None
        if header:
            entry.count, entry.id = int(header[1]), " ".join((header[2] or "").split()) or None
        else:
            entry.problem = record.source.problem(record.at, "expected the number of analyses and the sentence's id")
            entry.add(record)
        return entry

    def ends_before(self, record: Record) -> bool:
        """Say whether all announced trees are there, and the next line begins a new sentence."""
        return self.trees >= self.count and record.is_text and "\t" in record.source.line(record.line)

    def add(self, record: Record) -> None:
        """Take a score or a tree."""
        if record.is_text:
            self._score(record)
            return
        self.trees += 1
        if record.parse is not None:
            self.analyses.append(Analysis(record.parse, self.score))
        self.problem = self.problem or record.problem
        self.score = None

    def _score(self, record: Record) -> None:
        text, *_ = record.source.line(record.line).split() or [""]
        try:
            number = float(text)
        except ValueError:
            self.problem = self.problem or record.source.problem(record.at, f"expected a score, not {text!r}")
            return
        self.score = None if math.isnan(number) else number

    def sentence(self, source: Source) -> Sentence:
        """Return the finished sentence."""
        if self.trees != self.count and not self.problem:
            message = f"{self.count} analyses announced, but there are {self.trees}"
            self.problem = source.problem(self.begin, message)
        return Sentence(tuple(self.analyses), self.id, self.line, self.problem)


def _sentences(source: Source) -> Iterator[Sentence]:
    entry: _Entry | None = None
    for record in records(source, source.data, kernel.LINES):
        if entry is not None and (record.blank or entry.ends_before(record)):
            yield entry.sentence(source)
            entry = None
        if record.blank:
            continue
        if entry is None:
            entry = _Entry.begun(record)
        else:
            entry.add(record)
    if entry is not None:
        yield entry.sentence(source)
