"""``treelens score``: scores of systems against gold."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from ..metrics import Metric, Tally, choose, family_of, mph, parseval, semantics
from ..metrics.printed import percent
from ..prepare import Prepared
from ..problems import TreelensError
from ..scoring import ERROR, OK, SKIP, STATUS_NAMES, Comparison
from ..sweep import Result, System, table_writer
from .inputs import compare_all, exit_code, load_all, own_id, settings_of, shown_id
from .options import (
    Cluster,
    Gold,
    ManySystems,
    Output,
    Strict,
    SweepFile,
    check_choice,
)
from .output import as_csv, as_json, as_table, check_output, emit, say
from .settings import Settings, takes_settings
from .sweeping import Sweep, exit_code_of, systems_named

__all__ = ["score"]

FORMATS = ("table", "json", "csv", "evalb")
_ROWS = 10_000  #: sentences that are written in one go


@takes_settings()
def score(
    gold: Gold,
    systems: ManySystems = None,
    sweep: SweepFile = None,
    metrics: Annotated[str, typer.Option("--metrics", metavar="NAMES", help="Measures and groups.")] = "evalb",
    per_sentence: Annotated[bool, typer.Option("--per-sentence", help="Also each sentence's scores.")] = False,
    table: Annotated[
        Path | None,
        typer.Option("--table", metavar="FILE", help="Also a table of scores, *.csv or *.parquet, for agree --scores."),
    ] = None,
    *,
    settings: Settings,
    format: Annotated[str, typer.Option("--format", metavar="|".join(FORMATS), help="How to print.")] = "table",
    output: Output = None,
    cluster: Cluster = None,
    strict: Strict = False,
) -> int:
    """Score systems against gold: a table with one row a system.

    With --format evalb, what EVALB prints, to the byte; with --metrics mph, brackets of heads in the same form.
    With --table and --per-sentence, the sentences' scores go into that table, system by system, and not to the screen:
    thousands of systems then take no more memory than a few.
    """
    check_choice("--format", format, FORMATS)
    chosen = choose([name.strip() for name in metrics.split(",") if name.strip()])
    named = systems_named(gold, systems, sweep)
    paths = [system.path for system in named]
    inputs = [gold, *paths, *settings.files, *([sweep] if sweep else [])]
    if format == "evalb":
        if table is not None or cluster is not None:
            raise TreelensError("--format evalb goes with neither --table nor --cluster")
        if not all(metric in mph.FAMILY.metrics for metric in chosen):
            return _evalb(gold, paths, settings, strict, output)
        compared = compare_all(gold, paths, settings, chosen)
        emit(_as_evalb(compared), output, inputs)
        return exit_code(compared, chosen, strict)
    work = Sweep.of(gold, named, settings, chosen, by_sentence=per_sentence)
    shown = per_sentence and table is None
    results: list[Result] = []

    def scored() -> Iterator[Result]:
        with _table_file(table, inputs, chosen, per_sentence) as add:
            for system, result in zip(named, work.results(cluster), strict=True):
                add(system, result)
                results.append(result.without_sentences(sizes=format == "json"))
                yield result if shown else results[-1]

    if format == "csv" and shown:  # written as systems are scored: no more than one is held
        emit(_sentences_csv(work, scored(), chosen), output, inputs)
    else:
        kept = list(scored())
        write = {"table": _table, "json": _json, "csv": _csv}[format]
        emit(write(work.gold, kept, chosen, shown), output, inputs)
    return exit_code_of(results, strict)


def _table_file(
    path: Path | None, inputs: Sequence[str], metrics: Sequence[Metric], per_sentence: bool
) -> AbstractContextManager[Callable[[System, Result], object]]:
    """Open the table that scores go into besides, if one is wanted."""
    if path is None:
        return nullcontext(lambda system, result: None)
    check_output(path, inputs)
    return table_writer(path, metrics, by_sentence=per_sentence)


def _evalb(gold: str, systems: Sequence[str], settings: Settings, strict: bool, output: Output) -> int:
    from ..metrics.evalb import evalb_report

    banks = load_all([gold, *systems], settings, by_line=True)
    preparation = settings.preparation(banks[0])
    reports = [evalb_report(banks[0], bank, preparation, strict=strict) for bank in banks[1:]]
    emit("".join(text for report in reports for text in report.out), output, [gold, *systems, *settings.files])
    say(*(line.rstrip("\n") for report in reports for line in report.errors))
    return int(strict and any(report.stopped for report in reports))


def _as_evalb(compared: Sequence[Comparison]) -> str:
    """Return brackets of heads as EVALB would print them; tags are those of words that are the same on both sides."""
    from ..metrics.evalb import report_of

    made = []
    for one in compared:
        status = np.where(one.parsed, OK, np.where(one.status == OK, SKIP, one.status))
        tags = one.counts(parseval.FAMILY)["tags"] * one.compared
        counts = {**one.counts(mph.FAMILY), "tags": tags}
        made += report_of(counts, status, one.lengths, one.gold.preparation.cutoff).out
    return "".join(made)


def _table(gold: Prepared, results: Sequence[Result], metrics: Sequence[Metric], per_sentence: bool) -> str:
    parts = [f"{gold.bank.path} · {len(gold.bank)} sentences · {gold.preparation.describe()}\n"]
    ours = [family_of(metric).zero_if_missing for metric in metrics]
    only_macro = gold.preparation.missing == "zero" and all(ours)  # of what counts 0 there is nothing to add up
    for average in ("macro",) if only_macro else ("micro", "macro"):
        rows = [
            [one.name, *(percent(getattr(one.tallies[metric.name], average), metric) for metric in metrics)]
            for one in results
        ]
        parts.append(as_table([average, *_heads(metrics)], rows))
    if any(ours):
        rows = [[one.name, *(str(one.tallies[metric.name].n) for metric in metrics)] for one in results]
        parts.append(as_table(["averaged over", *_heads(metrics)], rows))
    if any((one.status != OK).any() for one in results):
        rows = [[one.name, *map(str, _sentences(one).values())] for one in results]
        parts.append(as_table(["sentences", "total", "compared", "skipped", "errors"], rows))
    if per_sentence:
        for one in results:
            header = [one.name, "length", "status", *_heads(metrics)]
            rows = [
                [shown_id(row), str(row["length"]), row["status"]]
                + [percent(row["metrics"][metric.name], metric) for metric in metrics]
                for row in _per_sentence(gold, one, metrics)
            ]
            parts.append(as_table(header, rows, left=()))
    return "\n".join(parts)


def _heads(metrics: Sequence[Metric]) -> list[str]:
    """Return the names of metrics as headings of a table, long ones on two lines."""
    return [metric.name.replace("-", "-\n", 1) for metric in metrics]


def _sentences(one: Result) -> dict[str, int]:
    return {
        "total": len(one.status),
        "compared": int((one.status == OK).sum()),
        "skipped": int((one.status == SKIP).sum()),
        "errors": int((one.status == ERROR).sum()),
    }


def _per_sentence(gold: Prepared, one: Result, metrics: Sequence[Metric]) -> Iterator[dict[str, Any]]:
    """Yield a record for each gold sentence, undefined values as None."""
    whole = {metric.name for metric in metrics if not metric.is_share}
    for begin in range(0, len(one.status), _ROWS):  # numbers as Python has them take much room: not all at once
        cut = slice(begin, begin + _ROWS)
        scores = {metric.name: one.scores[metric.name][cut].tolist() for metric in metrics}
        named = zip(one.lengths[cut].tolist(), one.status[cut].tolist(), strict=True)
        for row, (length, status) in enumerate(named):
            position = begin + row
            yield {
                "id": position + 1,
                **own_id(gold, position),
                "length": length,
                "status": STATUS_NAMES[status],
                "message": one.messages.get(position, ""),
                **_lost(one, position),
                "metrics": {name: _value(column[row], name in whole) for name, column in scores.items()},
            }


def _value(score: float, is_count: bool) -> float | int | None:
    """Return a score as it is printed: nothing if it is undefined; a mean over ties of a count need not be whole."""
    if math.isnan(score):
        return None
    return int(score) if is_count and score.is_integer() else score


def _lost(one: Result, position: int) -> dict[str, Any]:
    """Return what measures by heads leave out of a sentence whose words differ."""
    if position not in one.lost:
        return {}
    lost = one.lost[position]
    return {"left_out": {"gold": lost.gold, "system": lost.system, "brackets": lost.brackets}}


def _json(gold: Prepared, results: Sequence[Result], metrics: Sequence[Metric], per_sentence: bool) -> str:
    systems = []
    for one in results:
        system: dict[str, Any] = {"name": one.name, "path": one.path, "sentences": _sentences(one)}
        system["metrics"] = {metric.name: _tally(one.tallies[metric.name]) for metric in metrics}
        if any(metric in semantics.FAMILY.metrics for metric in metrics):
            system["unusable_meanings"] = [
                {"id": row.sentence + 1, "side": row.side, "why": row.why} for row in one.unusable
            ]
        if per_sentence:
            system["per_sentence"] = list(_per_sentence(gold, one, metrics))
        systems.append(system)
    return as_json({"gold": gold.bank.path, "settings": settings_of(gold), "systems": systems})


def _tally(tally: Tally) -> dict[str, Any]:
    """Return a score of the corpus as plain values; fragments with their counts by size."""
    found: dict[str, Any] = {"micro": tally.micro, "macro": tally.macro, "n": tally.n, "missing": tally.missing}
    if tally.sizes is not None:
        found["sizes"] = [size._asdict() for size in tally.sizes]
    return found


def _sentences_csv(work: Sweep, results: Iterable[Result], metrics: Sequence[Metric]) -> Iterator[str]:
    """Write a line for each sentence of each system, some at a time."""
    named = ["system", "id", "name", "length", "status", "message"]
    yield as_csv([*named, *(metric.name for metric in metrics)], ())
    for one in results:
        rows = (
            [one.name, *(row.get(column, "") for column in named[1:]), *row["metrics"].values()]
            for row in _per_sentence(work.gold, one, metrics)
        )
        while some := list(islice(rows, _ROWS)):
            yield as_csv(some[0], some[1:])


def _csv(gold: Prepared, results: Sequence[Result], metrics: Sequence[Metric], per_sentence: bool) -> str:
    averages = [f"{metric.name}{average}" for metric in metrics for average in _averages(metric)]
    cells = (
        [one.name, *_sentences(one).values()]
        + [value for metric in metrics for value in _cells(metric, one.tallies[metric.name])]
        for one in results
    )
    return as_csv(["system", "total", "compared", "skipped", "errors", *averages], cells)


def _averages(metric: Metric) -> tuple[str, ...]:
    """Return what is told of a metric in columns: where the denominator can be chosen, that too."""
    return ("", "-macro", "-n") if family_of(metric).zero_if_missing else ("", "-macro")


def _cells(metric: Metric, tally: Tally) -> tuple[Any, ...]:
    return (tally.micro, tally.macro, tally.n)[: len(_averages(metric))]
