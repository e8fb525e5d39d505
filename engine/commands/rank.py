"""``treelens rank``: sentences by how much two measures, or several systems, disagree."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, NamedTuple

import numpy as np
import typer

from ..agreement import Disagreement, disagreement, ranks
from ..agreement.rivals import advantage, shared_out, spread
from ..metrics import Metric, choose
from ..metrics.base import Floats
from ..metrics.printed import percent
from ..problems import TreelensError
from ..scoring import Comparison, system_names
from .inputs import compare_all, exit_code, own_id, shown_id
from .options import (
    Format,
    Gold,
    Output,
    Strict,
    Systems,
    check_choice,
)
from .output import as_csv, as_json, as_table, emit
from .settings import Settings, takes_settings
from .where import Where, matching

__all__ = ["rank"]

_IN_TABLE = 20  #: sentences in a table unless told otherwise
_WORDS = 60  #: characters of a sentence in a table
_GAPS = ("ranks", "scores")


@takes_settings()
def rank(
    gold: Gold,
    systems: Systems,
    by: Annotated[str, typer.Option("--by", metavar="A,B", help="Two measures, or one.")] = "e-dice,t-dice",
    gap: Annotated[
        str, typer.Option("--gap", metavar="|".join(_GAPS), help="Of two systems: the gap of their ranks or scores.")
    ] = "ranks",
    where: Where = None,
    top: Annotated[int | None, typer.Option("--top", metavar="N", min=1, help="Only so many sentences.")] = None,
    *,
    settings: Settings,
    format: Format = "table",
    output: Output = None,
    strict: Strict = False,
) -> int:
    """Rank sentences by the gap between two measures, or between systems under one.

    Rank 1 is best, ties share the mean rank, and the gap is the first rank less the second; of scores, how much better
    the first system is. With one measure and one system, the worst sentences come first; with three systems or more,
    those on which the best and the worst of them are farthest apart.
    """
    check_choice("--format", format, ("table", "json", "csv"))
    check_choice("--gap", gap, _GAPS)
    names = [name.strip() for name in by.split(",") if name.strip()]
    metrics = choose(names, groups=False)
    if len(dict.fromkeys(names)) != len(names):
        raise TreelensError("rank compares two different measures")
    if len(metrics) > 2 or (len(metrics) == 2 and len(systems) > 1):
        raise TreelensError("rank takes two measures of one system, or one measure of any number of systems")
    if gap == "scores" and len(systems) < 2:
        raise TreelensError("--gap scores is of systems under one measure: two measures have only ranks in common")
    compared = compare_all(gold, systems, settings, metrics)
    chosen = matching(where, compared)
    names = [metric.name for metric in metrics] if len(systems) == 1 else system_names(systems)
    sides = [(one, metric) for one in compared for metric in metrics]
    ranking = _ranking([one.scores(metric) for one, metric in sides], [metric for _, metric in sides], gap)
    order = [position for position in ranking.order if chosen[position]]
    rows = [_row(compared[0], position, ranking) for position in order[:top]]
    right = _right(names, ranking, metrics[0]) if len(systems) > 1 else None
    if format == "json":
        told = _summary(names, ranking.found) | ({"right": right} if right else {})
        text = as_json(told | {"sentences": rows})
    elif format == "csv":
        text = _csv(names, rows)
    else:
        text = _table(names, [metric for _, metric in sides], ranking, rows[: top or _IN_TABLE], len(order), right)
    emit(text, output, [gold, *systems, *settings.files])
    return exit_code(compared, metrics, strict)


class _Ranking(NamedTuple):
    """Sentences in order, with what they are ranked by: scores and ranks of all sides, and gaps, if there are any."""

    scores: list[Floats]
    ranks: list[Floats]
    gap: Floats | None
    order: list[int]
    found: Disagreement | None  #: of two sides
    of_scores: bool = False


def _ranking(scores: list[Floats], metrics: Sequence[Metric], gap: str) -> _Ranking:
    larger = [metric.larger_is_better for metric in metrics]
    if len(scores) == 2:
        found = disagreement(*scores, larger=(larger[0], larger[1]))
        ranked = [found.first, found.second]
        if gap == "ranks":
            return _Ranking(scores, ranked, found.gap, found.order(), found)
        ahead = advantage(*scores, larger_is_better=larger[0])
        return _Ranking(scores, ranked, ahead, _largest_first(np.abs(ahead)), found, of_scores=True)
    ranked = [ranks(side, larger_is_better=better) for side, better in zip(scores, larger, strict=True)]
    if len(scores) == 1:
        return _Ranking(scores, ranked, None, _largest_first(ranked[0]), None)
    apart = spread(np.stack(scores))
    return _Ranking(scores, ranked, apart, _largest_first(apart), None, of_scores=True)


def _largest_first(values: Floats) -> list[int]:
    known = np.flatnonzero(~np.isnan(values))
    return [int(position) for position in known[np.argsort(-values[known], kind="stable")]]


def _row(one: Comparison, position: int, ranking: _Ranking) -> dict[str, Any]:
    return {
        "id": position + 1,
        **own_id(one.gold, position),
        "words": " ".join(one.gold.original[position].words),
        "values": [_value(side[position]) for side in ranking.scores],
        "ranks": [_value(side[position]) for side in ranking.ranks],
        "gap": None if ranking.gap is None else float(ranking.gap[position]),
    }


def _value(number: float) -> float | None:
    return None if np.isnan(number) else float(number)


def _right(names: Sequence[str], ranking: _Ranking, metric: Metric) -> dict[str, Any]:
    """Count the sentences that all systems have right, that none has, and that only one has."""
    shared = shared_out(np.stack([metric.is_perfect(side) for side in ranking.scores]))
    only = {name: int(mask.sum()) for name, mask in zip(names, shared.only, strict=True)}
    return {"all": int(shared.all.sum()), "none": int(shared.none.sum()), "only": only}


def _summary(names: Sequence[str], found: Disagreement | None) -> dict[str, Any]:
    return {
        "by": list(names),
        "kendall_tau": found.kendall_tau if found else None,
        "swapped_pairs": found.swapped_pairs if found else None,
        "spearman": found.spearman if found else None,
    }


def _csv(names: Sequence[str], rows: Sequence[dict[str, Any]]) -> str:
    header = ["id", "name", "gap", *names, *(f"rank {name}" for name in names), "words"]
    return as_csv(
        header,
        ([row["id"], row.get("name", ""), row["gap"], *row["values"], *row["ranks"], row["words"]] for row in rows),
    )


def _table(
    names: Sequence[str],
    metrics: Sequence[Metric],
    ranking: _Ranking,
    rows: Sequence[dict[str, Any]],
    total: int,
    right: dict[str, Any] | None,
) -> str:
    cells = []
    for row in rows:
        gap = [] if row["gap"] is None else [_gap(row["gap"], metrics[0] if ranking.of_scores else None)]
        values = [percent(value, metric) for value, metric in zip(row["values"], metrics, strict=True)]
        places = ["n/a" if place is None else f"{place:g}" for place in row["ranks"]]
        words = row["words"] if len(row["words"]) <= _WORDS else row["words"][: _WORDS - 1] + "…"
        cells.append([shown_id(row), *gap, *values, *places, words])
    header = ["id", *["gap"] * (len(metrics) > 1), *names, *(f"rank\n{name}" for name in names), "words"]
    table = as_table(header, cells, left=[len(header) - 1])
    if len(metrics) == 1:
        return table
    known = len(ranking.order)
    said = [f"{total} sentences" if total == known else f"{total} of {known} sentences"]
    if found := ranking.found:
        said.append(f"Kendall's tau {_number(found.kendall_tau)}")
        said.append(f"swapped pairs {_number(found.swapped_pairs)}")
        said.append(f"Spearman's rho {_number(found.spearman)}")
    lines = [" · ".join(said)]
    if right is not None:
        only = [f"only {name} {count}" for name, count in right["only"].items()]
        lines.append(" · ".join([f"right: all {right['all']}", f"none {right['none']}", *only]))
    return "\n".join(lines) + f"\n\n{table}"


def _gap(value: float, metric: Metric | None) -> str:
    """Return a gap of ranks, or of scores under a metric."""
    if metric is None:
        return f"{value:+g}"
    return f"{100 * value:+.2f}" if metric.is_share else f"{value:+g}"


def _number(value: float | None) -> str:
    return "n/a" if value is None else f"{value:.4f}"
