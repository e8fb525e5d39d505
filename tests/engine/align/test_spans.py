"""E-mappings: pairs of nodes with the same label and words."""

import networkx
import pytest

from treelens.engine.align.spans import e_mapping
from treelens.engine.align.words import align_words
from treelens.engine.formats import brackets
from treelens.engine.prepare import preset
from treelens.engine.source import Source
from treelens.engine.treebank import Treebank
from treelens.engine.trees import Tree

GOLD = (
    "(S (NP (DT The) (NN committee)) (VP (VBD approved) (NP (NP (DT the) (NN budget)) (PP (IN for) "
    "(NP (JJ new) (NNS laptops)))) (NP (NNP Friday))) (. .))"
)
SYSTEM = (
    "(S (NP (DT The) (NN committee)) (VP (VBD approved) (NP (NP (DT the) (NN budget)) (PP (IN for) "
    "(NP (JJ new) (NNS laptops) (NNP Friday))))) (. .))"
)
RAW = preset("raw")


def tree(text: str) -> Tree:
    return Treebank.joined(brackets.read(Source("f", text.encode()))).tree(0)


def test_the_attachment_example():
    mapping = e_mapping(tree(GOLD), tree(SYSTEM), RAW)
    assert (len(mapping.gold_nodes), len(mapping.system_nodes), len(mapping.matches)) == (8, 7, 4)
    assert (mapping.cost, len(mapping.deletions), len(mapping.insertions), mapping.swaps) == (7, 4, 3, [])
    assert mapping.unique
    whole = e_mapping(tree(GOLD), tree(SYSTEM), RAW, nodes="whole")
    assert 2 * len(whole.pairs) / (len(whole.gold_nodes) + len(whole.system_nodes)) == pytest.approx(0.8)
    everything = e_mapping(tree(GOLD), tree(SYSTEM), RAW, nodes="all")
    assert len(everything.pairs) == len(whole.pairs) + 10


def test_words_without_tags():
    gold, system = tree("(S (VP w1 (NP w2 (PP w3 w4))) w5)"), tree("(S (VP w1 (NP w2 (PP w3 w4 w5))))")
    mapping = e_mapping(gold, system, RAW)
    assert (mapping.cost, len(mapping.deletions), len(mapping.insertions), len(mapping.matches)) == (6, 3, 3, 1)


def test_the_highest_goes_with_the_highest():
    gold, system = tree("(S (NP (NP (NP (A a)))) (B b))"), tree("(S (NP (NP (A a))) (B b))")
    mapping = e_mapping(gold, system, RAW)
    assert mapping.pairs == ((0, 0), (1, 1), (2, 2))
    assert mapping.deletions == [3]
    assert mapping.unique is False


def test_other_words_are_aligned_first():
    gold, system = tree("(S (NP (A the) (B cat)) (VP (C sat)))"), tree("(S (NP (A the) (D fat) (B cat)) (VP (C sat)))")
    mapping = e_mapping(gold, system, RAW)
    assert mapping.words_aligned
    assert len(mapping.matches) == 3
    assert mapping.cost == 0
    assert mapping.to_dict()["words_aligned"]


def test_in_words():
    mapping = e_mapping(tree(GOLD), tree(SYSTEM), RAW)
    deleted = next(node for node in mapping.deletions if mapping.gold.span(node) == (8, 9))
    assert mapping.explain(deleted) == "NP “Friday” is in gold only: deleted."
    assert mapping.explain(0) == "S “The committee approved … .” is matched."
    assert mapping.explain(mapping.insertions[0], in_gold=False).endswith("is in the system only: inserted.")
    assert "takes no part" in mapping.explain(3)


def test_as_a_graph():
    mapping = e_mapping(tree(GOLD), tree(SYSTEM), RAW)
    graph = mapping.to_networkx()
    assert networkx.is_bipartite(graph)
    assert graph.number_of_edges() == 4
    roles = [role for _, role in graph.nodes(data="role")]
    assert (roles.count("deletion"), roles.count("insertion"), roles.count("match")) == (4, 3, 8)


@pytest.mark.parametrize(
    ("mine", "theirs", "pairs"),
    [
        ("a b c", "a b c", [(0, 0), (1, 1), (2, 2)]),
        ("a b", "b", [(1, 0)]),
        ("a x b", "a y b", [(0, 0), (1, 1), (2, 2)]),
        ("", "a", []),
        ("a b c d", "b d", [(1, 0), (3, 1)]),
    ],
)
def test_word_alignment(mine, theirs, pairs):
    assert align_words(mine.split(), theirs.split()) == pairs
