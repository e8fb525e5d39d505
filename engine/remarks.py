"""What there is to say about a file and about a system's comparison with gold, in lines for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from .common_ground import Lost, lost_words
from .heads import heads_of
from .metrics import Metric, family_of
from .prepare.apply import Prepared
from .profiles import Unusable, unusable_meanings
from .scoring import ERROR, Comparison
from .treebank import Treebank

__all__ = ["on_comparison", "on_file", "on_measures"]

_PROBLEMS = 20  #: problems of one file that are told in full
_NAMED = 5  #: sentences that are named of each sort


def on_file(bank: Treebank) -> Iterator[str]:
    """Tell the notes on a file and its problems, the first ones with a view of the place."""
    yield from (f"{bank.path}: {note}" for note in bank.notes)
    yield from (problem.report() for problem in bank.problems[:_PROBLEMS])
    if len(bank.problems) > _PROBLEMS:
        yield f"{bank.path}: and {len(bank.problems) - _PROBLEMS} more problems"


def on_comparison(
    name: str, comparison: Comparison, metrics: Sequence[Metric], lost: Iterable[Lost] | None = None
) -> Iterator[str]:
    """Tell how sentences were paired and how many have other words than gold, as far as it matters to *metrics*.

    Whoever knows already what was *lost* of these passes it on.
    """
    by_letters = [family_of(metric).aligns_letters for metric in metrics]
    yield from (f"{name}: {note}" for note in comparison.pairing.notes)
    if not by_letters or not all(by_letters):
        yield from _mismatches(name, comparison)
    if any(by_letters):
        yield from _lost_words(name, list(lost_words(comparison) if lost is None else lost))


def _mismatches(name: str, comparison: Comparison) -> Iterator[str]:
    unread = {problem.message for problem in comparison.system.problems}
    found = [
        (position, message)
        for position, message in comparison.messages.items()
        if comparison.status[position] == ERROR and message not in unread and not message.startswith("gold: ")
    ]
    if found:
        position, message = found[0]
        count = _sentences(len(found))
        yield f"{name}: {count} with other words than gold, not compared (sentence {position + 1}: {message})"


def _lost_words(name: str, found: Sequence[Lost]) -> Iterator[str]:
    """Tell how many sentences were compared over the words of the same letters, and what of them was left out."""
    if not found:
        return
    lost = [one for one in found if one]
    line = f"{name}: by heads, {_sentences(len(found))} with other words compared over those of the same letters"
    if lost:
        gold, system, brackets = (
            sum(sizes) for sizes in zip(*((len(a), len(b), c) for _, a, b, c in lost), strict=True)
        )
        line += (
            f"; left out in {_sentences(len(lost))}: words of gold {gold}, of the system {system}, brackets {brackets}"
            f" (sentence {lost[0].sentence + 1}: {lost[0]})"
        )
    yield line


def on_measures(name: str, comparison: Comparison, metrics: Sequence[Metric]) -> Iterator[str]:
    """Tell, in a line each, how heads of derivations were found and which meanings could not be compared."""
    families = {family_of(metric).name for metric in metrics}
    if "dependencies" in families:
        for side, prepared in (("gold", comparison.gold), ("system", comparison.test)):
            if prepared.original.format == "delphin" and (said := _heads(prepared, side)):
                yield f"{name if side == 'system' else prepared.bank.path}: {said}"
    if "semantics" in families and (comparison.gold.original.semantics or comparison.system.semantics):
        yield from (f"{name}: {line}" for line in _by_reason(unusable_meanings(comparison)))


def _heads(prepared: Prepared, side: str) -> str:
    """Tell how heads were found, in all analyses that there are."""
    found = heads_of(prepared, side)
    if not found.guessed and not found.fallbacks:
        return ""
    several = " in all analyses" if len(prepared.bank.first) - 1 > len(prepared.bank) else ""
    return (
        f"heads of {found.chosen} phrases{several} ({Path(found.rules.name).name}): "
        f"{found.guessed} by the names of rules, {found.fallbacks} on the left for want of a rule"
    )


def _by_reason(found: Sequence[Unusable]) -> Iterator[str]:
    groups: dict[tuple[str, str], list[int]] = {}
    for one in found:
        groups.setdefault((one.side, one.why), []).append(one.sentence + 1)
    for (side, why), sentences in groups.items():
        where = "meanings" if side == "both" else "the meaning in gold" if side == "gold" else "the system's meaning"
        named = ", ".join(map(str, sentences[:_NAMED])) + (", …" if len(sentences) > _NAMED else "")
        yield f"{where} {why} in {_sentences(len(sentences))} ({named})"


def _sentences(count: int) -> str:
    return "1 sentence" if count == 1 else f"{count} sentences"
