"""What each pane shows: a sentence and a layout to drawings. No Qt."""

from __future__ import annotations

from dataclasses import replace

from ..drawing.dependencies import place_arcs, place_tree_and_arcs
from ..drawing.links import links
from ..drawing.mirror import place_mirror
from ..drawing.model import Drawing, Measure, Options, Stroke
from ..drawing.overlay import place_overlay
from ..drawing.row import place_row
from .compared import SIDES, Compared
from .dependencies import Dependencies, Lone

__all__ = ["arrange", "arrange_one", "links_in", "panes_of"]

ARCS = "dependencies"  #: the alignment that is drawn as arcs


def panes_of(compared: Compared, layout: str, done: int | None = None) -> tuple[str, ...]:
    """Return the panes that a layout needs, by their sides.

    Mirror and overlay show two trees in one pane; where there are no two trees, they cannot. The way from one tree to
    the other cannot be seen in an overlay. Arcs of two parses are always in one pane, over and under the same words:
    gold's are above those of each system.
    """
    arcs = compared.alignment == ARCS
    if layout == "three":
        return SIDES[1:] if arcs and compared.comparisons else SIDES
    still = done is None and compared.marked is None
    together = compared.one is not None and (arcs or layout == "mirror" or (layout == "overlay" and still))
    return SIDES[:1] if together else SIDES[:2]


def arrange(
    compared: Compared, layout: str, measure: Measure, options: Options, *, fold: bool = False, done: int | None = None
) -> dict[str, Drawing]:
    """Return the drawing of each pane that has one; *done* as in :meth:`.Compared.parts`."""
    if compared.alignment == ARCS:
        return _arrange_arcs(compared, layout, measure, options, done)
    from_right = compared.right_to_left
    one = compared.one
    if len(panes_of(compared, layout, done)) > 1 or one is None:
        parts = compared.parts(options, fold=fold, done=done)
        drawings = place_row(parts, measure, options, mirrored=from_right) if parts else ()
        return dict(zip(compared.parses, drawings, strict=True))
    if layout == "overlay":
        folded = compared.folded().get("gold", frozenset()) if fold else frozenset()
        drawing = place_overlay(
            one.mapping,
            measure,
            replace(options, folded=folded),
            roles=(compared.shown_roles(options)["gold"], one.roles[1]),
            found=compared.found[1] if options.found else None,
            texts=compared.texts("system", options),
            heads=(compared.heads("gold", options), compared.heads("system", options)),
            otherwise=compared.otherwise,
            mirrored=from_right,
        )
        return {"gold": drawing}
    gold, system = compared.parts(options, fold=fold, done=done)
    return {"gold": place_mirror(gold, system, measure, options, mirrored=from_right)}


def arrange_one(compared: Compared, side: str, measure: Measure, options: Options, *, fold: bool = False) -> Drawing:
    """Return the drawing of one tree alone, with what became of it; or of its arcs."""
    from_right = compared.right_to_left
    if compared.alignment == ARCS:
        if compared.one is None:
            return _alone(compared, side, measure, options)
        both = _dependencies(compared, "system", options)
        arcs = both.arcs(1 if side == "system" else 0)
        return place_arcs(both.words(tags="below"), arcs, (), measure, options, mirrored=from_right)
    part = next(part for part in compared.parts(options, fold=fold) if part.side == side)
    (drawing,) = place_row([part], measure, options, mirrored=from_right)
    return drawing


def _arrange_arcs(
    compared: Compared, layout: str, measure: Measure, options: Options, done: int | None
) -> dict[str, Drawing]:
    """Draw arcs: of two parses in gold's pane, of three in those of the systems, each below gold's."""
    from_right = compared.right_to_left
    mixed = len({compared.headed(side).has_relations for side in compared.parses}) > 1
    panes = {"system": "gold"} if layout != "three" else {}
    made: dict[str, Drawing] = {}
    for side in compared.comparisons:
        both = _dependencies(compared, side, options, done if side == "system" else None)
        if layout == "overlay":
            drawing = place_arcs(both.words(tags="below"), both.merged(), (), measure, options, mirrored=from_right)
        elif layout == "mirror" and mixed and done is None:
            drawing = _tree_and_arcs(compared, both, measure, options)
        else:
            drawing = place_arcs(both.words(), both.arcs(0), both.arcs(1), measure, options, mirrored=from_right)
        made[panes.get(side, side)] = drawing
    for side in compared.parses if not made else ():
        made[side] = _alone(compared, side, measure, options)
    return made


def _dependencies(compared: Compared, side: str, options: Options, done: int | None = None) -> Dependencies:
    drawn = compared.parses["gold"].drawn(options), compared.parses[side].drawn(options)
    return Dependencies(compared.comparisons[side], drawn, side, options, done)


def _alone(compared: Compared, side: str, measure: Measure, options: Options) -> Drawing:
    """Draw the arcs of a parse that there is nothing to compare with."""
    lone = Lone(compared.parses[side].drawn(options), side, compared.headed(side), options)
    return place_arcs(lone.words, lone.arcs, (), measure, options, mirrored=compared.right_to_left)


def _tree_and_arcs(compared: Compared, both: Dependencies, measure: Measure, options: Options) -> Drawing:
    """Draw phrases as a tree and dependencies as arcs, each on its own side of the words."""
    arcs = 0 if compared.headed("gold").has_relations else 1
    part = next(part for part in compared.parts(options) if part.side == ("gold", both.side)[1 - arcs])
    marked = part.roles if compared.marked is not None and part.side == "system" else {}
    part = replace(part, roles={node: role for node, role in marked.items() if role == "move"}, badges={})
    return place_tree_and_arcs(
        part,
        both.words(tags="gold" if arcs == 0 else "system", beside=1 - arcs),
        both.arcs(arcs),
        measure,
        options,
        tree_above=arcs == 1,
        mirrored=compared.right_to_left,
    )


def links_in(compared: Compared, layout: str, drawing: Drawing) -> list[Stroke]:
    """Return the curves between partners that are drawn in one pane."""
    if compared.one is None or layout != "mirror" or compared.alignment == ARCS:
        return []
    return links(compared.one.mapping, drawing, drawing, (0.0, 0.0))
