"""The trees of a figure, placed as the window places them. All that a figure asks of the layout is here."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

from ..drawing import Drawing, Options, Stroke, links
from ..views.arrange import arrange, arrange_one
from ..views.compared import LETTERS, SIDES, Compared
from ..visible import visible
from .spec import FigureSpec, Subject
from .typeface import Typeface

__all__ = ["LONGEST", "Placed", "Places", "Placing"]

# Air between rows in ems, where lines are not too flat: as one would like it, and in figures as high as a page.
_ROWS = (0.65, 0.5, 0.35)
_TALLEST = 9.0 * 72
_NEAR = 1e-6
LONGEST = 40  #: letters of the words of a folded subtree, where there is room
BOTTOM = ("word", "fold")  #: kinds of labels on the row of words
_NEEDED = {"gold": SIDES[:1], "three": SIDES}  # all other layouts need gold and one system


@dataclass(frozen=True)
class Placed:
    """One drawing and what it is called."""

    drawing: Drawing
    title: str
    side: str  #: gold, system, second or both
    nested: bool  #: whether it is one tree without crossing lines
    below: str = ""  #: the title of what hangs below, if that is mirrored


class Manner(Protocol):
    """What a page asks of a spec, be it of trees or of meanings."""

    @property
    def size(self) -> float:
        """The size of type."""

    @property
    def titles(self) -> bool:
        """Whether drawings have titles."""

    @property
    def legend(self) -> bool:
        """Whether there is a legend."""

    @property
    def links(self) -> bool:
        """Whether there are curves between partners."""

    @property
    def layout(self) -> str:
        """How drawings stand."""

    @property
    def points(self) -> float | None:
        """The width, if one was asked for."""


class Places(Protocol):
    """What a page is made of: something that places drawings, with more or less air."""

    typeface: Typeface

    @property
    def spec(self) -> Manner:
        """How the figure should be."""

    @property
    def roles(self) -> dict[str, dict[int, str]]:
        """What became of what is drawn, by side."""

    @property
    def caption(self) -> str:
        """The line below; may be empty."""

    @property
    def said(self) -> str:
        """What the figure shows, for a reader who cannot see it."""

    def place(self, gap: float, stacked: bool, fold: int = LONGEST) -> list[Placed]:
        """Place drawings with words so many ems apart."""

    def links(self, placed: list[Placed], offsets: list[tuple[float, float]]) -> list[Stroke]:
        """Return curves between partners."""


class Placing:
    """Places the trees of a subject as often as is asked for, with more or less air."""

    def __init__(self, subject: Subject, spec: FigureSpec, typeface: Typeface) -> None:
        self.subject, self.spec, self.typeface = subject, spec, typeface
        three = spec.layout == "three"
        self.compared = Compared(subject.first, subject.second if three else None, spec.alignment)
        missing = [side for side in _NEEDED.get(spec.layout, SIDES[:2]) if side not in self.compared.parses]
        if missing:
            reason = subject.first.reason or f"there is no {' nor '.join(missing)} tree"
            raise ValueError(f"the layout {spec.layout!r} cannot be drawn: {reason}")

    @property
    def titles(self) -> dict[str, str]:
        """What trees are called, by side."""
        subject, second = self.subject, self.subject.second
        names = [subject.gold_title, subject.first.title, second.title if second else ""]
        if self.spec.layout == "three":
            names[1:] = [f"{letter}: {name}" for letter, name in zip(LETTERS, names[1:], strict=True)]
        return dict(zip(SIDES, names, strict=True))

    @property
    def roles(self) -> dict[str, dict[int, str]]:
        """What became of nodes, by side."""
        return self.compared.shown_roles(self.spec.show)

    @property
    def caption(self) -> str:
        """The caption, with the scores behind it if they are wanted."""
        scores = " · ".join(f"{name} {value:.1f}" for name, value in self.subject.scores) if self.spec.scores else ""
        return " ".join(part for part in (self.spec.caption.strip(), scores) if part)

    @property
    def said(self) -> str:
        """What the figure shows: whose trees of which sentence."""
        parses = self.compared.parses
        only = self.spec.layout if self.spec.layout in parses else ""
        names = " / ".join(self.titles[side] for side in parses if only in ("", side))
        return visible(f"{names}: {' '.join(next(iter(parses.values())).tree.words)}")

    def measure(self, text: str, kind: str) -> tuple[float, float]:
        """Measure a text as it will be painted."""
        return self.typeface.measure(visible(text), kind)

    def place(self, gap: float, stacked: bool, fold: int = LONGEST) -> list[Placed]:
        """Place the trees with words so many ems apart; rows come closer if there is more than a page of them.

        *fold* is how many letters are shown of the words of a folded subtree.
        """
        for rows in _ROWS:
            placed = self._placed(gap, rows, fold)
            heights = [each.drawing.height for each in placed]
            if (sum(heights) if stacked else max(heights)) <= _TALLEST:
                break
        return _raised(placed) if stacked and not self.spec.arcs else placed

    def links(self, placed: list[Placed], offsets: list[tuple[float, float]]) -> list[Stroke]:
        """Return curves between partners; *offsets* are those of the drawings from the first one."""
        if self.spec.arcs or self.spec.layout in ("overlay", "gold", "system"):
            return []
        shown = list(self.compared.comparisons.values())
        if len(placed) == 1:
            return links(shown[0].mapping, placed[0].drawing, placed[0].drawing, (0.0, 0.0))
        made = []
        for comparison, other, offset in zip(shown, placed[1:], offsets[1:], strict=True):
            labels = tuple(label._replace(side="system") for label in other.drawing.labels)
            made += links(comparison.mapping, placed[0].drawing, replace(other.drawing, labels=labels), offset)
        return made

    def _placed(self, gap: float, rows: float, fold: int) -> list[Placed]:
        spec, size = self.spec, self.spec.size
        options = Options(**vars(spec.show), word_gap=gap * size, row_gap=rows * size, margin=0.0, longest_fold=fold)
        if spec.layout in ("gold", "system"):
            return [self._alone(options)]
        layout = "side" if spec.layout == "stacked" else spec.layout
        made = arrange(self.compared, layout, self.measure, options, fold=spec.fold)
        titles = self.titles
        if spec.arcs and layout == "three":
            return [Placed(drawing, titles["gold"], "both", False, titles[side]) for side, drawing in made.items()]
        if layout == "mirror" or (spec.arcs and layout != "overlay"):
            return [Placed(made["gold"], titles["gold"], "both", False, below=titles["system"])]
        if layout == "overlay":
            return [Placed(made["gold"], f"{titles['gold']} + {titles['system']}", "both", False)]
        return [Placed(drawing, titles[side], side, self._nested(side)) for side, drawing in made.items()]

    def _alone(self, options: Options) -> Placed:
        side = self.spec.layout
        drawing = arrange_one(self.compared, side, self.measure, options, fold=self.spec.fold)
        return Placed(drawing, self.titles[side], side, not self.spec.arcs and self._nested(side))

    def _nested(self, side: str) -> bool:
        """Say whether a tree has no discontinuous constituents."""
        return not self.compared.parses[side].drawn(self.spec.show).tree.gaps


def _raised(placed: list[Placed]) -> list[Placed]:
    """Lift the words of trees that are less deep than the others: above each other they need not be level."""
    room = [_room_above_words(each.drawing) for each in placed]
    least = min((below - above for above, below in room), default=0.0)
    return [
        replace(each, drawing=_lifted(each.drawing, below, below - above - least))
        for each, (above, below) in zip(placed, room, strict=True)
    ]


def _room_above_words(drawing: Drawing) -> tuple[float, float]:
    """Return where the last row above the words ends, and where the words begin."""
    bottoms = [label.box[3] for label in drawing.labels if label.kind not in BOTTOM]
    tops = [label.box[1] for label in drawing.labels if label.kind in BOTTOM]
    end = max(bottoms, default=0.0)
    return end, min(tops, default=drawing.height)


def _lifted(drawing: Drawing, words: float, by: float) -> Drawing:
    """Move what is at the height of the words, or ends there, upwards."""
    if by < _NEAR:
        return drawing
    labels = tuple(each._replace(y=each.y - by) if each.kind in BOTTOM else each for each in drawing.labels)
    strokes = [
        each._replace(points=tuple((x, y - by if y > words - _NEAR else y) for x, y in each.points))
        for each in drawing.strokes
    ]
    kept = tuple(each for each in strokes if len(set(each.points)) > 1)
    return replace(drawing, height=drawing.height - by, labels=labels, strokes=kept)
