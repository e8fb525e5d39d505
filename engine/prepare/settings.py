"""A preparation as a value: it can be shown, saved, compared and hashed, and says all that decides a comparison."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from ..files import read_text
from ..problems import InputError, TreelensError

__all__ = ["CHOICES", "TRACE", "Preparation"]

#: The tag of what was moved or left unsaid in the Penn treebanks.
TRACE = "-NONE-"

Labels = tuple[str, ...]
Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Preparation:
    """What is done to both trees before they are compared.

    A label in ``delete`` takes a word away where it is the word's tag, and gives its children to its parent where it
    is a phrase's. ``equal_labels`` and ``equal_words`` are symmetric but do not chain. ``evalb_labels`` cuts labels
    of phrases, never tags, at the first ``-`` or ``=``, wherever it stands; ``strip_functions`` cuts phrases and tags
    there unless nothing would be left. ``align_words`` gives E measures also to sentences whose words differ, after
    aligning the words. ``heads`` names the head rules, or their file, ``system_heads`` those of the system where they
    are others; empty, they are those that fit the labels. ``quote_labels``, ``labelled``, ``cutoff``, ``max_error`` and
    ``debug`` are used by PARSEVAL alone.

    For derivations and n-best lists: ``keep_root`` keeps the symbol above a derivation that only says what was looked
    for. ``rank`` compares the system's analysis of that rank (the last one, if there are fewer). Under ``ties``, those
    of the best score are averaged (``mean``) or only the ``first`` is taken; under ``gold_ties`` the same of gold, or
    the one that suits the system ``best``. ``missing`` tells whether a sentence that the system has no parse of is left
    out (``skip``) or scores ``zero`` under the fourteen. ``brackets_without`` leaves nodes out of LP, UP, AXB and ZXB:
    ``unary`` ones, ``lexical`` rules, or both. ``led`` names the parts of elementary dependencies that are compared.

    >>> Preparation("mine", delete=("TOP",)).digest() == Preparation("yours", delete=("TOP",)).digest()
    True
    """

    name: str
    delete: Labels = ()
    uncounted: Labels = ()
    quote_labels: Labels = ()
    equal_labels: Pairs = ()
    equal_words: Pairs = ()
    strip_traces: bool = False
    strip_functions: bool = False
    evalb_labels: bool = False
    drop_outer: bool = False
    drop_empty: bool = False
    collapse: bool = False
    lower_case: bool = False
    align_words: bool = False
    heads: str = ""
    system_heads: str = ""
    keep_root: bool = False
    rank: int = 1
    ties: str = "mean"
    gold_ties: str = "mean"
    missing: str = "skip"
    brackets_without: Labels = ()
    led: Labels = ("names", "arguments", "constants")
    labelled: bool = True
    cutoff: int = 40
    max_length: int | None = None
    max_error: int = 10
    debug: int = 0

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values, for a file or for printing."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Preparation:
        """Make a preparation of what :meth:`to_dict` returned; what is left out has its default."""
        known = {item.name for item in fields(cls)}
        if unknown := sorted(set(values) - known):
            raise TreelensError(f"no such setting: {', '.join(unknown)}; there are {', '.join(sorted(known))}")
        made = cls(**{key: _frozen(value) for key, value in values.items()})
        for item in fields(cls):
            if not _fits(str(item.type), getattr(made, item.name)):
                raise TreelensError(f"the setting {item.name} takes {_KINDS[str(item.type)]}")
        for name, choices in CHOICES.items():
            chosen = getattr(made, name)
            for value in (chosen,) if isinstance(chosen, str) else chosen:
                if value not in choices:
                    raise TreelensError(f"the setting {name} takes {', '.join(choices)}, not {value!r}")
        if made.rank < 1:
            raise TreelensError("the setting rank takes a number from 1")
        return made

    def changed(self, assignments: Iterable[str]) -> Preparation:
        """Return the same with some settings changed, each given as ``name=value``, lists with commas.

        >>> Preparation("raw").changed(["rank=2", "led=names,arguments", "lower_case=true"]).led
        ('names', 'arguments')
        """
        values = self.to_dict()
        kinds = {item.name: str(item.type) for item in fields(self)}
        for assignment in assignments:
            name, equals, text = assignment.partition("=")
            if not equals or name not in kinds:
                raise TreelensError(f"a setting is changed by name=value; the names are {', '.join(sorted(kinds))}")
            values[name] = _read(kinds[name], text)
        return Preparation.from_dict(values)

    def digest(self) -> str:
        """Return a hash of all that decides a comparison: everything but the name."""
        values = {key: value for key, value in self.to_dict().items() if key != "name"}
        values |= {key: _content(values[key]) for key in ("heads", "system_heads")}
        return hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()

    def describe(self) -> str:
        """Return one line for people.

        >>> Preparation("raw", drop_outer=True).describe()
        'raw, labelled'
        """
        parts = [self.name, "labelled" if self.labelled else "unlabelled"]
        if self.align_words:
            parts.append("words aligned")
        if self.heads or self.system_heads:
            parts.append("heads " + "/".join(Path(name).stem for name in (self.heads, self.system_heads) if name))
        if self.max_length is not None:
            parts.append(f"words ≤ {self.max_length}")
        parts += [said.format(value) for name, said in _SAID.items() if (value := _words(self, name))]
        return ", ".join(parts)


#: What settings that are words can be.
CHOICES: dict[str, Labels] = {
    "ties": ("mean", "first"),
    "gold_ties": ("mean", "best", "first"),
    "missing": ("skip", "zero"),
    "brackets_without": ("unary", "lexical"),
    "led": ("names", "arguments", "constants", "properties", "tops"),
}
#: How settings are told if they are not the usual ones.
_SAID = {
    "lower_case": "words in lower case",
    "keep_root": "root symbols kept",
    "rank": "rank {}",
    "ties": "ties: {}",
    "gold_ties": "gold ties: {}",
    "missing": "no parse counts {}",
    "brackets_without": "brackets without {} nodes",
    "led": "LED of {}",
}


def _words(preparation: Preparation, name: str) -> str:
    """Return a setting as it is told, nothing if it is the usual one."""
    value = getattr(preparation, name)
    usual = next(item.default for item in fields(Preparation) if item.name == name)
    return "" if value == usual else ", ".join(value) if isinstance(value, tuple) else str(value)


def _content(name: str) -> str:
    """Return what head rules consist of: their name, or what is in their file."""
    try:
        return read_text(name) if name.endswith((".toml", ".hds")) else name
    except InputError:
        return name


#: What a setting of each type takes, in words.
_KINDS = {
    "str": "a text",
    "Labels": 'a list of texts: ["TOP", "S1"]',
    "Pairs": 'a list of pairs of texts: [["ADVP", "PRT"]]',
    "bool": "true or false",
    "int": "a whole number",
    "int | None": "a whole number",
}


def _read(kind: str, text: str) -> Any:
    """Return what a setting of a type means as text; what it cannot mean stays text and is refused later."""
    if kind == "bool":
        return {"true": True, "false": False}.get(text.lower(), text)
    if kind == "Labels":
        return tuple(part for part in text.split(",") if part)
    if kind == "Pairs":
        return tuple(tuple(part.split(":")) for part in text.split(",") if part)
    return int(text) if kind.startswith("int") and re.fullmatch(r"-?[0-9]{1,9}", text) else text


def _fits(kind: str, value: Any) -> bool:
    """Say whether a value is of the type that a setting is declared with."""
    if kind == "Labels":
        return isinstance(value, tuple) and all(isinstance(item, str) for item in value)
    if kind == "Pairs":
        return isinstance(value, tuple) and all(_fits("Labels", item) and len(item) == 2 for item in value)
    if kind == "bool":
        return isinstance(value, bool)
    if kind.startswith("int"):
        return (isinstance(value, int) and not isinstance(value, bool)) or (kind != "int" and value is None)
    return isinstance(value, str)


def _frozen(value: Any) -> Any:
    return tuple(_frozen(item) for item in value) if isinstance(value, list | tuple) else value
