"""The kinds of alignment by name."""

from __future__ import annotations

from collections.abc import Callable

from ..prepare.settings import Preparation
from ..trees import Tree
from .arcs import arc_mapping
from .edits import t_mapping
from .fragments import fragment_mapping
from .headed import Headed
from .mapping import Mapping
from .projections import head_mapping
from .spans import e_mapping

__all__ = ["ALIGNMENTS", "BY_HEADS", "align"]


def _all_nodes(gold: Tree, system: Tree, preparation: Preparation) -> Mapping:
    return e_mapping(gold, system, preparation, nodes="all")


#: By name: prepared gold tree, prepared system tree and preparation to a mapping.
ALIGNMENTS: dict[str, Callable[..., Mapping]] = {
    "e": _all_nodes,
    "t": t_mapping,
    "fragments": fragment_mapping,
    "heads": head_mapping,
    "dependencies": arc_mapping,
}

#: Those that go by heads, and take the trees with them.
BY_HEADS = ("heads", "dependencies")


def align(
    name: str, gold: Tree, system: Tree, preparation: Preparation, sides: tuple[Headed, Headed] | None = None
) -> Mapping:
    """Align two prepared trees; *sides* are the same trees with their heads, for alignments that go by them."""
    if name in BY_HEADS:
        return ALIGNMENTS[name](gold, system, preparation, sides)
    return ALIGNMENTS[name](gold, system, preparation)
