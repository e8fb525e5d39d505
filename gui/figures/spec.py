"""What a figure should be like: the choices of the dialog and of the command line as one value.

>>> FigureSpec(width="column").points is not None
True
>>> points_of("8.5 cm"), points_of("column"), points_of(None)
(240.945, 218.16, None)
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np

from treelens.engine.metrics import METRICS

from ..document import Document
from ..drawing import Show
from ..views.compared import Shown
from .looks import THEMES

__all__ = [
    "ALIGNMENTS",
    "LAYOUTS",
    "UNITS",
    "WIDTHS",
    "FigureSpec",
    "MeaningSpec",
    "Subject",
    "points_of",
    "subject_of",
]

LAYOUTS = ("side", "stacked", "mirror", "overlay", "gold", "system", "three")
ALIGNMENTS = ("e", "t", "fragments", "heads", "dependencies", "disagree")

#: Points in a unit of length.
UNITS = {"pt": 1.0, "in": 72.0, "cm": 72 / 2.54, "mm": 72 / 25.4}

#: Widths by name, in points: a column and a page of the ACL's proceedings.
WIDTHS = {"column": 3.03 * 72, "page": 6.30 * 72}

SMALLEST = 5.0  #: the smallest type that can be asked for, in points
_LARGEST = 72.0
_LENGTH = re.compile(r"\s*(\d+(?:\.\d*)?|\.\d+)\s*(pt|in|cm|mm)\s*")


def points_of(length: str | None) -> float | None:
    """Return a length like ``3.03in``, ``85 mm``, ``column`` or ``page`` in points; None stays None."""
    if length is None or length in WIDTHS:
        return None if length is None else WIDTHS[length]
    found = _LENGTH.fullmatch(length)
    points = float(found[1]) * UNITS[found[2]] if found else 0.0
    if not 0 < points <= 14400:  # the largest page that a PDF can have
        raise ValueError(f"{length!r} is no width: say {', '.join(WIDTHS)}, or a length in {', '.join(UNITS)}")
    return round(points, 3)


@dataclass(frozen=True)
class Subject:
    """What a figure shows: a sentence as one system has it beside gold, or two."""

    first: Shown
    second: Shown | None = None  #: for three trees
    gold_title: str = "Gold"
    scores: tuple[tuple[str, float], ...] = ()  #: names and values in percent, for the caption


def subject_of(
    document: Document,
    sentence: int,
    system: int,
    second: int | None = None,
    measures: Sequence[str] = ("e-dice", "t-dice"),
    analysis: int | None = None,
) -> Subject:
    """Return a sentence of a document, counted from 0, with those scores of the system that are known already.

    Another *analysis* than the one that is compared has none.
    """
    names = measures if analysis is None else ()
    scored = [(METRICS[name].title, document.study.scores(system, METRICS[name])[sentence]) for name in names]
    return Subject(
        document.shown(sentence, system, analysis),
        document.shown(sentence, second) if second is not None else None,
        scores=tuple((title, 100 * float(score)) for title, score in scored if not np.isnan(score)),
    )


@dataclass(frozen=True)
class FigureSpec:
    """How a figure should be."""

    layout: str = "side"
    alignment: str = "e"
    links: bool = False
    legend: bool = True
    titles: bool = True
    fold: bool = False  #: draw subtrees in which everything is matched as triangles
    tags: bool = True
    words: bool = True
    functions: bool = True
    traces: bool = False  #: draw empty elements …
    punctuation: bool = True  #: … words that are not compared …
    removed: bool = False  #: … and phrases that are not, if the original trees are known
    heads: bool = False  #: draw thick lines to heads, also where trees are not aligned by these
    found: bool = False  #: let gold say how many systems found each bracket
    caption: str = ""
    scores: bool = False  #: let the caption end with the scores
    width: str | None = None  #: see :func:`points_of`; None for as wide as it gets
    font: str = "serif"  #: serif, sans, or an installed family
    size: float = 9.0  #: of type, in points
    theme: str = "light"

    def __post_init__(self) -> None:
        for name, choices in (("layout", LAYOUTS), ("alignment", ALIGNMENTS), ("theme", THEMES)):
            _check(name, getattr(self, name), choices)
        _check_size(self.size)
        points_of(self.width)

    @property
    def show(self) -> Show:
        """What of a tree is drawn."""
        return Show(**{part.name: getattr(self, part.name) for part in fields(Show)})

    @property
    def arcs(self) -> bool:
        """Whether arcs are drawn, and trees only beside them."""
        return self.alignment == "dependencies"

    @property
    def points(self) -> float | None:
        """The width in points, if one was asked for."""
        return points_of(self.width)


@dataclass(frozen=True)
class MeaningSpec:
    """How a figure of meanings should be: what it has in common with one of trees."""

    legend: bool = True
    titles: bool = True
    caption: str = ""
    width: str | None = None
    font: str = "serif"
    size: float = 9.0
    theme: str = "light"

    def __post_init__(self) -> None:
        _check("theme", self.theme, THEMES)
        _check_size(self.size)
        points_of(self.width)

    @property
    def layout(self) -> str:
        """How two graphs stand, if there is room."""
        return "side"

    @property
    def links(self) -> bool:
        """Whether there are curves between partners."""
        return False

    @property
    def points(self) -> float | None:
        """The width in points, if one was asked for."""
        return points_of(self.width)


def _check(name: str, value: str, choices: Sequence[str]) -> None:
    if value not in choices:
        raise ValueError(f"{value!r} is no {name}: choose one of {', '.join(choices)}")


def _check_size(size: float) -> None:
    if not SMALLEST <= size <= _LARGEST:
        raise ValueError(f"type of {size:g} pt: choose {SMALLEST:g} to {_LARGEST:g} pt")
