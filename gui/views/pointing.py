"""Pointing out a repair in the panes: rings around what is wrong and around both places, and an arrow between."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from treelens.engine.errors import Repair

from .across import LinksAcross
from .compared import Compared
from .comparison import Key
from .pointed import Keys, Pointed, pointed
from .tree_pane import Box, TreePane

__all__ = ["Pointing"]


class Pointing:
    """Lights up the repair that is pointed out, if there is one, in whatever the panes show."""

    def __init__(self, panes: Mapping[str, TreePane], across: LinksAcross) -> None:
        self.panes = panes
        self.across = across
        self.repair: Repair | None = None
        self._places = Pointed()

    def show(self, compared: Compared | None, *, with_arrow: bool) -> None:
        """Light up the repair; where two trees are one there is no room for an arrow."""
        there = compared is not None and compared.one is not None and self.repair is not None
        self._places = pointed(compared, self.repair) if there and compared and self.repair else Pointed()
        for kind, places in (("block", self._places.blocks), ("site", self._places.sites)):
            keys = self._drawn(places)
            for pane in self.panes.values():
                pane.light_up(kind, keys)
        self.across.show_arrow(self._places.arrow if with_arrow else None)

    def reveal(self) -> None:
        """Scroll to what is wrong and, if there is room for that too, to both places.

        A pane shows first what is in it; of panes that move together the system's has the last word.
        """
        wanted = self._drawn((*self._places.blocks, *(self._places.arrow or ()), *self._places.sites))
        for side, pane in self.panes.items():
            own = "gold" if side == "gold" else "system"
            if pane.isVisible():
                pane.reveal_all(self._boxes([key for key in wanted if key[0] == own] + wanted))

    def _drawn(self, places: Iterable[Keys]) -> list[Key]:
        """Return for each place the first key that is drawn."""
        panes = [pane for pane in self.panes.values() if not pane.isHidden()]
        drawn = (next((key for key in keys if any(pane.shows(key) for pane in panes)), None) for keys in places)
        return [key for key in drawn if key is not None]

    def _boxes(self, keys: Iterable[Key]) -> Iterable[Box]:
        """Return where labels are; all panes are laid out over the same words."""
        labels = (pane.label_of(key) for key in keys for pane in self.panes.values())
        return (label.box for label in labels if label is not None)
