"""Dependencies of two trees: each word with the word it depends on, and what became of each such arc.

Every word but the head of the tree depends on one other. From phrases: the head word of each child that is not the
head child depends on the head word of the phrase, and the phrase's label is the label of the arc. From CoNLL-U: as the
file says, with the relation as label. An arc of gold is found where the same word depends on the same word; if the
label is another, it is relabelled. Labels are compared only between arcs of the same sort, relations without their
subtypes (``nmod:poss`` is ``nmod``), as the CoNLL shared tasks do.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from .. import symbols
from ..heads.find import ROOT
from ..prepare.settings import Preparation
from ..prepare.tables import same
from ..trees import Tree
from .headed import Headed, aligned, headed_tree
from .letters import Alignment
from .mapping import Mapping

__all__ = ["Arc", "ArcMapping", "ArcPairs", "arc_mapping", "arcs_of", "compare_arcs", "universal"]


class Arc(NamedTuple):
    """A dependency: the position of a word, that of the word it depends on (:data:`ROOT` for none), and the label."""

    word: int
    governor: int
    label: str

    @property
    def is_root(self) -> bool:
        """Whether the word depends on no other."""
        return self.governor == ROOT


def arcs_of(side: Headed) -> list[Arc]:
    """Return the arcs of a tree, one a word, in the order of the words."""
    heads = side.heads
    return [
        Arc(word, governor, symbols.text(label) if label >= 0 else "root")
        for word, (governor, label) in enumerate(zip(heads.governor, heads.joint, strict=True))
    ]


@dataclass(frozen=True)
class ArcPairs:
    """The arcs of two trees: which are the same, which have another label, and how words are aligned.

    Punctuation that the other side does not have (it was taken out before comparing) takes no part.
    """

    gold: list[Arc]
    system: list[Arc]
    taking_part: tuple[list[int], list[int]]  #: the words of gold and of the system whose arcs are compared
    attached: list[tuple[int, int]]  #: words of gold and of the system that depend on the same word
    labelled: list[tuple[int, int]]  #: those of them whose labels agree as well
    alignment: Alignment


def compare_arcs(gold: Headed, system: Headed, preparation: Preparation) -> ArcPairs:
    """Compare the arcs of two trees over the words that are aligned one to one."""
    alignment = aligned(gold, system, preparation)
    mine, theirs = arcs_of(gold), arcs_of(system)
    to_system = dict(alignment.pairs) | {ROOT: ROOT}
    attached = [
        (one, other)
        for one, other in alignment.pairs
        if to_system.get(mine[one].governor, -2) == theirs[other].governor
    ]
    comparable = gold.has_relations == system.has_relations
    labelled = [
        (one, other)
        for one, other in attached
        if not comparable or _alike(mine[one].label, theirs[other].label, preparation, relations=gold.has_relations)
    ]
    sides = zip((gold, system), alignment.lost, strict=True)
    ours, others = (
        sorted(set(range(len(side.tree.words))) - {at for at in lost if side.heads.ignored[at]}) for side, lost in sides
    )
    return ArcPairs(mine, theirs, (ours, others), attached, labelled, alignment)


def universal(relation: str) -> str:
    """Return a relation without its subtype.

    >>> universal("nmod:poss"), universal("nmod"), universal(":")
    ('nmod', 'nmod', ':')
    """
    return relation.split(":", 1)[0] or relation


def _alike(one: str, other: str, preparation: Preparation, *, relations: bool) -> bool:
    if relations:
        one, other = universal(one), universal(other)
    return same(one, other, preparation.equal_labels)


@dataclass(frozen=True)
class ArcMapping(Mapping):
    """Arcs as a mapping between words: each word stands for the arc that leads to it."""

    arcs: ArcPairs | None = None

    def name(self, node: int, *, in_gold: bool = True) -> str:
        """Name the arc that leads to a word."""
        assert self.arcs is not None
        tree, arcs = (self.gold, self.arcs.gold) if in_gold else (self.system, self.arcs.system)
        arc = arcs[tree.start[node]]
        return f"“{tree.text(node)}” {self._depends(arc, in_gold)}"

    def to_dict(self) -> dict[str, Any]:
        """Return the mapping as plain values, with the arcs of both sides."""
        assert self.arcs is not None
        sides = {"gold": self.arcs.gold, "system": self.arcs.system}
        return super().to_dict() | {"arcs": {side: [arc._asdict() for arc in arcs] for side, arcs in sides.items()}}

    def explain(self, node: int, *, in_gold: bool = True) -> str:
        """Say in words what a word depends on, on both sides."""
        tree = self.gold if in_gold else self.system
        if not tree.is_word(node) or self.arcs is None:
            return super().explain(node, in_gold=in_gold)
        at = tree.start[node]
        pairs = self.arcs.alignment.pairs
        to_other = dict(pairs) if in_gold else {other: one for one, other in pairs}
        mine, theirs = (self.arcs.gold, self.arcs.system) if in_gold else (self.arcs.system, self.arcs.gold)
        here = f"“{tree.words[at]}” {self._depends(mine[at], in_gold)}"
        if at not in to_other:
            return f"{here}; the {'system' if in_gold else 'gold tree'} does not have this word."
        there = theirs[to_other[at]]
        if node in (self.to_system if in_gold else self.to_gold):
            pair = (node, self.to_system[node]) if in_gold else (self.to_gold[node], node)
            return (
                f"{here}, on both sides."
                if pair not in self.swapped
                else f"{here}; {self._other(in_gold)} as {there.label}."
            )
        return f"{here}; {self._other(in_gold)} it {self._depends(there, not in_gold)}."

    @staticmethod
    def _other(in_gold: bool) -> str:
        return "in the system" if in_gold else "in gold"

    def _depends(self, arc: Arc, in_gold: bool) -> str:
        words = (self.gold if in_gold else self.system).words
        return "heads the sentence" if arc.is_root else f"depends on “{words[arc.governor]}” ({arc.label})"


def arc_mapping(
    gold: Tree, system: Tree, preparation: Preparation, sides: tuple[Headed, Headed] | None = None
) -> ArcMapping:
    """Return the dependencies of two prepared trees as a mapping of kind "dependencies".

    *sides* are the same trees with their heads; if not given, heads are found by the rules of the preparation.
    """
    sides = sides or (headed_tree(gold, preparation, "gold"), headed_tree(system, preparation, "system"))
    found = compare_arcs(*sides, preparation)
    mine, theirs = gold.leaves, system.leaves
    pairs = tuple((mine[one], theirs[other]) for one, other in found.attached)
    labelled = set(found.labelled)
    swapped = frozenset((mine[one], theirs[other]) for one, other in found.attached if (one, other) not in labelled)
    return ArcMapping(
        kind="dependencies",
        gold=gold,
        system=system,
        pairs=pairs,
        swapped=swapped,
        gold_nodes=frozenset(mine[at] for at in found.taking_part[0]),
        system_nodes=frozenset(theirs[at] for at in found.taking_part[1]),
        cost=sum(map(len, found.taking_part)) - 2 * len(pairs) + len(swapped),
        words_aligned=len(found.alignment.pairs) < max(found.alignment.sizes),
        arcs=found,
    )
