"""Systems of large files come one after the other: the first is looked at while the others are read."""

import shutil
import threading

import numpy as np
import pytest
from PySide6.QtWidgets import QWidget

from treelens.engine.metrics import METRICS
from treelens.engine.prepare import preset
from treelens.gui import document as module
from treelens.gui.document import open_document, read_others
from treelens.gui.files import Files
from treelens.gui.program import demo_files
from treelens.gui.remembered import Remembered
from treelens.gui.session import Place

NAMES = ("gold", "berkeley", "stanford", "bllip")


@pytest.fixture(autouse=True)
def large(monkeypatch):
    """Take all files for large ones."""
    monkeypatch.setattr(module, "_AT_ONCE", 0)


@pytest.fixture
def paths(demo_folder, tmp_path):
    for name in NAMES:
        shutil.copy(demo_folder / f"{name}.mrg", tmp_path / f"{name}.mrg")
    return [str(tmp_path / f"{name}.mrg") for name in NAMES]


class Gate:
    """Lets files be read, or has them wait."""

    def __init__(self, monkeypatch):
        self.open = threading.Event()
        self.open.set()
        read = module._attempt

        def attempt(path):
            if path.endswith(("stanford.mrg", "bllip.mrg")):
                assert self.open.wait(30)
            return read(path)

        monkeypatch.setattr(module, "_attempt", attempt)


@pytest.fixture
def gate(monkeypatch):
    made = Gate(monkeypatch)
    yield made
    made.open.set()


@pytest.fixture
def files(qtbot):
    parent = QWidget()
    qtbot.addWidget(parent)
    made = Files(parent, Remembered(), lambda: Place(sentence=7))
    made.log, made.listed, made.failures, made.told = [], [], [], []
    made.opened.connect(made.log.append)
    made.waiting.connect(made.listed.append)
    made.failed.connect(made.failures.append)
    made.said.connect(made.told.append)
    yield made
    made.close()


def names_of(files):
    return files.document.names if files.document else []


def all_there(qtbot, files):
    qtbot.waitUntil(lambda: files.document is not None and not files.document.waiting, timeout=20_000)
    return files.document


def test_the_first_system_is_there_before_the_others(qtbot, files, paths):
    files.open(paths)
    document = all_there(qtbot, files)
    first, then = files.log
    assert (first.document.names, [point.name for point in first.document.waiting]) == (["berkeley"], list(NAMES[2:]))
    assert not first.document.is_partial
    assert first.place is None
    assert (then.again, then.more, then.place.sentence, then.place.system) == (True, True, 7, 0)
    assert document.names == list(NAMES[1:])
    assert files.listed[0] == list(NAMES[2:])
    assert document.study.comparison(0) is first.document.study.comparison(0), "it is not compared again"
    assert document.context.texts is first.document.context.texts
    assert document.errors.style is first.document.errors.style


def test_all_is_as_if_the_files_had_been_read_at_once(paths, monkeypatch):
    document = open_document(paths, before_others=1)
    assert document.names == ["stanford"]
    metric = METRICS["t-dice"]
    assert document.study.fill([metric]).wait(60)
    joined = document.with_others(read_others(document))
    assert joined.current == 1, "the same system is looked at"
    assert np.array_equal(joined.study.scores(1, metric), document.study.scores(0, metric), equal_nan=True)
    monkeypatch.setattr(module, "_AT_ONCE", 10**9)
    whole = open_document(paths, before_others=1)
    assert (joined.paths, joined.names, joined.points) == (whole.paths, whole.names, whole.points)
    for study in (joined.study, whole.study):
        assert study.fill([metric, METRICS["f1"]]).wait(60)
    for system in range(3):
        for each in (metric, METRICS["f1"]):
            assert np.array_equal(joined.study.scores(system, each), whole.study.scores(system, each), equal_nan=True)
            assert joined.study.tally(system, each) == whole.study.tally(system, each)
        assert joined.errors.of(system, 14).repairs == whole.errors.of(system, 14).repairs


def test_a_session_begins_with_the_system_it_was_left_at(qtbot, files, paths, tmp_path, gate):
    files.open(paths)
    all_there(qtbot, files)
    files._place = lambda: Place(system=1)
    session = str(tmp_path / "s.treelens")
    assert files.save_session(session)
    gate.open.set()
    files.log.clear()
    files._place = lambda: Place(system=0)  # the only one that is open
    files.open_session(session)
    qtbot.waitUntil(lambda: len(files.log) == 1, timeout=20_000)
    assert names_of(files) == ["stanford"]
    assert files._session().place.system == 1
    document = all_there(qtbot, files)
    assert (document.names, document.current, files.log[-1].place.system) == (list(NAMES[1:]), 1, 1)


def test_columns_of_another_system_wait_for_it(qtbot, files, paths, tmp_path):
    files.open(paths)
    all_there(qtbot, files)
    files._place = lambda: Place(columns=("e-dice", "stanford.f1"))
    session = str(tmp_path / "s.treelens")
    assert files.save_session(session)
    files.log.clear()
    files.open_session(session)
    qtbot.waitUntil(lambda: len(files.log) == 1, timeout=20_000)
    assert files.log[0].document.names == list(NAMES[1:])


def test_others_that_cannot_be_read_are_listed(qtbot, files, paths, tmp_path):
    (tmp_path / "stanford.mrg").write_bytes(bytes(range(256)) * 10)
    files.open(paths)
    document = all_there(qtbot, files)
    assert document.names == ["berkeley", "bllip"]
    assert document.unread == [paths[2]]
    assert [point.name for point in document.points] == ["berkeley", "bllip"]
    assert not files.failures


def test_a_first_system_that_cannot_be_read_leaves_the_others(qtbot, files, paths, tmp_path):
    (tmp_path / "berkeley.mrg").write_bytes(bytes(range(256)) * 10)
    files.open(paths)
    document = all_there(qtbot, files)
    assert document.names == ["stanford", "bllip"]
    assert document.unread == [paths[1]]


def test_who_cancels_stays_with_what_is_open(qtbot, files, paths, gate):
    gate.open.clear()
    files.open(paths)
    qtbot.waitUntil(lambda: files.awaits_others, timeout=20_000)
    files.stop()
    assert not files.awaits_others
    assert names_of(files) == [point.name for point in files.document.points] == ["berkeley"]
    assert not files.document.is_partial
    assert files.listed[-1] == []
    assert "stanford.mrg, bllip.mrg" in files.told[-1]
    gate.open.set()
    files.read_again()
    qtbot.waitUntil(lambda: names_of(files) == list(NAMES[1:]), timeout=20_000)


def test_other_settings_do_not_lose_the_others(qtbot, files, paths, gate):
    gate.open.clear()
    files.open(paths)
    qtbot.waitUntil(lambda: files.awaits_others, timeout=20_000)
    files.compare_by(preset("raw"))
    qtbot.waitUntil(lambda: files.document.preparation.name == "raw", timeout=20_000)
    gate.open.set()
    document = all_there(qtbot, files)
    assert document.names == list(NAMES[1:])
    assert document.preparation.name == "raw"
    assert document.study.comparison(2).gold.preparation.name == "raw"


def test_files_that_cannot_be_opened_instead_do_not_lose_the_others(qtbot, files, paths, gate, tmp_path):
    gate.open.clear()
    files.open(paths)
    qtbot.waitUntil(lambda: files.awaits_others, timeout=20_000)
    files.open([str(tmp_path / "gone.mrg"), paths[1]])
    qtbot.waitUntil(lambda: bool(files.failures), timeout=20_000)
    gate.open.set()
    assert all_there(qtbot, files).names == list(NAMES[1:])


def test_a_file_that_changes_while_others_are_read_is_read_again(qtbot, files, paths, gate, tmp_path):
    gate.open.clear()
    files.open(paths)
    qtbot.waitUntil(lambda: files.awaits_others, timeout=20_000)
    shutil.copy(paths[0], tmp_path / "new")
    (tmp_path / "new").replace(paths[1])
    qtbot.waitUntil(lambda: any("berkeley.mrg changed" in told for told in files.told), timeout=20_000)
    gate.open.set()
    qtbot.waitUntil(lambda: files.log[-1].again and not files.log[-1].more, timeout=20_000)
    document = files.document
    assert document.names == list(NAMES[1:])
    assert str(document.original(14, "system")) == str(document.original(14, "gold"))


def test_the_window_shows_one_system_and_says_that_others_come(qtbot, window, gate):
    gate.open.clear()
    window.open_files(demo_files()[:4])
    chooser = window.sentences.system
    qtbot.waitUntil(lambda: chooser.count() == 3, timeout=20_000)
    assert [chooser.itemText(place) for place in range(3)] == [
        "berkeley",
        "stanford (being read)",
        "bllip (being read)",
    ]
    assert [chooser.model().item(place).isEnabled() for place in range(3)] == [True, False, False]
    qtbot.waitUntil(lambda: window.status.state.text() == "reading the other systems…", timeout=20_000)
    assert window.sentences.model.rowCount() == 120
    assert not window.actions_["remove-system"].isEnabled()
    window.sentences.filter.setText("label:PP")
    window.sentences.show_sentence(14)
    gate.open.set()
    assert window.wait_until_filled(), window.last_error
    assert [chooser.itemText(place) for place in range(chooser.count())] == ["berkeley", "stanford", "bllip"]
    assert window.actions_["remove-system"].isEnabled()
    assert window.sentence == 14
    assert window.sentences.filter.text() == "label:PP"
    window.looking.choose_system(2)
    assert window.sentences.system.currentText() == "bllip"
    qtbot.waitUntil(lambda: "3 systems" in window.status.state.text(), timeout=20_000)


def test_the_window_begins_where_it_begins_with_small_files(qtbot, window, monkeypatch):
    window.open_files(demo_files()[:4])
    assert window.wait_until_filled(), window.last_error
    found = window.sentence, window.looking.system, window.sentences.model.sentence_at(0)
    monkeypatch.setattr(module, "_AT_ONCE", 10**9)
    window.open_files(demo_files()[:4])
    assert window.wait_until_filled(), window.last_error
    assert (window.sentence, window.looking.system, window.sentences.model.sentence_at(0)) == found


def test_cancelling_in_the_window_leaves_one_system(qtbot, window, gate):
    gate.open.clear()
    window.open_files(demo_files()[:4])
    qtbot.waitUntil(lambda: window.sentences.system.count() == 3, timeout=20_000)
    window.status.stop.click()
    assert window.sentences.system.count() == 1
    assert "one system" in window.status.state.text()
    assert window.wait_until_filled()


def test_a_session_names_the_system_that_is_looked_at_also_where_others_are_not_there(qtbot, window, paths, tmp_path):
    """Numbers of systems are those of the files that were opened, not of those that could be read."""
    window.open_files([paths[0], str(tmp_path / "nowhere.mrg"), paths[2], paths[3]])
    assert window.wait_until_filled(), window.last_error
    window.looking.choose_system(window.document.names.index("bllip"))
    session = str(tmp_path / "s.treelens")
    assert window.save_session(session)
    assert window.files._session().place.system == 2
    window.open_files([session])
    qtbot.waitUntil(lambda: window.document.names == ["stanford", "bllip"], timeout=20_000)
    assert window.wait_until_filled(), window.last_error
    assert window.document.names[window.document.current] == "bllip"


def test_a_session_may_be_saved_while_others_are_being_read(qtbot, window, paths, tmp_path, gate):
    """Its number of the system that is looked at is among all, of which only that one is open."""
    files = [
        path for name in ("gold", "stanford", "bllip", "berkeley") for path in paths if path.endswith(f"{name}.mrg")
    ]
    window.open_files(files)
    assert window.wait_until_filled(), window.last_error
    window.looking.choose_system(2)
    session = str(tmp_path / "s.treelens")
    assert window.save_session(session)
    window.open_files(files[:2])
    assert window.wait_until_filled(), window.last_error
    gate.open.clear()
    window.open_files([session])
    qtbot.waitUntil(lambda: window.document.names == ["berkeley"], timeout=20_000)
    assert window.files.awaits_others
    assert window.files._session().place.system == 2
    gate.open.set()
    assert window.wait_until_filled(), window.last_error
    assert window.document.names[window.document.current] == "berkeley"
