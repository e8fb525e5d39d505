"""The window's actions, from the table in ``resources/actions.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu, QToolBar

from treelens.resources import resource

__all__ = ["Actions", "action_table"]

_MENUS = ("File", "Edit", "View", "Align", "Go", "Help")


def action_table() -> list[dict[str, Any]]:
    """Return the rows of the table."""
    table = tomllib.loads(resource("actions.toml").read_text(encoding="utf-8"))["action"]
    return list(table)


def tr(text: str) -> str:
    """Translate a text of the action table."""
    return QCoreApplication.translate("Actions", text)


class Actions(QObject):
    """All actions by id, and the menus and the toolbar made of them.

    *slots* has a function for each id; the choice of an exclusive group calls the slot of the one that was chosen, a
    checkable action calls its slot with True or False.
    """

    def __init__(self, window: QMainWindow, slots: Mapping[str, Callable[..., object]]) -> None:
        super().__init__(window)
        self.rows = action_table()
        self.by_id: dict[str, QAction] = {}
        self._groups: dict[str, QActionGroup] = {}
        for row in self.rows:
            self.by_id[row["id"]] = self._made(window, row, slots[row["id"]])
        self.menus = self._menus(window)

    def __getitem__(self, name: str) -> QAction:
        return self.by_id[name]

    def _made(self, window: QMainWindow, row: Mapping[str, Any], slot: Callable[..., object]) -> QAction:
        action = QAction(tr(row["text"]), window)
        action.setObjectName(row["id"])
        keys = [row["shortcut"]] if "shortcut" in row else []
        action.setShortcuts([QKeySequence(key) for key in (*keys, *row.get("other_shortcuts", ()))])
        tip = tr(row["tip"]) if "tip" in row else action.text().replace("&", "")
        action.setStatusTip(tip)
        action.setToolTip(f"{tip} ({action.shortcut().toString()})" if keys else tip)
        if "toolbar" in row:
            action.setIconText(tr(row["toolbar"]))
        if "group" in row:
            action.setCheckable(True)
            group = self._groups.setdefault(row["group"], QActionGroup(window))
            group.addAction(action)
            action.triggered.connect(lambda _=False: slot())
        elif row.get("checkable"):
            action.setCheckable(True)
            action.setChecked(row.get("checked", False))
            action.toggled.connect(slot)
        else:
            action.triggered.connect(lambda _=False: slot())
        return action

    def _menus(self, window: QMainWindow) -> dict[str, QMenu]:
        menus = {name: window.menuBar().addMenu(f"&{tr(name)}") for name in _MENUS}
        within: dict[str, QMenu] = {}
        for row in self.rows:
            menu = menus[row["menu"]]
            if row.get("separator"):
                menu.addSeparator()
            if name := row.get("submenu"):
                menu = within.get(name) or within.setdefault(name, menu.addMenu(tr(name)))
            menu.addAction(self.by_id[row["id"]])
        return menus

    def enable_all(self, open_: bool) -> None:
        """Let all actions be chosen; with nothing open, only those that need nothing."""
        for row in self.rows:
            self.by_id[row["id"]].setEnabled(open_ or row.get("always", False))

    def enable(self, names: Iterable[str], enabled: bool) -> None:
        """Let these actions be chosen, or not."""
        for name in names:
            self.by_id[name].setEnabled(enabled)

    def fill_toolbar(self, bar: QToolBar, headings: Mapping[str, str]) -> None:
        """Put the actions that have a short name into the toolbar, with a heading before some of them."""
        from PySide6.QtWidgets import QLabel

        for row in self.rows:
            if row["id"] in headings:
                bar.addWidget(QLabel(tr(headings[row["id"]])))
            if "toolbar" in row:
                bar.addAction(self.by_id[row["id"]])
