"""What to know about measures of derivations and meanings: where heads come from, which meanings were of no use."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from ..cache import Cache, user_cache
from ..heads import BankHeads, heads_of
from ..metrics import Metric, family_of
from ..profiles import Unusable, unusable_meanings
from ..scoring import Comparison
from .progress import progress

__all__ = ["count_meanings", "meanings_in_json", "notes_on"]

_SHOWN = 5  #: sentences that are named of each sort


def count_meanings(compared: Sequence[Comparison], metrics: Sequence[Metric], cache: Cache | None = None) -> None:
    """Count the measures that take long, showing how far it is; what was counted once is kept on disk."""
    slow = list({family_of(metric).name: family_of(metric) for metric in metrics if family_of(metric).chunk}.values())
    for comparison in compared:
        for family in slow:
            if not comparison.gold.original.semantics or not comparison.system.semantics:
                continue
            total = len(range(0, len(comparison.status), comparison.piece(family)))
            for _ in progress(comparison.counting(family, cache or user_cache()), total, "comparing meanings"):
                pass


def notes_on(name: str, comparison: Comparison, metrics: Sequence[Metric]) -> Iterator[str]:
    """Say, in a line each, how heads of derivations were found and which meanings could not be compared."""
    families = {family_of(metric).name for metric in metrics}
    if "dependencies" in families:
        for side, prepared in (("gold", comparison.gold), ("system", comparison.test)):
            if prepared.original.format == "delphin" and (said := _heads(heads_of(prepared, side))):
                yield f"{name if side == 'system' else prepared.bank.path}: {said}"
    if "semantics" in families and (comparison.gold.original.semantics or comparison.system.semantics):
        yield from (f"{name}: {line}" for line in _by_reason(unusable_meanings(comparison)))


def _heads(found: BankHeads) -> str:
    if not found.guessed and not found.fallbacks:
        return ""
    return (
        f"heads of {found.chosen} phrases ({Path(found.rules.name).name}): {found.guessed} by the names of rules, "
        f"{found.fallbacks} on the left for want of a rule"
    )


def _by_reason(found: Sequence[Unusable]) -> Iterator[str]:
    groups: dict[tuple[str, str], list[int]] = {}
    for one in found:
        groups.setdefault((one.side, one.why), []).append(one.sentence + 1)
    for (side, why), sentences in groups.items():
        where = "meanings" if side == "both" else "the meaning in gold" if side == "gold" else "the system's meaning"
        named = ", ".join(map(str, sentences[:_SHOWN])) + (", …" if len(sentences) > _SHOWN else "")
        plural = "1 sentence" if len(sentences) == 1 else f"{len(sentences)} sentences"
        yield f"{where} {why} in {plural} ({named})"


def meanings_in_json(comparison: Comparison) -> list[dict[str, object]]:
    """Return the list of sentences whose meanings could not be compared, as plain values."""
    return [{"id": one.sentence + 1, "side": one.side, "why": one.why} for one in unusable_meanings(comparison)]
