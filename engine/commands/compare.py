"""``treelens compare``: how certain scores are, and whether the difference of two systems may be chance."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Annotated, Any, NamedTuple

import typer

from ..agreement.significance import CORRECTIONS, NOT_COVERED, USUAL, Estimate, Resampling
from ..contests import Contest, Scored, contests, pairs_of, scored
from ..metrics import Metric, choose
from ..metrics.base import AVERAGES
from ..metrics.printed import percent
from ..problems import TreelensError, no_such_system
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

__all__ = ["compare"]

_MOST = 100  #: systems of which each is compared with each


@takes_settings()
def compare(
    gold: Gold,
    systems: Systems,
    metric: Annotated[str | None, typer.Option("--metric", metavar="M", help="A measure: f1 if none is named.")] = None,
    metrics: Annotated[
        str | None, typer.Option("--metrics", metavar="NAMES", help="Several measures and groups instead.")
    ] = None,
    average: Annotated[str, typer.Option("--average", metavar="|".join(AVERAGES), help="How scores add up.")] = "micro",
    baseline: Annotated[
        str | None, typer.Option("--baseline", metavar="SYS", help="Compare the others with this one only.")
    ] = None,
    correct: Annotated[
        str, typer.Option("--correct", metavar="|".join(CORRECTIONS), help="How p-values of many tests are corrected.")
    ] = "holm",
    samples: Samples = USUAL.samples,
    seed: Seed = USUAL.seed,
    confidence: Confidence = USUAL.confidence,
    *,
    settings: Settings,
    format: Format = "table",
    output: Output = None,
    strict: Strict = False,
) -> int:
    """Compare systems: scores with bootstrap intervals, and paired tests of their differences.

    A difference is the first system's score less the second's, over the sentences that both have a score of. The two
    p-values are of a paired bootstrap and of approximate randomisation, two-sided; the same on every run. Of more than
    100 systems, name one with --baseline: the others are compared with it, not each with each.
    """
    check_choice("--format", format, tuple(_WRITERS))
    check_choice("--average", average, AVERAGES)
    check_choice("--correct", correct, tuple(CORRECTIONS))
    chosen = _chosen(metric, metrics)
    if len(systems) < 2:
        raise TreelensError("compare takes at least two systems")
    names = system_names(systems)
    against = None if baseline is None else _place_of(baseline, names, systems)
    if against is None and len(systems) > _MOST:
        many = math.comb(len(systems), 2)
        raise TreelensError(f"{len(systems):,} systems make {many:,} pairs to test: name one of them with --baseline")
    compared = compare_all(gold, systems, settings, chosen)
    how = Resampling(samples, seed, confidence, settings.cores, drawing)
    pairs = pairs_of(len(systems), against)
    found = _Found(
        names,
        compared,
        average,
        correct,
        how,
        scored(compared, chosen, average, how),
        contests(compared, chosen, average, pairs, how, correct),
    )
    emit(_WRITERS[format](found), output, [gold, *systems, *settings.files])
    return exit_code(compared, chosen, strict)


def _chosen(metric: str | None, metrics: str | None) -> list[Metric]:
    if metric is not None and metrics is not None:
        raise TreelensError("--metric and --metrics exclude each other")
    if metrics is None:
        return choose([metric or "f1"], groups=False)
    return choose([name.strip() for name in metrics.split(",") if name.strip()])


def _place_of(name: str, names: Sequence[str], paths: Sequence[str]) -> int:
    """Return the system that is called so, or whose file is."""
    for known in (names, paths):
        if name in known:
            return known.index(name)
    raise no_such_system(name, names)


class _Found(NamedTuple):
    """All that is to be printed."""

    names: Sequence[str]
    compared: Sequence[Comparison]
    average: str
    correction: str
    how: Resampling
    scores: Sequence[Scored]
    contests: Sequence[Contest]


def _table(found: _Found) -> str:
    gold, how = found.compared[0].gold, found.how
    within = f"{100 * how.confidence:g} % interval"
    parts = [
        f"{gold.bank.path} · {len(gold.bank)} sentences · {gold.preparation.describe()} · {found.average} · "
        f"{how.samples} samples, seed {how.seed}\n"
    ]
    rows = [
        [found.names[one.system], one.metric.name, *_estimate(one.estimate, one.metric), str(one.sentences)]
        for one in found.scores
    ]
    parts.append(as_table(["system", "measure", "score", within, "sentences"], rows, left=(0, 1)))
    several = len(found.contests) > 1 and found.correction != "none"
    rows = []
    for one in found.contests:
        ps = [one.result.paired_bootstrap, one.result.randomisation]
        if several:
            ps += [one.adjusted_bootstrap, one.adjusted_randomisation]
        rows.append(
            [
                f"{found.names[one.first]} − {found.names[one.second]}",
                one.metric.name,
                *_estimate(one.result.difference, one.metric, sign="+"),
                *map(_p, ps),
                _better(found, one),
                str(one.sentences),
                str(one.left_out),
            ]
        )
    header = ["difference", "measure", "score", within, "p paired\nbootstrap", "p random-\nisation"]
    if several:
        header += [f"bootstrap,\n{found.correction}", f"randomised,\n{found.correction}"]
    parts.append(as_table([*header, "better", "sentences", "left\nout"], rows, left=(0, 1, len(header))))
    parts.append(as_text(NOT_COVERED))
    return "\n".join(parts)


def _estimate(one: Estimate, metric: Metric, sign: str = "") -> list[str]:
    value, low, high = (_signed(number, metric, sign) for number in one)
    return [value, f"{low} … {high}"]


def _signed(value: float, metric: Metric, sign: str) -> str:
    text = percent(value, metric)
    return f"+{text}" if sign and value > 0 else text


def _p(value: float) -> str:
    return "n/a" if math.isnan(value) else f"{value:.4f}"


def _better(found: _Found, one: Contest) -> str:
    return "neither" if one.better is None else found.names[one.better]


def _number(value: float) -> float | None:
    return None if math.isnan(value) else value


def _json(found: _Found) -> str:
    """Write all contests as a list; if there is only one, also by itself, as it is asked for most often."""
    listed = [_contest(found, one) for one in found.contests]
    made: dict[str, Any] = {
        "gold": found.compared[0].gold.bank.path,
        "settings": settings_of(found.compared[0].gold),
        "average": found.average,
        "samples": found.how.samples,
        "seed": found.how.seed,
        "confidence": found.how.confidence,
        "correction": found.correction,
    }
    systems = [
        {
            "name": found.names[one.system],
            "path": found.compared[one.system].system.path,
            "metric": one.metric.name,
            "score": _number(one.estimate.value),
            "interval": [_number(one.estimate.low), _number(one.estimate.high)],
            "sentences": one.sentences,
            "left_out": one.left_out,
        }
        for one in found.scores
    ]
    if len(listed) == 1:
        made |= listed[0]
    return as_json(made | {"systems": systems, "comparisons": listed, "not_covered": NOT_COVERED})


def _contest(found: _Found, one: Contest) -> dict[str, Any]:
    result = one.result
    return {
        "metric": one.metric.name,
        "a": found.names[one.first],
        "b": found.names[one.second],
        "scores": [_number(result.first.value), _number(result.second.value)],
        "difference": _number(result.difference.value),
        "interval": [_number(result.difference.low), _number(result.difference.high)],
        "p_value": {
            "paired_bootstrap": _number(result.paired_bootstrap),
            "randomisation": _number(result.randomisation),
        },
        "adjusted": {
            "paired_bootstrap": _number(one.adjusted_bootstrap),
            "randomisation": _number(one.adjusted_randomisation),
        },
        "better": None if one.better is None else found.names[one.better],
        "sentences": one.sentences,
        "left_out": one.left_out,
    }


def _csv(found: _Found) -> str:
    rows = []
    for one in found.contests:
        made = _contest(found, one)
        ps = [*made["p_value"].values(), *made["adjusted"].values()]
        told = [made["metric"], made["a"], made["b"], *made["scores"], made["difference"], *made["interval"], *ps]
        rows.append([*told, made["better"], one.sentences, one.left_out, found.average, *found.how[:2]])
    header = ["metric", "a", "b", "score a", "score b", "difference", "low", "high"]
    header += ["paired bootstrap", "randomisation", "adjusted bootstrap", "adjusted randomisation"]
    return as_csv([*header, "better", "sentences", "left out", "average", "samples", "seed"], rows)


_WRITERS = {"table": _table, "json": _json, "csv": _csv}
