"""Columns as somebody chose them: a measure, for one system by name or for whichever system is looked at.

The written form is short enough to be read in a session file: ``e-dice`` follows the system that is looked at,
``berkeley.f1`` always speaks of one. Names of measures have no dots, those of systems may have some.

Beside the measures there is a column of errors, which counts the repairs of a sentence and shows their kinds. No study
computes it: errors are explained beside the window.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from treelens.engine.metrics import METRICS, Metric
from treelens.engine.metrics.base import each

from .ranking import Column

__all__ = ["COLUMNS_ACROSS", "DEFAULT_COLUMNS", "ERRORS", "ChosenColumn", "column_texts", "columns_from"]

#: What went wrong in a sentence, as a column.
ERRORS = Metric(
    name="errors",
    title="Errors",
    definition="the kinds of the fewest repairs that turn the system's tree into gold",
    reference="",
    formula=each(lambda counts: counts["repairs"]),
    is_share=False,
    larger_is_better=False,
)
_COLUMNS = {**METRICS, ERRORS.name: ERRORS}

#: What the list shows until somebody chooses other columns.
DEFAULT_COLUMNS = ("e-dice", "t-dice", "freval-15")

#: The same where phrases are compared with dependencies: what can be said of such pairs.
COLUMNS_ACROSS = ("mph-f1", "usd", "t-dice")


class ChosenColumn(NamedTuple):
    """A measure and the system it is for; without one, the system that is looked at.

    >>> ChosenColumn.from_text("v2.1.f1").system, str(ChosenColumn(METRICS["f1"]))
    ('v2.1', 'f1')
    """

    metric: Metric
    system: str | None = None

    def __str__(self) -> str:
        return self.metric.name if self.system is None else f"{self.system}.{self.metric.name}"

    @classmethod
    def from_text(cls, text: str) -> ChosenColumn | None:
        """Read the written form; None if no measure is called so."""
        system, dot, name = text.rpartition(".")
        return cls(_COLUMNS[name], system if dot else None) if name in _COLUMNS else None

    def column(self, looked_at: int, names: Sequence[str]) -> Column | None:
        """Return the column of a study that this stands for now; None if there is no such system."""
        if self.system is None:
            return Column(looked_at, self.metric)
        return Column(names.index(self.system), self.metric) if self.system in names else None


def column_texts(columns: Iterable[ChosenColumn]) -> list[str]:
    """Return columns as they are written down."""
    return [str(column) for column in columns]


def columns_from(texts: Iterable[str], names: Sequence[str]) -> list[ChosenColumn]:
    """Read columns back, each once; measures and systems that do not exist any more are left out.

    >>> column_texts(columns_from(["f1", "gone", "a.t-dice", "b.f1", "f1"], ["a"]))
    ['f1', 'a.t-dice']
    """
    read = (ChosenColumn.from_text(text) for text in texts)
    return list(dict.fromkeys(one for one in read if one and (one.system is None or one.system in names)))
