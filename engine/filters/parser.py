"""From the text of a filter to its conditions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ..metrics.base import Metric
from .context import Context, Progress, Search
from .errors import FilterError
from .fields import field_condition
from .lexer import Token, tokens
from .logic import Everything, Not, Term, all_of, one_of
from .patterns import HasPattern, compiled
from .terms import HasWords
from .texts import Bools
from .wording import Wording

__all__ = ["Filter", "parse"]

_MISSING = {
    "end": "something must follow here",
    ")": "something must stand before )",
    "and": 'and joins two conditions; for the word write "and"',
    "or": 'or joins two conditions; for the word write "or"',
}
_FIRST = 500  #: sentences that a slow filter looks at before it first answers
_DEEPEST = 100  #: parentheses and negations within each other


@dataclass(frozen=True)
class Filter:
    """A filter that is understood. Its text is its normal form; equal filters ask for the same."""

    term: Term

    def __str__(self) -> str:
        return str(self.term)

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """The measures it asks for: their scores must be filled before the answer is complete."""
        return self.term.metrics

    @property
    def slow(self) -> bool:
        """Whether it looks at trees one by one, so that it should not run where somebody waits."""
        return self.term.slow

    def matches(self, context: Context, progress: Progress | None = None) -> Bools:
        """Return which sentences of a study it lets through.

        *progress* is told now and then how many sentences of how many are done; where it returns False, the search
        ends with :class:`~treelens.engine.filters.context.Stopped`.
        """
        return self.term.find(Search(context, progress), np.ones(len(context), dtype=np.bool_))

    def growing(self, context: Context, progress: Progress | None = None) -> Iterator[tuple[int, Bools]]:
        """Yield the same little by little: how many sentences are done, and which of those are let through.

        A filter that looks at trees begins with a few sentences, so that first hits come at once; others have but one
        answer.
        """
        total = len(context)
        found = np.zeros(total, dtype=np.bool_)
        done, size = 0, _FIRST if self.slow else total
        while done < total or not total:
            upto = min(done + size, total)
            among = np.zeros(total, dtype=np.bool_)
            among[done:upto] = True
            found |= self.term.find(Search(context, _within(progress, done, upto, total)), among)
            yield upto, found.copy()
            done, size = upto, 4 * size
            if not total:
                return


def _within(progress: Progress | None, begin: int, end: int, total: int) -> Progress | None:
    """Return what tells of a part of a search as a step of the whole."""
    if progress is None:
        return None
    return lambda done, of: progress(begin + (done * (end - begin) // of if of else 0), total)


def parse(text: str) -> Filter:
    """Read a filter; raise :class:`FilterError` where it cannot be understood.

    >>> str(parse("Lake -(f1:>=90 or /NP < PP/)"))
    'Lake not (f1:>=90 or tgrep:"NP < PP")'
    """
    if not text.strip():
        return Filter(Everything())
    reader = _Reader(text)
    term = reader.one_of()
    if reader.next.kind == ")":
        raise FilterError("this ) closes nothing", reader.next.position)
    return Filter(term)


class _Reader:
    """Recursive descent: ``or`` binds less than ``and``, ``and`` less than ``not``."""

    def __init__(self, text: str) -> None:
        self._tokens = tokens(text)
        self._depth = 0
        self.next = next(self._tokens)

    def _take(self) -> Token:
        token = self.next
        self.next = next(self._tokens, token)
        return token

    def one_of(self) -> Term:
        terms = [self.all_of()]
        while self.next.kind == "or":
            self._take()
            terms.append(self.all_of())
        return one_of(terms)

    def all_of(self) -> Term:
        terms = [self.simple()]
        while self.next.kind not in ("or", ")", "end"):
            if self.next.kind == "and":
                self._take()
            terms.append(self.simple())
        return all_of(terms)

    def simple(self) -> Term:
        token = self._take()
        self._depth += 1
        if self._depth > _DEEPEST:
            raise FilterError("too many parentheses within each other", token.position)
        term = self._inside(token) if token.kind in ("not", "(") else _condition(token)
        self._depth -= 1
        return term

    def _inside(self, token: Token) -> Term:
        if token.kind == "not":
            return Not(self.simple())
        term = self.one_of()
        if self.next.kind != ")":
            raise FilterError("this ( is not closed", token.position)
        self._take()
        return term


def _condition(token: Token) -> Term:
    """Make the condition of a word, a phrase, a pattern or a field."""
    value = token.value
    if token.kind == "field":
        return field_condition(token)
    if token.kind != "value" or value is None:
        raise FilterError(_MISSING[token.kind], token.position)
    if value.mark == "/":
        compiled(value.text, value.place)
        return HasPattern(value.text, position=token.position)
    if not value.text.strip():
        raise FilterError("there are no words between the quotes", token.position)
    return HasWords(Wording(value.text, bool(value.mark)), position=token.position)
