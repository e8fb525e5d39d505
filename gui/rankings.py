"""The rankings that the list of sentences offers, in words and as they are written down.

A :class:`ChosenRanking` names systems or speaks of the one that is looked at; with a study and a system it becomes the
:class:`~treelens.gui.models.ranking.Ranking` that sorts. Written down it is a few words: ``gap e-dice t-dice``,
``systems f1 berkeley stanford`` (by ranks), ``difference f1 berkeley stanford`` (by scores), ``spread f1`` (of all
systems), ``gain f1`` (since an earlier run), ``score f1``, ``errors``, ``length``, ``file``, and ``reversed`` behind
them.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from PySide6.QtCore import QCoreApplication

from treelens.engine.metrics import METRICS

from .models.chosen import ERRORS, ChosenColumn
from .models.ranking import Column, Earlier, Ranking

__all__ = ["PRESETS", "ChosenRanking", "chosen_from"]

_REVERSED = "reversed"
#: How many words follow the first.
_WORDS = {
    "file": 0,
    "length": 0,
    "errors": 0,
    "score": 1,
    "spread": 1,
    "gain": 1,
    "gap": 2,
    "systems": 3,
    "difference": 3,
}


def tr(text: str) -> str:
    """Translate a text of a ranking."""
    return QCoreApplication.translate("Rankings", text)


@dataclass(frozen=True)
class ChosenRanking:
    """An order of sentences as somebody chose it, the most telling sentences first unless it is reversed.

    >>> ChosenRanking.from_text("score t-cost").label()
    'by T cost, worst first'
    >>> str(ChosenRanking.from_text("gap a.f1 b.f1 reversed"))
    'systems f1 a b reversed'
    """

    kind: Literal["file", "length", "score", "gap", "difference", "spread", "gain"]
    columns: tuple[ChosenColumn, ...] = ()  #: the one that is ranked by, or the two that are compared
    reversed: bool = False

    @classmethod
    def from_text(cls, text: str, names: Sequence[str] | None = None) -> ChosenRanking | None:
        """Read the written form; None if it is none, or if it speaks of measures or systems that do not exist."""
        try:
            kind, *words = shlex.split(text)
        except ValueError:
            return None
        backwards = words[_WORDS.get(kind, 0) :]
        if kind not in _WORDS or len(words) < _WORDS[kind] or backwards not in ([], [_REVERSED]):
            return None
        words = words[: _WORDS[kind]]
        if kind in ("systems", "difference"):
            words = [f"{system}.{words[0]}" for system in words[1:]]
            kind = "gap" if kind == "systems" else kind
        if kind == "errors":
            kind, words = "score", [ERRORS.name]
        columns = [column for column in map(ChosenColumn.from_text, words) if column is not None]
        known = all(names is None or column.system is None or column.system in names for column in columns)
        if len(columns) < len(words) or not known:
            return None
        return cls(kind, tuple(columns), bool(backwards))  # type: ignore[arg-type]  # one of them by now

    def __str__(self) -> str:
        words = [self.kind, *map(str, self.columns)]
        if self.is_of_systems:
            one, other = self.columns
            kind = "systems" if self.kind == "gap" else self.kind
            words = [kind, one.metric.name, one.system or "", other.system or ""]
        elif self.is_of_errors and self.columns[0].system is None:
            words = [ERRORS.name]
        return shlex.join([*words, _REVERSED] if self.reversed else words)

    @property
    def is_of_systems(self) -> bool:
        """Whether two systems are compared under one measure."""
        return (
            self.kind in ("gap", "difference")
            and self.columns[0].metric == self.columns[1].metric
            and all(column.system is not None for column in self.columns)
        )

    @property
    def is_of_errors(self) -> bool:
        """Whether sentences are ranked by the number of their repairs."""
        return self.kind == "score" and self.columns[0].metric == ERRORS

    @property
    def descending(self) -> bool:
        """Whether large values come first: long sentences, large gaps, large costs, but low scores."""
        if self.kind == "score":
            return self.columns[0].metric.larger_is_better == self.reversed
        return (self.kind != "file") != self.reversed

    def turned(self) -> ChosenRanking:
        """Return the same ranking the other way round."""
        return replace(self, reversed=not self.reversed)

    def ranking(self, looked_at: int, names: Sequence[str]) -> Ranking | None:
        """Return the ranking that this stands for now; None if a system of it is not there."""
        if self.kind == "spread":
            metric = self.columns[0].metric
            all_ = tuple(Column(system, metric) for system in range(len(names)))
            return Ranking("spread", all_, self.descending)
        columns = [column.column(looked_at, names) for column in self.columns]
        found = tuple(column for column in columns if column is not None)
        if len(found) < len(columns):
            return None
        if self.kind == "gain":
            return Ranking("advantage", (found[0], Earlier(*found[0])), self.descending)
        return Ranking("advantage" if self.kind == "difference" else self.kind, found, self.descending)

    def label(self) -> str:
        """Return it in a few words, for a list of rankings."""
        if self.kind == "file":
            return tr("as in the file, backwards") if self.reversed else tr("as in the file")
        if self.kind == "length":
            return tr("shortest first") if self.reversed else tr("longest first")
        if self.is_of_errors:
            text = tr("fewest repairs first") if self.reversed else tr("most repairs first")
            return _of(text, self.columns[0].system)
        if self.kind == "score":
            end = tr("best first") if self.reversed else tr("worst first")
            return tr("by {}, {}").format(_named(self.columns[0]), end)
        if self.kind == "spread":
            made = tr("where systems differ most, {}").format(_named(self.columns[0]))
        elif self.kind == "gain":
            made = tr("by change since an earlier run, {}").format(_named(self.columns[0]))
        else:
            made = (tr("by gap {}") if self.kind == "gap" else tr("by difference {}")).format(self._difference())
        return tr("{}, smallest first").format(made) if self.reversed else made

    def explanation(self) -> str:
        """Return what exactly is ranked by."""
        if self.is_of_errors:
            return tr("ranked by how many repairs turn the system's tree into gold, {}").format(self.label())
        if self.kind != "gap":
            return tr("ranked {}").format(self.label())
        one, other = map(_named, self.columns)
        end = tr("smallest first") if self.reversed else tr("largest first")
        return tr("ranked by |rank({}) − rank({})|, {}").format(one, other, end)

    def _difference(self) -> str:
        one, other = self.columns
        if self.is_of_systems:
            return f"{one.system} − {other.system}, {one.metric.title}"
        if one.system == other.system:
            return _of(f"{one.metric.title} − {other.metric.title}", one.system)
        return f"{_named(one)} − {_named(other)}"


def _named(column: ChosenColumn) -> str:
    return _of(column.metric.title, column.system)


def _of(what: str, system: str | None) -> str:
    return what if system is None else tr("{} of {}").format(what, system)


def chosen_from(ranking: Ranking, looked_at: int, names: Sequence[str]) -> ChosenRanking:
    """Return what somebody would have chosen to get a ranking; the system that is looked at is not named."""

    def chosen(column: Column | Earlier) -> ChosenColumn:
        follows = column.system == looked_at or column.system >= len(names)
        return ChosenColumn(column.metric, None if follows else names[column.system])

    columns = tuple(map(chosen, ranking.columns))
    kind: Literal["file", "length", "score", "gap", "difference", "spread", "gain"]
    kind = "difference" if ranking.kind == "advantage" else ranking.kind
    if kind == "spread" or (kind == "difference" and isinstance(ranking.columns[1], Earlier)):
        made = ChosenRanking("spread", (ChosenColumn(columns[0].metric),))
        made = made if kind == "spread" else ChosenRanking("gain", columns[:1])
        return made if made.descending == ranking.descending else made.turned()
    if kind in ("gap", "difference") and columns[0].metric == columns[1].metric:  # two systems: name both
        columns = tuple(
            ChosenColumn(column.metric, names[column.system]) if column.system < len(names) else one
            for one, column in zip(columns, ranking.columns, strict=True)
        )
    made = ChosenRanking(kind, columns)
    return made if made.descending == ranking.descending else made.turned()


def _gap(one: str, other: str) -> ChosenRanking:
    return ChosenRanking("gap", (ChosenColumn(METRICS[one]), ChosenColumn(METRICS[other])))


def _score(name: str) -> ChosenRanking:
    return ChosenRanking("score", (ChosenColumn(METRICS[name]),))


#: What is always offered; the first is what a study is opened with.
PRESETS = (
    _gap("e-dice", "t-dice"),
    _gap("e-dice", "freval-15"),
    _score("e-dice"),
    _score("t-dice"),
    ChosenRanking("score", (ChosenColumn(ERRORS),)),
    ChosenRanking("length"),
    ChosenRanking("file"),
)
