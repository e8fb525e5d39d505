"""What the chart of errors shows: kinds of error of the systems that are counted, as bars and as rows of a table.

Errors of a system are counted beside the window. Everything here takes what is known by then, by number of system, and
never asks for more.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from treelens.engine.errors import KINDS, Confusion, Count, Totals

__all__ = ["MEASURES", "Bar", "Row", "amount", "bars", "confusion_rows", "error_rows", "groups"]

Row = list[str | int | float]

#: What the length of a bar may be.
MEASURES = ("brackets", "repairs", "sentences")


def amount(count: Count, measure: str) -> int:
    """Return how many brackets, repairs or sentences.

    >>> amount(Count(2, 7, 5, (3, 9)), "brackets"), amount(Count(2, 7, 5, (3, 9)), "sentences")
    (7, 2)
    """
    if measure == "sentences":
        return len(count.sentences)
    return count.brackets if measure == "brackets" else count.repairs


@dataclass(frozen=True)
class Bar:
    """A kind of error in one system, and in another that it is compared with."""

    kind: str
    count: Count
    share: float  #: the part of all bracket errors that are of this kind
    value: int  #: the length of the bar
    other: Count | None = None
    other_share: float = 0.0
    other_value: int = 0

    @property
    def difference(self) -> int | None:
        """How many more there are than in the other system."""
        return None if self.other is None else self.value - self.other_value


def bars(totals: Mapping[int, Totals], system: int, other: int | None = None, measure: str = "brackets") -> list[Bar]:
    """Return a bar for each kind that occurs in a system or the other, the longest first; none if it is not counted.

    >>> one = Totals({"unary": Count(1, 1, 0, (4,)), "PP attachment": Count(1, 3, 6, (4,))})
    >>> [(bar.kind, bar.value, bar.share) for bar in bars({0: one}, 0)]
    [('PP attachment', 3, 0.75), ('unary', 1, 0.25)]
    >>> bars({0: one}, 0, 1)[0].difference, bars({0: one, 1: Totals()}, 0, 1)[0].difference
    (None, 3)
    """
    if system not in totals:
        return []
    mine, theirs = totals[system], totals.get(other) if other is not None else None
    made = [_bar(kind, mine, theirs, measure) for kind in KINDS]
    return sorted((bar for bar in made if bar.value or bar.other_value), key=lambda bar: -bar.value)


def _bar(kind: str, mine: Totals, theirs: Totals | None, measure: str) -> Bar:
    count = mine.kinds.get(kind, Count())
    made = Bar(kind, count, _share(count, mine), amount(count, measure))
    if theirs is None:
        return made
    other = theirs.kinds.get(kind, Count())
    return replace(made, other=other, other_share=_share(other, theirs), other_value=amount(other, measure))


def _share(count: Count, totals: Totals) -> float:
    return count.brackets / totals.brackets if totals.brackets else 0.0


def groups(totals: Mapping[int, Totals], measure: str = "brackets") -> list[tuple[str, dict[int, int]]]:
    """Return the kinds that occur in any system, each with a number for each; the largest over all systems first."""
    made = [
        (kind, {system: amount(one.kinds.get(kind, Count()), measure) for system, one in totals.items()})
        for kind in KINDS
    ]
    return sorted((group for group in made if any(group[1].values())), key=lambda group: -sum(group[1].values()))


def error_rows(names: Sequence[str], totals: Mapping[int, Totals]) -> list[Row]:
    """Return the errors of all systems as rows of a table, a header first; every kind, also those that do not occur."""
    rows: list[Row] = [["system", "kind", "repairs", "brackets", "share", "sentences"]]
    for system, one in sorted(totals.items()):
        for kind in KINDS:
            count = one.kinds.get(kind, Count())
            shown = count.repairs, count.brackets, _share(count, one), len(count.sentences)
            rows.append([names[system], kind, *shown])
    return rows


def confusion_rows(name: str, confusions: Iterable[tuple[Confusion, Count]]) -> list[Row]:
    """Return what a system confuses in attaching phrases as rows of a table, a header first; sentences from 1."""
    rows: list[Row] = [["system", "phrase", "under", "gold", "repairs", "brackets", "distance", "sentences"]]
    for confusion, count in confusions:
        places = " ".join(str(place + 1) for place in count.sentences)
        rows.append([name, *confusion, count.repairs, count.brackets, count.mean_distance, places])
    return rows
