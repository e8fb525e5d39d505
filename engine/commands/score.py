"""``treelens score``: scores of systems against gold."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from ..metrics import Metric, Tally, choose
from ..prepare import Preparation, prepare
from ..scoring import ERROR, SKIP, STATUS_NAMES, Comparison, compare, system_names
from ..treebank import Treebank
from .inputs import load_all, say, tell_problems
from .options import (
    From,
    Gold,
    Jobs,
    Output,
    Pair,
    Preset,
    Prm,
    Strict,
    Systems,
    check_choice,
    jobs_or_all,
    preparation_for,
)
from .output import as_csv, as_json, as_table, emit
from .progress import progress

__all__ = ["score"]

FORMATS = ("table", "json", "csv", "evalb")


def score(
    gold: Gold,
    systems: Systems,
    metrics: Annotated[str, typer.Option("--metrics", metavar="NAMES", help="Measures and groups.")] = "evalb",
    per_sentence: Annotated[bool, typer.Option("--per-sentence", help="Also each sentence's scores.")] = False,
    preset: Preset = None,
    prm: Prm = None,
    from_: From = None,
    format: Annotated[str, typer.Option("--format", metavar="|".join(FORMATS), help="How to print.")] = "table",
    output: Output = None,
    pair: Pair = None,
    jobs: Jobs = None,
    strict: Strict = False,
) -> int:
    """Score systems against gold: a table with one row a system.

    With --format evalb, what EVALB prints, to the byte.
    """
    check_choice("--format", format, FORMATS)
    threads = jobs_or_all(jobs)
    chosen = choose([name.strip() for name in metrics.split(",") if name.strip()])
    banks = load_all([gold, *systems], from_, by_line=prm is not None or format == "evalb", jobs=threads)
    default = "raw" if banks[0].format == "conllu" else "collins"
    preparation, warnings = preparation_for(preset, prm, default)
    say(*warnings)
    if format == "evalb":
        return _evalb(banks, preparation, strict, output)
    for bank in banks:
        tell_problems(bank)
    prepared = prepare(banks[0], preparation)
    each = (compare(prepared, bank, preparation, pair, threads) for bank in banks[1:])
    compared = list(progress(each, len(systems), "scoring"))
    names = system_names(systems)
    for name, comparison in zip(names, compared, strict=True):
        _tell_mismatches(name, comparison)
    write = {"table": _table, "json": _json, "csv": _csv}[format]
    emit(write(banks[0], names, compared, chosen, preparation, per_sentence), output, [gold, *systems])
    return _exit_code(compared, strict)


def _evalb(banks: Sequence[Treebank], preparation: Preparation, strict: bool, output: Output) -> int:
    from ..metrics.evalb import evalb_report

    reports = [evalb_report(banks[0], bank, preparation, strict=strict) for bank in banks[1:]]
    emit("".join(text for report in reports for text in report.out), output, [bank.path for bank in banks])
    say(*(line.rstrip("\n") for report in reports for line in report.errors))
    return int(strict and any(report.stopped for report in reports))


def _tell_mismatches(name: str, comparison: Comparison) -> None:
    """Say how sentences were paired and how many have other words than gold, each in one line."""
    say(*(f"{name}: {note}" for note in comparison.pairing.notes))
    unread = {problem.message for problem in comparison.system.problems}
    words = [
        (position, message)
        for position, message in comparison.messages.items()
        if comparison.status[position] == ERROR and message not in unread and not message.startswith("gold: ")
    ]
    if words:
        position, message = words[0]
        count = f"{len(words)} sentences" if len(words) > 1 else "1 sentence"
        say(f"{name}: {count} with other words than gold, not compared (sentence {position + 1}: {message})")


def _exit_code(compared: Sequence[Comparison], strict: bool) -> int:
    """Return 0, 1 for sentences that could not be compared (if strict), 2 if there was nothing to compare."""
    if strict and any((one.status != 0).any() or one.system.problems for one in compared):
        return 1
    if any(not one.compared.any() and not one.only_failures for one in compared):
        say("no sentence could be compared")
        return 2
    return 0


def _percent(value: float | None, metric: Metric) -> str:
    if value is None or math.isnan(value):
        return "n/a"
    return f"{100 * value:.2f}" if metric.is_share else f"{value:.2f}".removesuffix(".00")


def _table(
    gold: Treebank,
    names: Sequence[str],
    compared: Sequence[Comparison],
    metrics: Sequence[Metric],
    preparation: Preparation,
    per_sentence: bool,
) -> str:
    parts = [f"{gold.path} · {len(gold)} sentences · {preparation.describe()}\n"]
    tallies = [[one.tally(metric) for metric in metrics] for one in compared]
    for average in ("micro", "macro"):
        rows = [
            [name, *(_percent(getattr(tally, average), m) for tally, m in zip(row, metrics, strict=True))]
            for name, row in zip(names, tallies, strict=True)
        ]
        parts.append(as_table([average, *_heads(metrics)], rows))
    if any(not one.compared.all() for one in compared):
        rows = [[name, *map(str, _sentences(one).values())] for name, one in zip(names, compared, strict=True)]
        parts.append(as_table(["sentences", "total", "compared", "skipped", "errors"], rows))
    if per_sentence:
        for name, one in zip(names, compared, strict=True):
            header = [name, "length", "status", *_heads(metrics)]
            rows = [
                [str(row["id"]), str(row["length"]), row["status"]]
                + [_percent(row["metrics"][metric.name], metric) for metric in metrics]
                for row in _per_sentence(one, metrics)
            ]
            parts.append(as_table(header, rows, left=0))
    return "\n".join(parts)


def _heads(metrics: Sequence[Metric]) -> list[str]:
    """Return the names of metrics as headings of a table, long ones on two lines."""
    return [metric.name.replace("-", "-\n", 1) for metric in metrics]


def _sentences(one: Comparison) -> dict[str, int]:
    return {
        "total": len(one.status),
        "compared": int(one.compared.sum()),
        "skipped": int((one.status == SKIP).sum()),
        "errors": int((one.status == ERROR).sum()),
    }


def _per_sentence(one: Comparison, metrics: Sequence[Metric]) -> list[dict[str, Any]]:
    """Return a record for each gold sentence, undefined values as None."""
    scores = {metric.name: one.scores(metric).tolist() for metric in metrics}
    whole = {metric.name for metric in metrics if not metric.is_share}
    return [
        {
            "id": position + 1,
            "length": length,
            "status": STATUS_NAMES[status],
            "message": one.messages.get(position, ""),
            "metrics": {
                name: None if math.isnan(value := column[position]) else int(value) if name in whole else value
                for name, column in scores.items()
            },
        }
        for position, (length, status) in enumerate(zip(one.lengths.tolist(), one.status.tolist(), strict=True))
    ]


def _json(
    gold: Treebank,
    names: Sequence[str],
    compared: Sequence[Comparison],
    metrics: Sequence[Metric],
    preparation: Preparation,
    per_sentence: bool,
) -> str:
    systems = []
    for name, one in zip(names, compared, strict=True):
        system: dict[str, Any] = {"name": name, "path": one.system.path, "sentences": _sentences(one)}
        system["metrics"] = {metric.name: _tally(one.tally(metric)) for metric in metrics}
        if per_sentence:
            system["per_sentence"] = _per_sentence(one, metrics)
        systems.append(system)
    settings = {"preset": preparation.name, **preparation.to_dict(), "digest": preparation.digest()}
    return as_json({"gold": gold.path, "settings": settings, "systems": systems})


def _tally(tally: Tally) -> dict[str, Any]:
    """Return a score of the corpus as plain values; fragments with their counts by size."""
    found: dict[str, Any] = {"micro": tally.micro, "macro": tally.macro, "n": tally.n, "missing": tally.missing}
    if tally.sizes is not None:
        found["sizes"] = [size._asdict() for size in tally.sizes]
    return found


def _csv(
    gold: Treebank,
    names: Sequence[str],
    compared: Sequence[Comparison],
    metrics: Sequence[Metric],
    preparation: Preparation,
    per_sentence: bool,
) -> str:
    columns = [metric.name for metric in metrics]
    if per_sentence:
        return as_csv(
            ["system", "id", "length", "status", "message", *columns],
            (
                [name, row["id"], row["length"], row["status"], row["message"], *row["metrics"].values()]
                for name, one in zip(names, compared, strict=True)
                for row in _per_sentence(one, metrics)
            ),
        )
    rows = []
    for name, one in zip(names, compared, strict=True):
        tallies = [one.tally(metric) for metric in metrics]
        rows.append([name, *_sentences(one).values(), *(v for tally in tallies for v in (tally.micro, tally.macro))])
    averages = [f"{column}{average}" for column in columns for average in ("", "-macro")]
    return as_csv(["system", "total", "compared", "skipped", "errors", *averages], rows)
