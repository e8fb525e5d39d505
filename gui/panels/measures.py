"""Measures in the groups they come in, as choosers list them."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QFont, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QComboBox, QWidget

from treelens.engine.metrics import GROUPS, METRICS, Metric

__all__ = ["MeasureBox", "groups_of_measures"]

_TITLES = {"evalb": "Brackets", "emms": "E and T mappings", "freval": "Fragments"}
_OTHERS = "Others"


def groups_of_measures() -> list[tuple[str, list[Metric]]]:
    """Return all measures, each in one group, under a title.

    >>> [(title, len(measures) > 0) for title, measures in groups_of_measures()][:2]
    [('Brackets', True), ('E and T mappings', True)]
    """
    made = []
    left = dict(METRICS)
    for group, names in GROUPS.items():
        if group != "all":
            measures = [left.pop(name) for name in names if name in left]
            made.append((QCoreApplication.translate("Measures", _TITLES.get(group, group)), measures))
    if left:
        made.append((QCoreApplication.translate("Measures", _OTHERS), list(left.values())))
    return [(title, measures) for title, measures in made if measures]


class MeasureBox(QComboBox):
    """A chooser of a measure; titles of groups stand between them."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setMaxVisibleItems(20)
        listed = QStandardItemModel(self)
        for title, measures in groups_of_measures():
            heading = QStandardItem(title)
            heading.setFlags(Qt.ItemFlag.NoItemFlags)
            font = QFont(self.font())
            font.setBold(True)
            heading.setFont(font)
            listed.appendRow(heading)
            for metric in measures:
                item = QStandardItem(metric.title)
                item.setData(metric.name, Qt.ItemDataRole.UserRole)
                item.setToolTip(metric.definition)
                listed.appendRow(item)
        self.setModel(listed)
        self.choose(next(iter(METRICS.values())))

    def choose(self, metric: Metric) -> None:
        """Show a measure."""
        self.setCurrentIndex(self.findData(metric.name))

    @property
    def chosen(self) -> Metric:
        """The measure that is shown."""
        return METRICS[self.currentData()]
