"""``treelens profiles``: what two profiles of a grammar differ in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from ..metrics import choose
from ..profiles import USES, ambiguity, coverage, likeness, use
from ..scoring import Comparison
from .inputs import Settings, compare_all, exit_code, settings_of
from .meanings import count_meanings
from .options import Format, From, Gold, Output, Pair, Preset, Set, check_choice
from .output import as_csv, as_json, as_table, emit

__all__ = ["profiles"]

#: The questions, and their answers' names in words.
_QUESTIONS = {
    "only_gold": "parsed in gold only",
    "only_system": "parsed by the system only",
    "neither": "parsed by neither",
    "same_meaning_other_tree": "same meaning, other tree",
    "same_tree_other_meaning": "same tree, other meaning",
    "more_ambiguous": "more readings than in gold",
    "less_ambiguous": "fewer readings than in gold",
}


def profiles(
    gold: Gold,
    system: Annotated[str, typer.Argument(metavar="SYS", help="The other profile.", show_default=False)],
    top: Annotated[int, typer.Option("--top", metavar="N", min=1, help="How many sentences and names to show.")] = 10,
    preset: Preset = None,
    from_: From = None,
    format: Format = "table",
    output: Output = None,
    pair: Pair = None,
    set: Set = None,
) -> int:
    """Show what two profiles differ in: coverage, meanings against trees, ambiguity, and which rules changed most."""
    check_choice("--format", format, ("table", "json", "csv"))
    settings = Settings(preset, None, from_, pair, set=set)
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
    """Return the sentences that answer each question, by their numbers."""
    covered, alike, changed = coverage(comparison), likeness(comparison), ambiguity(comparison)
    places: dict[str, Sequence[int]] = {
        "both": covered.both,
        "only_gold": covered.only_gold,
        "only_system": covered.only_system,
        "neither": covered.neither,
        **alike._asdict(),
        "more_ambiguous": [one.sentence for one in changed if one.system > one.gold],
        "less_ambiguous": [one.sentence for one in changed if one.system < one.gold],
    }
    return {name: [place + 1 for place in found] for name, found in places.items()}


def _table(comparison: Comparison, answers: dict[str, Any], changes: dict[str, Any], top: int) -> str:
    head = f"{comparison.gold.bank.path} · {comparison.system.path} · {len(answers['both'])} sentences parsed in both\n"
    rows = [[said, str(len(answers[name])), _named(answers[name], top)] for name, said in _QUESTIONS.items()]
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
