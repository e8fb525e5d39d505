"""What can be asked of a cell of the sentence table beside Qt's own roles."""

from PySide6.QtCore import Qt

__all__ = [
    "BarRole",
    "ChipsRole",
    "GapRole",
    "OwnerRole",
    "PlaceRole",
    "RankedRole",
    "StatusRole",
    "TitleRole",
    "ValueRole",
]

_FIRST = int(Qt.ItemDataRole.UserRole)

ValueRole = _FIRST + 1  #: a share from 0 to 1; None for counts and where there is no score
GapRole = _FIRST + 2  #: the rank gap of the row, or None
BarRole = _FIRST + 3  #: the gap as a part of the largest there is, from -1 to 1, or None
StatusRole = _FIRST + 4  #: ``ok``, ``error`` or ``skip``: of the cell's system, or of the first that is shown
PlaceRole = _FIRST + 5  #: the number of the sentence, from 0
TitleRole = _FIRST + 6  #: of a heading: the measure, in as few words as tell it from the others
OwnerRole = _FIRST + 7  #: of a heading: the system, where that must be said
RankedRole = _FIRST + 8  #: of a heading: True if the sentences are ranked by it downwards, False upwards, or None
ChipsRole = _FIRST + 9  #: short texts to be shown as chips; None where there never are any
