"""Scoring many systems: here and in other processes the same, counted once, and never many in memory."""

import gc
import os
import pickle
import threading
import weakref
from dataclasses import replace
from pathlib import Path

import pytest

from treelens.engine.formats import load
from treelens.engine.metrics import FAMILIES, choose
from treelens.engine.prepare import preset
from treelens.engine.problems import InputError, TreelensError
from treelens.engine.scoring import compare
from treelens.engine.sweep import Recipe, System, score_systems, sum_up_systems
from treelens.engine.sweep.promises import in_order
from treelens.resources import resource

METRICS = choose(["f1", "crossing", "t-dice", "freval-15", "leaf-ancestor", "mph-f1"])


@pytest.fixture(scope="module")
def gold():
    return load(resource("demo", "gold.mrg"))


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    """A user's cache that nobody else has, also in other processes."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "treelens" / "counts"


@pytest.fixture
def counted(monkeypatch):
    """Note which families are really counted."""
    calls = []

    def watch(family):
        count = family.count
        monkeypatch.setattr(family, "count", lambda *given: calls.append(family.name) or count(*given))

    for family in FAMILIES:
        watch(family)
    return calls


def recipe(gold, **how):
    return Recipe.of(gold, preset("collins"), METRICS, **how)


def test_a_result_is_what_a_comparison_says(gold, forty_systems):
    made = recipe(gold, cached=False)
    (result,) = score_systems(made, forty_systems[3:4])
    comparison = compare(made.prepared, load(forty_systems[3].path), preset("collins"))
    for metric in METRICS:
        assert result.tallies[metric.name] == comparison.tally(metric)
        assert result.scores[metric.name].tobytes() == comparison.scores(metric).tobytes()
    assert result.status.tolist() == comparison.status.tolist()
    assert not result.complete
    assert result.messages[9] == "no parse"


@pytest.mark.slow
def test_other_processes_say_the_same_in_the_same_order(gold, forty_systems, same):
    made = recipe(gold)
    here = list(score_systems(recipe(gold, cached=False), forty_systems))
    there = list(score_systems(made, forty_systems, 2, spread=True))
    for one, other in zip(here, there, strict=True):
        same(one, other)


@pytest.mark.slow
def test_other_processes_sum_up_the_same(gold, forty_systems):
    here = list(sum_up_systems(recipe(gold, cached=False), forty_systems[:4]))
    there = list(sum_up_systems(recipe(gold, cached=False), forty_systems[:4], 2, spread=True))
    assert here == there
    assert here[0].macro.keys() == {metric.name for metric in METRICS}
    assert here[0].spreads


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such pipes here")
def test_a_pipe_is_read_here_for_another_process(gold, forty_systems, tmp_path, same):
    pipe = tmp_path / "system.mrg"
    os.mkfifo(pipe)
    text = Path(forty_systems[0].path).read_bytes()
    writer = threading.Thread(target=pipe.write_bytes, args=(text,))
    writer.start()
    piped = System(str(pipe), forty_systems[0].name)
    (there,) = score_systems(recipe(gold, cached=False), [piped], 2, spread=True)
    writer.join()
    (here,) = score_systems(recipe(gold, cached=False), forty_systems[:1])
    same(replace(there, path=here.path), here)


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/fd").is_dir(), reason="open files have no names here")
def test_a_file_that_only_this_process_has_opened_is_read_here(gold, forty_systems, same):
    with Path(forty_systems[0].path).open("rb") as file:
        opened = System(f"/dev/fd/{file.fileno()}", forty_systems[0].name)
        (there,) = score_systems(recipe(gold, cached=False), [opened], 2, spread=True)
    (here,) = score_systems(recipe(gold, cached=False), forty_systems[:1])
    same(replace(there, path=here.path), here)


def test_nothing_is_counted_twice(gold, forty_systems, counted, same):
    first = list(score_systems(recipe(gold), forty_systems[:3]))
    assert counted.count("t-mappings") == 3
    counted.clear()
    again = list(score_systems(recipe(gold), forty_systems[:3]))
    assert set(counted) <= {"parseval"}  # which tells what can be compared
    for one, other in zip(first, again, strict=True):
        same(one, other)


def test_who_stops_leaves_what_was_counted(gold, forty_systems, counted, cache):
    results = score_systems(recipe(gold), forty_systems)
    next(results)
    results.close()
    assert counted.count("t-mappings") == 1
    assert len(list(cache.glob("*.npz"))) == len(recipe(gold).families) - 1  # all but brackets
    next(score_systems(recipe(gold), forty_systems))
    assert counted.count("t-mappings") == 1


def test_trees_are_gone_when_scores_are_there(gold, forty_systems, monkeypatch):
    alive = []
    made = recipe(gold, cached=False)
    read = Recipe.compare

    def noted(self, system, jobs=1):
        comparison = read(self, system, jobs)
        alive.append(weakref.ref(comparison.system))
        return comparison

    monkeypatch.setattr(Recipe, "compare", noted)
    for _ in score_systems(made, forty_systems[:6]):
        gc.collect()
        assert not any(bank() for bank in alive)
    assert len(alive) == 6


def test_a_recipe_travels_without_trees(gold):
    made = recipe(gold)
    assert made.prepared is not None
    sent = pickle.loads(pickle.dumps(made))
    assert "prepared" not in vars(sent)
    assert sent.key == made.key
    assert sent.key != Recipe.of(gold, preset("raw"), METRICS).key


def test_errors_reach_the_one_who_asked(gold, forty_systems, tmp_path):
    bad = tmp_path / "bad.mrg"
    bad.write_text("no trees\n")
    with pytest.raises(TreelensError, match=r"bad\.mrg: cannot be read"):
        list(score_systems(recipe(gold), [*forty_systems[:2], System(str(bad), "bad")], 2, spread=True))


def test_an_error_goes_from_process_to_process_as_its_text():
    error = InputError("a.mrg", "is odd", 3, 2, "(S")
    sent = pickle.loads(pickle.dumps(error))
    assert isinstance(sent, TreelensError)
    assert str(sent) == str(error) == "a.mrg:3:2: is odd\n  (S\n   ^"


def test_promises_are_kept_in_order_and_few_at_a_time():
    open_promises, most, cancelled = [], [], []

    class Later:
        def __init__(self, item):
            self.item = item
            open_promises.append(item)
            most.append(len(open_promises))

        def result(self):
            open_promises.remove(self.item)
            return self.item

        def cancel(self):
            cancelled.append(self.item)

    assert list(in_order(Later, range(10), 3)) == list(range(10))
    assert max(most) == 4
    some = in_order(Later, range(10), 2)
    assert next(some) == 0
    some.close()
    assert cancelled == [1, 2]


def test_the_cache_is_keyed_by_content(gold, forty_systems, counted, tmp_path):
    """The same text under another name is not counted again; other settings are."""
    other = tmp_path / "renamed.mrg"
    other.write_bytes(Path(forty_systems[0].path).read_bytes())
    list(score_systems(recipe(gold), forty_systems[:1]))
    counted.clear()
    list(score_systems(recipe(gold), [System(str(other), "renamed")]))
    assert "t-mappings" not in counted
    list(score_systems(Recipe.of(gold, preset("raw"), METRICS), [System(str(other), "renamed")]))
    assert "t-mappings" in counted
