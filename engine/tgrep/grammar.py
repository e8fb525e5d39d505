"""Reading tree patterns: the grammar of ``nltk.tgrep``, without its dependence on how deep patterns nest in Python.

==============  ========================================  ==============  ========================================
``A < B``       B is a child of A                         ``A > B``       A is a child of B
``A <N B``      B is the Nth child (``<-N`` from the end)  ``A >N B``      A is the Nth child (``>-N``) of B
``A <, B``      B is the first child                      ``A >, B``      A is the first child of B
``A <' B``      B is the last child (also ``<-``)         ``A >' B``      A is the last child of B (also ``>-``)
``A <: B``      B is the only child                       ``A >: B``      A is the only child of B
``A << B``      B is below A                              ``A >> B``      A is below B
``A <<, B``     B is below A, always the first child      ``A >>, B``     A is below B, always the first child
``A <<' B``     B is below A, always the last child       ``A >>' B``     A is below B, always the last child
``A <<: B``     B is below A, always the only child       ``A >>: B``     A is below B, always the only child
``A . B``       A comes immediately before B              ``A , B``       A comes immediately after B
``A .. B``      A comes before B                          ``A ,, B``      A comes after B
``A $ B``       A and B are sisters (also ``%``)          ``A $. B``      … and A immediately before B (``$,``)
``A $.. B``     … and A before B                          ``A $,, B``     … and A after B
==============  ========================================  ==============  ========================================

``!`` negates a relation, ``|`` between relations and between names of nodes is *or*, relations one after the other (or
with ``&``) must all hold, ``[ ]`` groups relations and ``( )`` a node with its own. Nodes: ``NP``, ``"NP"``, ``/^NP/``,
``i@"np"``, ``i@/^np/``, ``*``, ``__``, ``N(0,1)``. ``NP=n`` names a node, ``=n`` is that node. ``@ NAME pattern;``
defines a macro, used as ``@NAME``. ``'`` in front of a node, tgrep2's mark for printing, means nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache

from ..expressions import ExpressionError, compile_expression
from .conditions import (
    AllOf,
    Anything,
    AtPosition,
    Bound,
    Condition,
    Matches,
    Named,
    Not,
    OneOf,
    Related,
    Segment,
    Shared,
    Use,
    names_used,
    parts,
)
from .errors import TgrepError

__all__ = ["RELATIONS", "Recursive", "read_pattern"]

#: Relations that are written in one way each, and those that are others' synonyms.
RELATIONS = {
    "<": ("<", 0), ">": (">", 0), "<,": ("<n", 1), ">,": (">n", 1), "<'": ("<n", -1), ">'": (">n", -1),
    "<-": ("<n", -1), ">-": (">n", -1), "<:": ("<:", 0), ">:": (">:", 0), "<<": ("<<", 0), ">>": (">>", 0),
    "<<,": ("<<,", 0), "<<1": ("<<,", 0), ">>,": (">>,", 0), "<<'": ("<<'", 0), ">>'": (">>'", 0),
    "<<:": ("<<:", 0), ">>:": (">>:", 0), ".": (".", 0), ",": (",", 0), "..": ("..", 0), ",,": (",,", 0),
    "$": ("$", 0), "$.": ("$.", 0), "$,": ("$,", 0), "$..": ("$..", 0), "$,,": ("$,,", 0),
}  # fmt: skip
_NUMBERED = re.compile(r"([<>])(-?\d+)")
_DEEPEST = 50  #: parentheses and brackets within each other, as in nltk
_MOST_USES = 500  #: macros that are put in

_BLANK = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*")
_OPERATOR = re.compile(r"[$%,.<>][%,.<>0-9':-]*")
_QUOTED = re.compile(r'"(?:[^"\n\r\\]|\\.)*"')
_SLASHED = re.compile(r"/(?:[^/\n\r\\]|\\.)*/")
_LITERAL = re.compile(r"[^][ \r\t\n;:.,&|<>()$!@%'^=]+")
_MACRO = re.compile(r"[^][ \r\t\n;:.,&|<>()$!@%'^=]+")
_NAME = re.compile(r"[A-Za-z0-9]+")
_PATH = re.compile(r"N\(\s*(?:\d+\s*,\s*(?:\d+\s*(?:,\s*\d+\s*)*,?\s*)?)?\)")


class Recursive(Exception):  # noqa: N818 - no error: such patterns are left to nltk
    """A macro that uses itself."""


def read_pattern(text: str, macros: Mapping[str, Condition] | None = None) -> Condition:
    """Read a pattern; *macros* are those it may use without defining them.

    Raise :class:`TgrepError` where it cannot be understood, and :class:`Recursive` for a macro that uses itself.

    >>> read_pattern("NP < PP")
    AllOf(conditions=(Named(text='NP', any_case=False), Related(relation='<', number=0,
     condition=Named(text='PP', any_case=False))))
    """
    reader = _Reader(text, macros or {})
    found = reader.expressions()
    _check_names(found, text)
    return found


def _check_names(condition: Condition, text: str) -> None:
    bound, waiting = set(), [condition]
    while waiting:
        one = waiting.pop()
        waiting.extend(parts(one))
        bound |= {one.name} if isinstance(one, Bound) else set()
    if missing := sorted(names_used(condition) - bound):
        raise TgrepError(f"no node is named ={missing[0]}", max(0, text.find(f"={missing[0]}")))


class _Reader:
    """Recursive descent over the text; each method reads one thing and leaves the place behind it."""

    def __init__(self, text: str, macros: Mapping[str, Condition]) -> None:
        self.text = text
        self.at = 0
        self.depth = 0
        self.given = macros
        self.bodies: dict[str, int] = {}  # where each macro of the pattern is defined
        self.open: list[str] = []  # macros that are being put in
        self.uses = 0

    # The text itself.

    def skip(self) -> None:
        match = _BLANK.match(self.text, self.at)
        self.at = match.end() if match else self.at

    def peek(self) -> str:
        self.skip()
        return self.text[self.at : self.at + 1]

    def take(self, sign: str) -> bool:
        if self.peek() == sign:
            self.at += 1
            return True
        return False

    def match(self, expression: re.Pattern[str]) -> str | None:
        found = expression.match(self.text, self.at)
        if found is None:
            return None
        self.at = found.end()
        return found[0]

    def wrong(self, expected: str) -> TgrepError:
        rest = self.text[self.at :].strip()
        if not rest:
            return TgrepError(f"the pattern ends too early: expected {expected}", self.at)
        return TgrepError(f"expected {expected}, not {rest[:30]}", self.at)

    # Patterns, from the outside to the inside.

    def expressions(self) -> Condition:
        found: list[Condition] = []
        self.find_macros()
        while True:
            if not self.skip_macro():
                found.append(self.labelled())
            self.skip()
            before = self.at
            while self.take(";"):
                pass
            if not self.peek():
                break
            if self.at == before:
                raise self.wrong("a relation")
        if not found:
            raise self.wrong("a pattern behind the macros")
        return found[0] if len(found) == 1 else OneOf(tuple(found))

    def find_macros(self) -> None:
        """Read all definitions once, so that macros may be used before they are defined."""
        begin = self.at
        while self.peek():
            body = self.macro_name()
            if body is not None:
                self.bodies[body] = self.at
            self.at = self.end_of_statement()
        self.at = begin

    def end_of_statement(self) -> int:
        """Return the place behind the next semicolon that is no part of a quoted text."""
        at = self.at
        while at < len(self.text) and self.text[at] != ";":
            found = (one.match(self.text, at) for one in (_QUOTED, _SLASHED, _LITERAL))
            at = next((match.end() for match in found if match), at + 1)
        return at + 1 if at < len(self.text) else at

    def macro_name(self) -> str | None:
        """Read the beginning of a definition, ``@ NAME``; None if there is none."""
        if self.peek() != "@" or self.text[self.at + 1 : self.at + 2] not in (" ", "\t", "\r", "\n"):
            return None
        self.at += 1
        self.skip()
        name = self.match(_MACRO)
        if name is None:
            raise self.wrong("the name of a macro")
        return name

    def skip_macro(self) -> bool:
        if self.macro_name() is None:
            return False
        self.labelled()  # says what is wrong in it
        if self.peek() not in ("", ";"):
            raise self.wrong("; behind the definition of a macro")
        return True

    def labelled(self) -> Condition:
        found = [self.expression()]
        while self.take(":"):
            self.skip()
            name = self.name_used()
            if name is None:
                raise self.wrong("a named node, such as =n")
            found.append(Segment(name, self.relations() or Anything()))
        return found[0] if len(found) == 1 else AllOf(tuple(found))

    def expression(self) -> Condition:
        node = self.node()
        relations = self.relations()
        return node if relations is None else AllOf((node, relations))

    def relations(self) -> Condition | None:
        first = self.conjunction()
        if first is None:
            return None
        choices = [first]
        while self.peek() == "|":
            self.at += 1
            other = self.conjunction()
            if other is None:
                raise self.wrong("a relation")
            choices.append(other)
        return choices[0] if len(choices) == 1 else OneOf(tuple(choices))

    def conjunction(self) -> Condition | None:
        first = self.relation()
        if first is None:
            return None
        found = [first]
        while True:
            joined = self.take("&")
            other = self.relation()
            if other is None and joined:
                raise self.wrong("a relation")
            if other is None:
                return found[0] if len(found) == 1 else AllOf(tuple(found))
            found.append(other)

    def relation(self) -> Condition | None:
        negated = self.take("!")
        self.skip()
        begin = self.at
        if self.take("["):
            inside = self.within(self.relations, "]")
            if inside is None:
                raise self.wrong("a relation")
            return Not(inside) if negated else inside
        operator = self.match(_OPERATOR)
        if operator is None:
            if negated:
                raise self.wrong("a relation")
            return None
        related = self.related(operator, self.node(), begin)
        return Not(related) if negated else related

    def related(self, operator: str, node: Condition, begin: int) -> Condition:
        plain = f"${operator[1:]}" if operator[0] == "%" else operator
        if plain in RELATIONS:
            return Related(*RELATIONS[plain], node)
        if numbered := _NUMBERED.fullmatch(operator):
            return Related(f"{numbered[1]}n", int(numbered[2]), node)
        raise TgrepError(f"there is no relation {operator}", begin)

    def within(self, read: Callable[[], Condition | None], closing: str) -> Condition | None:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise TgrepError(f"more than {_DEEPEST} brackets within each other", self.at)
        found = read()
        if not self.take(closing):
            raise self.wrong(closing)
        self.depth -= 1
        return found

    # Nodes.

    def node(self) -> Condition:
        if self.take("("):
            found = self.within(self.expression, ")")
            assert found is not None
            return found
        self.take("'")
        first = self.name()
        if self.text[self.at : self.at + 1] == "=" and (label := _NAME.match(self.text, self.at + 1)):
            self.at = label.end()
            first = Bound(first, label[0])
        found_names = [first]
        while self.peek() == "|":
            before = self.at
            self.at += 1
            self.skip()
            if self.text[self.at : self.at + 1] in ("", *"([!&<>.,$%"):  # an or between relations
                self.at = before
                break
            found_names.append(self.name())
        return found_names[0] if len(found_names) == 1 else OneOf(tuple(found_names))

    def name_used(self) -> str | None:
        if self.text[self.at : self.at + 1] == "=" and (label := _NAME.match(self.text, self.at + 1)):
            self.at = label.end()
            return label[0]
        return None

    def name(self) -> Condition:
        self.skip()
        begin = self.at
        if name := self.name_used():
            return Use(name)
        if self.text[begin : begin + 1] == "@":
            return self.macro()
        if path := self.match(_PATH):
            return AtPosition(tuple(map(int, re.findall(r"\d+", path))))
        any_case = self.text.startswith(('i@"', "i@/"), begin)
        self.at += 2 * any_case
        for expression, make in ((_QUOTED, _quoted), (_SLASHED, _slashed)):
            if text := self.match(expression):
                return make(text.lower() if any_case else text, any_case, begin)
        if any_case or self.text[begin : begin + 1] in ('"', "/"):
            raise TgrepError("this is not closed", begin)
        if self.text[begin : begin + 1] == "*":
            self.at += 1
            return Anything()
        literal = self.match(_LITERAL)
        if literal is None:
            raise self.wrong("a label, a word or (")
        return Anything() if literal == "__" else Named(literal)

    def macro(self) -> Condition:
        begin = self.at
        self.at += 1
        name = self.match(_MACRO)
        if name is None:
            raise self.wrong("the name of a macro")
        if name in self.open:
            raise Recursive
        if name in self.bodies:
            return self.put_in(name)
        if name not in self.given:
            raise TgrepError(f"no macro is called @{name}", begin)
        return Shared(self.given[name])

    def put_in(self, name: str) -> Condition:
        """Read the body of a macro in the place where it is used."""
        self.uses += 1
        if self.uses > _MOST_USES:
            raise TgrepError("macros are used too often within each other", self.at)
        after, depth = self.at, self.depth
        self.at, self.depth = self.bodies[name], 0
        self.open.append(name)
        found = self.labelled()
        self.open.pop()
        self.at, self.depth = after, depth
        return found


def _quoted(text: str, any_case: bool, position: int) -> Condition:
    return Named(text[1:-1].replace('\\"', '"').replace("\\\\", "\\"), any_case)


def _slashed(text: str, any_case: bool, position: int) -> Condition:
    try:
        return Matches(_compiled(text[1:-1]), any_case)
    except ExpressionError as error:
        raise TgrepError(error.message, position + 1 + error.position) from None


_compiled = lru_cache(maxsize=256)(compile_expression)
