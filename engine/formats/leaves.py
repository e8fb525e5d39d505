"""Brackets with two leaves under each tag: ``(ncms000 gatos gato)``, a word and its lemma, as in the CESS treebanks.

Read as they stand, such trees would have twice as many words as the sentence.
"""

from __future__ import annotations

import numpy as np

from ..treebank import Analysis, Sentence, Treebank
from ..trees import Node, Tree, tree_of

__all__ = ["has_double_leaves", "lemmas_apart"]


def has_double_leaves(bank: Treebank) -> bool:
    """Say whether nearly all of the first words stand in twos under a tag of their own."""
    label, parent, *_ = bank.columns.part(0, 10_000)
    word = label < 0
    second = word[2:] & word[1:-1] & ~word[:-2] & (parent[2:] == parent[1:-1])
    second[:-1] &= (parent[3:] != parent[2:-1]) | (parent[2:-1] < 0)
    words = int(np.count_nonzero(word))
    return words >= 10 and 2 * int(np.count_nonzero(second)) >= 0.9 * words


def lemmas_apart(bank: Treebank) -> Treebank:
    """Make the second of two leaves the lemma of the first."""
    sentences = []
    for position, sentence in enumerate(bank):
        made = tuple(_apart(analysis.tree) for analysis in sentence.analyses)
        sentences.append(Sentence(made, sentence.id, sentence.line, bank[position].problem))
    split = Treebank.of(sentences, bank.source, bank.format)
    split.notes = [*bank.notes, "two leaves under each tag: the second was read as the lemma"]
    split.problems = bank.problems
    return split


def _apart(tree: Tree) -> Analysis:
    nodes: list[Node] = []
    lemmas: list[str] = []
    place = {-1: -1}
    for node in range(len(tree)):
        above = tree.parent[node]
        place[node] = len(nodes)
        if not tree.is_word(node):
            nodes.append(Node(tree.text(node), place[above], where=tree.where[node]))
        elif len(tree.children(above)) == 2 and node - 1 == tree.children(above)[0] and tree.is_word(node - 1):
            lemmas[-1] = tree.text(node)
        else:
            nodes.append(Node(tree.text(node), place[above], len(lemmas), tree.where[node]))
            lemmas.append("")
    return Analysis(tree_of(nodes, tree.source), tokens={"lemma": tuple(lemmas)})
