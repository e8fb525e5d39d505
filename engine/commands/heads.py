"""``treelens heads``: which rule chose each head, and which reassignments would make two sides agree."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated, Any

import typer

from ..align.headed import Headed, headed
from ..align.mapping import phrase
from ..heads import BankHeads, heads_of, rules_of
from ..heads.tables import scans_of
from ..metrics import mph
from ..prepare import Prepared, prepare
from ..problems import TreelensError
from ..proposals import Proposal, outcome, proposals, rules_file
from ..scoring import Comparison, tree_pairs
from .inputs import compare_all, load_all, tell_problems
from .options import Format, Gold, check_choice
from .output import as_csv, as_json, as_table, emit, say
from .progress import progress
from .settings import Settings, takes_settings

__all__ = ["heads"]


@takes_settings("jobs", "align_words", "missing", "set")
def heads(
    gold: Gold,
    system: Annotated[str | None, typer.Argument(metavar="SYS", help="A system to agree with.")] = None,
    id: Annotated[int | None, typer.Option("--id", metavar="N", min=1, help="Show the heads of this sentence.")] = None,
    accept: Annotated[
        str | None, typer.Option("--accept", metavar="1,3|all", help="Proposals to be written to a file of rules (-o).")
    ] = None,
    most: Annotated[int, typer.Option("--most", metavar="N", min=1, help="How many proposals.")] = 20,
    *,
    settings: Settings,
    format: Format = "table",
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write here, whole or not at all.")
    ] = None,
) -> int:
    """Show which rule chose each head; with a system, propose reassignments where the two sides' heads differ.

    Of one file: by which rules heads are found, and how often each. With --id: the head of each phrase of a sentence
    and why. With a system: conflicts over the same words, the way out that leaves fewer brackets of heads, and how
    often it would help; --accept writes those you choose as a file of rules for --heads.
    """
    check_choice("--format", format, ("table", "json", "csv"))
    inputs = [gold, *([system] if system else []), *settings.files]
    if system is None:
        if accept is not None:
            raise TreelensError("--accept goes with a system: proposals are about two sides")
        (bank,) = load_all([gold], settings, by_line=settings.prm is not None)
        tell_problems(bank)
        prepared = prepare(bank, settings.preparation(bank))
        text = _of_rules(prepared, format) if id is None else _of_sentence(prepared, id, format)
        emit(text, output, inputs)
        return 0
    (comparison,) = compare_all(gold, [system], settings, mph.METRICS)
    if id is not None:
        emit(_of_both(comparison, id, format), output, inputs)
        return 0
    found = list(progress(proposals(comparison, most), most, "trying"))
    if accept is None:
        emit(_of_proposals(comparison, found, format), output, inputs)
        return 0
    emit(_accepted(comparison, found, accept), output, inputs)
    return 0


# One file.


def _of_rules(prepared: Prepared, format: str) -> str:
    """List how often each rule decided."""
    found = heads_of(prepared, "gold")
    scans, reasons = scans_of(found.rules), Counter(found.reason[found.reason >= 0].tolist())
    rows: list[list[Any]] = [
        [
            scans[number].label or "(no rule)",
            f"{scans[number].step.end} {' '.join(scans[number].labels)}".strip(),
            count,
        ]
        for number, count in sorted(reasons.items(), key=lambda each: (scans[each[0]].label or "~", -each[1]))
    ]
    if format == "csv":
        return as_csv(["label", "found", "phrases"], rows)
    if format == "json":
        columns = ("label", "found", "phrases")
        return as_json(_summary(found) | {"rules": [dict(zip(columns, row, strict=True)) for row in rows]})
    head = (
        f"{prepared.bank.path} · {found.rules.title} · {found.chosen} phrases with a choice, "
        f"{found.fallbacks} of them without a rule\n\n"
    )
    return head + as_table(["label", "found", "phrases"], [[*map(str, row)] for row in rows], left=(0, 1))


def _summary(found: BankHeads) -> dict[str, Any]:
    return {"heads": found.rules.name, "title": found.rules.title, "chosen": found.chosen, "fallbacks": found.fallbacks}


def _of_sentence(prepared: Prepared, id: int, format: str) -> str:
    return _shown([_heads(_tree(prepared, id, "gold"), "gold", id)], format)


def _of_both(comparison: Comparison, id: int, format: str) -> str:
    partner = int(comparison.pairing.partner[id - 1]) if id <= len(comparison.status) else -1
    sides = [_heads(_tree(comparison.gold, id, "gold"), "gold", id)]
    if partner >= 0 and len(comparison.test.bank.tree(int(comparison.test.bank.best()[partner]))):
        sides.append(_heads(_tree(comparison.test, partner + 1, "system"), "system", id))
    return _shown(sides, format)


def _tree(prepared: Prepared, id: int, side: str) -> Headed:
    if id > len(prepared.bank):
        raise TreelensError(f"{prepared.bank.path}: has no sentence {id}, only {len(prepared.bank)}")
    number = int(prepared.bank.best()[id - 1])
    if not len(prepared.bank.tree(number)):
        raise TreelensError(f"{prepared.bank.path}: sentence {id} has no tree")
    return headed(prepared, number, side)


def _heads(side: Headed, name: str, id: int) -> dict[str, Any]:
    """Return the head of each phrase of a tree, and why, as plain values."""
    tree, found = side.tree, side.heads
    depth: list[int] = []
    rows = []
    for node in range(len(tree)):
        depth.append(0 if tree.parent[node] < 0 else depth[tree.parent[node]] + 1)
        if tree.is_word(node) or found.word[node] < 0:
            continue
        rows.append(
            {
                "node": node,
                "label": tree.text(node),
                "depth": depth[node],
                "phrase": phrase(tree, node),
                "head": tree.words[found.word[node]],
                "position": found.word[node],
                "why": "" if tree.is_preterminal(node) else found.why(node),
                "maximal": found.is_maximal(tree, node),
            }
        )
    return {"side": name, "id": id, "heads": found.rules.name, "words": list(tree.words), "nodes": rows}


def _shown(sides: list[dict[str, Any]], format: str) -> str:
    if format == "json":
        return as_json({"sides": sides} if len(sides) > 1 else sides[0])
    if format == "csv":
        columns = ("node", "label", "head", "position", "why", "maximal")
        return as_csv(
            ["side", *columns],
            ([side["side"], *(row[name] for name in columns)] for side in sides for row in side["nodes"]),
        )
    parts = []
    for side in sides:
        rows = [
            ["  " * row["depth"] + row["label"], "*" if row["maximal"] else "", row["head"], row["why"]]
            for row in side["nodes"]
        ]
        title = f"{side['side']} · {side['heads']} · * largest phrase of its head\n{' '.join(side['words'])}\n\n"
        parts.append(title + as_table(["phrase", "", "head", "why"], rows, left=(0, 1, 2, 3)))
    return "\n".join(parts)


# Proposals.


def _of_proposals(comparison: Comparison, found: list[Proposal], format: str) -> str:
    rows = [_row(number, proposal) for number, proposal in enumerate(found, 1)]
    if format == "json":
        return as_json({"rules": _names(comparison), "proposals": rows})
    if format == "csv":
        columns = ["number", "side", "in", "from", "to", "conflicts", "brackets", "brackets_before", "f1", "f1_before"]
        return as_csv(columns, ([row[name] for name in columns] for row in rows))
    names = _names(comparison)
    head = f"{comparison.gold.bank.path} ({names['gold']}) · {comparison.system.path} ({names['system']})\n"
    if not rows:
        return head + "no conflict: where both have a phrase over the same words, heads agree\n"
    before = found[0].before
    head += f"{before.gold} + {before.system} brackets of heads, F1 {_percent(before.f1)}\n\n"
    table = [
        [
            str(row["number"]),
            str(row["conflicts"]),
            row["text"],
            f"{row['brackets'] - row['brackets_before']:+d}",
            _percent(row["f1"]),
            row["other"]["text"] if row["other"] else "",
            f"{row['other']['brackets'] - row['brackets_before']:+d}" if row["other"] else "",
            " ".join(map(str, row["sentences"])),
        ]
        for row in rows
    ]
    columns = ["", "conflicts", "fewer brackets", "brackets", "F1", "or else", "brackets", "sentences"]
    return head + as_table(columns, table, left=(2, 5, 7))


def _row(number: int, proposal: Proposal) -> dict[str, Any]:
    one, other = proposal.reassign, proposal.other
    return {
        "number": number,
        "side": one.side,
        "in": " ".join(one.within),
        "from": " ".join(one.chosen),
        "to": " ".join(one.to),
        "text": str(one),
        "conflicts": proposal.count,
        "brackets": proposal.after.brackets,
        "brackets_before": proposal.before.brackets,
        "f1": proposal.after.f1,
        "f1_before": proposal.before.f1,
        "other": {"text": str(other[0]), "brackets": other[1].brackets, "f1": other[1].f1} if other else None,
        "sentences": [sentence + 1 for sentence in proposal.sentences],
    }


def _names(comparison: Comparison) -> dict[str, str]:
    return {"gold": rules_of(comparison.gold, "gold").name, "system": rules_of(comparison.test, "system").name}


def _percent(value: float | None) -> str:
    return "n/a" if value is None else f"{100 * value:.2f}"


def _accepted(comparison: Comparison, found: list[Proposal], accept: str) -> str:
    """Return a file of rules with the proposals that were accepted, and say what they lead to."""
    chosen = [found[number - 1] for number in _numbers(accept, len(found))]
    text = rules_file(comparison, chosen)
    _, pairs = tree_pairs(comparison.gold, comparison.test, comparison.pairing)
    after = outcome(comparison.gold, comparison.test, pairs, [one.reassign for one in chosen])
    say(f"with these {after.gold} + {after.system} brackets of heads, F1 {_percent(after.f1)}")
    return text


def _numbers(text: str, most: int) -> list[int]:
    if text.strip() == "all":
        return list(range(1, most + 1))
    try:
        numbers = [int(part) for part in text.split(",")]
    except ValueError:
        raise TreelensError(f"--accept takes numbers of proposals, 1,3, or all, not {text!r}") from None
    if wrong := [number for number in numbers if not 1 <= number <= most]:
        raise TreelensError(f"there is no proposal {wrong[0]}, only {most}")
    return numbers
