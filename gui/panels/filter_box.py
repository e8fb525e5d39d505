"""The box that filters are written in: it proposes how to go on, and shows where something is wrong."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import QEvent, QPointF, QRect, Qt, QTimer
from PySide6.QtGui import QFocusEvent, QFontMetricsF, QKeyEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QLineEdit, QWidget

from treelens.engine.filters import Context, completions, piece

from ..models.cells import is_right_to_left
from ..tasks import Task
from ..theme import Colours
from ..widgets import leave_drops
from .proposals import Proposals

__all__ = ["FilterBox"]

_MANY = 20_000  #: sentences whose words are counted in a thread
_PAUSE = 40  #: milliseconds from a key to proposals
_WAVE = 2.0  #: half the length of a wave below what is wrong


class FilterBox(QLineEdit):
    """A line with proposals.

    Typing opens the list of proposals, and so do Down and Ctrl+Space. In it, Up and Down move, Tab takes the one that
    is marked or else the first, Enter takes the one that is marked, Escape closes. Without it, Escape empties the line,
    and Enter is left to whoever listens to ``returnPressed``.
    """

    def __init__(self, colours: Colours, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        leave_drops(self)
        self.colours = colours
        self._context: Context | None = None
        self._words: Task | None = None
        self._wrong: tuple[int, int] | None = None
        self.setPlaceholderText(self.tr("Filter: word, error:PP, label:NP, f1:<50, /tgrep/ …"))
        self.setToolTip(self.tr("Words, kinds of error, labels, lengths, scores, tgrep patterns; ? lists the language"))
        self.setClearButtonEnabled(True)
        self.setAccessibleName(self.tr("Filter"))
        self.proposals = Proposals(self)
        self.proposals.taken.connect(self._take)
        self._pause = QTimer(self, interval=_PAUSE, singleShot=True)
        self._pause.timeout.connect(self._propose)
        self.textEdited.connect(lambda _: self._pause.start())
        self.textChanged.connect(lambda _: self.mark(None))

    # --- proposals ------------------------------------------------------------------------------------------------

    @property
    def context(self) -> Context | None:
        """What the filter is asked about."""
        return self._context

    @context.setter
    def context(self, context: Context | None) -> None:
        self.proposals.hide()
        self._context = context
        self._words = None

    def stop(self) -> None:
        """End all work beside the window."""
        self.close_proposals()
        if self._words is not None:
            self._words.cancel()
            self._words.wait()

    def _is_ready(self) -> bool:
        """Say whether words can be proposed at once; where they must be counted first, begin to."""
        context = self._context
        if context is None:
            return False
        if "texts" in vars(context) or len(context) <= _MANY:
            return True
        if self._words is None:
            self._words = Task(lambda: context.texts.vocabulary, self)
            self._words.finished.connect(self._pause.start)
            self._words.start()
        return False

    def _propose(self, *, everything: bool = False) -> None:
        """Show what the part under the cursor may become; without a part only if *everything* is wanted."""
        text, cursor = self.text(), self.cursorPosition()
        begin, _ = piece(text, cursor)
        if not self._is_ready() or not self.hasFocus() or not (everything or text[begin:cursor]):
            self.proposals.hide()
            return
        assert self._context is not None
        self.proposals.propose(completions(text, cursor, self._context), self._context.names)

    def _take(self, proposal: str) -> None:
        """Put a proposal in place of the part under the cursor, and propose what may follow."""
        begin, end = piece(self.text(), self.cursorPosition())
        self.proposals.hide()
        self.setSelection(begin, end - begin)
        self.insert(proposal)
        if proposal.endswith((":", ".")):
            self._pause.start()

    # --- keys -----------------------------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        """Catch Tab before it moves on to the next widget, and Escape before it is taken for a shortcut."""
        if event.type() == QEvent.Type.ShortcutOverride and self._wants(cast(QKeyEvent, event)):
            event.accept()
            return True
        if event.type() == QEvent.Type.KeyPress and self._take_key(cast(QKeyEvent, event)):
            return True
        return super().event(event)

    def _wants(self, event: QKeyEvent) -> bool:
        return event.key() == Qt.Key.Key_Escape and (self.proposals.isVisible() or bool(self.text()))

    def _take_key(self, event: QKeyEvent) -> bool:
        """Do what a key says that is none of a plain line's; say whether it was one."""
        key, open_ = event.key(), self.proposals.isVisible()
        control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if open_ and key in (Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_PageDown, Qt.Key.Key_PageUp):
            self.proposals.move_by(key)
        elif key == Qt.Key.Key_Down or (key == Qt.Key.Key_Space and control):
            self._propose(everything=True)
        elif open_ and key == Qt.Key.Key_Tab:
            self._take(self.proposals.marked() or self.proposals.first())
        elif open_ and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.proposals.marked():
            self._take(self.proposals.marked())
        elif key == Qt.Key.Key_Escape and open_:
            self.proposals.hide()
        elif key == Qt.Key.Key_Escape and self.text():
            self.clear()
        else:
            if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Left, Qt.Key.Key_Right):
                self.close_proposals()
            return False
        return True

    def close_proposals(self) -> None:
        """Propose nothing until something is typed."""
        self._pause.stop()
        self.proposals.hide()

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        """Close the list of proposals."""
        self.close_proposals()
        super().focusOutEvent(event)

    # --- what is wrong --------------------------------------------------------------------------------------------

    def mark(self, position: int | None) -> None:
        """Draw a wavy line below the part at a position, or none."""
        self._wrong = None
        if position is not None:
            begin = min(position, max(len(self.text()) - 1, 0))
            self._wrong = begin, max(piece(self.text(), min(begin + 1, len(self.text())))[1], begin + 1)
        self.update()

    def wrong_part(self) -> str:
        """Return the part of the text that is marked as wrong."""
        return self.text()[slice(*self._wrong)] if self._wrong else ""

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Paint the line, and a wave below what is wrong; not in text from right to left, whose order is another."""
        super().paintEvent(event)
        if self._wrong is None or is_right_to_left(self.text()):
            return
        metrics, caret = QFontMetricsF(self.font()), self.cursorRect()
        origin = caret.center().x() + 1 - metrics.horizontalAdvance(self.text()[: self.cursorPosition()])
        begin, end = (origin + metrics.horizontalAdvance(self.text()[:place]) for place in self._wrong)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipRect(self._text_room())
        painter.setPen(QPen(self.colours.bad, 1.4))
        steps = max(int((end - begin) / _WAVE), 3)
        y = caret.center().y() + metrics.height() / 2 + 1
        painter.drawPolyline(QPolygonF([QPointF(begin + step * _WAVE, y - step % 2 * 2) for step in range(steps + 1)]))
        painter.end()

    def _text_room(self) -> QRect:
        """Return the part of the line where text is, left of the button that clears it."""
        return self.rect().adjusted(6, 0, -28, 0)
