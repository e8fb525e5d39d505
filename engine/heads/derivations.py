"""Heads of derivations: by a table of rules, by marks in the file, by the names of rules, or else on the left.

Grammars of the DELPH-IN family come with a table of heads, an ``.hds`` file, one rule a line: its name, how many
daughters it has, and which of them (from 0) is the head::

    sb-hd_mc_c 2 1
    hd-cmp_u_c 2 0

A rule that is not in the table has its head where the file marks one with ``^``; if it marks none, where the name says
so: the parts of the name before its first ``_``, set apart by ``-``, stand for the daughters, and the part that begins
with ``hd`` for the head. What is then still open goes to the left.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ..conventions import conventions
from ..files import read_text
from ..prepare.apply import Prepared
from ..problems import InputError
from .rules import HeadRules, Step

__all__ = ["completed", "read_hds", "table_marks"]

_NUMBER = re.compile(r"[0-9]{1,6}")
_FIRST, _LAST = (Step("left"),), (Step("right"),)


def read_hds(name: str) -> HeadRules:
    """Read a table of heads."""
    table: dict[str, tuple[int, int]] = {}
    for number, line in enumerate(read_text(name).split("\n"), 1):
        cells = line.partition(";")[0].split()
        if not cells:
            continue
        if len(cells) != 3 or not all(map(_NUMBER.fullmatch, cells[1:])) or int(cells[2]) >= int(cells[1]):
            expected = "expected a rule, the number of its daughters and which of them, from 0, is the head"
            raise InputError(name, expected, number, 1, line)
        table[cells[0]] = int(cells[1]), int(cells[2])
    if not table:
        raise InputError(name, "is a table of heads without a rule")
    rules = {rule: _FIRST if index == 0 else _LAST for rule, (_, index) in table.items()}
    return HeadRules(name, Path(name).stem, rules, daughters=table)


def completed(rules: HeadRules, labels: Iterable[str]) -> HeadRules:
    """Return rules that also know those of the labels whose name tells the head; these are its ``guessed`` ones."""
    told = {label: conventions().head_in_name(label) for label in labels if label not in rules.rules}
    guessed = {label: _FIRST if place == 0 else _LAST for label, place in told.items() if place is not None}
    return replace(rules, rules={**rules.rules, **guessed}, guessed=frozenset(guessed))


def table_marks(prepared: Prepared, rules: HeadRules, marks: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the marks that count beside a table: none under a rule that is in it, but for heads in the middle.

    What lies between the first and the last daughter cannot be said by rules that look from one end, so the table's own
    choice is marked there.
    """
    middle = any(0 < index < arity - 1 for arity, index in rules.daughters.values())
    if not rules.daughters or not (middle or marks.any()):
        return marks
    marks = marks.copy()
    bank = prepared.bank
    for number in range(len(bank.lines)):
        tree, first = bank.tree(number), int(bank.first[number])
        for node in range(len(tree)):
            arity, index = rules.daughters.get(tree.text(node), (0, 0))
            below = tree.children(node)
            if not arity or tree.is_word(node):
                continue
            for place, child in enumerate(below):
                marks[first + child] = 0 < index < arity - 1 and len(below) == arity and place == index
    return marks
