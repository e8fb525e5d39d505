"""Figures inside a page: drawn by the program's own painter, with a caption, scrollable where they are wide."""

from __future__ import annotations

from collections.abc import Callable

from ..figures import Page, PlotSpec, svg
from .colours import Colours
from .html import Html, element

__all__ = ["FONT", "SIZE", "Pictures"]

FONT, SIZE = "sans", 10.0  #: of all figures; in points


class Pictures:
    """Puts figures into a page, in the page's colours."""

    def __init__(self, colours: Colours) -> None:
        self.colours = colours

    def figure(self, draw: Callable[[str], Page], caption: str) -> Html:
        """Return a figure with its caption; *draw* makes it in a theme."""
        page = draw(self.colours.theme)
        drawn = svg.document(page, background=False)
        if self.colours.dark is not None:
            self.colours.turn(drawn, svg.document(draw(self.colours.dark), background=False))
        picture = element("div", _inline(drawn), class_="scroll", role="region", aria_label=caption, tabindex=0)
        return element("figure", picture, element("figcaption", caption))

    def plot(self, draw: Callable[[PlotSpec], Page], caption: str, width: str = "540pt") -> Html:
        """Return a plot with its caption, which stands for its title; *draw* makes it by a spec."""
        return self.figure(lambda theme: draw(PlotSpec(width, FONT, SIZE, theme, title=False)), caption)


def _inline(document: str) -> Html:
    """Make an SVG document a part of a page: one picture, named by its title, without what only a file needs."""
    return Html(document[document.index("<svg ") :].replace("<svg ", '<svg role="img" ', 1).strip())
