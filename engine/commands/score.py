"""``treelens score``: scores of systems against gold."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Annotated, Any

import numpy as np
import typer

from ..common_ground import lost_words
from ..metrics import Metric, Tally, choose, family_of, mph, parseval, semantics
from ..scoring import ERROR, OK, SKIP, STATUS_NAMES, Comparison, system_names
from .inputs import Settings, compare_all, exit_code, load_all, own_id, say, settings_of, shown_id
from .options import (
    AlignWords,
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
from .profile_notes import meanings_in_json

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
    align_words: AlignWords = False,
    heads: HeadsFile = None,
    system_heads: SystemHeadsFile = None,
    missing: Missing = None,
    set: Set = None,
    strict: Strict = False,
) -> int:
    """Score systems against gold: a table with one row a system.

    With --format evalb, what EVALB prints, to the byte; with --metrics mph, brackets of heads in the same form.
    """
    check_choice("--format", format, FORMATS)
    chosen = choose([name.strip() for name in metrics.split(",") if name.strip()])
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
    if format == "evalb" and not all(metric in mph.FAMILY.metrics for metric in chosen):
        return _evalb(gold, systems, settings, strict, output)
    compared = compare_all(gold, systems, settings, chosen)
    names = system_names(systems)
    write = {"table": _table, "json": _json, "csv": _csv, "evalb": _as_evalb}[format]
    emit(write(names, compared, chosen, per_sentence), output, [gold, *systems, *settings.files])
    return exit_code(compared, chosen, strict)


def _evalb(gold: str, systems: Sequence[str], settings: Settings, strict: bool, output: Output) -> int:
    from ..metrics.evalb import evalb_report

    banks = load_all([gold, *systems], settings, by_line=True)
    preparation = settings.preparation(banks[0])
    reports = [evalb_report(banks[0], bank, preparation, strict=strict) for bank in banks[1:]]
    emit("".join(text for report in reports for text in report.out), output, [gold, *systems, *settings.files])
    say(*(line.rstrip("\n") for report in reports for line in report.errors))
    return int(strict and any(report.stopped for report in reports))


def _as_evalb(
    names: Sequence[str], compared: Sequence[Comparison], metrics: Sequence[Metric], per_sentence: bool
) -> str:
    """Return brackets of heads as EVALB would print them; tags are those of words that are the same on both sides."""
    from ..metrics.evalb import report_of

    made = []
    for one in compared:
        status = np.where(one.parsed, OK, np.where(one.status == OK, SKIP, one.status))
        tags = one.counts(parseval.FAMILY)["tags"] * one.compared
        counts = one.counts(mph.FAMILY) | {"tags": tags}
        made += report_of(counts, status, one.lengths, one.gold.preparation.cutoff).out
    return "".join(made)


def percent(value: float | None, metric: Metric) -> str:
    if value is None or math.isnan(value):
        return "n/a"
    return f"{100 * value:.2f}" if metric.is_share else f"{value:.2f}".removesuffix(".00")


def _table(names: Sequence[str], compared: Sequence[Comparison], metrics: Sequence[Metric], per_sentence: bool) -> str:
    gold = compared[0].gold
    parts = [f"{gold.bank.path} · {len(gold.bank)} sentences · {gold.preparation.describe()}\n"]
    tallies = [[one.tally(metric) for metric in metrics] for one in compared]
    ours = [family_of(metric).zero_if_missing for metric in metrics]
    only_macro = gold.preparation.missing == "zero" and all(ours)  # of what counts 0 there is nothing to add up
    for average in ("macro",) if only_macro else ("micro", "macro"):
        rows = [
            [name, *(percent(getattr(tally, average), m) for tally, m in zip(row, metrics, strict=True))]
            for name, row in zip(names, tallies, strict=True)
        ]
        parts.append(as_table([average, *_heads(metrics)], rows))
    if any(ours):
        rows = [[name, *(str(tally.n) for tally in row)] for name, row in zip(names, tallies, strict=True)]
        parts.append(as_table(["averaged over", *_heads(metrics)], rows))
    if any(not one.compared.all() for one in compared):
        rows = [[name, *map(str, _sentences(one).values())] for name, one in zip(names, compared, strict=True)]
        parts.append(as_table(["sentences", "total", "compared", "skipped", "errors"], rows))
    if per_sentence:
        for name, one in zip(names, compared, strict=True):
            header = [name, "length", "status", *_heads(metrics)]
            rows = [
                [shown_id(row), str(row["length"]), row["status"]]
                + [percent(row["metrics"][metric.name], metric) for metric in metrics]
                for row in _per_sentence(one, metrics)
            ]
            parts.append(as_table(header, rows, left=()))
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
    lost = _lost(one) if any(family_of(metric).aligns_letters for metric in metrics) else {}
    whole = {metric.name for metric in metrics if not metric.is_share}
    return [
        {
            "id": position + 1,
            **own_id(one, position),
            "length": length,
            "status": STATUS_NAMES[status],
            "message": one.messages.get(position, ""),
            **lost.get(position, {}),
            "metrics": {
                name: None
                if math.isnan(value := column[position])
                else int(value)
                if name in whole and value.is_integer()  # a mean over ties need not be
                else value
                for name, column in scores.items()
            },
        }
        for position, (length, status) in enumerate(zip(one.lengths.tolist(), one.status.tolist(), strict=True))
    ]


def _lost(one: Comparison) -> dict[int, dict[str, Any]]:
    """Return by sentence what measures by heads leave out of it, where its words differ."""
    return {
        lost.sentence: {"left_out": {"gold": lost.gold, "system": lost.system, "brackets": lost.brackets}}
        for lost in lost_words(one)
        if lost
    }


def _json(names: Sequence[str], compared: Sequence[Comparison], metrics: Sequence[Metric], per_sentence: bool) -> str:
    systems = []
    for name, one in zip(names, compared, strict=True):
        system: dict[str, Any] = {"name": name, "path": one.system.path, "sentences": _sentences(one)}
        system["metrics"] = {metric.name: _tally(one.tally(metric)) for metric in metrics}
        if any(metric in semantics.FAMILY.metrics for metric in metrics):
            system["unusable_meanings"] = meanings_in_json(one)
        if per_sentence:
            system["per_sentence"] = _per_sentence(one, metrics)
        systems.append(system)
    return as_json({"gold": compared[0].gold.bank.path, "settings": settings_of(compared[0]), "systems": systems})


def _tally(tally: Tally) -> dict[str, Any]:
    """Return a score of the corpus as plain values; fragments with their counts by size."""
    found: dict[str, Any] = {"micro": tally.micro, "macro": tally.macro, "n": tally.n, "missing": tally.missing}
    if tally.sizes is not None:
        found["sizes"] = [size._asdict() for size in tally.sizes]
    return found


def _csv(names: Sequence[str], compared: Sequence[Comparison], metrics: Sequence[Metric], per_sentence: bool) -> str:
    columns = [metric.name for metric in metrics]
    if per_sentence:
        return as_csv(
            ["system", "id", "name", "length", "status", "message", *columns],
            (
                [
                    name,
                    row["id"],
                    row.get("name", ""),
                    row["length"],
                    row["status"],
                    row["message"],
                    *row["metrics"].values(),
                ]
                for name, one in zip(names, compared, strict=True)
                for row in _per_sentence(one, metrics)
            ),
        )
    rows = []
    for name, one in zip(names, compared, strict=True):
        tallies = [one.tally(metric) for metric in metrics]
        cells = zip(metrics, tallies, strict=True)
        rows.append([name, *_sentences(one).values(), *(value for pair in cells for value in _cells(*pair))])
    averages = [f"{metric.name}{average}" for metric in metrics for average in _averages(metric)]
    return as_csv(["system", "total", "compared", "skipped", "errors", *averages], rows)


def _averages(metric: Metric) -> tuple[str, ...]:
    """Return what is told of a metric in columns: where the denominator can be chosen, that too."""
    return ("", "-macro", "-n") if family_of(metric).zero_if_missing else ("", "-macro")


def _cells(metric: Metric, tally: Tally) -> tuple[Any, ...]:
    return (tally.micro, tally.macro, tally.n)[: len(_averages(metric))]
