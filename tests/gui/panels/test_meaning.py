"""The panel of meanings: read only when it is seen, drawn in three ways, selected together with the trees."""

import re
import subprocess
import sys
import time

import copies
import pytest
from meaning_profiles import SEE, meaning_profiles
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from small_profiles import Item, Result, lexical, phrase, write_profile

from treelens.gui.relating import smallest_over


@copies.opening("with_meanings")
def open_profiles(window, folder):
    """Open three sentences with meanings."""
    window.open_files(meaning_profiles(folder), goto=1)
    assert window.wait_until_filled(), window.last_error


@pytest.fixture
def with_meanings(window, tmp_path):
    """The window with three sentences with meanings."""
    if not copies.here:
        open_profiles(window, tmp_path)
    return window


def settled(window):
    """Let the meanings arrive, and return the panel."""
    until = time.monotonic() + 20
    QApplication.processEvents()
    while window.meaning.is_reading and time.monotonic() < until:
        QApplication.processEvents()
    assert not window.meaning.is_reading
    return window.meaning


@pytest.fixture
def meaning(with_meanings):
    """The panel, in front."""
    with_meanings.docks.reveal("meaning")
    return settled(with_meanings)


def place(panel, side, node, which="gold"):
    """Return where a label is in a pane."""
    pane = panel.drawings.panes[which]
    label = pane.label_of((side, node))
    assert label is not None
    return pane.mapFromScene(label.x, label.y)


def texts(panel, which="gold"):
    return {label.shown for label in panel.drawings.panes[which].drawing.labels}


def test_nothing_is_read_before_it_is_seen(with_meanings):
    panel = with_meanings.meaning
    with_meanings.sentences.show_sentence(1)
    assert panel.meanings is None
    assert not panel.is_reading
    with_meanings.sentences.show_sentence(0)
    with_meanings.docks.reveal("meaning")
    assert settled(with_meanings).meanings is not None


def test_it_gets_half_of_the_window(meaning, with_meanings, qtbot):
    qtbot.waitUntil(lambda: with_meanings.docks["meaning"].height() > 0.45 * with_meanings.height(), timeout=3000)


def test_arcs_of_both_sides(meaning):
    shown = texts(meaning)
    assert {"_the_q", "_dog_n_1", "_see_v_1→_saw_v_1", "ARG2→ARG3", "top", "saw", "BV"} <= shown
    assert meaning.meanings.counts == {"deletion": 0, "insertion": 0, "swap": 2, "match": 8}


def test_graphs_side_by_side(meaning, qtbot):
    qtbot.mouseClick(meaning.switch.buttons()[1], Qt.MouseButton.LeftButton)
    assert all(not frame.isHidden() for frame in meaning.drawings.sides.values())
    assert "_the_q" in texts(meaning, "system")
    assert not any(label.kind == "word" for label in meaning.drawings.panes["gold"].drawing.labels)


def test_text_without_other_names(meaning, qtbot):
    qtbot.mouseClick(meaning.switch.buttons()[2], Qt.MouseButton.LeftButton)
    gold, system = meaning.text.gold, meaning.text.system
    assert gold.isReadOnly()
    assert [role for _, role, _ in system.lines if role != "match"] == ["deletion", "insertion"]
    assert "x8" not in system.toPlainText()
    system.selectAll()
    qtbot.keyClick(system, "c", Qt.KeyboardModifier.ControlModifier)
    copied = QApplication.clipboard().text()
    assert "_saw_v_1" in copied
    assert "" not in copied.splitlines()


def test_why_there_is_nothing(with_meanings, meaning):
    with_meanings.sentences.show_sentence(2)
    panel = settled(with_meanings)
    assert panel.stack.currentWidget() is panel.message
    assert "is missing" in panel.message.text()
    with_meanings.sentences.show_sentence(1)
    panel = settled(with_meanings)
    assert panel.note.text().startswith("Gold: the MRS cannot be read")
    assert "_see_v_1" in texts(panel)  # nothing is extra where there is nothing to compare with
    assert panel.meanings.differences == []
    assert panel.drawings.legend.setting.text() == "not compared"


def test_files_without_meanings(demo):
    demo.docks.reveal("meaning")
    assert "no meanings" in settled(demo).message.text()


def test_a_predicate_is_explained_and_its_partner_lit(meaning, with_meanings):
    said = []
    meaning.explained.connect(said.append)
    own = next(at for at, node in enumerate(meaning.meanings.graphs[0].nodes) if node.predicate == "_see_v_1")
    meaning.drawings._hover("gold", own)
    assert "_see_v_1 over “saw”" in said[-1]
    assert "TENSE past" in said[-1]
    assert "the system has _saw_v_1" in said[-1]
    lit = meaning.drawings.panes["gold"].ringed("hover")
    assert {side for side, _ in lit} == {"gold", "system", "both"}


def test_a_click_on_a_predicate_selects_the_node_over_its_words(meaning, with_meanings, qtbot):
    pane = meaning.drawings.panes["gold"]
    own = next(at for at, node in enumerate(meaning.meanings.graphs[0].nodes) if node.predicate == "_dog_n_1")
    qtbot.mouseClick(pane.viewport(), Qt.MouseButton.LeftButton, pos=place(meaning, "gold", own))
    lit = with_meanings.trees.gold_pane.ringed("selected")
    tree = with_meanings.trees.compared.parses["gold"].tree
    assert [tree.text(node) for side, node in lit if side == "gold"] == ["dog_n1"]
    assert with_meanings.trees.system_pane.ringed("selected")
    assert "_dog_n_1 over “dog”" in with_meanings.status.words.text()


def test_keys_walk_along_arguments(meaning, qtbot):
    pane = meaning.drawings.panes["gold"]
    names = {node.predicate: at for at, node in enumerate(meaning.meanings.graphs[0].nodes)}
    qtbot.mouseClick(pane.viewport(), Qt.MouseButton.LeftButton, pos=place(meaning, "gold", names["_see_v_1"]))
    for key, predicate in ((Qt.Key.Key_Down, "_dog_n_1"), (Qt.Key.Key_Left, "_the_q"), (Qt.Key.Key_Right, "_dog_n_1")):
        qtbot.keyClick(pane, key)
        assert meaning.drawings._selected == [("gold", names[predicate])]
    qtbot.keyClick(pane, Qt.Key.Key_Up)
    assert meaning.drawings._selected == [("gold", names["_the_q"])]
    qtbot.keyClick(pane, Qt.Key.Key_Escape)
    assert not pane.ringed("selected")


def test_a_node_of_a_tree_lights_its_predicates(meaning, with_meanings):
    tree = with_meanings.trees.compared.parses["gold"].tree
    subject = next(node for node in range(len(tree)) if tree.text(node) == "sp-hd_n_c")
    with_meanings.trees._choose("gold", subject)
    graph = meaning.meanings.graphs[0]
    lit = {node for side, node in meaning.drawings.panes["gold"].ringed("selected") if side == "gold"}
    assert {graph.nodes[node].predicate for node in lit} == {"_the_q", "_dog_n_1"}
    with_meanings.trees._choose("", -1)
    assert not meaning.drawings.panes["gold"].ringed("selected")


def test_the_walk_through_differences_goes_round(meaning):
    differences = meaning.meanings.differences
    assert len(differences) == 2
    seen = []
    meaning.drawings.selected.connect(lambda *key: seen.append(key))
    for _ in range(3):
        meaning.drawings.legend.stepped.emit(1)
    meaning.drawings.legend.stepped.emit(-1)
    assert seen == [*differences, differences[0], differences[1]]


def test_the_smallest_node_over_letters(with_meanings):
    parse = with_meanings.trees.compared.parses["gold"]
    found = {letters: smallest_over(parse, letters) for letters in ((4, 7), (0, 7), (4, 16), (90, 99))}
    labels = [None if node is None else parse.tree.text(node) for node in found.values()]
    assert labels == ["dog_n1", "sp-hd_n_c", "sb-hd_mc_c", None]


def test_themes(meaning, with_meanings):
    for view in ("mrs", "arcs", "graph"):
        meaning.set_view(view)
        with_meanings.set_theme("dark")
        with_meanings.set_theme("light")
    assert texts(meaning)


def test_words_without_positions(window, tmp_path):
    derivation = phrase("sb-hd_mc_c", 0, 2, lexical("it", "it", 0), lexical("rain_v1", "rained", 1))
    rain = "[ TOP: h0 INDEX: e2 [ e ] RELS: < [ _rain_v_1<3:9> LBL: h1 ARG0: e2 ] > HCONS: < h0 qeq h1 > ]"
    paths = [write_profile(tmp_path / name, [Item(1, "it rained", [Result(derivation, rain)])]) for name in "ab"]
    window.open_files(paths, goto=1)
    assert window.wait_until_filled(), window.last_error
    window.docks.reveal("meaning")
    panel = settled(window)
    assert {"it", "rained", "_rain_v_1"} <= texts(panel)
    panel.drawings._choose("gold", 0)  # trees do not know where their words are: nothing is selected there
    assert not window.trees.gold_pane.ringed("selected")


def test_pydelphin_is_not_imported_at_start():
    code = "import sys, treelens.gui.main_window; print({'delphin.codecs', 'networkx'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout.strip() == "set()", done.stderr


def test_a_meaning_that_both_share_has_no_difference():
    from treelens.gui.views.meanings import Meanings
    from treelens.gui.views.told import TextWord, Told

    words = tuple(TextWord(word, at, at + 3) for word, at in (("the", 0), ("dog", 4), ("saw", 8), ("cats", 12)))
    meanings = Meanings(Told(words, SEE, SEE.replace("x3", "x77")))
    assert not meanings.differences
    assert set(meanings.roles["gold"].values()) == {"match"}


def test_export_is_of_what_has_the_focus(meaning, with_meanings, qtbot, monkeypatch):
    opened = []
    monkeypatch.setattr(with_meanings.exporting.exports, "_open", lambda wanted, spec, theme: opened.append(wanted))
    with_meanings.activateWindow()
    with_meanings.sentences.table.setFocus()
    with_meanings.actions_["export-figure"].trigger()
    meaning.set_view("graph")
    meaning.drawings.panes["gold"].setFocus()
    with_meanings.actions_["export-figure"].trigger()
    assert [type(wanted).__name__ for wanted in opened] == ["TreeFigure", "MeaningFigure"]
    assert opened[1].draw == "graph"
    meaning.set_view("arcs")
    meaning.more.menu().actions()[0].trigger()
    assert opened[2].draw == "arcs"


def test_the_dialog_draws_meanings(meaning, with_meanings, qtbot):
    from treelens.gui.dialogs.figure import FigureDialog

    meaning.export_wanted.emit("export")
    (dialog,) = with_meanings.findChildren(FigureDialog)
    page = dialog.current()
    assert page is not None
    assert "_dog_n_1" in {text.text for text in page.texts()}
    assert "--draw arcs" in dialog.command.text()
    dialog.settings.boxes["titles"].setChecked(False)
    assert "--no-titles" in dialog.command.text()
    dialog.close()


def one_sentence(window, folder, gold, system):
    """Open one sentence with these two meanings, and return the panel."""
    derivation = phrase("r_c", 0, 1, lexical("rain_v1", "rains", 0, letters=(0, 5)))
    sides = {"gold": gold, "system": system}
    paths = [write_profile(folder / side, [Item(1, "rains", [Result(derivation, mrs)])]) for side, mrs in sides.items()]
    window.open_files(paths, goto=1)
    assert window.wait_until_filled(), window.last_error
    window.docks.reveal("meaning")
    return settled(window)


def test_what_drawings_do_not_show_is_said(window, tmp_path):
    panel = one_sentence(window, tmp_path, SEE, SEE.replace("TENSE: past", "TENSE: pres"))
    assert panel.meanings.differences == []
    assert panel.note.text() == "the graphs are the same; one line of the MRS differs"
    panel.set_view("mrs")
    assert panel.note.text() == ""


def test_meanings_without_positions_are_not_compared(window, tmp_path):
    panel = one_sentence(window, tmp_path, SEE, re.sub(r"<\d+:\d+>", "<-1:-1>", SEE))
    assert panel.note.text() == "system: the MRS has no positions in the text"
    assert panel.meanings.differences == []
    assert not any(text.startswith(("+", "−")) for text in texts(panel))


def test_a_walk_begins_with_enter(meaning, qtbot):
    pane = meaning.drawings.panes["gold"]
    with qtbot.waitSignal(meaning.selected):
        qtbot.keyClick(pane, Qt.Key.Key_Return)
    with qtbot.waitSignal(meaning.selected):
        qtbot.keyClick(pane, Qt.Key.Key_Right)
