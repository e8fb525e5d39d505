"""Tree edit distance against listing all mappings, against other programs, and on odd and large trees."""

import itertools
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from treelens.engine.align.edits import COLUMNS, Costs, count_edits, map_edits, t_mapping
from treelens.engine.align.mapping import Mapping
from treelens.engine.formats import brackets
from treelens.engine.kernels import compiled
from treelens.engine.prepare.apply import Prepared, prepare
from treelens.engine.prepare.settings import Preparation
from treelens.engine.problems import TreelensError
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


def random_tree(random: random.Random, size: int, labels: int = 8, words: int = 20, lean: int = 0) -> Tree:
    """Return a tree of this many nodes; leaves are words. It leans to the left (-1), to the right (1), or neither."""
    children: list[list[int]] = [[]]
    for node in range(1, size):
        if lean:  # half the nodes make a spine
            parent = node - 1 if node <= size // 2 else random.randrange(size // 2)
        else:
            parent = random.choice((random.randrange(node), node - 1, max(0, node - 3)))
        place = len(children[parent]) if lean < 0 else 0 if lean > 0 else random.randint(0, len(children[parent]))
        children[parent].insert(place, node)
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
    """Return a tree with some labels and words changed and some inner nodes left out."""
    gone, renamed = set[int](), set[int]()
    for _ in range(times):
        node = random.randrange(1, len(tree))
        (renamed if tree.is_word(node) or random.random() < 0.5 else gone).add(node)
    nodes: list[Node] = []
    place = {-1: -1}
    for node in range(len(tree)):
        place[node] = place[tree.parent[node]] if node in gone else len(nodes)
        if node not in gone:
            text = "new" if node in renamed else tree.text(node)
            nodes.append(Node(text, place[tree.parent[node]], tree.start[node] if tree.is_word(node) else -1))
    return tree_of(nodes)


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


@settings(max_examples=400 if compiled() else 100)
@given(small_trees(), small_trees())
def test_against_all_mappings(gold: Tree, system: Tree) -> None:
    check(gold, system, t_mapping(gold, system, RAW))


@settings(max_examples=250 if compiled() else 60)
@given(small_trees(7, labels="A", words="x"), small_trees(6, labels="A", words="x"))
def test_ties_against_all_mappings(gold: Tree, system: Tree) -> None:
    check(gold, system, t_mapping(gold, system, RAW))


def cut(tree: Tree) -> tuple[Tree, list[int]]:
    """Return the roof of a tree as a tree, and the ids its nodes had."""
    ids = [node for node in range(len(tree)) if not tree.is_word(node) and not tree.is_preterminal(node)]
    return tree_of(
        [Node(tree.text(node), ids.index(tree.parent[node]) if tree.parent[node] >= 0 else -1) for node in ids]
    ), ids


@settings(max_examples=150)
@given(small_trees(9), small_trees(8))
def test_roof_against_all_mappings(gold: Tree, system: Tree) -> None:
    found = t_mapping(gold, system, RAW, roof=True)
    (gold_roof, gold_ids), (system_roof, system_ids) = cut(gold), cut(system)
    assert found.gold_nodes == set(gold_ids)
    assert found.system_nodes == set(system_ids)
    same = t_mapping(gold_roof, system_roof, RAW)
    check(gold_roof, system_roof, same)
    assert found.pairs == tuple((gold_ids[one], system_ids[other]) for one, other in same.pairs)
    assert (found.cost, found.unique) == (same.cost, same.unique)


COSTS = [
    Costs(),
    Costs(delete=2, insert=0.5, swap=1.5),
    Costs(swap=2),
    Costs(swap=3),
    Costs(delete=0, insert=0.1, swap=0.1),
    Costs(per_label={"A": 0.3, "x": 7}),
    Costs(delete=3, insert=3, swap=1, per_label={"B": 0}),
]


def priced(gold: Tree, system: Tree, pairs: Pairs, costs: Costs) -> float:
    """Return what a mapping costs."""

    def factor(tree: Tree, node: int) -> float:
        return 1 if tree.is_word(node) else costs.per_label.get(tree.text(node), 1)

    ones, others = {pair[0] for pair in pairs}, {pair[1] for pair in pairs}
    return (
        sum(costs.delete * factor(gold, node) for node in range(len(gold)) if node not in ones)
        + sum(costs.insert * factor(system, node) for node in range(len(system)) if node not in others)
        + sum(
            costs.swap * max(factor(gold, one), factor(system, other))
            for one, other in pairs
            if not equal(gold, system, one, other)
        )
    )


@settings(max_examples=60 if compiled() else 20)
@given(small_trees(5), small_trees(5), st.sampled_from(COSTS))
@example(read("(A (B x))"), read("(A x)"), COSTS[2])
def test_costs_against_all_mappings(gold: Tree, system: Tree, costs: Costs) -> None:
    found = t_mapping(gold, system, RAW, costs=costs)
    mappings = all_mappings(gold, system)
    judged = [(round(priced(gold, system, pairs, costs), 6), *judge(gold, system, pairs)[1:]) for pairs in mappings]
    assert (round(found.cost, 6), *judge(gold, system, found.pairs)[1:]) == min(judged)
    assert found.pairs in mappings
    assert found.unique == (sum(value[0] == min(judged)[0] for value in judged) == 1)


@given(small_trees(8), small_trees(8))
def test_unit_costs_by_the_general_way(gold: Tree, system: Tree) -> None:
    assert t_mapping(gold, system, RAW, costs=Costs()) == t_mapping(gold, system, RAW)


def test_costs_that_make_no_sense() -> None:
    with pytest.raises(TreelensError, match="negative"):
        Costs(delete=-1)
    tree = read("(S (NP (N cats)) (VP (V sleep)))")
    with pytest.raises(TreelensError, match="too much"):
        t_mapping(tree, tree, RAW, costs=Costs(delete=1e12, insert=1e-12))


#: Equalities that do not chain, of labels that occur nowhere: all pairs of nodes are then compared, nothing is spared.
OPEN = Preparation("open", equal_labels=(("Q1", "Q2"), ("Q2", "Q3")))


def plainly(golds: list[Tree], systems: list[Tree], roof: bool = False) -> None:
    """Compare the fast way with the plain one, mapping by mapping."""
    pairs = np.stack([np.arange(len(golds))] * 2, axis=1)
    fast = map_edits(bank_of(golds), bank_of(systems), pairs, roof=roof)
    plain = map_edits(bank_of(golds, OPEN), bank_of(systems, OPEN), pairs, roof=roof)
    for name in COLUMNS:
        assert fast.counts[name].tolist() == plain.counts[name].tolist(), name
    assert fast.partner.tolist() == plain.partner.tolist()


@settings(max_examples=150 if compiled() else 10)
@given(st.integers(0, 10**9), st.integers(2, 60), st.integers(0, 12), st.integers(1, 8))
def test_similar_trees_plainly(seed: int, size: int, times: int, labels: int) -> None:
    random_ = random.Random(seed)
    gold = random_tree(random_, size, labels, 3 * labels)
    system = changed(random_, gold, times)
    plainly([gold, system, gold], [system, gold, random_tree(random_, size, labels)])
    plainly([gold], [system], roof=True)


@pytest.mark.slow
def test_trees_that_lean_plainly() -> None:
    """Large trees that have little in common, compared from the left where that is cheaper."""
    random_ = random.Random(7)
    left = [random_tree(random_, 150 + size, 3, 4, lean=-1) for size in range(6)]
    right = [random_tree(random_, 150 - size, 3, 4, lean=1) for size in range(6)]
    plainly(left, list(reversed(left)))
    plainly(left, right)
    plainly(right, list(reversed(right)))


def test_labels_and_words_declared_equal() -> None:
    gold = read("(S (NP (N cats)) (VP (V sleep)))")
    system = read("(S (NX (N cats)) (VX (V dream)))")
    assert t_mapping(gold, system, RAW).cost == 3
    closed = Preparation("x", equal_labels=(("NP", "NX"), ("VP", "VX")), equal_words=(("sleep", "dream"),))
    assert t_mapping(gold, system, closed).cost == 0
    chain = Preparation("x", equal_labels=(("NP", "NY"), ("NY", "NX"), ("VP", "VX")))
    found = t_mapping(gold, system, chain)
    assert (found.cost, found.swaps) == (2, [(1, 1), (6, 6)])


def test_a_word_is_never_a_label() -> None:
    found = t_mapping(tree_of([Node("S", -1), Node("a", 0, 0)]), tree_of([Node("S", -1), Node("a", 0)]), RAW)
    assert (found.cost, found.swaps) == (1, [(1, 1)])


def nested(tree: Tree, make: Callable[[str], Any], add: Callable[[Any, Any], object]) -> Any:
    """Build another program's tree."""
    made = [make(("w:" if tree.is_word(node) else "") + tree.text(node)) for node in range(len(tree))]
    for node in range(1, len(tree)):
        add(made[tree.parent[node]], made[node])
    return made[0]


class _Named:
    def __init__(self, name: str) -> None:
        self.name = name
        self.children: list[_Named] = []


@pytest.mark.slow
@settings(max_examples=200)
@given(st.integers(0, 10**9), st.integers(1, 25), st.integers(1, 25), st.integers(1, 6))
def test_against_other_programs(seed: int, size: int, other: int, labels: int) -> None:
    zss, apted = pytest.importorskip("zss"), pytest.importorskip("apted")
    random_ = random.Random(seed)
    gold, system = random_tree(random_, size, labels, labels), random_tree(random_, other, labels, labels)
    cost = t_mapping(gold, system, RAW, unique=False).cost
    ones = [nested(tree, zss.Node, zss.Node.addkid) for tree in (gold, system)]
    assert cost == zss.simple_distance(*ones)
    others = [nested(tree, _Named, lambda above, below: above.children.append(below)) for tree in (gold, system)]
    assert cost == apted.APTED(*others).compute_edit_distance()


@given(small_trees(12), small_trees(12), small_trees(12))
def test_it_is_a_distance(one: Tree, two: Tree, three: Tree) -> None:
    def cost(gold: Tree, system: Tree) -> float:
        return t_mapping(gold, system, RAW, unique=False).cost

    assert cost(one, one) == 0
    assert cost(one, two) == cost(two, one)
    assert cost(one, three) <= cost(one, two) + cost(two, three)
    identical = len(one) == len(two) and judge(one, two, tuple((n, n) for n in range(len(one))))[0] == 0
    assert (cost(one, two) == 0) == (identical and list(one.parent) == list(two.parent))


def numbers(gold: str, system: str, *, roof: bool = False) -> dict[str, int]:
    found = count_edits(bank_of([read(gold)]), bank_of([read(system)]), np.zeros((1, 2), dtype=np.int64), roof=roof)
    return {name: int(column[0]) for name, column in found.items()}


def test_attachment_of_emms() -> None:
    gold, system = "(S (VP w1 (NP w2 (PP w3 w4))) w5)", "(S (VP w1 (NP w2 (PP w3 w4 w5))))"
    n = numbers(gold, system)
    assert (n["cost"], n["gold"], n["test"], n["gold_words"], n["same_words"]) == (2, 9, 9, 5, 1)
    dice = n["cost"] / (n["gold"] - 5 + n["test"] - 5)
    jaccard = n["cost"] / (n["gold"] + n["test"] - n["pairs"] - 5)
    assert (1 - dice, 1 - jaccard) == pytest.approx((0.75, 0.6))


def test_laptops_on_friday() -> None:
    gold = (
        "(S (NP (DT The) (NN committee)) (VP (VBD approved) (NP (NP (DT the) (NN budget)) (PP (IN for) "
        "(NP (JJ new) (NNS laptops)))) (NP (NNP Friday))) (. .))"
    )
    system = gold.replace("(NNS laptops)))) (NP (NNP Friday))", "(NNS laptops) (NNP Friday))))")
    n = numbers(gold, system)
    assert (n["cost"], n["gold"], n["test"], n["gold_words"], n["test_words"]) == (5, 28, 27, 10, 10)
    dice = n["cost"] / (n["gold"] - 10 + n["test"] - 10)
    assert round(1 - dice, 4) == 0.8571
    assert numbers(gold, system, roof=True) == {
        "cost": 1,
        "gold": 8,
        "test": 7,
        "matches": 7,
        "swaps": 0,
        "pairs": 7,
        "gold_words": 0,
        "test_words": 0,
        "word_pairs": 0,
        "same_words": 1,
    }


def test_other_words() -> None:
    n = numbers("(S (A a) (B b) (C c))", "(S (A a) (C c))")
    assert (n["cost"], n["word_pairs"], n["same_words"]) == (2, 2, 0)
    n = numbers("(S (A a) (B b))", "(S (A a) (B x))")
    assert (n["cost"], n["word_pairs"], n["same_words"], n["swaps"]) == (1, 2, 0, 1)


def test_trees_without_nodes() -> None:
    tree = read("(S (A a))")
    empty = tree_of([])
    pairs = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
    found = count_edits(bank_of([tree, empty]), bank_of([tree, empty]), pairs)
    assert found["cost"].tolist() == [0, 3, 3, 0]
    assert found["same_words"].tolist() == [1, 0, 0, 1]
    assert t_mapping(tree, empty, RAW).cost == 3
    assert t_mapping(empty, empty, RAW).unique
    assert count_edits(bank_of([tree]), bank_of([tree]), np.zeros((0, 2), dtype=np.int64))["cost"].tolist() == []


def test_ids_are_those_of_the_given_trees() -> None:
    gold, system = read("(TOP (S (NP-SBJ (N cats)) (VP (V sleep))))"), read("(TOP (S (N cats) (VP (V sleep))))")
    found = t_mapping(gold, system, Preparation("x", delete=("TOP",), strip_functions=True))
    assert (found.kind, found.cost, found.deletions, found.insertions) == ("t", 1, [2], [])
    assert 0 not in found.gold_nodes
    assert found.pairs == ((1, 1), (3, 2), (4, 3), (5, 4), (6, 5), (7, 6))


def test_several_threads() -> None:
    random_ = random.Random(1)
    golds = [random_tree(random_, random_.randrange(2, 14)) for _ in range(40)]
    gold = bank_of(golds)
    system = bank_of([changed(random_, tree, 3) for tree in golds])
    pairs = np.array([[number % 40, (number + number // 40) % 40] for number in range(1600)])
    one, two = map_edits(gold, system, pairs), map_edits(gold, system, pairs, 2)
    assert all((one.counts[name] == two.counts[name]).all() for name in COLUMNS)
    assert (one.partner == two.partner).all()
    for number in range(0, 1600, 97):
        found = t_mapping(golds[pairs[number, 0]], system.bank.tree(int(pairs[number, 1])), RAW)
        assert tuple(one.pairs(number)) == found.pairs
        assert one.counts["cost"][number] == found.cost
        assert one.counts["swaps"][number] == len(found.swaps)
        assert one.counts["word_pairs"][number] == sum(
            golds[pairs[number, 0]].is_word(one) and system.bank.tree(int(pairs[number, 1])).is_word(other)
            for one, other in found.pairs
        )


@pytest.mark.slow
def test_deep_trees() -> None:
    def chain(bottom: str, odd: int, size: int) -> Tree:
        return tree_of([Node("Y" if n == odd else "X", n - 1) for n in range(size)] + [Node(bottom, size - 1, 0)])

    chains = [chain("a", -1, 99_999), chain("b", -1, 99_999), chain("a", 50_000, 99_998)]
    costs = [(t_mapping(chains[0], other, RAW).cost, t_mapping(other, chains[0], RAW).cost) for other in chains]
    assert costs == [(0, 0), (1, 1), (2, 2)]


@pytest.mark.slow
def test_large_trees() -> None:
    flat = [tree_of([Node("S", -1), *(Node(text, 0, n) for n in range(4999))]) for text in ("a", "b")]
    assert t_mapping(*flat, RAW).cost == 4999
    nodes = [[(Node(label, 2 * n - 2 if n else -1), Node("w", 2 * n, n)) for n in range(2500)] for label in "XY"]
    right = [tree_of(list(itertools.chain(*part))) for part in nodes]
    assert t_mapping(*right, RAW).cost == 2500
    random_ = random.Random(5)
    huge = random_tree(random_, 5000)
    found = t_mapping(huge, changed(random_, huge, 20), RAW)
    assert 0 < found.cost <= 20


def test_reference(shared: Path) -> None:
    files = sorted((shared / "reference" / "ted").glob("*.tsv"))
    assert files
    for file in files if compiled() else files[:1]:
        corpus, system = file.stem.split(".")
        folder = shared / "data" / corpus
        gold, test = (prepared(path) for path in (folder / "gold.ptb", folder / "systems" / f"{system}.ptb"))
        rows = [line.split("\t") for line in file.read_text(encoding="utf-8").splitlines()[1:]]
        parsed = [number for number, row in enumerate(rows) if row[4] != "-"][:: 1 if compiled() else 40]
        found = count_edits(gold, test, np.stack([np.array(parsed)] * 2, axis=1))
        assert found["cost"].tolist() == [int(rows[number][4]) for number in parsed]
        assert found["gold"].tolist() == [int(rows[number][2]) for number in parsed]
        assert found["test"].tolist() == [int(rows[number][3]) for number in parsed]


@pytest.mark.slow
def test_systems_plainly(shared: Path) -> None:
    folder = shared / "data" / "wsj"
    gold = Treebank.joined(brackets.read(Source("x", (folder / "gold.ptb").read_bytes())))
    for name in ("bllip", "linkgrammar", "pcfg_h0v1"):
        bank = Treebank.joined(brackets.read(Source("x", (folder / "systems" / f"{name}.ptb").read_bytes())))
        numbers = range(0, 420, 7)
        for roof in (False, True):
            plainly([gold.tree(number) for number in numbers], [bank.tree(number) for number in numbers], roof)


def prepared(path: Path) -> Prepared:
    return prepare(Treebank.joined(brackets.read(Source(path.name, path.read_bytes()))), RAW)
