"""One tree: the root on top, each row a depth, the words in a row at the bottom.

No two texts overlap and no line goes through a text. How that comes about is told in :mod:`.settle`; it takes time
about linear in the number of nodes, and nothing recurses.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from treelens.engine.trees import Tree

from .axis import axis_of
from .compose import compose, from_right, page_of
from .model import Drawing, Measure, Options
from .settle import settle
from .shown import plan_of

__all__ = ["place_tree"]


def place_tree(
    tree: Tree,
    roles: Mapping[int, str],
    measure: Measure,
    options: Options,
    side: str,
    word_x: Sequence[float] | None = None,
    *,
    renamed: Mapping[int, str] | None = None,
    mirrored: bool = False,
) -> Drawing:
    """Draw a tree.

    *roles* says what became of nodes (others are ``plain``), *renamed* what swapped ones are called in the other tree.
    *word_x* are distances between words to begin with: they grow where there is not enough room, and never
    shrink. With *mirrored* everything is drawn from right to left.
    """
    plan = plan_of(tree, roles, options, side, renamed)
    plan.measure(measure)
    axis = axis_of([plan], [len(tree.leaves)])
    if word_x is not None:
        axis.start(word_x)
    settle(plan, axis, options)
    axis.finish()
    drawing = compose(plan, page_of([plan], options))
    return from_right(drawing) if mirrored else drawing
