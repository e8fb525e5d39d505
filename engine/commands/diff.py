"""``treelens diff``: one sentence's mapping, in words."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from ..align.edits import Costs, t_mapping
from ..align.mapping import Mapping
from ..align.registry import ALIGNMENTS, BY_HEADS
from ..interface import mapping_of, numbers_of
from ..metrics import mph
from ..problems import TreelensError
from .inputs import compare_all, own_id, shown_id
from .options import Format, Gold, Output, check_choice
from .output import as_csv, as_json, emit
from .settings import Settings, takes_settings
from .terminal import harmless

__all__ = ["diff"]


@takes_settings("jobs", "align_words", "missing")
def diff(
    gold: Gold,
    system: Annotated[str, typer.Argument(metavar="SYS", help="The file with a system's trees.", show_default=False)],
    id: Annotated[int, typer.Option("--id", metavar="N", min=1, help="The sentence: its place in the gold file.")],
    how: Annotated[str, typer.Option("--align", metavar="|".join(ALIGNMENTS), help="Which mapping.")] = "t",
    costs: Annotated[
        str | None,
        typer.Option("--costs", metavar="COSTS", help="With --align t: delete=2,swap=0.5,NP=3 (labels: times dearer)."),
    ] = None,
    *,
    settings: Settings,
    format: Format = "table",
    output: Output = None,
) -> int:
    """Show what must be deleted, inserted and swapped to turn a gold tree into the system's."""
    check_choice("--format", format, ("table", "json", "csv"))
    check_choice("--align", how, tuple(ALIGNMENTS))
    (comparison,) = compare_all(gold, [system], settings, mph.METRICS if how in BY_HEADS else ())
    if costs is None:
        mapping = mapping_of(comparison, id - 1, how)
    elif how == "t":
        numbers = numbers_of(comparison, id - 1)
        trees = comparison.gold.bank.tree(numbers[0]), comparison.test.bank.tree(numbers[1])
        mapping = t_mapping(*trees, comparison.gold.preparation, costs=_costs(costs))
    else:
        raise TreelensError("--costs goes with --align t")
    row = {"id": id, **own_id(comparison.gold, id - 1)}
    if format == "json":
        text = as_json(row | mapping.to_dict())
    elif format == "csv":
        rows = ([kind, *sides] for kind, found in _operations(mapping).items() for sides in found)
        text = as_csv(["operation", "gold", "system"], rows)
    else:
        text = _in_words(shown_id(row), mapping)
    emit(text, output, [gold, system, *settings.files])
    return 0


def _costs(text: str) -> Costs:
    """Read costs: names of operations, else labels, each with a number."""
    operations: dict[str, float] = {}
    labels: dict[str, float] = {}
    for part in text.split(","):
        name, _, number = (item.strip() for item in part.rpartition("="))
        try:
            (operations if name in ("delete", "insert", "swap") else labels)[name] = float(number)
        except ValueError:
            raise TreelensError(f"--costs takes name=number,…, not {part!r}") from None
    return Costs(**operations, per_label=labels)


def _operations(mapping: Mapping) -> dict[str, list[list[str]]]:
    """Return the operations by kind, each with the gold node and the system node."""
    both = {"swap": mapping.swaps, "match": mapping.matches}
    ours, theirs = (partial(mapping.name, in_gold=in_gold) for in_gold in (True, False))
    return {
        "delete": [[ours(node), ""] for node in mapping.deletions],
        "insert": [["", theirs(node)] for node in mapping.insertions],
        **{kind: [[ours(a), theirs(b)] for a, b in pairs] for kind, pairs in both.items()},
    }


def _in_words(id: str, mapping: Mapping) -> str:
    found = _operations(mapping)
    names = {"delete": "deletion", "insert": "insertion", "swap": "swap", "match": "match"}
    counts = [_counted(len(rows), names[kind]) for kind, rows in found.items()]
    other = " · other mappings cost as little" if mapping.unique is False else ""
    aligned = " · words aligned first" if mapping.words_aligned else ""
    lines = [f"sentence {id} · cost {mapping.cost:g} · {' · '.join(counts)}{other}{aligned}"]
    lines.append(" ".join(mapping.gold.words))
    found["match"] = [row for row in found["match"] if row[0] != row[1]]
    titles = {"delete": "deletions", "insert": "insertions", "swap": "swaps", "match": "matches over other words"}
    for kind, rows in found.items():
        if rows:
            lines += ["", f"{titles[kind]}:"]
            lines += ["  " + " → ".join(side for side in row if side) for row in rows]
    return harmless("\n".join(lines) + "\n")


def _counted(count: int, noun: str) -> str:
    """Return a number with its noun.

    >>> _counted(1, "swap"), _counted(2, "match")
    ('1 swap', '2 matches')
    """
    ending = "" if count == 1 else "es" if noun.endswith("ch") else "s"
    return f"{count} {noun}{ending}"
