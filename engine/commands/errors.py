"""``treelens errors``: what went wrong, explained by few repairs and counted by kind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from ..errors import KINDS, Count, Errors, Explanation, Totals
from ..files import is_there
from ..metrics import choose
from ..problems import TreelensError
from ..scoring import Comparison
from ..sweep import Recipe, System, systems_of
from .inputs import compare_all, exit_code, own_id, settings_of, shown_id
from .options import Cluster, Format, Gold, Output, Strict, Systems, check_choice
from .output import as_csv, as_json, as_table, emit
from .progress import progress
from .settings import Settings, takes_settings

__all__ = ["errors"]


@takes_settings("jobs", "align_words", "heads", "system_heads", "missing")
def errors(
    gold: Gold,
    systems: Systems,
    by: Annotated[str, typer.Option("--by", metavar="kind|confusion", help="What is counted.")] = "kind",
    id: Annotated[
        int | None, typer.Option("--id", metavar="N", min=1, help="Only this sentence: its errors in words.")
    ] = None,
    style: Annotated[
        str | None, typer.Option("--style", metavar="NAME|FILE", help="What labels mean, if not to be detected.")
    ] = None,
    per_sentence: Annotated[bool, typer.Option("--per-sentence", help="Each sentence's errors instead.")] = False,
    *,
    settings: Settings,
    format: Format = "table",
    output: Output = None,
    cluster: Cluster = None,
    strict: Strict = False,
) -> int:
    """Explain bracket errors by the fewest repairs that turn a system's trees into gold.

    Repairs move a block of sisters, relabel, add or remove a bracket. They are counted by kind of error, or attachments
    by what hangs where. Styles: penn, negra, french, iberian, or a TOML file.
    """
    check_choice("--format", format, ("table", "json", "csv"))
    check_choice("--by", by, ("kind", "confusion"))
    named = systems_of(systems, [gold])
    paths, names = [system.path for system in named], [system.name for system in named]
    compared = compare_all(gold, paths, settings)
    found = Errors(lambda number: compared[number], style)
    if cluster is not None:
        _explain_on_cluster(found, compared, named, settings, cluster)
    if id is not None and id > len(compared[0].status):
        raise TreelensError(f"{gold}: has no sentence {id}, only {len(compared[0].status)}")
    if id is not None or per_sentence:
        chosen = range(len(compared[0].status)) if id is None else [id - 1]
        text = _SENTENCES[format](names, compared, found, chosen)
    else:
        text = _COUNTS[format](names, compared, found, by)
    written_by_user = [style] if style is not None and is_there(style) else []
    emit(text, output, [gold, *paths, *settings.files, *written_by_user])
    return exit_code(compared, choose(["f1"]), strict)


def _explain_on_cluster(
    found: Errors, compared: Sequence[Comparison], systems: Sequence[System], settings: Settings, address: str
) -> None:
    """Have all sentences explained elsewhere."""
    from ..sweep.cluster import explain_on_cluster

    gold = compared[0].gold
    how = {"format": settings.from_, "by_line": settings.prm is not None, "pairing": settings.pair}
    recipe = Recipe.of(gold.original, gold.preparation, choose(["f1"]), **how)
    each = explain_on_cluster(recipe, systems, found.style, found.budget, address)
    for number, explained in enumerate(progress(each, len(systems), "explaining")):
        found.take(number, explained)


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _percent(value: float | None) -> str:
    return "n/a" if value is None else f"{100 * value:.1f}"


# Counts over all sentences.


def _table(names: Sequence[str], compared: Sequence[Comparison], found: Errors, by: str) -> str:
    gold = compared[0].gold
    head = [f"{gold.bank.path} · {len(gold.bank)} sentences · {gold.preparation.describe()} · {found.style.title}\n"]
    parts = []
    totals = [found.totals(system) for system in range(len(names))]
    for name, total in zip(names, totals, strict=True):
        parts.append(_kinds(name, total) if by == "kind" else _confusions(name, total))
    rows = [
        [
            name,
            str(total.explained),
            str(total.wrong),
            str(total.repairs),
            str(total.brackets),
            f"{total.repairs / total.explained:.2f}" if total.explained else "n/a",
            str(total.greedy),
            _percent(_share(total.exact, total.explained)),
        ]
        for name, total in zip(names, totals, strict=True)
    ]
    header = ["system", "sentences\nexplained", "with\nerrors", "repairs", "bracket\nerrors"]
    parts.append(as_table([*header, "repairs per\nsentence", "repairs\nif greedy", "exact\n%"], rows))
    return "\n".join(head + parts)


def _kinds(name: str, total: Totals) -> str:
    rows = [
        [
            kind,
            str(count.repairs),
            str(count.brackets),
            _percent(_share(count.brackets, total.brackets)),
            f"{count.repairs / total.explained:.3f}",
            str(len(count.sentences)),
        ]
        for kind, count in total.by_kind()
    ]
    return as_table([name, "repairs", "bracket\nerrors", "% of\nerrors", "per\nsentence", "sentences"], rows)


def _confusions(name: str, total: Totals) -> str:
    rows = [
        [
            key.phrase,
            key.system or "top",
            key.gold or "top",
            str(count.repairs),
            str(count.brackets),
            f"{count.mean_distance:.1f}",
            str(len(count.sentences)),
        ]
        for key, count in total.by_confusion()
    ]
    header = [name, "hangs\nunder", "in gold\nunder", "times", "bracket\nerrors", "words\naway", "sentences"]
    return as_table(header, rows, left=(0, 1, 2))


def _counted(count: Count, total: Totals) -> dict[str, Any]:
    return {
        "repairs": count.repairs,
        "brackets": count.brackets,
        "share": _share(count.brackets, total.brackets),
        "per_sentence": _share(count.repairs, total.explained),
        "sentences": [place + 1 for place in count.sentences],
    }


def _json(names: Sequence[str], compared: Sequence[Comparison], found: Errors, by: str) -> str:
    systems = []
    for number, (name, one) in enumerate(zip(names, compared, strict=True)):
        total = found.totals(number)
        made: dict[str, Any] = {
            "name": name,
            "path": one.system.path,
            "explained": total.explained,
            "wrong": total.wrong,
            "repairs": total.repairs,
            "brackets": total.brackets,
            "greedy": total.greedy,
            "exact": _share(total.exact, total.explained),
        }
        if by == "kind":
            made["kinds"] = {kind: _counted(total.kinds.get(kind, Count()), total) for kind in KINDS}
        else:
            made["confusions"] = [
                key._asdict() | _counted(count, total) | {"distance": count.mean_distance}
                for key, count in total.by_confusion()
            ]
        systems.append(made)
    return as_json(_settings(compared, found) | {"systems": systems})


def _settings(compared: Sequence[Comparison], found: Errors) -> dict[str, Any]:
    return {
        "gold": compared[0].gold.bank.path,
        "settings": settings_of(compared[0].gold),
        "style": found.style.name,
    }


def _csv(names: Sequence[str], compared: Sequence[Comparison], found: Errors, by: str) -> str:
    rows = []
    for number, name in enumerate(names):
        total = found.totals(number)
        if by == "kind":
            counts = [([kind], total.kinds.get(kind, Count())) for kind in KINDS]
        else:
            counts = [([*key, f"{count.mean_distance:.3f}"], count) for key, count in total.by_confusion()]
        for key, count in counts:
            share, average = _share(count.brackets, total.brackets), _share(count.repairs, total.explained)
            places = " ".join(str(place + 1) for place in count.sentences)
            rows.append([name, *key, count.repairs, count.brackets, share, average, len(count.sentences), places])
    first = ["kind"] if by == "kind" else ["phrase", "hangs under", "in gold under", "distance"]
    header = ["system", *first, "repairs", "brackets", "share", "per sentence", "sentences", "ids"]
    return as_csv(header, rows)


# Single sentences.


def _sentences_json(names: Sequence[str], compared: Sequence[Comparison], found: Errors, chosen: Sequence[int]) -> str:
    systems = [
        {
            "name": name,
            "path": one.system.path,
            "per_sentence": [_record(one, place, found.of(number, place)) for place in chosen],
        }
        for number, (name, one) in enumerate(zip(names, compared, strict=True))
    ]
    return as_json(_settings(compared, found) | {"systems": systems})


def _record(one: Comparison, place: int, explained: Explanation | None) -> dict[str, Any]:
    row: dict[str, Any] = {"id": place + 1, **own_id(one.gold, place)}
    if explained is None:
        return row | {"message": one.messages.get(place, "not compared"), "repairs": None}
    return row | {
        "words": " ".join(explained.gold.words),
        "brackets": explained.brackets,
        "greedy": explained.greedy,
        "exact": explained.exact,
        "repairs": [repair.to_dict() for repair in explained.repairs],
    }


def _sentences_csv(names: Sequence[str], compared: Sequence[Comparison], found: Errors, chosen: Sequence[int]) -> str:
    rows = []
    for number, (name, one) in enumerate(zip(names, compared, strict=True)):
        for place in chosen:
            explained = found.of(number, place)
            own = own_id(one.gold, place).get("name", "")
            for step, repair in enumerate(explained.repairs if explained else (), start=1):
                words = " ".join(repair.text[word] for word in repair.words)
                exact = "exact" if explained and explained.exact else "heuristic"
                sites = repair.before.label, repair.after.label
                labels = " ".join(repair.labels)
                away = repair.distance if repair.is_attachment else None
                told = [step, repair.kind, repair.what, repair.brackets, labels, words, *sites, away]
                rows.append([name, place + 1, own, *told, exact, repair.sentence])
    header = ["system", "id", "name", "step", "kind", "repair", "brackets", "labels", "words"]
    return as_csv([*header, "hangs under", "in gold under", "distance", "search", "sentence"], rows)


def _sentences_table(names: Sequence[str], compared: Sequence[Comparison], found: Errors, chosen: Sequence[int]) -> str:
    parts = []
    for number, (name, one) in enumerate(zip(names, compared, strict=True)):
        for place in chosen:
            row = {"id": place + 1, **own_id(one.gold, place)}
            explained = found.of(number, place)
            if explained is None:
                parts.append(f"{name}: sentence {shown_id(row)} · {one.messages.get(place, 'not compared')}\n")
            elif explained.repairs or len(chosen) == 1:
                parts.append(f"{name}: {_in_words(shown_id(row), explained)}")
    return "\n".join(parts)


def _in_words(id: str, one: Explanation) -> str:
    search = "exact" if one.exact else "heuristic"
    repairs = "1 repair" if len(one.repairs) == 1 else f"{len(one.repairs)} repairs"
    explain = "explains" if len(one.repairs) == 1 else "explain"
    errors = "1 bracket error" if one.brackets == 1 else f"{one.brackets} bracket errors"
    lines = [f"sentence {id} · {repairs} {explain} {errors} · {search}", " ".join(one.gold.words)]
    if not one.repairs:
        lines[0] = f"sentence {id} · no bracket errors"
    for step, repair in enumerate(one.repairs, start=1):
        lines.append(f"  {step}. {repair.kind} ({repair.brackets}): {repair.sentence}")
    return "\n".join(lines) + "\n"


_COUNTS = {"table": _table, "json": _json, "csv": _csv}
_SENTENCES = {"table": _sentences_table, "json": _sentences_json, "csv": _sentences_csv}
