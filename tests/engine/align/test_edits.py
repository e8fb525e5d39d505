"""Tree edit distance against listing all mappings, against other programs, and on odd and large trees."""

import random
from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from treelens.engine.align.edits import t_mapping
from treelens.engine.align.mapping import Mapping
from treelens.engine.formats import brackets
from treelens.engine.prepare.apply import Prepared, prepare
from treelens.engine.prepare.settings import Preparation
from treelens.engine.source import Source
from treelens.engine.treebank import Analysis, Sentence, Treebank
from treelens.engine.trees import Node, Tree, tree_of

RAW = Preparation("raw")
Pairs = tuple[tuple[int, int], ...]


@st.composite
def small_trees(draw: st.DrawFn, largest: int = 6, words: str = "xy", labels: str = "AB") -> Tree:
    """Draw a tree or a forest of any shape: leaves may be words or not, words may be out of order."""
    size = draw(st.integers(0, largest))
    depth, parents = 0, list[int]()
    for node in range(size):
        above = -1 if node == 0 else node - 1
        for _ in range(draw(st.integers(0, depth)) if node else 0):
            above = parents[above]
        depth = depth + 1 if above == node - 1 else sum(1 for _ in _line(parents, above))
        parents.append(above)
    is_word = [node not in parents and draw(st.booleans()) for node in range(size)]
    places = list(range(sum(is_word)))
    if draw(st.integers(0, 9)) == 0:
        places = draw(st.permutations(places))
    left = iter(places)
    return tree_of(
        [
            Node(draw(st.sampled_from(words)), parents[node], next(left))
            if is_word[node]
            else Node(draw(st.sampled_from(labels)), parents[node])
            for node in range(size)
        ]
    )


def _line(parents: list[int], node: int) -> Iterator[int]:
    while node >= 0:
        yield node
        node = parents[node]


def random_tree(random: random.Random, size: int, labels: int = 8, words: int = 20) -> Tree:
    """Return a tree of about this many nodes; leaves are words."""
    children: list[list[int]] = [[]]
    for node in range(1, size):
        children[random.choice((random.randrange(node), node - 1, max(0, node - 3)))].append(node)
        children.append([])
    nodes: list[Node] = []
    waiting = [(0, -1)]
    position = 0
    while waiting:
        node, parent = waiting.pop()
        if children[node]:
            waiting.extend((child, len(nodes)) for child in reversed(children[node]))
            nodes.append(Node(f"L{random.randrange(labels)}", parent))
        else:
            nodes.append(Node(f"w{random.randrange(words)}", parent, position))
            position += 1
    return tree_of(nodes)


def changed(random: random.Random, tree: Tree, times: int) -> Tree:
    """Return a tree with some labels changed and some inner nodes left out."""
    rows = [[tree.text(n), tree.parent[n], tree.start[n] if tree.is_word(n) else -1] for n in range(len(tree))]
    for _ in range(times):
        node = random.randrange(1, len(rows))
        if rows[node][2] >= 0 or random.random() < 0.5:
            rows[node][0] = "new"
        else:
            above = rows[node][1]
            for row in rows:
                if row[1] == node:
                    row[1] = above
                elif row[1] > node:
                    row[1] -= 1
            for row in rows:
                row[1] -= row[1] > node and False
            del rows[node]
            rows = _renumbered(rows, node)
    return tree_of([Node(*row) for row in rows])


def _renumbered(rows: list[list], gone: int) -> list[list]:
    return rows


def read(text: str) -> Tree:
    bank = Treebank.joined(brackets.read(Source("x", text.encode())))
    return bank.tree(0)


def bank_of(trees: list[Tree], preparation: Preparation = RAW) -> Prepared:
    return prepare(Treebank.of([Sentence((Analysis(tree),) if len(tree) else ()) for tree in trees]), preparation)


def above(tree: Tree) -> list[set[int]]:
    """Return the ancestors of each node."""
    found: list[set[int]] = []
    for node in range(len(tree)):
        parent = tree.parent[node]
        found.append(found[parent] | {parent} if parent >= 0 else set())
    return found


def all_mappings(gold: Tree, system: Tree) -> list[Pairs]:
    """List all mappings that keep order and ancestry."""
    gold_above, system_above = above(gold), above(system)
    found: list[Pairs] = [()]
    for node in range(len(gold)):
        more = []
        for pairs in found:
            for other in range(pairs[-1][1] + 1 if pairs else 0, len(system)):
                if all((one in gold_above[node]) == (two in system_above[other]) for one, two in pairs):
                    more.append((*pairs, (node, other)))
        found.extend(more)
    return found


def equal(gold: Tree, system: Tree, one: int, other: int) -> bool:
    return gold.is_word(one) == system.is_word(other) and gold.text(one) == system.text(other)


def judge(gold: Tree, system: Tree, pairs: Pairs) -> tuple[int, int, int]:
    """Return cost, pairs of words at the same position and matches of a mapping, smaller is better."""
    matches = sum(equal(gold, system, *pair) for pair in pairs)
    places = sum(
        gold.is_word(one) and system.is_word(other) and gold.start[one] == system.start[other] for one, other in pairs
    )
    return len(gold) + len(system) - len(pairs) - matches, -places, -matches


def order(gold: Tree, pairs: Pairs) -> list[float]:
    """Return the partners of the gold nodes: the smallest list is the leftmost mapping."""
    partner = dict(pairs)
    return [partner.get(node, float("inf")) for node in range(len(gold))]


def check(gold: Tree, system: Tree, found: Mapping) -> None:
    """Compare a mapping with all there are."""
    mappings = all_mappings(gold, system)
    judged = [judge(gold, system, pairs) for pairs in mappings]
    best = min(judged)
    rivals = [pairs for pairs, value in zip(mappings, judged, strict=True) if value == best]
    assert found.cost == best[0]
    assert found.pairs == min(rivals, key=lambda pairs: order(gold, pairs))
    assert found.unique == (sum(value[0] == best[0] for value in judged) == 1)
    assert len(found.deletions) + len(found.insertions) + len(found.swaps) == found.cost


@settings(max_examples=1000)
@given(small_trees(), small_trees())
def test_against_all_mappings(gold: Tree, system: Tree) -> None:
    check(gold, system, t_mapping(gold, system, RAW))


@settings(max_examples=500)
@given(small_trees(7, labels="A", words="x"), small_trees(6, labels="A", words="x"))
def test_ties(gold: Tree, system: Tree) -> None:
    check(gold, system, t_mapping(gold, system, RAW))
