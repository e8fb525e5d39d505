"""Putting a figure together: trees beside or above each other with their titles, a legend and a caption below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from ..drawing.shown import elided
from ..views.compared import SIDES
from ..visible import visible
from .looks import Looks
from .page import Box, Mark, Page, Panel, Text, moved
from .placing import LONGEST, Placed, Places
from .trees import line, marks_of
from .typeface import Typeface

__all__ = ["MARGIN", "Trees", "arranged", "finished", "shortened", "wrapped"]

MARGIN = 1.5  #: around everything, in points: room for the ends of lines
_BESIDE = 1.8  # between trees beside each other, in ems
_ABOVE = 1.3  # between trees above each other
_SHORTEST = 5  # room for a title above a very small tree
_TITLE = 0.45  # below a title
_BELOW = 1.1  # above the legend, and above the caption
_NAMES = {
    "deletion": ("deletion", "deletions"),
    "insertion": ("insertion", "insertions"),
    "swap": ("swap", "swaps"),
    "move": ("move", "moves"),
    "disagree": ("node judged differently", "nodes judged differently"),
    "nobody": ("found by no system", "found by no system"),
    "few": ("by fewer than half", "by fewer than half"),
    "most": ("by half or more", "by half or more"),
    "everybody": ("by all", "by all"),
}


@dataclass(frozen=True)
class Trees:
    """The trees of a figure, without legend and caption."""

    width: float
    height: float
    marks: tuple[Mark, ...]
    panels: tuple[Panel, ...]


def arranged(placing: Places, gap: float, stacked: bool, fold: int = LONGEST) -> Trees:
    """Place trees with words so many ems apart, beside each other or stacked; *fold* as in :meth:`.Placing.place`."""
    placed = placing.place(gap, stacked, fold)
    spec, looks, typeface = placing.spec, placing.typeface.looks, placing.typeface
    title = typeface.height("title") + _TITLE * spec.size if spec.titles else 0.0
    head = title + (_bow(placing, placed, stacked) if spec.links else 0.0)
    places = _places(placed, head, title, stacked, spec.size)
    marks: list[Mark] = []
    if spec.links:
        offsets = [(x - places[0][0], y - places[0][1]) for x, y in places]
        marks += moved((line(stroke) for stroke in placing.links(placed, offsets)), 0.0, head)
    for number, (each, (x, y)) in enumerate(zip(placed, places, strict=True)):
        if spec.titles:
            marks += _titles(each, x, y, head, title, typeface)
        marks += moved(marks_of(each, number, looks), x, y + head)
    panels = tuple(
        Panel(x, y, each.drawing.width, head + each.drawing.height, each.side, nested=each.nested and not spec.links)
        for each, (x, y) in zip(placed, places, strict=True)
    )
    right = max(mark.box[2] for mark in [*marks, *map(_extent, panels)])
    bottom = max(
        panel.top + panel.height + (title if each.below else 0.0) for panel, each in zip(panels, placed, strict=True)
    )
    return Trees(right, bottom, tuple(marks), panels)


def _extent(panel: Panel) -> Box:
    return Box(panel.left, panel.top, panel.width, panel.height, "panel", "plain")


def _places(
    placed: Sequence[Placed], head: float, title: float, stacked: bool, size: float
) -> list[tuple[float, float]]:
    """Return where each drawing, with what is above it, begins."""
    places: list[tuple[float, float]] = []
    x = y = 0.0
    for each in placed:
        places.append((x, y))
        if stacked:
            y += head + each.drawing.height + (title if each.below else 0.0) + _ABOVE * size
        else:
            x += max(each.drawing.width, _SHORTEST * size if len(placed) > 1 else 0.0) + _BESIDE * size
    return places


def _bow(placing: Places, placed: list[Placed], stacked: bool) -> float:
    """Return how far curves between trees beside each other rise above them."""
    if stacked or len(placed) == 1:
        return 0.0
    offsets = [(x, 0.0) for x, _ in _places(placed, 0.0, 0.0, False, placing.spec.size)]
    curves = [stroke.points for stroke in placing.links(placed, offsets)]
    # A cubic curve comes no further than three quarters of the way to the points that pull it.
    return max((0.75 * -min(y for _, y in points) for points in curves if min(y for _, y in points) < 0), default=0.0)


def _titles(placed: Placed, x: float, y: float, head: float, title: float, typeface: Typeface) -> Iterator[Mark]:
    """Put a title above a tree, and below one that hangs upside down."""
    high = typeface.height("title")
    room = max(placed.drawing.width, _SHORTEST * typeface.looks.size)  # names of files can be long
    yield _text(shortened(placed.title, room, "title", typeface), x, y + high / 2, "title", typeface)
    if placed.below:
        below = shortened(placed.below, room, "title", typeface)
        yield _text(below, x, y + head + placed.drawing.height + title - high / 2, "title", typeface)


def _text(text: str, x: float, y: float, kind: str, typeface: Typeface, role: str = "plain") -> Text:
    text = visible(text)
    return Text(text, x, y, *typeface.measure(text, kind), kind, role, "start")


def finished(trees: Trees, placing: Places, width: float | None) -> Page:
    """Return the page: trees in the middle of a width (or as wide as they are), legend and caption below."""
    spec, typeface = placing.spec, placing.typeface
    room = (width if width is not None else max(trees.width + 2 * MARGIN, _least(placing))) - 2 * MARGIN
    aside = MARGIN + max(0.0, (room - trees.width) / 2)
    marks = list(moved(trees.marks, aside, MARGIN))
    y = MARGIN + trees.height
    for block in (
        _legend(placing, room) if spec.legend else [],
        list(wrapped(placing.caption, room, "caption", typeface)),
    ):
        if block:
            y += _BELOW * spec.size
            # below the trees, unless it is wider than they are
            marks += moved(block, aside if max(mark.box[2] for mark in block) <= trees.width else MARGIN, y)
            y += max(mark.box[3] for mark in block)
    panels = tuple(
        Panel(each.left + aside, each.top + MARGIN, each.width, each.height, each.side, nested=each.nested)
        for each in trees.panels
    )
    return Page(
        round(room + 2 * MARGIN, 2),
        round(y + MARGIN, 2),
        typeface.looks,
        typeface,
        tuple(marks),
        panels,
        placing.said,
    )


def _least(placing: Places) -> float:
    """Return a width at which a caption below a very small tree is not broken after each word."""
    wanted = 20 * placing.spec.size if placing.caption or placing.spec.legend else 0.0
    known = [placing.typeface.width(placing.caption, "caption")] if placing.caption else [0.0]
    if placing.spec.legend:
        known.append(max((mark.box[2] for mark in _legend(placing, 1e6)), default=0.0))
    return min(wanted, max(known)) + 2 * MARGIN


def wrapped(text: str, room: float, kind: str, typeface: Typeface) -> Iterator[Mark]:
    """Break a text into lines that are no wider than there is room for, where there are spaces."""
    lines: list[str] = []
    for word in _pieces(visible(text), room, kind, typeface):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and typeface.width(longer, kind) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    high = typeface.height(kind)
    for number, each in enumerate(lines):
        yield _text(each, 0.0, (number + 0.5) * high, kind, typeface)


def _pieces(text: str, room: float, kind: str, typeface: Typeface) -> Iterator[str]:
    """Return the words of a text; one that is wider than a line, such as an address, in pieces."""
    for word in text.split():
        while typeface.width(word, kind) > room and len(word) > 1:
            fitting = max(1, int(len(word) * room / typeface.width(word, kind)))
            while fitting > 1 and typeface.width(word[:fitting], kind) > room:
                fitting -= 1
            yield word[:fitting]
            word = word[fitting:]
        yield word


def shortened(text: str, room: float, kind: str, typeface: Typeface) -> str:
    """Leave out the middle of a text that is wider than there is room for."""
    shown, longest = visible(text), len(text)
    while typeface.width(shown, kind) > room and longest > 3:
        longest -= 1
        shown = elided(visible(text), longest)
    return shown


def _legend(placing: Places, room: float) -> list[Mark]:
    """Return samples of what occurs, each with its name, in lines no wider than there is room for."""
    typeface, looks, size = placing.typeface, placing.typeface.looks, placing.spec.size
    high = typeface.height("legend") * 1.25
    made: list[Mark] = []
    x = y = 0.0
    for role, text in _entries(placing):
        entry = list(_entry(role, text, high, typeface, looks, size))
        wide = max(mark.box[2] for mark in entry)
        if x and x + wide > room:
            x, y = 0.0, y + high + 0.3 * size
        made += moved(entry, x, y)
        x += wide + 1.4 * size
    return made


def _entries(placing: Places) -> Iterator[tuple[str, str]]:
    """Return what occurs, with its number; of two systems without, for gold's nodes count once for each."""
    counts: dict[str, int] = {}
    alone = {"gold": SIDES[:1], "system": SIDES[1:2]}.get(placing.spec.layout, SIDES)
    for side, roles in placing.roles.items():
        for role in roles.values() if side in alone else ():
            once = role == "swap" and side != "gold" and len(alone) > 1  # both nodes of a swap are one
            counts[role] = counts.get(role, 0) + (not once)
    for role, names in _NAMES.items():
        count = counts.get(role, 0)
        several = placing.spec.layout == "three"
        name = QCoreApplication.translate("Figure", names[count != 1 and not several])
        if count:
            yield role, name if several else f"{count} {name}"


def _entry(role: str, text: str, high: float, typeface: Typeface, looks: Looks, size: float) -> Iterator[Mark]:
    """Draw a sample: a small box with the role's badge, and its name."""
    wide, line_width = 1.7 * size, looks.pen("box", role).width
    badge = looks.badge(role)
    inside = high - line_width
    yield Box(line_width / 2, line_width / 2, wide, inside, "swatch", role, 0.22 * high)
    yield Text(badge, line_width / 2 + wide / 2, high / 2, *typeface.measure(badge, "legend"), "legend", role)
    yield _text(text, wide + line_width + 0.5 * size, high / 2, "legend", typeface)
