"""What each pane shows: a sentence and a layout to drawings. No Qt."""

from __future__ import annotations

from dataclasses import replace

from ..drawing.links import links
from ..drawing.mirror import place_mirror
from ..drawing.model import Drawing, Measure, Options, Stroke
from ..drawing.overlay import place_overlay
from ..drawing.row import place_row
from .compared import SIDES, Compared

__all__ = ["arrange", "links_in", "panes_of"]


def panes_of(compared: Compared, layout: str, done: int | None = None) -> tuple[str, ...]:
    """Return the panes that a layout needs, by their sides.

    Mirror and overlay show two trees in one pane; where there are no two trees, they cannot. The way from one tree to
    the other cannot be seen in an overlay.
    """
    if layout == "three":
        return SIDES
    still = done is None and compared.marked is None
    together = compared.one is not None and (layout == "mirror" or (layout == "overlay" and still))
    return SIDES[:1] if together else SIDES[:2]


def arrange(
    compared: Compared, layout: str, measure: Measure, options: Options, *, fold: bool = False, done: int | None = None
) -> dict[str, Drawing]:
    """Return the drawing of each pane that has one; *done* as in :meth:`.Compared.parts`."""
    from_right = compared.right_to_left
    one = compared.one
    if len(panes_of(compared, layout, done)) > 1 or one is None:
        parts = compared.parts(options, fold=fold, done=done)
        drawings = place_row(parts, measure, options, mirrored=from_right) if parts else ()
        return dict(zip(compared.parses, drawings, strict=True))
    if layout == "overlay":
        folded = compared.folded().get("gold", frozenset()) if fold else frozenset()
        texts = compared.texts("system", options)
        options = replace(options, folded=folded)
        return {"gold": place_overlay(one.mapping, measure, options, roles=one.roles, texts=texts, mirrored=from_right)}
    gold, system = compared.parts(options, fold=fold, done=done)
    return {"gold": place_mirror(gold, system, measure, options, mirrored=from_right)}


def links_in(compared: Compared, layout: str, drawing: Drawing) -> list[Stroke]:
    """Return the curves between partners that are drawn in one pane."""
    if compared.one is None or layout != "mirror":
        return []
    return links(compared.one.mapping, drawing, drawing, (0.0, 0.0))
