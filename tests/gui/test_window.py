"""The window on the demo, by clicks and keys as a person uses it."""

import subprocess
import sys

import numpy as np
import pytest
from pointing import click, point_at
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication, QImage
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget

from treelens.engine.metrics import METRICS
from treelens.gui.program import _with_command, demo_files


def keys(qtbot, window, key, modifier=Qt.KeyboardModifier.NoModifier):
    qtbot.keyClick(window, key, modifier)


def test_the_welcome_page_leads_to_the_demo(qtbot, window):
    assert window.centre.currentWidget() is window.welcome
    qtbot.mouseClick(window.welcome.demo_button, Qt.MouseButton.LeftButton)
    assert window.wait_until_filled()
    assert window.centre.currentWidget() is window.trees
    assert window.sentences.model.rowCount() == 120
    assert window.sentences.system.count() == 8


def test_the_largest_disagreement_that_can_be_seen_is_shown_first(demo):
    model = demo.sentences.model
    row = model.row_of(demo.sentence)
    assert row < 10
    assert demo.trees.compared.differences
    for above in range(row):
        demo.sentences.go_to(model.sentence_at(above))
        assert not demo.trees.compared.differences
    demo.sentences.go_to(model.sentence_at(row))
    score = demo.document.study.scores(0, METRICS["e-dice"])[demo.sentence]
    assert demo.this.scores.table.item(0, 1).text() == f"{100 * score:.1f}"


def test_a_sentence_that_is_chosen_while_scores_are_counted_stays(window):
    window.files.opened.connect(lambda _: window.sentences.go_to(50))
    window.open_files(demo_files()[:3])
    assert window.wait_until_filled()
    assert window.sentence == 50


def test_a_click_on_a_sentence_shows_its_trees(qtbot, demo):
    row = demo.sentences.model.row_of(16)
    index = demo.sentences.model.index(row, 1)
    demo.sentences.table.scrollTo(index)
    place = demo.sentences.table.visualRect(index).center()
    qtbot.mouseClick(demo.sentences.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert demo.sentence == 16
    assert "pilot" in [label.text for label in demo.trees.gold_pane.drawing.labels]
    qtbot.waitUntil(lambda: "pilot" in demo.this.words.text())  # right after the trees


@pytest.mark.parametrize(
    ("key", "kind"),
    [("1", "e"), ("2", "t"), ("3", "fragments"), ("4", "heads"), ("5", "dependencies"), ("0", "disagree")],
)
def test_keys_align(qtbot, demo, key, kind):
    keys(qtbot, demo, getattr(Qt.Key, f"Key_{key}"))
    assert demo.trees.comparison.alignment == kind
    assert demo.actions_[f"align-{kind}"].isChecked()


@pytest.mark.parametrize("layout", ["mirror", "overlay", "side"])
def test_every_layout_draws_every_sentence(demo, layout):
    demo.set_layout(layout)
    for sentence in (14, 16, 99, 117):
        assert demo.sentences.go_to(sentence)
        assert demo.trees.gold_pane.drawing.labels
        assert demo.trees.system_side.isVisible() == (layout == "side")


def test_the_walk_through_differences_rolls_on(qtbot, demo):
    demo.sentences.set_ranking_text("file")
    demo.sentences.go_to(0)
    total = len(demo.trees.comparison.differences)
    assert total
    for place in range(total):
        keys(qtbot, demo, Qt.Key.Key_N)
        assert demo.trees.place.text() == f"difference {place + 1} of {total}"
    keys(qtbot, demo, Qt.Key.Key_N)
    assert demo.sentence > 0
    assert demo.trees.place.text().startswith("difference 1 of")
    keys(qtbot, demo, Qt.Key.Key_N, Qt.KeyboardModifier.ShiftModifier)
    assert demo.sentence == 0
    assert demo.trees.place.text() == f"difference {total} of {total}"


def test_pointing_at_a_node_lights_up_its_partner_and_explains(qtbot, demo):
    demo.sentences.go_to(16)
    demo.set_alignment("t")
    pane, other = demo.trees.gold_pane, demo.trees.system_pane
    gold, system = demo.trees.comparison.mapping.pairs[2]
    point_at(qtbot, pane, ("gold", gold))
    assert other.ring_of(("system", system)) == "hover"
    assert demo.status.words.text().endswith(".")
    QApplication.sendEvent(pane.viewport(), QEvent(QEvent.Type.Leave))
    assert other.ring_of(("system", system)) == ""


def test_a_click_on_a_label_selects_it(qtbot, demo):
    demo.sentences.go_to(16)
    pane = demo.trees.gold_pane
    click(qtbot, pane, ("gold", 0))
    assert demo.trees._selected == ("gold", 0)
    assert pane.ring_of(("gold", 0)) == "selected"


def test_the_edit_script_leads_to_nodes(qtbot, demo):
    demo.sentences.go_to(14)
    script = demo.this.script
    place = script.list.visualItemRect(script.list.item(0)).center()
    qtbot.mouseClick(script.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert demo.trees._selected == (script.script[0].side, script.script[0].node)


def test_the_filter_narrows_the_list_and_says_what_is_wrong(qtbot, demo):
    keys(qtbot, demo, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert demo.focusWidget() is demo.sentences.filter
    qtbot.keyClicks(demo.sentences.filter, "len:>25")
    assert 0 < demo.sentences.model.rowCount() < 20
    demo.sentences.filter.setText("len:>")
    qtbot.waitUntil(demo.sentences.complaint.isVisible)
    demo.sentences.filter.clear()
    assert demo.sentences.model.rowCount() == 120
    assert not demo.sentences.complaint.isVisible()


def test_plots_lead_to_sentences_and_narrow_the_list(demo):
    demo.plots.chosen.emit(16)
    assert demo.sentence == 16
    mask = np.zeros(120, dtype=bool)
    mask[:10] = True
    demo.plots.brushed.emit(mask)
    assert demo.sentences.model.rowCount() == 10
    demo.sentences.filter.setText("len:>12")
    assert demo.sentences.model.rowCount() < 10
    demo.plots.brushed.emit(None)
    demo.sentences.filter.clear()
    assert demo.sentences.model.rowCount() == 120
    demo.plots.system_chosen.emit(1)
    assert demo.document.current == 1


def test_notes_and_tags_are_kept_undone_and_found(qtbot, demo, demo_folder):
    demo.sentences.go_to(16)
    demo.files.notes.add_tag(16, "figure")
    demo.files.notes.set_note(16, "Friday high in gold")
    demo.sentences.filter.setText("tag:figure")
    assert demo.sentences.model.rowCount() == 1
    demo.sentences.filter.clear()
    files = list(demo.document.paths)
    demo.open_files(files)
    assert demo.wait_until_filled()
    assert demo.files.notes.note(16) is not None
    assert "figure" in demo.files.notes.tags_of(16)


def test_sessions_come_back_to_their_place(demo, tmp_path):
    demo.set_alignment("t")
    demo.sentences.go_to(29)
    demo.files.notes.add_tag(29, "later")
    path = tmp_path / "s.treelens"
    demo.save_session(str(path))
    assert path.exists()
    demo.set_alignment("e")
    demo.sentences.go_to(3)
    demo.open_files([str(path)])
    assert demo.wait_until_filled()
    assert demo.sentence == 29
    assert demo.trees.comparison.alignment == "t"
    assert "later" in demo.files.notes.tags_of(29)
    path.write_text("{ not a session")
    demo.open_files([str(path)])
    assert str(path) in demo.last_error


def test_options_redraw(qtbot, demo):
    demo.sentences.go_to(16)
    tags = len(demo.trees.gold_pane.drawing.labels)
    keys(qtbot, demo, Qt.Key.Key_P)
    assert len(demo.trees.gold_pane.drawing.labels) < tags
    keys(qtbot, demo, Qt.Key.Key_F)
    assert demo.trees.fold
    demo.set_layout("mirror")
    keys(qtbot, demo, Qt.Key.Key_L)
    assert demo.trees.show_links


def test_another_system(demo):
    demo.sentences.system.setCurrentIndex(2)
    demo.sentences.system.activated.emit(2)
    assert demo.document.current == 2
    assert demo.trees.system_side.title.text() == "bllip"


def test_failed_parses_say_so(window, demo_folder):
    window.open_files([str(demo_folder / "gold.mrg"), str(demo_folder / "linkgrammar.mrg")], 118)
    assert window.wait_until_filled()
    assert window.sentence == 117
    assert window.trees.system_side.message.text() == "no parse"
    assert window.trees.legend_labels["deletion"][1].isHidden()


def test_three_panes_show_two_systems(qtbot, demo):
    demo.sentences.go_to(14)
    keys(qtbot, demo, Qt.Key.Key_4, Qt.KeyboardModifier.ControlModifier)
    titles = [side.title.text() for side in demo.trees.sides.values()]
    assert demo.trees.layout_name == "three"
    assert any("stanford" in title for title in titles)
    keys(qtbot, demo, Qt.Key.Key_BraceRight)
    assert demo.looking.second == 2
    assert "bllip" in demo.trees.second_side.title.text()
    demo._fill_second()
    berkeley, stanford, bllip = demo.second_menu.actions()
    assert not berkeley.isEnabled()
    assert bllip.isChecked()
    stanford.trigger()
    assert demo.looking.second == 1
    keys(qtbot, demo, Qt.Key.Key_BracketRight)
    assert demo.document.current == 1
    assert demo.looking.second != 1


def test_stepping_through_the_edit_script(qtbot, demo):
    demo.sentences.go_to(14)
    keys(qtbot, demo, Qt.Key.Key_2)
    total = len(demo.trees.comparison.script)
    before = demo.trees.gold_pane.drawing.labels
    for _ in range(total):
        keys(qtbot, demo, Qt.Key.Key_Period)
    assert demo.this.script.done == total
    assert demo.trees.gold_pane.drawing.labels != before
    keys(qtbot, demo, Qt.Key.Key_Comma)
    assert demo.this.script.done == total - 1
    demo.actions_["end-steps"].trigger()
    assert demo.trees.gold_pane.drawing.labels == before


def test_gold_can_be_changed_for_a_system(demo):
    demo.actions_["swap-gold"].trigger()
    assert demo.wait_until_filled()
    assert demo.document.paths[0].endswith("berkeley.mrg")
    assert demo.document.names[0] == "gold"


def test_settings_can_be_changed_and_are_shown(demo):
    assert demo.actions_["settings-collins"].isChecked()
    demo.sentences.go_to(16)
    demo.actions_["settings-raw"].trigger()
    assert demo.wait_until_filled()
    assert demo.document.preparation.name == "raw"
    assert demo.sentence == 16
    assert demo.actions_["settings-raw"].isChecked()


def test_a_problem_leads_to_its_sentence(window, tmp_path):
    gold, good, bad = (tmp_path / f"{name}.mrg" for name in ("gold", "good", "bad"))
    text = "(S (A a))\n(S (B b))\n(S (C c))\n"
    gold.write_text(text, encoding="utf-8")
    good.write_text(text, encoding="utf-8")
    bad.write_text(text.replace("(B b)", "(B b))"), encoding="utf-8")
    window.open_files([str(gold), str(good), str(bad)])
    assert window.wait_until_filled()
    assert window.docks["problems"].isVisible()
    window.problems.table.selectRow(0)
    assert window.document.current == 1
    assert window.sentence == 1


def test_the_outline_follows_the_trees(qtbot, demo):
    demo.sentences.go_to(14)
    demo.docks.reveal("outline")
    keys(qtbot, demo, Qt.Key.Key_N)
    chosen = demo.outline.model.key_of(demo.outline.view.currentIndex())
    assert chosen == demo.trees._selected


def test_the_arrangement_is_remembered_and_can_be_reset(qtbot, demo):
    from treelens.gui.main_window import MainWindow

    demo.docks["plots"].hide()
    demo.docks.reveal("outline")
    demo.close()
    other = MainWindow(demo.theme)
    qtbot.addWidget(other)
    other.show()
    other.open_files(demo.document.paths)
    assert other.wait_until_filled()
    assert not other.docks["plots"].isVisible()
    assert other.docks["outline"].isVisible()
    other.actions_["reset-layout"].trigger()
    assert other.docks["plots"].isVisible()
    assert not other.docks["outline"].isVisible()
    other.close()


def test_all_measures_come_after_those_that_are_shown(qtbot, demo):
    qtbot.waitUntil(lambda: not np.isnan(demo.document.study.scores(2, METRICS["leaf-ancestor-unit"])).any())


def test_a_filter_that_finds_nothing_does_not_lose_the_place(qtbot, demo):
    demo.sentences.go_to(80)
    qtbot.keyClicks(demo.sentences.filter, "zzzz")
    assert demo.sentences.model.rowCount() == 0
    assert demo.sentence == 80
    qtbot.keyClick(demo.sentences.filter, Qt.Key.Key_Escape)
    assert demo.sentence == 80
    assert demo.sentences.model.sentence_at(demo.sentences.table.currentIndex().row()) == 80


def test_another_system_shows_the_same_sentence_also_if_the_filter_hides_it(qtbot, demo):
    demo.sentences.filter.setText("f1:<50")
    sentence = demo.sentence
    keys(qtbot, demo, Qt.Key.Key_BracketRight)
    assert demo.sentence == sentence
    keys(qtbot, demo, Qt.Key.Key_BracketLeft)
    assert demo.sentence == sentence


def test_a_note_is_typed_on_while_files_are_read_again(qtbot, demo):
    demo.sentences.go_to(14)
    box = demo.notes_panel.box
    box.setFocus()
    qtbot.keyClicks(box, "half a ")
    demo.files.read_again()
    assert demo.wait_until_filled()
    assert demo.focusWidget() is box
    qtbot.keyClicks(box, "note")
    assert box.toPlainText() == "half a note"


def test_what_is_done_while_files_are_read_again_stays_done(demo):
    demo.files.read_again()
    demo.sentences.go_to(33)
    demo.set_layout("mirror")
    assert demo.wait_until_filled()
    assert demo.sentence == 33
    assert demo.trees.layout_name == "mirror"


def test_escape_ends_stepping_then_the_selection(qtbot, demo):
    demo.sentences.go_to(14)
    keys(qtbot, demo, Qt.Key.Key_N)
    keys(qtbot, demo, Qt.Key.Key_Period)
    keys(qtbot, demo, Qt.Key.Key_Escape)
    assert demo.this.script.done == -1
    assert demo.trees._selected is not None
    keys(qtbot, demo, Qt.Key.Key_Escape)
    assert demo.trees._selected is None
    assert demo.status.words.text() == ""


def test_where_e_and_t_disagree_the_walk_goes_through_what_the_legend_counts(demo):
    demo.sentences.go_to(14)
    demo.set_alignment("disagree")
    total = demo.trees.comparison.counts["disagree"]
    assert len(demo.trees.compared.differences) == total > 0
    demo.set_layout("overlay")
    shown = [label.role for label in demo.trees.gold_pane.drawing.labels]
    assert "disagree" in shown
    assert "swap" not in shown


def test_fit_shows_everything(demo):
    demo.sentences.go_to(14)
    demo.actions_["fit"].trigger()
    pane = demo.trees.gold_pane
    seen = pane.mapToScene(pane.viewport().rect()).boundingRect()
    assert seen.adjusted(-3, -3, 3, 3).contains(pane.sceneRect())


def test_one_system_that_cannot_be_read_is_a_problem_not_the_end(window, demo_folder, tmp_path):
    missing = str(tmp_path / "later.mrg")
    window.open_files([str(demo_folder / "gold.mrg"), missing, str(demo_folder / "stanford.mrg")])
    assert window.wait_until_filled()
    assert window.document.names == ["stanford"]
    assert any(problem.path == missing for problem in window.problems.model.problems)
    window.save_session(str(tmp_path / "s.treelens"))
    assert "later.mrg" in (tmp_path / "s.treelens").read_text(encoding="utf-8")


def test_files_that_do_not_belong_together_are_told(window, tmp_path):
    gold, system = tmp_path / "gold.mrg", tmp_path / "system.mrg"
    gold.write_text("(S (A a))\n(S (B b))\n", encoding="utf-8")
    system.write_text("(S (A a))\n(S (C c))\n", encoding="utf-8")
    window.open_files([str(gold), str(system)])
    assert window.wait_until_filled()
    assert any("1 of 2 sentences could not be compared" in each.message for each in window.problems.model.problems)


def test_undo_says_what_it_undoes(demo):
    assert not demo.actions_["undo"].isEnabled()
    demo.sentences.go_to(14)
    demo.notes_panel.add_tag("mine")
    assert demo.actions_["undo"].isEnabled()
    assert len(demo.actions_["undo"].text()) > len("&Undo")
    demo.actions_["undo"].trigger()
    assert demo.files.notes.tags_of(14) == ()
    assert demo.actions_["redo"].isEnabled()


def test_what_went_wrong_is_told_pointed_out_and_repaired(qtbot, demo):
    demo.sentences.go_to(16)
    panel = demo.this.repairs
    qtbot.waitUntil(lambda: not demo.looking.is_telling)  # trees come first
    assert [repair.kind for repair in panel.explanation.repairs] == ["modifier attachment"]
    place = panel.list.visualItemRect(panel.list.item(0)).center()
    qtbot.mouseClick(panel.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert "an hour ago" in demo.status.words.text()
    keys(qtbot, demo, Qt.Key.Key_R)
    assert panel.done == 1
    assert demo.trees.legend_labels["deletion"][1].text().startswith("0")
    keys(qtbot, demo, Qt.Key.Key_Escape)
    assert panel.done == -1


def test_keys_are_for_the_sentence_that_is_shown_also_before_its_errors_are_told(qtbot, demo):
    demo.sentences.go_to(16)
    assert demo.looking.is_telling
    keys(qtbot, demo, Qt.Key.Key_R)
    assert [repair.kind for repair in demo.this.repairs.explanation.repairs] == ["modifier attachment"]
    assert demo.this.repairs.done == 1


def test_errors_are_explained_counted_and_lead_to_sentences(qtbot, demo):
    qtbot.waitUntil(lambda: 0 in demo.erring.counts.totals, timeout=30_000)
    totals = demo.erring.counts.totals[0]
    kind, count = totals.by_kind()[0]
    demo.plots.kind_chosen.emit(0, kind)
    qtbot.waitUntil(lambda: demo.sentences.model.rowCount() == len(count.sentences), timeout=10_000)
    demo.sentences.filter.clear()
    demo.docks.reveal("confusions")
    rows = demo.confusions.model.rowCount()
    assert rows == len(totals.confusions)
    demo.confusions.sentences_chosen.emit([3, 5, 8], "three sentences")
    assert demo.sentences.model.rowCount() == 3
    demo.sentences.show_all()
    assert demo.sentences.model.rowCount() == 120


def test_kinds_of_errors_by_another_style(demo):
    demo.sentences.go_to(16)
    demo.files.judge_by("negra")
    assert demo.wait_until_filled()
    assert demo.sentence == 16
    assert demo.document.errors.style.name != demo.document.style or demo.document.style == "negra"
    demo.files.judge_by("nothing of the kind")
    assert "nothing of the kind" in demo.last_error


def test_dark_and_light(demo):
    for name in ("dark", "light"):
        demo.set_theme(name)
        assert demo.theme.name == name


def test_files_that_cannot_be_opened(window, tmp_path):
    window.open_files([str(tmp_path / "none.mrg"), str(tmp_path / "none2.mrg")])
    assert not window.wait_until_filled()
    assert "No such file" in window.last_error
    window.open_files([str(tmp_path / "none.mrg")])
    assert "at least two files" in window.last_error


def test_recent_files_are_offered(demo, qtbot):
    from treelens.gui.main_window import MainWindow

    other = MainWindow(demo.theme)
    qtbot.addWidget(other)
    assert other.remembered.recent()[0].paths == tuple(demo.document.paths)
    other._fill_recent()
    assert other.recent_menu.actions()[0].text() == "gold.mrg · 3 systems"
    other.close()


def test_every_action_has_a_slot_and_no_shortcut_is_taken_twice(window):
    seen = {}
    for name, action in window.actions_.by_id.items():
        for key in action.shortcuts():
            assert key.toString() not in seen, (name, seen.get(key.toString()))
            seen[key.toString()] = name


def test_screenshots_from_the_command_line(tmp_path):
    path = tmp_path / "shot.png"
    command = [sys.executable, "-m", "treelens.gui.program", "demo", "--goto", "15", "--screenshot", str(path)]
    subprocess.run([*command, "--size", "1300x800"], check=True, capture_output=True, timeout=120)
    image = QImage(str(path))
    assert image.width() >= 1300
    colours = {image.pixelColor(x, y).name() for x in range(0, image.width(), 7) for y in range(0, image.height(), 7)}
    assert len(colours) > 20
    done = subprocess.run(
        [*command[:-3], "999", *command[-2:]], capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 2
    assert "has no sentence 999" in done.stderr


def test_what_is_asked_for_goes_before_what_a_session_says(qtbot, demo, tmp_path):
    from treelens.gui.app import Start, _use

    demo.sentences.go_to(41)
    demo.set_layout("mirror")
    demo.set_alignment("t")
    session = str(tmp_path / "x.treelens")
    assert demo.save_session(session)
    demo.open_files([session], goto=15)
    assert demo.wait_until_filled()
    _use(Start([session], layout="overlay"), demo)
    assert (demo.sentence, demo.trees.layout_name, demo.trees.alignment) == (14, "overlay", "t")
    demo.open_files([session], goto=999)
    assert not demo.wait_until_filled()
    assert "has no sentence 999, only 120" in demo.last_error


def test_files_open_the_window_and_words_are_commands(tmp_path):
    file = tmp_path / "gold.mrg"
    file.write_text("(S (A a))")
    assert _with_command([str(file), "x"]) == ["window", str(file), "x"]
    assert _with_command([]) == ["window"]
    assert _with_command(["--goto", "3"]) == ["window", "--goto", "3"]
    assert _with_command(["score", "a", "b"]) == ["score", "a", "b"]
    assert _with_command(["--version"]) == ["--version"]


# --- what comes from the desktop --------------------------------------------------------------------------------------


def drop(window, *paths):
    """Drag files over the window and let go of them there; say whether it took them."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    place, copy, button = QPointF(200, 200), Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    over = QDragEnterEvent(place.toPoint(), copy, data, button, Qt.KeyboardModifier.NoModifier)
    over.ignore()
    QApplication.sendEvent(window, over)
    if not over.isAccepted():
        return False
    down = QDropEvent(place, copy, data, button, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(window, down)
    return down.isAccepted()


def test_files_that_are_dropped_are_opened_gold_first(qtbot, window, demo_folder):
    files = [demo_folder / f"{name}.mrg" for name in ("gold", "berkeley", "stanford")]
    assert drop(window, *files)
    qtbot.waitUntil(lambda: window.document is not None, timeout=20_000)
    assert window.document.paths == list(map(str, files))
    assert window.wait_until_filled()
    assert drop(window, demo_folder / "bllip.mrg")  # one more: a system beside the others
    qtbot.waitUntil(lambda: len(window.document.systems) == 3, timeout=20_000)
    assert window.document.names == ["berkeley", "stanford", "bllip"]
    assert window.wait_until_filled()


@pytest.mark.parametrize(("answer", "names"), [(0, ["berkeley", "stanford", "bllip", "neural"]), (1, ["neural"])])
def test_several_files_on_what_is_open_are_asked_about(qtbot, demo, demo_folder, answer, names, monkeypatch):
    def choose(box):
        monkeypatch.setattr(box, "clickedButton", lambda: box.buttons()[answer])

    monkeypatch.setattr(QMessageBox, "exec", choose)
    assert demo.document.names[:3] == names[:3] or answer
    assert drop(demo, demo_folder / "bllip.mrg", demo_folder / "neural.mrg")
    qtbot.waitUntil(lambda: demo.document.names == names, timeout=20_000)
    assert demo.wait_until_filled()


def test_a_session_that_is_dropped_is_opened(qtbot, demo, tmp_path):
    demo.sentences.go_to(41)
    assert demo.save_session(str(tmp_path / "x.treelens"))
    demo.open_files(demo_files()[:2], goto=4)
    assert demo.wait_until_filled()
    assert demo.sentence == 3
    assert drop(demo, tmp_path / "x.treelens")
    qtbot.waitUntil(lambda: demo.sentence == 41, timeout=20_000)
    assert demo.wait_until_filled()


def test_what_is_no_file_is_not_taken(window):
    data = QMimeData()
    data.setText("(S (NP it) (VP rains))")
    over = QDragEnterEvent(
        QPoint(9, 9), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    over.ignore()
    QApplication.sendEvent(window, over)
    assert not over.isAccepted()


def test_files_dropped_anywhere_are_for_the_window(demo):
    """Boxes would take the names of files for text, and pictures would take files and do nothing with them."""
    parts = [part for part in demo.findChildren(QWidget) if part.acceptDrops()]
    assert [(type(part).__name__, part.objectName(), part.accessibleName()) for part in parts] == []


def test_a_desktop_that_turns_dark_is_followed_live(qtbot, demo, monkeypatch):
    desktop = {"now": Qt.ColorScheme.Light}
    hints = QGuiApplication.styleHints()
    monkeypatch.setattr("treelens.gui.theme.QGuiApplication", Desktop(lambda: desktop["now"]))
    for now, dark in ((Qt.ColorScheme.Dark, True), (Qt.ColorScheme.Light, False), (Qt.ColorScheme.Dark, True)):
        desktop["now"] = now
        hints.colorSchemeChanged.emit(now)
        assert demo.theme.dark is dark
        page = demo.trees.gold_pane.grab().toImage().pixelColor(6, 6)
        assert page == demo.theme.interface.page
    demo.choose_theme("light")  # who has chosen is not asked again
    hints.colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    assert not demo.theme.dark


class Desktop:
    """A desktop whose colours are said by a function."""

    def __init__(self, scheme):
        self.colorScheme = scheme

    def styleHints(self):  # noqa: N802
        return self


def test_a_tree_with_the_focus_has_a_frame(qtbot, demo):
    demo.activateWindow()
    qtbot.waitUntil(demo.isActiveWindow)
    for name in ("light", "dark"):
        demo.set_theme(name)
        accent, page = demo.theme.interface.accent, demo.theme.interface.page
        for one, other in (("gold_pane", "system_pane"), ("system_pane", "gold_pane")):
            pane, beside = getattr(demo.trees, one), getattr(demo.trees, other)
            pane.setFocus()
            QApplication.processEvents()
            image = pane.grab().toImage()
            corners = [(1, 1), (image.width() - 2, 1), (1, image.height() - 2), (image.width() // 2, 0)]
            assert {image.pixelColor(*corner).name() for corner in corners} == {accent.name()}
            assert beside.grab().toImage().pixelColor(1, 1) == page


def test_a_plots_rectangle_stays_when_files_are_read_again(qtbot, demo):
    demo.looking.choose_system(1)
    scatter = demo.plots.scatter
    scatter.rectangle.setRect(50, 70, 40, 28)
    scatter.rectangle.show()
    scatter._take(scatter.rectangle.rect())
    shown, sentence = demo.sentences.model.rowCount(), demo.sentence
    assert 0 < shown < 120
    with qtbot.waitSignal(demo.files.opened, timeout=20_000):
        demo.files.read_again()
    assert demo.wait_until_filled()
    assert (demo.sentences.model.rowCount(), demo.sentence, demo.looking.system) == (shown, sentence, 1)
    assert scatter.rectangle.isVisible()
    demo.sentences.show_all()
    assert demo.sentences.model.rowCount() == 120
    assert not scatter.rectangle.isVisible()


def test_the_sentence_that_was_asked_for_is_in_sight_when_all_is_ranked(qtbot, window):
    from treelens.gui.program import demo_files

    window.open_files(demo_files()[:3], goto=90)
    assert window.wait_until_filled(), window.last_error
    table = window.sentences.table
    assert window.sentence == 89
    assert table.viewport().rect().contains(table.visualRect(table.currentIndex()).center())


def test_a_label_of_the_sentence_before_is_not_asked_about(demo, monkeypatch):
    """Panes are drawn one after the other: meanwhile the pointer may be over a label that is about to go."""
    demo.set_alignment("dependencies")
    demo.sentences.go_to(14)
    pane, drawn = demo.trees.panes["gold"], demo.trees.panes["gold"].show_drawing

    def meanwhile(*values, **named):
        demo.trees.panes["system"].hovered.emit("system", 900)
        drawn(*values, **named)

    monkeypatch.setattr(pane, "show_drawing", meanwhile)
    demo.sentences.go_to(3)
    assert demo.sentence == 3
    node = demo.trees.compared.differences[0]
    demo.trees.panes[node[0]].hovered.emit(*node)
    assert demo.status.currentMessage() or demo.trees._words_on(node)


def test_a_system_of_what_was_open_before_is_not_looked_for(demo):
    """A plot may still show it just when it is clicked."""
    demo.open_files(demo_files()[:2])
    assert demo.wait_until_filled()
    shown = demo.sentence
    demo.plots.system_chosen.emit(2)
    assert (demo.document.current, demo.sentence) == (0, shown)
