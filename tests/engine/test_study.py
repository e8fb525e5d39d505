"""The table that fills itself: partial results, what is on screen first, cancelling, and the cache."""

import os
import threading
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from treelens.engine import narrow
from treelens.engine.agreement import ranks
from treelens.engine.cache import Cache
from treelens.engine.formats import brackets, load
from treelens.engine.metrics import METRICS, choose, family_of
from treelens.engine.metrics.base import Family
from treelens.engine.narrow import Coded
from treelens.engine.prepare import prepare, preset
from treelens.engine.scoring import compare
from treelens.engine.source import Source
from treelens.engine.study import Study, _Piece
from treelens.engine.treebank import Treebank
from treelens.resources import resource

DEMO = Path(str(resource("demo")))
WANTED = choose(["f1", "e-dice", "t-dice", "freval-15", "leaf-ancestor"])


@pytest.fixture(scope="module")
def banks():
    return [load(DEMO / f"{name}.mrg") for name in ("gold", "berkeley", "linkgrammar")]


@pytest.fixture
def study(banks, tmp_path):
    made = Study(banks[0], banks[1:], preset("collins"), jobs=2, cache=Cache(tmp_path / "cache"))
    made.chunk = 16
    return made


@pytest.fixture
def counted(monkeypatch):
    """Note which families are really counted, and for how many pairs."""
    calls = []

    def watch(family: Family):
        count = family.count

        def noted(gold, test, pairs, jobs):
            calls.append((family.name, len(pairs)))
            return count(gold, test, pairs, jobs)

        monkeypatch.setattr(family, "count", noted)

    from treelens.engine.metrics import FAMILIES

    for family in FAMILIES:
        watch(family)
    return calls


def test_the_full_table_is_what_scoring_gives(study, banks):
    assert study.fill(WANTED).wait(60)
    gold = prepare(banks[0], preset("collins"))
    for system, bank in enumerate(banks[1:]):
        made = compare(gold, bank, preset("collins"))
        for metric in WANTED:
            assert np.array_equal(study.scores(system, metric), made.scores(metric), equal_nan=True)
            assert study.tally(system, metric) == made.tally(metric)


@pytest.mark.parametrize("missing", ["skip", "zero"])
def test_scores_in_little_room_are_the_same(banks, monkeypatch, missing):
    monkeypatch.setattr(narrow, "_SHORT", 0)
    preparation = replace(preset("collins"), missing=missing)
    made = Study(banks[0], banks[1:], preparation, jobs=2)
    made.chunk = 16
    wanted = choose(["f1", "lp", "t-cost", "usd", "freval-15", "leaf-ancestor"])
    assert made.fill(wanted).wait(60)
    kept = [made._scores[1, metric.name] for metric in wanted]
    assert any(isinstance(column, Coded) for column in kept)
    for system, bank in enumerate(banks[1:]):
        expected = compare(prepare(banks[0], preparation), bank, preparation)
        for metric in wanted:
            scores = expected.scores(metric)
            assert np.array_equal(made.scores(system, metric), scores, equal_nan=True), metric.name
            assert made.standing(system, metric, 40).value == pytest.approx(scores[40], abs=0, nan_ok=True)
            assert made.tally(system, metric) == expected.tally(metric)


def test_what_is_counted_once_more_changes_nothing(study, monkeypatch):
    monkeypatch.setattr(narrow, "_SHORT", 0)
    assert study.fill(choose(["t-dice"])).wait(60)
    family = family_of(METRICS["t-dice"])
    before = study.scores(0, METRICS["t-dice"])
    piece = _Piece(0, family, *(column[:16] for column in study.comparison(0).uncounted(family)))
    study._count(piece)  # a job that was cancelled may end what it had begun
    assert np.array_equal(study.scores(0, METRICS["t-dice"]), before, equal_nan=True)


def test_news_come_in_pieces_and_count_up(study):
    news = []
    job = study.fill(WANTED, news.append)
    assert job.wait(60)
    assert job.error is None
    done = [item.done for item in news]
    assert done == sorted(done)
    assert done[-1] == news[-1].total > 4
    seen = [place for item in news if (item.system, item.family) == (0, "t-mappings") for place in item.places.tolist()]
    assert sorted(seen) == list(range(120))


def test_what_is_on_screen_comes_first(study):
    news = []
    study.jobs = 1
    study.fill(choose(["t-dice"]), news.append, first=[100]).wait(60)
    assert all(100 in item.places for item in news[:2])
    assert not any(100 in item.places for item in news[2:])


def test_unknown_scores_are_nan_and_no_tally_is_given_early(study):
    assert np.isnan(study.scores(0, METRICS["t-dice"])).all()
    assert study.tally(0, METRICS["t-dice"]) is None


def test_cancelling_stops_the_work(study):
    begun = threading.Event()
    seen = []

    def listen(news):
        seen.append(news)
        begun.set()
        study.cancel()

    study.jobs = 1
    job = study.fill(choose(["t-dice"]), listen)
    assert begun.wait(60)
    assert job.wait(60)
    assert job.cancelled
    assert len(seen) == 1
    assert study.tally(1, METRICS["t-dice"]) is None


def test_the_second_opening_counts_nothing(study, banks, counted):
    assert study.fill(WANTED).wait(60)
    assert counted
    counted.clear()
    again = Study(banks[0], banks[1:], preset("collins"), jobs=2, cache=study.cache)
    news = []
    assert again.fill(WANTED, news.append).wait(60)
    assert [call for call in counted if call[0] != "parseval"] == []
    assert len(news) == 10
    for metric in WANTED:
        assert np.array_equal(again.scores(0, metric), study.scores(0, metric), equal_nan=True)
        assert again.tally(1, metric) == study.tally(1, metric)


def test_filling_twice_at_once_and_after_a_cancel_changes_nothing(study, banks):
    first, second = study.fill(WANTED), study.fill(WANTED)
    assert first.wait(60)
    assert second.wait(60)
    again = Study(banks[0], banks[1:], preset("collins"), jobs=2)
    again.chunk = 16
    again.fill(WANTED).cancel()
    assert again.fill(WANTED).wait(60)
    expected = compare(prepare(banks[0], preset("collins")), banks[1], preset("collins"))
    for metric in WANTED:
        assert study.tally(0, metric) == again.tally(0, metric) == expected.tally(metric)


def test_a_system_without_any_common_sentence(banks):
    other = Treebank.joined(brackets.read(Source("f", b"(S (A other))\n(S (A words))\n")))
    made = Study(banks[0], [other], preset("collins"), pairing="text")
    assert made.fill(WANTED).wait(60)
    assert made.tally(0, METRICS["t-dice"]).n == 0


def test_how_a_file_was_read_is_part_of_its_name(tmp_path):
    path = tmp_path / "x.mrg"
    path.write_text("(S (A a)) (S (B b))\n")
    cache = Cache(tmp_path / "cache")
    found = []
    for by_line in (False, True):
        bank = load(path, by_line=by_line)
        made = Study(bank, [bank], preset("raw"), cache=cache)
        assert made.fill(WANTED).wait(60)
        found.append(made.tally(0, METRICS["t-dice"]).n)
    assert found == [2, 1]


def test_other_settings_are_another_study(study):
    assert study.fill(WANTED).wait(60)
    other = study.again(replace(preset("collins"), labelled=False))
    assert other is not study
    assert np.isnan(other.scores(0, METRICS["f1"])).all()
    assert other.fill(WANTED).wait(60)
    assert other.tally(0, METRICS["f1"]).micro > study.tally(0, METRICS["f1"]).micro


def test_a_damaged_entry_is_as_good_as_none(study, banks):
    assert study.fill(WANTED).wait(60)
    for path in study.cache.folder.iterdir():
        path.write_bytes(path.read_bytes()[:100])
    again = study.again(study.preparation)
    assert again.fill(WANTED).wait(60)
    assert again.tally(0, METRICS["t-dice"]) == study.tally(0, METRICS["t-dice"])


def test_a_cache_that_cannot_be_written_is_no_error(banks):
    made = Study(banks[0], banks[1:2], preset("collins"), cache=Cache(Path("/dev/null/cache")))
    job = made.fill(WANTED)
    assert job.wait(60)
    assert job.error is None


def test_errors_are_kept_for_whoever_asks(study, monkeypatch):
    def broken(*_):
        raise RuntimeError("no")

    monkeypatch.setattr(family_of(METRICS["t-dice"]), "count", broken)
    job = study.fill(choose(["t-dice"]))
    assert job.wait(60)
    assert isinstance(job.error, RuntimeError)


def test_old_entries_make_room(tmp_path):
    cache = Cache(tmp_path, most=3500)
    for age, name in enumerate("abc"):
        cache.save(Cache.key(name), {"x": np.zeros(100)})
        os.utime(tmp_path / f"{Cache.key(name)}.npz", (age, age + 1000))
    assert cache.load(Cache.key("a")) is None
    assert cache.load(Cache.key("c")) is not None
    assert len(list(tmp_path.iterdir())) == 2


def test_numbers_come_back_as_they_were(tmp_path):
    cache = Cache(tmp_path)
    entry = {
        "small": np.array([0, -3, 200]),
        "large": np.array([2**62, -1]),
        "none": np.array([], dtype=np.int64),
        "bytes": np.frombuffer(b"abc", dtype=np.uint8),
        "floats": np.array([0.1, np.nan]),
        "flags": np.array([True, False]),
    }
    cache.save(Cache.key("x"), entry)
    found = cache.load(Cache.key("x"))
    assert set(found) == set(entry)
    for name, array in entry.items():
        assert found[name].dtype == array.dtype
        np.testing.assert_array_equal(found[name], array)


def test_what_a_cancelled_job_counted_is_not_counted_again(study, banks, counted):
    study.jobs = 1
    job = study.fill(choose(["leaf-ancestor"]), lambda news: news.done == 3 and job.cancel())
    assert job.wait(60)
    assert len(counted) == 3
    assert study.fill(choose(["leaf-ancestor"])).wait(60)
    partners = sum(int((study.comparison(system).pairing.partner >= 0).sum()) for system in range(2))
    assert sum(size for family, size in counted if family == "leaf-ancestor") == partners
    assert not np.isnan(study.scores(0, METRICS["leaf-ancestor"])).any()


def test_a_sentence_in_a_hurry_is_counted_next(study):
    study.jobs = 1
    order = []

    def listen(news):
        order.append((news.system, news.family, news.places.tolist()))
        if len(order) == 1:
            job.hurry(119, 1)

    started = threading.Event()
    job = study.fill(choose(["freval-15", "leaf-ancestor"]), lambda news: (started.wait(10), listen(news)), first=[40])
    started.set()
    assert job.wait(60)
    assert 40 in order[0][2]
    assert [(system, family, 119 in places) for system, family, places in order[1:3]] == [
        (1, "freval", True),
        (1, "leaf-ancestor", True),
    ]


def test_the_system_that_is_looked_at_comes_before_others(study):
    study.jobs = 1
    order = []
    assert study.fill(WANTED, lambda news: order.append(news.system) if news.done else None, system=1).wait(60)
    assert order == sorted(order, reverse=True)


def test_standings_are_scores_and_ranks(study):
    assert np.isnan(study.standing(0, METRICS["f1"], 3).value)
    assert study.fill(WANTED).wait(60)
    scores = study.scores(0, METRICS["f1"])
    found = study.standing(0, METRICS["f1"], 14)
    assert found.value == scores[14]
    assert found.rank == ranks(scores)[14]
    assert found.of == 120
