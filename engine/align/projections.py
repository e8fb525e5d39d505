"""Maximal projections of heads: brackets that parsers of any convention can be compared by.

A parser that never saw a treebank builds other trees than it, with more levels or with fewer. What both must get right
is which words go with which head. So of both trees only those brackets are kept that enclose all that belongs to a
head: phrases whose parent has another head word, and the root. No bracket is ever added. Then brackets over one word
and the one around the whole sentence are dropped, punctuation is ignored, and of several brackets over the same words
one is left. Labels play no part. A tree of dependencies with ordered dependents has just these brackets, so dependency
parsers are compared with treebanks of phrases in the same way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..prepare.settings import Preparation
from ..trees import Tree
from .headed import Headed, aligned, headed_tree
from .letters import Alignment
from .mapping import Mapping, phrase

__all__ = ["Ground", "HeadMapping", "Projections", "compare_projections", "head_mapping", "projections"]

Extent = tuple[int, ...]


@dataclass(frozen=True)
class Ground:
    """The words that two sentences are compared over: by position the number of each, -1 where it plays no part."""

    gold: tuple[int, ...]
    system: tuple[int, ...]
    size: int

    @classmethod
    def of(cls, gold: Headed, alignment: Alignment) -> Ground:
        """Return the ground of an alignment: all its units but those that are punctuation in gold."""
        ignored = gold.heads.ignored
        counted = [not all(ignored[at] for at in range(*unit.gold)) for unit in alignment.units]
        numbers: dict[int, int] = {}
        for unit, counts in enumerate(counted):
            if counts:
                numbers[unit] = len(numbers)
        sides = (alignment.gold_units, alignment.system_units)
        mine, theirs = (tuple(numbers.get(unit, -1) for unit in units) for units in sides)
        return cls(mine, theirs, len(numbers))


def projections(tree: Headed, ground: Sequence[int], size: int) -> tuple[dict[Extent, int], list[int]]:
    """Return the brackets of a tree's maximal projections by the words they are over, each with its highest node.

    *ground* gives by position the number of a word, and *size* how many there are. Beside them, nodes that cannot be
    compared, because they begin or end within what is one word of the other side.
    """
    found: dict[Extent, int] = {}
    beyond: list[int] = []
    parse, heads = tree.tree, tree.heads
    words, units, within = _upto(ground)
    for node in range(len(parse)):
        if parse.is_word(node) or not heads.is_maximal(parse, node):
            continue
        start, end = parse.span(node)
        if node in parse.gaps:
            over, cut = _in_pieces(parse.gaps[node], ground)
        else:
            over, cut = tuple(range(units[start], units[end])), within[start] or within[end]
        if cut and words[end] - words[start] > 1:  # else it would be dropped in any case
            beyond.append(node)
        elif not cut and 1 < len(over) < size:
            found.setdefault(over, node)
    return found, beyond


def _upto(ground: Sequence[int]) -> tuple[list[int], list[int], list[bool]]:
    """Return for each boundary between words: words that count and units before it, and whether it cuts a unit.

    >>> _upto([0, 1, 1, -1, 2])
    ([0, 1, 2, 3, 3, 4], [0, 1, 2, 2, 2, 3], [False, False, True, False, False, False])
    """
    words, units, within = [0], [0], [False]
    before = -1
    for number in ground:
        within[-1] = number >= 0 and number == before
        words.append(words[-1] + (number >= 0))
        units.append(units[-1] + (number >= 0 and number != before))
        within.append(False)
        before = number
    return words, units, within


def _in_pieces(positions: Sequence[int], ground: Sequence[int]) -> tuple[Extent, bool]:
    """Return the units that a discontinuous node is over, and whether it has only a part of one."""
    inside = Counter(ground[position] for position in positions if ground[position] >= 0)
    return tuple(sorted(inside)), any(ground.count(number) > count for number, count in inside.items())


@dataclass(frozen=True)
class Projections:
    """The brackets of two trees over common ground."""

    gold: dict[Extent, int]
    system: dict[Extent, int]
    ground: Ground
    alignment: Alignment
    beyond: tuple[list[int], list[int]]  #: nodes of both sides that cannot be compared

    @property
    def matched(self) -> list[tuple[int, int]]:
        """Nodes of gold and of the system over the same words."""
        return [(node, self.system[over]) for over, node in self.gold.items() if over in self.system]

    @property
    def crossing(self) -> int:
        """How many brackets of the system cross one of gold."""
        mine = [set(over) for over in self.gold]
        theirs = [set(over) for over in self.system.keys() - self.gold.keys()]
        return sum(any(over & other and over - other and other - over for other in mine) for over in theirs)


def compare_projections(gold: Headed, system: Headed, preparation: Preparation) -> Projections:
    """Return the brackets of maximal projections in two trees, over the words that both have."""
    alignment = aligned(gold, system, preparation)
    ground = Ground.of(gold, alignment)
    mine, beyond = projections(gold, ground.gold, ground.size)
    theirs, other = projections(system, ground.system, ground.size)
    return Projections(mine, theirs, ground, alignment, (beyond, other))


@dataclass(frozen=True)
class HeadMapping(Mapping):
    """The brackets of maximal projections as a mapping; other nodes take no part in it."""

    headed: tuple[Headed, Headed] | None = None
    found: Projections | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the mapping as plain values, with the head word of each node by its position."""
        assert self.headed is not None
        names = ("gold", "system")
        return super().to_dict() | {
            "heads": {name: side.heads.word for name, side in zip(names, self.headed, strict=True)}
        }

    def explain(self, node: int, *, in_gold: bool = True) -> str:
        """Say in words what became of a node, what its head is, and by which rule."""
        assert self.headed is not None
        side = self.headed[not in_gold]
        tree, heads = side.tree, side.heads
        if tree.is_word(node) or heads.word[node] < 0:
            return super().explain(node, in_gold=in_gold)
        head = f"head “{tree.words[heads.word[node]]}”"
        why = heads.why(node)
        return f"{self._fate(node, in_gold)} {head}{f' ({why})' if why else ''}.".replace("  ", " ")

    def _fate(self, node: int, in_gold: bool) -> str:
        """Say what became of a bracket, or why it is none."""
        assert self.headed is not None
        assert self.found is not None
        side = self.headed[not in_gold]
        here = phrase(side.tree, node)
        partner = (self.to_system if in_gold else self.to_gold).get(node)
        if partner is not None:
            other = phrase(self.system if in_gold else self.gold, partner)
            return f"{here} is matched" + (f" with {other}," if other != here else ",")
        if node in (self.gold_nodes if in_gold else self.system_nodes):
            return f"{here} is in gold only," if in_gold else f"{here} is in the system only,"
        if not side.heads.is_maximal(side.tree, node):
            return f"{here} is not all that belongs to its head, so it is not compared;"
        if node in self.found.beyond[not in_gold]:
            return f"{here} ends within what is one word of the other side, so it is not compared;"
        return f"{here} is over one word or all words, or over the same as another, so it is not compared;"


def head_mapping(
    gold: Tree, system: Tree, preparation: Preparation, sides: tuple[Headed, Headed] | None = None
) -> HeadMapping:
    """Return the maximal projections of two prepared trees as a mapping of kind "heads".

    *sides* are the same trees with their heads; if not given, heads are found by the rules of the preparation.
    """
    sides = sides or (headed_tree(gold, preparation, "gold"), headed_tree(system, preparation, "system"))
    found = compare_projections(*sides, preparation)
    pairs = found.matched
    return HeadMapping(
        kind="heads",
        gold=gold,
        system=system,
        pairs=tuple(pairs),
        swapped=frozenset(),
        gold_nodes=frozenset(found.gold.values()),
        system_nodes=frozenset(found.system.values()),
        cost=len(found.gold) + len(found.system) - 2 * len(pairs),
        words_aligned=len(found.alignment.pairs) < max(found.alignment.sizes),
        headed=sides,
        found=found,
    )
