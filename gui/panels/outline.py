"""The outline: both trees and their differences as rows of text, complete by keyboard and for screen readers."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QStackedWidget, QTreeView, QVBoxLayout, QWidget

from ..models.outline import OutlineModel
from ..theme import Theme
from ..views.comparison import Comparison
from ..widgets import label

__all__ = ["OutlinePanel"]

_NARROWEST, _WIDEST = 150, 260


class OutlinePanel(QWidget):
    """What the trees show, to walk through by arrow keys; Return goes over to a node's partner."""

    chosen = Signal(str, int)  #: side and node that was walked to; -1 on a tree's own row

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = OutlineModel(theme.tree, self)
        self.view = QTreeView()
        self.nothing = label(self.tr("There are no two trees to compare."), "muted", wrap=True)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._silent = False
        self._opened = False  # whether the rows of these trees are open that lead to differences
        self._build()
        self.set_theme(theme)
        #: What can be done here beside walking; for the command palette and the shortcut sheet.
        self.commands = [
            self._command(self.tr("Go to the partner"), "Return", self.go_to_partner),
            self._command(self.tr("Open all rows"), "Ctrl+Shift+Right", self._open_all),
            self._command(self.tr("Open only rows with differences"), "Ctrl+Shift+Left", self._open_differences),
        ]

    def _build(self) -> None:
        view = self.view
        view.setModel(self.model)
        view.setAccessibleName(self.tr("Outline of both trees"))
        view.setAccessibleDescription(self.tr("Arrow keys walk through the nodes; Return goes to a node's partner."))
        view.setFrameShape(QFrame.Shape.NoFrame)
        view.setUniformRowHeights(True)
        view.setAllColumnsShowFocus(True)
        view.setIndentation(14)
        view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        view.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        view.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        view.header().setMinimumSectionSize(60)
        view.header().resizeSection(OutlineModel.WORDS, 200)
        view.selectionModel().currentRowChanged.connect(self._row_changed)
        self.stack = QStackedWidget()
        self.stack.addWidget(self.nothing)
        self.stack.addWidget(view)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.stack)
        self.nothing.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # can be walked to, and is read then
        self.setFocusProxy(self.nothing)

    def _command(self, text: str, key: str, slot: Callable[[], object]) -> QAction:
        """Make an action of the view's own: its key works where the view has the focus."""
        action = QAction(text, self.view)
        action.setShortcuts([QKeySequence(key), *([QKeySequence("Enter")] if key == "Return" else [])])
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        action.triggered.connect(lambda _=False: slot())
        self.view.addAction(action)
        return action

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        page, text, selection = (theme.interface.get(name, "text").name() for name in ("page", "text", "selection"))
        self.view.setStyleSheet(
            f"QTreeView {{ background: {page}; color: {text}; outline: 0; selection-color: {text};"
            f" selection-background-color: {selection}; }} QTreeView::item {{ padding: 2px 4px; }}"
        )
        self.model.set_colours(theme.tree)
        self.view.viewport().update()

    def show_comparison(self, comparison: Comparison | None) -> None:
        """Show the trees of a sentence; the same trees, aligned in another way, keep the row one is on."""
        before, key = self.model.comparison, self.model.key_of(self.view.currentIndex())
        self.model.set_comparison(comparison)
        self._turn_to(self.nothing if comparison is None else self.view)
        self._opened = False
        if self.isVisible():
            self._open_differences()
        same = before and comparison and before.gold is comparison.gold and before.system is comparison.system
        if same and key is not None:
            self.select(*key)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        """Open the rows of trees that came while nobody saw them."""
        super().showEvent(event)
        if not self._opened:
            self._open_differences()
            self._uncover(self.view.currentIndex())

    def _turn_to(self, page: QWidget) -> None:
        """Show a page; the focus stays in this panel if it is here."""
        focused = self.view.hasFocus() or self.nothing.hasFocus()
        self.stack.setCurrentWidget(page)
        self.setFocusProxy(page)
        if focused:
            page.setFocus()

    def select(self, side: str, node: int) -> None:
        """Go to a node's row without telling anybody; its ancestors are opened."""
        index = self.model.index_of(side, node)
        if not index.isValid() or index == self.view.currentIndex().siblingAtColumn(0):
            return
        self._silent = True
        try:
            self._go_to(index)
        finally:
            self._silent = False

    def go_to_partner(self) -> bool:
        """Go from a node to its partner in the other tree, or from one tree to the other; say whether there is one."""
        key, comparison = self.model.key_of(self.view.currentIndex()), self.model.comparison
        if key is None or comparison is None:
            return False
        side, node = key
        other = ("gold" if side == "system" else "system", -1) if node < 0 else comparison.partner(side, node)
        if other is None:
            return False
        self._go_to(self.model.index_of(*other))
        return True

    def _go_to(self, index: QModelIndex) -> None:
        self._uncover(index)
        self.view.setCurrentIndex(index)

    def _uncover(self, index: QModelIndex) -> None:
        """Bring a row into view: what is above it in its tree is opened."""
        above = self.model.parent(index)
        while above.isValid():
            self.view.expand(above)
            above = self.model.parent(above)
        self.view.scrollTo(index)

    def _row_changed(self, now: QModelIndex, before: QModelIndex) -> None:
        key = self.model.key_of(now)
        if key is not None and not self._silent:
            self.chosen.emit(*key)

    def _open_all(self) -> None:
        self.view.expandAll()
        self._fit_label()

    def _open_differences(self) -> None:
        """Open what leads to a difference and close the rest; what is closed is the same in both trees."""
        self._opened = True
        self.view.collapseAll()
        self.view.scheduleDelayedItemsLayout()  # once for all rows that are opened now
        for index in self.model.worth_opening():
            self.view.expand(index)
        self._fit_label()

    def _fit_label(self) -> None:
        """Give labels the room they need, but leave some for the words."""
        wanted = self.view.sizeHintForColumn(OutlineModel.LABEL)
        self.view.header().resizeSection(OutlineModel.LABEL, max(_NARROWEST, min(wanted + 10, _WIDEST)))
