"""One repair with all that is to be said about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from .draft import ADD, MOVE, RELABEL, ROOT, Step, Words

__all__ = ["Repair", "Site", "quoted"]

_SHOWN = 5  #: words of a phrase that are shown


class Site(NamedTuple):
    """Where something hangs in the system's tree, or in gold: the smallest bracket that has other words besides.

    A node, its label, and its words without those that hang there; -1 and no label above all brackets.
    """

    node: int
    label: str
    words: Words

    def named(self, text: Sequence[str]) -> str:
        """Return label and words for a sentence."""
        if self.node == ROOT:
            return "the top"
        return f"{self.label} {quoted(self.words, text)}" if self.words else self.label


@dataclass(frozen=True, slots=True)
class Repair:
    """One repair: what is done, what kind of error that is, and which bracket errors it explains.

    ``missing`` are gold nodes that it creates, ``extra`` system nodes that it takes away. ``words`` are the moved
    words, or those of the bracket; ``roots`` what hangs over them (node ids of the draft, complements of word
    positions) and ``labels`` their labels (of a relabelled bracket: the system's and gold's). They hang at ``before``
    in the system and belong at ``after``. ``text`` has the words of the sentence.
    """

    what: str
    kind: str
    step: Step
    missing: tuple[int, ...]
    extra: tuple[int, ...]
    words: Words
    roots: tuple[int, ...]
    labels: tuple[str, ...]
    before: Site
    after: Site
    text: tuple[str, ...]

    @property
    def brackets(self) -> int:
        """How many bracket errors it explains."""
        return len(self.missing) + len(self.extra)

    @property
    def is_attachment(self) -> bool:
        """Whether something hangs in the wrong place: it has two sites."""
        return self.what == MOVE

    @property
    def distance(self) -> int:
        """The words from where it hangs to where it belongs.

        A phrase begins, seen from what hangs there, at its far edge: with its first word if it stands before, with its
        last word if it stands behind. The distance is the number of words from one beginning to the other.
        """
        return abs(_edge(self.before.words, self.words) - _edge(self.after.words, self.words))

    @property
    def sentence(self) -> str:
        """What is wrong, in words."""
        words, before, after = quoted(self.words, self.text), self.before.named(self.text), self.after.named(self.text)
        if self.what == MOVE and before == after:  # in the system it is in pieces, which hang here and there
            return f"{words} hangs somewhere below {before}; in gold it hangs right under it."
        if self.what == MOVE:
            return f"{words} hangs under {before}; in gold it hangs under {after}."
        if self.what == RELABEL:
            return f"{words} is {_a(self.labels[0])}; in gold it is {_a(self.labels[1])}."
        if self.what == ADD:
            return f"{words} is no {self.step.label}; in gold it is one, under {after}."
        return f"{words} is {_a(self.labels[0])} under {before}; gold has no such phrase."

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values."""
        return {
            "what": self.what,
            "kind": self.kind,
            "words": " ".join(self.text[word] for word in self.words),
            "positions": list(self.words),
            "labels": list(self.labels),
            "system": {
                "node": _node(self.before.node),
                "label": self.before.label,
                "positions": list(self.before.words),
            },
            "gold": {"node": _node(self.after.node), "label": self.after.label, "positions": list(self.after.words)},
            "missing": list(self.missing),
            "extra": list(self.extra),
            "brackets": self.brackets,
            "distance": self.distance if self.is_attachment else None,
            "sentence": self.sentence,
        }


def _node(node: int) -> int | None:
    return node if node != ROOT else None


def _edge(site: Words, block: Words) -> int:
    if not site:
        return block[0]
    return site[0] if site[0] < block[0] else site[-1]


def quoted(words: Words, text: Sequence[str], longest: int = _SHOWN) -> str:
    """Return words in quotation marks, the middle of many left out.

    >>> quoted((0, 1), "the cat".split()), quoted(tuple(range(7)), "a b c d e f g".split())
    ('“the cat”', '“a b c … g”')
    """
    if not words:
        return "nothing"
    shown = [text[word] for word in words]
    if len(shown) > longest:
        shown = [*shown[: longest - 2], "…", shown[-1]]
    return f"“{' '.join(shown)}”"


def _a(label: str) -> str:
    """Return a label with its article, as it is spelt out.

    >>> _a("NP"), _a("VP"), _a("ADVP"), _a("sn")
    ('an NP', 'a VP', 'an ADVP', 'an sn')
    """
    return f"{'an' if label[:1].upper() in 'AEFHILMNORSX' and label else 'a'} {label or 'bracket without a label'}"
