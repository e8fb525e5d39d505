"""Measures of meaning over corpora: which sentences are left out and why, parts of LED, counting in pieces."""

import numpy as np
import pytest
from fourteen import GOLD, SYSTEM, item
from small_profiles import RAIN, Result, write_profile

from treelens.engine.cache import Cache
from treelens.engine.formats import load
from treelens.engine.metrics import METRICS, semantics
from treelens.engine.prepare import prepare, usual_preparation
from treelens.engine.profiles import unusable_meanings
from treelens.engine.scoring import compare
from treelens.engine.semantics import workers
from treelens.engine.study import Study


def _banks(folder, gold, system):
    return [load(write_profile(folder / name, items)) for name, items in (("gold", gold), ("system", system))]


def _compare(folder, gold, system, *changes):
    banks = _banks(folder, gold, system)
    preparation = usual_preparation(banks[0]).changed(changes)
    return compare(prepare(banks[0], preparation), banks[1], preparation)


def _with(mrs):
    return Result(GOLD.derivation, mrs)


def test_what_cannot_be_compared_is_counted_and_listed(tmp_path):
    gold = [item(number, _with(RAIN)) for number in range(5)]
    system = [
        item(0, _with(RAIN)),
        item(1, _with("")),
        item(2, _with("[ broken")),
        item(3, _with(RAIN.replace("<3:9>", ""))),
        item(4),
    ]
    comparison = _compare(tmp_path, gold, system)
    emm, led = (comparison.tally(METRICS[name]) for name in ("emm", "led"))
    assert (emm.macro, emm.n, emm.missing) == (1.0, 2, 2)  # no positions are needed
    assert (led.macro, led.n, led.missing) == (1.0, 1, 3)
    assert [(one.sentence, one.side, one.why) for one in unusable_meanings(comparison)] == [
        (1, "system", "is missing"),
        (2, "system", "cannot be read"),
        (3, "system", "has no positions in the text"),
    ]


@pytest.mark.parametrize(
    ("parts", "led", "ued"),
    [
        ("names", 1.0, 1.0),
        ("arguments", 0.0, 1.0),
        ("constants", 0.0, None),
        ("names,arguments,constants,properties", 2 * 6 / 18, 1.0),
    ],
)
def test_parts_of_led(tmp_path, parts, led, ued):
    comparison = _compare(tmp_path, [item(1, GOLD)], [item(1, SYSTEM)], f"led={parts}")
    assert comparison.tally(METRICS["led"]).macro == pytest.approx(led)
    assert comparison.tally(METRICS["ued"]).macro == (None if ued is None else pytest.approx(ued))


def test_of_tied_analyses_those_that_can_be_compared(tmp_path):
    comparison = _compare(tmp_path, [item(1, _with(RAIN))], [item(1, _with("[ broken"), _with(RAIN))])
    assert comparison.scores(METRICS["emm"]).tolist() == [1.0]


def test_a_search_that_takes_too_long_is_told(tmp_path, monkeypatch):
    other = RAIN.replace("h1", "h8")
    monkeypatch.setattr(semantics, "compare_many", lambda texts: _slow(texts))
    comparison = _compare(tmp_path, [item(1, _with(RAIN))], [item(1, _with(other))])
    assert comparison.tally(METRICS["emm"]).n == 0
    assert [one.why for one in unusable_meanings(comparison)] == ["took too long to compare"]


def _slow(texts):
    from treelens.engine.semantics import compare_many

    return compare_many(texts, 0.0)


def test_in_pieces_and_from_the_cache(tmp_path, monkeypatch):
    gold = [item(number, GOLD if number % 3 else SYSTEM) for number in range(20)]
    system = [item(number, GOLD) for number in range(20)]
    monkeypatch.setattr(semantics.FAMILY, "chunk", 2)
    whole = _compare(tmp_path, gold, system)
    pieces = _compare(tmp_path, gold, system)
    cache = Cache(tmp_path / "cache")
    assert list(pieces.counting(semantics.FAMILY, cache)) == [8, 16, 20]
    again = _compare(tmp_path, gold, system)
    monkeypatch.setattr(semantics, "_compare", lambda *texts, many: pytest.fail("counted again"))
    assert list(again.counting(semantics.FAMILY, cache)) == []
    for name in ("emm", "led", "ued"):
        monkeypatch.setattr(semantics, "_compare", _here)
        wanted = whole.scores(METRICS[name])
        assert np.array_equal(pieces.scores(METRICS[name]), wanted)
        assert np.array_equal(again.scores(METRICS[name]), wanted)


def _here(texts, many):
    from treelens.engine.semantics import compare_many

    return compare_many(texts)


def test_workers_where_there_are_many(tmp_path, monkeypatch):
    asked = []
    monkeypatch.setattr(workers, "compare_in_workers", lambda texts: asked.append(len(texts)) or _here(texts, 0))
    monkeypatch.setattr(workers, "MANY", 3)
    for size in (2, 3):
        items = [item(number, GOLD) for number in range(size)]
        assert _compare(tmp_path / str(size), items, items).tally(METRICS["emm"]).macro == 1
    assert asked == [3]


def test_in_a_study_with_progress_and_missing_parses(tmp_path):
    gold = [item(number, GOLD) for number in range(70)]
    system = [item(number, *([SYSTEM] if number else [])) for number in range(70)]
    banks = _banks(tmp_path, gold, system)
    preparation = usual_preparation(banks[0]).changed(["missing=zero"])
    study = Study(banks[0], banks[1:], preparation)
    news = []
    job = study.fill([METRICS["led"]], news.append)
    assert job.wait(60)
    assert job.error is None
    assert [one.done for one in news] == [1, 2, 3]  # pieces of 32
    assert study.scores(0, METRICS["led"]).tolist() == [0.0] + [0.5] * 69
    assert study.tally(0, METRICS["led"]).macro == pytest.approx(0.5 * 69 / 70)


def test_a_study_that_is_cancelled_stops_between_pieces(tmp_path):
    items = [item(number, GOLD) for number in range(70)]
    banks = _banks(tmp_path, items, items)
    study = Study(banks[0], banks[1:], usual_preparation(banks[0]))
    news = []

    def listener(one):
        news.append(one)
        study.cancel()

    assert study.fill([METRICS["led"]], listener).wait(60)
    assert len(news) == 1
    assert study.tally(0, METRICS["led"]) is None


def test_pieces_are_smaller_where_many_analyses_are_tied(tmp_path):
    items = [item(number, GOLD) for number in range(8)]
    tied = [item(number, *[GOLD] * 16) for number in range(8)]
    plain, many = _compare(tmp_path / "plain", items, items), _compare(tmp_path / "tied", items, tied)
    first = _compare(tmp_path / "first", items, tied, "ties=first")
    assert [semantics.FAMILY.piece(one.gold, one.test, 256) for one in (plain, many, first)] == [32, 2, 32]
    assert many.tally(METRICS["emm"]).macro == 1
