"""Texts from files where Qt would look for markup.

Qt takes a text that looks like HTML for HTML, in tool tips, message boxes and labels, unless it is told otherwise.
Labels of trees, words and names of files may look like anything; a picture that they name would be loaded. So labels
are told (:func:`~.widgets.label`), and tool tips and message boxes go through :func:`as_it_is`.
"""

from __future__ import annotations

from PySide6.QtGui import Qt

__all__ = ["as_it_is"]


def as_it_is(text: str) -> str:
    """Return a text so that Qt shows it letter by letter.

    >>> as_it_is("delete NP"), "<b>" in as_it_is("delete <b>NP")
    ('delete NP', False)
    """
    return f"<qt>{Qt.convertFromPlainText(text)}</qt>" if Qt.mightBeRichText(text) else text
