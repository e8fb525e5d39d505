"""From gold to the system's tree, one operation after the other.

First gold's nodes without a partner are deleted, their children moving up; then pairs with different labels are
relabelled; then the system's nodes without a partner are inserted, each taking the children that it has in the system.
After the relabelling both ways meet, if ancestors and order were kept (a T-mapping): gold without its deletions is the
system without its insertions. Other mappings may jump there.
"""

from __future__ import annotations

from treelens.engine.align.arcs import ArcMapping
from treelens.engine.align.mapping import Mapping, phrase

from .arc_script import arc_script
from .drawn import Drawn, Part
from .step import Step

__all__ = ["Step", "script_of", "step_part"]


def script_of(mapping: Mapping) -> list[Step]:
    """Return the operations of a mapping: deletions, swaps, insertions; of dependencies, the words to be attached."""
    if isinstance(mapping, ArcMapping):
        return arc_script(mapping)
    gold, system = mapping.gold, mapping.system
    return [
        *(Step("deletion", "gold", node, f"delete {phrase(gold, node)}") for node in mapping.deletions),
        *(
            Step("swap", "gold", one, f"relabel {phrase(gold, one)} as {system.text(other)}")
            for one, other in mapping.swaps
        ),
        *(Step("insertion", "system", node, f"insert {phrase(system, node)}") for node in mapping.insertions),
    ]


def step_part(mapping: Mapping, gold: Drawn, system: Drawn, done: int) -> Part:
    """Return the tree after so many operations, what was done last in its role.

    The part is of side ``gold`` and has gold's ids as long as nothing was inserted, then of side ``system``. A node
    that was deleted is gone: its role is that of the lines on which its children now hang.
    """
    script = script_of(mapping)
    done = max(0, min(done, len(script)))
    last = script[done - 1] if done else None
    inserting = last is not None and (last.kind == "insertion" or done == len(script))
    roles: dict[int, str] = {}
    badges: dict[int, str] = {}
    lines: dict[int, str] = {}
    if last is not None and last.kind == "deletion":
        lines = dict.fromkeys(_moved_up(mapping, last.node, script[:done], inserting), "deletion")
    elif last is not None:
        node = mapping.to_system[last.node] if inserting and last.kind == "swap" else last.node
        roles[node] = last.kind
        if last.kind == "swap":
            badges[node] = f"{mapping.gold.text(last.node)}→{mapping.system.text(mapping.to_system[last.node])}"
    if inserting:
        waiting = frozenset(step.node for step in script[done:])
        return Part(system.without(waiting, {}), "system", roles, badges, lines=lines)
    gone = frozenset(step.node for step in script[:done] if step.kind == "deletion")
    renamed = {
        step.node: mapping.system.text(mapping.to_system[step.node]) for step in script[:done] if step.kind == "swap"
    }
    return Part(gold.without(gone, renamed), "gold", roles, badges, lines=lines)


def _moved_up(mapping: Mapping, deleted: int, done: list[Step], in_system: bool) -> list[int]:
    """Return the nodes that hang elsewhere since a node is gone: those below it that are still there."""
    gone = {step.node for step in done if step.kind == "deletion"}
    waiting, found = [deleted], []
    while waiting:
        for child in mapping.gold.children(waiting.pop()):
            if child in gone:
                waiting.append(child)
            elif not in_system:
                found.append(child)
            elif child in mapping.to_system:
                found.append(mapping.to_system[child])
    return found
