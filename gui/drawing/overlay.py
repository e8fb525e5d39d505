"""One merged tree: what gold and the system share is drawn once, what only one has beside it.

Lines of the two trees may cross each other, but like all lines they meet no text: each node is on a row of its own
depth in the merged graph, and a line over several rows gets a place on each of them.
"""

from __future__ import annotations

from treelens.engine.align.mapping import Mapping

from .axis import axis_of
from .compose import compose, from_right, page_of
from .joint import Joint, joined, merged_places, same_subtrees
from .model import Drawing, Measure, Options
from .plan import BEND, HEAD, Item, Line, Plan
from .roles import FOUND, Roles, Texts, badge_of, badges_of, roles_of
from .room import settle_in_room
from .settle import settle
from .shown import fold_text, label_text, runs

__all__ = ["place_overlay"]

Heads = tuple[frozenset[int], frozenset[int]]

_ONLY = {"gold": "deletion", "system": "insertion"}


def place_overlay(
    mapping: Mapping,
    measure: Measure,
    options: Options,
    *,
    roles: Roles | None = None,
    texts: Texts | None = None,
    found: dict[int, str] | None = None,
    heads: Heads = (frozenset(), frozenset()),
    otherwise: str = "plain",
    mirrored: bool = False,
) -> Drawing:
    """Draw the trees of a mapping as one: what is compared of them, and nothing else.

    Pairs are of side ``both`` and carry gold's node id. ``options.folded`` are gold nodes; those are folded whose
    subtree is the same in both trees. *roles* and *texts* are those of gold and of the system, if they are not the
    mapping's; *found* says of gold nodes how many systems found them; *heads* are the nodes of each in which their
    parent's head is; *otherwise* is the role of nodes without one.
    """
    planner = _Planner(mapping, options, roles, texts)
    planner.heads, planner.otherwise, planner.found = heads, otherwise, found or {}
    plan = planner.plan()
    plan.measure(measure)

    def settle_all(options: Options) -> None:
        plan.restart()
        axis = axis_of([plan], [planner.length])
        settle(plan, axis, options)
        axis.finish()

    settle_in_room([plan], settle_all, options)
    drawing = compose(plan, page_of([plan], options))
    return from_right(drawing) if mirrored else drawing


class _Planner:
    """Plans the joint nodes of two trees."""

    def __init__(self, mapping: Mapping, options: Options, roles: Roles | None, texts: Texts | None) -> None:
        self.mapping, self.options = mapping, options
        self.trees = mapping.gold, mapping.system
        self.texts = texts or self._labels()
        self.badges = badges_of(mapping, self.texts)
        self.roles = roles or roles_of(mapping)
        self.joints, self.word_pairs = joined(mapping)
        self.places = merged_places(self.word_pairs, [len(tree.leaves) for tree in self.trees])
        self.length = self.places[0][-1]
        self.folded = same_subtrees(mapping, self.joints, self.word_pairs) & options.folded
        self.heads: Heads = (frozenset(), frozenset())
        self.otherwise = "plain"
        self.found: dict[int, str] = {}
        self.made = Plan()
        self.items: dict[Joint, Item] = {}
        self.hidden: set[Joint] = set()  # below a fold

    def plan(self) -> Plan:
        """Make an item of each joint node that is shown, and of each word."""
        for joint in sorted(self.joints, key=lambda joint: joint.row):
            uppers = [self.items.get(parent) if parent else None for parent in joint.parents]
            if any(parent in self.hidden for parent in joint.parents):
                self.hidden.add(joint)
            elif self.options.tags or not self._is_tag(joint) or not any(joint.parents):
                self._show(joint, uppers)
        if self.options.words:
            self._show_words()
        return self.made

    def _labels(self) -> Texts:
        gold, system, functions = *self.trees, self.options.functions
        return lambda node: label_text(gold, node, functions), lambda node: label_text(system, node, functions)

    def _is_tag(self, joint: Joint) -> bool:
        sides = zip(self.trees, joint.nodes, strict=True)
        return all(tree.is_preterminal(node) for tree, node in sides if node >= 0)

    def _show(self, joint: Joint, uppers: list[Item | None]) -> None:
        item = self._item(joint.nodes, "tag" if self._is_tag(joint) else "phrase")
        item.row = joint.row
        self.items[joint] = self.made.add(item)
        self._hang(item, uppers, joint.nodes)
        if joint.gold in self.folded:
            self.hidden.add(joint)
            item.folded = True
            self._fold(item)

    def _item(self, nodes: tuple[int, int], kind: str) -> Item:
        """Make an item of a gold node, a system node, or (neither is -1) both."""
        number = 0 if nodes[0] >= 0 else 1
        node, tree = nodes[number], self.trees[number]
        side = "both" if min(nodes) >= 0 else ("gold", "system")[number]
        text = self.texts[number](node)
        role = self._role(nodes, number, "plain" if kind == "word" else self.otherwise)
        badge = self.badges[number].get(node, "") if role == "swap" else badge_of(role, text, "", side)
        if role in FOUND:
            badge = self.found.get(node, "")
        made = Item(text, kind, role, side, node, order=node, badge=badge)
        start, end = tree.span(node)
        places = self.places[number]
        made.span = places[start], places[end - 1] + 1 if start < end else places[start]
        return made

    def _role(self, nodes: tuple[int, int], number: int, otherwise: str) -> str:
        """Return what became of a node; two that are drawn as one without being a pair have no role."""
        if min(nodes) >= 0 and self.mapping.to_system.get(nodes[0]) != nodes[1]:
            return otherwise
        return self.roles[number].get(nodes[number], otherwise)

    # -- lines ------------------------------------------------------------------------------------------------------

    def _hang(self, item: Item, uppers: list[Item | None], nodes: tuple[int, int]) -> None:
        """Hang an item on its parents: by one line if they are the same, else by one for each tree."""
        if uppers[0] is not None and uppers[0] is uppers[1]:
            head = all(self._is_head(side, node) for side, node in enumerate(nodes) if node >= 0)
            self._line(uppers[0], item, item.role, "both", item.node, head)
            return
        for number, (upper, side, node) in enumerate(zip(uppers, _ONLY, nodes, strict=True)):
            if upper is not None and node >= 0:
                aside = item.role in ("plain", "quiet") and (upper.role == "plain" or self.otherwise == "quiet")
                role = item.role if item.side != "both" or aside else _ONLY[side]
                self._line(upper, item, role, side, node, self._is_head(number, node))

    def _is_head(self, side: int, node: int) -> bool:
        """Say whether the head of what it hangs on is in a node, or in the tag of a word that hangs on more."""
        tree = self.trees[side]
        tag = tree.parent[node] if tree.is_word(node) else -1
        return (tag if tag >= 0 and tree.is_preterminal(tag) else node) in self.heads[side]

    def _line(self, upper: Item, lower: Item, role: str, side: str, node: int, head: bool) -> None:
        """Draw a line, with a bend on each row that it passes."""
        rows = range(upper.row + 1, lower.row)
        via = tuple(self.made.add(Item("", BEND, role, side, node, row=row)) for row in rows)
        self.made.join(Line(upper, lower, role, side, node, via, HEAD if head else 0.0))

    # -- words ------------------------------------------------------------------------------------------------------

    def _show_words(self) -> None:
        by_node = [{joint.nodes[side]: joint for joint in self.joints} for side in (0, 1)]
        leaves = [tree.leaves for tree in self.trees]
        for at, to in self._word_rows():
            nodes = leaves[0][at] if at >= 0 else -1, leaves[1][to] if to >= 0 else -1
            joints = [
                own.get(tree.parent[node]) if node >= 0 else None
                for own, tree, node in zip(by_node, self.trees, nodes, strict=True)
            ]
            if not any(joint in self.hidden for joint in joints):
                word = self.made.add(self._item(nodes, "word"))
                self._hang(word, [self._shown(joint, side) for side, joint in enumerate(joints)], nodes)

    def _word_rows(self) -> list[tuple[int, int]]:
        """Return all words: positions in gold and in the system, -1 where they are not."""
        rows = [[-1, -1] for _ in range(self.length)]
        for side, places in enumerate(self.places):
            for position, place in enumerate(places[:-1]):
                rows[place][side] = position
        return [(at, to) for at, to in rows]

    def _shown(self, joint: Joint | None, side: int) -> Item | None:
        """Return the item of a joint, or of the one above it if it is a tag that is not shown."""
        if joint is None or joint in self.items:
            return self.items.get(joint) if joint else None
        parent = joint.parents[side]
        return self.items.get(parent) if parent else None

    def _fold(self, item: Item) -> None:
        """Put the words of a folded node on the bottom row."""
        if not self.options.words:
            return
        gold, places = self.trees[0], self.places[0]
        words = gold.words
        for start, end in runs(gold.positions(item.node)):
            text = fold_text(words[start:end], self.options.longest_fold)
            span = places[start], places[end - 1] + 1
            fold = self.made.add(Item(text, "fold", "plain", "both", item.node, span=span))
            self.made.join(Line(item, fold, item.role, "both", item.node))
