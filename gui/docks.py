"""The panels around the trees: docks by name, and how they are arranged at first."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from PySide6.QtCore import QCoreApplication, Qt, QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDockWidget, QMainWindow, QTabWidget, QWidget

from .panels.seen import SeenPanel

__all__ = ["Docks"]

_LEFT, _RIGHT, _BOTTOM = (
    Qt.DockWidgetArea.LeftDockWidgetArea,
    Qt.DockWidgetArea.RightDockWidgetArea,
    Qt.DockWidgetArea.BottomDockWidgetArea,
)
#: Behind the plots.
_TABS = ("meaning", "compare", "runs", "confusions", "analyses", "profiles", "phenomena", "outline", "problems")
#: Where a dock is at first.
_AREAS = {
    "sentences": _LEFT,
    "sentence": _RIGHT,
    **dict.fromkeys(("plots", *_TABS), _BOTTOM),
}
_SHOWN = ("sentences", "sentence", "plots")
_HIGH = {"meaning": 0.5, "compare": 0.42, "phenomena": 0.38}  #: parts of the window's height where they are first seen
_WIDTHS, _HEIGHT = {"sentences": 0.28, "sentence": 0.2}, 0.29  #: parts of the window
_NARROWEST = {"sentences": 360, "sentence": 280}
_WIDEST = {"sentences": 560, "sentence": 360}


class Docks:
    """The docks of a window; none is shown until :meth:`arrange`."""

    def __init__(self, window: QMainWindow) -> None:
        self.window = window
        self._docks: dict[str, QDockWidget] = {}
        self._actions: dict[str, QAction] = {}
        self._low: set[str] = set()  # docks that are to be higher when they are first seen
        self._in_front: set[str] = set()  # docks that are seen
        window.setDockNestingEnabled(True)
        window.setTabPosition(_BOTTOM, QTabWidget.TabPosition.North)
        window.setCorner(Qt.Corner.BottomLeftCorner, _LEFT)
        window.setCorner(Qt.Corner.BottomRightCorner, _RIGHT)

    def __getitem__(self, name: str) -> QDockWidget:
        return self._docks[name]

    def add(self, name: str, title: str, panel: QWidget | None = None) -> None:
        """Make a dock for a panel; without one it is empty until it is filled."""
        dock = QDockWidget(title, self.window)
        dock.setObjectName(name)
        features = QDockWidget.DockWidgetFeature
        dock.setFeatures(features.DockWidgetMovable | features.DockWidgetClosable | features.DockWidgetFloatable)
        self.window.addDockWidget(_AREAS[name], dock)
        self._docks[name] = dock
        self._actions[name] = self._action(name, title)
        dock.visibilityChanged.connect(self._actions[name].setChecked)
        dock.visibilityChanged.connect(lambda seen: (self._in_front.add if seen else self._in_front.discard)(name))
        dock.hide()
        if name in _HIGH:
            dock.visibilityChanged.connect(lambda seen: self._heighten(name) if seen else None)
        if panel is not None:
            self.fill(name, panel)

    def fill(self, name: str, panel: QWidget) -> None:
        """Put a panel into its dock."""
        dock = self[name]
        if isinstance(panel, SeenPanel):
            panel.set_in_front(name in self._in_front)
            dock.visibilityChanged.connect(panel.set_in_front)
        dock.setWidget(panel)

    def fill_when_seen(self, name: str, make: Callable[[], object]) -> None:
        """Have what fills a dock made when it is first seen."""
        self[name].visibilityChanged.connect(lambda seen: make() if seen else None)

    def _action(self, name: str, title: str) -> QAction:
        """Return what shows a dock, or brings it forward; one that is in front it hides."""
        made = QAction(title, self.window)
        made.setCheckable(True)
        made.setStatusTip(QCoreApplication.translate("Docks", "Show or hide the panel {}").format(title))
        made.triggered.connect(lambda wanted: self._show(name) if wanted else self[name].hide())
        return made

    def _show(self, name: str) -> None:
        self.reveal(name)
        if (panel := self[name].widget()) is not None:
            panel.setFocus()  # so that keys are for what was asked for

    def settled(self) -> None:
        """Take the arrangement as it is: docks that are seen in it have been given their height before."""
        self._low = {name for name in _HIGH if not self[name].isVisible()}

    def _heighten(self, name: str) -> None:
        """Make a dock that needs more height than others higher, the first time that it comes forward."""
        wanted = round(_HIGH[name] * self.window.height())
        if name in self._low and not self[name].isFloating():
            self._low.remove(name)
            QTimer.singleShot(0, self.window, lambda: self._raise_to(name, wanted))

    def _raise_to(self, name: str, height: int) -> None:
        if self[name].height() < height:
            self.window.resizeDocks([self[name]], [height], Qt.Orientation.Vertical)

    @property
    def names(self) -> list[str]:
        """All docks by their names."""
        return list(self._docks)

    @property
    def any_visible(self) -> bool:
        """Whether any panel is to be seen."""
        return any(dock.isVisible() for dock in self._docks.values())

    def actions(self) -> list[QAction]:
        """Return an action for each dock that shows and hides it."""
        return list(self._actions.values())

    def arrange(self) -> None:
        """Put all docks where they are at first."""
        window = self.window
        for name, dock in self._docks.items():
            dock.setFloating(False)
            window.addDockWidget(_AREAS[name], dock)
            dock.setVisible(name in _SHOWN)
        for name in _TABS:
            window.tabifyDockWidget(self["plots"], self[name])
        widths = [
            max(_NARROWEST[name], min(_WIDEST[name], round(part * window.width()))) for name, part in _WIDTHS.items()
        ]
        window.resizeDocks([self[name] for name in _WIDTHS], widths, Qt.Orientation.Horizontal)
        window.resizeDocks([self["plots"]], [round(_HEIGHT * window.height())], Qt.Orientation.Vertical)

    def offer(self, names: Iterable[str], known: Collection[str]) -> set[str]:
        """Show docks that have something to say as tabs behind the plots, each once: who closes one means it.

        Those that are *known* are left alone. Return all that are known now.
        """
        new = [name for name in names if name not in known and not self[name].isVisible()]
        behind = self["plots"].isVisible() and not self["plots"].isFloating()
        for name in new:
            dock = self[name]
            if behind:
                dock.blockSignals(True)  # whoever is put behind need not look up first
                if isinstance(panel := dock.widget(), SeenPanel):
                    panel.set_in_front(False)
            dock.show()
            dock.blockSignals(False)
        if new and behind:
            self["plots"].raise_()
        return {*known, *names}

    def reveal(self, name: str) -> None:
        """Show a dock, in front of those that it shares its place with."""
        self[name].show()
        self[name].raise_()
