"""``treelens phenomena``: what parsers get right of the grammar, each judged in its own formalism."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, NamedTuple

import typer

from ..files import is_there
from ..metrics import Metric, choose
from ..metrics.printed import percent
from ..phenomena import Assessed, Mean, Occurrence, assess, load_parses, read_recogniser, read_suite
from ..phenomena.parses import TEXTS, Parses
from ..phenomena.recognisers import Recogniser
from ..phenomena.scores import MEANS
from ..phenomena.suites import Suite
from ..problems import TreelensError
from ..scoring import Comparison, system_names
from .inputs import compare_all, tell_problems
from .options import Format, Output, Strict, Systems, check_choice
from .output import as_csv, as_json, as_table, emit, say
from .progress import progress
from .settings import Settings, takes_settings

__all__ = ["phenomena"]


class _System(NamedTuple):
    """A system, what it makes of the suite, and its trees beside gold if classical measures are asked for."""

    name: str
    path: str
    assessed: Assessed
    compared: Comparison | None


@takes_settings("jobs", "align_words", "heads", "system_heads", "missing", "set")
def phenomena(
    suite: Annotated[str, typer.Argument(metavar="SUITE", help="Sentences and their phenomena: TOML or TSV.")],
    rules: Annotated[str, typer.Argument(metavar="RULES", help="A recogniser: a TOML file, or penn.")],
    systems: Systems,
    own_rules: Annotated[
        list[str] | None,
        typer.Option("--rules", metavar="SYS=FILE", help="The recogniser of one system, by its name or file."),
    ] = None,
    gold: Annotated[
        str | None, typer.Option("--gold", metavar="GOLD", help="Gold trees, for classical measures beside these.")
    ] = None,
    metrics: Annotated[
        str, typer.Option("--metrics", metavar="NAMES", help="Measures and groups, with --gold.")
    ] = "f1",
    per_sentence: Annotated[bool, typer.Option("--per-sentence", help="What each sentence shows, too.")] = False,
    *,
    settings: Settings,
    format: Format = "table",
    output: Output = None,
    strict: Strict = False,
) -> int:
    """Precision and recall over phenomena, without converting any format.

    A recogniser turns parses into names of phenomena, by tree patterns (tgrep) or regular expressions over the raw
    text; RULES serve every system unless it has its own. Exhaustive scores compare all phenomena of a sentence, core
    scores what it is about and its likely errors. --from also takes lines and blocks: any text, one parse each.
    """
    check_choice("--format", format, ("table", "json", "csv"))
    expected, general = read_suite(suite), read_recogniser(rules)
    names = system_names(systems)
    special = _own_rules(own_rules or (), names, systems)
    chosen = choose([name.strip() for name in metrics.split(",") if name.strip()]) if gold else []
    parses = [load_parses(path, settings.from_) for path in systems]
    compared = _compared(gold, parses, settings, chosen) if gold else {}
    each = (
        _assessed(expected, special.get(name, general), one, name, settings, quiet=one.path in compared)
        for name, one in zip(names, parses, strict=True)
    )
    assessed = progress(each, len(names), "recognising")
    found = [
        _System(name, path, one, compared.get(path)) for name, path, one in zip(names, systems, assessed, strict=True)
    ]
    written = [path for path in (suite, rules, *(text.partition("=")[2] for text in own_rules or ())) if is_there(path)]
    emit(
        _FORMATS[format](expected, found, chosen, per_sentence), output, [*written, *systems, *([gold] if gold else [])]
    )
    return int(strict and any(one.assessed.scores.without_parse for one in found))


def _compared(
    gold: str, parses: Sequence[Parses], settings: Settings, metrics: Sequence[Metric]
) -> dict[str, Comparison]:
    """Compare the systems that returned trees with gold; how they are paired with the suite is another matter."""
    paths = [one.path for one in parses if one.bank is not None]
    how = settings._replace(pair=None, from_=None if settings.from_ in TEXTS else settings.from_)
    return dict(zip(paths, compare_all(gold, paths, how, metrics), strict=True)) if paths else {}


def _own_rules(given: Sequence[str], names: Sequence[str], paths: Sequence[str]) -> dict[str, Recogniser]:
    """Read ``--rules SYS=FILE``; systems are named as they are shown, or by their files."""
    made = {}
    for text in given:
        system, equals, file = text.partition("=")
        if not equals or not file:
            raise TreelensError(f"--rules takes SYS=FILE, not {text!r}")
        if system in names:
            name = system
        elif system in paths:
            name = names[list(paths).index(system)]
        else:
            raise TreelensError(f"--rules {text}: no system is called {system}; there are {', '.join(names)}")
        made[name] = read_recogniser(file)
    return made


def _assessed(
    suite: Suite, recogniser: Recogniser, parses: Parses, name: str, settings: Settings, *, quiet: bool
) -> Assessed:
    if parses.bank is not None and not quiet:
        tell_problems(parses.bank)
    if parses.bank is None and settings.from_ not in TEXTS:
        say(f"{parses.path}: not trees of a known format: {len(parses)} parses read as text")
    made = assess(suite, recogniser, parses, settings.pair)
    say(*(f"{name}: {note}" for note in made.notes))
    if made.unknown:
        first = ", ".join(made.unknown[:3]) + (" …" if len(made.unknown) > 3 else "")
        say(f"{name}: {recogniser.name} has no rule for {len(made.unknown)} phenomena of the suite: {first}")
    return made


def _percent(value: float | None) -> str:
    return "n/a" if value is None else f"{100 * value:.2f}"


def _mean(one: _System, field: str) -> Mean:
    found: Mean = getattr(one.assessed.scores, field)
    return found


def _classical(one: _System, metric: Metric) -> float | None:
    """Return a classical measure over the corpus: micro, or macro where there is nothing to add up."""
    if one.compared is None:
        return None
    tally = one.compared.tally(metric)
    value = tally.micro if tally.micro is not None else tally.macro
    return None if value is None or value != value else float(value)


# Tables.


def _table(suite: Suite, systems: Sequence[_System], metrics: Sequence[Metric], per_sentence: bool) -> str:
    parts = [f"{suite.path} · {len(suite)} sentences\n"]
    header = ["system", *(name.replace(" ", "\n") for name in MEANS), "without\nparse"]
    header += [metric.name.replace("-", "-\n", 1) for metric in metrics]
    rows = [
        [
            one.name,
            *(_percent(_mean(one, field).value) for field in MEANS.values()),
            str(one.assessed.scores.without_parse),
            *(percent(_classical(one, metric), metric) for metric in metrics),
        ]
        for one in systems
    ]
    parts.append(as_table(header, rows))
    if told := _undefined(systems):
        parts.append(told)
    parts += [_phenomena_table(suite, one) for one in systems]
    if per_sentence:
        parts += [_sentences_table(suite, one) for one in systems]
    return "\n".join(parts)


def _undefined(systems: Sequence[_System]) -> str:
    """Say over how many sentences a mean could not run."""
    told = []
    for one in systems:
        missing = [f"{name} {_mean(one, field).missing}" for name, field in MEANS.items() if _mean(one, field).missing]
        told += [f"{one.name}: sentences without {', '.join(missing)}\n"] if missing else []
    return "".join(told)


def _phenomena_table(suite: Suite, one: _System) -> str:
    header = [
        one.name,
        "pre-\ncision",
        "recall",
        "expected",
        "recognised",
        "both",
        "core",
        "core\nfound",
        "likely\nerror",
        "made",
    ]
    rows = [
        [
            name,
            _percent(count.precision),
            _percent(count.recall),
            *map(str, (count.expected, count.recognised, count.both)),
            *map(str, (count.core, count.core_found, count.likely, count.made)),
        ]
        for name, count in _occurrences(suite, one)
    ]
    return as_table(header, rows)


def _occurrences(suite: Suite, one: _System) -> list[tuple[str, Occurrence]]:
    """Return the phenomena of the suite, in its order, and behind them what else is recognised."""
    counts = one.assessed.scores.phenomena
    names = dict.fromkeys([*suite.names(), *one.assessed.recogniser.names])
    return [(name, counts[name]) for name in names if name in counts]


def _sentences_table(suite: Suite, one: _System) -> str:
    lines = [f"{one.name}\n"]
    for item, verdict in zip(suite.items, one.assessed.verdicts, strict=True):
        if verdict.recognised is None:
            lines.append(f"  {item.id}  no parse\n")
            continue
        said = [f"recognised {', '.join(sorted(verdict.recognised)) or 'nothing'}"]
        said += [f"missing {', '.join(sorted(verdict.missing))}"] if verdict.missing else []
        said += [f"errors {', '.join(sorted(verdict.errors))}"] if verdict.errors else []
        lines.append(f"  {item.id}  {' · '.join(said)}\n")
    return "".join(lines)


# JSON.


def _json(suite: Suite, systems: Sequence[_System], metrics: Sequence[Metric], per_sentence: bool) -> str:
    return as_json({"suite": suite.path, "systems": [_record(suite, one, metrics) for one in systems]})


def _record(suite: Suite, one: _System, metrics: Sequence[Metric]) -> dict[str, Any]:
    scores = one.assessed.scores
    made: dict[str, Any] = {"name": one.name, "path": one.path, "rules": one.assessed.recogniser.name}
    for kind in ("exhaustive", "core"):
        both = {side: _mean(one, f"{kind}_{side}") for side in ("precision", "recall")}
        made[kind] = {
            **{side: mean.value for side, mean in both.items()},
            "n": {side: mean.count for side, mean in both.items()},
            "missing": {side: mean.missing for side, mean in both.items()},
        }
    made["without_parse"] = scores.without_parse
    if metrics:
        made["metrics"] = {metric.name: _classical(one, metric) for metric in metrics}
    made["phenomena"] = {
        name: {"precision": count.precision, "recall": count.recall, "core_recall": count.core_recall} | vars(count)
        for name, count in _occurrences(suite, one)
    }
    made["sentences"] = [
        {
            "id": _number_or_name(item.id),
            "parsed": verdict.recognised is not None,
            "recognised": sorted(verdict.recognised or ()),
            "missing": sorted(verdict.missing),
            "errors": sorted(verdict.errors),
        }
        for item, verdict in zip(suite.items, one.assessed.verdicts, strict=True)
    ]
    return made


def _number_or_name(id: str) -> int | str:
    """Return an id as other commands print it: a number if it is one.

    >>> _number_or_name("12"), _number_or_name("s12")
    (12, 's12')
    """
    return int(id) if id.isascii() and id.isdecimal() and str(int(id)) == id else id


# CSV.


def _csv(suite: Suite, systems: Sequence[_System], metrics: Sequence[Metric], per_sentence: bool) -> str:
    if per_sentence:
        return _sentences_csv(suite, systems)
    counts = ["expected", "recognised", "both", "core", "core_found", "likely", "made"]
    header = ["system", "phenomenon", "precision", "recall", "core precision", "core recall", *counts, "without parse"]
    rows: list[list[Any]] = []
    for one in systems:
        means = [_mean(one, field).value for field in MEANS.values()]
        classical = [_classical(one, metric) for metric in metrics]
        rows.append([one.name, "", *means, *[None] * len(counts), one.assessed.scores.without_parse, *classical])
        for name, count in _occurrences(suite, one):
            own = [getattr(count, field) for field in counts]
            rows.append(
                [
                    one.name,
                    name,
                    count.precision,
                    count.recall,
                    None,
                    count.core_recall,
                    *own,
                    None,
                    *[None] * len(metrics),
                ]
            )
    return as_csv([*header, *(metric.name for metric in metrics)], rows)


def _sentences_csv(suite: Suite, systems: Sequence[_System]) -> str:
    rows = [
        [one.name, item.id, int(verdict.recognised is not None)]
        + [";".join(sorted(names)) for names in (verdict.recognised or (), verdict.missing, verdict.errors)]
        + [getattr(verdict.scores, field).value for field in MEANS.values()]
        for one in systems
        for item, verdict in zip(suite.items, one.assessed.verdicts, strict=True)
    ]
    return as_csv(["system", "id", "parsed", "recognised", "missing", "errors", *MEANS], rows)


_FORMATS = {"table": _table, "json": _json, "csv": _csv}
