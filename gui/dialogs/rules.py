"""The editor for recognisers: phenomena, their rules, and live matches in what is open."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QModelIndex, QObject, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QCloseEvent, QFontDatabase, QKeyEvent, QKeySequence, QUndoStack
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QPlainTextEdit,
    QProgressBar,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from treelens.engine.phenomena import Recogniser
from treelens.engine.phenomena.editing import KINDS, Draft, Row, Trouble
from treelens.engine.problems import caret_view

from ..edits import Edit
from ..models.hits import HitModel
from ..rule_search import Corpus, RuleSearch
from ..theme import Theme
from ..views.row_table import RowTable
from ..views.sentence_delegate import paint_cells
from ..widgets import button, label, leave_drops
from .fields import Choice

__all__ = ["RulesDialog"]

_PAUSE = 150  #: milliseconds without a key after which a rule is tried
_ONE_EDIT = 800  #: milliseconds within which keys in one field are one edit


class RulesDialog(QDialog):
    """Edits the draft of a recogniser; every edit can be undone. It asks for files through signals."""

    hit_wanted = Signal(int, object, str)  #: a sentence, the rules it was found by, and the phenomenon
    save_wanted = Signal()
    save_as_wanted = Signal()
    close_wanted = Signal()  #: somebody wants to close it: unsaved changes are to be asked about

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.resize(1000, 640)
        self.draft = Draft(())
        self.saved = ""
        self.rules: Recogniser | Trouble = Trouble("")
        self.stack = QUndoStack(self)
        self.search = RuleSearch(self)
        self.hits = HitModel(self)
        self._corpora: list[Corpus] = []
        self._last_field = ""
        self._joining = False
        self._pause = QTimer(self, interval=_PAUSE, singleShot=True)
        self._typing = QTimer(self, interval=_ONE_EDIT, singleShot=True)
        self._build_fields()
        self._build_hits()
        self._build()
        self._connect()
        self.set_theme(theme)

    # --- building -------------------------------------------------------------------------------------------------

    def _build_fields(self) -> None:
        fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Phenomena"))
        self.add = button(self.tr("&New"), "", self.tr("Add a phenomenon"))
        self.copy = button(self.tr("Dupli&cate"), "", self.tr("Add a phenomenon with the same rule"))
        self.remove = button(self.tr("&Remove"), "", self.tr("Take this phenomenon out"))
        self.name = QLineEdit()
        self.name.setAccessibleName(self.tr("Name of the phenomenon"))
        kinds = {
            "tgrep": self.tr("a tree pattern (tgrep)"),
            "regex": self.tr("a regular expression over the raw parse"),
            "all": self.tr("all of these phenomena"),
            "any": self.tr("any of these phenomena"),
            "not": self.tr("none of these phenomena"),
        }
        self.kind = Choice(self.tr("Kind of rule"), [(kind, kinds[kind]) for kind in KINDS])
        self.text = QPlainTextEdit()
        self.text.setAccessibleName(self.tr("Pattern, or names with commas between"))
        self.text.setFont(fixed)
        self.text.setTabChangesFocus(True)
        self.text.setUndoRedoEnabled(False)
        self.text.setFixedHeight(84)
        self.trouble = label("", "", wrap=False)
        self.trouble.setFont(fixed)
        self.trouble.setTextFormat(Qt.TextFormat.PlainText)
        self.trouble.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.description = QLineEdit()
        self.description.setAccessibleName(self.tr("Description"))
        self.auxiliary = QCheckBox(self.tr("only a part of others, not counted"))
        for field in (self.name, self.text, self.description):
            leave_drops(field)
            field.installEventFilter(self)

    def _build_hits(self) -> None:
        self.where = Choice(self.tr("Where to look"), [])
        self.count = label("", "muted")
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(4)
        self.bar.setAccessibleName(self.tr("Search"))
        self.table = RowTable(self.tr("Sentences in which the rule holds"))
        self.table.setModel(self.hits)
        self.table.horizontalHeader().setStretchLastSection(True)
        self.table.horizontalHeader().resizeSection(HitModel.NUMBER, 70)

    def _build(self) -> None:
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 8, 0)
        column.addWidget(self.list, 1)
        row = QHBoxLayout()
        for one in (self.add, self.copy, self.remove):
            row.addWidget(one)
        column.addLayout(row)
        right = QWidget()
        form = QFormLayout()
        form.setVerticalSpacing(8)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow(self.tr("N&ame"), self.name)
        form.addRow(self.tr("Reco&gnised by"), self.kind)
        form.addRow(self.tr("&Pattern"), self.text)
        form.addRow("", self.trouble)
        form.addRow(self.tr("&Description"), self.description)
        form.addRow("", self.auxiliary)
        found = QHBoxLayout()
        found.addWidget(label(self.tr("Matches in")))
        found.addWidget(self.where)
        found.addWidget(self.count, 1)
        self.save = button(self.tr("&Save"), "primary")
        self.save_as = button(self.tr("Save &as…"))
        self.shut = button(self.tr("Close"))
        ends = QHBoxLayout()
        ends.addStretch(1)
        for one in (self.shut, self.save_as, self.save):
            one.setAutoDefault(False)
            ends.addWidget(one)
        for one in (self.add, self.copy, self.remove):
            one.setAutoDefault(False)
        body = QVBoxLayout(right)
        body.setContentsMargins(8, 0, 0, 0)
        body.setSpacing(8)
        body.addLayout(form)
        body.addLayout(found)
        body.addWidget(self.bar)
        body.addWidget(self.table, 1)
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(left)
        splitter.addWidget(right)
        splitter.setSizes([280, 700])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(12)
        layout.addWidget(splitter, 1)
        layout.addLayout(ends)

    def _connect(self) -> None:
        self.list.currentRowChanged.connect(lambda _: self._show_row())
        self.add.clicked.connect(self._add)
        self.copy.clicked.connect(self._copy)
        self.remove.clicked.connect(self._remove)
        self.name.textEdited.connect(lambda _: self._edited("name"))
        self.text.textChanged.connect(lambda: self._edited("text"))
        self.description.textEdited.connect(lambda _: self._edited("description"))
        self.kind.changed.connect(lambda: self._edited("kind"))
        self.auxiliary.toggled.connect(lambda _: self._edited("auxiliary"))
        self.where.changed.connect(self._look)
        self._pause.timeout.connect(self._try)
        self._typing.timeout.connect(lambda: setattr(self, "_last_field", ""))
        self.search.found.connect(self._found)
        self.search.finished.connect(self._searched)
        self.search.failed.connect(self._not_searched)
        self.table.clicked.connect(self._choose)
        self.table.entered_row.connect(self._choose)
        self.save.clicked.connect(lambda: self.save_wanted.emit())
        self.save_as.clicked.connect(lambda: self.save_as_wanted.emit())
        self.shut.clicked.connect(lambda: self.close_wanted.emit())
        for key, slot in (
            (QKeySequence.StandardKey.Undo, self.stack.undo),
            (QKeySequence.StandardKey.Redo, self.stack.redo),
            (QKeySequence.StandardKey.Save, self.save_wanted.emit),
        ):
            action = QAction(self)
            action.setShortcuts(key)
            action.triggered.connect(lambda _=False, slot=slot: slot())
            self.addAction(action)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self.trouble.setStyleSheet(f"color: {theme.interface.bad.name()};")
        paint_cells(self.table, theme.interface)

    # --- what is edited -------------------------------------------------------------------------------------------

    @property
    def unsaved(self) -> bool:
        """Whether anything is not in the file."""
        return self.draft.text != self.saved

    def show_draft(self, draft: Draft, *, saved: bool) -> None:
        """Edit another recogniser."""
        self.stack.clear()
        self.saved = draft.text if saved else ""
        self._set_draft(draft, 0)
        self.list.setFocus()

    def saved_as(self, path: str) -> None:
        """Take note that all is in a file now."""
        self.draft = Draft(self.draft.pieces, path)
        self.saved = self.draft.text
        self._show_title()

    def show_corpora(self, corpora: list[tuple[str, Corpus]]) -> None:
        """Offer what can be searched."""
        before = self.where.currentIndex()
        with QSignalBlocker(self.where):
            self.where.clear()
            for title, _ in corpora:
                self.where.addItem(title)
            self.where.setCurrentIndex(before if 0 <= before < len(corpora) else 0)
        self._corpora = [corpus for _, corpus in corpora]
        self._look()

    def _set_draft(self, draft: Draft, row: int) -> None:
        """Show a draft, and one of its phenomena."""
        self.draft = draft
        if self._joining:  # what was typed before and what is typed now become one edit: the fields stay
            return
        names = [one.name or self.tr("(no name)") for one in draft.rows]
        with QSignalBlocker(self.list):
            if [self.list.item(place).text() for place in range(self.list.count())] != names:
                self.list.clear()
                self.list.addItems(names)
            self.list.setCurrentRow(min(max(row, 0), len(names) - 1))
        self._show_row()

    def _show_row(self) -> None:
        number = self.list.currentRow()
        row = self.draft.rows[number] if 0 <= number < len(self.draft.rows) else Row("")
        for field, text in ((self.name, row.name), (self.description, row.description)):
            if field.text() != text:
                field.setText(text)
        with QSignalBlocker(self.text), QSignalBlocker(self.kind), QSignalBlocker(self.auxiliary):
            if self.text.toPlainText() != row.text:
                self.text.setPlainText(row.text)
            self.kind.set_value(row.kind)
            self.auxiliary.setChecked(row.auxiliary)
        for part in (self.name, self.text, self.kind, self.description, self.auxiliary, self.copy, self.remove):
            part.setEnabled(number >= 0)
        self._show_title()
        self._pause.start()

    def _show_title(self) -> None:
        name = Path(self.draft.path).name or self.tr("new recogniser")
        self.setWindowTitle(self.tr("Rules: {}").format(name) + (" •" if self.unsaved else ""))
        self.save.setEnabled(self.unsaved)

    def _push(self, title: str, after: Draft, row: int) -> None:
        before, was = self.draft, self.list.currentRow()
        back: Callable[[], object] = lambda: self._set_draft(before, was)  # noqa: E731
        self.stack.push(Edit(title, back, lambda: self._set_draft(after, row), lambda: None))

    def _edited(self, field: str) -> None:
        """Make an edit of what was typed; keys in one field that come without a pause are one."""
        number = self.list.currentRow()
        if number < 0:
            return
        row = Row(
            self.name.text(),
            self.kind.value(),
            self.text.toPlainText(),
            self.auxiliary.isChecked(),
            self.description.text(),
        )
        if row == self.draft.rows[number]:
            return
        after = self.draft.changed(number, row)
        if field == self._last_field and self.stack.canUndo():
            self._joining = True
            self.stack.undo()
            self._joining = False
        self._push(self.tr("Change a rule"), after, number)
        self._last_field = field
        self._typing.start()

    def _add(self) -> None:
        self._insert(Row(self._free(self.tr("new phenomenon"))))
        self.name.setFocus()
        self.name.selectAll()

    def _copy(self) -> None:
        row = self.draft.rows[self.list.currentRow()]
        self._insert(row._replace(name=self._free(row.name)))

    def _insert(self, row: Row) -> None:
        self._last_field = ""
        number = self.list.currentRow()
        self._push(self.tr("Add a phenomenon"), self.draft.added(row, number), number + 1)

    def _remove(self) -> None:
        self._last_field = ""
        number = self.list.currentRow()
        if number >= 0:
            self._push(self.tr("Remove a phenomenon"), self.draft.without(number), number)

    def _free(self, name: str) -> str:
        """Return a name that no phenomenon has yet."""
        taken = {row.name for row in self.draft.rows}
        numbered = (f"{name} {number}" for number in range(2, len(taken) + 3))
        return name if name not in taken else next(one for one in numbered if one not in taken)

    # --- what is found --------------------------------------------------------------------------------------------

    def _try(self) -> None:
        """Understand the rules, and say under the pattern what is wrong with them."""
        self.rules = self.draft.recogniser()
        if isinstance(self.rules, Trouble):
            self._complain(self.rules)
        else:
            self._complain(None)
        self._look()

    def _complain(self, trouble: Trouble | None) -> None:
        number, text = self.list.currentRow(), ""
        if trouble is not None:
            rows = self.draft.rows
            text = trouble.message
            if trouble.row == number and trouble.position >= 0:
                text = f"{_under(rows[number].text, trouble.position)}\n{text}"
            elif 0 <= trouble.row < len(rows) and trouble.row != number:
                text = f"{rows[trouble.row].name}: {text}"
        self.trouble.setText(text)
        self.trouble.setVisible(bool(text))
        self.text.setAccessibleDescription(text)

    def _look(self) -> None:
        """Search what is open by the rule that is edited."""
        self.search.stop()
        number, place = self.list.currentRow(), self.where.currentIndex()
        rules, ready = self.rules, 0 <= place < len(self._corpora) and number >= 0
        if not ready or not isinstance(rules, Recogniser):
            self.hits.begin(str)
            self.bar.hide()
            self.count.setText("" if isinstance(rules, Recogniser) else self.tr("nothing is searched by a wrong rule"))
            return
        name, corpus = self.draft.rows[number].name.strip(), self._corpora[place]
        self.hits.begin(lambda sentence: corpus.found_by(rules, name, sentence))
        self.bar.setRange(0, 0)
        self.bar.show()
        self.search.start(rules, name, corpus)

    def _found(self, sentences: object, done: int, total: int) -> None:
        self.hits.add(sentences)  # type: ignore[arg-type]
        self.bar.setRange(0, total)
        self.bar.setValue(done)
        self.count.setText(
            self.tr("{} of {} sentences").format(f"{self.hits.rowCount():,}", f"{done:,}")
            + ("" if done == total else "…")
        )

    def _searched(self) -> None:
        self.bar.hide()
        if not self.hits.rowCount():
            self.count.setText(self.tr("no sentence"))

    def _not_searched(self, error: object) -> None:
        self.bar.hide()
        self.count.setText("")
        self.trouble.setText(str(error))
        self.trouble.setVisible(True)

    def _choose(self, index: QModelIndex) -> None:
        number = self.list.currentRow()
        if index.isValid() and isinstance(self.rules, Recogniser):
            name = self.draft.rows[number].name.strip()
            self.hit_wanted.emit(self.hits.sentences[index.row()], self.rules, name)

    # --- manners --------------------------------------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Keep lines from undoing by themselves: all edits are undone in one order."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            keys = QKeySequence.StandardKey
            if event.matches(keys.Undo) or event.matches(keys.Redo):
                event.ignore()
                return True
        return super().eventFilter(watched, event)

    def reject(self) -> None:
        """Escape closes, but asks before."""
        self.close_wanted.emit()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802
        """Ask before; whoever listens hides the dialog."""
        event.ignore()
        self.close_wanted.emit()

    def stop(self) -> None:
        """Look for nothing any more."""
        self._pause.stop()
        self._typing.stop()
        self.search.wait()


def _under(text: str, position: int) -> str:
    """Return the line of a text in which a position is, with a caret under it.

    >>> print(_under("NP < <", 5))
      NP < <
           ^
    """
    begin = text.rfind("\n", 0, position) + 1
    line = text[begin:].partition("\n")[0]
    return caret_view(line or " ", position - begin + 1)
