"""Nodes that are lit up: found in the trees of the files, shown in whatever is drawn."""

import pytest

from treelens.gui.views.comparison import LAYOUTS


def nodes_labelled(*labels):
    """Find the nodes with these labels, as they are in the file."""
    return lambda side, tree: [node for node in range(len(tree)) if tree.text(node) in labels]


def lit(window):
    """Return the texts that are lit up, by pane."""
    found = {}
    for side, pane in window.trees.panes.items():
        if pane.isVisibleTo(window):
            found[side] = sorted(pane.label_of(key).text for key in pane.ringed("lit"))
    return found


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_layout_shows_what_is_lit(demo, layout):
    demo.sentences.show_sentence(14)
    demo.trees.light(nodes_labelled("SBAR"))
    demo.set_layout(layout)
    shown = lit(demo)
    if layout in ("mirror", "overlay"):
        assert shown == {"gold": ["SBAR", "SBAR"]}  # gold's and the system's, which are not the same
    else:
        assert shown["gold"] == shown["system"] == ["SBAR"]


def test_it_stays_for_the_next_sentence_until_it_is_not_wanted(demo):
    demo.trees.light(nodes_labelled("VP"))
    demo.sentences.show_sentence(16)
    assert "VP" in lit(demo)["gold"]
    demo.sentences.show_sentence(7)
    assert "VP" in lit(demo)["gold"]
    demo.trees.select("gold", 0)
    assert "VP" in lit(demo)["gold"]  # whatever else is ringed
    demo.trees.light(None)
    assert not any(lit(demo).values())


def test_what_is_not_drawn_is_shown_by_what_is(demo):
    demo.sentences.show_sentence(14)
    demo.trees.light(nodes_labelled("TOP"))
    assert lit(demo)["gold"] == ["S"]  # the outermost bracket is left out: what is below
    demo.trees.light(nodes_labelled("NNP"))
    assert lit(demo)["gold"] == ["NNP"]
    demo.actions_["show-tags"].trigger()
    assert lit(demo)["gold"] == ["Thursday"]


def test_folded_subtrees_shine_as_a_whole(demo):
    demo.sentences.show_sentence(14)
    demo.trees.light(nodes_labelled("DT"))
    before = lit(demo)["gold"]
    demo.actions_["fold-matches"].trigger()
    assert lit(demo)["gold"] != before
    assert lit(demo)["gold"]
