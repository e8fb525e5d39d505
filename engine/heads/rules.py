"""Head rules as a value, and the TOML files that they are read from.

Magerman 1995 and Collins 1999 find the head of a phrase by looking through its children from one side for labels in
an order of preference. A file says it so, for each label of a phrase a list of steps, the first that finds something
decides::

    [rules]
    NP = ["last POS", "right any NN NNS NNP", "left NP", "right"]

``left A B`` looks from the left for an A; if there is none, from the left for a B. ``left any A B`` takes the first
from the left that is either. ``first A`` and ``last A`` look at the outermost child only. A step without labels takes
the outermost child. A label that ends in ``*`` stands for all that begin so; ``<tag>`` for any tag. Punctuation and
empty elements are passed over as long as there is anything else.

Rules may be corrected afterwards, one *reassignment* after the other: in a phrase of a label, if the head was found in
a child of one label and there is a child of another, the head is there instead::

    [[reassign]]
    in = "VP"
    from = "MD"
    to = "VP"
    side = "system"       # gold, system or both (if left out)
    pick = "right"        # of several, the last one; the first one if left out

``based_on`` names rules that a file only adds to or replaces. Files of this form are in ``resources/heads``; others
are given by their path.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from treelens.resources import resource

from ..files import named_in, read_text, real_path
from ..prepare.tables import without_function
from ..problems import InputError, TreelensError
from ..toml import TomlError, parse_toml

__all__ = [
    "TAG",
    "HeadRules",
    "Reassignment",
    "Step",
    "fitting_rules",
    "head_rules",
    "matches",
    "rules_names",
    "written",
]

Labels = tuple[str, ...]

TAG = "<tag>"  #: stands for any tag
SIDES = ("both", "gold", "system")
_ENDS = ("left", "right", "first", "last")
_FROM_RIGHT = ("right", "last")
_USUAL = (
    "collins",
    "ontonotes",
    "negra",
    "universal",
)  # among which those that fit are looked for; of equals the first


@dataclass(frozen=True)
class Step:
    """One look through the children of a phrase.

    >>> Step.read("right any NN NNS")
    Step(end='right', labels=('NN', 'NNS'), together=True)
    """

    end: str  #: left or right: from where; first or last: at the outermost child only
    labels: Labels = ()  #: what is looked for; empty: anything
    together: bool = False  #: whichever of the labels comes first, rather than label by label

    @classmethod
    def read(cls, text: str) -> Step:
        """Read a step as it stands in a file."""
        end, *labels = text.split() or [""]
        if end not in _ENDS:
            raise TreelensError(f"a step begins with {', '.join(_ENDS)}, not with {end!r}: {text!r}")
        together = labels[:1] == ["any"]
        if together and len(labels) == 1:
            raise TreelensError(f"any of which labels? {text!r}")
        return cls(end, tuple(labels[together:]), together)

    @property
    def from_right(self) -> bool:
        """Whether it looks from the right."""
        return self.end in _FROM_RIGHT

    @property
    def outermost(self) -> bool:
        """Whether it looks at one child only."""
        return self.end in ("first", "last")

    def __str__(self) -> str:
        return " ".join([self.end, *(["any"] if self.together else []), *self.labels])


@dataclass(frozen=True)
class Reassignment:
    """A correction of what the rules found: in a phrase *within*, from a child *chosen* to a child *to*."""

    within: Labels
    chosen: Labels
    to: Labels
    side: str = "both"  #: whose trees it is for
    pick: str = "left"  #: which child, if there are several: the first from this end
    why: str = ""

    def __str__(self) -> str:
        where = "" if self.side == "both" else f" ({self.side} only)"
        return f"in {' '.join(self.within)} from {' '.join(self.chosen)} to {' '.join(self.to)}{where}"


@dataclass(frozen=True)
class HeadRules:
    """Where heads are found.

    >>> rules = head_rules("collins")
    >>> [str(step) for step in rules.steps_for("PP")]
    ['right IN TO VBG VBN RP FW', 'right']
    """

    name: str
    title: str
    rules: Mapping[str, tuple[Step, ...]]
    otherwise: tuple[Step, ...] = (Step("left"),)
    punctuation: Labels = ()
    coordinators: Labels = ()
    reassign: tuple[Reassignment, ...] = ()
    labelled_by: str = "phrase"  #: what labels a dependency: the phrase that joins two words, or the dependent's own
    daughters: Mapping[str, tuple[int, int]] = field(default_factory=dict)  #: of a table: by rule, arity and head
    guessed: frozenset[str] = frozenset()  #: labels whose rule only their name tells
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Take the hash once: rules are looked up often."""
        parts = (self.name, tuple(self.rules.items()), self.otherwise, self.punctuation, self.coordinators)
        object.__setattr__(self, "_hash", hash((parts, self.reassign)))

    def __hash__(self) -> int:
        return self._hash

    def steps_for(self, label: str) -> tuple[Step, ...]:
        """Return the steps for a phrase; what the label's own rule leaves open, the general one decides."""
        own = self.rules.get(self.own_label(label) or "")
        if own is None:
            return self.otherwise
        return own if not own[-1].labels else (*own, *self.otherwise)

    def own_label(self, label: str) -> str | None:
        """Return the label under which there is a rule for a phrase: its own, or that without its function."""
        return next((name for name in (label, without_function(label)) if name in self.rules), None)

    def is_punctuation(self, tag: str) -> bool:
        """Say whether words of a tag are punctuation."""
        return any(matches(tag, pattern) for pattern in self.punctuation)

    def for_side(self, side: str) -> HeadRules:
        """Return the rules with the reassignments that are for one side, gold or system."""
        kept = tuple(one for one in self.reassign if one.side in ("both", side))
        return self if kept == self.reassign else replace(self, reassign=kept)

    def known(self, labels: Iterable[tuple[str, int]]) -> float:
        """Return for how many phrases, given as labels with their numbers, there is a rule, as a share."""
        rows = list(labels)
        total = sum(count for _, count in rows)
        return sum(count for label, count in rows if self.own_label(label)) / total if total else 0.0


def matches(label: str, pattern: str) -> bool:
    """Say whether a label, with or without its function, is meant by a pattern.

    >>> matches("VBZ", "VB*"), matches("VBZ", "VB"), matches("*", "*"), matches("NP-SBJ-1", "NP")
    (True, False, True, True)
    """
    if pattern.endswith("*") and len(pattern) > 1:
        return label.startswith(pattern[:-1])
    return pattern in (label, without_function(label))


def rules_names() -> list[str]:
    """Return the names of the rules that come with the program.

    >>> rules_names()
    ['charniak', 'collins', 'content', 'dependencies', 'derivations', 'negra', 'ontonotes', 'universal']
    """
    return sorted(file.name.removesuffix(".toml") for file in resource("heads").iterdir() if ".toml" in file.name)


def head_rules(name: str) -> HeadRules:
    """Return rules by their name, or those in a file of a user's own: a path that ends in ``.toml`` or ``.hds``."""
    if name.endswith(".hds"):
        from .derivations import read_hds

        return read_hds(name)
    return _from_file(name, ()) if name.endswith(".toml") else _shipped(name)


def _from_file(name: str, above: tuple[Path, ...]) -> HeadRules:
    """Read a file; *above* are those that are based on it, by way of which it must not be based on itself."""
    path = real_path(name)
    if path in above:
        raise TreelensError(f"rules that are based on themselves: {name}")
    return _made(name, read_text(name), (*above, path))


@lru_cache
def _shipped(name: str) -> HeadRules:
    if name not in rules_names():
        raise TreelensError(
            f"no head rules are called {name!r}; there are {', '.join(rules_names())}, or a .toml or .hds file"
        )
    return _made(name, resource("heads", f"{name}.toml").read_text(encoding="utf-8"))


def fitting_rules(labels: Iterable[tuple[str, int]]) -> HeadRules:
    """Return the rules that know most of the phrases of a treebank, given as labels with their numbers.

    >>> fitting_rules([("CNP", 3), ("VP", 5), ("MPN", 1)]).name, fitting_rules([("S", 1), ("SBAR", 1)]).name
    ('negra', 'collins')
    """
    rows = list(labels)
    return max((head_rules(name) for name in _USUAL), key=lambda rules: rules.known(rows))


_KEYS = {"title", "based_on", "punctuation", "coordinators", "otherwise", "labelled_by", "rules", "reassign"}
_REASSIGN_KEYS = {"in", "from", "to", "side", "pick", "why"}


def _made(name: str, text: str, above: tuple[Path, ...] = ()) -> HeadRules:
    """Make rules of the text of a file."""
    try:
        return _of(name, parse_toml(text), above)
    except TomlError as error:
        raise InputError(name, f"is not a TOML file: {error}") from None
    except InputError:
        raise
    except TreelensError as error:
        raise InputError(name, str(error)) from None


def _of(name: str, values: Mapping[str, Any], above: tuple[Path, ...]) -> HeadRules:
    _refuse_others("head rules", values, _KEYS)
    start = _base(_text("based_on", values.get("based_on", "")), name, above)
    rules = values.get("rules", {})
    if not isinstance(rules, Mapping):
        raise TreelensError("rules is a table: a label, and a list of steps")
    made = dict(start.rules) | {label: _steps(f"rules.{label}", steps) for label, steps in rules.items()}
    reassign = values.get("reassign", [])
    if not isinstance(reassign, list) or not all(isinstance(one, Mapping) for one in reassign):
        raise TreelensError("reassign is a list of tables: [[reassign]]")
    return HeadRules(
        name,
        _text("title", values.get("title", Path(name).stem)),
        made,
        _steps("otherwise", values["otherwise"]) if "otherwise" in values else start.otherwise,
        _labels("punctuation", values["punctuation"]) if "punctuation" in values else start.punctuation,
        _labels("coordinators", values["coordinators"]) if "coordinators" in values else start.coordinators,
        (*start.reassign, *map(_reassignment, reassign)),
        _choice("labelled_by", values.get("labelled_by", start.labelled_by), ("phrase", "dependent")),
    )


def _base(base: str, name: str, above: tuple[Path, ...]) -> HeadRules:
    """Return the rules that others are based on; a file is looked for beside the one that names it."""
    if not base.endswith(".toml"):
        return _shipped(base) if base else HeadRules("", "", {})
    return _from_file(named_in(name, base), above)


def _reassignment(values: Mapping[str, Any]) -> Reassignment:
    _refuse_others("a reassignment", values, _REASSIGN_KEYS)
    if missing := [key for key in ("in", "from", "to") if key not in values]:
        raise TreelensError(f"a reassignment needs {missing[0]!r}")
    texts = {key: _text(f"reassign.{key}", value) for key, value in values.items()}
    side = _choice("reassign.side", texts.get("side", "both"), SIDES)
    pick = _choice("reassign.pick", texts.get("pick", "left"), ("left", "right"))
    within, chosen, to = (tuple(texts[key].split()) for key in ("in", "from", "to"))
    if not (within and chosen and to):
        raise TreelensError("in, from and to of a reassignment take at least one label each")
    return Reassignment(within, chosen, to, side, pick, texts.get("why", ""))


def _steps(where: str, value: Any) -> tuple[Step, ...]:
    texts = [value] if isinstance(value, str) else value
    if not isinstance(texts, list) or not texts or not all(isinstance(text, str) for text in texts):
        raise TreelensError(f'{where} takes a list of steps: ["left NN NP", "left"]')
    return tuple(Step.read(text) for text in texts)


def _labels(where: str, value: Any) -> Labels:
    if not isinstance(value, list) or not all(isinstance(label, str) for label in value):
        raise TreelensError(f"{where} takes a list of labels")
    return tuple(value)


def _text(where: str, value: Any) -> str:
    if not isinstance(value, str):
        raise TreelensError(f"{where} takes a text")
    return value


def _choice(where: str, value: Any, choices: Labels) -> str:
    if value not in choices:
        raise TreelensError(f"{where} takes {', '.join(choices)}, not {value!r}")
    return str(value)


def _refuse_others(what: str, values: Mapping[str, Any], known: set[str]) -> None:
    if others := sorted(set(values) - known):
        raise TreelensError(f"{what} have no {others[0]!r}, only {', '.join(sorted(known))}")


def written(based_on: str, title: str, reassign: Iterable[Reassignment]) -> str:
    """Return the text of a file with reassignments on top of other rules.

    >>> print(written("collins", "mine", [Reassignment(("VP",), ("MD",), ("VP",), why="content verbs")]))
    title = "mine"
    based_on = "collins"
    <BLANKLINE>
    [[reassign]]
    in = "VP"
    from = "MD"
    to = "VP"
    why = "content verbs"
    <BLANKLINE>
    """
    lines = [f"title = {_quoted(title)}", f"based_on = {_quoted(based_on)}", ""]
    for one in reassign:
        values = {"in": " ".join(one.within), "from": " ".join(one.chosen), "to": " ".join(one.to)}
        more = {"side": one.side, "pick": one.pick, "why": one.why}
        usual = {"side": "both", "pick": "left", "why": ""}
        values |= {key: value for key, value in more.items() if value != usual[key]}
        lines += ["[[reassign]]", *(f"{key} = {_quoted(value)}" for key, value in values.items()), ""]
    return "\n".join(lines)


def _quoted(text: str) -> str:
    """Return a text as TOML writes it."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(char if char.isprintable() else f"\\u{ord(char):04x}" for char in escaped) + '"'
