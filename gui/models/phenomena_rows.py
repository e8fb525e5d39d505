"""What the tables of phenomena say: a row for each phenomenon of a system, or all systems side by side."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication

from treelens.engine.filters.wording import as_value, quoted
from treelens.engine.phenomena.outcomes import Outcome
from treelens.engine.phenomena.scores import MEANS, Occurrence

from .figures_table import Heading, Value, share, whole

__all__ = ["TABLES", "Lead", "filter_of", "phenomenon_rows", "system_rows"]

#: By what a cell counts: the tables of an :class:`Outcome` whose sentences it leads to.
TABLES: Mapping[str, tuple[str, ...]] = {
    "anywhere": ("wanted", "found"),
    "gold": ("wanted",),
    "system": ("found",),
    "right": ("right",),
    "missing": ("missing",),
    "beyond": ("beyond",),
    "core": ("core",),
    "likely": ("likely",),
    "made": ("made",),
}
_NOTHING = Occurrence()


class Lead(NamedTuple):
    """Where a cell leads: to the sentences of a kind (see TABLES), of a phenomenon or any, under a system or any."""

    kind: str
    name: str = ""
    system: int = -1


def filter_of(lead: Lead, system: str) -> str:
    """Return the filter that lists the sentences of a cell, where gold and the system go by the same rules.

    >>> filter_of(Lead("missing", "dative shift"), "berkeley")
    'lost:"dative shift"'
    >>> filter_of(Lead("system", "passive"), "my parser")
    '"my parser".phenomenon:passive'
    """
    name, owner = as_value(lead.name), system if re.fullmatch(r"[\w-]+", system) else quoted(system)
    gold, theirs = f"phenomenon:{name}", f"{owner}.phenomenon:{name}"
    return {
        "anywhere": f"{gold} or {theirs}",
        "gold": gold,
        "system": theirs,
        "right": f"{gold} {theirs}",
        "missing": f"lost:{name}",
        "beyond": f"gained:{name}",
    }[lead.kind]


def _tr(text: str) -> str:
    return QCoreApplication.translate("PhenomenaPanel", text)


def phenomenon_rows(outcome: Outcome, *, of_suite: bool) -> tuple[Sequence[Heading], Sequence[Sequence[Value]]]:
    """Return the phenomena of one system: against a suite, or against gold's own trees."""
    rows = [
        [_name(name, outcome), *(_suite_values if of_suite else _gold_values)(name, one, outcome)]
        for name in outcome.names
        for one in [outcome.scores.phenomena.get(name, _NOTHING)]
        if one != _NOTHING or name not in outcome.unknown
    ]
    return (_suite_headings() if of_suite else _gold_headings()), rows


def _name(name: str, outcome: Outcome) -> Value:
    lead = Lead("anywhere", name)
    if name in outcome.unknown:
        return Value(_tr("{} (no rule)").format(name), name, lead, "muted")
    return Value(name, name, lead)


def _gold_headings() -> list[Heading]:
    return [
        Heading(_tr("Phenomenon"), _tr("A click lists the sentences and lights up the nodes")),
        Heading(_tr("Gold"), _tr("Sentences in whose gold tree it is recognised")),
        Heading(_tr("System"), _tr("Sentences in whose system's tree it is recognised")),
        Heading(_tr("Both"), _tr("Sentences in which both trees have it")),
        Heading(_tr("− Lost"), _tr("Sentences in which gold has it and the system has not")),
        Heading(_tr("+ Gained"), _tr("Sentences in which the system has it and gold has not")),
        Heading(_tr("Precision"), _tr("Of the system's sentences with it, the share in which gold has it, in percent")),
        Heading(_tr("Recall"), _tr("Of gold's sentences with it, the share in which the system has it, in percent")),
    ]


def _gold_values(name: str, one: Occurrence, outcome: Outcome) -> list[Value]:
    return [
        whole(one.expected, Lead("gold", name)),
        whole(one.recognised, Lead("system", name)),
        whole(one.both, Lead("right", name)),
        whole(one.expected - one.both, Lead("missing", name), "bad"),
        whole(one.recognised - one.both, Lead("beyond", name), "bad"),
        share(one.precision, Lead("beyond", name)),
        share(one.recall, Lead("missing", name)),
    ]


def _suite_headings() -> list[Heading]:
    return [
        Heading(_tr("Phenomenon"), _tr("A click lists the sentences and lights up the nodes")),
        Heading(_tr("Expected"), _tr("Sentences that the suite says have it, where it lists all they have")),
        Heading(_tr("Recognised"), _tr("Of the sentences whose phenomena the suite lists, those recognised with it")),
        Heading(_tr("Precision"), _tr("Of what is recognised, the share that is expected, in percent")),
        Heading(_tr("Recall"), _tr("Of what is expected, the share that is recognised, in percent")),
        Heading(_tr("Core"), _tr("Sentences that are about it")),
        Heading(_tr("Core recall"), _tr("Of these, the share in which it is recognised, in percent")),
        Heading(_tr("Likely"), _tr("Sentences in which it would be an error")),
        Heading(_tr("! Made"), _tr("Of these, those in which the error was made")),
    ]


def _suite_values(name: str, one: Occurrence, outcome: Outcome) -> list[Value]:
    return [
        whole(one.expected, Lead("gold", name)),
        whole(one.recognised, Lead("system", name)),
        share(one.precision, Lead("beyond", name)),
        share(one.recall, Lead("missing", name)),
        whole(one.core, Lead("core", name)),
        share(one.core_recall, Lead("missing", name)),
        whole(one.likely, Lead("likely", name)),
        whole(one.made, Lead("made", name), "bad"),
    ]


def system_rows(
    names: Sequence[str], outcomes: Mapping[int, Outcome], *, of_suite: bool
) -> tuple[Sequence[Heading], Sequence[Sequence[Value]]]:
    """Return all systems side by side: their scores, sentences without a parse, and the recall of each phenomenon."""
    first = Heading(_tr("Measure, recall"), _tr("Measures, and the recall of each phenomenon, in percent"))
    headings = [first, *(Heading(name) for name in names)]
    made: list[list[Value]] = []
    if of_suite:
        for title, field in MEANS.items():
            text = _tr(title).capitalize()
            cells = [_known(outcomes.get(system), field) for system in range(len(names))]
            made.append([Value(text, ""), *cells])
    unparsed = [
        whole(outcomes[system].scores.without_parse, tone="bad") if system in outcomes else Value("…")
        for system in range(len(names))
    ]
    made.append([Value(_tr("Sentences without a parse"), ""), *unparsed])
    known = dict.fromkeys(name for outcome in outcomes.values() for name in outcome.names)
    for name in known:
        cells = [_recall(outcomes.get(system), name, system) for system in range(len(names))]
        if any(cell.text not in ("", "…") for cell in cells):
            made.append([Value(name, name, Lead("anywhere", name)), *cells])
    return headings, made


def _known(outcome: Outcome | None, field: str) -> Value:
    return Value("…") if outcome is None else share(getattr(outcome.scores, field).value)


def _recall(outcome: Outcome | None, name: str, system: int) -> Value:
    if outcome is None:
        return Value("…", -1.0)
    one = outcome.scores.phenomena.get(name, _NOTHING)
    return share(one.recall if one.recall is not None else one.core_recall, Lead("missing", name, system))
