"""Sweeps and tables of scores in the window: opened, scored beside it, cancelled, and led from to trees."""

import pytest

from treelens.engine.formats import load
from treelens.engine.metrics import choose
from treelens.engine.prepare import usual_preparation
from treelens.engine.sweep import Recipe, System, score_systems, table_writer
from treelens.gui import document as documents
from treelens.gui.program import demo_files

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

NAMES = ("berkeley", "bllip", "opennlp", "pcfg-plain")


@pytest.fixture
def sweep(tmp_path, demo_folder):
    """A table of four systems of the demo, with families and parameters."""
    rows = [f"{demo_folder / name}.mrg\trun {place}\tf{place % 2}\t{place}" for place, name in enumerate(NAMES)]
    path = tmp_path / "runs.tsv"
    path.write_text("\n".join(["path\tname\tfamily\tparameter", *rows]) + "\n")
    return str(path)


@pytest.fixture
def few(monkeypatch):
    """Let two systems be very many."""
    monkeypatch.setattr(documents, "FEW", 1)


def opened(window, qtbot, *paths):
    window.open_files(list(paths))
    qtbot.waitUntil(lambda: window._full and not window.surveying.busy, timeout=60_000)
    return window.surveying.page


def test_a_sweep_opens_on_the_page_of_all_systems(window, qtbot, sweep):
    page = opened(window, qtbot, demo_files()[0], sweep)
    assert window.surveying.shown
    assert window.document.names == [f"run {place}" for place in range(4)]
    assert page.table.model.named == ["system", "family", "parameter"]
    qtbot.waitUntil(lambda: "f1" in page.standings.metrics and len(page.standings.rows) == 4, timeout=30_000)
    assert [system.family for system in page.standings.systems] == ["f0", "f1", "f0", "f1"]
    assert window.remembered.recent()[0].paths[1] == sweep  # opened again, it is a sweep again


def test_of_very_many_systems_only_those_looked_at_are_open(window, qtbot, sweep, few):
    page = opened(window, qtbot, demo_files()[0], sweep)
    assert window.document.is_partial
    assert window.document.names == ["run 0"]
    qtbot.waitUntil(lambda: len(page.standings.rows) == 4, timeout=60_000)
    assert not page.bar.isVisible()
    page.system_wanted.emit(2, ("e-dice", "t-dice"))
    qtbot.waitUntil(lambda: window.document.names == ["run 0", "run 2"], timeout=30_000)
    assert window.document.current == 1
    assert page.choice.current == 2
    assert window.surveying.shown
    assert len(page.standings.rows) == 4  # nothing is scored again
    assert window.sentences.ranking_text() == "gap e-dice t-dice"


def test_scoring_very_many_can_be_cancelled_and_go_on(window, qtbot, sweep, few):
    window.open_files([demo_files()[0], sweep])
    page = window.surveying.page
    qtbot.waitUntil(lambda: page.stop.isVisible(), timeout=30_000)
    page.stop.click()
    known = len(page.standings.rows)
    assert not window.surveying._sweeping.busy
    assert known == 4 or page.go_on.isVisible()
    page.go_on.click()
    qtbot.waitUntil(lambda: len(page.standings.rows) == 4, timeout=60_000)
    assert not page.go_on.isVisible()


def write_table(path, demo_folder, *, by_sentence):
    gold = load(str(demo_folder / "gold.mrg"))
    systems = [System(str(demo_folder / f"{name}.mrg"), name, "", place) for place, name in enumerate(NAMES)]
    metrics = choose(["f1", "e-dice", "t-dice", "exact"])
    results = score_systems(Recipe.of(gold, usual_preparation(gold), metrics, cached=False), systems)
    with table_writer(path, metrics, by_sentence=by_sentence) as add:
        for system, result in zip(systems, results, strict=True):
            add(system, result)


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_a_table_of_scores_opens_without_trees(window, qtbot, tmp_path, demo_folder, ending):
    if ending == "parquet":
        pytest.importorskip("pyarrow")
    path = tmp_path / f"scores.{ending}"
    write_table(path, demo_folder, by_sentence=False)
    page = opened(window, qtbot, str(path))
    assert window.document is None
    assert window.surveying.shown
    assert page.standings.names == list(NAMES)
    assert not window.docks["sentences"].isVisible()
    page.show_tab("agreement")
    qtbot.waitUntil(lambda: not window.surveying.busy)
    assert page.agreement.map.picture is not None
    page.plots.choose_plot("parameter")
    page.show_tab("plots")
    qtbot.waitUntil(lambda: page.plots.chart is not None)
    page.lead(page.plots.chart.series[0].spots[1])
    assert page.choice.current == 1  # there are no trees to go to, but it stands out


def test_a_table_of_sentences_shows_those_of_a_system(window, qtbot, tmp_path, demo_folder):
    path = tmp_path / "sentences.csv"
    write_table(path, demo_folder, by_sentence=True)
    page = opened(window, qtbot, str(path))
    page.plots.choose_plot("distribution")
    page.show_tab("plots")
    qtbot.waitUntil(lambda: page.plots.chart is not None)
    assert len(page.plots.chart.series) == 4
    page.show_tab("table")
    page.system_wanted.emit(1, ())
    assert page.table.sentences.rowCount() == 120
    assert page.table.sentence_table.isVisible()
    place = page.table.sentences.columns.index("f1")
    page.table.sentences.sort_by(place)
    shown = [float(page.table.sentences.index(row, place).data()) for row in range(5)]
    assert shown == sorted(shown)


def test_a_table_whose_systems_are_open_leads_to_their_trees(demo, qtbot, tmp_path, demo_folder):
    path = tmp_path / "scores.csv"
    write_table(path, demo_folder, by_sentence=False)
    demo.files.take([str(path)])  # as if it was dropped
    qtbot.waitUntil(lambda: demo.surveying.shown and demo.surveying.page.standings.names == list(NAMES))
    demo.surveying.page.trees_wanted.emit(1)
    assert demo.document.names[demo.document.current] == "bllip"
    assert demo.centre.currentWidget() is demo.trees


def test_a_bad_table_is_told_with_its_place(window, qtbot, tmp_path):
    path = tmp_path / "scores.csv"
    path.write_text("system,f1\na,80\nb,many\n")
    window.open_files([str(path)])
    qtbot.waitUntil(lambda: bool(window.last_error))
    assert window.last_error == f"{path}:3:1: no number under 'f1': 'many'"
    assert not window.surveying.shown
