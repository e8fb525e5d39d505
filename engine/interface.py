"""Treelens in a notebook: a few functions over the rest of the engine, under names that stay.

``import treelens.engine as tl`` is all that is needed; nothing is imported before it is used. Sentences count from 0
here, as lists do (the command line counts from 1, as EVALB does). Trees and mappings show themselves as pictures where
a notebook can show some.

>>> import treelens.engine as tl
>>> gold = tl.tree("(S (NP (PRP she)) (VP (VBD saw) (NP (NNP Kim)) (PP (IN at) (NP (NN noon)))))")
>>> system = tl.tree("(S (NP (PRP she)) (VP (VBD saw) (NP (NP (NNP Kim)) (PP (IN at) (NP (NN noon))))))")
>>> found = tl.mapping(gold, system, "t")
>>> found.cost, [found.name(node, in_gold=False) for node in found.insertions]
(1, ['NP “Kim at noon”'])
>>> for text in tl.compare([gold], [system]).told(0):
...     print(text)
“at noon” hangs under NP “Kim”; in gold it hangs under VP “saw Kim”.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from . import formats
from .agreement import Disagreement, disagreement
from .align.headed import headed
from .align.mapping import Mapping
from .align.registry import ALIGNMENTS, BY_HEADS, align
from .metrics import METRICS, Metric, Tally
from .prepare import Preparation, prepare, preset, usual_preparation
from .problems import TreelensError
from .scoring import Comparison
from .scoring import compare as compare_banks
from .source import Source
from .treebank import Analysis, Sentence, Treebank
from .trees import Tree

if TYPE_CHECKING:
    from .errors import Explanation

__all__ = ["Compared", "compare", "mapping", "mapping_of", "numbers_of", "read", "tree"]

#: What can be compared: a path, a treebank, or trees.
Trees = str | Path | Treebank | Iterable[Tree]


def tree(text: str) -> Tree:
    """Return the tree of a text in brackets; raises what is wrong with it.

    >>> tree("(NP (DT the) (NN cat))").words
    ('the', 'cat')
    """
    bank = formats.read(Source("text", text.encode("utf-8", "surrogateescape")), "brackets")
    if bank.problems:
        raise TreelensError(bank.problems[0].report())
    found = [sentence.tree for sentence in bank if sentence.tree is not None]
    if len(found) != 1:
        raise TreelensError(f"one tree is wanted, there are {len(found)}")
    return found[0]


def read(path: str | Path, format: str | None = None) -> Treebank:
    """Read all sentences of a file, or of a profile's folder, in any format; what is wrong is in ``problems``."""
    return formats.load(path, format)


def compare(gold: Trees, system: Trees, settings: str | Preparation | None = None) -> Compared:
    """Compare a system's trees with gold.

    *settings* are the name of a preset, the path of a TOML file, or a preparation; without, the usual ones for the
    format: ``collins`` for phrases, ``raw`` for dependencies, derivations and trees in memory.
    """
    in_memory = not isinstance(gold, str | Path | Treebank)
    banks = _bank(gold), _bank(system)
    if settings is None:
        settings = preset("raw") if in_memory else usual_preparation(banks[0])
    preparation = preset(settings) if isinstance(settings, str) else settings
    return Compared(compare_banks(prepare(banks[0], preparation), banks[1], preparation))


def mapping(gold: Tree, system: Tree, how: str = "t", settings: str | Preparation | None = None) -> Mapping:
    """Align two trees: ``e`` by spans, ``t`` by edits, ``fragments``, ``heads`` or ``dependencies``."""
    return compare([gold], [system], settings).mapping(0, how)


class Compared:
    """A system beside gold: scores, mappings and errors, each found out when it is asked for."""

    def __init__(self, comparison: Comparison) -> None:
        self.comparison = comparison

    def __len__(self) -> int:
        return len(self.comparison.status)

    def __repr__(self) -> str:
        sentences = int(self.comparison.compared.sum())
        settings = self.comparison.gold.preparation.describe()
        return f"<Compared: {sentences} of {len(self)} sentences, {settings}>"

    def score(self, measure: str) -> Tally:
        """Return a measure over all sentences: ``micro``, ``macro``, ``n`` and how many are ``missing``."""
        return self.comparison.tally(_metric(measure))

    def scores(self, measure: str) -> NDArray[np.float64]:
        """Return a measure's score of each sentence, NaN where it has none."""
        return self.comparison.scores(_metric(measure))

    def disagreement(self, one: str, other: str) -> Disagreement:
        """Return how far two measures disagree on the sentences: ranks, gaps, Kendall's tau, swapped pairs."""
        larger = _metric(one).larger_is_better, _metric(other).larger_is_better
        return disagreement(self.scores(one), self.scores(other), larger=larger)

    def mapping(self, sentence: int, how: str = "t") -> Mapping:
        """Return how a sentence's two trees are aligned: see :func:`mapping`."""
        return mapping_of(self.comparison, sentence, how)

    def errors(self, sentence: int) -> Explanation | None:
        """Return what went wrong in a sentence as the fewest repairs; None if it could not be compared."""
        from .errors import errors_of

        return errors_of(self.comparison, sentence)

    def told(self, sentence: int) -> list[str]:
        """Return what went wrong in a sentence, in words."""
        found = self.errors(sentence)
        return [repair.sentence for repair in found.repairs] if found is not None else []


def mapping_of(comparison: Comparison, sentence: int, how: str) -> Mapping:
    """Return how the two trees of a sentence are aligned."""
    if how not in ALIGNMENTS:
        raise TreelensError(f"no alignment is called {how!r}; there are {', '.join(ALIGNMENTS)}")
    numbers = numbers_of(comparison, sentence)
    trees = comparison.gold.bank.tree(numbers[0]), comparison.test.bank.tree(numbers[1])
    sides = None
    if how in BY_HEADS:
        sides = headed(comparison.gold, numbers[0], "gold"), headed(comparison.test, numbers[1], "system")
    return align(how, *trees, comparison.gold.preparation, sides)


def numbers_of(comparison: Comparison, sentence: int) -> tuple[int, int]:
    """Return the numbers of the two trees of a sentence; raises if there is nothing to align."""
    gold, test = comparison.gold, comparison.test
    if not 0 <= sentence < len(gold.bank):
        raise TreelensError(f"{gold.bank.path}: has no sentence {sentence + 1}, only {len(gold.bank)}")
    partner = int(comparison.pairing.partner[sentence])
    number = int(gold.bank.best()[sentence])
    other = int(test.bank.best()[partner]) if partner >= 0 else -1
    if other < 0 or not len(gold.bank.tree(number)) or not len(test.bank.tree(other)):
        reason = comparison.messages.get(sentence, "no tree")
        raise TreelensError(f"{test.bank.path}: nothing to align in sentence {sentence + 1}: {reason}")
    return number, other


def _metric(name: str) -> Metric:
    if name not in METRICS:
        raise TreelensError(f"no measure is called {name!r}; there are {', '.join(METRICS)}")
    return METRICS[name]


def _bank(trees: Trees) -> Treebank:
    if isinstance(trees, str | Path):
        return formats.load(trees)
    if isinstance(trees, Treebank):
        return trees
    return Treebank.of([Sentence((Analysis(one),)) for one in trees])
