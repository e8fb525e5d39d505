"""EVALB's counting written down as plainly as possible, to check the fast one against.

Everything is lists and double loops, straight from the text of a line: no columns, no symbols, no hashing, and
brackets put back after a quote by shifting spans, as EVALB does it, where the program prepares the trees again.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from treelens.engine.prepare import Preparation

TERMINAL = re.compile(r"\(([^\s()]*)\s+([^\s()]*)\)")
OPEN = re.compile(r"\(([^\s()]*)")


@dataclass
class Bracket:
    label: str
    start: int
    end: int = -1


@dataclass
class Quote:
    index: int
    tag: str
    word: str
    brackets_before: int
    open_brackets: list[Bracket]


@dataclass
class Line:
    words: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    brackets: list[Bracket] = field(default_factory=list)
    quotes: list[Quote] = field(default_factory=list)
    length: int = 0
    unbalanced: bool = False


def read(text: str, prm: Preparation) -> Line:
    line, stack, at = Line(), [], 0
    while at < len(text):
        if terminal := TERMINAL.match(text, at):
            tag, word = terminal.groups()
            line.length += tag not in prm.uncounted
            if tag in prm.quote_labels and word in ("'", '"', "/"):
                line.quotes.append(Quote(len(line.words), tag, word, len(line.brackets), list(stack)))
            if tag not in prm.delete:
                line.words.append(word)
                line.tags.append(tag)
            at = terminal.end()
        elif opened := OPEN.match(text, at):
            stack.append(Bracket(opened.group(1), len(line.words)))
            line.brackets.append(stack[-1])
            at = opened.end()
        elif text[at] == ")":
            stack.pop().end = len(line.words)
            at += 1
        else:
            assert text[at].isspace()
            at += 1
    line.unbalanced = bool(stack)
    return line


def equal(a: str, b: str, pairs: tuple[tuple[str, str], ...]) -> bool:
    return a == b or (a, b) in pairs or (b, a) in pairs


def put_back(line: Line, quote: Quote) -> None:
    line.words.insert(quote.index, quote.word)
    line.tags.insert(quote.index, quote.tag)
    for bracket in line.brackets[quote.brackets_before :]:
        bracket.start += 1
        bracket.end += 1
    for bracket in quote.open_brackets:
        bracket.end += 1


def repair(gold: Line, test: Line, prm: Preparation) -> None:
    for i, mine in enumerate(test.quotes):
        index = mine.index
        for j, theirs in enumerate(gold.quotes):
            if theirs.index == index and theirs.tag != mine.tag:
                if theirs.tag in prm.delete and mine.tag not in prm.delete:
                    put_back(gold, theirs)
                    for quote in gold.quotes[j:]:
                        quote.index += 1
                elif mine.tag in prm.delete and theirs.tag not in prm.delete:
                    put_back(test, mine)
                    for quote in test.quotes[i:]:
                        quote.index += 1


def remaining(line: Line, prm: Preparation) -> list[Bracket]:
    kept = []
    for bracket in line.brackets:
        if bracket.start != bracket.end:
            label = re.split("[-=]", bracket.label, maxsplit=1)[0]
            if not any(equal(label, deleted, prm.equal_labels) for deleted in prm.delete):
                kept.append(Bracket(label, bracket.start, bracket.end))
    return kept


def crosses(a: Bracket, b: Bracket) -> bool:
    return a.start < b.start < a.end < b.end or b.start < a.start < b.end < a.end


def compare(gold_text: str, test_text: str, prm: Preparation) -> tuple[int, ...]:
    """Return status, length, matched, gold, test, crossing, words, tags, as in a row of EVALB's."""
    gold, test = read(gold_text, prm), read(test_text, prm)
    zeros = (0,) * 6
    if not test.words:
        return (2, gold.length, *zeros)
    if len(gold.words) != len(test.words):
        repair(gold, test, prm)
    if len(gold.words) != len(test.words):
        return (1, gold.length, *zeros)
    if not all(equal(a, b, prm.equal_words) for a, b in zip(gold.words, test.words, strict=True)):
        return (1, gold.length, *zeros)
    mine, theirs = remaining(gold, prm), remaining(test, prm)
    free, matched = list(theirs), 0
    for a in mine:
        for b in free:
            if (a.start, a.end) == (b.start, b.end) and (not prm.labelled or equal(a.label, b.label, prm.equal_labels)):
                free = [other for other in free if other is not b]
                matched += 1
                break
    crossing = sum(any(crosses(a, b) for a in mine) for b in theirs)
    tags = sum(equal(a, b, prm.equal_labels) for a, b in zip(gold.tags, test.tags, strict=True))
    status = int(gold.unbalanced or test.unbalanced)
    return (status, gold.length, matched, len(mine), len(theirs), crossing, len(gold.words), tags)
