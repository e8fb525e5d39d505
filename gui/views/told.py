"""What files say of the meanings of a sentence: texts that nobody has read yet, and where words are in the text."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .parse import Parse, Shown

__all__ = ["TextWord", "Told", "letters_of", "told"]


@dataclass(frozen=True)
class TextWord:
    """A word, and which letters of the text it is."""

    text: str
    begin: int
    end: int


@dataclass(frozen=True)
class Told:
    """What files say of a sentence: its words, and both meanings as text; None where there is no analysis at all."""

    words: tuple[TextWord, ...]
    gold: str | None
    system: str | None
    any_meanings: bool = True  #: whether there are meanings of any sentence in these files


def told(shown: Shown) -> Told:
    """Collect what is said of a sentence; nothing is read yet."""
    parses = shown.gold, shown.system
    banks = [parse.bank.original for parse in parses if parse is not None and parse.bank is not None]
    words = next((words for parse in parses if (words := _words(parse))), ())
    gold, system = map(_meaning, parses)
    return Told(words, gold, system, any(bank.semantics for bank in banks))


def _meaning(parse: Parse | None) -> str | None:
    if parse is None or parse.bank is None:
        return None
    return parse.bank.original.semantics.get(parse.number, "")


def _words(parse: Parse | None) -> tuple[TextWord, ...]:
    """Return the words of a derivation as they stand in the text, or else whatever is between spaces there."""
    if parse is None or parse.bank is None:
        return ()
    bank = parse.bank.original
    text = (bank.texts[parse.number] if bank.texts else None) or " ".join(bank.tree(parse.number).words)
    tokens = bank.tokens.get(parse.number, {})
    ends = list(zip(tokens.get("from", ()), tokens.get("to", ()), strict=True))
    if ends and all(begin.isdigit() and end.isdigit() for begin, end in ends):
        spans = [(int(begin), int(end)) for begin, end in ends]
    else:
        spans = [found.span() for found in re.finditer(r"\S+", text)]
    return tuple(TextWord(text[begin:end] or "·", begin, end) for begin, end in spans or [(0, 0)])


def letters_of(parse: Parse, node: int) -> tuple[int, int] | None:
    """Return which letters of the text a node of a tree is over, if its file says that."""
    if parse.bank is None or parse.original is None or node < 0:
        return None
    tokens = parse.bank.original.tokens.get(parse.number, {})
    places = parse.original.positions(parse.origin[node])
    begins, ends = ([tokens.get(name, ())[at] for at in places] if name in tokens else [] for name in ("from", "to"))
    if not begins or not all(each.isdigit() for each in (*begins, *ends)):
        return None
    return min(map(int, begins)), max(map(int, ends))
