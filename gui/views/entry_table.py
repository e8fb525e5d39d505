"""A table of entries that sorts, paints bars with whiskers, and is as wide as its numbers need."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QHeaderView, QWidget

from ..models.entries import EntryModel
from ..theme import Theme
from .row_table import RowTable
from .sentence_delegate import SentenceDelegate, paint_cells

__all__ = ["EntryTable"]

_BESIDE = 15  #: blank behind numbers: they end where their headings do
_AIR = 24  #: beside the widest text of a column
_BAR = 84  #: the width of a bar
_NARROWEST = 130  #: the first column
_TITLE = 76  #: the widest title that a column is made wider for


class EntryTable(RowTable):
    """Shows an :class:`EntryModel`."""

    def __init__(self, name: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        self.entries = EntryModel(self)
        self.setModel(self.entries)
        header = self.horizontalHeader()
        header.setMinimumSectionSize(44)
        header.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        header.setSortIndicatorClearable(True)
        header.setSortIndicator(-1, header.sortIndicatorOrder())
        self.setSortingEnabled(True)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        paint_cells(self, theme.interface, _BESIDE)
        self.fit()

    def fit(self) -> None:
        """Make columns as wide as what is in them; the first takes what is left."""
        model, header = self.entries, self.horizontalHeader()
        bold = header.font()
        bold.setBold(True)
        texts, titles = QFontMetrics(self.font()), QFontMetrics(bold)
        delegate = self.itemDelegate()
        for section, heading in enumerate(model.headings):
            cells = [line.entries[section].cell for line in model.lines]
            widest = max((texts.horizontalAdvance(cell.text) for cell in cells), default=0)
            bar = any(cell.bar is not None for cell in cells)
            if bar and isinstance(delegate, SentenceDelegate):
                delegate.number_width = widest + 2
            if section:
                title = min(titles.horizontalAdvance(heading.title), _TITLE)
                header.setSectionResizeMode(section, QHeaderView.ResizeMode.Interactive)
                header.resizeSection(section, max(widest + bar * _BAR, title) + _AIR)
        if model.headings:
            header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self._spare_room()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Hide what there is no room for."""
        super().resizeEvent(event)
        self._spare_room()

    def _spare_room(self) -> None:
        """Hide columns that can be spared where the first would get too narrow."""
        header, headings = self.horizontalHeader(), self.entries.headings
        spare = [section for section, heading in enumerate(headings) if heading.spare]
        for section in spare:
            header.showSection(section)
        others = sum(header.sectionSize(section) for section in range(1, len(headings)))
        for section in spare if self.viewport().width() - others < _NARROWEST else ():
            header.hideSection(section)
