"""Laying a figure out for a width: less air, fewer words below triangles, then trees above each other.

Type is never smaller than was asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QCoreApplication

from .looks import load_looks
from .page import Page
from .placing import LONGEST, Places, Placing
from .sheet import MARGIN, Trees, arranged, finished
from .spec import WIDTHS, FigureSpec, MeaningSpec, Subject
from .typeface import Typeface

__all__ = ["DoesNotFit", "Remedy", "fitted", "make_page", "narrowest_of", "smaller", "wider"]

AnySpec = TypeVar("AnySpec", FigureSpec, MeaningSpec)
Way = tuple[bool, int]  #: whether drawings stand above each other, and how many letters of a fold are shown

# Air between words in ems: as one would like it, down to little more than a space between two words of a line.
_GAPS = (0.9, 0.75, 0.6, 0.5, 0.42, 0.35)
_FOLDS = (LONGEST, 28, 20, 13)  # letters below a triangle …
_HARDLY = (6, 1)  # … if nothing else helps
_SMALLER = (8.0, 7.0, 6.0)  # sizes of type that can still be read
_NEAR = 0.01
_WORTH = 0.97  # a remedy that leaves more than this part of the width is none


@dataclass(frozen=True)
class Remedy(Generic[AnySpec]):
    """Something that makes a figure fit: in words, as a spec, and how wide it then is, in points."""

    words: str
    spec: AnySpec
    width: float
    fits: bool

    def __str__(self) -> str:
        return f"{self.words}: {_inches(self.width)}"


class DoesNotFit(ValueError):  # noqa: N818 (it says what is wrong)
    """A figure cannot be as narrow as it should be; says how wide it is, and what would help.

    The remedies that fit come first, and among them those that change least.
    """

    def __init__(self, width: float, needed: float, size: float, remedies: tuple[Remedy[Any], ...]) -> None:
        self.width, self.needed, self.remedies = width, needed, remedies
        #: The message without the remedies.
        self.in_short = _said("the figure needs {} at {} pt, and {} is the width").format(
            _inches(needed), f"{size:g}", _inches(width)
        )
        super().__init__(". ".join([self.in_short, *(["; ".join(map(str, remedies))] if remedies else [])]))


def _inches(points: float) -> str:
    return f"{points / 72:.2f} in"


def make_page(subject: Subject, spec: FigureSpec) -> Page:
    """Lay a figure out at the size of type that was asked for, as wide as was asked for.

    Words come closer to each other if they must, and those of folded subtrees become fewer; trees that still do not fit
    beside each other come above each other.
    Raises :class:`DoesNotFit` if that is not enough.
    """
    page, narrowest = fitted(_placing(subject, spec), _ways(spec))
    if page is not None:
        return page
    assert spec.points is not None
    raise DoesNotFit(spec.points, narrowest, spec.size, tuple(_remedies(subject, spec, spec.points, narrowest)))


def fitted(placing: Places, ways: Sequence[Way]) -> tuple[Page | None, float]:
    """Lay a figure out in the first of several ways in which it fits; return None if none does, and the least width."""
    width = placing.spec.points
    if width is None:
        trees = arranged(placing, _GAPS[0], placing.spec.layout == "stacked")
        return finished(trees, placing, None), trees.width + 2 * MARGIN
    narrowest = float("inf")
    for stacked, fold in ways:
        tight = arranged(placing, _GAPS[-1], stacked, fold)
        narrowest = min(narrowest, tight.width + 2 * MARGIN)
        if _fits(tight, width):
            return finished(_airy(placing, stacked, fold, width) or tight, placing, width), narrowest
    return None, narrowest


def _placing(subject: Subject, spec: FigureSpec) -> Placing:
    return Placing(subject, spec, Typeface(spec.font, load_looks(spec.theme, spec.size)))


def _ways(spec: FigureSpec) -> list[Way]:
    """Return how trees may stand, stacked or not, and how many letters of a fold are shown; the better way first."""
    stacked = {"side": (False, True), "three": (False, True), "stacked": (True,)}.get(spec.layout, (False,))
    if spec.arcs:  # there are several drawings only of several systems, and nothing is folded
        stacked = (False, True) if spec.layout == "three" else (False,)
    if spec.arcs or not (spec.fold and spec.words):
        return [(each, LONGEST) for each in stacked]
    # rather above each other than with hardly a word
    return [(each, fold) for folds in (_FOLDS, _HARDLY) for each in stacked for fold in folds]


def _fits(trees: Trees, width: float) -> bool:
    return trees.width + 2 * MARGIN <= width + _NEAR


def _airy(placing: Places, stacked: bool, fold: int, width: float) -> Trees | None:
    """Return the trees with as much air as the width allows."""
    for gap in _GAPS[:-1]:
        trees = arranged(placing, gap, stacked, fold)
        if _fits(trees, width):
            return trees
    return None


def narrowest_of(placing: Places, ways: Sequence[Way]) -> float:
    """Return the least width of a figure, whatever it should be."""
    return min(arranged(placing, _GAPS[-1], *way).width for way in ways) + 2 * MARGIN


def _remedies(subject: Subject, spec: FigureSpec, width: float, needed: float) -> Iterator[Remedy[FigureSpec]]:
    """Try one thing after the other, then several at once; return what helps, what fits first."""
    single = [_tried(subject, words, changed, width) for words, changed in _changes(spec)]
    helpful = [each for each in single if each.width < _WORTH * needed]
    if not spec.arcs and not any(each.fits and each.spec.words for each in helpful):
        helpful += _combined(subject, spec, width)
    helpful.append(wider(spec, needed, lambda natural: make_page(subject, natural)))
    yield from sorted(helpful, key=lambda each: (not each.fits, each.spec.words != spec.words))


def wider(spec: AnySpec, needed: float, draw: Callable[[AnySpec], Page]) -> Remedy[AnySpec]:
    """Return what needs no other change: the width of a page, if that is enough, or whatever the figure wants."""
    page = WIDTHS["page"]
    if max(needed, (spec.points or 0.0) + _NEAR) <= page:
        return Remedy(_said("across the page"), replace(spec, width="page"), page, fits=True)
    natural = replace(spec, width=None)
    return Remedy(_said("as wide as it gets"), natural, draw(natural).width, fits=True)


def _combined(subject: Subject, spec: FigureSpec, width: float) -> Iterator[Remedy[FigureSpec]]:
    """Return the first of ever stronger combinations that fits, or the strongest."""
    folded = replace(spec, fold=True, tags=False)
    found = None
    for size in (spec.size, *(size for size in _SMALLER if size < spec.size)):
        words = f"{_said('fold matched subtrees, no tags')}{_type(size) if size < spec.size else ''}"
        found = _tried(subject, words, replace(folded, size=size), width)
        if found.fits:
            break
    if found is not None:
        yield found


def _tried(subject: Subject, words: str, spec: FigureSpec, width: float) -> Remedy[FigureSpec]:
    needed = narrowest_of(_placing(subject, spec), _ways(spec))
    return Remedy(words, spec, needed, needed <= width + _NEAR)


def _changes(spec: FigureSpec) -> Iterator[tuple[str, FigureSpec]]:
    """Return what can be tried, in words and as a spec; with arcs only what their words leave."""
    if spec.arcs:
        yield from smaller(spec)
        if spec.tags:
            bare = replace(spec, tags=False)
            yield _said("no tags"), bare
            yield from ((f"{_said('no tags')}, {words}", each) for words, each in smaller(bare))
        return
    if not spec.fold:
        yield _said("fold matched subtrees"), replace(spec, fold=True)
    if spec.layout in ("side", "stacked", "three"):
        yield _said("mirror"), replace(spec, layout="mirror")
    if spec.tags:
        yield _said("no tags"), replace(spec, tags=False)
    if spec.functions:
        yield _said("no functions"), replace(spec, functions=False)
    yield from smaller(spec)
    if spec.words:
        yield _said("no words"), replace(spec, words=False)


def smaller(spec: AnySpec) -> Iterator[tuple[str, AnySpec]]:
    """Return smaller type, in words and as a spec."""
    for size in _SMALLER:
        if size < spec.size:
            yield _type(size).removeprefix(", "), replace(spec, size=size)


def _type(size: float) -> str:
    return ", " + _said("{} pt type").format(f"{size:g}")


def _said(text: str) -> str:
    return QCoreApplication.translate("Figure", text)
