"""The kinds of alignment by name."""

from __future__ import annotations

from collections.abc import Callable

from ..prepare.settings import Preparation
from ..trees import Tree
from .edits import t_mapping
from .fragments import fragment_mapping
from .mapping import Mapping
from .spans import e_mapping

__all__ = ["ALIGNMENTS", "align"]


def _all_nodes(gold: Tree, system: Tree, preparation: Preparation) -> Mapping:
    return e_mapping(gold, system, preparation, nodes="all")


#: By name: prepared gold tree, prepared system tree and preparation to a mapping.
ALIGNMENTS: dict[str, Callable[[Tree, Tree, Preparation], Mapping]] = {
    "e": _all_nodes,
    "t": t_mapping,
    "fragments": fragment_mapping,
}


def align(name: str, gold: Tree, system: Tree, preparation: Preparation) -> Mapping:
    """Align two prepared trees."""
    return ALIGNMENTS[name](gold, system, preparation)
