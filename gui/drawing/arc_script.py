"""From gold's dependencies to the system's, one word after the other."""

from __future__ import annotations

from treelens.engine.align.arcs import Arc, ArcMapping
from treelens.engine.align.mapping import phrase

from .step import Step

__all__ = ["arc_script", "counterparts"]


def counterparts(mapping: ArcMapping) -> dict[int, int]:
    """Return the system's word for each word of gold that has one, whatever it depends on; both by ids."""
    assert mapping.arcs is not None
    ours, theirs = mapping.gold.leaves, mapping.system.leaves
    return {ours[one]: theirs[other] for one, other in mapping.arcs.alignment.pairs}


def arc_script(mapping: ArcMapping) -> list[Step]:
    """Return what must change for gold's arcs to become the system's, word by word."""
    assert mapping.arcs is not None
    partner, arcs = counterparts(mapping), mapping.arcs
    steps = []
    for word, mine in zip(mapping.gold.leaves, arcs.gold, strict=True):
        other = partner.get(word)
        theirs = arcs.system[mapping.system.start[other]] if other is not None else None
        text = phrase(mapping.gold, word)
        if (word, other) in mapping.swapped and theirs is not None:
            steps.append(Step("swap", "gold", word, f"{text}: {mine.label} in gold, {theirs.label} here"))
        elif word in mapping.gold_nodes and word not in mapping.to_system:
            on = f"on {_on(mapping, mine, in_gold=True)} in gold"
            here = f"on {_on(mapping, theirs, in_gold=False)} here" if theirs else "not a word here"
            steps.append(Step("move" if theirs else "deletion", "gold", word, f"{text}: {on}, {here}"))
    known = set(partner.values())
    for word in (word for word in mapping.insertions if word not in known):
        on = _on(mapping, arcs.system[mapping.system.start[word]], in_gold=False)
        text = f"{phrase(mapping.system, word)}: not a word in gold, on {on} here"
        steps.append(Step("insertion", "system", word, text))
    return steps


def _on(mapping: ArcMapping, arc: Arc, *, in_gold: bool) -> str:
    words = (mapping.gold if in_gold else mapping.system).words
    return "nothing" if arc.is_root else f"“{words[arc.governor]}”"
