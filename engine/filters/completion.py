"""What may follow in a filter that is being written."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import islice, permutations

from ..errors import KINDS, kinds_named
from ..metrics.registry import METRICS
from ..scoring import STATUS_NAMES
from .changed import CHANGES
from .context import ANY, GOLD, Context
from .fields import FIELDS
from .parts import PARTS
from .questions import SIDES, SORTS, WAYS
from .rivals import ALL
from .wording import as_value, quoted

__all__ = ["completions", "piece"]

_MOST = 24  #: proposals at a time
_BEFORE = re.compile(r'[^\s()"]*$')
_AFTER = re.compile(r'[^\s()"]*')
_ENOUGH = 2  #: letters of a word before words are proposed


def piece(text: str, cursor: int) -> tuple[int, int]:
    """Return where the part of a filter begins and ends that the cursor stands in; a completion takes its place.

    >>> piece("lake -lab", 9)
    (6, 9)
    """
    before, after = _BEFORE.search(text[:cursor]), _AFTER.match(text, cursor)
    begin = before.start() if before else cursor
    while begin < cursor and text[begin] == "-":
        begin += 1
    return begin, after.end() if after else cursor


def completions(text: str, cursor: int, context: Context) -> list[str]:
    """Return what the part under the cursor may become, most likely first."""
    begin, _ = piece(text, cursor)
    if text[:begin].replace('\\"', "").count('"') % 2:
        return []  # within quotes anything goes
    written = text[begin:cursor]
    front, colon, start = written.rpartition(":") if ":" in written else ("", "", written)
    if colon:
        owner, dot, name = front.rpartition(".")
        found: Iterable[str] = (f"{front}:{value}" for value in _values(name, owner if dot else None, start, context))
    else:
        found = _beginnings(written, context)
    return list(islice(dict.fromkeys(one for one in found if one != written), _MOST))


def _beginnings(written: str, context: Context) -> list[str]:
    """Return fields, systems and words that begin as written; behind a system's dot, its fields."""
    owner, dot, start = written.rpartition(".")
    names = [*context.names, GOLD, ANY]
    if dot and owner in names:
        all_owned = [name for name, field in FIELDS.items() if field.owned]
        owned = ["label", "tgrep", "phenomenon"] if owner == GOLD else all_owned
        return [f"{owner}.{name}:" for name in owned if name.startswith(start)]
    found = [f"{name}:" for name in FIELDS if name.startswith(written)]
    found += [
        f"{name}." if _AFTER.fullmatch(name) else f"{quoted(name)}." for name in names if name.startswith(written)
    ]
    if len(written) >= _ENOUGH:
        found += _like(context.texts.vocabulary.by_frequency(), written)
    return found


def _values(name: str, owner: str | None, start: str, context: Context) -> Iterable[str]:
    """Return the values of a field that begin as written."""
    known: dict[str, Callable[[], Iterable[str]]] = {
        "label": lambda: _labels(context, owner),
        "status": lambda: STATUS_NAMES,
        "differ": lambda: METRICS,
        "parsed": lambda: SIDES,
        "same": lambda: SORTS,
        "other": lambda: SORTS,
        "ambiguity": lambda: WAYS,
        "use": lambda: _labels(context, owner),
        "right": lambda: _who([*context.names, ALL, ANY], start),
        "wrong": lambda: _who([*context.names, ALL, ANY], start),
        "only": lambda: _who([*context.names, ANY], start),
        "better": lambda: _who([f"{one}>{other}" for one, other in permutations(context.names, 2)], start),
        "phenomenon": lambda: context.rules.names,
        "lost": lambda: context.rules.names,
        "gained": lambda: context.rules.names,
        "changed": lambda: _who(CHANGES, start),
        "tag": lambda: sorted({tag for tags in context.tags.values() for tag in tags}),
    }
    if name == "error":
        return map(_shortest, kinds_named(start) if start else KINDS)
    return _like(known[name](), start) if name in known else ()


def _who(systems: Iterable[str], start: str) -> Iterable[str]:
    """Return systems or, behind the comma, measures and kinds of brackets."""
    who, comma, _ = start.rpartition(",")
    return (f"{who},{name}" for name in (*METRICS, *(f"{part}=" for part in PARTS))) if comma else systems


def _shortest(kind: str) -> str:
    """Return the first word of a kind of error, if that is enough to know it.

    >>> _shortest("PP attachment"), _shortest("NP-internal structure")
    ('PP', 'NP-internal')
    """
    word = kind.split()[0]
    return word if kinds_named(word) == [kind] else quoted(kind)


def _labels(context: Context, owner: str | None) -> list[str]:
    """Return labels of gold, or of one system."""
    system = context.names.index(owner) if owner in context.names else None
    bank = context.study.gold if system is None else context.study.systems[system]
    return context.labels(bank).by_frequency()


def _like(known: Iterable[str], start: str) -> list[str]:
    """Return what begins as written, in quotes where it must be; capitals count only where they are given."""
    exact = start != start.lower()
    chosen = (one for one in known if (one if exact else one.lower()).startswith(start))
    return [as_value(one) for one in islice(chosen, _MOST)]
