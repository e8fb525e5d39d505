"""Errors of whole systems: counts that add up, masks for filters, and nothing for what cannot be compared."""

import threading
from pathlib import Path

import numpy as np
import pytest

from treelens.engine.errors import KINDS, Errors, Totals, errors_of, totals_of
from treelens.engine.filters import Context
from treelens.engine.formats import load
from treelens.engine.metrics import parseval
from treelens.engine.prepare import preset
from treelens.engine.scoring import Comparison
from treelens.engine.study import Study
from treelens.resources import resource

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def study() -> Study:
    banks = [load(str(resource("demo", f"{name}.mrg"))) for name in ("gold", "berkeley", "linkgrammar")]
    return Study(banks[0], banks[1:], preset("collins"))


@pytest.fixture(scope="module")
def found(study: Study) -> Errors:
    return Errors(study.comparison)


def test_counts_agree_with_parseval(study: Study, found: Errors) -> None:
    for system in range(2):
        comparison: Comparison = study.comparison(system)
        counts = comparison.counts(parseval.FAMILY)
        for place, one in enumerate(found.all(system)):
            assert (one is not None) == bool(comparison.compared[place])
            if one is not None:
                gold, test, matched = (int(counts[name][place]) for name in ("gold", "test", "matched"))
                assert (len(one.missing), len(one.extra)) == (gold - matched, test - matched)


def test_totals_add_up(found: Errors) -> None:
    places = [(place, one) for place, one in enumerate(found.all(1)) if one is not None]
    whole = totals_of(places)
    assert whole == found.totals(1)
    assert totals_of(places[:50]) + totals_of(places[50:]) == whole
    assert whole + Totals() == whole
    assert whole.brackets == sum(one.brackets for _, one in places)
    assert whole.repairs == sum(len(one.repairs) for _, one in places) <= whole.greedy <= whole.brackets
    moves = sum(repair.is_attachment for _, one in places for repair in one.repairs)
    assert sum(count.repairs for count in whole.confusions.values()) == moves
    assert [count.repairs for _, count in whole.by_confusion()] == sorted(
        (count.repairs for count in whole.confusions.values()), reverse=True
    )


def test_masks_are_the_sentences_behind_the_numbers(study: Study, found: Errors) -> None:
    total = found.totals(0)
    for kind in KINDS:
        places = total.kinds[kind].sentences if kind in total.kinds else ()
        assert np.flatnonzero(found.mask(0, kind)).tolist() == list(places)
    assert found.mask(0, "").sum() == total.wrong
    assert not found.mask(0, "nonsense").any()
    attachments = found.mask(0, "attach")
    assert (attachments >= found.mask(0, "pp")).all()
    assert Context(study, errors=found.mask).errors is not None


def test_one_sentence_is_the_same_alone(study: Study, found: Errors) -> None:
    alone = errors_of(study.comparison(0), 14)
    assert alone is not None
    assert [repair.sentence for repair in alone.repairs] == [r.sentence for r in found.all(0)[14].repairs]  # type: ignore[union-attr]
    assert alone.repairs[0].kind == "NP attachment"
    assert alone.repairs[0].brackets == 18


def test_filling_can_be_stopped_and_goes_on(study: Study) -> None:
    errors = Errors(study.comparison)
    heard: list[int] = []
    assert not errors.fill(0, lambda done, total: heard.append(done) or False)
    assert errors.fill(0)
    assert heard == [0]


def test_threads_find_the_same(study: Study, found: Errors) -> None:
    errors = Errors(study.comparison)
    threads = [threading.Thread(target=errors.fill, args=(system,)) for system in (0, 1, 0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for system in range(2):
        assert errors.totals(system) == found.totals(system)


def test_nothing_where_words_differ(tmp_path: Path) -> None:
    (tmp_path / "gold").write_text("(S (A a) (B b))\n(S (A a) (B b))\n")
    (tmp_path / "system").write_text("(S (A a) (B c))\n(S (X (A a)) (B b))\n")
    study = Study(load(str(tmp_path / "gold")), [load(str(tmp_path / "system"))], preset("collins"))
    errors = Errors(study.comparison)
    assert errors.of(0, 0) is None
    assert [repair.kind for repair in errors.of(0, 1).repairs] == ["single-word phrase"]  # type: ignore[union-attr]
    assert errors.totals(0).explained == 1


def test_no_sentence_says_that_something_hangs_where_it_belongs(shared: Path) -> None:
    folder = shared / "data" / "wsj"
    study = Study(load(str(folder / "gold.ptb")), [load(str(folder / "systems" / "bllip.ptb"))], preset("collins"))
    told = [repair for one in Errors(study.comparison).all(0) if one is not None for repair in one.repairs]
    moved = [repair for repair in told if repair.is_attachment]
    assert moved
    for repair in moved:
        before, after = repair.before.named(repair.text), repair.after.named(repair.text)
        assert f"under {before}; in gold it hangs under {after}." in repair.sentence or before == after
        assert f"under {before}; in gold it hangs under {before}." not in repair.sentence
