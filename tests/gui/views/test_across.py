"""Curves between partners: from pane to pane, only where both are seen, and in nobody's way."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QColor
from PySide6.QtWidgets import QApplication

from treelens.gui.theme import load_theme

STRONG = ("hover match", "selected match", "hover swap", "selected swap")


def settle() -> None:
    """Let layouts and timers run."""
    for _ in range(4):
        QApplication.processEvents()


def show(view, *sentences, links=True, alignment="t", layout="side", size=(1300, 640)) -> None:
    """Show a sentence with its links."""
    view.resize(*size)
    view.alignment = alignment
    view.set_layout(layout)
    view.set_options(view.options, show_links=links, fold=False)
    view.show_sentence(*sentences)
    settle()


def place(view, pane, key) -> tuple[float, float, float, float]:
    """Return the box of a label in coordinates of what the curves are painted on."""
    label = pane.label_of(key)
    corner = pane.viewport().mapTo(view.splitter, QPoint(0, 0))
    moved, (left, top, right, bottom) = pane.viewportTransform(), label.box
    one, other = moved.map(left, top), moved.map(right, bottom)
    return one[0] + corner.x(), one[1] + corner.y(), other[0] + corner.x(), other[1] + corner.y()


def ends(view, looks=None) -> set[tuple[int, int, int, int]]:
    """Return where curves begin and end, in whole pixels; all of them, or those of some looks."""
    curves = [points for points, name in view.across.curves() if looks is None or name in looks]
    return {tuple(round(number) for point in (points[0], points[-1]) for number in point) for points in curves}


def expected(view, pair, other="system") -> tuple[int, int, int, int]:
    """Return where the curve of two phrases must begin and end."""
    one, two = place(view, view.gold_pane, ("gold", pair[0])), place(view, view.panes[other], (other, pair[1]))
    gap = 3 * view.gold_pane.transform().m11()
    return tuple(round(n) for n in (one[2] + gap, (one[1] + one[3]) / 2, two[0] - gap, (two[1] + two[3]) / 2))


def phrase_pairs(mapping) -> list[tuple[int, int]]:
    return [pair for pair in mapping.pairs if not mapping.gold.is_word(pair[0])]


# --- all pairs --------------------------------------------------------------------------------------------------------


def test_every_pair_has_a_curve_from_label_to_label(view, shown):
    show(view, shown(15))
    mapping = view.comparison.mapping
    wanted = {expected(view, pair) for pair in phrase_pairs(mapping)}
    assert len(wanted) > 20
    assert ends(view) == wanted
    looks = [name for _, name in view.across.curves()]
    assert looks.count("swap") == len(mapping.swaps) == 1
    assert 0 < looks.count("match") < looks.count("still")


def test_without_links_there_is_nothing_over_the_panes(view, shown):
    show(view, shown(15), links=False)
    assert not view.across.curves()
    assert not view.across.isVisible()
    view.set_options(view.options, show_links=True, fold=False)
    assert view.across.isVisible()
    view.set_options(view.options, show_links=False, fold=False)
    assert not view.across.isVisible()


@pytest.mark.parametrize("layout", ["mirror", "overlay"])
def test_one_pane_has_its_own_links(view, shown, layout):
    show(view, shown(15), layout=layout)
    assert not view.across.curves()


def test_curves_follow_zoom_and_scrolling_and_end_at_the_edge(view, shown):
    show(view, shown(15), size=(760, 560))
    pairs = phrase_pairs(view.comparison.mapping)
    seen = len(view.across.curves())
    assert 0 < seen < len(pairs)
    for move in (
        lambda: view.zoom(1.4),
        lambda: view.gold_pane.horizontalScrollBar().setValue(150),
        lambda: view.resize(900, 600),
        lambda: view.splitter.setSizes([300, 600]),
    ):
        move()
        settle()
        visible = {pair for pair in pairs if all(_is_seen(view, key) for key in _keys(pair))}
        assert ends(view) == {expected(view, pair) for pair in visible}


def _keys(pair) -> list[tuple[str, int]]:
    return [("gold", pair[0]), ("system", pair[1])]


def _is_seen(view, key) -> bool:
    pane = view.panes[key[0]]
    seen = pane.mapToScene(pane.viewport().rect()).boundingRect()
    left, top, right, bottom = pane.label_of(key).box
    return right >= seen.left() and left <= seen.right() and bottom >= seen.top() and top <= seen.bottom()


def test_folded_and_hidden_nodes_have_no_curve(view, shown):
    show(view, shown(15))
    before = len(view.across.curves())
    view.set_options(view.options, show_links=True, fold=True)
    settle()
    assert 0 < len(view.across.curves()) < before


def test_three_panes_show_of_far_links_only_what_tells_something(view, shown):
    show(view, shown(15), shown(15, "bllip"), layout="three", size=(2000, 700))
    far = [name for _, name in view.across.curves() if name.startswith("far")]
    mapping = view.compared.comparisons["second"].mapping
    moved = [pair for pair in mapping.pairs if mapping.gold.span(pair[0]) != mapping.system.span(pair[1])]
    assert 0 < len(far) <= len(moved) + len(mapping.swaps) < len(mapping.pairs)
    assert far.count("far swap") == len(mapping.swaps)


# --- what is pointed at -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("links", [False, True])
def test_a_selected_node_is_linked_in_any_case(qtbot, view, shown, links):
    show(view, shown(15), links=links)
    pair = next(pair for pair in view.comparison.mapping.matches if not view.comparison.gold.is_word(pair[0]))
    label = view.gold_pane.label_of(("gold", pair[0]))
    at = view.gold_pane.mapFromScene(label.x, label.y)
    qtbot.mouseClick(view.gold_pane.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert ends(view, STRONG) == {expected(view, pair)}
    assert [name for _, name in view.across.curves()][-1] == "selected match"
    qtbot.keyClick(view.gold_pane, Qt.Key.Key_Escape)
    view.gold_pane.hovered.emit("", -1)
    assert not ends(view, STRONG)
    assert view.across.isVisible() == links


def test_what_is_hovered_is_linked_until_the_pointer_leaves(view, shown):
    show(view, shown(15), links=False)
    swap = view.comparison.mapping.swaps[0]
    view.system_pane.hovered.emit("system", swap[1])
    assert [name for _, name in view.across.curves()] == ["hover swap"]
    view.system_pane.hovered.emit("", -1)
    assert not view.across.isVisible()


def test_a_node_without_partner_has_no_curve(view, shown):
    show(view, shown(15), links=False)
    view.select("gold", view.comparison.mapping.deletions[0])
    assert not view.across.curves()


def test_in_three_panes_both_partners_are_linked(view, shown):
    show(view, shown(15), shown(15, "bllip"), links=False, layout="three", size=(2000, 700))
    view.select("gold", 0)
    pairs = {side: (0, each.mapping.to_system[0]) for side, each in view.compared.comparisons.items()}
    assert ends(view, STRONG) == {expected(view, pair, side) for side, pair in pairs.items()}


def test_mirrored_partners_are_linked_when_selected(view, shown):
    show(view, shown(15), links=False, layout="mirror", size=(1300, 1200))
    view.select("gold", 0)
    partner = view.comparison.mapping.to_system[0]
    ((x, y), *_, (to, down)) = view.across.curves()[0][0]
    above, below = (place(view, view.gold_pane, key) for key in (("gold", 0), ("system", partner)))
    assert (x, to) == pytest.approx(((above[0] + above[2]) / 2, (below[0] + below[2]) / 2))
    assert above[3] < y < down < below[1]


def test_words_are_linked_above_their_row(view, shown):
    show(view, shown(15), links=False)
    word, partner = next(pair for pair in view.comparison.mapping.pairs if view.comparison.gold.is_word(pair[0]))
    view.select("gold", word)
    ((start, *_, end),) = [points for points, _ in view.across.curves()]
    assert start[1] < place(view, view.gold_pane, ("gold", word))[1]
    assert end[1] < place(view, view.system_pane, ("system", partner))[1]


def test_while_steps_are_shown_curves_start_at_what_is_there(view, shown):
    show(view, shown(15))
    for done in range(len(view.comparison.script) + 1):
        view.show_step(done)
        settle()
        assert len(view.across.curves()) == len(phrase_pairs(view.comparison.mapping)), done


def test_a_missing_tree_has_no_links(view, shown):
    show(view, shown(118, "linkgrammar"))
    assert view.comparison is None
    assert not view.across.curves()
    show(view, shown(118, "linkgrammar"), shown(118, "bllip"), layout="three", size=(2000, 700))
    assert view.across.curves()
    assert not any(name.startswith("far") for _, name in view.across.curves())


# --- the widget itself ------------------------------------------------------------------------------------------------


def test_it_is_in_nobodys_way(view, shown):
    show(view, shown(15))
    assert view.across.geometry() == view.splitter.geometry()
    middle = view.gold_pane.viewport().rect().center()
    assert view.childAt(view.gold_pane.viewport().mapTo(view, middle)) is view.gold_pane.viewport()
    assert view.across.focusPolicy() == Qt.FocusPolicy.NoFocus
    told = QAccessible.queryAccessibleInterface(view)
    children = [told.child(number).object() for number in range(told.childCount())]
    assert view.splitter in children
    assert view.across not in children


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_curve_is_painted_across_the_splitter_in_the_colour_of_links(view, shown, theme):
    chosen = load_theme(theme)
    view.set_theme(chosen)
    show(view, shown(15), links=False)
    view.select("gold", 0)
    settle()
    handle = view.splitter.handle(1).geometry().translated(view.splitter.pos())
    image = view.grab().toImage()
    column = [QColor(image.pixel(handle.center().x() + by, y)) for by in range(-8, 9) for y in range(30, 120)]
    link = chosen.tree.link
    near = [abs(c.red() - link.red()) + abs(c.green() - link.green()) + abs(c.blue() - link.blue()) for c in column]
    assert min(near) < 60


def test_curves_are_clipped_to_the_panes(view, shown):
    show(view, shown(15), links=False)
    before = view.grab().toImage()
    view.select("gold", 0)
    view.gold_pane.zoom(3)
    settle()
    titles = view.gold_side.title.height()
    after = view.grab().toImage()
    assert before.copy(0, 0, view.width(), titles) == after.copy(0, 0, view.width(), titles)
