"""This sentence: its words, its scores and ranks under every measure, the way from gold to the system, and notes."""

from __future__ import annotations

import re
from html import escape

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from ..theme import Theme
from ..visible import visible
from ..widgets import label
from .repairs import RepairsPanel
from .scores import ScoreTable
from .script import ScriptPanel

__all__ = ["SentencePanel"]

_LONGEST = 500  #: letters of a sentence that are shown; more would push everything else out of sight
_WIDEST = 24  #: letters of a word that fit into a line


class SentencePanel(QScrollArea):
    """Scores above, what went wrong and the edit script below, then whatever is added."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.words = label(wrap=True)
        self.words.setTextFormat(Qt.TextFormat.RichText)  # its number is bold; the words are escaped
        self.words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.scores_heading = label("", "heading")
        self.scores = ScoreTable(theme)
        self.repairs = RepairsPanel(theme)
        self.script = ScriptPanel(theme)
        body = QWidget()
        self._layout = QVBoxLayout(body)
        self._layout.setContentsMargins(12, 8, 12, 8)
        self._layout.setSpacing(4)
        for widget in (self.words, self.scores_heading, self.scores, self.repairs, self.script):
            self._layout.addWidget(widget)
            if widget not in (self.repairs, self.script):
                self._layout.addSpacing(6)
        self.setWidget(body)
        self.setMinimumWidth(250)
        self.show_whose_scores(of_another=False)

    def add(self, widget: QWidget, *, grows: bool = True) -> None:
        """Put something more below; it gets the room that is left, unless it does not grow."""
        self._layout.addSpacing(6)
        self._layout.addWidget(widget, int(grows))

    def show_words(self, number: int, words: str, own: str = "") -> None:
        """Show the sentence itself, with an id of its *own*; whatever its words are, they are no markup."""
        words = visible(words)
        shown = words if len(words) <= _LONGEST else words[:_LONGEST].rsplit(" ", 1)[0] + " …"
        name = f" ({escape(_breakable(own))})" if own and own != str(number) else ""
        self.words.setText(f"<b>{number}</b>{name}&nbsp; {escape(_breakable(shown))}")
        self.words.setToolTip("" if shown == words else f"<p>{escape(words)}</p>")

    def show_whose_scores(self, *, of_another: bool) -> None:
        """Say that scores are those of another analysis than the one that is shown, or not."""
        text = self.tr("Scores of the analysis in use") if of_another else self.tr("Scores")
        self.scores_heading.setText(text)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self.scores.set_theme(theme)
        self.repairs.set_theme(theme)
        self.script.set_theme(theme)


def _breakable(text: str) -> str:
    """Let words that no panel is wide enough for go on in the next line.

    >>> _breakable("a" * 50).count("\u200b")
    2
    """
    return re.sub(rf"(\S{{{_WIDEST}}})(?=\S)", "\\1\u200b", text)
