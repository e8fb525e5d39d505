"""Texts from files as they are drawn: what cannot be drawn, or would change the order of others, is a sign."""

from __future__ import annotations

import unicodedata

__all__ = ["visible"]


def visible(text: str) -> str:
    """Return a text in which characters that cannot be drawn, or that would change the order of others, are signs.

    Files of drawings cannot hold control characters, and a line has no room for breaks. Joiners stay: some scripts
    need them.

    >>> visible("a\\tb\\x00"), visible("a\\u202eb")
    ('a b\\u2400', 'a\\ufffdb')
    """
    if text.isprintable():
        return text
    return "".join(_sign(character) for character in text)


def _sign(character: str) -> str:
    kind = unicodedata.category(character)
    if kind in ("Zl", "Zp", "Zs") or character in "\t\n\r\v\f":
        return character if kind == "Zs" else " "
    if kind == "Cc":
        return chr(0x2400 + ord(character)) if ord(character) < 32 else "\ufffd"
    if kind in ("Cs", "Cn") or character in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff":
        return "\ufffd"
    return character
