"""A slow and simple search for the fewest repairs, written from the definition, to hold the real one against.

A tree is nested tuples ``(label, children)``; words are numbers. All repairs of a tree are tried, then all of what they
make, until gold is there; removals first, then moves, then the rest. Nothing is cut into regions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

Node = Any  # (label, children) or a word
Key = tuple[str, int, int]


def words(node: Node) -> list[int]:
    """Return the words below a node."""
    return [node] if isinstance(node, int) else [word for child in node[1] for word in words(child)]


class Table:
    """A tree laid out: nodes by path, with spans; right ones are marked, the highest first among equals."""

    def __init__(self, tree: Node, gold: Counter[Key]) -> None:
        self.nodes: dict[tuple[int, ...], Node] = {}
        self.span: dict[tuple[int, ...], tuple[int, int]] = {}
        self._enter((), tree)
        self.missing = Counter(gold)
        self.right = {()}
        for path in self.nodes:
            if path and self.missing[self.key(path)]:
                self.missing[self.key(path)] -= 1
                self.right.add(path)
        self.missing = +self.missing
        self.extra = [path for path in self.nodes if path not in self.right]

    def _enter(self, path: tuple[int, ...], node: Node) -> None:
        self.nodes[path] = node
        below = words(node)
        self.span[path] = below[0], below[-1] + 1
        for place, child in enumerate(node[1]):
            if not isinstance(child, int):
                self._enter((*path, place), child)

    def key(self, path: tuple[int, ...]) -> Key:
        return self.nodes[path][0], *self.span[path]


class Live:
    """A node that can be changed."""

    def __init__(self, label: str, path: tuple[int, ...] | None) -> None:
        self.label, self.path = label, path
        self.children: list[Any] = []
        self.parent: Live | None = None

    @property
    def words(self) -> list[int]:
        return [w for child in self.children for w in ([child] if isinstance(child, int) else child.words)]

    def frozen(self) -> Node:
        return self.label, tuple(child if isinstance(child, int) else child.frozen() for child in self.children)


def thawed(tree: Node) -> dict[tuple[int, ...], Live]:
    """Return the nodes of a tree, by path, so that they can be changed."""
    found: dict[tuple[int, ...], Live] = {}

    def enter(path: tuple[int, ...], node: Node) -> Live:
        live = found[path] = Live(node[0], path)
        for place, child in enumerate(node[1]):
            below = child if isinstance(child, int) else enter((*path, place), child)
            live.children.append(below)
            if isinstance(below, Live):
                below.parent = live
        return live

    enter((), tree)
    return found


def dissolve(node: Live) -> None:
    """Give a node's children to its parent."""
    above = node.parent
    assert above is not None
    at = above.children.index(node)
    above.children[at : at + 1] = node.children
    for child in node.children:
        if isinstance(child, Live):
            child.parent = above


REMOVE, MOVE, REST = range(3)


def repairs(tree: Node, gold: Counter[Key], phase: int = REMOVE) -> Iterator[tuple[Node, int]]:
    """Yield what each repair of a tree makes of it, and what sort of repair it was; none of an earlier sort."""
    table = Table(tree, gold)
    for path in table.extra:
        if phase == REMOVE:
            live = thawed(tree)
            dissolve(live[path])
            yield live[()].frozen(), REMOVE
        for label, start, end in table.missing:
            if table.span[path] == (start, end):
                live = thawed(tree)
                live[path].label = label
                yield live[()].frozen(), REST
    for goal in table.missing:
        for made in additions(tree, table, goal):
            yield made, REST
    if phase <= MOVE:
        for made in moves(tree, table):
            yield made, MOVE


def additions(tree: Node, table: Table, goal: Key) -> Iterator[Node]:
    """Yield the trees with one more bracket."""
    label, start, end = goal
    for path, node in table.nodes.items():
        for begin in range(len(node[1])):
            for stop in range(begin + 1, len(node[1]) + 1):
                inside = [word for child in node[1][begin:stop] for word in words(child)]
                if (inside[0], inside[-1] + 1) == (start, end):
                    live = thawed(tree)
                    wrap(live[path], live[path].children[begin:stop], label)
                    yield live[()].frozen()


def wrap(above: Live, children: list[Any], label: str) -> Live:
    """Put a new node over some children."""
    new = Live(label, None)
    at = above.children.index(children[0])
    above.children[at : at + len(children)] = [new]
    new.parent, new.children = above, list(children)
    for child in children:
        if isinstance(child, Live):
            child.parent = new
    return new


def moves(tree: Node, table: Table) -> Iterator[Node]:
    """Yield what all moves make of a tree."""
    for source, node in table.nodes.items():
        for begin in range(len(node[1])):
            for stop in range(begin + 1, len(node[1]) + 1):
                for target in table.nodes:
                    inside = len(target) > len(source) and target[: len(source)] == source
                    if target == source or (inside and begin <= target[len(source)] < stop):
                        continue
                    yield from moved(tree, table, source, begin, stop, target, None)
                    for goal in table.missing:
                        yield from moved(tree, table, source, begin, stop, target, goal)


def moved(
    tree: Node, table: Table, source: tuple[int, ...], begin: int, stop: int, target: tuple[int, ...], goal: Key | None
) -> Iterator[Node]:
    """Yield the tree after a move, if it is one."""
    live = thawed(tree)
    old, new = live[source], live[target]
    block = old.children[begin:stop]
    whole = len(block) == len(old.children)
    if whole and (not source or old.parent is new or (old.parent is not None and len(old.parent.children) == 1)):
        return
    del old.children[begin:stop]
    firsts = [child if isinstance(child, int) else (child.words or [-1])[0] for child in new.children]
    start = words_of(block)[0]
    at = sum(1 for first in firsts if first < start)
    new.children[at:at] = block
    for child in block:
        if isinstance(child, Live):
            child.parent = new
    if live[()].words != words(tree):
        return
    after = {path: one.words for path, one in live.items()}
    changed = [path for path, w in after.items() if not w or (w[0], w[-1] + 1) != table.span[path]]
    if any(path in table.right for path in changed):
        return
    if goal is not None:
        if whole and old.parent is new:
            return
        chosen = wrapped(new, block, source[: len(target)] == target, goal)
        if chosen is None:
            return
        wrap(new, chosen, goal[0])
    left = +(table.missing - Counter([goal] if goal else []))
    met = goal is not None
    shrunk = [path for path in changed if len(after[path]) < len(words(table.nodes[path]))]
    gone = [path for path in shrunk if not after[path]]
    grown = [path for path in changed if path not in shrunk]
    common = source
    while target[: len(common)] != common:
        common = common[:-1]
    led = False
    for path in [*sorted(set(shrunk) - set(gone), key=len, reverse=True), *sorted(grown, key=len, reverse=True)]:
        key = live[path].label, after[path][0], after[path][-1] + 1
        before = table.span[path]
        if left[key] > 0:
            left[key] -= 1
            met = True
            continue
        if path in shrunk:
            kept = [c for c in live[path].children if isinstance(c, int) or c.words]
            alone = len(kept) == 1 and isinstance(kept[0], Live) and kept[0].label == live[path].label
            if alone:
                gone.append(path)
                continue
        elif path == min(grown, key=len):
            above = live[common]
            if above.label == live[path].label and above.words == live[path].words:
                gone.append(path)
                continue
        led = led or any(
            label == key[0] and ((key[1] != before[0] and key[1] == s) or (key[2] != before[1] and key[2] == e))
            for label, s, e in table.missing
        )
    if not (met or led):
        return
    for path in gone:
        dissolve(live[path])
    yield live[()].frozen()


def words_of(children: list[Any]) -> list[int]:
    return [w for child in children for w in ([child] if isinstance(child, int) else child.words)]


def wrapped(target: Live, block: list[Any], upwards: bool, goal: Key) -> list[Any] | None:
    """Return the children of a target over which a move makes a new bracket, if it may make this one."""
    label, start, end = goal
    present = [child for child in target.children if isinstance(child, int) or child.words]
    first = present.index(block[0])
    last = first + len(block)
    choices = []
    if upwards and label == target.label:
        if first == 0 and last < len(present):
            choices.append(present[last:])
        if last == len(present) and first > 0:
            choices.append(present[:first])
    if last < len(present) and isinstance(present[last], Live) and present[last].label == label:
        choices.append(present[first : last + 1])
    if first > 0 and isinstance(present[first - 1], Live) and present[first - 1].label == label:
        choices.append(present[first - 1 : last])
    for chosen in choices:
        inside = words_of(chosen)
        if (inside[0], inside[-1] + 1) == (start, end):
            return chosen
    return None


def shorter_than(tree: Node, gold: Counter[Key], steps: int) -> int | None:
    """Return the number of repairs of a shortest plan if it has fewer than so many steps, else None."""
    states = {(tree, REMOVE)}
    seen = set(states)
    for done in range(steps):
        for state, _ in states:
            table = Table(state, gold)
            if not table.missing and not table.extra:
                return done
        if done + 1 == steps:
            return None
        states = {after for state, phase in states for after in repairs(state, gold, phase)} - seen
        seen |= states
    return None
