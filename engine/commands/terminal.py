"""What a terminal is sent, so that it is text and nothing else.

Labels, words and names of files may hold anything, also the signs by which a terminal is told to move, to erase what
it shows, to change its title or to send something back. Such signs are shown as pictures of themselves; so are those
that turn the direction of a line round, with which one text is made to look like another. The marks of single letters
that Hebrew and Arabic need stay.
"""

from __future__ import annotations

__all__ = ["harmless"]

_PICTURES = {code: 0x2400 + code for code in range(32)} | {127: 0x2421}
_OTHERS = [
    *range(0x80, 0xA0),  # the same signs once more
    *range(0x202A, 0x202F),
    *range(0x2066, 0x206A),
    *range(0xDC80, 0xDCA0),  # bytes that were no text, of the same meaning to old terminals
]
_IN_LINE = _PICTURES | dict.fromkeys(_OTHERS, 0xFFFD)
_TABLE = {code: shown for code, shown in _IN_LINE.items() if chr(code) not in "\t\n"}


def harmless(text: str, *, in_line: bool = False) -> str:
    r"""Return a text with pictures in the place of all that is more than text to a terminal.

    *in_line*: also in the place of tabs and ends of lines.

    >>> harmless("NP\x1b[2J\r"), harmless("a\tb\n"), harmless("\u202eNP")
    ('NP␛[2J␍', 'a\tb\n', '�NP')
    """
    return text if text.isascii() and text.isprintable() else text.translate(_IN_LINE if in_line else _TABLE)
