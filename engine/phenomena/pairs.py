"""Which parse goes with which sentence of a suite.

By id, where the parses have the ids of the suite; else in order, where there are as many; else by number, where the
suite's ids are places in the file (1 is the first parse); else by text. Texts are compared without blanks, and with
brackets and quotes as they were before a tokeniser changed them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ..problems import TreelensError
from .parses import Parses
from .suites import Suite

__all__ = ["METHODS", "pair_suite"]

METHODS = ("order", "id", "text")

_TOKENISED = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}", "``": '"', "''": '"'}
_TOKEN = re.compile("|".join(map(re.escape, _TOKENISED)))


def pair_suite(suite: Suite, parses: Parses, method: str | None = None) -> tuple[NDArray[np.int64], list[str]]:
    """Return the position of the parse of each sentence of a suite, -1 where there is none, and what to know of it."""
    if method is not None and method not in METHODS:
        raise TreelensError(f"sentences cannot be paired by {method!r}, only by {', '.join(METHODS)}")
    chosen = method or _fitting(suite, parses)
    if chosen == "order":
        places = [place if place < len(parses) else -1 for place in range(len(suite))]
    elif chosen == "id":
        places = _by_id(suite, parses)
    else:
        places = _by_text(suite, parses)
    found = np.array(places, dtype=np.int64)
    return found, _notes(suite, parses, found, chosen)


def _own_ids(parses: Parses) -> dict[str, int]:
    ids = [parses.id(place) for place in range(len(parses))]
    return {id: place for place, id in reversed(list(enumerate(ids))) if id is not None}


def _fitting(suite: Suite, parses: Parses) -> str:
    own = _own_ids(parses)
    if own and all(item.id in own for item in suite.items):
        return "id"
    if len(suite) == len(parses):
        return "text" if _is_shuffled(suite, parses) else "order"
    if not own and _are_places(suite, len(parses)):
        return "id"
    if all(item.text for item in suite.items):
        return "text"
    raise TreelensError(
        f"{parses.path}: {len(parses)} parses against {len(suite)} sentences of the suite, and neither ids nor texts "
        "to pair them by"
    )


def _are_places(suite: Suite, count: int) -> bool:
    return all(item.id.isdecimal() and 1 <= int(item.id) <= count for item in suite.items)


def _is_shuffled(suite: Suite, parses: Parses) -> bool:
    """Say whether texts tell that the order is another one."""
    mine, theirs = _texts(suite, parses)
    known = [(one, other) for one, other in zip(mine, theirs, strict=True) if one and other]
    same = sum(one == other for one, other in known)
    return len(known) > 1 and 2 * same < len(known) and Counter(mine) == Counter(theirs)


def _by_id(suite: Suite, parses: Parses) -> list[int]:
    own = _own_ids(parses)
    if own:
        return [own.get(item.id, -1) for item in suite.items]
    numbers = (int(item.id) - 1 if item.id.isdecimal() else -1 for item in suite.items)
    return [number if number < len(parses) else -1 for number in numbers]


def _by_text(suite: Suite, parses: Parses) -> list[int]:
    mine, theirs = _texts(suite, parses)
    free: dict[str, list[int]] = {}
    for place, text in enumerate(theirs):
        free.setdefault(text, []).append(place)
    return [free[text].pop(0) if text and free.get(text) else -1 for text in mine]


def _texts(suite: Suite, parses: Parses) -> tuple[Sequence[str], Sequence[str]]:
    return (
        [_bare(item.text) for item in suite.items],
        [_bare(parses.words(place) or "") for place in range(len(parses))],
    )


def _bare(text: str) -> str:
    """Return a text as it is compared.

    >>> _bare("``No, '' she ( Kim ) said .") == _bare('"No," she -LRB-Kim-RRB- said.')
    True
    """
    plain = _TOKEN.sub(lambda match: _TOKENISED[match[0]], text)
    return "".join(plain.split()).replace("“", '"').replace("”", '"').replace("’", "'").replace("‘", "'")


def _notes(suite: Suite, parses: Parses, found: NDArray[np.int64], method: str) -> list[str]:
    notes = []
    if len(suite) != len(parses):
        notes.append(f"{len(parses)} parses against {len(suite)} sentences in the suite: paired by {method}")
    if alone := int((found < 0).sum()):
        first = suite.items[int(np.argmax(found < 0))].id
        notes.append(f"{alone} of {len(suite)} sentences not found: they count as without a parse (first: {first})")
    if method != "text" and (wrong := _other_texts(suite, parses, found)):
        first = suite.items[wrong[0]].id
        notes.append(f"{len(wrong)} sentences have another text in the suite (first: {first}); --pair text pairs by it")
    return notes


def _other_texts(suite: Suite, parses: Parses, found: NDArray[np.int64]) -> list[int]:
    wrong = []
    for number, (item, place) in enumerate(zip(suite.items, found.tolist(), strict=True)):
        text = parses.words(place) if place >= 0 and item.text else None
        if text and _bare(text) != _bare(item.text):
            wrong.append(number)
    return wrong
