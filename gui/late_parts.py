"""Panels that are behind others at first, each with what fills it: made when they are first wanted.

A window that makes all its panels before it is seen is seen late. These four say nothing until somebody looks at them,
or asks for what they do by a key; so they are neither imported nor made before that.
"""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING, TypeVar

from .parts_window import PartsWindow

if TYPE_CHECKING:
    from .analysing import Analysing
    from .asking import Asking
    from .comparing import Comparing
    from .counting import Counting
    from .exporting import Exporting
    from .looking import Looking
    from .panels.analyses import AnalysesPanel
    from .panels.compare import ComparePanel
    from .panels.meaning import MeaningPanel
    from .panels.profiles import ProfilesPanel
    from .relating import Relating

    LatePart = Analysing | Asking | Comparing | Relating
    Part = TypeVar("Part", Analysing, Asking, Comparing, Relating)

__all__ = ["LatePartsWindow"]

_LATE = {
    "meaning": "relating",
    "compare": "comparing",
    "analyses": "analysing",
    "profiles": "asking",
}  #: by docks


class LatePartsWindow(PartsWindow):
    """A window whose hindmost panels are made when their docks come forward, or when they are asked for by name."""

    looking: Looking
    counting: Counting
    exporting: Exporting

    def make_late(self) -> None:
        """From now on, make what fills a dock when that is first seen."""
        for dock, part in _LATE.items():
            self.docks.fill_when_seen(dock, partial(getattr, self, part))

    def is_made(self, dock: str) -> bool:
        """Say whether the panel of a dock is there by now."""
        return _LATE[dock] in vars(self)

    @property
    def late_parts(self) -> list[LatePart]:
        """Those that have been made."""
        return [getattr(self, part) for dock, part in _LATE.items() if self.is_made(dock)]

    def _paint_parts(self) -> None:
        super()._paint_parts()
        for part in self.late_parts:
            part.panel.set_theme(self.theme)

    def _failed(self, error: object) -> None:
        """Tell that something went wrong beside the window."""
        raise NotImplementedError

    def _filled(self, dock: str, part: Part) -> Part:
        self.docks.fill(dock, part.panel)
        return part

    # --- what fills them ------------------------------------------------------------------------------------------

    @cached_property
    def analysing(self) -> Analysing:
        """What lists and shows all analyses of the sentence."""
        from .analysing import Analysing
        from .panels.analyses import AnalysesPanel

        made = Analysing(self.looking, AnalysesPanel(self.theme))
        made.said.connect(self.status.say)
        made.failed.connect(self._failed)
        return self._filled("analyses", made)

    @cached_property
    def asking(self) -> Asking:
        """What answers questions about two profiles."""
        from .asking import Asking
        from .panels.profiles import ProfilesPanel

        made = Asking(self.looking, self.counting, ProfilesPanel(self.theme))
        made.failed.connect(self._failed)
        return self._filled("profiles", made)

    @cached_property
    def comparing(self) -> Comparing:
        """What compares systems."""
        from .comparing import Comparing
        from .panels.compare import ComparePanel

        made = Comparing(self.looking, self.counting, ComparePanel(self.theme))
        made.failed.connect(self._failed)
        return self._filled("compare", made)

    @cached_property
    def relating(self) -> Relating:
        """What shows meanings, selected together with trees."""
        from .panels.meaning import MeaningPanel
        from .relating import Relating

        made = Relating(self.looking, MeaningPanel(self.theme))
        made.panel.explained.connect(self.status.explain)
        made.panel.export_wanted.connect(self.exporting.meaning)
        return self._filled("meaning", made)

    # --- the panels -----------------------------------------------------------------------------------------------

    @property
    def analyses(self) -> AnalysesPanel:
        """The list of all analyses of the sentence."""
        return self.analysing.panel

    @property
    def profiles(self) -> ProfilesPanel:
        """Questions about two profiles."""
        return self.asking.panel

    @property
    def compare(self) -> ComparePanel:
        """A system against others."""
        return self.comparing.panel

    @property
    def meaning(self) -> MeaningPanel:
        """What the sentence means."""
        return self.relating.panel
