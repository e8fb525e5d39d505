"""Tree edit distance, mapping included, beside zss, apted and edist."""

from __future__ import annotations

import tracemalloc
from typing import Any

import numpy as np
from timing import best, report
from trees import made_up, newspaper_pairs

from treelens.engine.align.edits import map_edits
from treelens.engine.formats import brackets
from treelens.engine.prepare import prepare, preset
from treelens.engine.prepare.apply import Prepared
from treelens.engine.source import Source
from treelens.engine.treebank import Treebank
from treelens.engine.trees import Tree

RAW = preset("raw")


def prepared(texts: list[str]) -> Prepared:
    """Read and prepare trees."""
    return prepare(Treebank.joined(brackets.read(Source("bench", "\n".join(texts).encode()))), RAW)


def texts_of(tree: Tree) -> list[str]:
    """Return the labels of all nodes, words marked so that none equals a label."""
    return [("w " if tree.is_word(node) else "") + tree.text(node) for node in range(len(tree))]


def for_edist(tree: Tree) -> tuple[list[str], list[list[int]]]:
    """Return a tree as edist takes it."""
    return texts_of(tree), [list(tree.children(node)) for node in range(len(tree))]


def for_zss(tree: Tree) -> Any:
    """Return a tree as zss takes it."""
    import zss

    nodes = [zss.Node(text) for text in texts_of(tree)]
    for node in range(1, len(tree)):
        nodes[tree.parent[node]].addkid(nodes[node])
    return nodes[0]


class AptedNode:
    """A tree as apted takes it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.children: list[AptedNode] = []


def for_apted(tree: Tree) -> AptedNode:
    """Return a tree as apted takes it."""
    nodes = [AptedNode(text) for text in texts_of(tree)]
    for node in range(1, len(tree)):
        nodes[tree.parent[node]].children.append(nodes[node])
    return nodes[0]


def bench_distances() -> None:
    """Real gold and system pairs, one core; peers that are slow get fewer pairs, spread over all."""
    lines = newspaper_pairs(2_400)
    gold, system = prepared([one for one, _ in lines]), prepared([other for _, other in lines])
    rows = np.stack([np.arange(len(lines))] * 2, axis=1)
    ours = best(lambda: map_edits(gold, system, rows, 1), times=5) / len(lines)
    for peer, wanted, count in (("edist", 8, 1200), ("apted", 1000, 24), ("zss", 5000, 8)):
        chosen = range(0, len(lines), len(lines) // count)
        trees = [(gold.bank.tree(row), system.bank.tree(row)) for row in chosen]
        try:
            theirs = PEERS[peer](trees)
        except ImportError:
            print(f"{peer} is not installed: not compared")
            continue
        report("a tree edit distance with its mapping", ours, theirs, peer, wanted)


def _edist(trees: list[tuple[Tree, Tree]]) -> float:
    from edist.ted import standard_ted_backtrace

    made = [(*for_edist(one), *for_edist(other)) for one, other in trees]
    return best(lambda: [standard_ted_backtrace(*pair) for pair in made]) / len(made)


def _apted(trees: list[tuple[Tree, Tree]]) -> float:
    from apted import APTED

    made = [(for_apted(one), for_apted(other)) for one, other in trees]
    return best(lambda: [APTED(*pair).compute_edit_mapping() for pair in made], times=1) / len(made)


def _zss(trees: list[tuple[Tree, Tree]]) -> float:
    import zss

    made = [(for_zss(one), for_zss(other)) for one, other in trees]
    return best(lambda: [zss.simple_distance(*pair, return_operations=True) for pair in made], times=1) / len(made)


PEERS = {"edist": _edist, "apted": _apted, "zss": _zss}


def bench_large_trees() -> None:
    """Trees of 1,000 and 5,000 nodes: time, and memory for the largest."""
    for nodes in (1_000, 5_000):
        pair = next(pair for pair in made_up(200, nodes) if abs(pair[0].count("(") * 2 - nodes) < nodes / 4)
        gold, system = prepared([pair[0]]), prepared([pair[1]])
        near = prepared([pair[0].replace("(NP", "(VP", 3)])
        one = np.zeros((1, 2), dtype=np.int64)
        size = len(gold.bank.tree(0))
        close = best(lambda gold=gold, near=near, one=one: map_edits(gold, near, one, 1))
        tracemalloc.start()
        far = best(lambda gold=gold, system=system, one=one: map_edits(gold, system, one, 1), times=1)
        memory = tracemalloc.get_traced_memory()[1] / 1e6
        tracemalloc.stop()
        print(f"{size:,} nodes: {1000 * close:.1f} ms if near, {1000 * far:.0f} ms and {memory:.0f} MB if unrelated")
