"""Dependencies of two parses: one row of words, arcs above it and arcs below it, or on one side of it a tree.

Words stand on the axis that trees stand on (:mod:`.axis`), so a tree and the arcs over the same words come together by
both of them asking for room on it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from .arcs import Arc, Arcade
from .axis import Axis, axis_of
from .compose import compose, from_right, page_of, upside_down, usual_gap
from .drawn import Part
from .model import Drawing, Label, Measure, Options, Stroke
from .plan import Item, Plan
from .room import edges, row_gap, settle_in_room
from .settle import settle
from .shown import plan_of

__all__ = ["Tag", "Word", "moved", "place_arcs", "place_tree_and_arcs"]

_TAG = 1.2  # the height of a row of tags, in heights of a tag
_LEVELS = 0.3  # air between levels of arcs, as a part of that between rows of a tree


@dataclass(frozen=True, slots=True)
class Tag:
    """A part of speech above or below a word, drawn for a word of a side."""

    text: str
    side: str
    node: int


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the row; ``position`` is that in the tree beside the arcs, -1 if it is not there."""

    text: str
    side: str
    node: int
    role: str = "plain"
    badge: str = ""
    above: Tag | None = None
    below: Tag | None = None
    position: int = -1


def place_arcs(
    words: Sequence[Word],
    above: Sequence[Arc],
    below: Sequence[Arc],
    measure: Measure,
    options: Options,
    *,
    mirrored: bool = False,
) -> Drawing:
    """Draw words in a row with arcs above and below them; with *mirrored* from right to left."""
    row = _Row(words, (Arcade(above, len(words), measure), Arcade(below, len(words), measure)), measure)
    settle_in_room([row.plan], lambda options: row.settle([], options), options)
    left, right = edges([row.plan])
    width = right - left + 2 * options.margin

    def height(gap: float) -> float:
        return row.height(gap) + 2 * options.margin

    gap = row_gap(width, options.row_gap, height, options)
    row.shift = options.margin - left
    labels, strokes = row.draw(options.margin + row.rise(gap), gap)
    drawing = Drawing(width, height(gap), tuple(labels), tuple(strokes))
    return from_right(drawing) if mirrored else drawing


def place_tree_and_arcs(
    part: Part,
    words: Sequence[Word],
    arcs: Sequence[Arc],
    measure: Measure,
    options: Options,
    *,
    tree_above: bool,
    mirrored: bool = False,
) -> Drawing:
    """Draw a tree on one side of a row of words and arcs on the other."""
    options = replace(options, words=True)
    none, own = Arcade((), len(words), measure), Arcade(arcs, len(words), measure)
    row = _Row(words, (none, own) if tree_above else (own, none), measure)
    tree = plan_of(part, options)
    tree.measure(measure)
    plans = [tree, row.plan]
    settle_in_room(plans, lambda options: row.settle([tree], options), options)
    rows = len(tree.rows)

    def height(gap: float) -> float:
        page = page_of(plans, options, rows, gap)
        return page.bottom + row.height(gap) - row.word_height / 2 + options.margin

    gap = row_gap(page_of(plans, options, rows, 0.0).width, usual_gap(plans, options), height, options)
    page, total = page_of(plans, options, rows, gap), height(gap)
    row.shift = page.shift
    drawn = compose(tree, page)
    middle = page.bottom if tree_above else total - page.bottom
    if not tree_above:
        drawn = upside_down(drawn, total)
    labels, strokes = row.draw(middle - row.word_height / 2, gap)
    kept = [label for label in drawn.labels if label.kind != "word"]
    drawing = Drawing(page.width, total, (*kept, *labels), (*drawn.strokes, *strokes))
    return from_right(drawing) if mirrored else drawing


@dataclass
class _Row:
    """The row of words, and what stands on it."""

    words: Sequence[Word]
    arcades: tuple[Arcade, Arcade]  #: above and below
    measure: Measure
    shift: float = 0.0
    plan: Plan = field(default_factory=Plan)

    def __post_init__(self) -> None:
        """Make an item of each word, as wide as what stands on it."""
        self.items = [
            self.plan.add(Item(word.text, "word", word.role, word.side, word.node, badge=word.badge, span=(at, at + 1)))
            for at, word in enumerate(self.words)
        ]
        self.plan.measure(self.measure)
        self.word_height = self.plan.bottom_height
        self.widths = [item.width for item in self.items]
        tags = [tag for word in self.words for tag in (word.above, word.below) if tag is not None]
        sizes = {tag.text: self.measure(tag.text, "tag") for tag in tags}
        self.tag_sizes = sizes
        high = max((height for _, height in sizes.values()), default=0.0)
        self.tag_heights = [_TAG * high if any(self._tags(side)) else 0.0 for side in (0, 1)]
        for at, (item, word) in enumerate(zip(self.items, self.words, strict=True)):
            wide = [sizes[tag.text][0] for tag in (word.above, word.below) if tag is not None]
            item.width = max([item.width, *wide, *(2 * arcade.reach[at] for arcade in self.arcades)])

    def _tags(self, side: int) -> list[Tag | None]:
        return [(word.above, word.below)[side] for word in self.words]

    def settle(self, others: Sequence[Plan], options: Options) -> None:
        """Place words with so much air, together with trees over the same words, and make room for all labels."""
        plans = [*others, self.plan]
        for plan in plans:
            plan.restart()
        pairs = [(word.position, at) for at, word in enumerate(self.words) if word.position >= 0]
        lengths = [*(len(pairs) for _ in others), len(self.words)]
        axis = axis_of(plans, lengths, [pairs for _ in others])
        for plan in plans:
            settle(plan, axis, options)
        for arcade in self.arcades:
            arcade.widen(self._places(axis), lambda place, by: axis.push(self.items[place].lo, by))
        axis.finish()

    def _places(self, axis: Axis) -> Callable[[int], float]:
        return lambda place: axis.at(self.items[place].lo)

    # --- heights --------------------------------------------------------------------------------------------------

    def rise(self, gap: float) -> float:
        """Return how high everything above the words is."""
        return self.arcades[0].height(_LEVELS * gap) + self.tag_heights[0]

    def height(self, gap: float) -> float:
        """Return how high all of it is."""
        below = self.arcades[1].height(_LEVELS * gap) + self.tag_heights[1]
        return self.rise(gap) + self.word_height + below

    # --- drawing --------------------------------------------------------------------------------------------------

    def draw(self, top: float, gap: float) -> tuple[list[Label], list[Stroke]]:
        """Draw words whose row begins at *top*, their tags, and the arcs."""
        bottom = top + self.word_height
        labels = [
            Label(word.text, self._x(at), (top + bottom) / 2, width, self.word_height, "word", word.role, word.side,
                  word.node, word.badge)
            for at, (word, width) in enumerate(zip(self.words, self.widths, strict=True))
        ]  # fmt: skip
        above, strokes = self.arcades[0].draw(self._x, _LEVELS * gap)
        base = top - self.tag_heights[0]
        labels += [label._replace(y=base + label.y) for label in above]
        made = [moved(stroke, base, 1) for stroke in strokes]
        below, strokes = self.arcades[1].draw(self._x, _LEVELS * gap)
        base = bottom + self.tag_heights[1]
        labels += [label._replace(y=base - label.y) for label in below]
        made += [moved(stroke, base, -1) for stroke in strokes]
        labels += self._tag_labels(top, bottom)
        return labels, made

    def _tag_labels(self, top: float, bottom: float) -> list[Label]:
        made = []
        heights = top - self.tag_heights[0] / 2, bottom + self.tag_heights[1] / 2
        for side in (0, 1):
            for at, tag in enumerate(self._tags(side)):
                if tag is not None:
                    size = self.tag_sizes[tag.text]
                    made.append(Label(tag.text, self._x(at), heights[side], *size, "tag", "plain", tag.side, tag.node))
        return made

    def _x(self, place: int) -> float:
        return self.items[place].x + self.shift


def moved(stroke: Stroke, base: float, way: int) -> Stroke:
    """Return a stroke that stands on *base*, or (-1) hangs from it."""
    return stroke._replace(points=tuple((x, base + way * y) for x, y in stroke.points))
