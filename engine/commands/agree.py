"""``treelens agree``: how far measures agree over systems, and which system each would choose."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Annotated, Any

import typer

from ..agreement import Agreement, Scores, agreement
from ..metrics import METRICS, choose
from ..problems import TreelensError
from ..sweep import System, read_table, score_of
from .options import (
    Cluster,
    Format,
    ManySystems,
    Output,
    Strict,
    SweepFile,
    check_choice,
)
from .output import as_csv, as_json, as_table, emit, say
from .settings import Settings, takes_settings
from .sweeping import Sweep, exit_code_of, systems_named

__all__ = ["agree"]

_MEASURES = "evalb,emms,freval-15,leaf-ancestor"


@takes_settings()
def agree(
    gold: Annotated[str | None, typer.Argument(metavar="GOLD", help="The gold trees.", show_default=False)] = None,
    systems: ManySystems = None,
    sweep: SweepFile = None,
    scores: Annotated[
        str | None,
        typer.Option("--scores", metavar="FILE", help="Scores instead of trees: *.csv or *.parquet, in percent."),
    ] = None,
    metrics: Annotated[
        str | None, typer.Option("--metrics", metavar="NAMES", help=f"Measures and groups: {_MEASURES} if not given.")
    ] = None,
    *,
    settings: Settings,
    format: Format = "table",
    output: Output = None,
    cluster: Cluster = None,
    strict: Strict = False,
) -> int:
    """Show how far measures agree over systems: correlations, epsila, clusters, and the optimum under each.

    Systems are scored against GOLD (macro), or their scores are read from a table: a column "system", then one column a
    measure, in percent; also one of sentences, as score --table writes it.
    """
    check_choice("--format", format, ("table", "json", "csv"))
    names = [name.strip() for name in (metrics or "").split(",") if name.strip()]
    code = 0
    if scores is not None:
        if gold is not None or sweep is not None:
            raise TreelensError("--scores goes without trees: name either a table of scores or GOLD and systems")
        points, table = _read(scores, names)
        inputs = [scores]
    else:
        if gold is None:
            raise TreelensError("name GOLD and systems, or a table of scores with --scores")
        points = systems_named(gold, systems, sweep)
        table, code = _scored(
            Sweep.of(gold, points, settings, choose(names or _MEASURES.split(",")), by_sentence=False), cluster, strict
        )
        inputs = [gold, *(point.path for point in points), *settings.files, *([sweep] if sweep else [])]
    write = {"table": _table, "json": _json, "csv": _csv}[format]
    emit(write(agreement(table), points), output, inputs)
    return code


def _scored(work: Sweep, cluster: str | None, strict: bool) -> tuple[Scores, int]:
    """Score all systems, keeping of each no more than what is compared."""
    rows: dict[str, dict[str, float | None]] = {}
    kept = []
    for result in work.results(cluster):
        rows[result.name] = {metric.name: score_of(result, metric) for metric in work.recipe.chosen}
        kept.append(result.without_sentences())
    return Scores.of(rows, work.recipe.metrics), exit_code_of(kept, strict)


def _read(path: str, names: Sequence[str]) -> tuple[list[System], Scores]:
    """Read scores from a table, those of some measures if they are named."""
    table = read_table(path)
    if table.only_over_corpus:
        say(f"{path}: left out, as they are no means over sentences: {', '.join(table.only_over_corpus)}")
    found = table.over_systems()
    if names:
        wanted = [name for name in names if name in found.metrics] or [metric.name for metric in choose(names)]
        if missing := [name for name in wanted if name not in found.metrics]:
            raise TreelensError(f"{path}: has no column {missing[0]!r}")
        found = Scores(tuple(wanted), found.systems, found.values[:, [found.metrics.index(name) for name in wanted]])
    return table.systems, found


def _fraction(table: Scores, metric: str, value: float) -> float | None:
    """Return a score as it is printed in JSON and CSV: shares as fractions of 1, counts as they are."""
    if math.isnan(value):
        return None
    is_share = METRICS[metric].is_share if metric in METRICS else metric in table.with_perfect_value
    return value / 100 if is_share else value


def _known(value: float) -> float | None:
    return None if math.isnan(value) else value


def _square(names: Sequence[str], matrix: Iterable[Iterable[float]]) -> dict[str, dict[str, float | None]]:
    """Return a matrix of measures by measures as plain values."""
    return {
        name: {other: _known(float(value)) for other, value in zip(names, row, strict=True)}
        for name, row in zip(names, matrix, strict=True)
    }


def _by_metric(table: Scores, values: Any) -> dict[str, dict[str, float]]:
    columns = values.T.tolist()
    return {
        metric: dict(zip(table.systems, column, strict=True))
        for metric, column in zip(table.metrics, columns, strict=True)
    }


def _json(found: Agreement, points: Sequence[System]) -> str:
    table, exact = found.scores, found.scores.with_perfect_value
    return as_json(
        {
            "metrics": list(table.metrics),
            "systems": list(table.systems),
            "scores": {
                metric: {system: _fraction(table, metric, value) for system, value in column.items()}
                for metric, column in _by_metric(table, table.values).items()
            },
            "spearman": _square(table.metrics, found.spearman),
            "kendall": _square(table.metrics, found.kendall),
            "epsila": _square(exact, found.epsila),
            "clusters": {f"{threshold:g}": list(map(list, sets)) for threshold, sets in found.clusters.items()},
            "zscores": {
                metric: {system: _known(value) for system, value in column.items()}
                for metric, column in _by_metric(table, found.z_scores).items()
            },
            "optima": {
                one.metric: {
                    "system": one.system,
                    "score": _fraction(table, one.metric, one.score),
                    "best_three": _fraction(table, one.metric, one.best_three),
                    "increase": one.increase,
                    "seen_by": one.worst,
                }
                for one in found.optima
            },
            "order": found.order,
            "points": {point.name: {"family": point.family, "parameter": _finite(point.parameter)} for point in points},
        }
    )


def _finite(value: float | None) -> float | str | None:
    """Return a parameter as JSON can say it: what is infinite, as text."""
    return value if value is None or math.isfinite(value) else str(value)


def _csv(found: Agreement, points: Sequence[System]) -> str:
    """Return one row for each pair of measures."""
    names, exact = found.scores.metrics, found.scores.with_perfect_value
    rows = []
    for one, name in enumerate(names):
        for other, against in enumerate(names):
            both = name in exact and against in exact
            epsila = _known(float(found.epsila[exact.index(name), exact.index(against)])) if both else None
            rows.append(
                [name, against, *(_known(float(m[one, other])) for m in (found.spearman, found.kendall)), epsila]
            )
    return as_csv(["metric", "other", "spearman", "kendall", "epsila"], rows)


def _table(found: Agreement, points: Sequence[System]) -> str:
    table = found.scores
    parts = [f"{len(table.systems)} systems · {len(table.metrics)} measures\n"]
    order = [table.metrics.index(name) for name in found.order]
    parts.append(_matrix("Spearman", found.order, found.spearman[:, order][order], "{:.3f}", 1))
    exact = [name for name in found.order if name in table.with_perfect_value]
    places = [table.with_perfect_value.index(name) for name in exact]
    parts.append(_matrix("epsila, %", exact, found.epsila[:, places][places], "{:.2f}", 100))
    rows = [
        [f"{100 * threshold:g} %", str(len(sets)), " · ".join(" ".join(one) for one in sets)]
        for threshold, sets in found.clusters.items()
    ]
    parts.append(as_table(["within", "clusters", ""], rows, left=(2,)))
    return "\n".join([*parts, _optima(found, {point.name: point for point in points})])


def _matrix(title: str, names: Sequence[str], matrix: Any, form: str, scale: float) -> str:
    """Return a matrix with numbered columns, so that many measures fit."""
    rows = [
        [f"{place} {name}", *("n/a" if math.isnan(value) else form.format(scale * value) for value in row)]
        for place, (name, row) in enumerate(zip(names, matrix.tolist(), strict=True), start=1)
    ]
    return as_table([title, *map(str, range(1, len(names) + 1))], rows)


def _optima(found: Agreement, points: dict[str, System]) -> str:
    rows = []
    for one in found.optima:
        point = points.get(one.system)
        parameter = "" if point is None or point.parameter is None else f"{point.parameter:g}"
        cost = "n/a" if one.increase is None else f"{100 * one.increase:.2f}"
        row = [one.metric, one.system, parameter, f"{one.score:.2f}", f"{one.best_three:.2f}", cost, one.worst or ""]
        rows.append(row)
    header = ["optimum", "system", "parameter", "score", "best\nthree", "error rate\nincrease, %", "seen by"]
    if not any(row[2] for row in rows):
        header, rows = header[:2] + header[3:], [row[:2] + row[3:] for row in rows]
    return as_table(header, rows, left=(0, 1, len(header) - 1))
