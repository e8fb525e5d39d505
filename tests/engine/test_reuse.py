"""Files that are read again: only trees that have changed are counted again."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from treelens.engine import scoring
from treelens.engine.formats import brackets
from treelens.engine.heads import rules_of
from treelens.engine.metrics import FAMILIES, METRICS, choose
from treelens.engine.prepare import preset
from treelens.engine.source import Source
from treelens.engine.study import Study
from treelens.engine.treebank import Treebank
from treelens.resources import resource

DEMO = Path(str(resource("demo")))
GOLD, SYSTEM = ((DEMO / f"{name}.mrg").read_text().splitlines() for name in ("gold", "berkeley"))
OTHER = (DEMO / "opennlp.mrg").read_text().splitlines()
WANTED = choose(["f1", "e-dice", "t-dice", "freval", "leaf-ancestor", "mph-f1", "usd", "lp"], groups=False)
COUNTED = {"parseval", "e-mappings", "t-mappings", "freval", "leaf-ancestor", "mph", "dependencies", "packard"}


def bank(lines: list[str], path: str = "system") -> Treebank:
    return Treebank.joined(brackets.read(Source(path, "\n".join(lines).encode() + b"\n")))


def study(lines: list[str], before: Study | None = None, gold: list[str] = GOLD, **changes) -> Study:
    made = Study(bank(gold, "gold"), [bank(lines)], replace(preset("collins"), **changes), before=before)
    made.chunk = 16
    return made


@pytest.fixture
def counted(monkeypatch):
    """Note how many pairs are really counted, by family."""
    calls: dict[str, int] = {}

    def watched(name, count):
        def noted(gold, test, pairs, jobs=1):
            calls[name] = calls.get(name, 0) + len(pairs)
            return count(gold, test, pairs, jobs)

        return noted

    for family in FAMILIES:
        monkeypatch.setattr(family, "count", watched(family.name, family.count))
    monkeypatch.setattr(scoring.parseval, "count", watched("parseval", scoring.parseval.count))
    return calls


def filled(made: Study) -> Study:
    job = made.fill(WANTED)
    assert job.wait(60)
    assert job.error is None
    return made


def assert_same(one: Study, other: Study) -> None:
    for metric in WANTED:
        assert np.array_equal(one.scores(0, metric), other.scores(0, metric), equal_nan=True)
        assert one.tally(0, metric) == other.tally(0, metric)
    assert one.comparison(0).messages == other.comparison(0).messages


def test_only_changed_sentences_are_counted_again(counted):
    first = filled(study(SYSTEM))
    assert set(counted) == COUNTED
    assert set(counted.values()) == {120}
    changed = [OTHER[place] if place in (3, 50, 119) else line for place, line in enumerate(SYSTEM)]
    counted.clear()
    second = filled(study(changed, first))
    assert set(counted) == COUNTED
    assert set(counted.values()) == {3}
    assert_same(second, filled(study(changed)))


def test_nothing_has_changed_but_the_layout(counted):
    first = filled(study(SYSTEM))
    counted.clear()
    second = filled(study([f"  {line} ".replace(" (", "  (") for line in SYSTEM], first))
    assert sum(counted.values()) == 0
    assert_same(first, second)


def test_trees_are_found_where_they_have_moved_to(counted):
    """Gold has lost a sentence, and so has the system: all others have moved."""
    first = filled(study(SYSTEM))
    counted.clear()
    second = filled(study(SYSTEM[:7] + SYSTEM[8:], first, gold=GOLD[:7] + GOLD[8:]))
    assert sum(counted.values()) == 0
    assert_same(second, filled(study(SYSTEM[:7] + SYSTEM[8:], gold=GOLD[:7] + GOLD[8:])))


def test_a_file_that_grows(counted):
    first = filled(study(SYSTEM[:60]))
    counted.clear()
    second = filled(study(SYSTEM[:75], first))
    assert set(counted.values()) == {15}
    assert_same(second, filled(study(SYSTEM[:75])))


def test_what_was_counted_before_it_was_cut_short_is_taken_over(counted):
    first = study(SYSTEM)
    job = first.fill(choose(["t-dice"]), lambda news: news.done == 3 and job.cancel())
    assert job.wait(60)
    done = counted["t-mappings"]
    assert 0 < done < 120
    counted.clear()
    second = study(SYSTEM, first)  # read again before anything was asked for
    third = filled(study(SYSTEM, study_compared(second)))
    assert counted["t-mappings"] == 120 - done
    assert_same(third, filled(study(SYSTEM)))


def study_compared(made: Study) -> Study:
    made.comparison(0)
    return made


def test_scores_that_are_known_are_told_at_once():
    first = filled(study(SYSTEM))
    second = study([OTHER[0], *SYSTEM[1:]], first)
    news = []
    job = second.fill(choose(["t-dice"]), news.append)
    assert job.wait(60)
    assert news[0].places.tolist() == list(range(1, 120))
    assert news[-1].places.tolist() == [0]


def test_other_settings_and_other_head_rules_take_over_nothing(counted):
    first = filled(study(SYSTEM))
    counted.clear()
    filled(study(SYSTEM, first, labelled=False))
    assert counted["t-mappings"] == 120
    counted.clear()
    german = [line.replace("(", "(C") for line in SYSTEM[:100]]  # CNP, CVP … of NEGRA
    second = study([*german, *SYSTEM[100:]], first)
    assert rules_of(second.comparison(0).test, "system") != rules_of(first.comparison(0).test, "system")
    assert counted["parseval"] == 120


def test_gold_that_has_changed(counted):
    first = filled(study(SYSTEM))
    gold = [*GOLD[:10], SYSTEM[10].replace("(S ", "(X ", 1), *GOLD[11:]]
    counted.clear()
    second = filled(study(SYSTEM, first, gold=gold))
    assert counted["freval"] == 1
    assert second.scores(0, METRICS["f1"])[10] < 1
    assert_same(second, filled(study(SYSTEM, gold=gold)))
