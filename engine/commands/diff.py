"""``treelens diff``: one sentence's mapping, in words."""

from __future__ import annotations

from typing import Annotated

import typer

from ..align.edits import Costs, t_mapping
from ..align.mapping import Mapping, phrase
from ..align.registry import ALIGNMENTS, align
from ..problems import TreelensError
from ..scoring import Comparison
from ..trees import Tree
from .inputs import Settings, compare_all
from .options import Format, From, Gold, Output, Pair, Preset, Prm, check_choice
from .output import as_csv, as_json, emit

__all__ = ["diff"]


def diff(
    gold: Gold,
    system: Annotated[str, typer.Argument(metavar="SYS", help="The file with a system's trees.", show_default=False)],
    id: Annotated[int, typer.Option("--id", metavar="N", min=1, help="The sentence: its place in the gold file.")],
    how: Annotated[str, typer.Option("--align", metavar="|".join(ALIGNMENTS), help="Which mapping.")] = "t",
    costs: Annotated[
        str | None,
        typer.Option(
            "--costs", metavar="COSTS", help="With --align t: delete=2,swap=0.5,NP=3 (labels: times dearer)."
        ),
    ] = None,
    preset: Preset = None,
    prm: Prm = None,
    from_: From = None,
    format: Format = "table",
    output: Output = None,
    pair: Pair = None,
) -> int:
    """Show what must be deleted, inserted and swapped to turn a gold tree into the system's."""
    check_choice("--format", format, ("table", "json", "csv"))
    check_choice("--align", how, tuple(ALIGNMENTS))
    (comparison,) = compare_all(gold, [system], Settings(preset, prm, from_, pair))
    trees, preparation = _trees(comparison, id), comparison.gold.preparation
    if costs is None:
        mapping = align(how, *trees, preparation)
    elif how == "t":
        mapping = t_mapping(*trees, preparation, costs=_costs(costs))
    else:
        raise TreelensError("--costs goes with --align t")
    if format == "json":
        text = as_json({"id": id} | mapping.to_dict())
    elif format == "csv":
        text = as_csv(["operation", "gold", "system"], _operations(mapping))
    else:
        text = _in_words(id, mapping)
    emit(text, output, [gold, system])
    return 0


def _costs(text: str) -> Costs:
    """Read costs: names of operations, else labels, each with a number."""
    operations: dict[str, float] = {}
    labels: dict[str, float] = {}
    for part in text.split(","):
        name, _, number = part.rpartition("=")
        try:
            (operations if name in ("delete", "insert", "swap") else labels)[name.strip()] = float(number)
        except ValueError:
            raise TreelensError(f"--costs takes name=number,…, not {part!r}") from None
    return Costs(**operations, per_label=labels)


def _trees(comparison: Comparison, id: int) -> tuple[Tree, Tree]:
    gold, test = comparison.gold, comparison.test
    if id > len(gold.bank):
        raise TreelensError(f"{gold.bank.path}: has no sentence {id}, only {len(gold.bank)}")
    partner = int(comparison.pairing.partner[id - 1])
    number = int(gold.bank.best()[id - 1])
    other = int(test.bank.best()[partner]) if partner >= 0 else -1
    if other < 0 or not len(gold.bank.tree(number)) or not len(test.bank.tree(other)):
        reason = comparison.messages.get(id - 1, "no tree")
        raise TreelensError(f"{test.bank.path}: nothing to align in sentence {id}: {reason}")
    return gold.bank.tree(number), test.bank.tree(other)


def _operations(mapping: Mapping) -> list[list[str]]:
    """Return one row for each operation: what it is, the gold node, the system node."""
    gold, system = mapping.gold, mapping.system
    return [
        *(["delete", phrase(gold, node), ""] for node in mapping.deletions),
        *(["insert", "", phrase(system, node)] for node in mapping.insertions),
        *(["swap", phrase(gold, one), phrase(system, other)] for one, other in mapping.swaps),
        *(["match", phrase(gold, one), phrase(system, other)] for one, other in mapping.matches),
    ]


def _in_words(id: int, mapping: Mapping) -> str:
    parts = {"delete": "deletions", "insert": "insertions", "swap": "swaps", "match": "matches"}
    rows = _operations(mapping)
    counts = [f"{sum(row[0] == kind for row in rows)} {name}" for kind, name in parts.items()]
    other = "" if mapping.unique is not False else " · other mappings cost as little"
    aligned = " · words aligned first" if mapping.words_aligned else ""
    lines = [f"sentence {id} · cost {mapping.cost:g} · {' · '.join(counts)}{other}{aligned}"]
    lines.append(" ".join(mapping.gold.words))
    for kind, name in parts.items():
        chosen = [row for row in rows if row[0] == kind]
        if kind == "match":
            chosen = [row for row in chosen if row[1] != row[2]]
            name = "matches over other words"
        if chosen:
            lines += ["", f"{name}:"]
            lines += ["  " + " → ".join(side for side in row[1:] if side) for row in chosen]
    return "\n".join(lines) + "\n"
