"""Drawings of real sentences: every layout, every kind of treebank at hand."""

from pathlib import Path

import pytest
from geometry import USUAL, check, check_tree, measure, pair_of, place_tree

from treelens.engine.align.registry import align
from treelens.engine.formats import load
from treelens.engine.prepare.settings import Preparation
from treelens.engine.problems import TreelensError
from treelens.engine.trees import Tree
from treelens.gui.drawing import Options, badges_of, place_mirror, place_overlay, place_row, roles_of

DEMO = Path(__file__).parents[3] / "resources" / "demo"
RAW = Preparation("raw")
SUFFIXES = (".ptb", ".mrg", ".psd", ".tbf", ".dbr", ".export")
BARE = Options(words=False, tags=False, functions=False)


def sample(path: Path, count: int, most_nodes: int = 2_000) -> list[Tree]:
    """Return some trees of a file, evenly spread."""
    try:
        bank = load(path)
    except TreelensError:
        return []
    step = max(1, len(bank) // count)
    trees = [bank[number].tree for number in range(0, len(bank), step)]
    return [tree for tree in trees if tree is not None and len(tree) <= most_nodes]


def files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.suffix in SUFFIXES)


@pytest.mark.parametrize("name", ["gum", "large", "messy", "multi", "native_formats", "wsj"])
def test_trees_of_treebanks(shared, name):
    found = files(shared / "data" / name)
    if not found:
        pytest.skip(f"no treebank in {name}")
    for path in found:
        for tree in sample(path, max(5, 200 // len(found))):
            folded = Options(folded=frozenset(range(3, len(tree), 7)))
            for options in (USUAL, BARE, folded):
                drawing = place_tree(tree, {}, options)
                check(drawing, options)
                check_tree(drawing, tree, options)


@pytest.mark.parametrize("name", ["09_deep_10000_right_branching.ptb", "10_flat_5000_children.ptb"])
def test_extreme_trees(shared, name):
    (tree,) = sample(shared / "data" / "messy" / name, 1, most_nodes=50_000)
    drawing = place_tree(tree, {}, USUAL)
    assert len(drawing.labels) == len(tree)


@pytest.mark.parametrize("kind", ["e", "t", "fragments"])
@pytest.mark.parametrize("system", ["berkeley", "linkgrammar", "neural", "opennlp"])
def test_demo(system, kind):
    golds, systems = load(DEMO / "gold.mrg"), load(DEMO / f"{system}.mrg")
    for number in range(0, len(golds), 6):
        gold, test = golds[number].tree, systems[number].tree
        if gold is None or test is None:
            continue
        mapping = align(kind, gold, test, RAW)
        pair = pair_of(gold, test, roles_of(mapping), badges_of(mapping))
        for drawing in place_row(pair, measure, USUAL):
            check(drawing)
        check(place_mirror(*pair, measure, USUAL))
        check(place_overlay(mapping, measure, USUAL))
