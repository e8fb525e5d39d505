"""Heads and dependencies in the whole window: keys, panels beside the trees, sessions, other colours."""

from pathlib import Path

import copies
import pytest
from pointing import point_at
from PySide6.QtCore import QEvent, Qt

from treelens.gui.program import demo_files
from treelens.gui.views.comparison import ALIGNMENTS


@copies.opening("mixed")
def open_mixed(window, _folder):
    """Open phrases as gold and dependencies as the system."""
    folder = Path(demo_files()[0]).parent
    window.open_files([str(folder / name) for name in ("gold.mrg", "udpipe.conllu")])
    assert window.wait_until_filled(), window.last_error
    window.sentences.go_to(14)


@pytest.fixture
def mixed(window, tmp_path):
    """The window with phrases as gold and dependencies as the system."""
    if not copies.here:
        open_mixed(window, tmp_path)
    return window


def press(qtbot, window, *keys):
    for key in keys:
        qtbot.keyClick(window, key)


def test_dependencies_are_listed_word_by_word(qtbot, demo):
    demo.sentences.go_to(14)
    press(qtbot, demo, Qt.Key.Key_5)
    script = demo.this.script
    rows = [script.list.item(row).text() for row in range(script.list.count())]
    assert rows[-1] == "“Thursday”: on “said” in gold, on “along” here"
    place = script.list.visualItemRect(script.list.item(2)).center()
    qtbot.mouseClick(script.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert demo.trees._selected == ("gold", script.script[2].node)
    outline = demo.outline.model
    index = outline.index_of("gold", script.script[2].node)
    assert outline.data(index) == "− “Thursday” VP"
    assert "depends on “said”" in outline.data(index.siblingAtColumn(outline.FATE))


def test_where_nothing_differs_it_is_said(qtbot, demo):
    press(qtbot, demo, Qt.Key.Key_5)
    same = next(
        number
        for number in range(120)
        if demo.sentences.go_to(number) and demo.trees.comparison and not demo.trees.comparison.script
    )
    assert demo.sentence == same
    assert demo.this.script.list.item(0).text() == "nothing to do: all words depend on the same words"
    press(qtbot, demo, Qt.Key.Key_4)
    assert "brackets of heads" in demo.trees.legend.setting.text()


def test_the_walk_goes_through_arcs_and_on(qtbot, demo):
    demo.sentences.set_ranking_text("file")
    demo.sentences.go_to(14)
    press(qtbot, demo, Qt.Key.Key_5, Qt.Key.Key_N, Qt.Key.Key_N, Qt.Key.Key_N)
    assert demo.sentence == 14
    assert "“Thursday” depends on “said”" in demo.status.words.text()
    press(qtbot, demo, Qt.Key.Key_N)
    assert demo.sentence > 14
    qtbot.keyClick(demo, Qt.Key.Key_N, Qt.KeyboardModifier.ShiftModifier)
    assert demo.sentence == 14


def test_hovering_says_which_rule_chose_the_head(qtbot, demo):
    demo.sentences.go_to(16)
    press(qtbot, demo, Qt.Key.Key_4)
    pane = demo.trees.gold_pane
    node = min(demo.trees.comparison.mapping.gold_nodes)
    pane.reveal(("gold", node))
    point_at(qtbot, pane, ("gold", node))
    assert "head “" in demo.status.words.text()
    assert "rule " in demo.status.words.text() or "only child" in demo.status.words.text()
    pane.viewport().event(QEvent(QEvent.Type.Leave))


def test_steps_and_repairs_do_not_mind_arcs(qtbot, demo):
    demo.sentences.go_to(14)
    for alignment in (Qt.Key.Key_4, Qt.Key.Key_5):
        for layout in ("side", "mirror", "overlay", "three"):
            demo.set_layout(layout)
            press(qtbot, demo, alignment, Qt.Key.Key_Period, Qt.Key.Key_Period, Qt.Key.Key_Comma)
            demo._end_steps()
            for _ in range(3):
                demo.actions_["next-repair"].trigger()
            assert demo.trees.compared is not None
            demo._end_steps()


def test_repairs_lead_to_golds_dependencies(demo):
    demo.sentences.go_to(14)
    demo.set_alignment("dependencies")
    explanation = demo.document.errors.of(demo.document.current, 14)
    demo.trees.show_repairs_done(len(explanation.repairs), explanation)
    assert demo.trees.compared.one.mapping.cost == 0
    demo.trees.point_out(explanation.repairs[0])
    assert demo.trees.gold_pane.ringed("block")


def test_a_switch_shows_heads_in_any_alignment(qtbot, demo):
    demo.sentences.go_to(16)
    assert not any(stroke.weight for stroke in demo.trees.gold_pane.drawing.strokes)
    press(qtbot, demo, Qt.Key.Key_H)
    assert demo.trees.alignment == "e"
    assert any(stroke.weight for stroke in demo.trees.gold_pane.drawing.strokes)
    assert "heads" in demo.place().show


@pytest.mark.parametrize(
    ("theme", "layout"), [("light", "side"), ("dark", "mirror"), ("okabe-ito", "overlay"), ("print", "three")]
)
def test_phrases_beside_dependencies(qtbot, mixed, theme, layout):
    mixed.set_theme(theme)
    mixed.set_layout(layout)
    for key in (Qt.Key.Key_4, Qt.Key.Key_5):
        press(qtbot, mixed, key)
        drawings = [pane.drawing for side, pane in mixed.trees.panes.items() if not mixed.trees.sides[side].isHidden()]
        assert any(drawing.labels for drawing in drawings)
        assert not mixed.grab().isNull()
    kinds = {label.kind for drawing in drawings for label in drawing.labels}
    assert ("phrase" in kinds) == (layout == "mirror")


def test_a_place_keeps_the_alignment(demo):
    for name in ALIGNMENTS:
        demo.set_alignment(name)
        place = demo.place()
        assert type(place).from_dict(place.to_dict()).alignment == name
        demo.set_alignment("e")
        demo.restore(place)
        assert demo.trees.alignment == name
        assert demo.actions_[f"align-{name}"].isChecked()


def test_what_could_not_be_aligned_is_told(window, tmp_path):
    gold, system = tmp_path / "gold.mrg", tmp_path / "system.mrg"
    gold.write_text("(S (NP (PRP we)) (VP (MD can) (RB not) (VP (VB see) (NP (PRP it)))))\n")
    system.write_text("(S (NP (PRP we)) (VP (MD cannot) (VP (VB see) (NP (PRP it) (RB now)))))\n")
    window.open_files([str(gold), str(system)])
    assert window.wait_until_filled(), window.last_error
    for name in ("heads", "dependencies"):
        window.set_alignment(name)
        assert "words differ: “now” in the system only" in window.trees.legend.setting.text()


def test_what_can_be_said_of_phrases_and_dependencies_is_listed(window, demo_folder):
    files = [str(demo_folder / name) for name in ("gold.mrg", "udpipe.conllu", "berkeley.mrg")]
    window.open_files(files[:2])
    assert window.wait_until_filled(), window.last_error
    assert window.sentences.column_texts() == ["mph-f1", "usd", "t-dice"]
    assert window.sentences.ranking_text() == "score mph-f1"
    window.open_files(files)
    assert window.wait_until_filled(), window.last_error
    assert window.sentences.column_texts() == ["e-dice", "t-dice", "freval-15"]
    assert window.sentences.ranking_text() == "gap e-dice t-dice"
