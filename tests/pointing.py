"""The mouse over labels of a pane."""

from PySide6.QtCore import QPoint, Qt

from treelens.gui.views.tree_pane import TreePane

__all__ = ["click", "place_of", "point_at"]


def place_of(pane: TreePane, key: tuple[str, int]) -> QPoint:
    """Return where the label of a node is on the pane."""
    label = pane.label_of(key)
    assert label is not None
    return pane.mapFromScene(label.x, label.y)


def click(qtbot, pane: TreePane, key: tuple[str, int]) -> None:
    """Click on the label of a node."""
    qtbot.mouseClick(pane.viewport(), Qt.MouseButton.LeftButton, pos=place_of(pane, key))


def point_at(qtbot, pane: TreePane, key: tuple[str, int]) -> None:
    """Move the mouse over the label of a node."""
    qtbot.mouseMove(pane.viewport(), place_of(pane, key))
