"""What was looked at, and how: the sentence, the systems, and how lists and trees were shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from .reading import distinct_texts, taken

__all__ = ["Place"]


@dataclass(frozen=True)
class Place:
    """What was looked at, and how.

    Names are kept as they are written, whether this program knows them or not: a measure that a column asks for may
    be one of a later version. Whoever goes to a place takes what there is and passes over the rest.

    >>> Place.from_dict({"sentence": 15, "columns": ["e-dice", "berkeley.f1"]}).columns
    ('e-dice', 'berkeley.f1')
    """

    sentence: int = 0
    system: int = 0
    alignment: str = "e"
    layout: str = "side"
    ranking: str = "gap e-dice t-dice"
    filter: str = ""
    columns: tuple[str, ...] = ()  #: measures in the list, ``system.measure`` for another system; none: the usual ones
    show: tuple[str, ...] = ("words", "tags", "punctuation")  #: what is switched on of what can be shown in trees
    second: int = 1  #: the system in the third pane

    def to_dict(self) -> dict[str, Any]:
        """Return the place as it stands in a file: the sentence is counted from 1 there."""
        return asdict(self) | {
            "sentence": self.sentence + 1,
            "columns": list(self.columns),
            "show": list(self.show),
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Place:
        """Make a place of what :meth:`to_dict` returned; what is left out has its default, and no number is below 0."""
        usual = cls()
        return cls(
            sentence=max(1, taken(values, "sentence", int, 1)) - 1,
            system=max(0, taken(values, "system", int, usual.system)),
            alignment=taken(values, "alignment", str, usual.alignment),
            layout=taken(values, "layout", str, usual.layout),
            ranking=_ranking(values, usual.ranking),
            filter=taken(values, "filter", str, usual.filter),
            columns=distinct_texts(values, "columns") if "columns" in values else usual.columns,
            show=distinct_texts(values, "show") if "show" in values else usual.show,
            second=max(0, taken(values, "second", int, usual.second)),
        )


def _ranking(values: Mapping[str, Any], usual: str) -> str:
    """Return the name of the ranking; version 1 had a number instead, its place in a list that has changed since."""
    ranking = values.get("ranking", usual)
    if isinstance(ranking, int) and not isinstance(ranking, bool):
        return usual
    return str(taken(values, "ranking", str, usual))
