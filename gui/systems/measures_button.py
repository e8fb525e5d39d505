"""A button whose menu says which measures take part."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from ..panels.measures import groups_of_measures
from .choice import title_of

__all__ = ["MeasuresButton"]


class _StayingMenu(QMenu):
    """A menu that stays open while things in it are checked."""

    def mouseReleaseEvent(self, event) -> None:  # type: ignore[no-untyped-def]  # noqa: N802
        """Check, and stay."""
        action = self.activeAction()
        if action is not None and action.isCheckable() and action.isEnabled():
            action.trigger()
        else:
            super().mouseReleaseEvent(event)


class MeasuresButton(QPushButton):
    """Lists the measures there are, in their groups, those that are chosen with a mark."""

    changed = Signal(tuple)  #: the measures that are chosen now

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Measures"), parent)
        self.setToolTip(self.tr("Which measures take part"))
        self._menu = _StayingMenu(self)
        self.setMenu(self._menu)
        self._actions: dict[str, QAction] = {}

    def offer(self, known: Sequence[str], chosen: Sequence[str]) -> None:
        """List measures."""
        if list(self._actions) != _ordered(known):
            self._menu.clear()
            self._actions = {}
            groups = [
                (title, [one.name for one in group if one.name in known]) for title, group in groups_of_measures()
            ]
            rest = [name for name in known if not any(name in names for _, names in groups)]
            for title, names in (*groups, (self.tr("Others"), rest)):
                if names:
                    self._menu.addSection(title)
                for name in names:
                    action = self._menu.addAction(title_of(name))
                    action.setCheckable(True)
                    action.toggled.connect(lambda _: self._toggled())
                    self._actions[name] = action
        for name, action in self._actions.items():
            before = action.blockSignals(True)
            action.setChecked(name in chosen)
            action.blockSignals(before)
        self.setText(self.tr("Measures ({})").format(len(chosen)))

    def _toggled(self) -> None:
        chosen = tuple(name for name, action in self._actions.items() if action.isChecked())
        self.setText(self.tr("Measures ({})").format(len(chosen)))
        self.changed.emit(chosen)


def _ordered(known: Sequence[str]) -> list[str]:
    """Return measures as the menu lists them."""
    listed = [one.name for _, group in groups_of_measures() for one in group if one.name in known]
    return [*listed, *(name for name in known if name not in listed)]
