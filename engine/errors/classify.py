"""What kind of error a repair mends.

The order of questions decides, as section 9 of the definitions has it:

1. A relabelled bracket is a *different label*.
2. An added or removed bracket over one word is a *single-word phrase*; one over the words of another bracket is a
   *unary*, or *X-over-X unary* if one of those has its label.
3. What has a conjunction among its parts is *coordination*: an added or removed bracket with one among its children, a
   moved block with one among its roots, or one that follows a conjunction where it hangs or where it belongs.
4. What happens among the words of a noun phrase is *NP-internal structure*: a moved block of mere words between noun
   phrases (or their parts), or a bracket over words and parts of noun phrases directly in a noun phrase.
5. Any other moved block is an attachment error, named after its first root that is no punctuation mark.
6. All else is *other*.

An added or removed bracket whose first or last child has its label, such as ``(NP (NP the man) (PP in …))``, and whose
other children are phrases, is there only because these hang on that child. :func:`as_move` tells it as what it is: the
rest is moved.
"""

from __future__ import annotations

from collections.abc import Sequence

from .draft import ADD, MOVE, RELABEL, REMOVE, ROOT, Draft, Step, Words
from .kinds import COORDINATION, DIFFERENT_LABEL, NP_INTERNAL, OTHER, SAME_UNARY, SINGLE_WORD, UNARY, Style

__all__ = ["as_move", "kind_of", "label_of"]

Tags = Sequence[str | None]


def label_of(draft: Draft, child: int, tags: Tags) -> str:
    """Return the label of a bracket, or the tag of a word."""
    return draft.labels[child] if child >= 0 else tags[~child] or ""


def as_move(draft: Draft, after: Draft, step: Step, style: Style, tags: Tags) -> Step:
    """Return the step, or the move that does the same if a bracket comes or goes with what hangs in it."""
    if step.what == ADD:
        bracket, whole = step.new, after
    elif step.what == REMOVE and step.source in draft.labels:
        bracket, whole = step.source, draft
    else:
        return step
    if bracket not in whole.labels:
        return step  # without words
    block = _hanging(whole, bracket, style, tags)
    if not block:
        return step
    if step.what == ADD:
        return Step(MOVE, step.target, step.target, block, step.new, step.label, step.new_words, gold=step.gold)
    return Step(MOVE, bracket, draft.parents[bracket], block, gone=(bracket,))


def _hanging(draft: Draft, bracket: int, style: Style, tags: Tags) -> Words:
    """Return the words beside a first or last child with the bracket's own label; none if there is no such child."""
    children = draft.children[bracket]
    labels = [label_of(draft, child, tags) for child in children]
    if any(map(style.is_conjunction, labels)):
        return ()
    heavy = [place for place, label in enumerate(labels) if children[place] >= 0 or not style.is_punctuation(label)]
    if len(heavy) < 2:
        return ()
    own = draft.labels[bracket]
    if children[heavy[0]] >= 0 and labels[heavy[0]] == own:
        rest = children[heavy[0] + 1 :]
    elif children[heavy[-1]] >= 0 and labels[heavy[-1]] == own:
        rest = children[: heavy[-1]]
    else:
        return ()
    if any(child < 0 and not style.is_punctuation(label_of(draft, child, tags)) for child in rest):
        return ()  # a word is rather the head of it all: (VP to (VP go)), (NP (NP Time 's) magazine)
    return tuple(sorted(word for child in rest for word in draft.covered(child)))


def kind_of(
    draft: Draft, after: Draft, step: Step, roots: Sequence[int], sites: Sequence[str], style: Style, tags: Tags
) -> str:
    """Return the kind of error that a step mends, between the draft before and the one behind it.

    *sites* are the labels of where a moved block hangs in the system and in gold.
    """
    if step.what == RELABEL:
        return DIFFERENT_LABEL
    if step.what == MOVE:
        return _kind_of_move(draft, after, roots, sites, style, tags)
    bracket, whole = (step.new, after) if step.what == ADD else (step.source, draft)
    if bracket not in whole.labels:
        return OTHER
    if len(whole.words[bracket]) == 1:
        return SINGLE_WORD
    if others := _over_the_same(whole, bracket):
        return SAME_UNARY if whole.labels[bracket] in others else UNARY
    children = whole.children[bracket]
    labels = [label_of(whole, child, tags) for child in children]
    if any(map(style.is_conjunction, labels)):
        return COORDINATION
    above = whole.parents[bracket]
    if (
        above != ROOT
        and style.is_noun_phrase(whole.labels[above])
        and style.is_noun_part(whole.labels[bracket])
        and all(child < 0 or style.is_noun_part(label) for child, label in zip(children, labels, strict=True))
    ):
        return NP_INTERNAL
    return OTHER


def _over_the_same(draft: Draft, bracket: int) -> set[str]:
    """Return the labels of other brackets over the same words: above and below it in a chain."""
    found = set()
    above = draft.parents[bracket]
    while above != ROOT and len(draft.children[above]) == 1:
        found.add(draft.labels[above])
        above = draft.parents[above]
    children = draft.children[bracket]
    while len(children) == 1 and children[0] >= 0:
        found.add(draft.labels[children[0]])
        children = draft.children[children[0]]
    return found


def _kind_of_move(
    draft: Draft, after: Draft, roots: Sequence[int], sites: Sequence[str], style: Style, tags: Tags
) -> str:
    labels = [label_of(draft, root, tags) for root in roots]
    if any(map(style.is_conjunction, labels)) or any(
        style.is_conjunction(_before(whole, roots[0], tags)) for whole in (draft, after)
    ):
        return COORDINATION
    if (
        all(root < 0 for root in roots)
        and all(style.is_noun_phrase(label) or style.is_noun_part(label) for label in sites)
        and any(map(style.is_noun_phrase, sites))
    ):
        return NP_INTERNAL
    for root, label in zip(roots, labels, strict=True):
        if root >= 0 or not style.is_punctuation(label):
            return style.attachment_of(label) or OTHER
    return OTHER


def _before(draft: Draft, child: int, tags: Tags) -> str:
    """Return the label of the sister before a child, or nothing."""
    sisters = draft.children[draft.parents[child]]
    place = sisters.index(child)
    return label_of(draft, sisters[place - 1], tags) if place else ""
