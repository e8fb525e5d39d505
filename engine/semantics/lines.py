"""Two MRSs as text, line by line: what differs, and not what is only called otherwise.

An MRS is written as PyDelphin's SimpleMRS, so that what is copied can be read again, with a line for each predication,
from left to right in the text. Two things would drown the differences that matter and are taken out first:

- Names of variables mean nothing. The system's are replaced by gold's (:func:`renamed`): predications are paired, and
  what stands in the same place of a pair gets the same name.
- Properties may be written wherever a variable occurs. Here they stand where it is introduced.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import count
from typing import Any

from .graphs import Pairs, paired
from .meanings import Meaning

__all__ = ["Piece", "Row", "compare_lines", "pretty", "renamed"]

Piece = tuple[int, int]  #: a stretch of a line: its first letter, and the one behind its last


@dataclass(frozen=True)
class Row:
    """A line of gold beside one of the system, None where there is none, and the pieces of both that differ."""

    gold: str | None
    system: str | None
    gold_pieces: tuple[Piece, ...] = ()
    system_pieces: tuple[Piece, ...] = ()

    @property
    def role(self) -> str:
        """What became of the line, as of a node of a tree."""
        if self.system is None:
            return "deletion"
        if self.gold is None:
            return "insertion"
        return "match" if self.gold == self.system else "swap"


# --- an MRS in lines ----------------------------------------------------------------------------------------------


def pretty(meaning: Meaning) -> str:
    """Return an MRS with a line for each predication, to be read and compared line by line.

    >>> from .meanings import meaning_of
    >>> rain = "[ LTOP: h0 INDEX: e2 [ e SF: prop ] RELS: < [ rain<3:9> LBL: h1 ARG0: e2 ] > HCONS: < h0 qeq h1 > ]"
    >>> print(pretty(meaning_of(rain)))
    [ TOP: h0
      INDEX: e2
      RELS: <
        [ rain<3:9> LBL: h1 ARG0: e2 [ e SF: prop ] ]
      >
      HCONS: <
        h0 qeq h1
      > ]
    """
    return "\n".join(_lines(meaning))


def _lines(meaning: Meaning) -> list[str]:
    mrs = meaning.mrs
    if mrs is None:
        return []
    unsaid = {name: properties for name, properties in mrs.variables.items() if properties}
    owners = {rel.iv: rel for rel in mrs.rels if rel.iv and not rel.is_quantifier()}
    hook = [f"TOP: {mrs.top}"] if mrs.top else []
    if mrs.index:
        hook.append(f"INDEX: {mrs.index} {'' if mrs.index in owners else _properties(mrs.index, unsaid)}".rstrip())
    rels = [_predication(rel, unsaid, owners) for rel in sorted(mrs.rels, key=_in_text)]
    constraints = [
        f"{each.hi} {each.relation} {each.lo}" for each in sorted(mrs.hcons, key=lambda each: _number(each.hi))
    ]
    icons = [f"{each.left} {each.relation} {each.right}" for each in mrs.icons or ()]
    lines = [*hook, *_block("RELS", rels), *_block("HCONS", constraints), *_block("ICONS", icons)]
    lines[-1] += " ]"
    return [f"{'  ' if at else '[ '}{line}" for at, line in enumerate(lines)]


def _in_text(rel: Any) -> tuple[int, int, str]:
    return rel.cfrom, rel.cto, rel.predicate


def _block(name: str, lines: Sequence[str]) -> list[str]:
    return [f"{name}: <", *(f"  {line}" for line in lines), ">"] if lines or name == "RELS" else []


def _predication(rel: Any, unsaid: dict[str, Any], owners: dict[str, Any]) -> str:
    """Write a predication, with the properties of the variable that it introduces and of those that none does."""
    from delphin.sembase import role_priority

    parts = [f"{_quoted(rel.predicate) if _is_odd(rel.predicate) else rel.predicate}{rel.lnk}", f"LBL: {rel.label}"]
    for role in sorted(rel.args, key=role_priority):
        value = rel.args[role]
        if role == "CARG":
            parts.append(f"{role}: {_quoted(value)}")
        else:
            own = owners.get(value, rel) is rel
            parts.append(f"{role}: {value} {_properties(value, unsaid) if own else ''}".rstrip())
    return f"[ {' '.join(parts)} ]"


def _properties(name: str, unsaid: dict[str, Any]) -> str:
    """Write the properties of a variable, if nobody has done so before."""
    from delphin import variable
    from delphin.sembase import property_priority

    found = unsaid.pop(name, None)
    if not found:
        return ""
    said = (f"{each}: {found[each]}" for each in sorted(found, key=property_priority))
    return f"[ {variable.type(name)} {' '.join(said)} ]"


def _is_odd(predicate: str) -> bool:
    """Say whether a predicate has letters that stand for something else."""
    return any(letter.isspace() or letter in "\"':<>[]" for letter in predicate)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


# --- the same names on both sides -----------------------------------------------------------------------------------


def renamed(gold: Meaning, test: Meaning) -> Meaning:
    """Return the system's meaning with gold's names of variables, wherever a variable stands for one of gold's.

    It does if both are in the same place of two predications that are a pair, and of one sort. All others keep their
    names, or get new ones where gold has such a name already.

    >>> from .meanings import meaning_of
    >>> rain = "[ LTOP: h0 INDEX: e2 [ e ] RELS: < [ _rain_v_1<3:9> LBL: h1 ARG0: e2 ] > HCONS: < h0 qeq h1 > ]"
    >>> other = meaning_of(rain.replace("e2", "e14").replace("h1", "h7"))
    >>> pretty(renamed(meaning_of(rain), other)) == pretty(meaning_of(rain))
    True
    """
    if gold.mrs is None or test.mrs is None:
        return test
    from delphin.mrs import EP, MRS, HCons, ICons

    mrs, names = test.mrs, _new_names(gold.mrs, test.mrs)

    def named(rel: Any) -> Any:
        args = {role: value if role == "CARG" else names[value] for role, value in rel.args.items()}
        return EP(rel.predicate, names[rel.label], args, rel.lnk, rel.surface, rel.base)

    made = MRS(
        names.get(mrs.top),
        names.get(mrs.index),
        [named(rel) for rel in mrs.rels],
        [HCons(names[each.hi], each.relation, names[each.lo]) for each in mrs.hcons],
        [ICons(names[each.left], each.relation, names[each.right]) for each in mrs.icons or ()],
        {names[name]: properties for name, properties in mrs.variables.items()},
        mrs.lnk,
        mrs.surface,
        mrs.identifier,
    )
    return replace(test, mrs=made)


def _new_names(gold: Any, test: Any) -> dict[str, str]:
    """Return what each variable of the system is to be called."""
    names: dict[str, str] = {}
    taken: set[str] = set()
    for ours, theirs in _same_places(gold, test):
        if theirs not in names and ours not in taken and _sort(ours) == _sort(theirs):
            names[theirs] = ours
            taken.add(ours)
    fresh = count(1 + max(map(_number, (*gold.variables, *test.variables)), default=0))
    taken |= set(gold.variables)
    for name in test.variables:
        if name not in names:
            names[name] = f"{_sort(name)}{next(fresh)}" if name in taken else name
    return names


def _same_places(gold: Any, test: Any) -> Iterator[tuple[str, str]]:
    """Return variables of gold and of the system in the same place, the surest first: what predications introduce."""
    pairs = [(gold.rels[one], test.rels[other]) for one, other in _predications(gold, test)]
    yield from ((one.iv, other.iv) for one, other in pairs if one.iv and other.iv)
    yield from ((one.label, other.label) for one, other in pairs)
    if gold.top and test.top:
        yield gold.top, test.top
    for one, other in pairs:
        shared = (role for role in one.args if role in other.args and role != "CARG")
        yield from ((one.args[role], other.args[role]) for role in shared)


def _predications(gold: Any, test: Any) -> Pairs:
    """Pair predications: the same one over the same stretch, then whatever is there, then the same one elsewhere."""

    def stretch(rel: Any) -> Hashable:
        return rel.cfrom, rel.cto, rel.is_quantifier()

    found: Pairs = ()
    for key in (lambda rel: (stretch(rel), rel.predicate, rel.carg), stretch, lambda rel: rel.predicate):
        found += paired(gold.rels, test.rels, key, found)
    return found


def _sort(name: str) -> str:
    return name.rstrip("0123456789")


def _number(name: str) -> int:
    return int(name.removeprefix(_sort(name)) or 0)


# --- line by line ---------------------------------------------------------------------------------------------------


def compare_lines(gold: Meaning, test: Meaning) -> list[Row]:
    """Return both meanings line by line, the system's with gold's names.

    >>> from .meanings import meaning_of
    >>> rain = "[ LTOP: h0 INDEX: e2 [ e ] RELS: < [ _rain_v_1<3:9> LBL: h1 ARG0: e2 ] > HCONS: < h0 qeq h1 > ]"
    >>> rows = compare_lines(meaning_of(rain), meaning_of(rain.replace("ARG0: e2", "ARG0: e2 ARG1: x9")))
    >>> [(row.gold, row.system, row.system_pieces) for row in rows if row.role == "swap"]
    [('    [ _rain_v_1<3:9> LBL: h1 ARG0: e2 ]', '    [ _rain_v_1<3:9> LBL: h1 ARG0: e2 ARG1: x9 ]', ((38, 46),))]
    """
    ours, theirs = _lines(gold), _lines(renamed(gold, test))
    rows: list[Row] = []
    for (first, last), (start, end) in _blocks(ours, theirs):
        if ours[first:last] == theirs[start:end]:
            rows += [Row(line, line) for line in ours[first:last]]
        else:
            rows += _beside(ours[first:last], theirs[start:end])
    return rows


def _blocks(ours: Sequence[str], theirs: Sequence[str]) -> Iterator[tuple[Piece, Piece]]:
    """Return stretches of both sides, from first to last, that are the same or stand in each other's place."""
    for _, first, last, start, end in SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes():
        yield (first, last), (start, end)


def _beside(ours: Sequence[str], theirs: Sequence[str]) -> Iterator[Row]:
    """Put lines beside each other that begin the same: with the same predicate over the same stretch."""
    keys, others = [_head(line) for line in ours], [_head(line) for line in theirs]
    for (first, last), (start, end) in _blocks(keys, others):
        if keys[first:last] == others[start:end]:
            yield from map(_row, ours[first:last], theirs[start:end])
        else:
            yield from (Row(line, None) for line in ours[first:last])
            yield from (Row(None, line) for line in theirs[start:end])


def _head(line: str) -> str:
    """Return what a line is about: all before the label of its predication, or its first word."""
    before, _, behind = line.partition(" LBL: ")
    return before if behind else line.split(maxsplit=1)[0]


def _row(ours: str, theirs: str) -> Row:
    """Return two lines with the pieces that differ, in whole words."""
    words, others = _words(ours), _words(theirs)
    texts = [ours[slice(*word)] for word in words], [theirs[slice(*word)] for word in others]
    pieces: tuple[list[Piece], list[Piece]] = ([], [])
    for kind, *ends in SequenceMatcher(None, *texts, autojunk=False).get_opcodes():
        if kind != "equal":
            for found, own, (first, last) in zip(pieces, (words, others), (ends[:2], ends[2:]), strict=True):
                if first < last:
                    found.append((own[first][0], own[last - 1][1]))
    return Row(ours, theirs, tuple(pieces[0]), tuple(pieces[1]))


def _words(line: str) -> list[Piece]:
    return [found.span() for found in re.finditer(r"\S+", line)]
