"""This sentence: its scores and ranks under every measure, and the mapping in words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from treelens.engine.align.mapping import Mapping, phrase

from ..theme import Theme
from ..widgets import label

__all__ = ["Score", "SentencePanel"]


@dataclass(frozen=True)
class Score:
    """One line of the panel: a measure, its value, and its rank among the sentences."""

    title: str
    value: float
    is_share: bool
    rank: float
    of: int


class _Bar(QWidget):
    """A small bar from 0 to 1."""

    def __init__(self, value: float, theme: Theme) -> None:
        super().__init__()
        self.value = value
        self.theme = theme
        self.setFixedSize(QSize(34, 8))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Paint the bar."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.theme.interface.bar_empty)
        painter.drawRoundedRect(QRectF(0, 1, 34, 6), 3, 3)
        painter.setBrush(self.theme.interface.good)
        painter.drawRoundedRect(QRectF(0, 1, 34 * max(0.0, min(1.0, self.value)), 6), 3, 3)


class SentencePanel(QScrollArea):
    """Scores above, the edit script below."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.body = QWidget()
        layout = QVBoxLayout(self.body)
        layout.setContentsMargins(10, 8, 10, 8)
        self.words = label(wrap=True)
        self.words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        layout.addWidget(self.words)
        layout.addSpacing(8)
        layout.addWidget(label(self.tr("Scores"), "heading"))
        self.grid = QGridLayout()
        self.grid.setHorizontalSpacing(7)
        self.grid.setVerticalSpacing(5)
        self.grid.setColumnStretch(0, 1)
        layout.addLayout(self.grid)
        layout.addSpacing(10)
        layout.addWidget(label(self.tr("From gold to system"), "heading"))
        self.script = QListWidget()
        self.script.setFrameShape(QFrame.Shape.NoFrame)
        self.script.setWordWrap(True)
        self.script.setAccessibleName(self.tr("Edit script"))
        layout.addWidget(self.script, 1)
        self.setWidget(self.body)
        self.setMinimumWidth(322)

    def add(self, widget: QWidget) -> None:
        """Put something more below."""
        layout = self.body.layout()
        assert layout is not None
        layout.addWidget(widget)

    def show_words(self, text: str) -> None:
        """Show the sentence itself."""
        self.words.setText(text)

    def show_scores(self, scores: Sequence[Score]) -> None:
        """Show the scores; a measure without one says n/a."""
        while item := self.grid.takeAt(0):
            if widget := item.widget():
                widget.deleteLater()
        for row, score in enumerate(scores):
            known = not math.isnan(score.value)
            shown = f"{100 * score.value:.1f}" if score.is_share else f"{score.value:g}"
            value = QLabel(shown if known else self.tr("n/a"))
            value.setStyleSheet("font-weight: 600;")
            rank = label(f"{score.rank:g} / {score.of}" if not math.isnan(score.rank) else "", "muted")
            rank.setToolTip(self.tr("Rank among all sentences; 1 is best"))
            self.grid.addWidget(QLabel(score.title), row, 0)
            self.grid.addWidget(value, row, 1, Qt.AlignmentFlag.AlignRight)
            if known and score.is_share:
                self.grid.addWidget(_Bar(score.value, self.theme), row, 2)
            self.grid.addWidget(rank, row, 3, Qt.AlignmentFlag.AlignRight)

    def show_script(self, mapping: Mapping | None) -> None:
        """List the operations of a mapping."""
        self.script.clear()
        if mapping is None:
            return
        gold, system = mapping.gold, mapping.system
        rows = [
            *(("gold", node, self.tr("delete {}").format(phrase(gold, node))) for node in mapping.deletions),
            *(("system", node, self.tr("insert {}").format(phrase(system, node))) for node in mapping.insertions),
            *(("gold", one, f"{phrase(gold, one)} → {phrase(system, other)}") for one, other in mapping.swaps),
        ]
        for side, node, text in rows:
            item = QListWidgetItem(text)
            item.setData(Qt.ItemDataRole.UserRole, (side, node))
            self.script.addItem(item)
        if not rows:
            self.script.addItem(QListWidgetItem(self.tr("nothing to do: the trees are the same")))
