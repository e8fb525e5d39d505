"""From gold to the system's tree, step by step."""

from geometry import USUAL, check, measure
from hypothesis import given
from strategies import flat
from tree_pairs import tree_pairs

from treelens.engine.align.edits import t_mapping
from treelens.engine.align.registry import align
from treelens.engine.prepare.settings import Preparation
from treelens.engine.trees import Tree
from treelens.gui.drawing import Drawn, Part, place_row, script_of, step_part

RAW = Preparation("raw")
GOLD = flat([("S", [("NP", [("N", [("she", 0)])]), ("VP", [("V", [("sat", 1)])])])])
SYSTEM = flat([("S", [("N", [("she", 0)]), ("XP", [("VP", [("V", [("sat", 1)])])])])])


def state(mapping, done: int) -> Part:
    return step_part(mapping, Drawn.of(mapping.gold), Drawn.of(mapping.system), done)


def outline(tree: Tree) -> list[tuple[str, bool, int]]:
    """Return all that counts of a tree: texts and parents, in order."""
    return [(tree.text(node), tree.is_word(node), tree.parent[node]) for node in range(len(tree))]


@given(tree_pairs())
def test_from_gold_to_the_system(pair):
    mapping = t_mapping(*pair, RAW)
    script = script_of(mapping)
    assert len(script) == mapping.cost
    if script:
        assert outline(state(mapping, 0).drawn.tree) == outline(mapping.gold)
    assert outline(state(mapping, len(script)).drawn.tree) == outline(mapping.system)


@given(tree_pairs())
def test_both_ways_meet_after_the_relabelling(pair):
    """Gold without its deletions, relabelled, is the system without its insertions."""
    mapping = t_mapping(*pair, RAW)
    gone, new = frozenset(mapping.deletions), frozenset(mapping.insertions)
    renamed = {one: mapping.system.text(other) for one, other in mapping.swaps}
    from_gold = Drawn.of(mapping.gold).without(gone, renamed)
    from_system = Drawn.of(mapping.system).without(new, {})
    texts = [[(text, parent) for text, _, parent in outline(each.tree)] for each in (from_gold, from_system)]
    assert texts[0] == texts[1]


@given(tree_pairs())
def test_each_step_does_one_thing_and_can_be_drawn(pair):
    for kind in ("e", "t"):
        mapping = align(kind, *pair, RAW)
        script = script_of(mapping)
        size = len(mapping.gold)
        for done, step in enumerate(script, 1):
            part = state(mapping, done)
            now = len(part.drawn.tree)
            if kind == "t":
                assert now - size == {"deletion": -1, "swap": 0, "insertion": 1}[step.kind]
            size = now
            (drawing,) = place_row([part], measure, USUAL)
            check(drawing)


def test_what_was_done_last_is_marked():
    mapping = t_mapping(GOLD, SYSTEM, RAW)
    assert [(step.kind, step.side, step.node, step.text) for step in script_of(mapping)] == [
        ("deletion", "gold", 1, "delete NP “she”"),
        ("insertion", "system", 3, "insert XP “sat”"),
    ]
    deleted = state(mapping, 1)
    assert (deleted.side, deleted.roles, deleted.lines) == ("gold", {}, {2: "deletion"})
    inserted = state(mapping, 2)
    assert (inserted.side, inserted.roles) == ("system", {3: "insertion"})


def test_a_swap_says_both_labels():
    mapping = t_mapping(GOLD, flat([("S", [("NP", [("N", [("she", 0)])]), ("XP", [("V", [("sat", 1)])])])]), RAW)
    last = state(mapping, 1)
    assert list(last.badges.values()) == ["VP→XP"]
    assert list(last.roles.values()) == ["swap"]
