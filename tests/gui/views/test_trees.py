"""The centre of the window: panes, linked or not, selection, steps, and what is told about nodes."""

from dataclasses import replace

import pytest
from pointing import click, place_of
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtWidgets import QApplication
from strategies import flat

from treelens.engine.prepare.settings import Preparation
from treelens.gui.views.compared import Parse, Shown

KEYS = {"up": Qt.Key.Key_Up, "down": Qt.Key.Key_Down, "left": Qt.Key.Key_Left, "right": Qt.Key.Key_Right}


def settle() -> None:
    """Let layouts and timers run."""
    for _ in range(4):
        QApplication.processEvents()


def scroll(pane) -> tuple[int, int]:
    return pane.horizontalScrollBar().value(), pane.verticalScrollBar().value()


def wide(view, shown) -> None:
    """Show a sentence that does not fit."""
    view.show_sentence(shown(15), shown(15, "bllip"))
    settle()
    assert view.gold_pane.overview.isVisible()


# --- layouts ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", ["side", "mirror", "overlay", "three"])
@pytest.mark.parametrize("system", ["berkeley", "linkgrammar"])
def test_every_layout_shows_every_tree_there_is(view, shown, layout, system):
    view.set_layout(layout)
    for number in (1, 15, 41, 100, 118):
        view.show_sentence(shown(number, system), shown(number, "bllip"))
        settle()
        sentence = view.compared
        assert sentence is not None
        for side, parse in sentence.parses.items():
            labels = [label for pane in view.panes.values() for label in pane.drawing.labels]
            keys = {(label.side, label.node) for label in labels if label.kind != "fold"}
            both = {node for name, node in keys if name == "both"}
            partners = view.comparison.mapping.to_gold if view.comparison else {}
            for node in range(len(parse.tree)):
                there = (side, node) in keys or (node if side == "gold" else partners.get(node)) in both
                assert there or parse.tree.is_word(node) or parse.tree.is_preterminal(node)


def test_three_panes_share_size_and_room(view, shown):
    view.set_layout("three")
    view.resize(900, 500)
    view.show_sentence(shown(15), shown(15, "bllip"))
    settle()
    widths = [pane.width() for pane in view.panes.values()]
    assert max(widths) - min(widths) <= 2
    assert len({(pane.sceneRect().width(), pane.sceneRect().height()) for pane in view.panes.values()}) == 1
    assert view.second_side.title.text() == "B · bllip"
    texts = {name: text.text() for name, (_, text) in view.legend_labels.items() if not text.isHidden()}
    assert texts["deletion"] == "10 · 10" or texts["deletion"] == "A 10 · B 10 deletions"


def test_three_panes_say_that_a_second_system_is_missing(view, shown):
    view.set_layout("three")
    view.show_sentence(shown(15))
    settle()
    assert view.second_side.isVisible()
    assert "second system" in view.second_side.message.text()
    view.set_layout("side")
    assert not view.second_side.isVisible()
    assert view.system_side.title.text() == "berkeley"


def test_gold_is_counted_where_only_the_second_system_has_a_tree(view, shown):
    view.set_layout("three")
    view.resize(1600, 560)
    view.show_sentence(shown(118, "linkgrammar"), shown(118, "bllip"))
    settle()
    assert view.gold_side.note.text() == f"{len(view.compared.comparisons['second'].mapping.gold_nodes)} brackets"


def test_gold_says_in_which_system_a_node_is_missing(view, shown):
    view.set_layout("three")
    view.set_alignment("t")
    view.show_sentence(shown(15), shown(15, "bllip"))
    badges = {label.badge for label in view.gold_pane.drawing.labels}
    assert "A: VBN→VBD" in badges or "VBN→VBD" in badges
    missing = {badge for badge in badges if badge.startswith("−")}
    roles = [comparison.roles[0] for comparison in view.compared.comparisons.values()]
    in_both = any(all(each.get(node) == "deletion" for each in roles) for node in roles[0])
    assert ("−" in missing) == in_both
    assert missing <= {"−", "−A", "−B"} or any("→" in badge for badge in missing)


def test_the_walk_covers_all_three_trees(view, shown):
    view.set_layout("three")
    view.show_sentence(shown(15), shown(15, "bllip"))
    seen = []
    view.selected.connect(lambda side, node: seen.append((side, node)))
    for _ in view.compared.differences:
        view.step(1)
    assert seen == view.compared.differences
    assert {side for side, _ in seen} == {"gold", "system", "second"}
    missed = []
    view.ran_out.connect(missed.append)
    view.step(1)
    assert missed == [1]


# --- what is not compared ---------------------------------------------------------------------------------------------


def test_punctuation_is_drawn_without_a_role_and_explains_itself(qtbot, view, shown):
    view.show_sentence(shown(17))
    settle()
    pane = view.gold_pane
    quiet = [label for label in pane.drawing.labels if label.node < 0]
    (word,) = [label for label in quiet if label.kind == "word"]
    assert word.text == "."
    assert all(label.role == "plain" for label in quiet)
    heard = []
    view.explained.connect(heard.append)
    pane.hovered.emit(word.side, word.node)
    assert heard == ["“.” is not compared: words tagged . are left out."]
    click(qtbot, pane, ("gold", 0))
    assert view._selected == ("gold", 0)
    click(qtbot, pane, (word.side, word.node))
    assert view._selected is None


def test_what_is_shown_can_be_chosen(view, shown):
    def options(**chosen):
        view.set_options(replace(view.options, **chosen), show_links=False, fold=False)
        return {label.text for label in view.gold_pane.drawing.labels}

    view.show_sentence(shown(17))
    assert "." in options()
    assert "." not in options(punctuation=False)
    assert any("-" in text for text in options(functions=True)) == any(
        "-" in view.compared.first.gold.original.text(node) for node in range(len(view.compared.first.gold.original))
    )


# --- selecting --------------------------------------------------------------------------------------------------------


def test_only_what_is_selected_here_is_told(qtbot, view, shown):
    view.show_sentence(shown(17))
    settle()
    told = []
    view.selected.connect(lambda side, node: told.append((side, node)))
    view.select("gold", 3)
    assert not told
    click(qtbot, view.gold_pane, ("gold", 0))
    assert told == [("gold", 0)]


def test_it_is_told_once_that_nothing_is_selected_any_more(qtbot, view, shown):
    view.show_sentence(shown(17))
    settle()
    told = []
    view.selected.connect(lambda side, node: told.append((side, node)))
    click(qtbot, view.gold_pane, ("gold", 0))
    qtbot.keyClick(view.gold_pane, Qt.Key.Key_Escape)
    qtbot.mouseClick(view.gold_pane.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(2, 2))
    assert told == [("gold", 0), ("", -1)]


def test_what_a_layout_cannot_show_is_not_selected_any_more(view, shown):
    view.set_layout("three")
    view.show_sentence(shown(15), shown(15, "bllip"))
    told = []
    view.selected.connect(lambda side, node: told.append((side, node)))
    view.select("second", 2)
    view.set_layout("side")
    assert told == [("", -1)]
    assert view._selected is None


def test_arrow_keys_walk_through_the_tree(qtbot, view, shown):
    view.show_sentence(shown(17))
    settle()
    tree, pane = view.comparison.gold, view.gold_pane
    click(qtbot, pane, ("gold", 0))
    pane.setFocus()
    first, second = tree.children(0)[:2]
    for way, node in (("down", first), ("right", second), ("left", first), ("left", first), ("up", 0), ("up", 0)):
        qtbot.keyClick(pane, KEYS[way])
        assert view._selected == ("gold", node), way
    partner = view.comparison.mapping.to_system[0]
    assert view.system_pane.ring_of(("system", partner)) == "selected"
    qtbot.keyClick(pane, Qt.Key.Key_Escape)
    assert view._selected is None


def test_arrow_keys_pass_over_hidden_tags(qtbot, view, shown):
    view.set_options(replace(view.options, tags=False), show_links=False, fold=False)
    view.show_sentence(shown(17))
    settle()
    tree = view.comparison.gold
    tag = next(node for node in range(len(tree)) if tree.is_preterminal(node))
    view.select("gold", tree.parent[tag])
    qtbot.keyClick(view.gold_pane, Qt.Key.Key_Down)
    assert view._selected == ("gold", tag + 1)
    qtbot.keyClick(view.gold_pane, Qt.Key.Key_Up)
    assert view._selected == ("gold", tree.parent[tag])


def test_arrow_keys_scroll_if_nothing_is_selected(qtbot, view, shown):
    wide(view, shown)
    before = scroll(view.gold_pane)
    qtbot.keyClick(view.gold_pane, Qt.Key.Key_Right)
    assert scroll(view.gold_pane) > before
    view.select("gold", 0)
    now = scroll(view.gold_pane)
    qtbot.keyClick(view.gold_pane, Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
    assert scroll(view.gold_pane) > now
    assert view._selected == ("gold", 0)


# --- room -------------------------------------------------------------------------------------------------------------


def test_twenty_words_fit_in_little_room(view, shown):
    view.resize(1042, 560)
    view.show_sentence(shown(15))
    settle()
    assert view.gold_pane.width() <= 521
    assert not view.gold_pane.overview.isVisible()
    assert view.gold_pane.transform().m11() >= 0.72


@pytest.mark.parametrize("size", [(1042, 560), (760, 500), (620, 480)])
@pytest.mark.parametrize("layout", ["side", "three"])
def test_the_row_of_words_is_never_cut(view, shown, size, layout):
    view.resize(*size)
    view.set_layout(layout)
    view.show_sentence(shown(15), shown(15, "bllip"))
    settle()
    pane = view.gold_pane
    seen = pane.mapToScene(pane.viewport().rect()).boundingRect()
    bottom = max(label.box[3] for label in pane.drawing.labels)
    assert seen.bottom() >= bottom


def test_the_window_may_be_narrow(view, shown):
    for layout in ("side", "three"):
        view.set_layout(layout)
        view.show_sentence(shown(15), shown(15, "bllip"))
        settle()
        assert view.minimumSizeHint().width() <= 360


def test_sentences_from_the_right_begin_at_the_right(view):
    words = ["אבגד", "הוזח", "טיכל", "מנסע", "פצקר", "שתאב", "גדהו", "זחטי", "כלמנ", "סעפצ", "קרשת", "אבגדה"] * 2
    tree = flat([("S", [("N", [(word, at)]) for at, word in enumerate(words)])])
    parse = Parse(tree)
    view.show_sentence(Shown(parse, parse, Preparation("raw"), "same"))
    settle()
    for pane, side in ((view.gold_pane, "gold"), (view.system_pane, "system")):
        assert pane.overview.isVisible()
        seen = pane.viewport().rect()
        assert seen.contains(place_of(pane, (side, tree.leaves[0])))
        assert not seen.contains(place_of(pane, (side, tree.leaves[-1])))


# --- moving -----------------------------------------------------------------------------------------------------------


def test_the_overview_moves_all_panes(qtbot, view, shown):
    wide(view, shown)
    pane, strip = view.gold_pane, view.gold_pane.overview
    before = scroll(pane)
    end = QPoint(strip.width() - 5, strip.height() // 2)
    qtbot.mouseClick(strip, Qt.MouseButton.LeftButton, pos=end)
    assert scroll(pane) > before
    assert scroll(view.system_pane) == scroll(pane)
    assert strip.frame.right() == pytest.approx(pane.sceneRect().right(), abs=3)
    qtbot.keyClick(strip, Qt.Key.Key_Home)
    assert scroll(pane)[0] == 0
    qtbot.keyClick(strip, Qt.Key.Key_Right)
    assert scroll(pane)[0] > 0
    assert strip.accessibleName() == "Overview: Gold tree"


def test_no_overview_if_all_is_seen(view, shown):
    view.resize(1500, 700)
    view.show_sentence(shown(17))
    settle()
    assert not view.gold_pane.overview.isVisible()
    view.gold_pane.zoom(3)
    assert view.gold_pane.overview.isVisible()
    view.fit()
    assert not view.gold_pane.overview.isVisible()


def test_panes_can_be_let_loose_and_come_back(view, shown):
    wide(view, shown)
    one, other = view.gold_pane, view.system_pane
    one.zoom(1.5)
    assert other.transform() == one.transform()
    view.set_linked(False)
    other.zoom(1.5)
    other.centerOn(QPointF(400, 100))
    assert other.transform() != one.transform()
    view.set_linked(True)
    assert one.transform() == other.transform()
    assert scroll(one) == scroll(other)


# --- steps ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", ["side", "mirror", "overlay", "three"])
def test_steps_lead_from_gold_to_the_system(view, shown, layout):
    view.set_alignment("t")
    view.set_layout(layout)
    view.show_sentence(shown(15), shown(15, "bllip"))
    settle()
    heard = []
    view.explained.connect(heard.append)
    script = view.comparison.script
    assert [step.kind for step in script] == ["deletion"] * 3 + ["swap"] + ["insertion"] * 2
    view.show_step(0)
    assert heard[-1] == "Step 0 of 6: gold as it is"
    assert {label.role for label in view.gold_pane.drawing.labels} <= {"plain"} or layout == "mirror"
    for done in range(1, len(script) + 1):
        view.show_step(done)
        assert heard[-1].endswith(script[done - 1].text)
    if layout in ("side", "three"):
        texts = [sorted(label.text for label in pane.drawing.labels) for pane in (view.gold_pane, view.system_pane)]
        assert texts[0] == texts[1]
    assert view.gold_side.note.text() == "after 6 of 6 steps" or layout == "mirror"
    view.show_step(None)
    assert "after" not in view.gold_side.note.text()
    view.show_sentence(shown(17))
    assert view._done is None


def test_a_step_shows_what_was_done(view, shown):
    view.set_alignment("t")
    view.show_sentence(shown(15))
    settle()
    view.show_step(4)
    (changed,) = [label for label in view.gold_pane.drawing.labels if label.role == "swap"]
    assert changed.badge == "VBN→VBD"
    view.show_step(5)
    (new,) = [label for label in view.gold_pane.drawing.labels if label.role == "insertion"]
    assert (new.side, new.text) == ("system", "NNP")


# --- time -------------------------------------------------------------------------------------------------------------
