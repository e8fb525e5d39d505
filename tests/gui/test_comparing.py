"""The panel "Compare", by clicks and keys: differences, breakdowns, and where one system beats another."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt

from treelens.engine.agreement.significance import Resampling
from treelens.engine.contests import contests
from treelens.engine.filters import parse
from treelens.engine.metrics import METRICS
from treelens.gui.panels.compare import ALL_OTHERS
from treelens.gui.program import demo_files


@pytest.fixture
def panel(qtbot, demo):
    """The panel on the demo with three systems, all scored."""
    demo.comparing.samples = 300
    qtbot.waitUntil(lambda: {"leaf-ancestor", "mph"} <= demo.document.study.comparison(2).counted, timeout=60_000)
    demo.docks.reveal("compare")
    done(qtbot, demo.compare)
    return demo.compare


def done(qtbot, panel):
    qtbot.waitUntil(lambda: panel.stack.currentIndex() != 0 and not panel.bar.isVisible(), timeout=60_000)


def click(qtbot, table, row, column=0):
    place = table.visualRect(table.model().index(row, column)).center()
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)


def choose(qtbot, box, value):
    box.setFocus()
    while box.currentData() != value:
        before = box.currentIndex()
        qtbot.keyClick(box, Qt.Key.Key_Down)
        if box.currentIndex() == before:
            qtbot.keyClick(box, Qt.Key.Key_Home)
    box.activated.emit(box.currentIndex())


def listed(window):
    """The sentences of the list, once the filter is answered."""
    return sorted(window.sentences.model.order.tolist())


def answered(qtbot, window):
    qtbot.waitUntil(lambda: not window.sentences.filter_bar.run.is_busy, timeout=30_000)


def test_scores_are_those_of_the_engine(qtbot, demo, panel):
    lines = panel.scores.entries.lines
    study = demo.document.study
    compared = [study.comparison(system) for system in range(3)]
    metrics = [line.of.metric for line in lines]
    assert metrics[0] == METRICS["f1"]
    assert METRICS["e-dice"] not in metrics  # it says the same as F1
    how = Resampling(300, 1)
    expected = contests(compared, metrics, "micro", [(0, 1)], how)
    for line, one in zip(lines, expected, strict=True):
        assert line.of == one
    texts = [panel.scores.entries.index(0, column).data() for column in range(7)]
    assert texts[1:4] == ["85.69", "83.83", "+1.87"]
    assert texts[0] == "○ F1"
    bar = lines[0].entries[3].cell
    assert bar.whiskers[0] < 0 < bar.bar < bar.whiskers[1]
    assert "may be chance" in lines[0].spoken
    assert panel.caution.isVisible()
    assert "other domains" in panel.caution.text()


def test_average_correction_and_seed_are_chosen(qtbot, demo, panel):
    micro = panel.scores.entries.lines[0].of
    choose(qtbot, panel.average, "macro")
    done(qtbot, panel)
    macro = panel.scores.entries.lines[0].of
    assert macro.result.first.value != micro.result.first.value
    scores = demo.document.study.scores(0, METRICS["f1"])
    assert macro.result.first.value == pytest.approx(np.nanmean(scores))
    choose(qtbot, panel.correction, "none")
    done(qtbot, panel)
    plain = panel.scores.entries.lines[0].of
    assert plain.adjusted_bootstrap == plain.result.paired_bootstrap < macro.adjusted_bootstrap
    panel.seed.setValue(7)
    done(qtbot, panel)
    assert panel.scores.entries.lines[0].of.result.difference.low != plain.result.difference.low
    panel.seed.setValue(1)
    done(qtbot, panel)
    assert panel.scores.entries.lines[0].of == plain


def test_the_system_of_the_third_pane_is_compared_with(qtbot, demo, panel):
    assert panel.other.currentText() == "stanford"
    qtbot.keyClick(demo, Qt.Key.Key_BraceRight)
    done(qtbot, panel)
    assert panel.other.currentText() == "bllip"
    assert panel.scores.entries.headings[2].title == "bllip"
    choose(qtbot, panel.other, 1)
    done(qtbot, panel)
    assert demo.looking.second == 1
    qtbot.keyClick(demo, Qt.Key.Key_BracketRight)
    done(qtbot, panel)
    assert panel.name.text() == "stanford against"


def test_every_other_system_at_once(qtbot, demo, panel):
    alone = {line.of.metric: line.of for line in panel.scores.entries.lines}
    choose(qtbot, panel.other, ALL_OTHERS)
    done(qtbot, panel)
    found = [line.of for line in panel.scores.entries.lines]
    assert len(found) == 2 * len(alone)
    one = next(contest for contest in found if contest.metric == METRICS["f1"] and contest.second == 1)
    assert one.result == alone[METRICS["f1"]].result
    assert one.adjusted_bootstrap >= alone[METRICS["f1"]].adjusted_bootstrap  # corrected for twice as many
    assert "F1 · bllip" in [line.entries[0].key for line in panel.scores.entries.lines]
    panel.tabs.setCurrentIndex(2)
    assert "one system" in panel.message.text()


def test_a_row_ranks_by_its_difference(qtbot, demo, panel):
    click(qtbot, panel.scores, 1)
    metric = panel.scores.entries.lines[1].of.metric
    assert demo.sentences.ranking_text() == f"difference {metric.name} berkeley stanford"
    one, other = (demo.document.study.scores(system, metric) for system in (0, 1))
    order = demo.sentences.model.order
    apart = np.abs(one - other)[order]
    known = apart[~np.isnan(apart)]
    assert (np.diff(known) <= 1e-9).all()
    model = demo.sentences.model
    assert model.headerData(model.gap_column, Qt.Orientation.Horizontal) == "Difference"
    shown = model.index(0, model.gap_column).data()
    assert float(shown.replace("−", "-")) == pytest.approx(100 * (one - other)[order[0]], abs=0.06)


def test_rows_sort_by_a_click_on_their_heading(qtbot, panel):
    header = panel.scores.horizontalHeader()
    place = QPoint(header.sectionViewportPosition(3) + 20, 8)
    qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=place)
    shown = [panel.scores.entries.line_at(panel.scores.entries.index(row, 0)) for row in range(4)]
    values = [line.of.result.difference.value for line in shown]
    assert values == sorted(values, reverse=True)


def test_where_one_system_beats_the_other(qtbot, demo, panel):
    panel.tabs.setCurrentIndex(1)
    done(qtbot, panel)
    assert not panel.caution.isVisible()
    items = [panel.where.topLevelItem(row) for row in range(panel.where.topLevelItemCount())]
    assert [item.text(1) for item in items] == [
        "(all, ranked)",
        "better:berkeley>stanford",
        "better:stanford>berkeley",
        "right:berkeley wrong:stanford",
        "right:stanford wrong:berkeley",
        "wrong:berkeley wrong:stanford",
        "right:any wrong:any",
        "only:berkeley",
        "only:any",
        "wrong:all",
        "right:all",
    ]
    for item in items[1:]:
        place = panel.where.visualItemRect(item).center()
        panel.where.scrollToItem(item)
        place = panel.where.visualItemRect(item).center()
        qtbot.mouseClick(panel.where.viewport(), Qt.MouseButton.LeftButton, pos=place)
        answered(qtbot, demo)
        assert demo.sentences.filter.text() == item.text(1)
        expected = np.flatnonzero(parse(item.text(1)).matches(demo.document.context))
        assert listed(demo) == expected.tolist()
        assert item.text(2) == str(len(expected))
    panel.where.setCurrentItem(items[0])
    qtbot.keyClick(panel.where, Qt.Key.Key_Return)
    assert demo.sentences.filter.text() == ""
    assert demo.sentences.ranking_text() == "difference e-dice berkeley stanford"


@pytest.mark.parametrize("by", ["label", "span", "tag", "error"])
def test_a_bin_leads_to_the_sentences_in_which_both_differ(qtbot, demo, panel, by):
    panel.tabs.setCurrentIndex(2)
    choose(qtbot, panel.by, by)
    qtbot.waitUntil(lambda: panel.parts.entries.rowCount() and not panel.bar.isVisible(), timeout=60_000)
    done(qtbot, panel)
    click(qtbot, panel.parts, 0)
    answered(qtbot, demo)
    assert not demo.sentences.complaint.text()
    name = panel.parts.entries.lines[0].of
    text = demo.sentences.filter.text()
    assert (f"{by}={name}" if by != "error" else f'error:"{name}"') in text
    assert listed(demo) == np.flatnonzero(parse(text).matches(demo.document.context)).tolist()
    assert 0 < len(listed(demo)) < 120


def test_a_breakdown_shows_both_systems_and_their_difference(qtbot, demo, panel):
    panel.tabs.setCurrentIndex(2)
    done(qtbot, panel)
    first = [panel.parts.entries.index(0, column).data() for column in range(5)]
    assert first == ["NP", "558", "89.95", "86.84", "+3.10"]
    assert "not corrected" in panel.caution.text()
    panel.parts.setCurrentIndex(panel.parts.entries.index(1, 0))
    qtbot.keyClick(panel.parts, Qt.Key.Key_Return)
    assert "label=VP" in demo.sentences.filter.text()


def test_what_takes_long_can_be_cancelled_and_taken_up_again(qtbot, demo, panel):
    demo.comparing.samples = 3_000_000
    panel.seed.setValue(3)
    qtbot.waitUntil(panel.cancel.isVisible)
    qtbot.waitUntil(lambda: panel.bar.maximum() > 0, timeout=20_000)
    qtbot.mouseClick(panel.cancel, Qt.MouseButton.LeftButton)
    assert panel.message.text() == "cancelled"
    assert panel.compute.isVisible()
    demo.sentences.step(1)  # does not begin it again
    assert panel.message.text() == "cancelled"
    demo.comparing.samples = 200
    qtbot.mouseClick(panel.compute, Qt.MouseButton.LeftButton)
    done(qtbot, panel)
    assert panel.scores.entries.lines


def test_one_system_has_nothing_to_be_compared_with(qtbot, window):
    window.open_files(demo_files()[:2])
    assert window.wait_until_filled()
    window.docks.reveal("compare")
    qtbot.waitUntil(lambda: "second system" in window.compare.message.text())
