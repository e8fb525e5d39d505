"""What can be asked of a cell of the sentence table beside Qt's own roles."""

from PySide6.QtCore import Qt

__all__ = ["CellRole", "OwnerRole", "PlaceRole", "RankedRole", "TitleRole"]

_FIRST = int(Qt.ItemDataRole.UserRole)

CellRole = _FIRST + 1  #: all that is painted of a cell, at once: a :class:`~.cells.Cell`
PlaceRole = _FIRST + 2  #: the number of the sentence, from 0
TitleRole = _FIRST + 3  #: of a heading: the measure, in as few words as tell it from the others
OwnerRole = _FIRST + 4  #: of a heading: the system, where that must be said
RankedRole = _FIRST + 5  #: of a heading: True if the sentences are ranked by it downwards, False upwards, or None
