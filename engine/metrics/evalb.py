"""EVALB's report, byte for byte: a row for each sentence, the summaries, and its complaints on stderr.

What EVALB does at its limits is kept apart: where it would loop for ever over a line that it cannot read, or stop for
too many errors, a strict report stops there too; otherwise the report goes on to the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import symbols
from ..align import spans
from ..kernels import brackets
from ..prepare.apply import prepare
from ..prepare.settings import Preparation
from ..treebank import Treebank
from . import parseval

__all__ = ["Report", "evalb_report", "report_of"]

_HEAD = """\
  Sent.                        Matched  Bracket   Cross        Correct Tag
 ID  Len.  Stat. Recal  Prec.  Bracket gold test Bracket Words  Tags Accracy
"""
_RULE = "=" * 76 + "\n"
_FAULTS = {
    brackets.UNCLOSED: "Bracketing is unbalanced (too many open bracket)",
    brackets.EXTRA_CLOSE: "Bracketing unbalance (too many close bracket)",
    brackets.ELEMENTS: "More than two elements in a bracket",
    brackets.STRAY_WORD: "Reading sentence",
}
#: Faults at which EVALB reads the same character again and again until it has counted too many errors.
_ENDLESS = (brackets.ELEMENTS, brackets.STRAY_WORD)
_OK, _ERROR, _SKIP = 0, 1, 2


@dataclass
class Report:
    """What EVALB prints; ``stopped`` if it would have given up."""

    out: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    stopped: bool = False


class _TooManyErrors(Exception):  # noqa: N818 - it ends in Errors
    """EVALB would stop here."""


def evalb_report(gold: Treebank, test: Treebank, preparation: Preparation, *, strict: bool = False) -> Report:
    """Compare two files line by line and write the report."""
    report = Report()
    lines = min(len(gold), len(test))
    mine, theirs = gold.best()[:lines], test.best()[:lines]
    pairs = np.ascontiguousarray(np.stack([mine, theirs], axis=1))
    gold_trees, test_trees = prepare(gold, preparation), prepare(test, preparation)
    counts = parseval.count(gold_trees, test_trees, pairs)
    lengths = gold_trees.lengths[mine]
    report.out += [_HEAD, _RULE]

    def complain(line: int, message: str) -> None:
        report.errors.append(f"{line} : {message}\n")
        if len(report.errors) > preparation.max_error + 1:
            report.stopped = True
            if strict:
                raise _TooManyErrors

    try:
        status = np.zeros(lines, dtype=np.int64)
        numbers = np.stack([counts[name] for name in spans.COLUMNS], axis=1)
        for line in range(lines):
            unreadable = False
            for bank, number in ((gold, int(mine[line])), (test, int(theirs[line]))):
                for fault in bank.faults.get(number, ()):
                    status[line] = _ERROR
                    unreadable |= _complain_of(fault, line + 1, complain, strict)
            outcome = numbers[line, 0]
            if outcome and not unreadable:
                status[line] = _mismatch(numbers[line].tolist(), line + 1, complain)
            if outcome or unreadable:
                numbers[line, 1:] = 0
            report.out.append(_row(line + 1, int(lengths[line]), int(status[line]), numbers[line].tolist()))
        if len(gold) > lines:
            for fault in gold.faults.get(lines, ()):
                _complain_of(fault, lines + 1, complain, strict)
            complain(lines + 1, "Number of lines unmatch (too many lines in gold file)")
        if len(test) > lines:
            complain(lines + 1, "Number of lines unmatch (too many lines in test file)")
        report.out += _totals(numbers, status, lengths[:lines], preparation.cutoff)
    except _TooManyErrors:
        pass
    return report


def report_of(counts: Mapping[str, NDArray[Any]], status: NDArray[Any], lengths: NDArray[Any], cutoff: int) -> Report:
    """Write a report in EVALB's form of brackets of another sort; what *counts* has no column for is 0."""
    nothing = np.zeros(len(status), dtype=np.int64)
    numbers = np.stack([counts.get(name, nothing) for name in spans.COLUMNS], axis=1)
    numbers[status != _OK] = 0
    rows = zip(lengths.tolist(), status.tolist(), numbers.tolist(), strict=True)
    lines = [_row(place, *row) for place, row in enumerate(rows, 1)]
    return Report([_HEAD, _RULE, *lines, *_totals(numbers, status, lengths, cutoff)])


def _complain_of(fault: int, line: int, complain: object, strict: bool) -> bool:
    """Print a reader's complaint; say whether it makes the line unreadable."""
    assert callable(complain)
    complain(line, _FAULTS[fault])
    if fault not in _ENDLESS:
        return False
    if fault == brackets.ELEMENTS:
        complain(line, _FAULTS[brackets.STRAY_WORD])
    while strict:
        complain(line, _FAULTS[brackets.STRAY_WORD])
    return True


def _mismatch(row: list[int], line: int, complain: object) -> int:
    """Complain of sentences that cannot be compared; return their status."""
    assert callable(complain)
    if row[0] == spans.NO_WORDS:
        return _SKIP
    if row[0] == spans.LENGTHS:
        complain(line, f"Length unmatch ({row[1]}|{row[2]})")
    else:
        complain(line, f"Words unmatch ({symbols.text(row[1])}|{symbols.text(row[2])})")
    return _ERROR


def _percent(above: int, below: int) -> float:
    return 100.0 * above / below if below > 0 else 0.0


def _row(line: int, length: int, status: int, numbers: list[int]) -> str:
    _, gold, test, matched, _, crossing, words, tags, _ = numbers
    return (
        f"{line:4d}  {length:3d}    {status}  {_percent(matched, gold):6.2f} {_percent(matched, test):6.2f}"
        f"   {matched:3d}    {gold:3d}  {test:3d}    {crossing:3d}"
        f"   {words:4d}  {tags:4d}   {_percent(tags, words):6.2f}\n"
    )


def _totals(
    numbers: NDArray[np.int32], status: NDArray[np.int64], lengths: NDArray[np.int32], cutoff: int
) -> Iterator[str]:
    valid = numbers[status == _OK].astype(np.int64)
    _, gold, test, matched, _, crossing, words, tags, _ = valid.sum(axis=0).tolist()
    yield _RULE
    if gold > 0 and test > 0:
        yield f"                {_percent(matched, gold):6.2f} {_percent(matched, test):6.2f}"
        yield f" {matched:6d} {gold:5d} {test:5d}  {crossing:5d}"
    yield f"  {words:5d} {tags:5d}   {_percent(tags, words):6.2f}\n=== Summary ===\n"
    yield "\n-- All --\n"
    yield from _summary(numbers, status)
    short = lengths <= cutoff
    yield f"\n-- len<={cutoff} --\n"
    yield from _summary(numbers[short], status[short])


def _summary(numbers: NDArray[np.int32], status: NDArray[np.int64]) -> Iterator[str]:
    valid = numbers[status == _OK].astype(np.int64)
    _, gold, test, matched, _, crossing, words, tags, _ = valid.sum(axis=0).tolist()
    complete = int(((valid[:, 1] == valid[:, 2]) & (valid[:, 2] == valid[:, 3])).sum())
    recall, precision = _percent(matched, gold), _percent(matched, test)
    both = recall + precision
    yield f"Number of sentence        = {len(status):6d}\n"
    yield f"Number of Error sentence  = {int((status == _ERROR).sum()):6d}\n"
    yield f"Number of Skip  sentence  = {int((status == _SKIP).sum()):6d}\n"
    yield f"Number of Valid sentence  = {len(valid):6d}\n"
    yield f"Bracketing Recall         = {recall:6.2f}\n"
    yield f"Bracketing Precision      = {precision:6.2f}\n"
    yield f"Bracketing FMeasure       = {f'{2 * precision * recall / both:6.2f}' if both else '  -nan'}\n"
    yield f"Complete match            = {_percent(complete, len(valid)):6.2f}\n"
    yield f"Average crossing          = {crossing / len(valid) if len(valid) else 0.0:6.2f}\n"
    yield f"No crossing               = {_percent(int((valid[:, 5] == 0).sum()), len(valid)):6.2f}\n"
    yield f"2 or less crossing        = {_percent(int((valid[:, 5] <= 2).sum()), len(valid)):6.2f}\n"
    yield f"Tagging accuracy          = {_percent(tags, words):6.2f}\n"
