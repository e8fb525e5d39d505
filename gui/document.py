"""What is open: gold, systems, and the study of them. Knows nothing of widgets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from treelens.engine.cache import user_cache
from treelens.engine.formats import load
from treelens.engine.prepare import Preparation, preset
from treelens.engine.problems import Problem
from treelens.engine.scoring import system_names
from treelens.engine.study import Study
from treelens.engine.treebank import Treebank
from treelens.engine.trees import Tree

__all__ = ["Document", "open_document"]


@dataclass
class Document:
    """Files that were opened together."""

    paths: list[str]
    gold: Treebank
    systems: list[Treebank]
    names: list[str]
    study: Study
    current: int = 0  #: the system that is looked at
    problems: list[Problem] = field(default_factory=list)

    @property
    def preparation(self) -> Preparation:
        """What is compared."""
        return self.study.preparation

    def trees(self, sentence: int, system: int) -> tuple[Tree | None, Tree | None, str]:
        """Return both prepared trees of a sentence, and why one of them is missing."""
        comparison = self.study.comparison(system)
        gold, test = comparison.gold.bank, comparison.test.bank
        number = int(gold.best()[sentence])
        partner = int(comparison.pairing.partner[sentence])
        mine = gold.tree(number)
        theirs = test.tree(int(test.best()[partner])) if partner >= 0 else None
        reason = comparison.messages.get(sentence, "")
        return (mine if len(mine) else None), (theirs if theirs is not None and len(theirs) else None), reason


def open_document(paths: Sequence[str], jobs: int = 2) -> Document:
    """Read files, the first being gold; made to run outside the window's own thread."""
    banks = [load(path) for path in paths]
    preparation = preset("raw" if banks[0].format == "conllu" else "collins")
    study = Study(banks[0], banks[1:], preparation, jobs=jobs, cache=user_cache())
    for system in range(len(banks) - 1):
        study.comparison(system)
    problems = [problem for bank in banks for problem in bank.problems]
    return Document(list(paths), banks[0], banks[1:], system_names(list(paths[1:])), study, problems=problems)
