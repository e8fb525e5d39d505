"""Errors put into gold trees on purpose, one or two at a time, with what should be reported of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import NamedTuple

from treelens.engine.errors import Draft, Style, apply
from treelens.engine.errors.draft import ADD, MOVE, RELABEL, REMOVE, ROOT, Step
from treelens.engine.errors.repair import Repair


class Injected(NamedTuple):
    """A tree with an error in it: the kind that should be reported, and over which words."""

    draft: Draft
    kind: str
    words: tuple[int, ...]


Tags = Sequence[str | None]
Maker = Callable[[Draft, Style, Tags, random.Random], Injected | None]


def label(draft: Draft, child: int, tags: Tags) -> str:
    return draft.labels[child] if child >= 0 else tags[~child] or ""


def has_conjunction(draft: Draft, node: int, style: Style, tags: Tags) -> bool:
    return any(style.is_conjunction(label(draft, child, tags)) for child in draft.children[node])


def fresh(draft: Draft) -> int:
    return max(10_000, *draft.labels) + 1


def attached_higher(draft: Draft, style: Style, tags: Tags, rng: random.Random) -> Injected | None:
    """Hang a phrase at the right edge of another one or more levels up."""
    node = rng.choice(list(draft.labels))
    kind = style.attachment_of(draft.labels[node])
    source = draft.parents[node]
    if kind is None or source == ROOT or draft.children[source][-1] != node or len(draft.children[source]) < 2:
        return None
    left = draft.children[source][:-1]
    target = draft.parents[source]
    here = source
    while target != ROOT and draft.children[target][-1] == here and rng.random() < 0.3:
        here, target = target, draft.parents[target]
    if target == ROOT or has_conjunction(draft, source, style, tags) or has_conjunction(draft, target, style, tags):
        return None
    gone: tuple[int, ...] = ()
    if len(left) == 1 and left[0] >= 0:
        if draft.labels[left[0]] != draft.labels[draft.parents[node]]:
            return None
        gone = (draft.parents[node],)
    words = draft.words[node]
    made = apply(draft, Step(MOVE, draft.parents[node], target, words, gone=gone))
    return Injected(made, kind, words)


def attached_lower(draft: Draft, style: Style, tags: Tags, rng: random.Random) -> Injected | None:
    """Hang a phrase on the phrase before it, or on one at the right edge of that."""
    node = rng.choice(list(draft.labels))
    kind = style.attachment_of(draft.labels[node])
    source = draft.parents[node]
    sisters = draft.children[source]
    place = sisters.index(node)
    if kind is None or source == ROOT or len(sisters) < 3 or not place or sisters[place - 1] < 0:
        return None
    target = sisters[place - 1]
    while draft.children[target][-1] >= 0 and rng.random() < 0.5:
        target = draft.children[target][-1]
    if has_conjunction(draft, source, style, tags) or has_conjunction(draft, target, style, tags):
        return None
    words = draft.words[node]
    above, new = draft.parents[target], fresh(draft)
    if all(child < 0 for child in draft.children[target]) and draft.labels[target] == "NP" and above != source:
        covered = (*draft.words[target], *words)
        made = apply(draft, Step(MOVE, source, above, words, new, "NP", covered))
    elif all(child < 0 for child in draft.children[target]) and draft.labels[target] == "NP":
        covered = (*draft.words[target], *words)
        made = apply(draft, Step(ADD, target=source, new=new, label="NP", new_words=covered))
    else:
        made = apply(draft, Step(MOVE, source, target, words))
    return Injected(made, kind, words)


def rescoped(draft: Draft, style: Style, tags: Tags, rng: random.Random) -> Injected | None:
    """Let the last conjunct of a coordination be coordinated with something lower, at the end of what stands before."""
    node = rng.choice(list(draft.labels))
    children = draft.children[node]
    if len(children) < 3 or not style.is_conjunction(label(draft, children[-2], tags)) or children[-3] < 0:
        return None
    block = tuple(sorted({*draft.covered(children[-2]), *draft.covered(children[-1])}))
    target = children[-3]
    below = draft.children[target][-1]
    if below < 0 or has_conjunction(draft, target, style, tags) or len(children) > 3:
        return None
    new = fresh(draft)
    lower = (*draft.words[below], *block)
    moved = apply(draft, Step(MOVE, node, target, block, new, draft.labels[below], lower))
    return Injected(moved, "coordination", block)


def unary_dropped(draft: Draft, style: Style, tags: Tags, rng: random.Random) -> Injected | None:
    """Leave out a bracket over exactly one other, or over one word."""
    node = rng.choice(list(draft.labels))
    words = draft.words[node]
    if len(words) == 1 and len(draft.children[node]) == 1 and draft.parents[node] != ROOT:
        return Injected(apply(draft, Step(REMOVE, node)), "single-word phrase", words)
    children = draft.children[node]
    if len(children) != 1 or children[0] < 0 or len(words) < 2 or draft.parents[node] == ROOT:
        return None
    others = _chain(draft, node)
    kind = "X-over-X unary" if draft.labels[node] in others else "unary"
    return Injected(apply(draft, Step(REMOVE, node)), kind, words)


def unary_added(draft: Draft, style: Style, tags: Tags, rng: random.Random) -> Injected | None:
    """Put a bracket over another one, or over a word."""
    node = rng.choice(list(draft.parents))
    above = draft.parents[node]
    words = draft.covered(node)
    name = rng.choice(["NP", "S", "VP", "FRAG", "ADVP", "PP"])
    if above == ROOT or (node < 0 and style.is_punctuation(label(draft, node, tags))):
        return None
    new = fresh(draft)
    made = apply(draft, Step(ADD, target=above, new=new, label=name, new_words=words))
    if len(words) == 1:
        return Injected(made, "single-word phrase", words)
    others = _chain(made, new)
    return Injected(made, "X-over-X unary" if name in others else "unary", words)


def _chain(draft: Draft, node: int) -> set[str]:
    """Return the labels of the other brackets over the same words."""
    return {draft.labels[other] for other in draft.labels if other != node and draft.words[other] == draft.words[node]}


def relabelled(draft: Draft, style: Style, tags: Tags, rng: random.Random) -> Injected | None:
    """Give a bracket another label."""
    node = rng.choice(list(draft.labels))
    others = _chain(draft, node) | {draft.labels[node]}
    name = rng.choice([one for one in ("NP", "VP", "S", "SBAR", "PP", "ADJP", "ADVP", "X") if one not in others])
    return Injected(apply(draft, Step(RELABEL, node, label=name)), "different label", draft.words[node])


MAKERS: dict[str, Maker] = {
    "attached higher": attached_higher,
    "attached lower": attached_lower,
    "coordination": rescoped,
    "unary dropped": unary_dropped,
    "unary added": unary_added,
    "label": relabelled,
}


def injected(draft: Draft, style: Style, tags: Tags, rng: random.Random, maker: Maker) -> Injected | None:
    """Try a few times to put an error of this sort into a tree."""
    for _ in range(40):
        made = maker(draft, style, tags, rng)
        if made is not None:
            return made
    return None


def is_reported(error: Injected, repairs: Sequence[Repair]) -> bool:
    """Say whether an error is among the repairs: the right kind over the right words."""
    return any(repair.kind == error.kind and repair.words == error.words for repair in repairs)
