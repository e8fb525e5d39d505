"""Two derivations of one sentence, compared where they lie in the chart rather than by their words.

A grammar may take ``as follows`` for one word or for two, so that two analyses of a sentence need not have the same
words. But every node says which positions of the chart it reaches over, and these are the same for all analyses. The
trees here have those positions for spans; everything that compares spans can be used on them.
"""

from __future__ import annotations

import numpy as np

from ..heads.find import ROOT
from ..prepare.apply import Prepared
from ..treebank import Tokens
from ..trees import Tree
from .arcs import Arc, arcs_of
from .headed import headed

__all__ = ["both_derived", "chart_arcs", "chart_tree", "has_chart"]


def both_derived(gold: Prepared, test: Prepared) -> bool:
    """Say whether both sides are derivations."""
    return gold.original.format == test.original.format == "delphin"


def has_chart(tokens: Tokens | None, tree: Tree) -> bool:
    """Say whether the position in the chart is known of every word."""
    starts, ends = (() if tokens is None else tokens.get(name, ()) for name in ("start", "end"))
    return len(starts) == len(ends) == len(tree.words) and all(map(str.isdigit, (*starts, *ends)))


def chart_tree(prepared: Prepared, number: int) -> Tree:
    """Return a prepared tree with the positions of the chart for spans; its own where they are not known.

    Words that were taken out by the preparation make the two numberings differ, and the tree stays as it is.
    """
    tree = prepared.bank.tree(number)
    tokens = prepared.original.tokens.get(number)
    if tokens is None or not has_chart(tokens, tree):
        return tree
    starts, ends = ([int(text) for text in tokens[name]] for name in ("start", "end"))
    columns = tree.columns
    upto = len(starts) - 1
    start = np.array(starts, dtype=np.int32)[np.minimum(columns.start, upto)] if upto >= 0 else columns.start
    end = np.array(ends, dtype=np.int32)[np.maximum(columns.end - 1, 0)] if upto >= 0 else columns.end
    return Tree(columns._replace(start=start, end=end), tree.source, tree.gaps, tree.functions)


def chart_arcs(prepared: Prepared, number: int, side: str) -> list[Arc]:
    """Return the arcs of a derivation, words named by where they begin in the chart rather than by their number."""
    tree = chart_tree(prepared, number)
    place = [tree.start[leaf] for leaf in tree.leaves]
    return [
        Arc(place[arc.word], ROOT if arc.is_root else place[arc.governor], arc.label)
        for arc in arcs_of(headed(prepared, number, side))
    ]
