"""Figures of meanings: the drawings of the window's panel *Meaning*, laid out for a width."""

from __future__ import annotations

from collections.abc import Iterator

from ..bidi import mostly_from_right
from ..drawing import Options, Stroke
from ..drawing.layers import place_layers
from ..drawing.meaning_arcs import place_meaning_arcs
from ..views.meanings import SIDES, Meanings
from ..visible import visible
from .fitting import DoesNotFit, Remedy, fitted, narrowest_of, smaller, wider
from .looks import load_looks
from .page import Page
from .placing import LONGEST, Placed
from .spec import MeaningSpec
from .typeface import Typeface

__all__ = ["DRAWINGS", "meaning_page"]

DRAWINGS = ("arcs", "graph")
_ROWS = {"arcs": 0.9, "graph": 2.4}  # air between rows, in ems
_WAYS = {"arcs": [(False, LONGEST)], "graph": [(False, LONGEST), (True, LONGEST)]}


def meaning_page(meanings: Meanings, title: str, draw: str, spec: MeaningSpec) -> Page:
    """Draw meanings as ``arcs`` or as a ``graph``; *title* is what the system is called.

    Raises ValueError if one of them cannot be drawn, :class:`.DoesNotFit` if they are too wide.
    """
    problems = [f"{'gold' if side == 'gold' else title}: {why}" for side, why in meanings.problems().items()]
    if not meanings.told.any_meanings:
        problems = ["these files have no meanings"]
    if problems:
        raise ValueError("; ".join(problems))
    page, narrowest = fitted(_MeaningPlacing(meanings, title, draw, spec), _WAYS[draw])
    if page is not None:
        return page
    assert spec.points is not None
    remedies = tuple(_remedies(meanings, title, draw, spec, narrowest))
    raise DoesNotFit(spec.points, narrowest, spec.size, remedies)


def _remedies(
    meanings: Meanings, title: str, draw: str, spec: MeaningSpec, needed: float
) -> Iterator[Remedy[MeaningSpec]]:
    """Return what makes a figure fit: smaller type, or more width."""
    assert spec.points is not None
    for words, changed in smaller(spec):
        width = narrowest_of(_MeaningPlacing(meanings, title, draw, changed), _WAYS[draw])
        if width <= spec.points:
            yield Remedy(words, changed, width, fits=True)
    yield wider(spec, needed, lambda natural: meaning_page(meanings, title, draw, natural))


class _MeaningPlacing:
    """Places meanings as often as is asked for, with more or less air."""

    def __init__(self, meanings: Meanings, title: str, draw: str, spec: MeaningSpec) -> None:
        self.meanings, self.draw, self.spec = meanings, draw, spec
        self.typeface = Typeface(spec.font, load_looks(spec.theme, spec.size))
        self.titles = dict(zip(SIDES, ("Gold", title), strict=True))
        self.words = [word.text for word in meanings.told.words]

    @property
    def roles(self) -> dict[str, dict[int, str]]:
        """What became of predicates and arguments, by side."""
        return self.meanings.roles

    @property
    def caption(self) -> str:
        """The line below."""
        return self.spec.caption.strip()

    @property
    def said(self) -> str:
        """What the figure shows."""
        return visible(f"{' / '.join(self.titles.values())}: {' '.join(self.words)}")

    def place(self, gap: float, stacked: bool, fold: int = LONGEST) -> list[Placed]:
        """Place the meanings with words so many ems apart."""
        size = self.spec.size
        options = Options(word_gap=gap * size, row_gap=_ROWS[self.draw] * size, margin=0.0)
        mirrored = mostly_from_right(self.words)
        if self.draw == "arcs":
            drawing = place_meaning_arcs(self.words, *self.meanings.parts, self._measure, options, mirrored=mirrored)
            return [Placed(drawing, self.titles["gold"], "both", False, below=self.titles["system"])]
        return [
            Placed(place_layers(part, self._measure, options, mirrored=mirrored), self.titles[side], side, False)
            for side, part in zip(SIDES, self.meanings.parts, strict=True)
        ]

    def links(self, placed: list[Placed], offsets: list[tuple[float, float]]) -> list[Stroke]:
        """Return no curves: there are none between meanings."""
        return []

    def _measure(self, text: str, kind: str) -> tuple[float, float]:
        return self.typeface.measure(visible(text), kind)
