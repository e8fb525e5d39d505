"""What somebody wants to see of all systems: which measures, averaged how, beside which system."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from treelens.engine.metrics import METRICS, Metric, choose
from treelens.engine.sweep import Standings

__all__ = ["GROUPS", "MEASURES", "Choice", "better_is_larger", "chief", "number", "said", "scored", "title_of"]

#: What is scored when systems are scored for the view of all of them, as ``treelens agree`` does.
MEASURES = ("evalb", "emms", "freval-15", "leaf-ancestor")

#: The measures that are shown at first.
CHIEF = (
    "f1",
    "exact",
    "zero-crossing",
    "crossing",
    "tagging",
    *(f"{measure}{part}" for measure in ("e-dice", "e-jaccard") for part in ("", "-whole")),
    *(f"{measure}{part}" for measure in ("t-dice", "t-jaccard") for part in ("", "-roof")),
    "freval-15",
    "leaf-ancestor",
    *("uas", "las", "emm", "led", "ued"),  # where there are dependencies or meanings
)

#: What ranks of systems are compared under: pairs of a measure and an average, by the name of the comparison.
GROUPS: dict[str, tuple[tuple[str, str], ...]] = {
    "e-t": (("e-dice", "macro"), ("t-dice-roof", "macro"), ("e-dice-whole", "macro"), ("t-dice", "macro")),
    "dice-jaccard": (("e-dice", "macro"), ("e-jaccard", "macro"), ("t-dice", "macro"), ("t-jaccard", "macro")),
    "roof-whole": (("e-dice", "macro"), ("e-dice-whole", "macro"), ("t-dice-roof", "macro"), ("t-dice", "macro")),
    "micro-macro": tuple((metric, average) for metric in ("f1", "e-dice", "t-dice") for average in ("micro", "macro")),
    "all": (),
}


@dataclass(frozen=True)
class Choice:
    """What is drawn; *current* is the system that is looked at, -1 if there is none."""

    metrics: tuple[str, ...]
    metric: str = "f1"
    other: str = "t-dice"
    average: str = "macro"
    group: str = "e-t"
    only: tuple[str, ...] = ()  #: ranks under these measures, whatever the group
    baseline: int = 0
    sizes: tuple[int, int] = (1, 25)
    current: int = -1

    @property
    def first(self) -> str:
        """The measure that is looked at, or the first there is."""
        return self.metric if self.metric in self.metrics else next(iter(self.metrics), "")

    @property
    def second(self) -> str:
        """The other measure that is looked at, or the next there is."""
        others = [name for name in self.metrics if name != self.first]
        return self.other if self.other in others else next(iter(others), self.first)


def chief(standings: Standings, wanted: Sequence[str] = CHIEF) -> tuple[str, ...]:
    """Return the wanted measures (or groups) under which systems have scores; all there are if none of these."""
    known = standings.metrics
    names = [metric.name for metric in choose(list(wanted))]
    return tuple(name for name in names if name in known) or known


def scored(wanted: Sequence[str] = MEASURES) -> list[Metric]:
    """Return what is counted when systems are scored for the view of all of them: also F1 by any size of fragments."""
    return list(dict.fromkeys([*choose(list(wanted)), METRICS["freval"]]))


def title_of(metric: str) -> str:
    """Return what a measure is called; a column of a table that nobody knows is called as it is."""
    return METRICS[metric].title if metric in METRICS else metric


def better_is_larger(metric: str) -> bool:
    """Say whether a larger score is a better one."""
    return metric not in METRICS or METRICS[metric].larger_is_better


def number(value: float, digits: int = 2) -> str:
    """Write a score.

    >>> number(-1.5), number(float("nan"))
    ('−1.50', 'n/a')
    """
    return "n/a" if value != value else f"{value:.{digits}f}".replace("-", "−")


def said(text: str) -> str:
    """Translate a text of a plot."""
    return QCoreApplication.translate("Systems", text)
