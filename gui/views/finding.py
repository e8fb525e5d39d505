"""Who found a bracket of gold, in words."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from treelens.engine.breakdowns import Finders

__all__ = ["found_in_words"]


def tr(text: str) -> str:
    """Translate a text about who found what."""
    return QCoreApplication.translate("Finding", text)


def found_in_words(finders: Finders, node: int) -> str:
    """Say which systems found a bracket of gold and which did not; nothing of what is no bracket.

    >>> found_in_words(Finders({3: ("b",)}, ("a", "b", "c")), 3)
    'Found by 1 of 3 systems: b; not by a, c.'
    """
    if node not in finders.names:
        return ""
    found, missed = finders.names[node], finders.missed(node)
    if not missed:
        return tr("Found by all {} systems.").format(len(found)) if len(found) > 1 else tr("Found by the one system.")
    if not found:
        return tr("Found by none of {} systems: {}.").format(len(missed), ", ".join(missed))
    number, names = len(finders.asked), ", ".join(found)
    return tr("Found by {} of {} systems: {}; not by {}.").format(len(found), number, names, ", ".join(missed))
