"""``treelens breakdown``: scores by label, by length, by depth, by tag, by kind of error."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, NamedTuple

import typer

from ..agreement.significance import NOT_COVERED, USUAL, Estimate, Resampling
from ..breakdowns import BY, Breakdown, Row, break_down, rows
from ..metrics import choose
from ..scoring import Comparison, system_names
from .inputs import compare_all, exit_code, settings_of
from .options import (
    Confidence,
    Format,
    Gold,
    Output,
    Samples,
    Seed,
    Strict,
    Systems,
    check_choice,
)
from .output import as_csv, as_json, as_table, as_text, emit
from .progress import drawing
from .settings import Settings, takes_settings

__all__ = ["breakdown"]

_HIDDEN = ("nodes",)  #: counts that are the same in every row of a table
_HEADINGS = {"lost": "F1 points\nlost"}  #: shares that need more than their name


@takes_settings("align_words", "missing")
def breakdown(
    gold: Gold,
    systems: Systems,
    by: Annotated[str, typer.Option("--by", metavar="|".join(BY), help="What scores are told apart by.")] = "label",
    samples: Samples = USUAL.samples,
    seed: Seed = USUAL.seed,
    confidence: Confidence = USUAL.confidence,
    *,
    settings: Settings,
    format: Format = "table",
    output: Output = None,
    strict: Strict = False,
) -> int:
    """Break scores down: recall, precision and F1 of brackets (of words, by tag), each with its interval.

    Over the sentences of which all systems could be compared. By error: how much of F1 is lost to each kind. Several
    systems stand below each other in each bin, with their difference to the first.
    """
    check_choice("--format", format, tuple(_WRITERS))
    check_choice("--by", by, BY)
    compared = compare_all(gold, systems, settings)
    how = Resampling(samples, seed, confidence, settings.cores, drawing)
    broken = break_down(compared, by)
    found = _Found(system_names(systems), compared, broken[0], how, rows(broken, how))
    emit(_WRITERS[format](found), output, [gold, *systems, *settings.files])
    return exit_code(compared, choose(["f1"]), strict)


class _Found(NamedTuple):
    """All that is to be printed."""

    names: Sequence[str]
    compared: Sequence[Comparison]
    first: Breakdown
    how: Resampling
    rows: Sequence[Sequence[Row]]

    @property
    def shares(self) -> list[str]:
        """The names of the shares, the most telling last."""
        return [share.name for share in self.first.shares]

    def by_bin(self) -> Iterator[tuple[str, Row]]:
        """Yield the rows of all systems, bin by bin, each with its system's name."""
        for place in range(len(self.first.bins)):
            for name, own in zip(self.names, self.rows, strict=True):
                yield name, own[place]


def _table(found: _Found) -> str:
    gold, how, first = found.compared[0].gold, found.how, found.first
    head = (
        f"{gold.bank.path} · {first.sentences} of {len(gold.bank)} sentences · {gold.preparation.describe()} · "
        f"by {first.title} · {how.samples} samples, seed {how.seed}\n"
    )
    within = f"{100 * how.confidence:g} %\ninterval"
    counts = [name for name in first.counts if name not in _HIDDEN]
    main = found.shares[-1]
    header = [first.title, "system", *counts, *(_HEADINGS.get(name, name) for name in found.shares), within]
    if len(found.names) > 1:
        header += [f"{main}, less\n{found.names[0]}'s", within]
    cells = []
    for name, row in found.by_bin():
        new = name == found.names[0]
        cells.append(
            [row.bin if new else "", name, *(str(row.counts[column]) for column in counts)]
            + [_percent(estimate.value) for estimate in row.shares.values()]
            + [_interval(row.shares[main])]
            + _difference(row.differences.get(main), wanted=len(found.names) > 1)
        )
    return "\n".join([head, as_table(header, cells, left=(0, 1)), as_text(NOT_COVERED)])


def _difference(one: Estimate | None, *, wanted: bool) -> list[str]:
    if one is None:
        return ["", ""] if wanted else []
    return [_percent(one.value, "+"), _interval(one, "+")]


def _percent(value: float, sign: str = "") -> str:
    return "n/a" if math.isnan(value) else f"{100 * value:{sign}.2f}"


def _interval(one: Estimate, sign: str = "") -> str:
    return f"{_percent(one.low, sign)} … {_percent(one.high, sign)}"


def _plain(one: Estimate) -> dict[str, Any]:
    value, low, high = (None if math.isnan(number) else number for number in one)
    return {"value": value, "interval": [low, high]}


def _json(found: _Found) -> str:
    systems = [
        {
            "name": name,
            "path": one.system.path,
            "bins": [
                {"bin": row.bin, **row.counts}
                | {share: _plain(estimate) for share, estimate in row.shares.items()}
                | {"difference": {share: _plain(estimate) for share, estimate in row.differences.items()}}
                for row in own
            ],
        }
        for name, one, own in zip(found.names, found.compared, found.rows, strict=True)
    ]
    return as_json(
        {
            "gold": found.compared[0].gold.bank.path,
            "settings": settings_of(found.compared[0].gold),
            "by": found.first.by,
            "sentences": found.first.sentences,
            "samples": found.how.samples,
            "seed": found.how.seed,
            "confidence": found.how.confidence,
            "systems": systems,
            "not_covered": NOT_COVERED,
        }
    )


def _csv(found: _Found) -> str:
    told = []
    for name, row in found.by_bin():
        estimates = [_plain(estimate) for part in (row.shares, row.differences) for estimate in part.values()]
        numbers = [number for one in estimates for number in (one["value"], *one["interval"])]
        told.append([row.bin, name, *row.counts.values(), *numbers])
    header = ["bin", "system", *found.first.counts]
    for share in [*found.shares, *(f"{name} difference" for name in found.shares)]:
        header += [share, f"{share} low", f"{share} high"]
    return as_csv(header, ([*cells, *[None] * (len(header) - len(cells))] for cells in told))


_WRITERS = {"table": _table, "json": _json, "csv": _csv}
