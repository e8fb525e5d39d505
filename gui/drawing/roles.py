"""What became of each node, as a role to draw it in and a badge that says it without colour."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from treelens.engine.align.mapping import Mapping

__all__ = [
    "BADGED",
    "FOUND",
    "badge_of",
    "badges_of",
    "disagreement_roles",
    "found_role",
    "gold_badges",
    "gold_roles",
    "roles_of",
]

Roles = tuple[dict[int, str], dict[int, str]]
Texts = tuple[Callable[[int], str], Callable[[int], str]]

#: By how many systems a bracket of gold was found, the fewest first.
FOUND = ("nobody", "few", "most", "everybody")
#: Roles whose badge need not follow from the role alone.
BADGED = ("deletion", "insertion", "swap", *FOUND)

_BADGES = {"deletion": "−", "insertion": "+"}
_WORST_FIRST = ("deletion", "swap", "disagree", "match")


def roles_of(mapping: Mapping) -> Roles:
    """Return the roles of gold nodes and of system nodes; those that take no part have none, and are drawn plain."""
    gold = dict.fromkeys(mapping.deletions, "deletion")
    system = dict.fromkeys(mapping.insertions, "insertion")
    for pair in mapping.pairs:
        gold[pair[0]] = system[pair[1]] = "swap" if pair in mapping.swapped else "match"
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


def found_role(found: int, asked: int) -> str:
    """Return the role of a bracket that so many of the systems that were asked have found.

    >>> [found_role(found, 4) for found in range(5)]
    ['nobody', 'few', 'most', 'most', 'everybody']
    """
    if not found:
        return "nobody"
    return "everybody" if found == asked else "most" if 2 * found >= asked else "few"


def badge_of(role: str, text: str, other: str, side: str) -> str:
    """Return the second cue of a role; *other* is the label of a swapped node's partner.

    >>> badge_of("swap", "NP", "VP", "gold"), badge_of("swap", "NP", "VP", "system"), badge_of("deletion", "NP", "", "")
    ('NP→VP', 'VP→NP', '−')
    """
    if role == "swap" and other:
        return f"{text}→{other}" if side == "gold" else f"{other}→{text}"
    return _BADGES.get(role, "")


def badges_of(mapping: Mapping, texts: Texts | None = None) -> Roles:
    """Return the badges of swapped nodes, ``old→new``, of gold and of the system.

    *texts* give the label of a gold node and of a system node as they are drawn.
    """
    ours, theirs = texts or (mapping.gold.text, mapping.system.text)
    named = [(one, other, f"{ours(one)}→{theirs(other)}") for one, other in mapping.swaps]
    return {one: badge for one, _, badge in named}, {other: badge for _, other, badge in named}


def gold_roles(several: Sequence[dict[int, str]]) -> dict[int, str]:
    """Return what became of gold nodes in several systems: the worst that befell each.

    >>> gold_roles([{0: "match", 1: "deletion"}, {0: "swap", 1: "match"}])
    {0: 'swap', 1: 'deletion'}
    """
    found = {node for roles in several for node in roles}
    return {node: min((roles.get(node, "match") for roles in several), key=_WORST_FIRST.index) for node in found}


def gold_badges(several: Sequence[tuple[str, dict[int, str], dict[int, str]]]) -> dict[int, str]:
    """Return the badges of gold nodes beside several systems, each given by a short name, its roles and its badges.

    What holds of all systems needs no name.

    >>> gold_badges([("A", {1: "deletion", 2: "deletion"}, {}), ("B", {1: "deletion", 2: "match"}, {})])
    {1: '−', 2: '−A'}
    >>> gold_badges([("A", {1: "swap", 2: "deletion"}, {1: "NP→VP"}), ("B", {1: "match", 2: "swap"}, {2: "X→Y"})])
    {1: 'A: NP→VP', 2: '−A, B: X→Y'}
    """
    made: dict[int, str] = {}
    for node in sorted({node for _, roles, _ in several for node in roles}):
        said = [(name, _badge(node, roles, badges)) for name, roles, badges in several]
        if len({badge for _, badge in said}) == 1:
            badge = said[0][1]
        else:
            badge = ", ".join(f"{name}: {text}" if "→" in text else f"{text}{name}" for name, text in said if text)
        if badge:
            made[node] = badge
    return made


def _badge(node: int, roles: dict[int, str], badges: dict[int, str]) -> str:
    role = roles.get(node, "")
    return badges.get(node, "") if role == "swap" else _BADGES.get(role, "")
