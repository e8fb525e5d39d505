"""The kinds of error, and which labels make which kind.

The kinds are those of section 9 of the definitions. A *style* says which labels of a treebank make which kind of
attachment, what a conjunction is, and what a noun phrase consists of; styles are TOML files in ``resources/errors``,
and a user may write others of the same form.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from treelens.resources import resource

from ..files import read_text
from ..prepare.tables import without_function
from ..problems import InputError, TreelensError
from ..toml import TomlError, parse_toml

__all__ = ["ATTACHMENTS", "KINDS", "Style", "fitting_style", "kinds_named", "style", "style_names"]

ATTACHMENTS = {
    "PP": "PP attachment",
    "NP": "NP attachment",
    "VP": "VP attachment",
    "clause": "clause attachment",
    "modifier": "modifier attachment",
}
COORDINATION, NP_INTERNAL, UNARY, SAME_UNARY = "coordination", "NP-internal structure", "unary", "X-over-X unary"
SINGLE_WORD, DIFFERENT_LABEL, OTHER = "single-word phrase", "different label", "other"

#: All kinds, in the order in which they are shown.
KINDS = (
    *ATTACHMENTS.values(),
    COORDINATION,
    NP_INTERNAL,
    UNARY,
    SAME_UNARY,
    SINGLE_WORD,
    DIFFERENT_LABEL,
    OTHER,
)

Labels = tuple[str, ...]


@dataclass(frozen=True)
class Style:
    """What the labels of a treebank mean for kinds of error.

    >>> style("penn").attachment_of("PP-LOC"), style("penn").is_conjunction("CC")
    ('PP attachment', True)
    """

    name: str
    title: str
    attachment: Mapping[str, Labels]
    conjunctions: Labels
    punctuation: Labels
    noun_phrases: Labels
    noun_parts: Labels
    others: Labels = ()
    _known: dict[tuple[str, str], bool] = field(default_factory=dict, repr=False, compare=False)
    _attachments: dict[str, str | None] = field(default_factory=dict, repr=False, compare=False)

    def attachment_of(self, label: str) -> str | None:
        """Return the kind of attachment error of a phrase or tag, or None if the style does not know it."""
        if label not in self._attachments:
            found = (ATTACHMENTS[name] for name, labels in self.attachment.items() if _among(label, labels))
            self._attachments[label] = next(found, None)
        return self._attachments[label]

    def is_conjunction(self, label: str) -> bool:
        """Say whether a label is that of a coordinating conjunction."""
        return self._is("conjunctions", label)

    def is_punctuation(self, label: str) -> bool:
        """Say whether a label is that of a punctuation mark."""
        return self._is("punctuation", label)

    def is_noun_phrase(self, label: str) -> bool:
        """Say whether changes inside such a phrase are NP-internal."""
        return self._is("noun_phrases", label)

    def is_noun_part(self, label: str) -> bool:
        """Say whether a phrase inside a noun phrase is part of its internal structure."""
        return self._is("noun_parts", label)

    def knows(self, label: str) -> bool:
        """Say whether the style says anything about a label."""
        lists = (*self.attachment.values(), self.conjunctions, self.punctuation, self.noun_phrases, self.noun_parts)
        return any(_among(label, labels) for labels in (*lists, self.others))

    def _is(self, which: str, label: str) -> bool:
        key = which, label
        if key not in self._known:
            self._known[key] = _among(label, getattr(self, which))
        return self._known[key]


def _among(label: str, labels: Labels) -> bool:
    """Say whether a label, as it is or without its function, is listed.

    >>> _among("NP-SBJ", ("NP",)), _among("grup.nom.fs", ("grup.nom*",)), _among("-LRB-", ("-LRB-",))
    (True, True, True)
    """
    names = {label, without_function(label)}
    return any(name in names for name in labels) or any(
        text.startswith(name[:-1]) for name in labels if name.endswith("*") and len(name) > 1 for text in names
    )


def style_names() -> list[str]:
    """Return the names of the styles that come with the program.

    >>> style_names()
    ['french', 'iberian', 'negra', 'penn']
    """
    return sorted(file.name.removesuffix(".toml") for file in resource("errors").iterdir() if ".toml" in file.name)


@lru_cache(maxsize=32)
def style(name: str) -> Style:
    """Return a style by its name, or one that a user wrote in a TOML file."""
    if name.endswith(".toml"):
        return _read(name, read_text(name))
    if name not in style_names():
        raise TreelensError(f"no style is called {name!r}; there are {', '.join(style_names())}, or a TOML file")
    return _read(name, resource("errors", f"{name}.toml").read_text(encoding="utf-8"))


def fitting_style(labels: Mapping[str, int]) -> Style:
    """Return the style that knows most of a treebank's labels, each counted as often as it occurs.

    >>> fitting_style({"NP": 3, "CNP": 1, "NN": 5, "APPR": 2}).name
    'negra'
    """

    def known(one: Style) -> int:
        return sum(count for label, count in labels.items() if one.knows(label))

    return max(map(style, sorted(style_names(), key=lambda name: (name != "penn", name))), key=known)


def kinds_named(text: str) -> list[str]:
    """Return the kinds that a text such as ``PP`` or ``coord`` means: each of its words begins one of theirs.

    >>> kinds_named("pp"), kinds_named("attach")[:2], kinds_named("X-over")
    (['PP attachment'], ['PP attachment', 'NP attachment'], ['X-over-X unary'])
    >>> kinds_named("Unary"), kinds_named("NP attachment"), kinds_named("np-internal")
    (['unary'], ['NP attachment'], ['NP-internal structure'])
    """
    wanted = text.casefold().split()
    exact = [kind for kind in KINDS if kind.casefold() == " ".join(wanted)]
    if exact or not wanted:
        return exact
    whole = [kind for kind in KINDS if " ".join(wanted) in kind.casefold().split()]
    return whole if len(whole) == 1 else [kind for kind in KINDS if _begun(wanted, kind)]


def _begun(wanted: Iterable[str], kind: str) -> bool:
    words = kind.casefold().split()
    words += [part for word in words for part in word.split("-")]
    return all(any(word.startswith(part) for word in words) for part in wanted)


def _read(name: str, text: str) -> Style:
    try:
        values = parse_toml(text)
    except TomlError as error:
        raise InputError(name, f"is not a TOML file: {error}") from None
    attachment = values.get("attachment", {})
    if not isinstance(attachment, dict) or (unknown := sorted(set(attachment) - set(ATTACHMENTS))):
        said = ", ".join(unknown) if isinstance(attachment, dict) else "attachment"
        raise InputError(name, f"no kind of attachment: {said}; there are {', '.join(ATTACHMENTS)}")
    return Style(
        name=Path(name).stem,
        title=str(values.get("title", Path(name).stem)),
        attachment={kind: _labels(name, values, "attachment", kind) for kind in ATTACHMENTS},
        conjunctions=_labels(name, values, "words", "conjunctions"),
        punctuation=_labels(name, values, "words", "punctuation"),
        noun_phrases=_labels(name, values, "noun_phrase", "phrases"),
        noun_parts=_labels(name, values, "noun_phrase", "parts"),
        others=_labels(name, values, "others", "labels"),
    )


def _labels(name: str, values: Mapping[str, Any], table: str, key: str) -> Labels:
    found = values.get(table, {})
    labels = found.get(key, []) if isinstance(found, dict) else None
    if not isinstance(labels, list) or not all(isinstance(label, str) for label in labels):
        raise InputError(name, f"[{table}] {key} takes a list of labels")
    return tuple(labels)
