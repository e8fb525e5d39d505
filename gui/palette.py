"""Finding a command by typing some of its letters, and all shortcuts on one sheet.

Both are fed with the actions that menus are made of, and know nothing else of the window.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QMenu,
    QScrollArea,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from .widgets import label

__all__ = ["CommandPalette", "ShortcutSheet", "closeness", "plain_text", "shortcut_text"]

_NAME, _MENU, _KEYS = range(3)
_STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 8, Qt.Key.Key_PageUp: -8}
_RETURN = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_START, _NEIGHBOUR = 8.0, 9.0  # what a letter is worth at the start of a word, and right behind the letter before it
_IN_MENU = 0.5  # what a match is worth that begins with the name of the menu


def closeness(typed: str, text: str) -> float | None:
    """Say how well typed letters fit a text, in whose order they must occur; None if they do not.

    Letters at the start of words and letters that follow each other count more; of two equally good texts, the
    shorter one is closer. Case and spaces in what is typed do not matter.

    >>> closeness("nd", "Next difference") > closeness("nd", "Find") > closeness("nd", "Count words")
    True
    >>> closeness("dx", "Next difference") is None
    True
    """
    letters, line = "".join(typed.casefold().split()), text.casefold()
    best: list[float | None] = [0.0] * (len(line) + 1)  # of the letters so far, the last of them before this place
    ending: list[float | None] = [None] * (len(line) + 1)  # the same, the last of them right before this place
    for letter in letters:
        now: list[float | None] = [None] * (len(line) + 1)
        for at, char in enumerate(line):
            if char == letter:
                worth = _START if at == 0 or not line[at - 1].isalnum() else 1.0
                near, far = ending[at], best[at]
                ways = [far + worth] if far is not None else []
                ways += [near + max(worth, _NEIGHBOUR)] if near is not None else []
                now[at + 1] = max(ways, default=None)
        ending, best = now, _so_far(now)
    found = best[-1]
    return None if found is None else found - len(line) / 100


def _so_far(values: Sequence[float | None]) -> list[float | None]:
    """Return the largest value up to each place."""
    made: list[float | None] = []
    for value in values:
        before = made[-1] if made else None
        made.append(value if before is None or (value is not None and value > before) else before)
    return made


def plain_text(text: str) -> str:
    """Return the text of an action or a menu without the marks of its mnemonic.

    >>> plain_text("&Find && replace")
    'Find & replace'
    """
    return re.sub("&(.)", r"\1", text)


def shortcut_text(action: QAction) -> str:
    """Return all shortcuts of an action as they are written on this desktop."""
    return "  ".join(key.toString(QKeySequence.SequenceFormat.NativeText) for key in action.shortcuts())


def _menu_of(action: QAction) -> str:
    """Return the title of the menu in which an action stands."""
    menus = [thing for thing in action.associatedObjects() if isinstance(thing, QMenu)]
    return plain_text(menus[0].title()) if menus else ""


class CommandPalette(QDialog):
    """All commands in a list that narrows while one types; Return runs the one that is marked."""

    def __init__(self, actions: Sequence[QAction], parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Dialog | Qt.WindowType.FramelessWindowHint)
        self.commands = [action for action in actions if not action.isSeparator() and action.text()]
        self._shown: list[QAction] = []
        self.setWindowTitle(self.tr("Commands"))
        self.edit = QLineEdit()
        self.edit.setPlaceholderText(self.tr("Type some letters of a command"))
        self.edit.setAccessibleName(self.tr("Command"))
        self.edit.setAccessibleDescription(self.tr("Arrow keys choose, Return runs, Escape closes."))
        self.edit.installEventFilter(self)
        self.list = QTreeWidget()
        self.nothing = label(self.tr("no command is called like this"), "muted")
        self._build()
        self.edit.textChanged.connect(self.narrow)
        self.list.itemClicked.connect(lambda _item, _column: self.accept())
        self.list.itemActivated.connect(lambda _item, _column: self.accept())
        self.list.currentItemChanged.connect(lambda now, _before: self._announce(now))

    def _build(self) -> None:
        self.list.setAccessibleName(self.tr("Commands"))
        self.list.setColumnCount(3)
        self.list.setHeaderHidden(True)
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        self.list.setAllColumnsShowFocus(True)
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setStyleSheet("QTreeView { outline: 0; } QTreeView::item { padding: 4px 8px; }")
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        header = self.list.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(_NAME, QHeaderView.ResizeMode.Stretch)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        frame = QFrame()
        frame.setObjectName("card")
        inside = QVBoxLayout(frame)
        for widget in (self.edit, self.list, self.nothing):
            inside.addWidget(widget)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(frame)
        self.resize(560, 420)

    def run(self) -> None:
        """Ask for a command, and run it once the palette is gone."""
        self.edit.clear()
        self.narrow("")
        self.edit.setFocus()
        if above := self.parentWidget():
            middle = above.mapToGlobal(above.rect().center())
            self.move(middle.x() - self.width() // 2, above.mapToGlobal(above.rect().topLeft()).y() + 60)
        if self.exec() == QDialog.DialogCode.Accepted and (action := self.current):
            action.trigger()

    @property
    def current(self) -> QAction | None:
        """The command that is marked, if it can be run."""
        item = self.list.currentItem()
        action = self._shown[self.list.indexOfTopLevelItem(item)] if item else None
        return action if action is not None and action.isEnabled() else None

    def accept(self) -> None:
        """Close, if there is a command to run."""
        if self.current is not None:
            super().accept()

    def narrow(self, typed: str) -> None:
        """List the commands that fit, best first; without letters, all as in the menus."""
        ranked = []
        for action in filter(QAction.isVisible, self.commands):
            fit = self._fit(typed, action)
            if fit is not None:
                ranked.append((fit, action))
        ranked.sort(key=lambda pair: -pair[0])  # stable: equals stay as in the menus
        self._shown = [action for _, action in ranked]
        self.list.clear()
        self.list.addTopLevelItems([self._item(action) for action in self._shown])
        self.list.setVisible(bool(self._shown))
        self.nothing.setVisible(not self._shown)
        if self._shown and (not typed.strip() or self._shown[0].isEnabled()):
            self._step(0)  # Return must not run the second best because the best is not possible now

    @staticmethod
    def _fit(typed: str, action: QAction) -> float | None:
        if not typed.strip():
            return 0.0
        title = plain_text(action.text())
        found = closeness(typed, title)
        if found is not None:
            return found
        menu, _, rest = typed.strip().partition(" ")
        if not _menu_of(action).casefold().startswith(menu.casefold()):
            return None
        found = closeness(rest, title) if rest else 0.0
        return None if found is None else _IN_MENU * found

    def _item(self, action: QAction) -> QTreeWidgetItem:
        title, menu, keys = plain_text(action.text()), _menu_of(action), shortcut_text(action)
        item = QTreeWidgetItem([f"{title}  ✓" if action.isChecked() else title, menu, keys])
        item.setDisabled(not action.isEnabled())
        item.setTextAlignment(_KEYS, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        item.setToolTip(_NAME, action.statusTip())
        for column in (_MENU, _KEYS):
            item.setForeground(column, self.palette().placeholderText())
        said = [title, menu, keys, self.tr("switched on") if action.isChecked() else ""]
        said.append("" if action.isEnabled() else self.tr("not possible now"))
        item.setData(_NAME, Qt.ItemDataRole.AccessibleTextRole, ", ".join(filter(None, said)))
        return item

    def _step(self, by: int) -> None:
        """Mark a command further down or up, among those that can be run; one step off an end comes round."""
        rows = [row for row, action in enumerate(self._shown) if action.isEnabled()]
        if not rows:
            return
        item = self.list.currentItem()
        now = self.list.indexOfTopLevelItem(item) if item else -1
        place = rows.index(now) + by if by and now in rows else 0
        place = place % len(rows) if abs(by) == 1 else max(0, min(place, len(rows) - 1))
        if chosen := self.list.topLevelItem(rows[place]):
            self.list.setCurrentItem(chosen)

    def _announce(self, item: QTreeWidgetItem | None) -> None:
        """Have a screen reader say what is marked: the focus stays in the line."""
        if item is not None and self.edit.hasFocus():
            words = str(item.data(_NAME, Qt.ItemDataRole.AccessibleTextRole))
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.edit, words))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Take the keys that mean the list while one types."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if (step := _STEPS.get(Qt.Key(event.key()))) is not None:
                self._step(step)
                return True
            if event.key() in _RETURN:
                self.accept()
                return True
        return super().eventFilter(watched, event)


class ShortcutSheet(QDialog):
    """The shortcuts of all commands that have one, menu by menu, side by side."""

    def __init__(self, actions_by_menu: Mapping[str, Iterable[QAction]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Keyboard shortcuts"))
        listed = {plain_text(menu): [a for a in actions if a.shortcuts()] for menu, actions in actions_by_menu.items()}
        self.listed = {menu: actions for menu, actions in listed.items() if actions}
        self.setAccessibleDescription(self.text())
        sheet = QWidget()
        columns = QHBoxLayout(sheet)
        columns.setSpacing(36)
        for menus in self._columns():
            column = QVBoxLayout()
            column.setSpacing(8)
            for menu in menus:
                column.addWidget(label(menu, "heading"))
                column.addLayout(self._table(self.listed[menu]))
                column.addSpacing(14)
            column.addStretch(1)
            columns.addLayout(column)
        area = QScrollArea()
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setWidget(sheet)
        area.setAccessibleName(self.tr("Keyboard shortcuts"))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(area)
        layout.addWidget(buttons)
        wanted = sheet.sizeHint()
        self.resize(min(wanted.width() + 60, 1200), min(wanted.height() + 90, 800))

    def text(self) -> str:
        """Return the sheet as lines of text."""
        lines = []
        for menu, actions in self.listed.items():
            lines += [menu, *(f"{plain_text(action.text())}: {shortcut_text(action)}" for action in actions)]
        return "\n".join(lines)

    def _columns(self, most: int = 3) -> list[list[str]]:
        """Spread the menus over columns in their order, each to the shortest column there is."""
        columns: list[list[str]] = [[] for _ in range(min(most, len(self.listed)))]
        heights = [0] * len(columns)
        for menu, actions in self.listed.items():
            shortest = heights.index(min(heights))
            columns[shortest].append(menu)
            heights[shortest] += len(actions) + 2
        return columns

    @staticmethod
    def _table(actions: Sequence[QAction]) -> QGridLayout:
        table = QGridLayout()
        table.setHorizontalSpacing(24)
        table.setVerticalSpacing(6)
        table.setColumnStretch(0, 1)
        for row, action in enumerate(actions):
            table.addWidget(label(plain_text(action.text())), row, 0)
            table.addWidget(label(shortcut_text(action), "muted"), row, 1, Qt.AlignmentFlag.AlignRight)
        return table
