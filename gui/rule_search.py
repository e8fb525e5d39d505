"""Looking for the sentences in which a rule holds, as it is written: the newest rule, and first hits at once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal

from treelens.engine.phenomena import Parses, Recogniser, matching_nodes, parses_of
from treelens.engine.phenomena.recognising import matching_spans, recognising

from .document import Document
from .tasks import Task

__all__ = ["Corpus", "RuleSearch"]

_AROUND = 30  #: letters around what a regular expression has found
_MOST = 6  #: places that are told of a sentence


@dataclass(frozen=True)
class Corpus:
    """The trees that are searched: gold's, or those of a system (its number); sentences have gold's positions."""

    document: Document
    system: int = -1

    @cached_property
    def parses(self) -> Parses:
        """The trees."""
        return parses_of(self.document.gold if self.system < 0 else self.document.systems[self.system])

    @cached_property
    def positions(self) -> NDArray[np.int64]:
        """The position of each sentence's tree, -1 where there is none."""
        if self.system < 0:
            return np.arange(len(self.document.gold), dtype=np.int64)
        partner: NDArray[np.int64] = self.document.study.comparison(self.system).pairing.partner
        return partner

    def found_by(self, rules: Recogniser, name: str, sentence: int) -> str:
        """Say by which words, or which part of the raw text, a phenomenon is recognised in a sentence."""
        position = int(self.positions[sentence])
        bank = self.parses.bank
        tree = bank[position].tree if bank is not None and position >= 0 else None
        nodes = matching_nodes(rules, name, tree) if tree is not None else []
        if tree is not None and nodes:
            spans = (tree.span(node) for node in nodes[:_MOST])
            said = [" ".join(tree.text(leaf) for leaf in tree.leaves[begin:end]) for begin, end in spans]
            return "  ·  ".join(said) + ("  …" if len(nodes) > _MOST else "")
        raw = (self.parses.raw(position) or "") if position >= 0 else ""
        around = [raw[max(begin - _AROUND, 0) : end + _AROUND] for begin, end in matching_spans(rules, name, raw)]
        words = " ".join(self.document.gold[sentence].words)
        return "  ·  ".join(" ".join(part.split()) for part in around[:_MOST]) or words


class RuleSearch(QObject):
    """One search at a time; a newer one ends it."""

    found = Signal(object, int, int)  #: sentences, and how many of how many were looked at
    finished = Signal()
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._task: Task | None = None
        self._ending: list[Task] = []

    def start(self, rules: Recogniser, name: str, corpus: Corpus) -> None:
        """Look for the sentences in which a phenomenon is recognised."""
        self.stop()
        task = self._task = Task(lambda: _search(rules, name, corpus, task), self)
        task.part.connect(lambda part: self.found.emit(*part) if self._task is task else None)
        task.finished.connect(lambda _: self._over(task, self.finished.emit))
        task.failed.connect(lambda error: self._over(task, lambda: self.failed.emit(error)))
        task.start()

    def stop(self) -> None:
        """Look no further."""
        if self._task is not None:
            self._task.cancel()
            self._ending = [task for task in (*self._ending, self._task) if not task.wait(0)]
            self._task = None

    def wait(self) -> None:
        """Wait for all threads to end."""
        self.stop()
        for task in self._ending:
            task.wait(10)

    def _over(self, task: Task, tell: object) -> None:
        if self._task is task and callable(tell):
            self._task = None
            task.deleteLater()
            tell()


def _search(rules: Recogniser, name: str, corpus: Corpus, task: Task) -> None:
    """Go through the trees; runs beside the window."""
    sentences = np.flatnonzero(corpus.positions >= 0)
    sentences = sentences[corpus.parses.parsed[corpus.positions[sentences]]]
    done = 0
    for part in recognising(rules, corpus.parses, [name], corpus.positions[sentences]):
        hits = sentences[done : done + len(part.positions)][part.holds[:, 0]]
        done += len(part.positions)
        if not task.share((hits, done, len(sentences))):
            return
