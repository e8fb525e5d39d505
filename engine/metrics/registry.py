"""All measures by name, and the groups they come in."""

from collections.abc import Sequence

from ..problems import TreelensError
from . import dependencies, emms, freval, leaf_ancestor, mph, packard, parseval, semantics
from .base import Family, Metric

__all__ = ["FAMILIES", "FOURTEEN", "GROUPS", "METRICS", "choose", "family_of"]

FAMILIES = (
    parseval.FAMILY,
    *emms.FAMILIES,
    freval.FAMILY,
    leaf_ancestor.FAMILY,
    mph.FAMILY,
    *dependencies.FAMILIES,
    packard.FAMILY,
    semantics.FAMILY,
)

#: Packard's fourteen, in the order of his table.
FOURTEEN = ["etm", "emm", "axb", "zxb", "lp", "up", "lsd", "usd", "led", "ued", "la", "lnm", "pos", "ncm"]

GROUPS: dict[str, list[str]] = {
    "evalb": [metric.name for metric in parseval.FAMILY.metrics],
    "emms": [metric.name for family in emms.FAMILIES for metric in family.metrics],
    "freval": [metric.name for metric in freval.FAMILY.metrics],
    "mph": [metric.name for metric in mph.FAMILY.metrics],
    "dependencies": [metric.name for family in dependencies.FAMILIES for metric in family.metrics],
    "packard": FOURTEEN,
    "all": [metric.name for family in FAMILIES for metric in family.metrics],
}

METRICS: dict[str, Metric] = {metric.name: metric for family in FAMILIES for metric in family.metrics}

_FAMILIES = {metric.name: family for family in FAMILIES for metric in family.metrics}


def choose(names: Sequence[str], *, groups: bool = True) -> list[Metric]:
    """Return the metrics of these names and groups, each once, in the order given.

    A name that is both, ``freval``, is the group, unless only single measures are wanted.

    >>> [metric.name for metric in choose(["f1", "exact", "f1"])]
    ['f1', 'exact']
    """
    chosen: dict[str, Metric] = {}
    if not names:
        raise TreelensError("no measure is named")
    for name in names:
        if name not in METRICS and not (groups and name in GROUPS):
            raise TreelensError(
                f"no measure is called {name!r}; there are {', '.join(METRICS)} and the groups {', '.join(GROUPS)}"
            )
        for member in GROUPS.get(name, [name]) if groups else [name]:
            chosen[member] = METRICS[member]
    return list(chosen.values())


def family_of(metric: Metric) -> Family:
    """Return the family that counts for a metric."""
    return _FAMILIES[metric.name]
