"""Graphs of meanings: what is drawn adds up to what is scored."""

from fourteen import GOLD, SYSTEM

from treelens.engine.semantics import compare_many, meaning_of
from treelens.engine.semantics.compare import COLUMNS
from treelens.engine.semantics.graphs import Graph, compare_graphs, graph_of


def test_nodes_edges_and_top():
    graph = graph_of(meaning_of(GOLD.mrs))
    assert [(node.predicate, node.span) for node in graph.nodes] == [
        ("_dog_n_1", (4, 7)),
        ("_see_v_1", (8, 12)),
        ("named", (13, 17)),
    ]
    assert [(edge.source, edge.role, edge.target) for edge in graph.edges] == [(1, "ARG1", 0), (1, "ARG2", 2)]
    assert graph.nodes[2].constant == "Cats"
    assert graph.nodes[0].properties == (("NUM", "sg"),)
    assert graph_of(meaning_of("broken")) == Graph()


def test_what_two_share():
    found = compare_graphs(graph_of(meaning_of(GOLD.mrs)), graph_of(meaning_of(SYSTEM.mrs)))
    assert found.nodes == ((0, 0), (1, 1), (2, 2))
    assert found.edges == ()
    assert len(found.swapped_edges) == 2  # the same two links, under other roles


def test_a_predicate_for_another():
    other = GOLD.mrs.replace("_see_v_1", "_saw_v_1")
    found = compare_graphs(graph_of(meaning_of(GOLD.mrs)), graph_of(meaning_of(other)))
    assert (found.nodes, found.swapped_nodes) == (((0, 0), (2, 2)), ((1, 1),))
    assert len(found.edges) == 2


def test_as_many_as_are_scored(shared):
    from treelens.engine.formats import load

    folder = shared / "data" / "delphin" / "erg-mrs-ace"
    gold, system = load(folder / "gold"), load(folder / "system").at_rank(2)
    for one, other in list(zip(gold, system, strict=True))[:25]:
        texts = one.analyses[0].semantics, other.analyses[0].semantics
        found = compare_graphs(*(graph_of(meaning_of(text)) for text in texts))
        row = dict(zip(COLUMNS, compare_many([texts])[0], strict=True))
        assert (len(found.nodes), len(found.edges)) == (row["names-both"], row["arguments-both"])
        assert len(found.edges) + len(found.swapped_edges) == row["arguments-near"]
        assert len(found.nodes) + len(found.swapped_nodes) == row["names-near"]
