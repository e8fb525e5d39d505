"""Files that a parser writes anew while they are open: what is told of it, by clicks."""

import shutil
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt

from treelens.engine.metrics import METRICS

NAMES = ("gold", "berkeley", "stanford")


@pytest.fixture
def written(tmp_path, demo_folder):
    """Files of one's own; ``written(n)`` gives berkeley the first n trees of stanford."""
    for name in NAMES:
        shutil.copy(demo_folder / f"{name}.mrg", tmp_path)
    own, other = ((demo_folder / f"{name}.mrg").read_text().splitlines() for name in ("berkeley", "stanford"))

    def write(trees):
        (tmp_path / "berkeley.mrg").write_text("\n".join([*other[:trees], *own[trees:]]) + "\n")

    write.paths = [str(tmp_path / f"{name}.mrg") for name in NAMES]
    return write


@pytest.fixture
def watching(qtbot, window, written):
    window.open_files(written.paths)
    assert window.wait_until_filled(), window.last_error
    qtbot.waitUntil(lambda: "leaf-ancestor" in window.document.study.comparison(1).counted, timeout=60_000)
    return window


def f1(window):
    return window.document.study.comparison(0).scores(METRICS["f1"])


def rewritten(qtbot, window, number):
    def there():
        runs = window.document.context.runs.get(window.document.systems[0].path)
        return runs is not None and runs.runs == number and window.banner.isVisible()

    qtbot.waitUntil(there, timeout=30_000)


def press(qtbot, banner, text):
    link = next(each for each in banner.buttons if each.text().endswith(text))
    qtbot.mouseClick(link, Qt.MouseButton.LeftButton)


def test_a_banner_tells_what_became_of_the_scores(qtbot, watching, written):
    window, before = watching, f1(watching)
    assert window.banner.isHidden()
    written(60)
    rewritten(qtbot, window, 2)
    now = f1(window)
    better, worse = np.flatnonzero(now > before + 1e-9), np.flatnonzero(now < before - 1e-9)
    assert min(len(better), len(worse)) > 0
    assert "F1 85.69 → 85.75 (+0.06)" in window.banner.text.text()
    assert [each.text() for each in window.banner.buttons] == [f"{len(better)} better", f"{len(worse)} worse", "Runs"]
    press(qtbot, window.banner, "worse")
    assert window.sentences.filter.text() == "changed:worse"
    assert sorted(window.sentences.model.order.tolist()) == worse.tolist()
    assert window.sentences.ranking_text() == "gain f1"
    model = window.sentences.model
    losses = (now - before)[model.order]
    assert (np.diff(np.abs(losses)) <= 1e-9).all()  # the largest first
    assert model.headerData(model.gap_column, Qt.Orientation.Horizontal) == "Gain"
    shown = model.index(0, model.gap_column).data()
    assert float(shown.replace("−", "-")) == pytest.approx(100 * losses[0], abs=0.06)
    qtbot.mouseClick(window.banner.dismiss, Qt.MouseButton.LeftButton)
    assert window.banner.isHidden()
    assert window.sentences.filter.text() == "changed:worse"


def test_the_panel_compares_with_the_run_before_or_the_first(qtbot, watching, written):
    window, first = watching, f1(watching)
    window.docks.reveal("runs")
    qtbot.waitUntil(lambda: "No file was written anew" in window.runs.message.text())
    written(60)
    rewritten(qtbot, window, 2)
    second = f1(window)
    written(120)
    rewritten(qtbot, window, 3)
    third = f1(window)
    panel = window.runs
    qtbot.waitUntil(lambda: panel.stack.currentWidget() is panel.table and panel.name.text() == "berkeley · run 3")
    metrics = [line.of.metric.name for line in panel.table.entries.lines]
    assert metrics[0] == "f1"
    assert "e-dice" not in metrics  # it says the same
    line = panel.table.entries.lines[0]
    assert [entry.cell.text for entry in line.entries[1:4]] == ["85.75", "83.83", "−1.93"]
    assert line.of.sentences.better.tolist() == np.flatnonzero(third > second + 1e-9).tolist()
    panel.since.setFocus()
    qtbot.keyClick(panel.since, Qt.Key.Key_Down)
    panel.since.activated.emit(panel.since.currentIndex())
    qtbot.waitUntil(lambda: panel.table.entries.lines[0].entries[1].cell.text == "85.69")
    line = panel.table.entries.lines[0]
    assert line.of.sentences.worse.tolist() == np.flatnonzero(third < first - 1e-9).tolist()
    qtbot.mouseClick(panel.links["worse"], Qt.MouseButton.LeftButton)
    assert window.sentences.filter.text() == "changed:worse"
    assert sorted(window.sentences.model.order.tolist()) == line.of.sentences.worse.tolist()


def test_another_measure_is_chosen_by_keys(qtbot, watching, written):
    window = watching
    written(60)
    rewritten(qtbot, window, 2)
    press(qtbot, window.banner, "Runs")
    panel = window.runs
    assert panel.isVisible()
    qtbot.waitUntil(lambda: len(panel.table.entries.lines) > 2, timeout=30_000)
    panel.table.setFocus()
    qtbot.keyClick(panel.table, Qt.Key.Key_Down)
    metric = panel.table.entries.lines[1].of.metric.name
    qtbot.keyClick(panel.table, Qt.Key.Key_Return)
    assert window.sentences.filter.text() == f"changed:,{metric}"
    assert window.sentences.ranking_text() == f"gain {metric}"
    changed = panel.table.entries.lines[1].of.sentences
    assert window.sentences.model.rowCount() == len(changed.better) + len(changed.worse)


def test_a_file_that_says_the_same_in_other_words_changes_nothing(qtbot, watching, written):
    window = watching
    written(0)
    path = Path(window.document.systems[0].path)
    path.write_text(path.read_text() + "\n")
    rewritten(qtbot, window, 2)
    assert "no score of a sentence changed" in window.banner.text.text()
    assert [each.text() for each in window.banner.buttons] == ["Runs"]


def test_the_filter_outlives_the_next_run(qtbot, watching, written):
    window = watching
    written(60)
    rewritten(qtbot, window, 2)
    press(qtbot, window.banner, "better")
    second = f1(window)
    written(120)
    rewritten(qtbot, window, 3)
    qtbot.waitUntil(lambda: "→ 83.83" in window.banner.text.text())
    assert window.sentences.filter.text() == "changed:better"
    better = np.flatnonzero(f1(window) > second + 1e-9)
    qtbot.waitUntil(lambda: sorted(window.sentences.model.order.tolist()) == better.tolist())


def test_other_settings_end_the_comparison(qtbot, watching, written):
    window = watching
    written(60)
    rewritten(qtbot, window, 2)
    window.files.compare_by_name("raw")
    qtbot.waitUntil(lambda: window.document.preparation.name == "raw", timeout=30_000)
    qtbot.waitUntil(window.banner.isHidden)
    assert not window.document.context.runs
