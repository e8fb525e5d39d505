"""Figures of what is looked at: which of the window's pictures is wanted, and in which way."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .dialogs.exports import Exports
    from .main_window import MainWindow

__all__ = ["Exporting"]


class Exporting:
    """Has figures made of trees, meanings and plots; what makes them is imported when the first one is wanted."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window
        self._exports: Exports | None = None

    @property
    def exports(self) -> Exports:
        """What makes figures."""
        from .dialogs.exports import Exports

        if self._exports is None:
            self._exports = Exports(self.window)
            self._exports.said.connect(self.window.status.say)
        return self._exports

    def figure(self) -> None:
        """Ask how a figure of the trees should be, or of the meaning if that is looked at."""
        window = self.window
        if self._meaning_has_attention:
            self.meaning("export")
        elif window.document is not None and window.sentence >= 0:
            self.exports.export_trees(window.document, window.place(), window.theme, window.looking.analysis)

    def copy(self) -> None:
        """Put a figure of the same on the clipboard."""
        window = self.window
        if self._meaning_has_attention:
            self.meaning("copy")
        elif window.document is not None and window.sentence >= 0:
            self.exports.copy_trees(window.document, window.place(), window.theme, window.looking.analysis)

    @property
    def _meaning_has_attention(self) -> bool:
        """Whether somebody is busy with the drawing of meanings, if it is there at all."""
        return self.window.is_made("meaning") and self.window.meaning.has_attention

    def meaning(self, how: str) -> None:
        """Export, copy or save the meaning that is looked at."""
        window = self.window
        if window.document is not None and window.sentence >= 0:
            looked_at = window.document, window.place(), window.theme, window.looking.analysis
            self.exports.meaning(*looked_at, window.meaning.view_name, how)

    def plot(self, which: str, how: str) -> None:
        """Export, copy or save a plot of sentences."""
        if self.window.document is not None:
            self.exports.plot(self.window.document, which, how, self.window.theme)

    def systems(self, which: str, how: str) -> None:
        """Export, copy or save a plot of systems."""
        if (wanted := self.window.surveying.figure(which)) is not None:
            self.exports.systems(wanted, how, self.window.theme)

    def stop(self) -> None:
        """Let go of all work."""
        if self._exports is not None:
            self._exports.stop()
