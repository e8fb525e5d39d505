"""How many systems found each bracket of gold: on screen, by key, in words, and in figures."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage

from treelens.engine.breakdowns import Finders
from treelens.gui.figures import FigureSpec, TreeFigure, svg, tikz
from treelens.gui.views.finding import found_in_words


@pytest.fixture
def found(qtbot, demo):
    """The demo at a sentence that some systems have wrong, with what is found shown by its key."""
    demo.sentences.show_sentence(14)
    qtbot.keyClick(demo, Qt.Key.Key_G)
    assert demo.actions_["show-found"].isChecked()
    return demo


def labels(window, side="gold"):
    return {label.node: label for label in window.trees.gold_pane.drawing.labels if label.side == side}


def test_every_bracket_of_gold_says_how_many_found_it(found):
    told = found.document.finders(14)
    assert len(told.asked) == 3
    assert {len(names) for names in told.names.values()} > {0}
    shown = labels(found)
    for node, names in told.names.items():
        assert shown[node].badge == f"{len(names)}/3"
        assert shown[node].shown.endswith(f" {len(names)}/3")
        expected = {0: "nobody", 1: "few", 2: "most", 3: "everybody"}[len(names)]
        assert shown[node].role == expected
    others = [label for node, label in shown.items() if node not in told.names]
    assert all(label.badge == "" for label in others)
    assert "insertion" in {label.role for label in found.trees.system_pane.drawing.labels}


def test_pointing_at_a_node_tells_which_systems(found):
    told = found.document.finders(14)
    node = next(node for node, names in told.names.items() if not names)
    found.trees.select("gold", node)
    names = ", ".join(found.document.names)
    assert f"Found by none of 3 systems: {names}." in found.status.words.text()
    system = next(key for key in found.trees.compared.keys("gold", 0) if key[0] == "system")
    found.trees.select(*system)
    assert "Found by" in found.status.words.text()


def test_the_key_switches_it_off_again(qtbot, found):
    qtbot.keyClick(found, Qt.Key.Key_G)
    assert {label.role for label in labels(found).values()} >= {"deletion", "match"}
    found.trees.select("gold", 0)
    assert "Found by" not in found.status.words.text()


@pytest.mark.parametrize("layout", ["mirror", "overlay", "three"])
def test_every_layout_shows_it(found, layout):
    found.set_layout(layout)
    drawn = [label for label in found.trees.gold_pane.drawing.labels if label.side in ("gold", "both")]
    told = found.document.finders(14)
    missed = [node for node, names in told.names.items() if not names]
    roles = {label.node: (label.role, label.badge) for label in drawn}
    assert all(roles[node] == ("nobody", "0/3") for node in missed)


def test_the_legend_counts(found):
    told = found.document.finders(14)
    none = sum(not names for names in told.names.values())
    icon, text = found.trees.legend.entries["nobody"]
    assert text.isVisible()
    assert icon.accessibleName() == f"{none} brackets found by no system"
    assert not found.trees.legend.entries["deletion"][1].isVisible()


def test_arcs_have_nothing_of_it(qtbot, found):
    qtbot.keyClick(found, Qt.Key.Key_5)
    assert not any("/3" in label.badge for label in found.trees.gold_pane.drawing.labels)


def test_figures_have_it_too(found, tmp_path):
    figure = TreeFigure(found.document, 14, 0)
    spec = FigureSpec(found=True, functions=False)
    text = svg.document(figure.page(spec))
    assert ">SBAR 0/3<" in text
    assert 'data-role="nobody"' in text
    assert "found by no system" in text
    tex = tikz.document(figure.page(spec))
    assert "treelens nobody text" in tex
    assert "SBAR 0/3" in tex
    command = figure.arguments(spec)
    assert sum(part.endswith(".mrg") for part in command) == 4  # gold and all systems
    plain = svg.document(figure.page(FigureSpec(functions=False)))
    assert "0/3" not in plain


def test_the_window_hands_it_on_to_its_figures(found):
    dialog = found.exporting.exports.export_trees(found.document, found.place(), found.theme)
    page = dialog.current()
    assert "SBAR 0/3" in [text.text for text in page.texts()]
    dialog.close()


def test_it_can_be_seen_without_colours(found):
    found.set_theme("print")
    image: QImage = found.trees.gold_pane.grab().toImage()
    assert not image.isNull()
    theme = found.theme.tree
    assert len({theme.get(f"{role}_fill", "page").name() for role in ("few", "most", "everybody")}) == 3


def test_in_words():
    finders = Finders({0: ("a",), 1: ("a", "b")}, ("a", "b"))
    assert found_in_words(finders, 1) == "Found by all 2 systems."
    assert found_in_words(finders, 7) == ""
    assert found_in_words(Finders({0: ("a",)}, ("a",)), 0) == "Found by the one system."
