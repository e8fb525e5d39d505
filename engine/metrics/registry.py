"""All measures by name, and the groups they come in."""

from collections.abc import Sequence
from types import ModuleType

from ..problems import TreelensError
from . import parseval
from .base import Metric

__all__ = ["GROUPS", "METRICS", "choose", "family_of"]

_FAMILIES: dict[str, ModuleType] = {"evalb": parseval}

GROUPS: dict[str, list[str]] = {group: [m.name for m in module.METRICS] for group, module in _FAMILIES.items()}
GROUPS["all"] = [name for names in GROUPS.values() for name in names]

METRICS: dict[str, Metric] = {metric.name: metric for module in _FAMILIES.values() for metric in module.METRICS}


def choose(names: Sequence[str]) -> list[Metric]:
    """Return the metrics of these names and groups, each once, in the order given.

    >>> [metric.name for metric in choose(["f1", "exact", "f1"])]
    ['f1', 'exact']
    """
    chosen: dict[str, Metric] = {}
    for name in names:
        if name not in METRICS and name not in GROUPS:
            raise TreelensError(
                f"no measure is called {name!r}; there are {', '.join(METRICS)} and the groups {', '.join(GROUPS)}"
            )
        for member in GROUPS.get(name, [name]):
            chosen[member] = METRICS[member]
    return list(chosen.values())


def family_of(metric: Metric) -> ModuleType:
    """Return the module that counts for a metric."""
    return next(module for module in _FAMILIES.values() if metric in module.METRICS)
