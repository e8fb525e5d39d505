"""What became of each node, as a role to draw it in."""

from __future__ import annotations

from treelens.engine.align.mapping import Mapping

__all__ = ["disagreement_roles", "renamed_of", "roles_of"]

Roles = tuple[dict[int, str], dict[int, str]]


def roles_of(mapping: Mapping) -> Roles:
    """Return the roles of gold nodes and of system nodes; those that take no part have none, and are drawn plain."""
    gold = dict.fromkeys(mapping.deletions, "deletion")
    system = dict.fromkeys(mapping.insertions, "insertion")
    for pair in mapping.pairs:
        gold[pair[0]] = system[pair[1]] = "swap" if pair in mapping.swapped else "match"
    return gold, system


def renamed_of(mapping: Mapping) -> Roles:
    """Return for each swapped node, of gold and of the system, the label of its partner."""
    gold = {one: mapping.system.text(other) for one, other in mapping.swaps}
    system = {other: mapping.gold.text(one) for one, other in mapping.swaps}
    return gold, system


def disagreement_roles(one: Mapping, other: Mapping) -> Roles:
    """Return the roles in *one*, but ``disagree`` for nodes that *other*, of the same trees, judges differently.

    That is: paired in one and left over in the other, or paired with different nodes. A node that takes no part in
    one of them is not judged there.
    """
    gold, system = roles_of(one)
    for node in one.gold_nodes & other.gold_nodes:
        if one.to_system.get(node) != other.to_system.get(node):
            gold[node] = "disagree"
    for node in one.system_nodes & other.system_nodes:
        if one.to_gold.get(node) != other.to_gold.get(node):
            system[node] = "disagree"
    return gold, system
