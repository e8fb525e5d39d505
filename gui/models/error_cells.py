"""What the cells of an Errors column say: the kinds of a sentence's repairs, short, in full, and in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from treelens.engine.errors import KINDS

from .cells import NOT_COMPARED, tool_tip

__all__ = ["chips", "errors_text", "errors_tip", "spoken_errors"]

#: Names for a chip. Each of them is also understood behind ``error:`` in a filter.
_SHORT = {
    "PP attachment": "PP",
    "NP attachment": "NP",
    "VP attachment": "VP",
    "modifier attachment": "mod",
    "clause attachment": "clause",
    "coordination": "coord",
    "NP-internal structure": "NP-int",
    "X-over-X unary": "X unary",
    "single-word phrase": "single",
    "different label": "label",
}
_TOLD = 8  #: repairs that a tool tip tells in words


def tr(text: str) -> str:
    """Translate a text of a cell."""
    return QCoreApplication.translate("ErrorCells", text)


def _counted(kinds: Sequence[str]) -> list[tuple[str, int]]:
    """Return each kind once, in the order in which kinds are always shown, with how often it occurs."""
    counts = Counter(kinds)
    return [(kind, counts[kind]) for kind in KINDS if kind in counts]


def chips(kinds: Sequence[str] | None) -> list[str]:
    """Return a short text for each kind.

    >>> chips(["unary", "PP attachment", "unary"]), chips(None)
    (['PP', 'unary ×2'], [])
    """
    return [
        f"{_SHORT.get(kind, kind)} ×{count}" if count > 1 else _SHORT.get(kind, kind)
        for kind, count in _counted(kinds or ())
    ]


def errors_text(kinds: Sequence[str] | None, status: str) -> str:
    """Return the text of a cell, as it is copied, and shown where there are no chips to show.

    >>> errors_text(["coordination"], "ok"), errors_text([], "ok"), errors_text(None, "error"), errors_text(None, "ok")
    ('coord', 'none', '–', '')
    """
    if kinds is None:
        return NOT_COMPARED if status in ("error", "skip") else ""
    return ", ".join(chips(kinds)) or tr("none")


def spoken_errors(system: str, kinds: Sequence[str] | None, status: str) -> str:
    """Return the errors of a sentence in words.

    >>> spoken_errors("berkeley", ["unary", "PP attachment", "unary"], "ok")
    'Errors of berkeley: PP attachment, 2 × unary'
    """
    if kinds is None:
        said = tr("not compared") if status in ("error", "skip") else tr("not explained yet")
    else:
        said = ", ".join(f"{count} × {kind}" if count > 1 else kind for kind, count in _counted(kinds)) or tr("none")
    return tr("Errors of {}: {}").format(system, said)


def errors_tip(spoken: str, sentences: Sequence[str], message: str) -> str:
    """Return a tool tip: the kinds, then what went wrong in words, the first of it if there is much."""
    more = len(sentences) - _TOLD
    rest = [tr("and {} more").format(more)] if more > 0 else []
    return tool_tip(spoken, *sentences[:_TOLD], *rest, message)
