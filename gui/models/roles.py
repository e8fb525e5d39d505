"""What can be asked of a cell of the sentence table beside Qt's own roles."""

from PySide6.QtCore import Qt

__all__ = ["BarRole", "GapRole", "PlaceRole", "StatusRole", "ValueRole"]

_FIRST = int(Qt.ItemDataRole.UserRole)

ValueRole = _FIRST + 1  #: a share from 0 to 1; None for counts and where there is no score
GapRole = _FIRST + 2  #: the rank gap of the row, or None
BarRole = _FIRST + 3  #: the gap as a part of the largest there is, from -1 to 1, or None
StatusRole = _FIRST + 4  #: ``ok``, ``error`` or ``skip``: of the cell's system, or of the first that is shown
PlaceRole = _FIRST + 5  #: the number of the sentence, from 0
