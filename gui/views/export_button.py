"""The button on a chart's card that offers what can be taken along."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QMenu, QPushButton

from ..widgets import button

__all__ = ["export_button", "menu_button"]


def menu_button(name: str, tip: str) -> tuple[QPushButton, QMenu]:
    """Return a small button with three dots, and its menu, which is empty."""
    made = button("⋯", "", tip, name=name)
    made.setStyleSheet("QPushButton { padding: 2px 9px; } QPushButton::menu-indicator { image: none; width: 0; }")
    menu = QMenu(made)
    made.setMenu(menu)
    return made, menu


def export_button(title: str, wanted: Callable[[str], None]) -> QPushButton:
    """Return a button whose menu says *wanted* what is: ``export``, ``copy`` or ``data``."""
    made, menu = menu_button(_said("Export {}").format(title), _said("Export or copy this plot, or its numbers"))
    for how, text in (
        ("export", _said("&Export figure…")),
        ("copy", _said("&Copy")),
        ("data", _said("Export &data as CSV…")),
    ):
        menu.addAction(text).triggered.connect(lambda _=False, how=how: wanted(how))
    return made


def _said(text: str) -> str:
    return QCoreApplication.translate("Chart", text)
