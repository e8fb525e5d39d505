"""``treelens rank``: sentences by how much two measures, or two systems, disagree."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import numpy as np
import typer

from ..agreement import Disagreement, disagreement
from ..metrics import Metric, choose
from ..problems import TreelensError
from ..scoring import Comparison, system_names
from .inputs import Settings, compare_all, exit_code, own_id, shown_id
from .options import (
    AlignWords,
    Format,
    From,
    Gold,
    HeadsFile,
    Jobs,
    Missing,
    Output,
    Pair,
    Preset,
    Prm,
    Set,
    Strict,
    SystemHeadsFile,
    Systems,
    check_choice,
    jobs_or_all,
)
from .output import as_csv, as_json, as_table, emit
from .score import percent

__all__ = ["rank"]

_IN_TABLE = 20  #: sentences in a table unless told otherwise
_WORDS = 60  #: characters of a sentence in a table


def rank(
    gold: Gold,
    systems: Systems,
    by: Annotated[str, typer.Option("--by", metavar="A,B", help="Two measures, or one.")] = "e-dice,t-dice",
    top: Annotated[int | None, typer.Option("--top", metavar="N", min=1, help="Only so many sentences.")] = None,
    preset: Preset = None,
    prm: Prm = None,
    from_: From = None,
    format: Format = "table",
    output: Output = None,
    pair: Pair = None,
    jobs: Jobs = None,
    align_words: AlignWords = False,
    heads: HeadsFile = None,
    system_heads: SystemHeadsFile = None,
    missing: Missing = None,
    set: Set = None,
    strict: Strict = False,
) -> int:
    """Rank sentences by the gap between two measures, or between two systems under one.

    Rank 1 is best, ties share the mean rank, and the gap is the first rank less the second. With one measure and one
    system, the worst sentences come first.
    """
    check_choice("--format", format, ("table", "json", "csv"))
    names = [name.strip() for name in by.split(",") if name.strip()]
    metrics = choose(names, groups=False)
    if len(dict.fromkeys(names)) != len(names):
        raise TreelensError("rank compares two different measures")
    if len(metrics) > 2 or len(systems) > 2 or (len(metrics) == 2 and len(systems) == 2) or not metrics:
        raise TreelensError("rank takes two measures of one system, or one measure of one or two systems")
    settings = Settings(
        preset,
        prm,
        from_,
        pair,
        jobs_or_all(jobs),
        align_words,
        heads,
        system_heads,
        missing,
        set,
    )
    compared = compare_all(gold, systems, settings, metrics)
    sides = [(one, metric) for one in compared for metric in metrics]
    names = [metric.name for metric in metrics] if len(systems) == 1 else system_names(systems)
    scores = [one.scores(metric) for one, metric in sides]
    first, second = scores[0], scores[-1]
    found = disagreement(first, second, larger=(metrics[0].larger_is_better, metrics[-1].larger_is_better))
    order = found.order() if len(sides) == 2 else _worst_first(found)
    rows = [_row(compared[0], position, scores, found) for position in order[:top]]
    shown = [metric for _, metric in sides]
    if format == "json":
        text = as_json(_summary(names, found, len(sides)) | {"sentences": rows})
    elif format == "csv":
        text = _csv(names, rows)
    else:
        text = _table(names, shown, found, rows[: top or _IN_TABLE], len(order))
    emit(text, output, [gold, *systems, *settings.files])
    return exit_code(compared, metrics, strict)


def _worst_first(found: Disagreement) -> list[int]:
    known = np.flatnonzero(~np.isnan(found.first))
    return [int(position) for position in known[np.argsort(-found.first[known], kind="stable")]]


def _row(one: Comparison, position: int, scores: Sequence[Any], found: Disagreement) -> dict[str, Any]:
    ranks = [float(side[position]) for side in (found.first, found.second)[: len(scores)]]
    return {
        "id": position + 1,
        **own_id(one.gold, position),
        "words": " ".join(one.gold.original[position].words),
        "values": [float(side[position]) for side in scores],
        "ranks": ranks,
        "gap": float(found.gap[position]) if len(scores) == 2 else None,
    }


def _summary(names: Sequence[str], found: Disagreement, sides: int) -> dict[str, Any]:
    if sides == 1:
        return {"by": list(names), "kendall_tau": None, "swapped_pairs": None, "spearman": None}
    return {
        "by": list(names),
        "kendall_tau": found.kendall_tau,
        "swapped_pairs": found.swapped_pairs,
        "spearman": found.spearman,
    }


def _csv(names: Sequence[str], rows: Sequence[dict[str, Any]]) -> str:
    header = ["id", "name", "gap", *names, *(f"rank {name}" for name in names), "words"]
    return as_csv(
        header,
        ([row["id"], row.get("name", ""), row["gap"], *row["values"], *row["ranks"], row["words"]] for row in rows),
    )


def _table(
    names: Sequence[str], metrics: Sequence[Metric], found: Disagreement, rows: Sequence[dict[str, Any]], total: int
) -> str:
    cells = []
    for row in rows:
        gap = [] if row["gap"] is None else [f"{row['gap']:+g}"]
        values = [percent(value, metric) for value, metric in zip(row["values"], metrics, strict=True)]
        words = row["words"] if len(row["words"]) <= _WORDS else row["words"][: _WORDS - 1] + "…"
        cells.append([shown_id(row), *gap, *values, *(f"{place:g}" for place in row["ranks"]), words])
    header = ["id", *["gap"] * (len(metrics) == 2), *names, *(f"rank\n{name}" for name in names), "words"]
    table = as_table(header, cells, left=[len(header) - 1])
    if len(metrics) == 1:
        return table
    said = [
        f"Kendall's tau {_number(found.kendall_tau)}",
        f"swapped pairs {_number(found.swapped_pairs)}",
        f"Spearman's rho {_number(found.spearman)}",
    ]
    return f"{total} sentences · {' · '.join(said)}\n\n{table}"


def _number(value: float | None) -> str:
    return "n/a" if value is None else f"{value:.4f}"
