"""What each label and word becomes under a preparation, looked up by symbol.

A preparation speaks of strings; kernels look into arrays. This module decides once for each distinct label and word,
so that no string is touched while trees are compared.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import symbols
from ..trees import IntArray
from .settings import TRACE, Preparation

__all__ = ["KEPT", "Tables", "equivalence", "make_tables"]

#: In front of a tag: a terminal that stays although its tag is deleted (EVALB's repair of quotes asks for that).
KEPT = "\0kept:"

Flags = NDArray[np.uint8]

#: About a label: deleted as tag, spliced as phrase, not counted for length, new as phrase, new as tag.
_Decision = tuple[bool, bool, bool, str, str]


class Tables(NamedTuple):
    """Arrays by symbol, in the order the kernel takes them. ``new_word`` is empty where words stay as they are."""

    deleted_tag: Flags
    spliced: Flags
    uncounted: Flags
    new_label: IntArray
    new_tag: IntArray
    new_word: IntArray


def make_tables(preparation: Preparation, labels: IntArray) -> Tables:
    """Decide about the given labels, and about all words if words are changed."""
    texts = symbols.texts()
    known = _decided(preparation)
    for text in (texts[number] for number in labels.tolist()):
        if text not in known:
            known[text] = _decide(preparation, text)
    decisions = [(number, known[texts[number]]) for number in labels.tolist()]
    renamed = symbols.symbols(name for _, (_, _, _, *names) in decisions for name in names)
    words = symbols.symbols([text.lower() for text in texts]) if preparation.lower_case else []
    flags = [np.zeros(symbols.count(), dtype=np.uint8) for _ in range(3)]
    names = [np.zeros(symbols.count(), dtype=np.int32) for _ in range(2)]
    tables = Tables(flags[0], flags[1], flags[2], names[0], names[1], np.array(words, dtype=np.int32))
    for position, (number, (deleted, spliced, uncounted, *_)) in enumerate(decisions):
        tables.deleted_tag[number] = deleted
        tables.spliced[number] = spliced
        tables.uncounted[number] = uncounted
        tables.new_label[number], tables.new_tag[number] = renamed[2 * position : 2 * position + 2]
    return tables


@lru_cache(maxsize=16)
def _decided(preparation: Preparation) -> dict[str, _Decision]:
    """Return where what was decided about labels is kept: systems mostly have the same."""
    return {}


def _decide(preparation: Preparation, text: str) -> _Decision:
    """Decide about a label."""
    kept = text.startswith(KEPT)
    text = text.removeprefix(KEPT)
    phrase = tag = text
    if preparation.strip_functions:
        phrase = tag = without_function(text)
    if preparation.evalb_labels:
        phrase = text.replace("=", "-").split("-", 1)[0]
        phrase = text[: len(phrase)]
    deleted = tag in preparation.delete or (preparation.strip_traces and tag == TRACE)
    return (
        deleted and not kept,
        any(same(phrase, other, preparation.equal_labels) for other in preparation.delete),
        tag in preparation.uncounted,
        phrase,
        tag,
    )


def without_function(label: str) -> str:
    """Cut function tags, indices and the mark of a head off a label; one that begins with a mark is kept whole.

    >>> [without_function(label) for label in ("NP-SBJ-2", "NP=2", "VP*", "VP*-1", "-LRB-", "=", "*")]
    ['NP', 'NP', 'VP', 'VP', '-LRB-', '=', '*']
    """
    if label.isalpha():  # most of them, and this is asked of every node that is drawn
        return label
    for at, char in enumerate(label):
        if char in "-=":
            label = label[:at] or label
            break
    return label[:-1] if len(label) > 1 and label.endswith("*") else label


def same(one: str, other: str, pairs: Iterable[tuple[str, str]]) -> bool:
    """Say whether two strings are equal or declared to be."""
    return one == other or any({one, other} == set(pair) for pair in pairs)


def equivalence(pairs: Iterable[tuple[str, str]]) -> tuple[IntArray, bool]:
    """Return a class for each symbol, and whether the classes say all there is to say.

    Equalities do not chain: from a = b and b = c does not follow a = c. Where the declared pairs leave such a chain
    open, no classes can express them, and the answer is False.
    """
    pairs = [pair for pair in pairs if pair[0] != pair[1]]
    numbers = symbols.symbols(name for pair in pairs for name in pair)
    classes = np.arange(symbols.count(), dtype=np.int32)
    linked = list(zip(numbers[::2], numbers[1::2], strict=True))
    for one, other in linked:
        classes[classes == classes[other]] = classes[one]
    links = {frozenset(link) for link in linked}
    members: dict[int, set[int]] = {}
    for number in numbers:
        members.setdefault(int(classes[number]), set()).add(number)
    closed = sum(len(group) * (len(group) - 1) // 2 for group in members.values()) == len(links)
    return classes, closed
