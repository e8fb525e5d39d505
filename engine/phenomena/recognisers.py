"""Recognisers: rules that turn a parse into names of phenomena.

A recogniser is a TOML file: ``name``, then ``[[phenomenon]]`` with ``name`` and one of

============  =======================================================================================================
``tgrep``     a tree pattern (:mod:`treelens.engine.tgrep`): some node of the tree is selected
``regex``     a regular expression that is found in the raw text of the parse
``all``       a list: all of these hold
``any``       a list: one of these holds
``not``       this does not hold; of a list, none of these
============  =======================================================================================================

What is listed are names of other phenomena, or such rules themselves: ``all = ["passive", {not = "by-phrase"}]``. A
tree pattern may use the pattern of another phenomenon as a macro (``S < @relative-clause``: blanks become dashes), and
those of a table ``[macros]``. With ``auxiliary = true`` a phenomenon is only a part of others, and never counted.
``description`` is for people. ``extends``, beside ``name``, takes all phenomena and macros of another recogniser (one
that comes with the program, or a file beside this one); those of the same name take their place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, NoReturn

from treelens.resources import resource

from ..expressions import Expression, ExpressionError, compile_expression
from ..files import named_in, real_path
from ..problems import InputError, TreelensError
from ..source import Source, decode, open_source
from ..tgrep import Tgrep, TgrepError, compile_tgrep
from ..tgrep.conditions import Condition
from .tables import TomlFile

__all__ = [
    "AllRule",
    "AnyRule",
    "NotRule",
    "Phenomenon",
    "Recogniser",
    "Rule",
    "SameRule",
    "TextRule",
    "TreeRule",
    "library",
    "library_names",
    "macro_name",
    "read_recogniser",
    "recogniser_from",
]

_RULES = ("tgrep", "regex", "all", "any", "not")
_ABOUT = ("name", "auxiliary", "description")


@dataclass(frozen=True)
class TreeRule:
    """A node of the tree is selected by a pattern."""

    pattern: Tgrep


@dataclass(frozen=True)
class TextRule:
    """A regular expression is found in the raw text."""

    expression: Expression


@dataclass(frozen=True)
class SameRule:
    """Another phenomenon is recognised."""

    name: str


@dataclass(frozen=True)
class AllRule:
    """All rules hold."""

    rules: tuple[Rule, ...]


@dataclass(frozen=True)
class AnyRule:
    """One of the rules holds."""

    rules: tuple[Rule, ...]


@dataclass(frozen=True)
class NotRule:
    """The rule does not hold."""

    rule: Rule


Rule = TreeRule | TextRule | SameRule | AllRule | AnyRule | NotRule


@dataclass(frozen=True)
class Phenomenon:
    """A name and the rule that recognises it."""

    name: str
    rule: Rule
    auxiliary: bool = False
    description: str = ""


@dataclass(frozen=True)
class Recogniser:
    """Rules for one formalism."""

    name: str
    phenomena: tuple[Phenomenon, ...]
    path: str = ""
    macros: Mapping[str, Condition] = field(default_factory=dict, repr=False, compare=False)
    _by_name: dict[str, Phenomenon] = field(default_factory=dict, repr=False, compare=False)

    def __post_init__(self) -> None:
        self._by_name.update((one.name, one) for one in self.phenomena)

    def __getitem__(self, name: str) -> Phenomenon:
        return self._by_name[name]

    def __contains__(self, name: object) -> bool:
        return name in self._by_name

    @property
    def names(self) -> list[str]:
        """The names of the phenomena that count, in the order of the file."""
        return [one.name for one in self.phenomena if not one.auxiliary]

    def rules(self, name: str | None = None) -> Iterator[Rule]:
        """Yield all rules, or those that one phenomenon rests on, each with what it is made of."""
        waiting: list[Rule] = [one.rule for one in self.phenomena] if name is None else [self[name].rule]
        while waiting:
            rule = waiting.pop()
            yield rule
            if isinstance(rule, AllRule | AnyRule):
                waiting.extend(rule.rules)
            elif isinstance(rule, NotRule):
                waiting.append(rule.rule)
            elif isinstance(rule, SameRule) and name is not None:
                waiting.append(self[rule.name].rule)

    @property
    def needs_trees(self) -> bool:
        """Whether some rule is a tree pattern."""
        return any(isinstance(rule, TreeRule) for rule in self.rules())


def read_recogniser(path: str | Path) -> Recogniser:
    """Read a recogniser from a file, or by its name if it comes with the program."""
    if str(path) in library_names():
        return library(str(path))
    return recogniser_from(open_source(path))


def recogniser_from(source: Source | str, name: str = "rules", within: tuple[str, ...] = ()) -> Recogniser:
    """Read a recogniser from a text; raise :class:`InputError`, with line and column, where it is wrong.

    *within* are the files that extend this one, and must not be extended by it.
    """
    made = decode(name, source.encode("utf-8", "replace")) if isinstance(source, str) else source
    return _Reading(TomlFile(made), within).recogniser()


def library_names() -> list[str]:
    """Return the names of the recognisers that come with the program.

    >>> library_names()
    ['demo', 'penn']
    """
    files = (file.name for file in resource("phenomena").iterdir())
    return sorted(name.removesuffix("-rules.toml") for name in files if name.endswith("-rules.toml"))


@lru_cache(maxsize=8)
def library(name: str = "penn") -> Recogniser:
    """Return a recogniser that comes with the program."""
    if name not in library_names():
        raise TreelensError(f"no recogniser is called {name!r}; there are {', '.join(library_names())}, or a TOML file")
    return recogniser_from(decode(name, resource("phenomena", f"{name}-rules.toml").read_bytes()))


def macro_name(name: str) -> str:
    """Return what a phenomenon is called inside a tree pattern.

    >>> macro_name("yes-no question")
    'yes-no-question'
    """
    return re.sub(r"[\s;:.,&|<>()\[\]$!@%'^=]+", "-", name)


class _Macros(Mapping[str, Condition]):
    """Patterns that may be used in others, each compiled when it is asked for."""

    def __init__(
        self, reading: _Reading, texts: Mapping[str, tuple[str, int, str]], given: Mapping[str, Condition]
    ) -> None:
        self._reading, self._texts = reading, texts
        self._made: dict[str, Condition] = {name: given[name] for name in given if name not in texts}
        self._open: list[str] = []

    def __len__(self) -> int:
        return len(set(self))

    def __iter__(self) -> Iterator[str]:
        return iter({**self._made, **self._texts})

    def __getitem__(self, name: str) -> Condition:
        if name not in self._made:
            text, number, key = self._texts[name]
            if name in self._open:
                self._reading.fail(f"@{name} is defined by itself", number, key)
            self._open.append(name)
            compiled = self._reading.tgrep(text, number, key)
            self._open.pop()
            if compiled.condition is None:
                self._reading.fail("a macro that uses itself cannot be used in other patterns", number, key)
            self._made[name] = compiled.condition
        return self._made[name]


class _Reading:
    """Makes a recogniser of a TOML file; whatever is wrong is told with its place."""

    def __init__(self, file: TomlFile, within: tuple[str, ...]) -> None:
        self.file = file
        self.base = self._base(within)
        self.rows: list[dict[str, Any]] = self._rows()
        self.names = [self._name(number, row) for number, row in enumerate(self.rows)]
        self.inherited = [one for one in self.base.phenomena if one.name not in self.names] if self.base else []
        self.macros = _Macros(self, self._patterns(), self.base.macros if self.base else {})

    def fail(self, message: str, number: int = -1, key: str = "", offset: int = -1) -> NoReturn:
        """Raise an error about a phenomenon, or about a macro (number -1)."""
        self.file.fail(message, "phenomenon" if number >= 0 else "", max(number, 0), key, offset)

    def recogniser(self) -> Recogniser:
        """Return what the file says."""
        name = self.file.values.get("name", Path(self.file.source.path).stem)
        if not isinstance(name, str):
            self.fail("name takes a text", key="name")
        for macro in self.macros:
            self.macros[macro]  # says what is wrong with it
        made = tuple(self._phenomenon(number, row) for number, row in enumerate(self.rows))
        made = (*self.inherited, *made)
        self._check_circles(made)
        return Recogniser(name, made, self.file.source.path, dict(self.macros))

    def _base(self, within: tuple[str, ...]) -> Recogniser | None:
        """Return the recogniser that this one extends."""
        base, own = self.file.values.get("extends"), self.file.source.path
        if base is None:
            return None
        if not isinstance(base, str):
            self.fail("extends takes the name of a recogniser, or a file", key="extends")
        if base in library_names():
            return library(base)
        path, above = named_in(own, base), (*within, str(real_path(own)))
        if str(real_path(path)) in above:
            self.fail("this recogniser is extended by itself", key="extends")
        return recogniser_from(open_source(path), within=above)

    def tgrep(self, text: str, number: int, key: str) -> Tgrep:
        """Compile a tree pattern."""
        try:
            return compile_tgrep(text, self.macros)
        except TgrepError as error:
            self.fail(error.message, number, key, error.position)

    def _rows(self) -> list[dict[str, Any]]:
        rows = self.file.values.get("phenomenon", [])
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            self.fail("expected [[phenomenon]] with name and a rule", key="phenomenon")
        if not rows:
            raise InputError(self.file.source.path, "holds no [[phenomenon]]")
        return rows

    def _name(self, number: int, row: Mapping[str, Any]) -> str:
        name = row.get("name")
        if not isinstance(name, str) or not name.strip():
            self.fail("a phenomenon needs a name", number, "name")
        if name in (one.get("name") for one in self.rows[:number]):
            self.fail(f"there is a second phenomenon {name}", number, "name")
        return name.strip()

    def _patterns(self) -> dict[str, tuple[str, int, str]]:
        """Return what may be used in tree patterns: text, number of the phenomenon (-1: of none), key."""
        own = self.file.values.get("macros", {})
        if not isinstance(own, dict) or not all(isinstance(text, str) for text in own.values()):
            self.fail("[macros] takes a pattern in quotes for each name", key="macros")
        found = {
            macro_name(name): (row["tgrep"], number, "tgrep")
            for number, (name, row) in enumerate(zip(self.names, self.rows, strict=True))
            if isinstance(row.get("tgrep"), str)
        }
        return found | {name: (text, -1, name) for name, text in own.items()}

    def _phenomenon(self, number: int, row: Mapping[str, Any]) -> Phenomenon:
        for key in row:
            if key not in (*_RULES, *_ABOUT):
                self.fail(f"a phenomenon has no {key}, only {', '.join((*_ABOUT, *_RULES))}", number, key)
        auxiliary = row.get("auxiliary", False)
        if not isinstance(auxiliary, bool):
            self.fail("auxiliary is true or false", number, "auxiliary")
        rule = self._rule({key: row[key] for key in _RULES if key in row}, number, "name")
        return Phenomenon(self.names[number], rule, auxiliary, str(row.get("description", "")))

    def _rule(self, row: Mapping[str, Any], number: int, at: str) -> Rule:
        if len(row) != 1 or next(iter(row)) not in _RULES:
            self.fail(f"expected one of {', '.join(_RULES)}", number, next(iter(row), at) if at == "name" else at)
        key, value = next(iter(row.items()))
        where = key if at == "name" else at
        if key in ("tgrep", "regex"):
            if not isinstance(value, str):
                self.fail(f"{key} takes a pattern in quotes", number, where)
            return TreeRule(self.tgrep(value, number, where)) if key == "tgrep" else self._text(value, number, where)
        values = value if isinstance(value, list) else [value]
        if not values or not (isinstance(value, list) or key == "not"):
            self.fail(f"{key} takes a list of names", number, where)
        rules = tuple(self._part(one, number, where) for one in values)
        if key == "not":
            return NotRule(rules[0] if len(rules) == 1 else AnyRule(rules))
        return AllRule(rules) if key == "all" else AnyRule(rules)

    def _part(self, value: Any, number: int, where: str) -> Rule:
        if isinstance(value, dict):
            return self._rule(value, number, where)
        if not isinstance(value, str):
            self.fail("expected the name of a phenomenon, or a rule in braces", number, where)
        if value.strip() not in self.names and value.strip() not in (one.name for one in self.inherited):
            self.fail(f"no phenomenon is called {value}", number, where)
        return SameRule(value.strip())

    def _text(self, value: str, number: int, where: str) -> Rule:
        try:
            return TextRule(compile_expression(value))
        except ExpressionError as error:
            self.fail(error.message, number, where, error.position)

    def _check_circles(self, made: tuple[Phenomenon, ...]) -> None:
        """Refuse phenomena that are defined by themselves, however far around."""
        uses = {one.name: _names_in(one.rule) for one in made}
        for number, one in enumerate(made[len(self.inherited) :]):
            seen: set[str] = set()
            waiting = list(uses[one.name])
            while waiting:
                name = waiting.pop()
                if name == one.name:
                    key = next(key for key in _RULES if key in self.rows[number])
                    self.fail(f"{one.name} is defined by itself", number, key)
                if name not in seen:
                    seen.add(name)
                    waiting.extend(uses[name])


def _names_in(rule: Rule) -> list[str]:
    """Return the phenomena that a rule speaks of."""
    if isinstance(rule, SameRule):
        return [rule.name]
    if isinstance(rule, NotRule):
        return _names_in(rule.rule)
    if isinstance(rule, AllRule | AnyRule):
        return [name for part in rule.rules for name in _names_in(part)]
    return []
