"""Notes and tags of the sentence that is looked at; every edit can be undone."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QHideEvent, QKeyEvent, QKeySequence, QUndoStack
from PySide6.QtWidgets import QPlainTextEdit, QVBoxLayout, QWidget

from ..edits import Edit
from ..session import NotesStore, Part
from ..theme import Theme
from ..views.flow import Flow
from ..views.tag_fields import TagBox, TagChip, chip_style
from ..widgets import button, label, leave_drops

__all__ = ["NotesPanel"]

_PAUSE = 600  #: after so many milliseconds without a key, what was typed is one edit


class NotesPanel(QWidget):
    """Tags above, a note below. Call :meth:`commit` before closing."""

    tags_changed = Signal(int)  #: a sentence, counted from 0
    note_changed = Signal(int)
    sentence_wanted = Signal(int)  #: something was undone or redone on a sentence that is not shown

    def __init__(self, theme: Theme, undo_stack: QUndoStack, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.stack = undo_stack
        self.store: NotesStore | None = None
        self.sentence = -1
        self._before = ""  # the note as it was when typing began
        self._typing = False  # something was typed that is no edit yet
        self._watching: list[Callable[[], None]] = []
        self._pause = QTimer(self, interval=_PAUSE, singleShot=True)
        self.box = _NoteBox()
        self.chips: list[TagChip] = []
        self.flow = Flow()
        self.add_button = button(self.tr("+ tag"), "link", self.tr("Add a tag"), name=self.tr("Add a tag"))
        self.tag_box = TagBox()
        self.trouble = label("", "muted", wrap=True)
        self._build()
        self.set_theme(theme)
        self._connect()
        self._show_all()

    def _build(self) -> None:
        self.box.setPlaceholderText(self.tr("A note on this sentence"))
        self.box.setAccessibleName(self.tr("Note"))
        self.tag_box.setPlaceholderText(self.tr("tag, then Enter"))
        self.tag_box.setAccessibleName(self.tr("New tag"))
        self.tag_box.hide()
        self.trouble.hide()
        self.flow.addWidget(self.add_button)
        self.flow.addWidget(self.tag_box)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(label(self.tr("Notes"), "heading"))
        layout.addLayout(self.flow)
        layout.addWidget(self.box, 1)
        layout.addWidget(self.trouble)
        self.setAccessibleName(self.tr("Notes and tags"))

    def _connect(self) -> None:
        self.box.typed.connect(self._typed)
        self.box.left.connect(self.commit)
        self.box.undo_wanted.connect(self.undo)
        self.box.redo_wanted.connect(self.redo)
        self._pause.timeout.connect(self.commit)
        self.add_button.clicked.connect(self.ask_for_tag)
        self.tag_box.given.connect(self.add_tag)
        self.tag_box.done.connect(self._end_asking)
        self.destroyed.connect(partial(_stop_all, self._watching))  # the store may outlive the panel

    def set_theme(self, theme: Theme) -> None:
        """Use other colours."""
        self.setStyleSheet(chip_style(theme))

    # --- showing --------------------------------------------------------------------------------------------------

    def show_sentence(self, store: NotesStore | None, sentence: int) -> None:
        """Show the notes on another sentence; what was typed on the last one is kept first."""
        self.commit()
        if store is self.store and sentence == self.sentence:
            return  # what changes meanwhile is heard of, and the cursor stays where it is
        if store is not self.store:
            _stop_all(self._watching)
            self.store = store
            if store is not None:
                self._watching.append(store.observe(self._changed))
        self.sentence = sentence
        self._end_asking()
        self._show_all()

    def _show_all(self) -> None:
        for widget in (self.box, self.add_button):
            widget.setEnabled(self._shown() is not None)
        self._show_note()
        self._show_tags()
        self.show_trouble()

    def _shown(self) -> NotesStore | None:
        return self.store if self.sentence >= 0 else None

    def _show_note(self) -> None:
        store = self._shown()
        self._before = store.note(self.sentence) if store else ""
        if self.box.toPlainText() != self._before:
            self.box.show_text(self._before)

    def _show_tags(self) -> None:
        store = self._shown()
        tags = store.tags_of(self.sentence) if store else ()
        if tags == tuple(chip.tag for chip in self.chips):
            return
        focus = next((place for place, chip in enumerate(self.chips) if chip.remove.hasFocus()), None)
        for chip in self.chips:
            self.flow.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self.chips = [self._chip(tag) for tag in tags]
        for place, chip in enumerate(self.chips):
            self.flow.insert(place, chip)
        previous: QWidget | None = None
        for widget in (*(chip.remove for chip in self.chips), self.add_button, self.tag_box, self.box):
            if previous is not None:
                QWidget.setTabOrder(previous, widget)
            previous = widget
        if focus is not None:  # the keyboard stays among the chips
            (self.chips[min(focus, len(self.chips) - 1)].remove if self.chips else self.add_button).setFocus()

    def _chip(self, tag: str) -> TagChip:
        chip = TagChip(tag, self.tr("Remove the tag {}").format(tag), self)
        chip.remove_wanted.connect(self.remove_tag)
        chip.step_wanted.connect(self._step)
        chip.show()
        return chip

    def _step(self, tag: str, by: int) -> None:
        """Move the keyboard from chip to chip, and on to what adds one."""
        stops = [*(chip.remove for chip in self.chips), self.add_button]
        place = [chip.tag for chip in self.chips].index(tag) + by
        if 0 <= place < len(stops):
            stops[place].setFocus(Qt.FocusReason.TabFocusReason)

    def show_trouble(self) -> None:
        """Say whether notes cannot be written, and why."""
        trouble = self.store.trouble if self.store else ""
        self.trouble.setText(self.tr("Not saved: {}").format(trouble) if trouble else "")
        self.trouble.setVisible(bool(trouble))

    def _changed(self, sentence: int, part: Part) -> None:
        """Hear of a change, whoever made it. What is being typed is never overwritten."""
        self.show_trouble()
        if sentence == self.sentence and part == "tags":
            self._show_tags()
        elif sentence == self.sentence and not self._typing:
            self._show_note()
        (self.tags_changed if part == "tags" else self.note_changed).emit(sentence)

    # --- tags -----------------------------------------------------------------------------------------------------

    def ask_for_tag(self) -> None:
        """Put the cursor where a tag is written."""
        if store := self._shown():
            mine = store.tags_of(self.sentence)
            self.tag_box.offer([tag for tag in store.tags_in_use() if tag not in mine])
            self.add_button.hide()
            self.tag_box.show()
            self.tag_box.setFocus(Qt.FocusReason.OtherFocusReason)

    def _end_asking(self) -> None:
        had_focus = self.tag_box.hasFocus()
        self.add_button.show()
        if had_focus:
            self.add_button.setFocus(Qt.FocusReason.OtherFocusReason)
        self.tag_box.hide()
        self.tag_box.clear()

    def add_tag(self, tag: str) -> None:
        """Give the sentence a tag, as an edit that can be undone."""
        store, tag = self._shown(), " ".join(tag.split())
        if store and tag and tag not in store.tags_of(self.sentence):
            self._push_tags(store, (*store.tags_of(self.sentence), tag), self.tr("Add the tag {}").format(tag))

    def remove_tag(self, tag: str) -> None:
        """Take a tag away, as an edit that can be undone."""
        store = self._shown()
        if store and tag in store.tags_of(self.sentence):
            others = tuple(other for other in store.tags_of(self.sentence) if other != tag)
            self._push_tags(store, others, self.tr("Remove the tag {}").format(tag))

    def _push_tags(self, store: NotesStore, tags: tuple[str, ...], title: str) -> None:
        self.commit()  # what was typed before comes before
        sentence, before = self.sentence, store.tags_of(self.sentence)
        self._push(title, lambda: store.set_tags(sentence, before), lambda: store.set_tags(sentence, tags))
        if self.tag_box.isVisible():
            self.tag_box.offer([tag for tag in store.tags_in_use() if tag not in tags])

    # --- the note -------------------------------------------------------------------------------------------------

    def _typed(self) -> None:
        """Keep every key in the journal; it becomes an edit, with those around it, after a pause."""
        if store := self._shown():
            self._typing = True
            self._pause.start()
            store.draft_note(self.sentence, self.box.toPlainText())
            self.show_trouble()

    def commit(self) -> None:
        """Make one edit of what was typed since the last."""
        self._pause.stop()
        store = self._shown()
        if store is None or not self._typing:
            return
        self._typing = False
        sentence, before, after = self.sentence, self._before, self.box.toPlainText()
        self._before = after
        if after == before:
            store.set_note(sentence, after)  # the draft may have been something else
            return
        self._push(
            self.tr("Change the note"),
            lambda: store.set_note(sentence, before),
            lambda: store.set_note(sentence, after),
        )

    # --- undo -----------------------------------------------------------------------------------------------------

    def _push(self, title: str, backward: Callable[[], object], forward: Callable[[], object]) -> None:
        sentence = self.sentence

        def lead_there() -> None:
            if sentence != self.sentence:
                self.sentence_wanted.emit(sentence)

        self.stack.push(Edit(title, backward, forward, lead_there))

    def undo(self) -> None:
        """Undo the last edit; what is being typed counts as one."""
        self.commit()
        self.stack.undo()

    def redo(self) -> None:
        """Redo what was undone last."""
        self.commit()
        self.stack.redo()

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802
        """Keep what was typed."""
        self.commit()
        super().hideEvent(event)


def _stop_all(watching: list[Callable[[], None]], _: QObject | None = None) -> None:
    """No longer listen."""
    while watching:
        watching.pop()()


class _NoteBox(QPlainTextEdit):
    """Where a note is written. Undo is not its own: it goes with all other edits. Tab leaves it."""

    typed = Signal()  #: the text is another, and it was not :meth:`show_text` that made it so
    left = Signal()
    undo_wanted = Signal()
    redo_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._showing = False
        self.textChanged.connect(lambda: None if self._showing else self.typed.emit())
        self.setUndoRedoEnabled(False)
        self.setTabChangesFocus(True)
        leave_drops(self)
        self.setMinimumHeight(64)

    def show_text(self, text: str) -> None:
        """Show a text that was not typed here; the cursor stays as near as it can."""
        place = min(self.textCursor().position(), len(text))
        self._showing = True
        self.setPlainText(text)
        self._showing = False
        cursor = self.textCursor()
        cursor.setPosition(min(place, self.document().characterCount() - 1))
        self.setTextCursor(cursor)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Pass undo and redo on."""
        if event.matches(QKeySequence.StandardKey.Undo):
            self.undo_wanted.emit()
        elif event.matches(QKeySequence.StandardKey.Redo):
            self.redo_wanted.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.clearFocus()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        """Say that one is done here."""
        super().focusOutEvent(event)
        self.left.emit()
