"""Phenomena in the window: what is lost and gained, suites, rules by system, and where all of it leads."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest

from treelens.engine.phenomena import assess, library, parses_of, read_suite
from treelens.gui.models.outcomes import OutcomeModel
from treelens.gui.session import Phenomena, load, save

RULES = """
name = "own"
[[phenomenon]]
name = "anything"
tgrep = "NP"
"""


@pytest.fixture
def panel(qtbot, demo):
    """The demo with the panel of phenomena, when all is recognised."""
    demo.docks.reveal("phenomena")
    wait(qtbot, demo)
    return demo.phenomena


def wait(qtbot, window):
    recognising = window.recognising

    def all_is_known():
        known = recognising.known
        idle = not recognising._again.isActive() and not recognising._tasks
        return known is not None and len(known.outcomes) == len(window.document.systems) and idle

    qtbot.waitUntil(all_is_known, timeout=60_000)


def click(view, index):
    view.scrollTo(index)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(index).center())


def cell(model, name, column):
    titles = [heading.title for heading in model.headings]
    row = next(row for row in range(model.rowCount()) if model.index(row, 0).data() == name)
    return model.index(row, titles.index(column))


def listed(window):
    return sorted(window.sentences.model.order.tolist())


def test_lost_and_gained_lead_to_sentences_by_the_filter(qtbot, demo, panel):
    model, table = panel.phenomena, panel.tables[1]
    panel.views.setCurrentIndex(1)
    for column, filter in (("− Lost", "lost:monotransitive"), ("+ Gained", "gained:monotransitive")):
        index = cell(model, "monotransitive", column)
        click(table, index)
        assert demo.sentences.filter.text() == filter
        qtbot.waitUntil(lambda: not demo.sentences.filter_bar.run.is_busy)
        assert len(listed(demo)) == int(index.data()) > 0
        assert demo.sentence in listed(demo)
        assert demo.recognising.lit == ("monotransitive",)
    table.setCurrentIndex(cell(model, "monotransitive", "Both"))
    QTest.keyClick(table, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not demo.sentences.filter_bar.run.is_busy)
    assert len(listed(demo)) == int(cell(model, "monotransitive", "Both").data())
    assert demo.trees.gold_pane.ringed("lit")
    QTest.keyClick(demo, Qt.Key.Key_Escape)
    assert demo.recognising.lit == ()
    assert not demo.trees.gold_pane.ringed("lit")


def test_sentences_show_what_is_missing_with_a_sign(qtbot, demo, panel):
    panel.views.setCurrentIndex(0)
    model, table = panel.sentences, panel.tables[0]
    row = next(row for row in range(model.rowCount()) if model.index(row, OutcomeModel.MISSING).data())
    index = model.index(row, OutcomeModel.MISSING)
    assert index.data().startswith("− ")
    click(table, index)
    assert demo.sentence == model.sentence_at(index)
    assert list(demo.recognising.lit) == model.names_at(index)
    table.sortByColumn(OutcomeModel.MISSING, Qt.SortOrder.DescendingOrder)
    counts = [len(model.names_at(model.index(row, OutcomeModel.MISSING))) for row in range(model.rowCount())]
    assert counts == sorted(counts, reverse=True)


def test_chips_of_the_sentence_light_up_their_nodes(qtbot, demo, panel):
    demo.sentences.show_sentence(68)
    chips = demo.sentence_phenomena
    qtbot.waitUntil(lambda: any("dative shift" in chip.text() for chip in chips.chips))
    lost = next(chip for chip in chips.chips if chip.text() == "− dative shift")
    assert "not recognised" in lost.accessibleName()
    lost.click()
    assert demo.recognising.lit == ("dative shift",)
    assert {demo.trees.gold_pane.label_of(key).text for key in demo.trees.gold_pane.ringed("lit")} == {"VP"}
    assert not demo.trees.system_pane.ringed("lit")
    lost.click()
    assert demo.recognising.lit == ()


def test_chips_are_there_without_the_panel(qtbot, demo):
    demo.sentences.show_sentence(68)
    qtbot.waitUntil(lambda: any("dative shift" in chip.text() for chip in demo.sentence_phenomena.chips))
    assert not demo.recognising.known.outcomes


@pytest.fixture
def suite(qtbot, demo, panel, tmp_path):
    """A suite of three sentences, opened."""
    path = tmp_path / "suite.toml"
    path.write_text(
        '[[sentence]]\nid = "69"\ncore = ["dative shift"]\nerrors = ["noun compound"]\n'
        '[[sentence]]\nid = "1"\nphenomena = ["preposition"]\n'
        '[[sentence]]\nid = "7"\ncore = ["no such thing"]\n'
    )
    demo.suites.open(str(path))
    qtbot.waitUntil(lambda: demo.suites.store is not None)
    wait(qtbot, demo)
    return path


def test_a_suite_is_judged_as_the_command_judges_it(qtbot, demo, panel, suite):
    scores = assess(read_suite(suite), library(), parses_of(demo.document.systems[0])).scores
    assert demo.recognising.known.outcomes[0].scores == scores
    panel.views.setCurrentIndex(2)
    shown = cell(panel.systems, "Core precision", demo.document.names[0]).data()
    assert shown == f"{100 * scores.core_precision.value:.1f}"
    panel.views.setCurrentIndex(0)
    model = panel.sentences
    rows = {model.index(row, 0).data(): row for row in range(model.rowCount())}
    assert set(rows) == {"69", "1", "7"}
    assert model.index(rows["69"], OutcomeModel.GOLD).data() == "• dative shift"
    assert model.index(rows["69"], OutcomeModel.MISSING).data() == "− dative shift"
    assert model.index(rows["69"], OutcomeModel.WRONG).data() == "! noun compound"
    panel.views.setCurrentIndex(1)
    click(panel.tables[1], cell(panel.phenomena, "noun compound", "! Made"))
    assert listed(demo) == [68]
    assert demo.sentence == 68


def test_phenomena_without_a_rule_are_told(demo, panel, suite):
    names = [panel.phenomena.index(row, 0).data() for row in range(panel.phenomena.rowCount())]
    assert "no such thing (no rule)" in names


def test_a_suite_that_is_wrong_is_refused_with_its_place(qtbot, demo, panel, tmp_path):
    path = tmp_path / "suite.toml"
    path.write_text('[[sentence]]\nid = "1"\ncore = 5\n')
    demo.suites.open(str(path))
    qtbot.waitUntil(lambda: bool(demo.last_error))
    assert f"{path}:3:8" in demo.last_error
    assert demo.suites.store is None


def test_the_demo_s_suite_goes_by_rules_that_fit_it(qtbot, demo, panel, demo_folder):
    demo.suites.open(str(demo_folder / "phenomena.tsv"))
    qtbot.waitUntil(lambda: demo.recognising.known.fitting == "demo")
    wait(qtbot, demo)
    assert not demo.recognising.known.outcomes[0].unknown
    demo.suites.close()
    wait(qtbot, demo)
    assert demo.recognising.known.fitting == "penn"


def test_systems_may_have_rules_of_their_own(qtbot, demo, panel, tmp_path):
    path = tmp_path / "own.toml"
    path.write_text(RULES)
    demo.recognising.choose_recogniser(str(path))
    wait(qtbot, demo)
    assert panel.recogniser.currentText() == "own"
    assert "anything" in demo.recognising.known.outcomes[0].names
    assert "anything" not in demo.recognising.known.outcomes[1].names
    model = panel.phenomena
    panel.views.setCurrentIndex(1)
    click(panel.tables[1], cell(model, "anything", "+ Gained"))  # rules differ: no filter can say it
    assert demo.sentences.filter.text() == ""
    assert len(listed(demo)) == int(cell(model, "anything", "+ Gained").data())
    demo.recognising._spread("all")
    wait(qtbot, demo)
    assert demo.recognising.known.outcomes[1].names == ("anything",)
    demo.sentences.filter.setText("phenomenon:anything")
    qtbot.waitUntil(lambda: not demo.sentences.filter_bar.run.is_busy)
    assert demo.sentences.filter_bar.complaint.text() == ""


def test_wrong_rules_are_refused_and_the_old_ones_stay(demo, panel, tmp_path):
    path = tmp_path / "own.toml"
    path.write_text('[[phenomenon]]\nname = "x"\ntgrep = "NP < <"\n')
    demo.recognising.choose_recogniser(str(path))
    assert f"{path}:3:15" in demo.last_error
    assert demo.recognising.current_name() == "penn"


def test_files_that_are_dropped(qtbot, demo, panel, tmp_path):
    suite, rules = tmp_path / "suite.tsv", tmp_path / "rules.toml"
    suite.write_text("sentence\tphenomenon\n69\tdative shift\n")
    rules.write_text(RULES)
    for path in (suite, rules):
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(path))])
        keys, actions = Qt.KeyboardModifier.NoModifier, Qt.DropAction.CopyAction
        demo.dropEvent(QDropEvent(QPointF(5, 5), actions, data, Qt.MouseButton.LeftButton, keys))
    qtbot.waitUntil(lambda: demo.suites.store is not None and demo.recognising.current_name() == str(rules))
    wait(qtbot, demo)


def test_dependencies_have_no_shipped_rules(qtbot, window, demo_folder):
    window.open_files([str(demo_folder / "gold.conllu"), str(demo_folder / "udpipe.conllu")])
    assert window.wait_until_filled(), window.last_error
    window.docks.reveal("phenomena")
    qtbot.waitUntil(lambda: "Choose a recogniser" in window.phenomena.message.text())


def test_a_session_remembers_the_suite_and_the_recognisers(qtbot, demo, panel, demo_folder, tmp_path):
    rules, suite, path = tmp_path / "rules.toml", tmp_path / "suite.tsv", tmp_path / "s" / "mine.treelens"
    path.parent.mkdir()
    rules.write_text(RULES, encoding="utf-8")
    suite.write_bytes((demo_folder / "phenomena.tsv").read_bytes())
    demo.suites.open(str(suite))
    qtbot.waitUntil(lambda: demo.suites.store is not None)
    demo.recognising.choose_recogniser(str(rules))
    assert demo.save_session(str(path))
    assert json.loads(path.read_text(encoding="utf-8"))["phenomena"]["suite"] == "../suite.tsv"
    kept = load(path).phenomena
    demo.suites.do("close")
    demo.recognising.choose_recogniser("penn")
    demo.files._autosave.close()
    save(replace(load(path), phenomena=kept), path)
    demo.open_files([str(path)])
    assert demo.wait_until_filled()
    qtbot.waitUntil(lambda: demo.suites.store is not None)
    assert (demo.suites.path, demo.recognising.current_name()) == (str(suite), str(rules))
    assert load(path).phenomena == kept
    wait(qtbot, demo)


def test_a_suite_and_rules_that_are_gone_are_listed_and_kept(qtbot, demo, panel, tmp_path):
    path = tmp_path / "mine.treelens"
    trees = str(Path(demo.document.paths[1]).resolve())
    gone = Phenomena(str(tmp_path / "s.toml"), ((trees, str(tmp_path / "r.toml")),))
    assert demo.save_session(str(path))
    demo.files._autosave.close()
    save(replace(load(path), phenomena=gone), path)
    demo.open_files([str(path)])
    assert demo.wait_until_filled()
    qtbot.waitUntil(lambda: demo.suites.problem is not None)
    said = [problem.message for problem in demo.problems.model.problems]
    assert sum("the suite was left out: cannot be read" in text for text in said) == 1
    assert sum("the recogniser was left out" in text for text in said) == 1
    assert demo.docks["problems"].isVisible()
    demo.notes_panel.store.set_note(0, "and on")
    assert demo.files._autosave.close()
    assert load(path).phenomena == gone
    wait(qtbot, demo)


def test_what_is_lit_in_the_third_pane_goes_with_its_system(qtbot, demo, panel, tmp_path):
    """A session with fewer systems is opened while nodes of the last one are lit."""
    path, paths = tmp_path / "mine.treelens", demo.document.paths
    demo.open_files(paths[:2])
    assert demo.wait_until_filled()
    assert demo.save_session(str(path))
    demo.open_files(paths)
    assert demo.wait_until_filled()
    demo.set_layout("three")
    demo.looking.choose_second(2)
    demo.recognising.light(("passive",))
    demo.open_files([str(path)])
    assert demo.wait_until_filled()
    assert len(demo.document.systems) == 1
    wait(qtbot, demo)
