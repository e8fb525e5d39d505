"""Trees and mappings as SVG for notebooks: what ``_repr_svg_`` of the engine's own values asks for.

The same drawings as in the window and in figures. No window is opened.
"""

from __future__ import annotations

from treelens.engine.align.mapping import Mapping
from treelens.engine.prepare import Preparation
from treelens.engine.trees import Tree

__all__ = ["picture"]

_AS_IT_IS = Preparation("raw")  #: trees in a notebook are drawn as they are


def picture(thing: object) -> str | None:
    """Return a tree, or the two trees of a mapping with their differences, as an SVG document."""
    if not isinstance(thing, Tree | Mapping) or (isinstance(thing, Tree) and not len(thing)):
        return None
    from .figures import FigureSpec, Subject, make_page, svg
    from .headless import fonts
    from .views.compared import Parse, Shown

    kept = fonts()
    if isinstance(thing, Tree):
        parse = Parse(thing)
        shown = Shown(parse, parse, _AS_IT_IS)
        spec = FigureSpec("gold", titles=False, legend=False, font="sans")
    else:
        shown = Shown(Parse(thing.gold), Parse(thing.system), _AS_IT_IS, "System", known=thing)
        spec = FigureSpec(alignment=thing.kind, font="sans")
    drawn = svg.document(make_page(Subject(shown), spec), background=True)  # a notebook may be dark
    del kept
    return drawn
