"""Dependencies and heads in the centre of the window: what is drawn, what is told, and every mixture of formats."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from pointing import click
from PySide6.QtCore import Qt

from treelens.gui.document import open_document
from treelens.gui.drawing import Options, Show
from treelens.gui.views.arrange import arrange, arrange_one, panes_of
from treelens.gui.views.compared import Compared

sys.path.insert(0, str(Path(__file__).parents[1] / "drawing"))
from geometry import USUAL, check_arcs, measure

DEMO = Path(__file__).parents[3] / "resources" / "demo"
LAYOUTS = ("side", "mirror", "overlay", "three")
FORMATS = [
    ("gold.mrg", "berkeley.mrg"),
    ("gold.conllu", "udpipe.conllu"),
    ("gold.mrg", "udpipe.conllu"),
    ("gold.conllu", "berkeley.mrg"),
]
GUM = [
    ("gold.conllu", "dep_systems/udpipe_parsito_goldpos.conllu"),
    ("gold.ptb", "dep_systems/udpipe_parsito_goldpos.conllu"),
    ("gold.conllu", "systems/bllip.ptb"),
    ("gold.ptb", "systems/linkgrammar.ptb"),
]


@pytest.fixture(scope="module")
def documents():
    """Return documents of two files, each opened once."""
    known = {}

    def opened(folder, *names):
        if names not in known:
            known[names] = open_document([str(folder / name) for name in names])
        return known[names]

    return opened


@pytest.fixture
def sentence(documents):
    """Return a sentence of the demo, counted from 1, by the names of its files."""

    def found(number, gold="gold.mrg", system="berkeley.mrg"):
        return documents(DEMO, gold, system).shown(number - 1, 0)

    return found


def texts(drawing, kind):
    return [label.text for label in sorted(drawing.labels, key=lambda label: label.x) if label.kind == kind]


# --- what is drawn ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("files", FORMATS, ids=" ".join)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_nothing_overlaps_on_the_demo(documents, files, layout):
    document = documents(DEMO, *files)
    for number in range(0, len(document.gold), 7):
        shown = document.shown(number, 0)
        compared = Compared(shown, shown if layout == "three" else None, "dependencies")
        for show in (Show(), Show(tags=False, punctuation=False, traces=True)):
            drawings = arrange(compared, layout, measure, Options(**vars(show)))
            assert set(drawings) == set(panes_of(compared, layout))
            for drawing in drawings.values():
                check_arcs(drawing)
                assert {"word", "relation"} <= {label.kind for label in drawing.labels}


@pytest.mark.parametrize("files", GUM, ids=" ".join)
def test_nothing_overlaps_on_gum(shared, documents, files):
    folder = shared / "data" / "gum"
    if not all((folder / name).exists() for name in files):
        pytest.skip("needs ../shared/data/gum, which is not here")
    document = documents(folder, *files)
    for number in range(0, len(document.gold), 48):
        compared = Compared(document.shown(number, 0), None, "dependencies")
        for layout in LAYOUTS[:3]:
            for drawing in arrange(compared, layout, measure, USUAL).values():
                check_arcs(drawing)


def test_arcs_say_what_became_of_them(sentence):
    compared = Compared(sentence(15), None, "dependencies")
    drawing = arrange(compared, "side", measure, USUAL)["gold"]
    row = next(label.y for label in drawing.labels if label.kind == "word")
    roles = {
        (label.side, label.role, label.shown) for label in drawing.labels if label.kind == "relation" and label.badge
    }
    assert ("gold", "deletion", "− VP") in roles
    assert ("system", "insertion", "+ NP") in roles
    assert all((label.y < row) == (label.side == "gold") for label in drawing.labels if label.kind == "relation")
    assert sum(stroke.kind == "arrow" for stroke in drawing.strokes) == 34


def test_a_relabelled_arc_says_old_and_new(sentence):
    compared = Compared(sentence(15, *FORMATS[1]), None, "dependencies")
    drawing = arrange(compared, "side", measure, USUAL)["gold"]
    assert [label.shown for label in drawing.labels if label.role == "swap"] == ["xcomp→advcl"] * 2
    merged = arrange(compared, "overlay", measure, USUAL)["gold"]
    assert [label.shown for label in merged.labels if label.role == "swap"] == ["xcomp→advcl"]


def test_a_merged_drawing_has_shared_arcs_once(sentence):
    compared = Compared(sentence(15), None, "dependencies")
    mapping = compared.one.mapping
    drawing = arrange(compared, "overlay", measure, USUAL)["gold"]
    row = next(label.y for label in drawing.labels if label.kind == "word")
    relations = [label for label in drawing.labels if label.kind == "relation"]
    assert len(relations) == len(mapping.pairs) + len(mapping.deletions) + len(mapping.insertions)
    assert all(label.y < row for label in relations)


@pytest.mark.parametrize("files", FORMATS[2:], ids=" ".join)
def test_phrases_stand_on_their_own_side_of_the_words(sentence, files):
    """Punctuation that was taken out of one side only is one word of the row all the same."""
    compared = Compared(sentence(15, *files), None, "dependencies")
    drawing = arrange(compared, "mirror", measure, USUAL)["gold"]
    check_arcs(drawing)
    row = next(label.y for label in drawing.labels if label.kind == "word")
    phrases = [label for label in drawing.labels if label.kind == "phrase"]
    relations = [label for label in drawing.labels if label.kind == "relation"]
    gold_is_a_tree = files[0].endswith(".mrg")
    assert phrases
    assert all((label.y < row) == gold_is_a_tree for label in phrases)
    assert all((label.y > row) == gold_is_a_tree for label in relations)
    assert texts(drawing, "word")[-2:] == ["Thursday", "."]
    assert len(texts(drawing, "word")) == 18
    assert any(stroke.weight for stroke in drawing.strokes)


def test_side_by_side_derives_arcs_from_phrases(sentence):
    drawing = arrange(Compared(sentence(15, *FORMATS[2]), None, "dependencies"), "side", measure, USUAL)["gold"]
    relations = [label for label in drawing.labels if label.kind == "relation"]
    sides = {side: {label.text for label in relations if label.side == side} for side in ("gold", "system")}
    assert {"NP", "VP", "root"} <= sides["gold"]
    assert {"nsubj", "obl", "root"} <= sides["system"]


def test_words_that_only_one_side_has_are_marked(tmp_path):
    lines = ["1\tthey\t_\tPRON\t_\t_\t2\tnsubj\t_\t_", "2\tcannot\t_\tVERB\t_\t_\t0\troot\t_\t_"]
    other = [lines[0], "2\tcan\t_\tAUX\t_\t_\t0\troot\t_\t_", "3\tnot\t_\tPART\t_\t_\t2\tadvmod\t_\t_"]
    for name, rows in (("gold", lines), ("system", other)):
        (tmp_path / f"{name}.conllu").write_text("\n".join([*rows, "", ""]), encoding="utf-8")
    document = open_document([str(tmp_path / "gold.conllu"), str(tmp_path / "system.conllu")])
    compared = Compared(document.shown(0, 0), None, "dependencies")
    drawing = arrange(compared, "side", measure, USUAL)["gold"]
    check_arcs(drawing)
    words = [(label.shown, label.side, label.role) for label in drawing.labels if label.kind == "word"]
    assert words == [
        ("they", "both", "plain"),
        ("− cannot", "gold", "deletion"),
        ("+ can", "system", "insertion"),
        ("+ not", "system", "insertion"),
    ]
    assert [step.text for step in compared.one.script] == [
        "“they”: on “cannot” in gold, on “can” here",
        "“cannot”: on nothing in gold, not a word here",
        "“can”: not a word in gold, on nothing here",
        "“not”: not a word in gold, on “can” here",
    ]


def test_steps_attach_one_word_after_the_other(sentence):
    compared = Compared(sentence(15), None, "dependencies")
    script = compared.one.script
    assert [step.text for step in script][-1] == "“Thursday”: on “said” in gold, on “along” here"
    for done in range(len(script) + 1):
        drawing = arrange(compared, "side", measure, USUAL, done=done)["gold"]
        check_arcs(drawing)
        moved = [label for label in drawing.labels if label.role == "move"]
        assert len(moved) == (done > 0)
    above = {(label.node, label.text) for label in drawing.labels if label.kind == "relation" and label.side == "gold"}
    assert len(above) == 17


@pytest.mark.parametrize("side", ["gold", "system"])
def test_one_side_alone(sentence, side):
    drawing = arrange_one(Compared(sentence(15), None, "dependencies"), side, measure, USUAL)
    check_arcs(drawing)
    assert {label.side for label in drawing.labels if label.kind == "relation"} == {side}


def test_a_missing_tree_leaves_the_other_ones_arcs(sentence):
    shown = sentence(118, "gold.mrg", "linkgrammar.mrg")
    assert shown.system is None
    compared = Compared(shown, None, "dependencies")
    assert panes_of(compared, "mirror") == ("gold", "system")
    drawings = arrange(compared, "mirror", measure, USUAL)
    assert set(drawings) == {"gold"}
    check_arcs(drawings["gold"])


# --- heads ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", LAYOUTS[:3])
def test_lines_to_heads_are_thick(sentence, layout):
    compared = Compared(sentence(17), None, "heads")
    drawings = arrange(compared, layout, measure, USUAL)
    heads = compared.headed("gold").heads.child
    for stroke in (stroke for stroke in drawings["gold"].strokes if stroke.side == "gold" and stroke.node >= 0):
        assert bool(stroke.weight) == (stroke.kind == "branch" and stroke.node in heads)


def test_phrases_that_are_not_compared_stand_back(sentence):
    compared = Compared(sentence(17), None, "heads")
    drawing = arrange(compared, "side", measure, USUAL)["gold"]
    quiet = {label.node for label in drawing.labels if label.role == "quiet"}
    assert quiet
    assert not quiet & compared.one.mapping.gold_nodes
    assert all(label.role == "plain" for label in drawing.labels if label.kind == "word")


def test_heads_can_be_seen_in_any_alignment(sentence):
    compared = Compared(sentence(17), None, "t")
    weights = [
        {stroke.weight for stroke in arrange(compared, "side", measure, Options(heads=heads))["gold"].strokes}
        for heads in (False, True)
    ]
    assert weights[0] == {0.0}
    assert len(weights[1]) == 2


def test_without_tags_the_thick_line_goes_to_the_word(sentence):
    compared = Compared(sentence(17), None, "heads")
    drawing = arrange(compared, "side", measure, Options(tags=False))["gold"]
    tree = compared.parses["gold"].tree
    assert any(stroke.weight and tree.is_word(stroke.node) for stroke in drawing.strokes if stroke.node >= 0)


def test_heads_are_found_only_where_they_are_needed(sentence):
    compared = Compared(sentence(17), None, "t")
    arrange(compared, "side", measure, USUAL)
    assert not compared._headed


# --- with mouse and keys ----------------------------------------------------------------------------------------------


@pytest.fixture
def arcs(view, sentence):
    """The centre of the window with the dependencies of sentence 15."""
    view.set_alignment("dependencies")
    view.show_sentence(sentence(15))
    return view


def words_of(view):
    tree = view.compared.parses["gold"].tree
    return {tree.text(leaf): leaf for leaf in tree.leaves}


def test_a_click_on_a_word_lights_up_both_arcs(qtbot, arcs):
    said = []
    arcs.explained.connect(said.append)
    pane, word = arcs.gold_pane, words_of(arcs)["Thursday"]
    pane.reveal(("both", word))
    click(qtbot, pane, ("both", word))
    partner = arcs.comparison.partners[0][word]
    assert pane.ringed("selected") == {("both", word), ("gold", word), ("system", partner)}
    assert said[-1] == "“Thursday” depends on “said” (VP); in the system it depends on “along” (PP)."
    assert pane._lines.glowing("selected")
    click(qtbot, pane, ("system", partner))
    assert arcs._selected == ("system", partner)
    assert said[-1].startswith("“Thursday” depends on “along” (PP); in gold")
    qtbot.keyClick(pane, Qt.Key.Key_Escape)
    assert not pane._lines.glowing("selected")


def test_pointing_at_a_label_says_what_happened(arcs):
    said = []
    arcs.explained.connect(said.append)
    arcs.gold_pane.hovered.emit("gold", words_of(arcs)["mayor"])
    assert said[-1] == "“mayor” depends on “said” (S), on both sides."
    arcs.gold_pane.hovered.emit("", -1)
    assert not arcs.gold_pane.ringed("hover")


def test_arrow_keys_follow_the_words_and_their_heads(qtbot, arcs):
    words = words_of(arcs)
    arcs.select("gold", words["mayor"])
    for key, word in ((Qt.Key.Key_Right, "said"), (Qt.Key.Key_Left, "mayor"), (Qt.Key.Key_Up, "said")):
        qtbot.keyClick(arcs.gold_pane, key)
        assert arcs._selected == ("gold", words[word])
    qtbot.keyClick(arcs.gold_pane, Qt.Key.Key_Down)
    assert arcs._selected == ("gold", words["mayor"])


def test_each_word_is_one_difference(arcs):
    differences = arcs.compared.differences
    assert [arcs.compared.parses["gold"].tree.text(node) for _, node in differences] == ["the", "river", "Thursday"]
    arcs.step(1)
    assert arcs._selected == differences[0]
    assert arcs.legend.place.text() in ("difference 1 of 3", "1/3")
    assert arcs.legend.setting.text().startswith("arcs · ")


@pytest.mark.parametrize("layout", LAYOUTS)
def test_switching_between_arcs_and_trees_keeps_every_layout_alive(view, sentence, layout):
    view.show_sentence(sentence(15), sentence(15, "gold.mrg", "stanford.mrg"))
    for alignment in ("e", "dependencies", "heads", "dependencies", "t"):
        view.set_alignment(alignment)
        view.set_layout(layout)
        panes = panes_of(view.compared, layout)
        assert [side for side, frame in view.sides.items() if not frame.isHidden()] == list(panes)
        assert all(view.panes[side].drawing.labels for side in panes)


def test_sentences_from_the_right_are_drawn_from_the_right(tmp_path):
    rows = [("القط", 2, "nsubj"), ("جلس", 0, "root"), ("هنا", 2, "advmod")]
    lines = [f"{at}\t{word}\t_\tX\t_\t_\t{head}\t{label}\t_\t_" for at, (word, head, label) in enumerate(rows, 1)]
    for name in ("gold", "system"):
        (tmp_path / f"{name}.conllu").write_text("\n".join([*lines, "", ""]), encoding="utf-8")
    document = open_document([str(tmp_path / "gold.conllu"), str(tmp_path / "system.conllu")])
    drawing = arrange(Compared(document.shown(0, 0), None, "dependencies"), "side", measure, USUAL)["gold"]
    assert texts(drawing, "word") == ["هنا", "جلس", "القط"]
    check_arcs(drawing)
