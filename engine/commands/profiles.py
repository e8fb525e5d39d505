"""``treelens profiles``: what two profiles of a grammar differ in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from ..metrics import choose
from ..profiles import QUESTIONS, USES, answer, coverage, has_meanings, use
from ..scoring import Comparison
from .inputs import compare_all, exit_code, settings_of
from .meanings import count_meanings
from .options import Format, Gold, Output, check_choice
from .output import as_csv, as_json, as_table, emit
from .settings import Settings, takes_settings

__all__ = ["profiles"]


@takes_settings("prm", "jobs", "align_words", "heads", "system_heads", "missing")
def profiles(
    gold: Gold,
    system: Annotated[str, typer.Argument(metavar="SYS", help="The other profile.", show_default=False)],
    top: Annotated[int, typer.Option("--top", metavar="N", min=1, help="How many sentences and names to show.")] = 10,
    *,
    settings: Settings,
    format: Format = "table",
    output: Output = None,
) -> int:
    """Show what two profiles differ in: coverage, meanings against trees, ambiguity, and which rules changed most."""
    check_choice("--format", format, ("table", "json", "csv"))
    (comparison,) = compare_all(gold, [system], settings)
    count_meanings([comparison], choose(["emm"]))
    answers = _answers(comparison)
    changes = {what: [change._asdict() for change in use(comparison, what)] for what in USES}
    if format == "json":
        found: dict[str, Any] = {"gold": gold, "system": system, "settings": settings_of(comparison.gold), **answers}
        text = as_json(found | {"changes": changes})
    elif format == "csv":
        rows = ([what, *row.values()] for what, found in changes.items() for row in found)
        text = as_csv(["what", "name", "gold", "system"], rows)
    else:
        text = _table(comparison, answers, changes, top)
    emit(text, output, [gold, system, *settings.files])
    return exit_code([comparison], choose(["etm"]), False)


def _answers(comparison: Comparison) -> dict[str, Any]:
    """Return the sentences that answer each question, by their numbers; None where there are no meanings to ask for."""
    known = has_meanings(comparison)
    answers: dict[str, Any] = {"both": [place + 1 for place in coverage(comparison).both]}
    for question in QUESTIONS:
        places = answer(comparison, question) if known or not question.needs_meanings else None
        answers[question.name] = None if places is None else [place + 1 for place in places]
    return answers


def _table(comparison: Comparison, answers: dict[str, Any], changes: dict[str, Any], top: int) -> str:
    head = f"{comparison.gold.bank.path} · {comparison.system.path} · {len(answers['both'])} sentences parsed in both\n"
    rows = []
    for question in QUESTIONS:
        found = answers[question.name]
        shown = ["n/a", ""] if found is None else [str(len(found)), _named(found, top)]
        rows.append([question.title, *shown])
    parts = [head, as_table(["", "sentences", ""], rows, left=(0, 2))]
    for what, found in changes.items():
        if found:
            cells = [
                [row["name"], str(row["gold"]), str(row["system"]), f"{row['system'] - row['gold']:+d}"]
                for row in found[:top]
            ]
            parts.append(as_table([what, "gold", "system", "change"], cells))
    return "\n".join(parts)


def _named(numbers: Sequence[int], top: int) -> str:
    return " ".join(map(str, numbers[:top])) + (" …" if len(numbers) > top else "")
