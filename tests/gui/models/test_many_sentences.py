"""Many sentences: what is done for each row is counted, so that nothing is."""

import sys
import time
from types import SimpleNamespace

import numpy as np
import pytest
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QTableView

from treelens.engine.filters import Context, Texts, parse
from treelens.engine.formats import load
from treelens.engine.metrics import METRICS
from treelens.engine.prepare import preset
from treelens.engine.study import Study
from treelens.engine.treebank import Treebank
from treelens.gui.models.sentences import SentenceModel

UP = Qt.SortOrder.AscendingOrder


class Large(SimpleNamespace):
    """A study of many sentences whose scores are random; its sentences must not be looked at."""

    def __init__(self, size: int) -> None:
        numbers = np.random.default_rng(1)
        self.columns = {name: numbers.random(size) for name in ("e-dice", "t-dice", "f1")}
        super().__init__(gold=range(size), systems=[SimpleNamespace(path="x")], asked=[])

    def scores(self, system, metric):
        self.asked.append(metric.name)
        return self.columns[metric.name].copy()


def calls_while(work) -> int:
    """Count the calls of Python functions and of compiled ones."""
    count = 0

    def note(frame, event, argument):
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("column", [0, 2, 3])
def test_the_work_of_sorting_does_not_grow_with_the_rows(qapp, column):
    counts = []
    for size in (10, 1000, 100_000):  # the first time some things are set up
        study = Large(size)
        model = SentenceModel()
        model.set_study(study)
        model.set_columns([(0, METRICS["f1"])])
        kept = QPersistentModelIndex(model.index(size // 2, 0))
        study.asked.clear()
        counts.append(calls_while(lambda model=model: model.sort(column, UP)))
        assert sorted(study.asked) == ["e-dice", "f1", "t-dice"]
        assert model.rowCount(QModelIndex()) == size
        assert kept.isValid()
    assert abs(counts[2] - counts[1]) < 50
    assert counts[2] < 500


def test_only_what_is_shown_is_put_into_words(qtbot, model, monkeypatch):
    made = []
    words = Texts.words
    monkeypatch.setattr(Texts, "words", lambda self, place: made.append(place) or words(self, place))
    monkeypatch.setattr(Treebank, "__getitem__", None)
    plain = SentenceModel()
    plain.set_study(model.study)
    view = QTableView()
    qtbot.addWidget(view)
    view.setModel(plain)
    view.resize(400, 300)
    view.show()
    view.grab()
    assert 0 < len(set(made)) < 30
    made.clear()
    plain.sort(1, UP)
    assert not made


def test_the_work_of_choosing_columns_does_not_grow_with_the_rows(qapp):
    counts = []
    for size in (10, 1000, 100_000):
        model = SentenceModel()
        model.set_study(Large(size))
        columns = [(0, METRICS[name]) for name in ("f1", "e-dice", "t-dice")]
        counts.append(calls_while(lambda model=model, columns=columns: model.set_columns(columns)))
    assert abs(counts[2] - counts[1]) < 20


@pytest.fixture(scope="module")
def hundred_thousand(tmp_path_factory):
    """A list of a hundred thousand sentences, none of them scored."""
    numbers = np.random.default_rng(1).integers(0, 30_000, (100_000, 6)).tolist()
    lines = [f"(S (NP (DT the) (NN n{a})) (VP (VB v{b}) (NP (JJ j{c}) (NN n{d}))))" for a, b, c, d, *_ in numbers]
    path = tmp_path_factory.mktemp("large") / "gold.ptb"
    path.write_text("\n".join(lines))
    bank = load(path)
    return Study(bank, [bank], preset("collins"))


def soonest(work, times=5) -> float:
    """Return the seconds that something takes when nothing else is in its way."""
    taken = []
    for _ in range(times):
        begin = time.perf_counter()
        work()
        taken.append(time.perf_counter() - begin)
    return min(taken)


def test_a_hundred_thousand_sentences_are_no_reason_to_wait(qtbot, hundred_thousand):
    model = SentenceModel()
    view = QTableView()
    qtbot.addWidget(view)
    view.setModel(model)
    view.show()
    context = Context(hundred_thousand)
    model.set_study(hundred_thousand, context.texts)
    view.setCurrentIndex(model.index(50_000, 1))
    orders = [Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder] * 5
    assert soonest(lambda: model.sort(1, orders.pop())) < 0.1
    words = ["n12", "j7*", "the", "v3", "n1"]
    assert soonest(lambda: model.set_filter(parse(words.pop()).matches(context))) < 0.1
    assert 0 < model.rowCount() < 100_000
    assert soonest(lambda: model.set_columns([(0, METRICS["f1"])] if not model.columns else [])) < 0.05
