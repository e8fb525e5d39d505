"""Meanings that cannot be compared, for the list of problems: which, of which file, and why."""

from __future__ import annotations

from treelens.engine.formats.delphin import Profile
from treelens.engine.problems import Problem
from treelens.engine.profiles import unusable_meanings
from treelens.engine.scoring import Comparison
from treelens.engine.treebank import Treebank

from .document import Document

__all__ = ["problems_with_meanings"]


def problems_with_meanings(document: Document) -> list[Problem]:
    """Return what is wrong with meanings, as far as they have been compared; a file without any is one note."""
    found: dict[Problem, None] = {}  # what is wrong in gold is so under every system
    for system in range(len(document.systems)):
        found |= dict.fromkeys(_of_system(document.study.comparison(system)))
    return list(found)


def _of_system(comparison: Comparison) -> list[Problem]:
    banks = {"gold": comparison.gold.original, "system": comparison.system}
    without = [bank for bank in banks.values() if not bank.semantics]
    if len(without) == 2:
        return []
    if without:
        return [Problem(bank.path, 0, 0, "has no meanings, so measures of meaning are n/a") for bank in without]
    if "semantics" not in comparison.counted:
        return []
    found = []
    for one in unusable_meanings(comparison):
        side = "gold" if one.side == "gold" else "system"
        position = one.sentence if side == "gold" else int(comparison.pairing.partner[one.sentence])
        what = "the meanings" if one.side == "both" else "the meaning"
        found.append(_problem(banks[side], position, f"{what} of sentence {one.sentence + 1} {one.why}"))
    return found


def _problem(bank: Treebank, position: int, message: str) -> Problem:
    """Return what is wrong with a sentence's first analysis, at its line in the table of results."""
    source = bank.source
    path = source.tables["result"].path if isinstance(source, Profile) and "result" in source.tables else bank.path
    line = max(1, int(bank.lines[bank.best()[position]]))
    return Problem(path, line, 1, message, sentence=position, lost=False)
