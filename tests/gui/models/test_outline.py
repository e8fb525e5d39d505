"""The outline: every node is a row that says what became of it, and keys lead everywhere."""

import time

import pytest
from hypothesis import HealthCheck, given, settings
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester
from tree_pairs import tree_pairs

from treelens.engine.prepare import preset
from treelens.engine.trees import Node, tree_of
from treelens.gui.models.outline import SIDES, OutlineModel
from treelens.gui.panels.outline import OutlinePanel
from treelens.gui.theme import load_theme
from treelens.gui.views.comparison import ALIGNMENTS, Comparison

Role = Qt.ItemDataRole
LABEL, WORDS, FATE = range(3)
RAW = preset("raw")


def tree(text):
    """Read a tree without tags from its brackets."""
    nodes, above, words = [], [-1], 0
    for token in text.replace("(", " ( ").replace(")", " ) ").split():
        if token == ")":
            above.pop()
        elif token != "(":
            is_word = not token.isupper()
            nodes.append(Node(token, above[-1], words if is_word else -1))
            words += is_word
            if not is_word:
                above.append(len(nodes) - 1)
    return tree_of(nodes)


GOLD = tree("(S (NP the cat) (VP sat (PP on (NP it))))")
SYSTEM = tree("(S (NX the cat) (VP sat on (NP it)))")  # PP is missing, NP has another name


def compared(gold=GOLD, system=SYSTEM, alignment="t"):
    return Comparison(gold, system, RAW, alignment)


@pytest.fixture
def model(qapp):
    """A model watched by Qt's own tester in all it does."""
    made = OutlineModel(load_theme("light").tree)
    tester = QAbstractItemModelTester(made, QAbstractItemModelTester.FailureReportingMode.Warning)
    yield made
    del tester


@pytest.fixture
def panel(qtbot):
    made = OutlinePanel(load_theme("light"))
    qtbot.addWidget(made)
    made.resize(900, 600)
    made.show_comparison(compared())
    made.show()
    made.activateWindow()
    made.setFocus()
    qtbot.waitUntil(made.view.hasFocus)
    return made


def say(model, side, node, column=LABEL, role=Role.DisplayRole):
    return model.data(model.index_of(side, node, column), role)


def all_keys(model):
    """Walk from the top through all rows, without recursion."""
    keys, waiting = [], [QModelIndex()]
    while waiting:
        above = waiting.pop()
        for row in range(model.rowCount(above)):
            index = model.index(row, 0, above)
            assert model.parent(index) == above
            keys.append(model.key_of(index))
            waiting.append(index)
    return keys


def node_of(side_tree, label):
    return next(node for node in range(len(side_tree)) if side_tree.text(node) == label)


def test_it_is_a_good_model(qtmodeltester, model):
    qtmodeltester.check(model)
    assert model.rowCount() == 0
    assert not model.index_of("gold", 0).isValid()
    model.set_comparison(compared())
    qtmodeltester.check(model)
    model.set_comparison(None)
    assert model.rowCount() == 0
    assert model.worth_opening() == []


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
@given(pair=tree_pairs(discontinuous=True))
def test_every_node_of_both_trees_is_one_row(model, pair):
    for alignment in ALIGNMENTS:
        model.set_comparison(compared(*pair, alignment))
        keys = all_keys(model)
        assert sorted(keys) == sorted(
            (side, node) for side, own in zip(SIDES, pair, strict=True) for node in range(-1, len(own))
        )
        for side, node in keys:
            assert model.key_of(model.index_of(side, node)) == (side, node)
            assert say(model, side, node, LABEL, Role.AccessibleTextRole).endswith(".")


def test_rows_say_what_became_of_a_node(model):
    model.set_comparison(compared())
    lost, renamed = node_of(GOLD, "PP"), node_of(GOLD, "NP")
    assert [say(model, "gold", lost, column) for column in range(3)] == [
        "− PP",
        "on it",
        "PP “on it” is in gold only: deleted.",
    ]
    assert say(model, "gold", renamed) == say(model, "system", node_of(SYSTEM, "NX")) == "NP→NX"
    assert say(model, "gold", 0) == "S"
    assert say(model, "gold", node_of(GOLD, "cat")) == "“cat”"
    assert say(model, "gold", node_of(GOLD, "cat"), WORDS) == ""
    assert say(model, "gold", -1) == "Gold"
    assert say(model, "gold", -1, FATE) == f"1 deletion, 1 relabelled among {len(GOLD)} compared nodes"
    assert say(model, "system", -1, FATE) == f"1 relabelled among {len(SYSTEM)} compared nodes"
    model.set_comparison(compared(SYSTEM, GOLD))
    assert say(model, "system", lost) == "+ PP"


def test_a_row_is_heard_as_a_whole_sentence(model):
    model.set_comparison(compared())
    lost = node_of(GOLD, "PP")
    assert say(model, "gold", lost, LABEL, Role.AccessibleTextRole) == (
        "PP “on it” is in gold only: deleted. Gold tree, under VP, no difference below."
    )
    assert say(model, "gold", node_of(GOLD, "VP"), LABEL, Role.AccessibleTextRole).endswith("1 difference below.")
    assert say(model, "gold", 0, LABEL, Role.AccessibleTextRole).endswith("Gold tree, at the top, 2 differences below.")
    assert say(model, "system", -1, LABEL, Role.AccessibleTextRole) == (
        f"System tree: 1 relabelled among {len(SYSTEM)} compared nodes."
    )


def test_colours_are_the_themes(model):
    colours = load_theme("light").tree
    model.set_comparison(compared())
    assert say(model, "gold", node_of(GOLD, "PP"), role=Role.ForegroundRole) == colours.deletion
    assert say(model, "gold", node_of(GOLD, "NP"), role=Role.ForegroundRole) == colours.swap
    assert say(model, "gold", 0, role=Role.ForegroundRole) is None
    model.set_colours(load_theme("dark").tree)
    assert say(model, "gold", node_of(GOLD, "PP"), role=Role.ForegroundRole) == load_theme("dark").tree.deletion


def test_what_takes_no_part_is_pale(model):
    model.set_comparison(compared(alignment="e"))
    word = node_of(GOLD, "cat")
    assert say(model, "gold", word, FATE) == "“cat” takes no part in this comparison."
    assert say(model, "gold", word, role=Role.ForegroundRole) == load_theme("light").tree.tag


def test_where_e_and_t_disagree_it_is_said_and_shown(model):
    model.set_comparison(compared(alignment="disagree"))
    side, node = next(
        key for key in model.comparison.differences if model.comparison.roles[0].get(key[1]) == "disagree"
    )
    assert say(model, side, node).startswith("≠ ")
    assert say(model, side, node, FATE).endswith("E and T judge it differently.")


def test_a_gap_is_heard(model):
    torn = tree_of([Node("S", -1), Node("NP", 0), Node("a", 1, 0), Node("c", 1, 2), Node("b", 0, 1)])
    model.set_comparison(compared(torn, torn))
    assert say(model, "gold", 1, WORDS) == "a … c"


# --- the panel ----------------------------------------------------------------------------------------------------


def test_only_what_leads_to_a_difference_is_open(panel):
    panel.show_comparison(compared())
    view, model = panel.view, panel.model
    assert view.isExpanded(model.index_of("gold", node_of(GOLD, "VP")))
    assert not view.isExpanded(model.index_of("gold", node_of(GOLD, "PP")))
    panel.show_comparison(compared(GOLD, GOLD))
    assert view.isExpanded(model.index_of("gold", -1))
    assert not view.isExpanded(model.index_of("gold", 0))


def test_keys_walk_through_all_rows(qtbot, panel):
    panel.show_comparison(compared())
    heard = []
    panel.chosen.connect(lambda side, node: heard.append((side, node)))
    panel.select("gold", -1)
    assert heard == []
    qtbot.keyClick(
        panel.view, Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    )
    for _ in range(len(GOLD) + len(SYSTEM) + 1):
        qtbot.keyClick(panel.view, Qt.Key.Key_Down)
    assert heard == [
        *(("gold", node) for node in range(len(GOLD))),
        *(("system", node) for node in range(-1, len(SYSTEM))),
    ]
    qtbot.keyClick(panel.view, Qt.Key.Key_Home)
    assert heard[-1] == ("gold", -1)


def test_left_and_right_close_and_open(qtbot, panel):
    panel.show_comparison(compared())
    lost = node_of(GOLD, "PP")
    panel.select("gold", lost)
    qtbot.keyClick(panel.view, Qt.Key.Key_Right)
    assert panel.view.isExpanded(panel.model.index_of("gold", lost))
    qtbot.keyClick(panel.view, Qt.Key.Key_Left, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert not panel.view.isExpanded(panel.model.index_of("gold", lost))


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_return_goes_to_the_partner_and_back(qtbot, panel, key):
    panel.show_comparison(compared())
    one, other = node_of(GOLD, "NP"), node_of(SYSTEM, "NX")
    panel.select("gold", one)
    with qtbot.waitSignal(panel.chosen) as told:
        qtbot.keyClick(panel.view, key)
    assert told.args == ["system", other]
    with qtbot.waitSignal(panel.chosen) as told:
        qtbot.keyClick(panel.view, key)
    assert told.args == ["gold", one]
    panel.select("gold", -1)
    assert panel.go_to_partner()
    assert panel.model.key_of(panel.view.currentIndex()) == ("system", -1)
    panel.select("gold", node_of(GOLD, "PP"))
    assert not panel.go_to_partner()


def test_select_opens_the_way_and_keeps_quiet(qtbot, panel):
    panel.show_comparison(compared())
    with qtbot.assertNotEmitted(panel.chosen):
        panel.select("both", len(GOLD) - 1)
        panel.select("gold", 9999)
    index = panel.view.currentIndex()
    assert panel.model.key_of(index) == ("gold", len(GOLD) - 1)
    assert panel.view.viewport().rect().contains(panel.view.visualRect(index).center())


def test_another_alignment_keeps_the_row(panel):
    panel.show_comparison(compared(alignment="e"))
    panel.select("system", 3)
    panel.show_comparison(compared(alignment="t"))
    assert panel.model.key_of(panel.view.currentIndex()) == ("system", 3)
    panel.show_comparison(compared(SYSTEM, GOLD))
    assert not panel.view.currentIndex().isValid()


def test_without_trees_it_says_so(panel):
    panel.show_comparison(compared())
    panel.show_comparison(None)
    assert panel.stack.currentWidget() is panel.nothing
    assert not panel.go_to_partner()
    panel.set_theme(load_theme("dark"))


def test_the_focus_stays_over_a_sentence_without_trees(panel):
    panel.show_comparison(None)
    assert panel.nothing.hasFocus()
    panel.show_comparison(compared())
    assert panel.view.hasFocus()


def test_large_and_deep_trees(qapp, panel):
    size = 5000
    wide = tree_of([Node("S", -1), *(Node("a", 0, place) for place in range(size - 1))])
    deep = [
        tree_of([Node("a", at - 1, at // 2) if at % 2 else Node(label, at - 2 if at else -1) for at in range(size)])
        for label in ("X", "Y")
    ]
    for pair in ((wide, wide), tuple(deep)):
        shown = compared(*pair, "e")
        assert shown.roles
        began = time.monotonic()
        panel.show_comparison(shown)
        panel.select("system", size - 1)
        qapp.processEvents()
        assert time.monotonic() - began < 10
        assert panel.model.key_of(panel.view.currentIndex()) == ("system", size - 1)
