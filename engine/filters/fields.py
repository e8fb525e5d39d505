"""The fields of a filter, such as ``label:``: what each takes, and what condition it makes."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..errors import KINDS, kinds_named
from ..metrics.base import Metric
from ..metrics.registry import METRICS
from ..scoring import STATUS_NAMES
from .changed import CHANGES, Changed
from .context import GOLD
from .errors import FilterError
from .lexer import Token, Value
from .logic import Term
from .nodes import HasLabel
from .parts import Part, read_part
from .patterns import HasPattern, HasPhenomenon, Lost, compiled, is_name
from .questions import SIDES, SORTS, WAYS, Alike, Ambiguous, Parsed, UsesDiffer
from .ranges import read_range
from .rivals import Better, OnlyRight, Right
from .terms import Differs, HasError, HasStatus, HasTag, Length, OwnId, Place, Score
from .wording import Wording, quoted

__all__ = ["FIELDS", "Field", "field_condition"]

_PATTERNED = ("tgrep", "lost", "gained")  #: take a pattern between slashes
_A_NUMBER = re.compile(r"[<>=≤≥]|\d+(?:[-–]\d+)?$")


@dataclass(frozen=True)
class Field:
    """A field: how it is used, whether a system's name may stand in front, and what it makes of its value."""

    example: str
    make: Callable[[Value, str | None, int], Term]
    owned: bool = True
    empty: bool = False  #: whether it may stand without a value


def field_condition(token: Token) -> Term:
    """Make the condition of a field."""
    value = token.value or Value("", token.end)
    field = FIELDS.get(token.name)
    if field is None:
        raise FilterError(_unknown(token, value), token.position)
    if not value.text.strip() and not field.empty:
        raise FilterError(f"{token.name}: needs a value, as in {field.example}", value.position)
    if value.mark == "/" and token.name not in _PATTERNED:
        raise FilterError(f"{token.name}: takes no pattern between slashes", value.position)
    if token.owner is not None and not field.owned:
        raise FilterError(f"{token.name}: takes no system in front: leave {token.owner} out", token.position)
    return field.make(value, token.owner, token.position)


def _unknown(token: Token, value: Value) -> str:
    near = difflib.get_close_matches(token.name, FIELDS, n=1)
    written = f"{token.owner}." if token.owner else ""
    advice = (
        f"did you mean {near[0]}:?" if near else f"for the text write {quoted(f'{written}{token.name}:{value.text}')}"
    )
    return f"there is no field {token.name}:; {advice}"


def _wording(value: Value) -> Wording:
    return Wording(value.text, bool(value.mark))


def _tgrep(value: Value, owner: str | None, position: int) -> Term:
    compiled(value.text, value.place)
    return HasPattern(value.text, owner=owner, position=position)


def _phenomenon(value: Value, owner: str | None, position: int) -> Term:
    if not is_name(value.text):
        raise FilterError(f"this is no name of a phenomenon; a pattern is tgrep:{quoted(value.text)}", value.position)
    return HasPhenomenon(value.text.strip(), owner=owner, position=position)


def _lost(gained: bool) -> Callable[[Value, str | None, int], Term]:
    def make(value: Value, owner: str | None, position: int) -> Term:
        if owner == GOLD:
            raise FilterError("what is lost or gained is so in a system: put its name in front, or nothing", position)
        if value.mark != "/" and is_name(value.text):
            return Lost(HasPhenomenon(value.text.strip(), position=position), gained, owner=owner, position=position)
        compiled(value.text, value.place)
        return Lost(HasPattern(value.text, position=position), gained, owner=owner, position=position)

    return make


def _place(value: Value, owner: str | None, position: int) -> Term:
    if value.mark or not _A_NUMBER.match(value.text):
        return OwnId(_wording(value), position=position)
    return Place(read_range(value.text, value.position), position=position)


def _status(value: Value, owner: str | None, position: int) -> Term:
    names = tuple(dict.fromkeys(value.text.split("|")))
    for name in names:
        if name not in STATUS_NAMES:
            raise FilterError(f"status: is {', '.join(STATUS_NAMES)}, or some of them: ok|skip", value.position)
    return HasStatus(names, owner=owner, position=position)


def _error(value: Value, owner: str | None, position: int) -> Term:
    if value.text.strip() and not kinds_named(value.text):
        raise FilterError(f"no kind of error is called {value.text}; there are {', '.join(KINDS)}", value.position)
    return HasError(_wording(value), owner=owner, position=position)


def _one_of(name: str, choices: Sequence[str], value: Value) -> str:
    """Return the value of a field that takes only a few."""
    if value.text not in choices:
        raise FilterError(f"{name}: is {' or '.join(choices)}, not {value.text}", value.position)
    return value.text


def _parsed(value: Value, owner: str | None, position: int) -> Term:
    side = _one_of("parsed", SIDES, value)
    if side == GOLD and owner is not None:
        raise FilterError(f"parsed:gold is the same for all systems: leave {owner} out", position)
    return Parsed(side, owner=owner, position=position)


def _alike(name: str, *, same: bool) -> Field:
    return Field(
        f"{name}:meaning",
        lambda value, owner, position: Alike(_one_of(name, SORTS, value), same, owner=owner, position=position),
    )


def _ambiguity(value: Value, owner: str | None, position: int) -> Term:
    return Ambiguous(_one_of("ambiguity", WAYS, value), owner=owner, position=position)


def _measure(name: str, position: int) -> Metric | None:
    """Return a measure by its name; None if none is named."""
    if name and name not in METRICS:
        near = difflib.get_close_matches(name, METRICS, n=1)
        advice = f"; did you mean {near[0]}?" if near else f"; there are {', '.join(METRICS)}"
        raise FilterError(f"no measure is called {name}{advice}", position)
    return METRICS[name] if name else None


def _differ(value: Value, owner: str | None, position: int) -> Term:
    return Differs(_measure(value.text, value.position), owner=owner, position=position)


def _who(value: Value) -> tuple[str, Metric | Part | None]:
    """Read which systems are spoken of and, behind a comma, by which measure or of which brackets."""
    if (part := read_part(value.text)) is not None:
        return part
    who, comma, name = value.text.rpartition(",")
    return (who, _measure(name, value.place(len(who) + 1))) if comma else (name, None)


def _right(wanted: bool) -> Callable[[Value, str | None, int], Term]:
    return lambda value, _, at: Right(*_who(value), wanted, position=at)


def _better(value: Value, owner: str | None, position: int) -> Term:
    who, metric = _who(value)
    if len(list(filter(None, who.split(">")))) != 2 or who.count(">") != 1:
        raise FilterError("better: takes two systems, as in better:berkeley>stanford", value.position)
    return Better(who, metric, position=position)


def _changed(value: Value, owner: str | None, position: int) -> Term:
    kind, comma, name = value.text.partition(",")
    if kind:
        _one_of("changed", CHANGES, value._replace(text=kind))
    metric = _measure(name, value.place(len(kind) + 1)) if comma else None
    return Changed(kind, metric, owner=owner, position=position)


def _score(metric: Metric) -> Field:
    example = f"{metric.name}:<50" if metric.is_share else f"{metric.name}:>5"
    return Field(
        example,
        lambda value, owner, position: Score(
            metric, read_range(value.text, value.position), owner=owner, position=position
        ),
    )


FIELDS: dict[str, Field] = {
    "label": Field("label:NP", lambda value, owner, at: HasLabel(_wording(value), owner=owner, position=at)),
    "tgrep": Field('tgrep:"NP < PP"', _tgrep),
    "phenomenon": Field("phenomenon:passive", _phenomenon),
    "lost": Field("lost:passive", _lost(False)),
    "gained": Field("gained:passive", _lost(True)),
    "len": Field("len:>20", lambda value, _, at: Length(read_range(value.text, value.position), position=at), False),
    "id": Field("id:15", _place, owned=False),
    "tag": Field("tag:figure", lambda value, _, at: HasTag(_wording(value), position=at), owned=False),
    "error": Field("error:PP", _error, empty=True),
    "status": Field("status:error", _status),
    "differ": Field("differ:t-dice", _differ, empty=True),
    "parsed": Field("parsed:system", _parsed),
    "same": _alike("same", same=True),
    "other": _alike("other", same=False),
    "ambiguity": Field("ambiguity:up", _ambiguity),
    "use": Field("use:sb-hd_mc_c", lambda value, owner, at: UsesDiffer(_wording(value), owner=owner, position=at)),
    "right": Field("right:all", _right(True), owned=False, empty=True),
    "wrong": Field("wrong:all", _right(False), owned=False, empty=True),
    "only": Field("only:berkeley", lambda value, _, at: OnlyRight(*_who(value), position=at), False, True),
    "better": Field("better:berkeley>stanford", _better, owned=False),
    **{name: _score(metric) for name, metric in METRICS.items()},
    "changed": Field("changed:better", _changed, empty=True),
}
