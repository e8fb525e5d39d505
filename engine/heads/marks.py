"""Heads that the trees themselves mark: a label that ends in ``*`` or has the part ``H`` or ``HD``, or an edge HD.

``(S (NP …) (VP* …))``, ``(S (NP-SBJ …) (VP-H …))`` and, in export files and TIGER XML, the function HD of an edge.
Marks are read from the trees as they are in the file, before function tags are stripped.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from .. import symbols
from ..prepare.apply import Prepared
from ..trees import Tree

__all__ = ["is_marked", "marks_in", "marks_of"]

_MARK = re.compile(r".+\*|[^-=].*[-=]HD?([-=].*)?")
_EDGES = ("HD", "H")


def is_marked(label: str) -> bool:
    """Say whether a label marks its phrase as the head of the one above.

    >>> [is_marked(label) for label in ("VP*", "VP-H", "VP=H-1", "NP-HD", "VP", "NP-HLN", "*", "-H")]
    [True, True, True, True, False, False, False, False]
    """
    return _MARK.fullmatch(label) is not None


def marks_of(prepared: Prepared) -> NDArray[np.uint8]:
    """Return for each node of the prepared trees whether it is marked in the file."""
    bank, original = prepared.bank, prepared.original
    texts = symbols.texts()
    labels = original.columns.label
    used = np.unique(labels[labels >= 0])
    table = np.zeros(int(used.max(initial=0)) + 1, dtype=np.uint8)
    table[[number for number in used.tolist() if is_marked(texts[number])]] = 1
    marks = np.zeros(len(bank.columns.label), dtype=np.uint8)
    if not table.any() and not original.functions:
        return marks
    shift = np.repeat(original.first[:-1], np.diff(bank.first))
    here = labels[prepared.origin + shift]
    phrases = here >= 0
    marks[phrases] = table[here[phrases]]
    for number, functions in bank.functions.items():
        first = int(bank.first[number])
        for node, function in enumerate(functions):
            if function in _EDGES:
                marks[first + node] = 1
    return marks


def marks_in(tree: Tree, origin: Sequence[int], prepared: Tree) -> NDArray[np.uint8]:
    """Return for each node of one prepared tree whether the node that it comes from is marked."""
    functions = prepared.functions or ("",) * len(prepared)
    return np.array(
        [
            not tree.is_word(old) and (is_marked(tree.text(old)) or functions[node] in _EDGES)
            for node, old in enumerate(origin)
        ],
        dtype=np.uint8,
    )
