"""The table of sentences as a widget: numbers take what they need, the sentence the rest."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QVBoxLayout, QWidget

from ..models.cells import gap_text
from ..models.sentences import SentenceModel
from ..theme import Colours
from ..typeahead import leave_letters
from ..widgets import label
from .sentence_delegate import ROW_HEIGHT, SentenceDelegate, paint_cells
from .sentence_header import SentenceHeader

__all__ = ["LEAST_WORDS", "SentenceTable"]

LEAST_WORDS = 120  #: the width of the sentence where the table scrolls
_ENOUGH = 110  #: a little less is enough where it need not scroll then
_NUMBER = 34  #: the width of a column of numbers
_AROUND = 11  #: blank beside a number
_BAR, _LEAST_BAR = 42, 24  #: the width of the bar beside a rank gap
_LEAST_CHIPS, _CHIPS, _MOST_CHIPS = 60, 72, 220  #: the width of a column of chips
_CHIPS_PART = 0.45  #: of the room that nobody needs belongs to chips


class SentenceTable(QTableView):
    """Rows of one height; where more columns are shown than fit, they scroll, and the sentence stays readable."""

    def __init__(self, model: SentenceModel, colours: Colours, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sentences = model
        self.heading = SentenceHeader(colours, self)
        self.setHorizontalHeader(self.heading)
        self.setModel(model)
        paint_cells(self, colours)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        leave_letters(self)
        # The whole row is marked, not one cell of it; and there is nothing to see where two scroll bars meet.
        self.setStyleSheet("QTableView { outline: 0; } QAbstractScrollArea::corner { background: transparent; }")
        self.setAccessibleName(self.tr("Sentences"))
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(ROW_HEIGHT)
        self.heading.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.message = label("", "muted", wrap=True)
        self._place_message()
        self._later = QTimer(self, interval=0, singleShot=True)
        self._later.timeout.connect(self.fit)
        for signal in (
            model.headerDataChanged,
            model.columnsInserted,
            model.columnsRemoved,
            model.modelReset,
            model.dataChanged,
        ):
            signal.connect(self._later.start)

    def _place_message(self) -> None:
        """Put a text over the rows for when there are none."""
        self.message.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self.message.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        layout = QVBoxLayout(self.viewport())
        layout.setContentsMargins(16, 28, 16, 0)
        layout.addWidget(self.message)
        layout.addStretch(1)
        self.message.hide()

    def say(self, text: str) -> None:
        """Write something where the rows would be; nothing takes it away."""
        self.message.setText(text)
        self.message.setVisible(bool(text))

    def set_colours(self, colours: Colours) -> None:
        """Paint in other colours."""
        self.heading.colours = colours
        paint_cells(self, colours)
        self.fit()
        self.heading.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Give the sentence the new room."""
        super().resizeEvent(event)
        self.fit()

    def fit(self) -> None:
        """Give the sentence the room that numbers do not need; bars shrink before it does."""
        model, metrics = self._sentences, QFontMetrics(self.font())
        widths = {
            section: max(_NUMBER, metrics.horizontalAdvance("100") + _AROUND, self.heading.wanted_width(section))
            for section in range(model.FIRST_SCORE, model.gap_column)
        }
        chips = [section for section in widths if model.has_chips(section)]
        widths |= {section: max(widths[section], _CHIPS) for section in chips}
        last = "9" * len(str(max(model.size, 1)))
        widths[model.NUMBER] = max(_NUMBER, metrics.horizontalAdvance(last) + _AROUND)
        largest = gap_text(-float("9" * len(str(int(model.largest_gap)))) - 0.5)  # ranks that are shared end in a half
        number = metrics.horizontalAdvance(largest) + 2
        delegate = self.itemDelegate()
        assert isinstance(delegate, SentenceDelegate)
        delegate.number_width = number
        left = self.viewport().width() - sum(widths.values()) - number - _AROUND - LEAST_WORDS
        bar = number + _AROUND + min(max(left, _LEAST_BAR), _BAR)
        widths[model.gap_column] = max(bar, self.heading.wanted_width(model.gap_column))
        words = self.viewport().width() - sum(widths.values())
        if chips:
            more = _more_for_chips(words - LEAST_WORDS, len(chips))
            widths |= {section: widths[section] + more for section in chips}
            words -= more * len(chips)
        widths[model.WORDS] = words if words >= _ENOUGH else LEAST_WORDS
        changed = [section for section, width in widths.items() if self.heading.sectionSize(section) != width]
        for section in changed:
            self.heading.resizeSection(section, widths[section])
        if changed or self.heading.height() != self.heading.sizeHint().height():
            self.updateGeometries()


def _more_for_chips(spare: int, columns: int) -> int:
    """Return by how much each column of chips is wider than usual, or narrower, where room is spare or lacking.

    >>> _more_for_chips(100, 1), _more_for_chips(-10, 1), _more_for_chips(-500, 2), _more_for_chips(5000, 1)
    (45, -10, -12, 148)
    """
    more = int(spare * _CHIPS_PART / columns) if spare > 0 else spare // columns
    return min(max(more, _LEAST_CHIPS - _CHIPS), _MOST_CHIPS - _CHIPS)
