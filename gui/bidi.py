"""Sentences in English about words that are read from right to left.

A quotation in Hebrew or Arabic turns the order of what stands around it: full stops come first, and a sentence that
begins with one is laid out from its right. Unicode has marks that keep a quotation to itself; they take no room.
"""

from __future__ import annotations

from collections.abc import Iterable
from unicodedata import bidirectional

__all__ = ["isolated", "mostly_from_right", "place_in"]

_OPEN, _CLOSE = "\u2068", "\u2069"  # first strong isolate, and its end


def mostly_from_right(words: Iterable[str]) -> bool:
    """Say whether most words are of a script that runs from right to left.

    >>> mostly_from_right(["הכל", "טוב", "!"]), mostly_from_right(["all", "is", "well"])
    (True, False)
    """
    directions = [bidirectional(word[0]) for word in words if word]
    return sum(name in ("R", "AL") for name in directions) * 2 > len(directions)


def isolated(text: str) -> str:
    """Keep quotations to themselves in a text with letters that are read from right to left; leave any other as it is.

    >>> isolated("delete NP “the cat”")
    'delete NP “the cat”'
    >>> isolated("delete NP “הכל .”") == "delete NP “\u2068הכל .\u2069”"
    True
    """
    if not any(bidirectional(letter) in ("R", "AL") for letter in text):
        return text
    return text.replace("“", f"“{_OPEN}").replace("”", f"{_CLOSE}”")


def place_in(text: str, place: int) -> int:
    """Return where the letter at a *place* of a text stands once it is :func:`isolated`, which is *text*.

    >>> place_in("“\u2068הכל\u2069” is", 4), place_in("the cat", 4)
    (6, 4)
    """
    if _OPEN not in text:
        return min(place, len(text))
    kept = [number for number, letter in enumerate(text) if letter not in (_OPEN, _CLOSE)]
    return kept[place] if place < len(kept) else len(text)
